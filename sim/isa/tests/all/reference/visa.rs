//! vISA's ADDR_ADD: what it does, its text, its bytes, its rules.

use agu_isa::layout::VisaRegion;
use agu_isa::visa::rules::RULES;
use agu_isa::visa::{
    self, ADDRESS_ELEMENTS_SIMD32, AddrAdd, ChannelGroup, ExecSize, Modifier, StateClass, Stride,
};

use super::markdown::{code, list, sentence, table};
use crate::common::rows;

pub const TITLE: &str = "vISA";

const INTRODUCTION: &str = "\
The virtual ISA has one address instruction. It adds vectors of addresses: channel i of 0 to
size - 1, where bit i + offset of the execution mask is set or the mask is one with `_NM`, does

    dst[i] = (src0[i] + src1[i]) mod 2^16

M1 to M8 have the offsets 0, 4, .., 28. All channels read before one of them writes. An address
variable has 16 elements of 16 bits, or 32 on parts with native SIMD32.

";

const TEXT: &str = "\
### Text of ADDR_ADD

```
addr_add (mask, size) dst src0 src1
```

";

/// Operand and what it takes.
const OPERANDS: &[(&str, &str)] = &[
    (
        "mask",
        "`M1` to `M8`, `M1_NM` to `M8_NM`; left out, with its comma, for `M1`",
    ),
    (
        "dst",
        "`A1(2)<1>`: channel i writes element 2 + i of address variable A1",
    ),
    (
        "src0",
        "`A1(2)<1>`: element 2 + i, `A1(2)<0>`: element 2 in every channel; or a byte address, \
         the same in every channel: `&V38(1,2)`, 32 bytes and two elements past the start of \
         general variable V38, `&V38[40]`, 40 bytes past it; `&T6(2)`, `&S1(2)`, two bytes past \
         the address of a surface or a sampler",
    ),
    (
        "src1",
        "`V40(1,2)<v;w,h>`: element 16*1 + 2 + (i / w)*v + (i mod w)*h of a variable of type UW, \
         after `(-)`, `(abs)` or `(-)(abs)` where it is modified; or `0x264:uw`",
    ),
];

/// Rule and line.
const SPELLINGS: &[(&str, &str)] = &[
    (
        "Case, blanks, comments, annotations and numbers are as above.",
        "ADDR_ADD (m5, 16) a0(0)<1> &v38(0,0) v40(0,0x10)<1;1,0>; // M5",
    ),
    (
        "M1 may be left out.",
        "addr_add (8) A0(0)<1> &V38(0,0) 0x4:uw",
    ),
    (
        "`{NoMask}` is the older spelling of `_NM`.",
        "addr_add (1) A1(0)<1>  A0(0)<1>  4:uw  {NoMask}",
    ),
    (
        "So is `M3_NM` of a mask that is named.",
        "addr_add (M3, 4) A1(0)<1> A0(0)<1> 4:uw {NoMask}",
    ),
    (
        "A place that is left out is the start.",
        "addr_add (M1, 1) A0(0)<1> &V38 V0040(0,0)<0;1,0>",
    ),
    (
        "An offset in brackets is in bytes. The init file of a program gives the size of the \
         elements; where nothing does, they are bytes.",
        "addr_add (M1, 1) A1(0)<1> &V38[616] V41(0,0)<0;1,0>",
    ),
    (
        "One channel has one width.",
        "addr_add (M1, 1) A1(0)<1> A0(3)<0> 4:uw",
    ),
    (
        "src0 takes no modifier.",
        "addr_add (M1, 1) A1(0)<1> (-)A0(0)<1> 4:uw",
    ),
    (
        "Nor does an immediate.",
        "addr_add (M1, 1) A1(0)<1> A0(0)<1> (-)4:uw",
    ),
    (
        "The destination has stride 1.",
        "addr_add (M1, 1) A1(0)<0> A0(0)<1> 4:uw",
    ),
];

const BYTES: &str = "\
### Bytes of ADDR_ADD

Numbers of more than one byte are little-endian.

";

