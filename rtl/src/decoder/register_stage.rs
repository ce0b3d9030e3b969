//! A block with a register stage.

/// A decoder with a register stage. A row in brackets has an output, the register behind it, and what
/// the register takes when the stage advances: an expression in brackets, or the same output of these
/// parts, of which one at most is not 0.
/// The kernel comes with its `#[kernel]`, whose `self` is then the kernel's.
macro_rules! register_stage {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$comment:meta])* pub $port:ident: $port_type:ty,)*
            [$($output:ident $stage:ident: $type:ty = $($part:ident)* $([$($taken:tt)*])?,)*]
            $($field:tt)*
        }

        $hash:tt $kernel:tt
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
            $hash $kernel
            fn update(&mut $self) {
                $($statement)*
                if $self.advance.val() | $self.reset.val() {
                    $self.valid_stage.d.next = $self.taken.val();
                    $($self.$stage.d.next = $($self.$part.$output.val())|* $($($taken)*)?;)*
                }
                $($self.$output.next = $self.$stage.q.val();)*
            }
        }
    };
}
