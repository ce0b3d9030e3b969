// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_codes_pkg.sv of agu 0.2.0

// verilator lint_off UNUSEDPARAM
package agu_codes_pkg;
  // port config_address
  localparam logic [5:0] CONFIG_ADDRESS_SHARED_BASE = 6'd0;  // `shared_base`; bits 63:24 count.
  localparam logic [5:0] CONFIG_ADDRESS_LOCAL_BASE = 6'd1;  // `local_base`; bits 63:24 count.
  localparam logic [5:0] CONFIG_ADDRESS_SHARED_SIZE = 6'd2;  // `shared_size`, 19 bits.
  localparam logic [5:0] CONFIG_ADDRESS_LOCAL_SIZE = 6'd3;  // `local_size`, 25 bits.
  localparam logic [5:0] CONFIG_ADDRESS_GLOBAL_LIMIT = 6'd4;  // `global_limit`, 50 bits.
  localparam logic [5:0] CONFIG_ADDRESS_REGISTER_COUNT = 6'd5;  // `register_count`, 8 bits.
  localparam logic [5:0] CONFIG_ADDRESS_MISALIGNED_IS_ERROR = 6'd6;  // `misaligned_is_error`, 1 bit.
  localparam logic [5:0] CONFIG_ADDRESS_CONST_SIZE = 6'd32;  // `const_size` of bank 0, 17 bits; bank `b` is `b` further.

  // port access_space
  typedef enum logic [2:0] {
    ACCESS_SPACE_GENERIC = 3'd0,  // Windows and steering decide, lane by lane.
    ACCESS_SPACE_GLOBAL = 3'd1,  // Known to be global: no windows.
    ACCESS_SPACE_SHARED = 3'd2,  // An offset in shared memory.
    ACCESS_SPACE_LOCAL = 3'd3,  // An offset in local memory.
    ACCESS_SPACE_CONSTANT = 3'd4  // An offset in a constant bank.
  } access_space_t;

  // port access_size
  typedef enum logic [2:0] {
    ACCESS_SIZE_U8 = 3'd0,  // One byte, zero-extended.
    ACCESS_SIZE_S8 = 3'd1,  // One byte, sign-extended.
    ACCESS_SIZE_U16 = 3'd2,  // Two bytes, zero-extended.
    ACCESS_SIZE_S16 = 3'd3,  // Two bytes, sign-extended.
    ACCESS_SIZE_B32 = 3'd4,  // One register.
    ACCESS_SIZE_B64 = 3'd5,  // A register pair.
    ACCESS_SIZE_B128 = 3'd6,  // A register quad.
    ACCESS_SIZE_U128 = 3'd7  // A register quad, with the hint that all lanes read one address.
  } access_size_t;

  // port immediate_kind
  typedef enum logic [1:0] {
    IMMEDIATE_KIND_WORD = 2'd0,  // All 32 bits.
    IMMEDIATE_KIND_WORD24 = 2'd1,  // `sext(imm24)`, without a base `zext(imm24)`.
    IMMEDIATE_KIND_UNSIGNED16 = 2'd2,  // `zext(imm16)`.
    IMMEDIATE_KIND_WORD16 = 2'd3  // `sext(imm16)`, without a base `zext(imm16)`.
  } immediate_kind_t;

  // port space
  typedef enum logic [1:0] {
    SPACE_GLOBAL = 2'd0,  // Global memory; also if OutsideWindow left the space undecided.
    SPACE_SHARED = 2'd1,  // Shared memory.
    SPACE_LOCAL = 2'd2,  // Local memory.
    SPACE_CONSTANT = 2'd3  // A constant bank.
  } space_t;

  // port fault
  typedef enum logic [1:0] {
    FAULT_NONE = 2'd0,  // None, or a lane that does not execute.
    FAULT_OUTSIDE_WINDOW = 2'd1,  // OutsideWindow.
    FAULT_OUTSIDE_ALLOCATION = 2'd2,  // OutsideAllocation.
    FAULT_MISALIGNED = 2'd3  // Misaligned, if that is an error.
  } fault_t;

  // port source_kind
  typedef enum logic [2:0] {
    SOURCE_KIND_REGISTER = 3'd0,  // The register `source_register`; also for instructions without Sb.
    SOURCE_KIND_CONSTANT = 3'd1,  // The word at `constant_offset` of constant bank `bank`.
    SOURCE_KIND_IMMEDIATE = 3'd2,  // The 32 bits of `immediate`.
    SOURCE_KIND_ADDRESS = 3'd3,  // Elements of the address variable `source_variable`.
    SOURCE_KIND_GENERAL = 3'd4,  // The byte address of the general variable `source_variable`.
    SOURCE_KIND_STATE = 3'd5,  // The byte address of the state variable `source_variable`.
    SOURCE_KIND_UNIFORM = 3'd6  // The uniform register `uniform_register` of an LEA.
  } source_kind_t;

  // port offset_kind
  typedef enum logic [1:0] {
    OFFSET_KIND_REGISTER = 2'd0,  // The registers of an LEA; also for instructions without an offset.
    OFFSET_KIND_REGION = 2'd1,  // The general variable `offset_variable`, through a region.
    OFFSET_KIND_IMMEDIATE = 2'd2  // Bits 15:0 of `immediate`.
  } offset_kind_t;

  // port offset_high_kind
  typedef enum logic [1:0] {
    OFFSET_HIGH_KIND_REGISTER = 2'd0,  // The register `offset_high_register`.
    OFFSET_HIGH_KIND_IMMEDIATE = 2'd1,  // The 32 bits of `immediate`.
    OFFSET_HIGH_KIND_SIGN = 2'd2  // The sign of the low word: `.SX32`.
  } offset_high_kind_t;

  // port isa
  localparam logic [3:0] ISA_MAXWELL = 4'd0;
  localparam logic [3:0] ISA_FERMI = 4'd1;
  localparam logic [3:0] ISA_VISA = 4'd2;
  localparam logic [3:0] ISA_SM_70 = 4'd3;
  localparam logic [3:0] ISA_SM_75 = 4'd4;
  localparam logic [3:0] ISA_SM_80 = 4'd5;
  localparam logic [3:0] ISA_SM_86 = 4'd5;
  localparam logic [3:0] ISA_SM_87 = 4'd5;
  localparam logic [3:0] ISA_SM_88 = 4'd5;
  localparam logic [3:0] ISA_SM_89 = 4'd5;
  localparam logic [3:0] ISA_SM_90 = 4'd6;
  localparam logic [3:0] ISA_SM_100 = 4'd7;
  localparam logic [3:0] ISA_SM_101 = 4'd7;
  localparam logic [3:0] ISA_SM_103 = 4'd7;
  localparam logic [3:0] ISA_SM_110 = 4'd7;
  localparam logic [3:0] ISA_SM_120 = 4'd8;
  localparam logic [3:0] ISA_SM_121 = 4'd8;
endpackage
// verilator lint_on UNUSEDPARAM
