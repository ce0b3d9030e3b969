//! The lanes of a Verilated model, rolled up into loops again.
//!
//! Verilator unrolls a generate loop: 32 members and 32 copies of each statement. Clang's
//! vectoriser of straight-line code joins them only where it recognises them; its vectoriser of
//! loops does so nearly always. So the members of one register become an array (`members`), and
//! statements that are the same but for the lane become one loop that is exactly one vector
//! iteration long (`join`); long chains of ORs with a term for each lane become reductions
//! (`gather`). It makes the 32-lane unit's model more than half as fast again.
//!
//! What makes this right: names in Verilator's code never alias, so a statement reads and writes
//! just what it names (`statement`). Statements are joined only if
//! * they are the same token by token but for numbers, and each number is a known function of
//!   the lane (`family`), so that the statement of a lane is the loop's body there (`template`);
//! * no two of them conflict, so that their order among each other does not matter;
//! * all can be moved to the place of the first, or of the last, without passing a statement
//!   with which they conflict.
//!
//! Whatever is not understood stays as it is; so does all that does not run in every cycle, by
//! the names that Verilator gives its functions.

mod family;
mod gather;
mod join;
mod members;
mod statement;
mod template;
mod tokens;

#[cfg(test)]
mod tests;

use members::{Arrays, elements, locals_as_arrays, members_as_arrays};
use statement::Statement;
use tokens::{closing, statements, tokens};

/// Verilator's types of up to 8, 16, 32 and 64 bits.
const KINDS: [&str; 4] = ["CData", "SData", "IData", "QData"];

/// Fewer lanes are no loop.
const FEWEST: usize = 8;

/// Lanes of a warp.
const MOST: usize = 32;

/// `header` (laid out by `arrange`) and all `sources` of one class, with the members of generate
/// loops as arrays; in its functions for each cycle, loops over the lanes.
pub fn roll(header: &str, sources: &[String]) -> (String, Vec<String>) {
    let mut arrays = Arrays::new();
    let header = members_as_arrays(header, &mut arrays);
    let sources = sources
        .iter()
        .map(|source| functions(&elements(source, &arrays), &arrays));
    let sources = sources.collect();
    (header, sources)
}

/// Rewrites the functions that run in each cycle.
fn functions(source: &str, members: &Arrays) -> String {
    let mut text = String::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        let hot = line.contains("_sequent__") && line.ends_with(" vlSelf) {");
        if !hot || line.contains("COLD") {
            continue;
        }
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
        if body.iter().any(|line| line.trim_start().starts_with('#')) {
            text += &format!("{}\n}}\n", body.join("\n"));
            continue;
        }
        let mut arrays = members.clone();
        let body = locals_as_arrays(&tokens(&body.join("\n")), &mut arrays);
        text += &format!(
            "{}}}\n",
            Roller {
                arrays: &arrays,
                names: 0
            }
            .block(&body)
        );
    }
    text
}

/// Rewrites the body of one function.
struct Roller<'a> {
    arrays: &'a Arrays,
    /// Names that were made.
    names: usize,
}

impl Roller<'_> {
    /// A name that the function does not have.
    fn name(&mut self) -> String {
        self.names += 1;
        format!("rolled_{}", self.names)
    }

    /// The statements of a block, rolled up where that is right.
    fn block(&mut self, block: &[String]) -> String {
        let mut list: Vec<Statement> = statements(block).into_iter().map(Statement::new).collect();
        for run in self.runs(&list) {
            self.join(&mut list, &run);
        }
        let mut text = String::new();
        for statement in list {
            text += &match &statement.text {
                Some(text) => text.clone(),
                None if statement.tokens.first().is_some_and(|token| token == "if") => {
                    self.branches(&statement.tokens)
                }
                None => self.gather(statement),
            };
            text.push('\n');
        }
        text
    }

    /// An `if`, with its blocks rolled up.
    fn branches(&mut self, tokens: &[String]) -> String {
        let (mut text, mut i) = (String::new(), 0);
        while i < tokens.len() {
            match closing(tokens, i).filter(|_| tokens[i] == "{") {
                Some(end) => {
                    text += &format!("{{\n{}}}", self.block(&tokens[i + 1..end]));
                    i = end + 1;
                }
                None => {
                    text += &format!("{} ", tokens[i]);
                    i += 1;
                }
            }
        }
        text
    }
}