/// What is wrong, and bytes.
const ILLEGAL: &[(&str, &str)] = &[
    ("another opcode", "298001000000000600060000050201000000"),
    ("a reserved size", "288601000000000600060000050201000000"),
    (
        "bit 3 of the exec byte",
        "288801000000000600060000050201000000",
    ),
    (
        "another kind of destination",
        "288006000600000600060000050201000000",
    ),
    ("a modifier of src0", "288001000000001600060000050201000000"),
    (
        "a region of src0",
        "28800100000000002600000000002201050201000000",
    ),
    (
        "a null stride",
        "288001000000000600060000002800000000002001",
    ),
    ("another type", "288001000000000600060000050101000000"),
    (
        "an immediate of 17 bits",
        "288001000000000600060000050200000100",
    ),
    ("a byte too few", "2880010000000006000600000502010000"),
    ("a byte too many", "28800100000000060006000005020100000000"),
];

pub fn section() -> String {
    format!(
        "## {TITLE}\n\n{INTRODUCTION}{TEXT}{}{}{BYTES}{}{}{}{}{}",
        operands(),
        spellings(),
        parts(),
        tags(),
        region(),
        examples(),
        legality()
    )
}

fn operands() -> String {
    let sizes = ExecSize::ALL.map(|size| size.channels().to_string());
    let mut rows: Vec<_> = OPERANDS
        .iter()
        .map(|(operand, takes)| [code(operand), (*takes).to_owned()])
        .collect();
    rows.insert(1, [code("size"), sizes.join(", ")]);
    table(["operand", "takes"], &rows)
}

fn spellings() -> String {
    let row = |(rule, line): &(&str, &str)| [(*rule).to_owned(), code(line), outcome(line)];
    let rows: Vec<_> = SPELLINGS.iter().map(row).collect();
    table(["rule", "line", "prints as"], &rows)
}

/// What becomes of a line on a part with native SIMD32.
fn outcome(line: &str) -> String {
    match visa::assemble(line, &visa::Variables::of_part(ADDRESS_ELEMENTS_SIMD32, 32)) {
        Ok(Some(instruction)) => code(&instruction.to_string()),
        Ok(None) => "nothing".to_owned(),
        Err(error) => format!("refused, {error}"),
    }
}

/// Numbered meanings.
fn codes(first: usize, meanings: impl IntoIterator<Item = String>) -> String {
    let meanings = meanings.into_iter().zip(first..);
    let meanings: Vec<_> = meanings
        .map(|(meaning, number)| format!("{number} {}", code(&meaning)))
        .collect();
    meanings.join(", ")
}

/// The instruction byte by byte.
fn parts() -> String {
    let sizes = codes(0, ExecSize::ALL.map(|size| size.channels().to_string()));
    let masks = codes(0, ChannelGroup::ALL.map(|group| group.to_string()));
    let exec = format!("bits 2:0 size, {sizes}; bits 6:4 mask, {masks}; bit 7 `_NM`");
    let opcode = bytes_of("addr_add (1) A0(0)<1> &V38 0:uw")[0];
    let rows = [
        ["0", "opcode", &code(&format!("{opcode:02x}"))],
        ["1", "exec byte", &exec],
        [
            "2 to 6",
            "dst",
            "an address operand, whose width nobody looks at",
        ],
        [
            "from 7",
            "src0",
            "an address operand, a general operand or a state operand",
        ],
        ["after it", "src1", "a general operand or an immediate"],
    ];
    let rows = rows.map(|row| row.map(str::to_owned));
    table(["bytes", "part", "values"], &rows)
}

/// What an operand consists of.
fn tags() -> String {
    // Each kind as the last or the only operand that may be it, with what comes before.
    let classes = StateClass::ALL.map(|class| class.letter().to_string());
    let rows = [
        (
            "address",
            "addr_add (1) A0(0)<1> A0(0)<1> 0:uw",
            "variable in 2 bytes, offset, width as a code of size".to_owned(),
        ),
        (
            "general",
            "addr_add (1) A0(0)<1> &V38 0:uw",
            "variable in 4 bytes, row, column, region in 2 bytes".to_owned(),
        ),
        (
            "state",
            "addr_add (1) A0(0)<1> &T6 0:uw",
            format!("class, {}, variable in 2 bytes, offset", codes(0, classes)),
        ),
    ];
    let immediate = bytes_of("addr_add (1) A0(0)<1> A0(0)<1> 0:uw").split_off(12);
    let mut rows: Vec<_> = rows
        .into_iter()
        .map(|(operand, line, body)| {
            let bytes = bytes_of(line);
            let length = bytes.len() - 7 - immediate.len();
            [
                operand.to_owned(),
                code(&format!("{:02x}", bytes[7])),
                length.to_string(),
                body,
            ]
        })
        .collect();
    rows.push([
        "immediate".to_owned(),
        code(&format!("{:02x}", immediate[0])),
        immediate.len().to_string(),
        format!(
            "type, {} for UW, value in 4 bytes",
            code(&format!("{:02x}", immediate[1]))
        ),
    ]);
    let modified = Modifier::ALL.into_iter().filter(|it| *it != Modifier::None);
    let modified: Vec<_> = modified
        .map(|modifier| {
            let text = modifier.text();
            let line = format!("addr_add (1) A0(0)<1> A0(0)<1> {text}V38(0,0)<0;1,0>");
            format!(
                "{} for {}",
                code(&format!("{:02x}", bytes_of(&line)[12])),
                code(text)
            )
        })
        .collect();
    format!(
        "{}The tag of a general operand as src1 also holds the modifier: {}. \
         The region of one as src0 is `<0;1,0>`.\n\n",
        table(["operand", "tag", "bytes", "after the tag"], &rows),
        modified.join(", ")
    )
}

