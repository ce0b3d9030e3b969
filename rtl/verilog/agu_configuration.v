// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_configuration of agu 0.2.0

// The configuration registers.
//
//     address  0  shared_base          data[63:24]
//              1  local_base           data[63:24]
//              2  shared_size          data[18:0], at most 2^18
//              3  local_size           data[24:0]
//              4  global_limit         data[49:0], at most 2^49
//              5  register_count       data[7:0]
//              6  misaligned_is_error  data[0]
//         32 + b  const_size[b]        data[16:0]
//
// Written at the clock edge after the one where `write` is high, so that the handshake ends at a
// register; `register_count`, which a request needs as it enters, is written at that edge. Other
// addresses change nothing. The size of the constant bank `bank` is read at the clock edge where
// `advance` is high; it and its default are in a memory. Reset is synchronous and restores every
// default.
module agu_configuration (
  input  wire        clock,
  input  wire        reset,
  // one register takes `data`
  input  wire        write,
  input  wire [5:0]  address,
  input  wire [63:0] data,
  // the pipeline moves on: the size of a constant bank is read
  input  wire        advance,
  input  wire [4:0]  bank,
  // bits 31:24 and 63:32 of the windows' bases
  output wire [7:0]  shared_base_lo,
  output wire [31:0] shared_base_hi,
  output wire [7:0]  local_base_lo,
  output wire [31:0] local_base_hi,
  // bytes that may be accessed
  output wire [18:0] shared_size,
  output wire [24:0] local_size,
  output wire [49:0] global_limit,
  output wire [31:0] const_size,
  output wire [7:0]  register_count,
  output wire        misaligned_is_error
);

  localparam [7:0]  RESET_SHARED_LO = 8'hfe;
  localparam [31:0] RESET_SHARED_HI = 32'd0;
  localparam [7:0]  RESET_LOCAL_LO = 8'hff;
  localparam [31:0] RESET_LOCAL_HI = 32'd0;
  localparam [18:0] RESET_SHARED_SIZE = 19'hc000;
  localparam [24:0] RESET_LOCAL_SIZE = 25'h1000000;
  localparam [49:0] RESET_GLOBAL_LIMIT = 50'h10000000000;
  localparam [7:0]  RESET_REGISTER_COUNT = 8'hff;

  // the write, in the cycle before its register changes
  reg         write_s1 = 0;
  reg  [5:0]  address_s1 = 0;
  reg  [63:0] data_s1 = 0;
  reg  [7:0]  shared_lo = 0;
  reg  [31:0] shared_hi = 0;
  reg  [7:0]  local_lo = 0;
  reg  [31:0] local_hi = 0;
  reg  [18:0] shared_bytes = 0;
  reg  [24:0] local_bytes = 0;
  reg  [49:0] global_bytes = 0;
  reg  [7:0]  registers = 0;
  reg         strict = 0;

  agu_constant_sizes constant_sizes (
    .clock(clock),
    .reset(reset),
    .write(write_s1 & address_s1[5]),
    .write_bank(address_s1[4:0]),
    .write_data(data_s1[16:0]),
    .read(advance),
    .bank(bank),
    .size(const_size)
  );

  assign shared_base_lo = shared_lo;
  assign shared_base_hi = shared_hi;
  assign local_base_lo = local_lo;
  assign local_base_hi = local_hi;
  assign shared_size = shared_bytes;
  assign local_size = local_bytes;
  assign global_limit = global_bytes;
  assign register_count = registers;
  assign misaligned_is_error = strict;

  always @(posedge clock) begin
    write_s1 <= write;
    address_s1 <= address;
    data_s1 <= data;
    if (write & (address == 6'd5)) begin
      registers <= data[7:0];
    end
    if (write_s1) begin
      case (address_s1)
        6'd0: begin
          shared_lo <= data_s1[31:24];
          shared_hi <= data_s1[63:32];
        end
        6'd1: begin
          local_lo <= data_s1[31:24];
          local_hi <= data_s1[63:32];
        end
        6'd2: begin
          shared_bytes <= data_s1[18:0];
        end
        6'd3: begin
          local_bytes <= data_s1[24:0];
        end
        6'd4: begin
          global_bytes <= data_s1[49:0];
        end
        6'd6: begin
          strict <= data_s1[0];
        end
        default: ;
      endcase
    end
    if (reset) begin
      shared_lo <= RESET_SHARED_LO;
      shared_hi <= RESET_SHARED_HI;
      local_lo <= RESET_LOCAL_LO;
      local_hi <= RESET_LOCAL_HI;
      shared_bytes <= RESET_SHARED_SIZE;
      local_bytes <= RESET_LOCAL_SIZE;
      global_bytes <= RESET_GLOBAL_LIMIT;
      registers <= RESET_REGISTER_COUNT;
      strict <= 1'b0;
      write_s1 <= 1'b0;
    end
  end
endmodule
