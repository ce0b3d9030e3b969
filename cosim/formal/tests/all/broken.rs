//! Deliberately wrong hardware.

use formal::prove::Hardware;

/// The exported hardware with one expression of one module replaced, for any number of lanes. The
/// replacement is in the form that contains the expression.
pub fn broken(module: &'static str, correct: &'static str, wrong: &'static str) -> Hardware {
    Hardware::changed(move |verilog| {
        let mut modules = verilog.match_indices("module ").filter(|&(place, word)| {
            let rest = verilog[place + word.len()..].strip_prefix(module);
            rest.is_some_and(|rest| rest.trim_start_matches(char::is_numeric).starts_with(" ("))
        });
        let start = modules.next().map_or(0, |(place, _)| place);
        let (before, after) = verilog.split_at(start);
        let end = after.find("endmodule").unwrap_or(after.len());
        let (body, rest) = after.split_at(end);
        assert!(body.matches(correct).count() <= 1, "{module}: {correct}");
        format!("{before}{}{rest}", body.replace(correct, wrong))
    })
}
