//! Deliberately wrong decoders, which the vectors have to show.

use rtl::export::SeededBug;

const fn wrong(
    name: &'static str,
    module: &'static str,
    place: &'static str,
    correct: &'static str,
    wrong: &'static str,
) -> SeededBug {
    SeededBug {
        name,
        module,
        place,
        correct,
        wrong,
        declaration: "",
    }
}

const MAXWELL: &str = "agu_maxwell_decode";
pub const MAXWELL_FAULTS: &[SeededBug] = &[
    wrong(
        "a bit of LEA that no field lists is not looked at",
        MAXWELL,
        "(lea_lo & {})",
        "word[44]",
        "1'b0",
    ),
    wrong(
        "CC together with Plg is taken",
        MAXWELL,
        "assign cc_and_plg = {} &",
        "word[47]",
        "1'b0",
    ),
    wrong(
        "modes of LDC are taken",
        MAXWELL,
        "| {})",
        "(|word[45:44])",
        "1'b0",
    ),
    wrong(
        "LDG has no .U.128",
        MAXWELL,
        "& ({} | stg | direct)",
        "st",
        "(st | ldg)",
    ),
    wrong(
        "imm20 without its sign",
        MAXWELL,
        "if ({}) begin",
        "word[56]",
        "1'b0",
    ),
    wrong(
        "a pair may end at RZ",
        "agu_register_groups",
        "assign no_pair = (data != NO_REGISTER) & (data[0] | {});",
        "(data == LAST_PAIR)",
        "1'b0",
    ),
    wrong(
        "no pair at RZ",
        "agu_register_groups",
        "assign no_pair = {} &",
        "(data != NO_REGISTER)",
        "1'b1",
    ),
];

const FERMI: &str = "agu_fermi_decode";
pub const FERMI_FAULTS: &[SeededBug] = &[
    wrong(
        "cache bits of forms without them are not looked at",
        FERMI,
        "| ({} & (|word[9:8]))",
        "no_cache",
        "1'b0",
    ),
    wrong(
        "a MOV's unused register field is not looked at",
        FERMI,
        "(word[9] | {})",
        "(|word[25:20])",
        "1'b0",
    ),
    wrong(
        "type 7 is taken",
        FERMI,
        "(access_form & {})",
        "(word[7:5] == 3'd7)",
        "1'b0",
    ),
    wrong(
        "LDLK's predicate without its upper bit",
        FERMI,
        "assign lock = {} ?",
        "word[58]",
        "1'b0",
    ),
    wrong(
        "bit 58 of LDLK as .E",
        FERMI,
        "assign wide = ({} | ldu | st)",
        "ld",
        "(ld | ldlk)",
    ),
    wrong(
        "RZ stays 63",
        "agu_fermi_register",
        "assign number = {} ?",
        "(index == ZERO_REGISTER)",
        "1'b0",
    ),
];

