//! Blocks with data of the skid buffer.

/// A block with data of the skid buffer: of each row the input, what is held beside the port, and
/// the port.
///
/// ```text
///     at an edge where held is low:   held data = input
///     at an edge where load is high:  port = held ? held data : input
/// ```
///
/// The kernel's use of the port follows. It comes with its `#[kernel]`, whose `self` is then
/// the kernel's.
macro_rules! skid_data {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident $(<const $lanes:ident: usize>)? {
            $($(#[$control_comment:meta])* pub $control:ident: $control_type:ty,)*
            [$($(#[$comment:meta])* $input:ident $held:ident $port:ident: $type:ty,)*]
            $($field:tt)*
        }

        $hash:tt $kernel:tt
        fn update(&mut $self:ident) { $($statement:tt)* }
    ) => {
        block! {
            $(#[$attribute])*
            pub struct $name $(<const $lanes: usize>)? {
                $($(#[$control_comment])* pub $control: $control_type,)*
                $($(#[$comment])* pub $input: Signal<In, $type>,)*
                $($field)*
                $($held: DFF<$type>,)*
                $($port: DFF<$type>,)*
            }
        }

        impl $(<const $lanes: usize>)? Logic for $name $(<$lanes>)? {
            $hash $kernel
            fn update(&mut $self) {
                if !$self.held.val() {
                    $($self.$held.d.next = $self.$input.val();)*
                }
                if $self.load.val() {
                    $($self.$port.d.next = $self.$input.val();)*
                    if $self.held.val() {
                        $($self.$port.d.next = $self.$held.q.val();)*
                    }
                }
                $($statement)*
            }
        }
    };
}
