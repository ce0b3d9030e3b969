//! The tables of the control records: name, shape, bits, meaning.

/// Calls `$callback! { ROWS }` with one row for each field of the record, in the order of the
/// module: name, `Flag` or `Code`, bits, meaning.
#[macro_export]
macro_rules! control_record {
    ($callback:ident) => {
        $callback! {
            illegal Flag 1 "The word is no instruction, or illegal to execute; then all other fields are 0",
            guard Code 3 "Guard predicate",
            guard_inverted Flag 1 "The lane executes where the guard is false",
            address_add Flag 1 "An ADDR_ADD, else what `access` says",
            access Flag 1 "A load or a store, else an LEA or a MOV",
            extended Flag 1 "`.X` of an LEA, `.E` of an access",
            lane_mask Code 4 "Lane `l` takes part where bit `l mod 4` is set",
            destination Code 16 "Rd of an LEA or a MOV, data register of an access, address variable of an ADDR_ADD",
            high Flag 1 "LEA.HI",
            negate Flag 1 "The offset of an LEA is negated, or src1 of an ADDR_ADD",
            scale Code 5 "Left shift of an LEA's offset",
            write_cc Flag 1 "`.CC`",
            predicate Code 3 "Plg of an LEA, where it is written",
            store Flag 1 "A store, else a load",
            access_space Code 3 "Code of the `AccessSpace`",
            access_size Code 3 "Code of the access size",
            address_register Code 8 "Ra of an access",
            immediate Code 32 "An access's raw field, zero-extended; an Sb that is an immediate, sign-extended; a src1 that is one, zero-extended",
            immediate_kind Code 2 "Code of the kind of an access's immediate",
            bank Code 5 "Constant bank of LDC or of an Sb that is a constant",
            steer_by_window Flag 1 "The window compare alone steers a generic access",
            absolute Flag 1 "`(abs)` of src1, before it is negated",
            exec_size Code 3 "Code of the exec size",
            channel_mask Code 4 "Code of the channel mask: its group in bits 2:0, NoMask in bit 3",
            element Code 5 "First element of the destination",
            steering_predicate Code 3 "Plg of a generic access, where it steers",
            lock_acquire Flag 1 "The access competes for a lock",
            lock_release Flag 1 "The access frees a lock",
            lock_predicate Code 3 "Predicate that tells who got the lock",
            source_kind Code 3 "Code of the `SourceCode`: where Sb, the base of an LEA or a MOV, or src0 of an ADDR_ADD comes from",
            source_register Code 8 "Sb as a register",
            constant_offset Code 16 "Sb as a constant: byte offset in its bank",
            offset_register Code 8 "Ra of an LEA, the low word of its offset",
            offset_high_register Code 8 "Rc of an LEA, the high word of its offset",
            length Code 5 "Bytes of an ADDR_ADD",
            source_variable Code 32 "Number of src0's variable",
            source_offset Code 8 "First element of src0, row of a general variable, bytes past a state variable's address",
            source_column Code 8 "Column of src0 that is a general variable",
            source_width Code 3 "Code of the width of src0 that is an address operand",
            source_sampler Flag 1 "Src0 is a sampler, where it is a state variable",
            offset_kind Code 2 "Code of the `OffsetCode`: where the offset, or src1, comes from",
            offset_variable Code 32 "Number of src1's variable",
            offset_row Code 8 "Row of src1's first element",
            offset_column Code 8 "Column of src1's first element",
            vertical_stride Code 3 "Code of the vertical stride of src1's region, 1 to 7",
            region_width Code 3 "Code of the width of src1's region, 2 to 7",
            horizontal_stride Code 3 "Code of the horizontal stride of src1's region, 1 to 7",
        }
    };
}

/// The same for what a record of a word of 128 bits has besides.
#[macro_export]
macro_rules! wide_record {
    ($callback:ident) => {
        $callback! {
            uniform Flag 1 "Registers and predicates are uniform ones: a ULEA, a ULDC, an LDCU",
            carry_out Code 3 "Predicate that takes the carry of an LEA",
            carry_in Code 3 "Predicate that an LEA with `.X` adds",
            carry_in_inverted Flag 1 "That predicate is inverted",
            negate_source Flag 1 "Sb of an LEA is negated, with `.X` inverted",
            sign_extended Flag 1 "`.SX32`: the high word of an LEA's offset is the sign of the low one",
            immediate_high Flag 1 "The high word of an LEA's offset is `immediate`",
            uniform_register Code 8 "Uniform register that is Sb of an LEA, or that an address adds: of a global or generic one a pair",
            base_pair Flag 1 "The base of an address is a pair of registers",
            address_scale Code 3 "Left shift of a shared address's base",
        }
    };
}
