//! Small blocks, written where they are tested.

/// A block of the given fields and kernel.
macro_rules! block {
    ($name:ident { $($field:ident: $type:ty,)* } $($update:tt)*) => {
        #[derive(Default, LogicBlock)]
        struct $name { $(pub $field: $type,)* }
        impl Logic for $name {
            $($update)*
        }
    };
}

pub(crate) use block;
