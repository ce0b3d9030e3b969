//! Variables of a kernel that text refers to, by their declarations, and sizes of the part.
//!
//! ```text
//! .decl V0035 v_type=G type=uw num_elts=16 align=GRF
//! .decl ShuffleTmp v_type=G type=uw num_elts=32 alias=<V0035, 0>
//! .decl A0 v_type=A num_elts=8
//! ```

use std::collections::BTreeMap;
use std::iter;

use super::instruction::{ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32};
use super::reader::number_in;
use crate::codes::codes;
use crate::error::TextError;
use crate::lexer;

/// Bytes of a row of the register file: 32, or 64 on parts from Xe-HPC on.
pub const GRF_BYTES: [u8; 2] = [32, 64];

codes! {
    /// Type of a general variable's elements. Data of floats are written as bit patterns.
    ElementType.name {
        Ub = "ub",
        B = "b",
        Uw = "uw",
        W = "w",
        Ud = "ud",
        D = "d",
        Uq = "uq",
        Q = "q",
        Hf = "hf",
        F = "f",
        Df = "df",
    }
}

impl ElementType {
    /// All names, for messages.
    pub const NAMES: &str = "ub, b, uw, w, ud, d, uq, q, hf, f or df";

    /// The type of a name, upper or lower case.
    pub fn from_name(name: &str) -> Option<ElementType> {
        let mut types = ElementType::ALL.into_iter();
        types.find(|it| it.name().eq_ignore_ascii_case(name))
    }

    /// Size of an element in bytes.
    pub fn bytes(self) -> u32 {
        match self {
            ElementType::Ub | ElementType::B => 1,
            ElementType::Uw | ElementType::W | ElementType::Hf => 2,
            ElementType::Ud | ElementType::D | ElementType::F => 4,
            ElementType::Uq | ElementType::Q | ElementType::Df => 8,
        }
    }
}

/// A general variable's declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Number of the variable.
    pub variable: u32,
    /// Type of its elements, if it is declared.
    pub element: Option<ElementType>,
    /// Size in bytes.
    pub bytes: u32,
    /// Variable in which it lies, and the byte where it starts.
    pub alias: Option<(u32, u32)>,
}

/// Variables that text refers to, and sizes of the part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variables {
    /// Most elements of an address variable, 16, or 32 on parts with native SIMD32. A declaration of
    /// more than 16 sets it.
    pub address_elements: u8,
    /// Whether no declaration sets that number.
    pub is_part_given: bool,
    /// Bytes of a row of the register file, one of [`GRF_BYTES`].
    pub grf_bytes: u8,
    elements: BTreeMap<u32, ElementType>,
    /// Elements of the declared address variables.
    address: BTreeMap<u32, u8>,
    /// Class and number of a declared name that is not a letter and a number.
    names: BTreeMap<String, (char, u32)>,
    /// Number of declarations of each class, in the order of [`CLASSES`].
    declared: [u32; CLASSES.len()],
}

/// Letters of the classes, and the first number that is not predefined.
const CLASSES: [(char, u32); 4] = [('V', 32), ('A', 0), ('T', 6), ('S', 0)];

impl Default for Variables {
    fn default() -> Variables {
        Variables {
            address_elements: ADDRESS_ELEMENTS,
            is_part_given: false,
            grf_bytes: GRF_BYTES[0],
            elements: BTreeMap::new(),
            address: BTreeMap::new(),
            names: BTreeMap::new(),
            declared: [0; CLASSES.len()],
        }
    }
}

impl Variables {
    /// No declared variables, on a part with such address variables and rows.
    pub fn of_part(address_elements: u8, grf_bytes: u8) -> Variables {
        Variables {
            address_elements,
            grf_bytes,
            ..Variables::default()
        }
    }

    /// Gives a general variable a type.
    pub fn set_element(&mut self, variable: u32, element: ElementType) {
        self.elements.insert(variable, element);
    }

    /// Element size of a general variable in bytes; 1 where its type is not known.
    pub fn element_bytes(&self, variable: u32) -> u32 {
        let element = self.elements.get(&variable).copied();
        element.map_or(1, ElementType::bytes)
    }

    /// Elements of an address variable: those of its declaration, else the most.
    pub fn elements_of(&self, variable: u16) -> u8 {
        let declared = self.address.get(&variable.into());
        declared.copied().unwrap_or(self.address_elements)
    }

    /// Finds a variable by a declared name, else by a letter and a number. Returns the letter of
    /// its class and its number, which may be out of any range.
    pub(super) fn find(&self, name: &str) -> Option<(char, i64)> {
        let declared = self.names.get(name);
        let declared = declared.map(|(class, number)| (*class, i64::from(*number)));
        declared.or_else(|| number_in(name))
    }

