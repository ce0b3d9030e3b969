//! Stand-in for `svg` 0.10, with the part of it that rust-hdl 0.46 uses.
//!
//! Later versions of Rust will refuse `svg` 0.10, and rust-hdl allows no other one. It draws its
//! waves with it, which this project does not use.

use std::{fs, io, path};

/// A drawing.
pub type Document = node::element::SVG;

/// Writes a drawing to a file.
///
/// # Errors
/// The file cannot be written.
pub fn save(target: impl AsRef<path::Path>, document: &Document) -> io::Result<()> {
    fs::write(target, document.to_string())
}

/// Nodes of a drawing.
pub mod node {
    /// Text between tags.
    #[derive(Clone, Debug)]
    pub struct Text(String);

    impl Text {
        /// This text.
        pub fn new(content: impl Into<String>) -> Text {
            Text(content.into())
        }
    }

    impl std::fmt::Display for Text {
        fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            let escaped = self.0.replace('&', "&amp;").replace('<', "&lt;");
            out.write_str(&escaped)
        }
    }

    /// Elements, each with attributes and children.
    pub mod element {
        use std::fmt::{Display, Formatter, Result};

        /// Value of an attribute.
        pub struct Value(String);

        macro_rules! values {
            ($($value:ty)*) => {$(
                impl From<$value> for Value {
                    fn from(value: $value) -> Value {
                        Value(value.to_string())
                    }
                }
            )*};
        }

        values! { &str String i32 u32 i64 u64 usize f32 f64 path::Data }

        impl<X: Display, Y: Display, W: Display, H: Display> From<(X, Y, W, H)> for Value {
            fn from((x, y, width, height): (X, Y, W, H)) -> Value {
                Value(format!("{x} {y} {width} {height}"))
            }
        }

        macro_rules! elements {
            ($($name:ident $tag:literal $opened:literal;)*) => {$(
                #[doc = concat!("The element `", $tag, "`.")]
                #[derive(Clone, Debug, Default)]
                pub struct $name {
                    attributes: String,
                    children: String,
                }

                impl $name {
                    /// An empty element.
                    pub fn new() -> $name {
                        $name::default()
                    }

                    /// The element with an attribute.
                    #[must_use]
                    pub fn set(mut self, name: impl Display, value: impl Into<Value>) -> $name {
                        self.attributes += &format!(" {name}=\"{}\"", value.into().0);
                        self
                    }

                    /// The element with a child.
                    #[must_use]
                    pub fn add(mut self, child: impl Display) -> $name {
                        self.children += &child.to_string();
                        self
                    }
                }

                impl Display for $name {
                    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
                        let $name { attributes, children } = self;
                        writeln!(out, "<{}{attributes}>{children}</{}>", $opened, $tag)
                    }
                }
            )*};
        }

        elements! {
            SVG "svg" "svg xmlns=\"http://www.w3.org/2000/svg\"";
            Path "path" "path";
            Text "text" "text";
        }

        /// Lines of a path.
        pub mod path {
            use std::fmt::{Display, Formatter, Result};

            /// Value of the attribute `d` of a path.
            #[derive(Clone, Debug, Default)]
            pub struct Data(String);

            impl Data {
                /// No lines.
                pub fn new() -> Data {
                    Data::default()
                }

                /// The lines, then a move without one.
                #[must_use]
                pub fn move_to(self, (x, y): (impl Display, impl Display)) -> Data {
                    Data(format!("{}M{x},{y} ", self.0))
                }

                /// The lines and one more.
                #[must_use]
                pub fn line_to(self, (x, y): (impl Display, impl Display)) -> Data {
                    Data(format!("{}L{x},{y} ", self.0))
                }

                /// The lines and one back to the first place.
                #[must_use]
                pub fn close(self) -> Data {
                    Data(format!("{}z", self.0))
                }
            }

            impl Display for Data {
                fn fmt(&self, out: &mut Formatter<'_>) -> Result {
                    out.write_str(&self.0)
                }
            }
        }
    }
}