/// The region of a general operand.
fn region() -> String {
    let region = |text: String| {
        let line = format!("addr_add (1) A0(0)<1> A0(0)<1> V38(0,0)<{text}>");
        let bytes = bytes_of(&line);
        VisaRegion(u16::from_le_bytes([bytes[19], bytes[20]]))
    };
    let row = |name: &str, bits: &str, codes: Vec<(u16, u8)>| {
        let codes: Vec<_> = codes
            .into_iter()
            .map(|(number, value)| format!("{number} {}", code(&value.to_string())))
            .collect();
        [bits.to_owned(), name.to_owned(), codes.join(", ")]
    };
    let strides = Stride::ALL.map(Stride::elements);
    let widths = ExecSize::ALL.map(ExecSize::channels);
    let vertical = strides.map(|v| (region(format!("{v};1,0")).vertical_stride(), v));
    let width = widths.map(|w| (region(format!("0;{w},0")).width(), w));
    let horizontal = strides.map(|h| (region(format!("0;1,{h}")).horizontal_stride(), h));
    let rows = [
        row("horizontal stride `h`", "11:8", horizontal.to_vec()),
        row("width `w`", "7:4", width.to_vec()),
        row("vertical stride `v`", "3:0", vertical.to_vec()),
    ];
    format!(
        "Bits of a region; bits 15:12 are 0:\n\n{}",
        table(["bits", "field", "values"], &rows)
    )
}

/// Lines of public dumps.
fn examples() -> String {
    let mut examples: Vec<AddrAdd> = Vec::new();
    for row in rows("visa_addr_add.tsv") {
        let instruction = assemble(&row[0]);
        if !examples.contains(&instruction) {
            examples.push(instruction);
        }
    }
    let row = |it: AddrAdd| [code(&it.to_string()), code(&hex(&visa::encode(&it)))];
    let rows: Vec<_> = examples.into_iter().map(row).collect();
    format!("Examples:\n\n{}", table(["text", "bytes"], &rows))
}

fn legality() -> String {
    let rules: Vec<_> = RULES.iter().map(|rule| sentence(rule.message)).collect();
    let row = |(what, digits): &(&str, &str)| {
        let pairs = (0..digits.len()).step_by(2);
        let bytes: Vec<u8> = pairs
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex digits"))
            .collect();
        let error = visa::decode(&bytes, ADDRESS_ELEMENTS_SIMD32).expect_err(what);
        [(*what).to_owned(), code(digits), error.to_string()]
    };
    let illegal: Vec<_> = ILLEGAL.iter().map(row).collect();
    format!(
        "### Rules of ADDR_ADD\n\n\
         Refused by the assembler, and illegal to execute:\n\n{}\
         Bytes that have no text, which the disassembler refuses and which are illegal to \
         execute:\n\n{}\
         Illegal to execute besides: src1 of another type than UW, and a src1 of which a channel \
         reads an element past the end, whatever the masks say.\n\n\
         In a program, a line of nothing but an even number of hex digits is an instruction's \
         bytes, legal or not.\n\n",
        list(&rules),
        table(["such as", "bytes", "why"], &illegal)
    )
}

fn assemble(line: &str) -> AddrAdd {
    let instruction = visa::assemble(line, &visa::Variables::of_part(ADDRESS_ELEMENTS_SIMD32, 32));
    instruction.expect(line).expect("an instruction")
}

fn bytes_of(line: &str) -> Vec<u8> {
    visa::encode(&assemble(line))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