    /// Reads a `.decl` line; other lines declare nothing. A name that is not a letter and a number
    /// gets its number of the binary: its place among the declarations of its class.
    ///
    /// Returns the declaration of a general variable.
    ///
    /// # Errors
    /// A declaration that cannot be understood, and a variable whose number a name has already,
    /// with the column.
    pub fn declare(&mut self, line: &str) -> Result<Option<Declaration>, TextError> {
        let code = lexer::strip_comments(line)?;
        let Some(rest) = code.trim_start().strip_prefix(".decl") else {
            return Ok(None);
        };
        if rest.starts_with(|next: char| !next.is_whitespace()) {
            return Ok(None);
        }
        let column = |part: &str| {
            let before = part.as_ptr() as usize - code.as_ptr() as usize;
            code[..before].chars().count() + 1
        };
        let error = |part, message: String| TextError::new(column(part), message);
        let end = &code[code.trim_end().len()..];
        let rest = rest.trim_start();
        let (name, rest) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        if name.is_empty() {
            return Err(error(end, "found no name, expected one".to_owned()));
        }
        let value = |key| attributes(rest).find(|it| it.0 == key).map(|it| it.1);
        let Some(kind) = value("v_type") else {
            let message = "found no v_type, expected v_type=G, A, T, S or another class";
            return Err(error(end, message.to_owned()));
        };
        let letter = if kind == "G" { "V" } else { kind };
        let mut classes = CLASSES.iter();
        let Some(class) = classes.position(|(of, _)| letter == of.to_string()) else {
            // Predicates, labels and others, which no operand of ADDR_ADD is.
            return Ok(None);
        };
        let variable = self.number(name, class).map_err(|it| error(name, it))?;
        if kind == "A" {
            self.declare_address(variable, value("num_elts"))
                .map_err(|(text, message)| error(text, message))?;
        }
        if class != 0 {
            return Ok(None);
        }
        let element = value("type")
            .map(|text| {
                let expected = || format!("found {text}, expected {}", ElementType::NAMES);
                ElementType::from_name(text).ok_or_else(|| error(text, expected()))
            })
            .transpose()?;
        let count = value("num_elts").map(|text| {
            let expected = || format!("found {text}, expected a number below 65536");
            let number = text.parse::<u16>();
            number.map_err(|_| error(text, expected()))
        });
        let count = count.transpose()?.unwrap_or(0);
        let alias = value("alias")
            .map(|text| {
                let expected = || format!("found {text}, expected <VARIABLE,BYTES>");
                self.alias(text).ok_or_else(|| error(text, expected()))
            })
            .transpose()?;
        if let Some(element) = element {
            self.set_element(variable, element);
        }
        Ok(Some(Declaration {
            variable,
            element,
            bytes: u32::from(count) * element.map_or(1, ElementType::bytes),
            alias,
        }))
    }

    /// Takes the number of elements of an address variable, if its declaration has one.
    fn declare_address<'a>(
        &mut self,
        variable: u32,
        count: Option<&'a str>,
    ) -> Result<(), (&'a str, String)> {
        let Some(text) = count else {
            return Ok(());
        };
        let most = if self.is_part_given {
            self.address_elements
        } else {
            ADDRESS_ELEMENTS_SIMD32
        };
        let count = text.parse().ok().filter(|count| (1..=most).contains(count));
        let count = count.ok_or_else(|| (text, format!("found {text}, expected 1 to {most}")))?;
        self.address.insert(variable, count);
        if count > self.address_elements {
            self.address_elements = most;
        }
        Ok(())
    }

    /// Reads `<V0034,32>`.
    fn alias(&self, text: &str) -> Option<(u32, u32)> {
        let inner = text.strip_prefix('<')?.strip_suffix('>')?;
        let (name, bytes) = inner.split_once(',')?;
        let (class, number) = self.find(name.trim())?;
        let number = u32::try_from(number).ok().filter(|_| class == 'V')?;
        let bytes = bytes.trim().parse::<u16>().ok()?;
        Some((number, bytes.into()))
    }

    /// Number of a declared name.
    fn number(&mut self, name: &str, class: usize) -> Result<u32, String> {
        let (letter, first) = CLASSES[class];
        let place = first + self.declared[class];
        self.declared[class] += 1;
        let is_taken = |number| {
            let mut names = self.names.iter();
            names.find(|(_, taken)| **taken == (letter, number))
        };
        if let Some((of, number)) = number_in(name)
            && of == letter
        {
            let number = u32::try_from(number).map_err(|_| format!("{name} is out of range"))?;
            return match is_taken(number) {
                None => Ok(number),
                Some((other, _)) => Err(format!(
                    "{name} has the number that {other} has by its place, expected another"
                )),
            };
        }
        let number = match self.names.get(name) {
            Some((of, number)) if *of == letter => *number,
            _ => (place..)
                .find(|number| is_taken(*number).is_none())
                .unwrap_or(place),
        };
        self.names.insert(name.to_owned(), (letter, number));
        Ok(number)
    }
}

/// The pairs `key=value` of a declaration. A value in `< >` may have blanks.
fn attributes(mut rest: &str) -> impl Iterator<Item = (&str, &str)> {
    iter::from_fn(move || {
        let (key, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let length = if after.starts_with('<') {
            after.find('>').map_or(after.len(), |end| end + 1)
        } else {
            after.find(char::is_whitespace).unwrap_or(after.len())
        };
        let value;
        (value, rest) = after.split_at(length);
        Some((key.split_whitespace().last().unwrap_or_default(), value))
    })
}
