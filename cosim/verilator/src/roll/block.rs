//! Blocks of statements, and those within their branches.

use super::Counts;
use super::group::{Group, runs};
use super::insertion;
use super::members::Variables;
use super::statement::Statement;
use super::tokens::{at, closing, part, statements};

/// A function that is rewritten.
pub struct Scope<'a> {
    pub variables: &'a Variables,
    pub counts: &'a mut Counts,
    names: usize,
}

impl<'a> Scope<'a> {
    pub fn new(variables: &'a Variables, counts: &'a mut Counts) -> Scope<'a> {
        Scope {
            variables,
            counts,
            names: 0,
        }
    }

    /// A name for a new variable. The hardware's begin with the path of their module.
    pub fn name(&mut self) -> String {
        self.names += 1;
        format!("rolled_{}", self.names)
    }

    /// The statements of `block` with loops, one in a line.
    pub fn block(&mut self, block: &[String]) -> String {
        let list = statements(block).into_iter().map(Statement::new);
        let mut list = insertion::joined(list.collect());
        for run in runs(&list, self.variables) {
            if let Some(group) = Group::of(&list, &run, self.variables) {
                list = group.join(list, self.counts);
            }
        }
        let mut text = String::new();
        for statement in list {
            text += &match &statement.text {
                Some(text) => text.clone(),
                None if at(&statement.tokens, 0) == "if" => self.branches(&statement.tokens),
                None => {
                    let is_left = statement.target(self.variables).is_some();
                    self.counts.left += usize::from(is_left);
                    self.gather(statement)
                }
            };
            text.push('\n');
        }
        text
    }

    fn branches(&mut self, tokens: &[String]) -> String {
        let (mut text, mut i) = (String::new(), 0);
        while let Some(token) = tokens.get(i) {
            match closing(tokens, i).filter(|_| token == "{") {
                Some(end) => {
                    text += &format!("{{\n{}}}", self.block(part(tokens, i + 1..end)));
                    i = end + 1;
                }
                None => {
                    text += &format!("{token} ");
                    i += 1;
                }
            }
        }
        text
    }
}