const ADDR_ADD: &str = "agu_addr_add_decode";
const SOURCE: &str = "agu_addr_add_source";
const OFFSET: &str = "agu_addr_add_offset";
pub const ADDR_ADD_FAULTS: &[SeededBug] = &[
    wrong(
        "any opcode",
        ADDR_ADD,
        "known_head = {} &",
        "(word[7:0] == 8'h28)",
        "1'b1",
    ),
    wrong(
        "bit 3 of the exec byte is not looked at",
        ADDR_ADD,
        "& {} &",
        "~word[11]",
        "1'b1",
    ),
    wrong(
        "a destination of any tag",
        ADDR_ADD,
        "& {};",
        "(word[23:16] == 8'd1)",
        "1'b1",
    ),
    wrong(
        "sixteen channels from a multiple of eight on",
        ADDR_ADD,
        "((size == 3'd4) & {})",
        "~(|group[1:0])",
        "~group[0]",
    ),
    wrong(
        "thirty-two channels from anywhere on",
        ADDR_ADD,
        "((size == 3'd5) & {})",
        "~(|group)",
        "1'b1",
    ),
    wrong(
        "a destination past its variable",
        ADDR_ADD,
        "& {} &",
        "~range_outside",
        "1'b1",
    ),
    wrong(
        "src1 where it is behind an address operand",
        ADDR_ADD,
        "src1_body = {} ?",
        "src0_general",
        "1'b0",
    ),
    wrong(
        "length without src1",
        ADDR_ADD,
        "else if ({}) begin",
        "src1_general",
        "1'b0",
    ),
    wrong(
        "thirty-two elements on every part",
        "agu_element_range",
        "outside = {} ?",
        "native_simd32",
        "1'b1",
    ),
    wrong(
        "an element more than there are",
        "agu_element_range",
        ": {};",
        "(past > ELEMENTS)",
        "(past > ELEMENTS + 9'd1)",
    ),
    wrong(
        "an address operand of any width",
        SOURCE,
        "(address & {} &",
        "width_fits",
        "1'b1",
    ),
    wrong(
        "an address operand past its variable",
        SOURCE,
        "& {})",
        "~range_outside",
        "1'b1",
    ),
    wrong(
        "the address of V13 is refused",
        SOURCE,
        "& {} &",
        "(number != ARGUMENTS)",
        "1'b1",
    ),
    wrong(
        "the address of V31 is taken",
        SOURCE,
        "{} &",
        "(number < FIRST_FREE_VARIABLE)",
        "(number < FIRST_FREE_VARIABLE - 32'd1)",
    ),
    wrong(
        "the address of T5 is taken",
        SOURCE,
        "& {}",
        "(state_number >= FIRST_FREE_SURFACE)",
        "(state_number >= FIRST_FREE_SURFACE - 16'd1)",
    ),
    wrong(
        "S5 is refused as T5",
        SOURCE,
        "{} |",
        "(state_class == 8'd1)",
        "1'b0",
    ),
    wrong(
        "any region of src0",
        SOURCE,
        "(general & {} &",
        "(body[63:48] == SCALAR_REGION)",
        "1'b1",
    ),
    wrong(
        "a modifier of an immediate",
        OFFSET,
        "is_immediate = {};",
        "tag == 8'd5",
        "(tag & 8'he7) == 8'd5",
    ),
    wrong(
        "a tag with bit 6",
        OFFSET,
        "general = {} ==",
        "(tag & 8'he7)",
        "(tag & 8'ha7)",
    ),
    wrong(
        "(-) for (abs)",
        OFFSET,
        "absolute = general & {};",
        "tag[3]",
        "tag[4]",
    ),
    wrong(
        "a null width of the region",
        OFFSET,
        "& {} &",
        "(|region[6:5])",
        "1'b1",
    ),
    wrong(
        "an immediate of another type",
        OFFSET,
        "unsigned_word = {} &",
        "(body[7:0] == 8'd2)",
        "1'b1",
    ),
    wrong(
        "an immediate of 32 bits",
        OFFSET,
        "& {};",
        "~(|value[31:16])",
        "1'b1",
    ),
];

const DECODER: &str = "agu_decoder";
pub const DECODER_FAULTS: &[SeededBug] = &[
    wrong(
        "a word only every other cycle",
        DECODER,
        "advance = {} | ~valid_stage;",
        "record_ready",
        "1'b0",
    ),
    wrong(
        "a word enters over a record that waits",
        DECODER,
        "| {};",
        "~valid_stage",
        "1'b1",
    ),
    wrong(
        "a record comes twice",
        DECODER,
        "valid_stage <= {};",
        "taken",
        "taken | valid_stage",
    ),
    wrong(
        "ready in reset",
        DECODER,
        "word_ready = advance & {};",
        "~reset",
        "1'b1",
    ),
    wrong(
        "a word enters in reset",
        DECODER,
        "taken = word_valid & {};",
        "~reset",
        "1'b1",
    ),
    wrong(
        "a record that waits survives reset",
        DECODER,
        "if (advance | {}) begin",
        "reset",
        "1'b0",
    ),
    wrong(
        "Maxwell words are Fermi words too",
        DECODER,
        ".valid(taken & {})",
        "(isa == 2'd1)",
        "(isa <= 2'd1)",
    ),
    wrong(
        "what is of no ISA is an ADDR_ADD",
        DECODER,
        ".valid(taken & {})",
        "(isa == 2'd2)",
        "isa[1]",
    ),
    wrong(
        "what is of no ISA is not illegal",
        DECODER,
        "unknown = taken & {};",
        "(isa == 2'd3)",
        "1'b0",
    ),
];
