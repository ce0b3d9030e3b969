// SPDX-License-Identifier: MIT OR Apache-2.0
// The configuration registers.
//
//     address  0  shared_base          data[63:24]
//              1  local_base           data[63:24]
//              2  shared_size          data[24:0]
//              3  local_size           data[24:0]
//              4  global_limit         data[40:0]
//              5  register_count       data[7:0]
//              6  misaligned_is_error  data[0]
//         32 + b  const_size[b]        data[16:0]
//
// Written at the clock edge where `write` is high; other addresses change nothing.
// `bank` selects the constant bank whose size is shown, in the same cycle. Reset
// is synchronous and restores every default.
module agu_configuration (
  input  wire        clock,
  input  wire        reset,
  // one register takes `data`
  input  wire        write,
  input  wire [5:0]  address,
  input  wire [63:0] data,
  // constant bank whose size is read
  input  wire [4:0]  bank,
  // bits 31:24 and 63:32 of the windows' bases
  output wire [7:0]  shared_base_lo,
  output wire [31:0] shared_base_hi,
  output wire [7:0]  local_base_lo,
  output wire [31:0] local_base_hi,
  // bytes that may be accessed
  output wire [24:0] shared_size,
  output wire [24:0] local_size,
  output wire [40:0] global_limit,
  output wire [31:0] const_size,
  output wire [7:0]  register_count,
  output wire        misaligned_is_error
);

  localparam [31:0] ONE = 32'd1;
  localparam [31:0] ALL_BANKS = 32'hffffffff;
  localparam [16:0] RESET_CONST_SIZE = 17'h10000;
  localparam [7:0]  RESET_SHARED_LO = 8'hfe;
  localparam [31:0] RESET_SHARED_HI = 32'd0;
  localparam [7:0]  RESET_LOCAL_LO = 8'hff;
  localparam [31:0] RESET_LOCAL_HI = 32'd0;
  localparam [24:0] RESET_SHARED_SIZE = 25'hc000;
  localparam [24:0] RESET_LOCAL_SIZE = 25'h1000000;
  localparam [40:0] RESET_GLOBAL_LIMIT = 41'h10000000000;
  localparam [7:0]  RESET_REGISTER_COUNT = 8'hff;

  wire [1023:0] all_sizes;
  wire [1023:0] sizes;
  wire          bank_write;
  wire [31:0]   bank_select;
  wire [4:0]    bank_number;
  wire [16:0]   bank_data;
  reg  [7:0]    shared_lo = 0;
  reg  [31:0]   shared_hi = 0;
  reg  [7:0]    local_lo = 0;
  reg  [31:0]   local_hi = 0;
  reg  [24:0]   shared_bytes = 0;
  reg  [24:0]   local_bytes = 0;
  reg  [40:0]   global_bytes = 0;
  reg  [7:0]    registers = 0;
  reg           strict = 0;

  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : bank_sizes
      agu_const_size bank_size (
        .clock(clock),
        .write(bank_write),
        .selected(bank_select[i]),
        .data(bank_data),
        .size(all_sizes[32*i +: 32])
      );
    end
  endgenerate

  // constant banks: one bit each for those that are written
  assign bank_number = address[4:0];
  assign bank_data = reset ? RESET_CONST_SIZE : data[16:0];
  assign bank_write = (write & address[5]) | reset;
  assign bank_select = reset ? ALL_BANKS : (ONE << bank_number);
  assign sizes = all_sizes;

  // what is read
  assign const_size = sizes[{bank, 5'd0} +: 32];
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
    if (write) begin
      case (address)
        6'd0: begin
          shared_lo <= data[31:24];
          shared_hi <= data[63:32];
        end
        6'd1: begin
          local_lo <= data[31:24];
          local_hi <= data[63:32];
        end
        6'd2: begin
          shared_bytes <= data[24:0];
        end
        6'd3: begin
          local_bytes <= data[24:0];
        end
        6'd4: begin
          global_bytes <= data[40:0];
        end
        6'd5: begin
          registers <= data[7:0];
        end
        6'd6: begin
          strict <= data[0];
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
    end
  end
endmodule
