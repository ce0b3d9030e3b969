//! The lanes of a Verilated model, rolled up into loops again.
//!
//! Verilator unrolls a generate loop: 32 members and 32 copies of each statement. Clang's
//! vectoriser of straight-line code joins them only where it recognises them; its vectoriser of
//! loops does so nearly always. So the members of one register become an array, and statements
//! that are the same but for the lane become one loop that is exactly one vector iteration long.
//!
//! Only functions with `_sequent__` in their names are rewritten, which run in each cycle. Where
//! there are none, only the members become arrays.
//!
//! What makes this right: two names in Verilator's code never mean one variable, and it gives a
//! name to one variable of a function only. So a statement reads and writes just what it names
//! ([`statement::Statement::conflicts`]). Statements are joined only if
//! * they are the same token by token but for numbers, and each number is a known function of
//!   the lane ([`family::Family`]), so that the statement of a lane is the loop's body there;
//! * no two of them conflict, so that their order among each other does not matter;
//! * all can be moved to the place of the first, or of the last, without passing a statement
//!   with which they conflict.
//!
//! Lanes that read otherwise stay as they are, and so does whatever is not understood: calls,
//! divisions, casts to other types, anything with a side effect.

mod block;
mod canonical;
mod family;
mod group;
mod insertion;
mod members;
mod print;
mod reduction;
mod spelling;
mod statement;
mod template;
#[cfg(test)]
mod tests;
mod tokens;
#[cfg(test)]
mod versions;

use members::Variables;

/// From how many lanes on statements are joined.
const FEWEST: usize = 8;

/// A set of lanes has to fit a mask of 32 bits.
const MOST: usize = 32;

/// The C++ of one class.
pub struct Rolled {
    pub header: String,
    pub sources: Vec<String>,
    pub counts: Counts,
}

/// What became of the statements that write an element of a lane's array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub loops: usize,
    /// Statements that these loops took the place of.
    pub joined: usize,
    /// Statements that are as they were.
    pub left: usize,
}

/// `header` and all `sources` of one class, with the members of generate loops as arrays; in the
/// functions for each cycle, loops over the lanes.
pub fn roll(header: &str, sources: &[String]) -> Rolled {
    let sources: Vec<String> = sources
        .iter()
        .map(|source| spelling::by_pointer(source))
        .collect();
    let (header, variables) = members::as_arrays(header, &sources);
    let mut counts = Counts::default();
    let rolled = |source: &String| {
        let source = members::renamed(source, &variables);
        functions(&source, &variables, &mut counts)
    };
    Rolled {
        header,
        sources: sources.iter().map(rolled).collect(),
        counts,
    }
}

/// Rewrites the functions that run in each cycle.
fn functions(source: &str, members: &Variables, counts: &mut Counts) -> String {
    let mut text = String::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        let each_cycle = line.contains("_sequent__") && line.ends_with(" vlSelf) {");
        if !each_cycle || line.contains("COLD") {
            continue;
        }
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
        // The preprocessor's lines are no statements.
        text += &if body.iter().any(|line| line.trim_start().starts_with('#')) {
            body.join("\n") + "\n"
        } else {
            function(&body.join("\n"), members.clone(), counts)
        };
        text += "}\n";
    }
    text
}

/// The body of a function; `variables` are the members.
fn function(body: &str, mut variables: Variables, counts: &mut Counts) -> String {
    let body = spelling::plain(tokens::tokens(body));
    let body = members::locals_as_arrays(&body, &mut variables);
    block::Scope::new(&variables, counts).block(&body)
}
