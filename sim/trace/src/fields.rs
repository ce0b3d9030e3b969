//! A line of a trace, field by field.

/// An error in a line, at a column that counts from 1.
#[derive(Debug)]
pub struct FieldError {
    pub column: usize,
    pub message: String,
}

/// Fields of a line, between blanks.
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    /// The fields of a line, with or without its end.
    pub fn new(line: &'a [u8]) -> Fields<'a> {
        let line = line.trim_ascii_end();
        let at = line.len() - line.trim_ascii_start().len();
        Fields { line, at }
    }

    /// Whether no field is left.
    pub fn is_empty(&self) -> bool {
        self.at == self.line.len()
    }

    /// The rest of the line.
    pub fn rest(&self) -> &'a [u8] {
        &self.line[self.at..]
    }

    /// Column of the next field, counted from 1.
    pub fn column(&self) -> usize {
        self.at + 1
    }

    /// Takes `text` and the blanks behind it.
    pub fn skip(&mut self, text: &str) -> bool {
        let starts = self.rest().starts_with(text.as_bytes());
        if starts {
            self.at += text.len();
            self.blanks();
        }
        starts
    }

    fn blanks(&mut self) {
        while self.line.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// The next field; empty at the end of the line.
    pub fn peek(&self) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(u8::is_ascii_whitespace);
        &rest[..length.unwrap_or(rest.len())]
    }

    /// Takes the next field; it is empty at the end of the line.
    pub fn take(&mut self) -> &'a [u8] {
        let field = self.peek();
        self.at += field.len();
        self.blanks();
        field
    }

    /// An error at the next field.
    pub fn error(&self, expected: &str) -> FieldError {
        let found = match self.peek() {
            [] => "the end of the line".to_owned(),
            field => format!("`{}`", field[..field.len().min(40)].escape_ascii()),
        };
        FieldError {
            column: self.at + 1,
            message: format!("found {found}, expected {expected}"),
        }
    }

    /// Takes a field that `parse` accepts.
    pub fn parse<T>(
        &mut self,
        expected: &str,
        parse: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<T, FieldError> {
        let field = self.peek();
        let value = parse(field).ok_or_else(|| self.error(expected))?;
        self.take();
        Ok(value)
    }

    /// Takes a hexadecimal number, with or without `0x`.
    pub fn hex(&mut self, expected: &str) -> Result<u64, FieldError> {
        self.parse(expected, hex)
    }

    /// Takes a decimal number.
    pub fn decimal(&mut self, expected: &str) -> Result<u64, FieldError> {
        self.parse(expected, decimal)
    }

    /// Takes a decimal number with a sign.
    pub fn signed(&mut self, expected: &str) -> Result<i64, FieldError> {
        self.parse(expected, |field| {
            std::str::from_utf8(field).ok()?.parse().ok()
        })
    }
}

fn hex(field: &[u8]) -> Option<u64> {
    let digits = field.strip_prefix(b"0x").unwrap_or(field);
    let (first, others) = digits.split_first()?;
    let digit = |digit: &u8| char::from(*digit).to_digit(16).map(u64::from);
    others.iter().try_fold(digit(first)?, |value, next| {
        (value >> 60 == 0)
            .then_some(value << 4)?
            .checked_add(digit(next)?)
    })
}

fn decimal(field: &[u8]) -> Option<u64> {
    let (first, others) = field.split_first()?;
    let digit = |digit: &u8| digit.is_ascii_digit().then(|| u64::from(digit - b'0'));
    others.iter().try_fold(digit(first)?, |value, next| {
        value.checked_mul(10)?.checked_add(digit(next)?)
    })
}
