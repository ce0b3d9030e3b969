//! Types that a code selects.

/// Declares an enum whose values are numbered by their codes.
macro_rules! codes {
    // With a method that returns the text of each.
    ($(#[$about:meta])* $name:ident.$text_of:ident {
        $($(#[doc = $meaning:literal])* $variant:ident = $text:literal,)*
    }) => {
        $crate::codes::codes! {
            $(#[$about])* $name { $($(#[doc = $meaning])* $variant,)* }
        }

        impl $name {
            #[doc = concat!("The ", stringify!($text_of), ".")]
            pub const fn $text_of(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    };
    ($(#[$about:meta])* $name:ident { $($(#[doc = $meaning:literal])* $variant:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[doc = $meaning])* $variant,)* }

        impl $name {
            /// All of them, in the order of their codes.
            pub const ALL: [$name; [$($name::$variant),*].len()] = [$($name::$variant),*];

            /// Name and meaning of each, in the order of their codes.
            pub const ABOUT: [(&str, &str); $name::ALL.len()] =
                [$((stringify!($variant), concat!($($meaning),*))),*];

            /// The one with a code.
            pub fn from_code(code: u8) -> Option<$name> {
                $name::ALL.get(usize::from(code)).copied()
            }
        }
    };
}

pub(crate) use codes;
