//! The documentation of blocks in the source files, for the Verilog's comments.
//!
//! A block knows its fields but neither its type's name nor its comments, so the
//! sources are read as text: the `//!` lines are the module's header, the `///`
//! lines above a field are the comment of its port. A line `$($masks)*`
//! stands for the ports of that section of the table in `isa`, whose comments are in
//! `ports.txt`. A line can have several fields.

use include_dir::{include_dir, Dir, File};
use isa::ports::Shape;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// One block's documentation.
pub struct Documentation {
    /// The file's name without ending, which is the Verilog module's name.
    pub name: &'static str,
    /// The lines of the file's `//!` comment.
    pub header: Vec<&'static str>,
    /// The lines above each field: comments, and whether a blank line precedes.
    pub fields: BTreeMap<&'static str, FieldComment>,
    /// A field that is as wide, or has as many elements, as the block has lanes; none where the
    /// block is the same for any number of lanes.
    pub a_lane_each: Option<&'static str>,
    /// Sub-blocks that are not there in each width.
    optional: Vec<&'static str>,
}

/// The comment above a field.
#[derive(Default, Clone)]
pub struct FieldComment {
    /// A blank line sets the field apart from the one before.
    pub group_start: bool,
    pub lines: Vec<&'static str>,
}

static SOURCES: Dir = include_dir!("$CARGO_MANIFEST_DIR/src");

/// Ports that the decoders of words have in common, in the file of their macro.
const WORD_DECODER: (&str, &str) = (
    "word_decoder! {",
    include_str!("../decoder/word_decoder.rs"),
);

/// The documentation of each block in `folder` and below it: a file has one block at most.
fn in_folder(folder: &'static Dir) -> Vec<Documentation> {
    let of_file = |file: &'static File| {
        let text = file.contents_utf8()?;
        let stem = file.path().file_stem().filter(|name| *name != "mod");
        let name = stem.or(folder.path().file_name())?.to_str()?;
        text.contains("pub struct").then(|| parse(name, text))
    };
    let own = folder.files().filter_map(of_file);
    own.chain(folder.dirs().flat_map(in_folder)).collect()
}

/// The documentation of the block that declares exactly `fields` (sorted), but for sub-blocks
/// that are not present.
pub fn find(fields: &[String]) -> Option<&'static Documentation> {
    static ALL: OnceLock<Vec<Documentation>> = OnceLock::new();
    let all = ALL.get_or_init(|| in_folder(&SOURCES));
    all.iter().find(|documentation| {
        let has = |field: &&str| {
            fields
                .binary_search_by(|known| known.as_str().cmp(field))
                .is_ok()
        };
        let declared = documentation.fields.keys().copied();
        declared
            .filter(|field| !documentation.optional.contains(field) || has(field))
            .eq(fields.iter().map(String::as_str))
    })
}

fn parse(name: &'static str, source: &'static str) -> Documentation {
    let header = source
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .filter(|line| !line.trim().starts_with("```"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    let (macro_name, common) = WORD_DECODER;
    let common = Some(common).filter(|_| source.contains(macro_name));
    let body = std::iter::once(source).chain(common).flat_map(|source| {
        let lines = source.lines().map(str::trim);
        let after = lines.skip_while(|line| !line.starts_with("pub struct"));
        after.skip(1).take_while(|&line| line != "}")
    });
    let mut fields: BTreeMap<&str, FieldComment> = BTreeMap::new();
    let mut a_lane_each = None;
    let mut optional = Vec::new();
    for (field, kind, comment) in commented(body) {
        if let Some(section) = field.strip_prefix("$($") {
            let section = section.trim_end_matches(")*");
            let ports = SECTIONS.iter().find(|(name, _)| *name == section);
            for &(port, shape) in ports.map_or(&[][..], |(_, ports)| ports) {
                fields.insert(port, of_ports().get(port).cloned().unwrap_or_default());
                if let Shape::Lane(_) = shape {
                    a_lane_each.get_or_insert(port);
                }
            }
            continue;
        }
        let mut comment = Some(comment);
        // A name that begins with an underscore is no field to RustHDL.
        for name in field.split(' ').filter(|name| !name.starts_with('_')) {
            let entry = fields.entry(name);
            entry.or_insert_with(|| comment.take().unwrap_or_default());
        }
        if kind.contains("Optional<") {
            optional.push(field);
        }
        let is_net = kind.contains("Signal<");
        if is_net && (kind.contains("Bits<LANES>") || kind.contains("; LANES]")) {
            a_lane_each.get_or_insert(field);
        }
    }
    Documentation {
        name,
        header,
        fields,
        a_lane_each,
        optional,
    }
}

macro_rules! sections {
    ($($section:ident: $(
        inputs { $($input:ident $of_input:ident $input_shape:ident $input_bits:tt
            $input_meaning:tt,)* }
        outputs { $($output:ident $of_output:ident $output_shape:ident $output_bits:tt
            $care:ident $when:ident $output_meaning:tt,)* }
    ),*;)*) => {
        /// The sections of the table of ports.
        const SECTIONS: &[(&str, &[(&str, Shape)])] = &[$((stringify!($section), &[$(
            $((stringify!($input), Shape::$input_shape($input_bits)),)*
            $((stringify!($output), Shape::$output_shape($output_bits)),)*
        )*]),)*];
    };
}

isa::port_sections!(sections);

/// The comments of ports of the table.
fn of_ports() -> &'static BTreeMap<&'static str, FieldComment> {
    static PORTS: OnceLock<BTreeMap<&str, FieldComment>> = OnceLock::new();
    PORTS.get_or_init(|| {
        let ports = commented(include_str!("ports.txt").lines());
        ports.map(|(port, _, comment)| (port, comment)).collect()
    })
}

/// Fields with their types and comments, and lines that stand for a section of the table.
fn commented(
    lines: impl Iterator<Item = &'static str>,
) -> impl Iterator<Item = (&'static str, &'static str, FieldComment)> {
    let mut comment = FieldComment::default();
    lines.filter_map(move |line| {
        if line.is_empty() {
            comment.group_start = true;
        } else if let Some(text) = line.strip_prefix("///") {
            comment.lines.push(text.trim());
        } else if line.starts_with("$($") {
            return Some((line, "", std::mem::take(&mut comment)));
        } else if let Some((field, kind)) = line.split_once(':') {
            let field = field.trim().trim_start_matches("pub ");
            return Some((field, kind, std::mem::take(&mut comment)));
        }
        None
    })
}
