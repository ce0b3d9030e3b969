//! GTKWave's save file.

use super::view::{Colour, ShownSignal, WaveView};
use super::wave::CYCLE;

/// GTKWave's flags of a signal.
const HEX: &str = "@22";
const BITS: &str = "@28";
const DECIMAL: &str = "@24";
const ASCII: &str = "@820";
/// Start and end of an open group, and of a closed one, which shows its name alone.
const OPEN: [&str; 2] = ["@800200", "@1000200"];
const CLOSED: [&str; 2] = ["@c00200", "@1401200"];

/// Name of the save file beside the wave file, in relative paths.
const SAVED_AS: &str = "save.gtkw";

/// Nanoseconds that are shown before the marker.
const MARGIN: u64 = 30;

/// The save file of the wave file `name`.
pub fn save_file(view: &WaveView, name: &str) -> String {
    let start = view.marker.saturating_sub(MARGIN);
    // GTKWave follows the relative path from `savefile` to `dumpfile`, starting at the file's
    // real folder. The zoom is followed by the primary marker, then by the named ones, of
    // which there are none.
    let (marker, named) = (view.marker, " -1".repeat(27));
    let mut text = format!(
        "[dumpfile] \"/{name}\"\n[savefile] \"/{SAVED_AS}\"\n[timestart] {start}\n\
         [size] 1500 1000\n*-3.3 {marker}{named}\n[signals_width] 420\n[sst_expanded] 0\n"
    );
    for section in &view.sections {
        let [begin, end] = if section.open { OPEN } else { CLOSED };
        let title = &section.title;
        text += &format!("{begin}\n-{title}\n");
        for signal in &section.signals {
            text += &line(signal);
        }
        text += &format!("{end}\n-{title}\n");
    }
    text
}

/// The lines of a signal.
fn line(signal: &ShownSignal) -> String {
    let ShownSignal {
        alias,
        path,
        width: all,
        range,
        ..
    } = signal;
    let colour = match signal.colour {
        Colour::Plain => 0,
        Colour::Red => 1,
        Colour::Orange => 2,
        Colour::Yellow => 3,
    };
    let width = signal.part.map_or(*all, |(_, width)| width);
    let flags = match width {
        1 => BITS,
        _ if path == CYCLE => DECIMAL,
        _ if signal.is_text() => ASCII,
        _ => HEX,
    };
    let Some((lowest, width)) = signal.part else {
        let alias = match &**alias {
            "" => String::new(),
            alias => format!("+{{{alias}}} "),
        };
        return format!("{flags}\n[color] {colour}\n{alias}{path}{range}\n");
    };
    let mut text = format!("{flags}\n[color] {colour}\n#{{{alias}}}");
    // GTKWave counts bits from the highest one.
    for bit in (lowest..lowest + width).rev() {
        text += &format!(" ({}){path}{range}", all - 1 - bit);
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debug::waves::recorder::ViewFocus;
    use crate::debug::waves::view::view;
    use isa::ports::Group;
    use vcd::{Header, Parser};

    /// The header of a wave file of the module `unit` in a scope `above`. It has an inner instance
    /// of the same name.
    fn header(above: [&str; 2]) -> Header {
        let unit = "$scope module unit $end $var wire 1 # clock $end \
            $var wire 1024 $ sum_lo [1023:0] $end $scope module lanes[1] $end \
            $scope module lane $end $var wire 32 % base_lo_s1 [31:0] $end $upscope $end \
            $upscope $end $scope module unit $end $var wire 1 & clock $end $upscope $end \
            $upscope $end";
        let text = format!("{}{unit}{}\n$enddefinitions $end\n", above[0], above[1]);
        let parsed = Parser::new(text.as_bytes()).parse_header();
        parsed.expect("a header")
    }

    #[test]
    fn signals_are_named_where_the_wave_file_has_them() {
        let shown = ViewFocus {
            lane: 1,
            families: vec![Group::Lea, Group::Access],
            cycle: Some(6),
            mismatch: None,
        };
        // Scopes of Verilator 5.006, and of later ones.
        let below = ["$scope module top $end ", " $upscope $end"];
        let beside = ["$scope module $rootio $end $upscope $end ", ""];
        for (above, ports) in [(below, "top.unit"), (beside, "unit")] {
            let save = view(&header(above), "unit", &shown).expect("a scope");
            let save = save_file(&save, "wave.vcd");
            for line in [
                format!("{ports}.clock"),
                format!("{ports}.lanes[1].lane.base_lo_s1[31:0]"),
            ] {
                assert!(save.lines().any(|found| found == line), "{line}: {save}");
            }
            let lowest = format!("(991){ports}.sum_lo[1023:0]\n");
            assert!(save.contains(&lowest), "{save}");
            // The file has no other ports and no expected values.
            for missing in ["request_valid", "expected.", "text."] {
                assert!(!save.contains(missing), "{missing}: {save}");
            }
        }
        assert!(view(&header(beside), "core", &shown).is_none());
    }
}
