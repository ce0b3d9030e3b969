//! The keys of a description by their paths, such as `memory.0.tag`, and their places in its text.

use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A key and its value.
pub struct Key {
    /// Places of both, in bytes of the text.
    pub name: Range<usize>,
    pub value: Range<usize>,
    /// The value, if it is a string.
    pub text: Option<String>,
    /// The value, if it is an integer.
    pub number: Option<i64>,
    is_false: bool,
}

/// All keys of a description.
#[derive(Default)]
pub struct Keys(BTreeMap<String, Key>);

impl Keys {
    /// The keys of a table and of the tables in it.
    pub fn new(table: &DeTable<'_>) -> Keys {
        let mut keys = Keys::default();
        keys.add_table("", table);
        keys
    }

    fn add_table(&mut self, path: &str, table: &DeTable<'_>) {
        for (name, value) in table {
            self.add(format!("{path}{}", name.get_ref()), name.span(), value);
        }
    }

    fn add(&mut self, path: String, name: Range<usize>, value: &Spanned<DeValue<'_>>) {
        let within = format!("{path}.");
        match value.get_ref() {
            DeValue::Table(table) => self.add_table(&within, table),
            DeValue::Array(values) => {
                for (number, value) in values.iter().enumerate() {
                    self.add(format!("{within}{number}"), value.span(), value);
                }
            }
            _ => {}
        }
        let number = value.get_ref().as_integer();
        let number = number.and_then(|it| i64::from_str_radix(it.as_str(), it.radix()).ok());
        let key = Key {
            name,
            value: value.span(),
            text: value.get_ref().as_str().map(str::to_owned),
            number,
            is_false: value.get_ref().as_bool() == Some(false),
        };
        self.0.insert(path, key);
    }

    /// Returns whether there is a key at `path` that is not false.
    pub fn has(&self, path: &str) -> bool {
        self.0.get(path).is_some_and(|key| !key.is_false)
    }

    pub fn get(&self, path: &str) -> Option<&Key> {
        self.0.get(path)
    }

    /// Place of the value at `path`; the first byte if there is none.
    pub fn place(&self, path: &str) -> Range<usize> {
        self.0.get(path).map_or(0..0, |key| key.value.clone())
    }

    /// Place of the name at `path`.
    pub fn name(&self, path: &str) -> Range<usize> {
        self.0.get(path).map_or(0..0, |key| key.name.clone())
    }

    /// Keys with strings of the table at `path`, each without the table's name.
    pub fn texts<'a>(&'a self, path: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let within = self.0.range(path.to_owned()..);
        let within = within.map_while(move |(of, key)| Some((of.strip_prefix(path)?, key)));
        within.filter_map(|(name, key)| Some((name.strip_prefix('.')?, key.text.as_deref()?)))
    }

    /// All keys, with their paths.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Key)> {
        self.0.iter().map(|(path, key)| (&**path, key))
    }
}
