// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_codes.vh of agu 0.2.0

`ifndef AGU_CODES_VH
`define AGU_CODES_VH

// port config_address
`define AGU_CONFIG_ADDRESS_SHARED_BASE 6'd0  // `shared_base`; bits 63:24 count.
`define AGU_CONFIG_ADDRESS_LOCAL_BASE 6'd1  // `local_base`; bits 63:24 count.
`define AGU_CONFIG_ADDRESS_SHARED_SIZE 6'd2  // `shared_size`, 19 bits.
`define AGU_CONFIG_ADDRESS_LOCAL_SIZE 6'd3  // `local_size`, 25 bits.
`define AGU_CONFIG_ADDRESS_GLOBAL_LIMIT 6'd4  // `global_limit`, 50 bits.
`define AGU_CONFIG_ADDRESS_REGISTER_COUNT 6'd5  // `register_count`, 8 bits.
`define AGU_CONFIG_ADDRESS_MISALIGNED_IS_ERROR 6'd6  // `misaligned_is_error`, 1 bit.
`define AGU_CONFIG_ADDRESS_CONST_SIZE 6'd32  // `const_size` of bank 0, 17 bits; bank `b` is `b` further.

// port access_space
`define AGU_ACCESS_SPACE_GENERIC 3'd0  // Windows and steering decide, lane by lane.
`define AGU_ACCESS_SPACE_GLOBAL 3'd1  // Known to be global: no windows.
`define AGU_ACCESS_SPACE_SHARED 3'd2  // An offset in shared memory.
`define AGU_ACCESS_SPACE_LOCAL 3'd3  // An offset in local memory.
`define AGU_ACCESS_SPACE_CONSTANT 3'd4  // An offset in a constant bank.

// port access_size
`define AGU_ACCESS_SIZE_U8 3'd0  // One byte, zero-extended.
`define AGU_ACCESS_SIZE_S8 3'd1  // One byte, sign-extended.
`define AGU_ACCESS_SIZE_U16 3'd2  // Two bytes, zero-extended.
`define AGU_ACCESS_SIZE_S16 3'd3  // Two bytes, sign-extended.
`define AGU_ACCESS_SIZE_B32 3'd4  // One register.
`define AGU_ACCESS_SIZE_B64 3'd5  // A register pair.
`define AGU_ACCESS_SIZE_B128 3'd6  // A register quad.
`define AGU_ACCESS_SIZE_U128 3'd7  // A register quad, with the hint that all lanes read one address.

// port immediate_kind
`define AGU_IMMEDIATE_KIND_WORD 2'd0  // All 32 bits.
`define AGU_IMMEDIATE_KIND_WORD24 2'd1  // `sext(imm24)`, without a base `zext(imm24)`.
`define AGU_IMMEDIATE_KIND_UNSIGNED16 2'd2  // `zext(imm16)`.
`define AGU_IMMEDIATE_KIND_WORD16 2'd3  // `sext(imm16)`, without a base `zext(imm16)`.

// port space
`define AGU_SPACE_GLOBAL 2'd0  // Global memory; also if OutsideWindow left the space undecided.
`define AGU_SPACE_SHARED 2'd1  // Shared memory.
`define AGU_SPACE_LOCAL 2'd2  // Local memory.
`define AGU_SPACE_CONSTANT 2'd3  // A constant bank.

// port fault
`define AGU_FAULT_NONE 2'd0  // None, or a lane that does not execute.
`define AGU_FAULT_OUTSIDE_WINDOW 2'd1  // OutsideWindow.
`define AGU_FAULT_OUTSIDE_ALLOCATION 2'd2  // OutsideAllocation.
`define AGU_FAULT_MISALIGNED 2'd3  // Misaligned, if that is an error.

// port source_kind
`define AGU_SOURCE_KIND_REGISTER 3'd0  // The register `source_register`; also for instructions without Sb.
`define AGU_SOURCE_KIND_CONSTANT 3'd1  // The word at `constant_offset` of constant bank `bank`.
`define AGU_SOURCE_KIND_IMMEDIATE 3'd2  // The 32 bits of `immediate`.
`define AGU_SOURCE_KIND_ADDRESS 3'd3  // Elements of the address variable `source_variable`.
`define AGU_SOURCE_KIND_GENERAL 3'd4  // The byte address of the general variable `source_variable`.
`define AGU_SOURCE_KIND_STATE 3'd5  // The byte address of the state variable `source_variable`.
`define AGU_SOURCE_KIND_UNIFORM 3'd6  // The uniform register `uniform_register` of an LEA.

// port offset_kind
`define AGU_OFFSET_KIND_REGISTER 2'd0  // The registers of an LEA; also for instructions without an offset.
`define AGU_OFFSET_KIND_REGION 2'd1  // The general variable `offset_variable`, through a region.
`define AGU_OFFSET_KIND_IMMEDIATE 2'd2  // Bits 15:0 of `immediate`.

// port offset_high_kind
`define AGU_OFFSET_HIGH_KIND_REGISTER 2'd0  // The register `offset_high_register`.
`define AGU_OFFSET_HIGH_KIND_IMMEDIATE 2'd1  // The 32 bits of `immediate`.
`define AGU_OFFSET_HIGH_KIND_SIGN 2'd2  // The sign of the low word: `.SX32`.

// port isa
`define AGU_ISA_MAXWELL 4'd0
`define AGU_ISA_FERMI 4'd1
`define AGU_ISA_VISA 4'd2
`define AGU_ISA_SM_70 4'd3
`define AGU_ISA_SM_75 4'd4
`define AGU_ISA_SM_80 4'd5
`define AGU_ISA_SM_86 4'd5
`define AGU_ISA_SM_87 4'd5
`define AGU_ISA_SM_88 4'd5
`define AGU_ISA_SM_89 4'd5
`define AGU_ISA_SM_90 4'd6
`define AGU_ISA_SM_100 4'd7
`define AGU_ISA_SM_101 4'd7
`define AGU_ISA_SM_103 4'd7
`define AGU_ISA_SM_110 4'd7
`define AGU_ISA_SM_120 4'd8
`define AGU_ISA_SM_121 4'd8

`endif
