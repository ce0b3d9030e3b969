//! A block with a register stage.

/// A decoder with a register stage: of each row in brackets an output and the register behind it.
/// The kernel comes with its `#[hdl_gen]`, whose `self` is then the kernel's.
macro_rules! register_stage {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$comment:meta])* pub $port:ident: $port_type:ty,)*
            [$($output:ident $stage:ident: $type:ty,)*]
            $($field:tt)*
        }

        $hash:tt $hdl_gen:tt
        fn update(&mut $self:ident) { $($statement:tt)* }
    ) => {
        $(#[$attribute])*
        #[derive(Default, LogicBlock)]
        pub struct $name {
            $($(#[$comment])* pub $port: $port_type,)*
            $($field)*
            $($stage: DFF<$type>,)*
        }

        impl Logic for $name {
            $hash $hdl_gen
            fn update(&mut $self) {
                dff_setup!($self, clock, valid_stage, $($stage),*);
                $($statement)*
                $($self.$output.next = $self.$stage.q.val();)*
            }
        }
    };
}
