// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_addr_add_source of agu 0.2.0

// Src0 of an ADDR_ADD: what is added to.
//
//     tag          body                                       legal where
//     0  general   {region, column, row, variable[31:0]}      region is <0;1,0>, coded 0x0121,
//                                                             variable > 31, or 13, or 14
//     1  address   {width, offset, variable[15:0]}            width is 1 or the exec size,
//                                                             offset + width <= elements
//     6  state     {offset, variable[15:0], class}            class is 1 (sampler), or
//                                                             0 (surface) and variable > 5
//
// The body's lowest byte comes first. A tag with a modifier is none of these. A field
// that the kind does not use is 0. Combinational.
module agu_addr_add_source (
  // first byte of the operand
  input  wire [7:0]  tag,
  // the bytes after it, and whatever follows them
  input  wire [63:0] body,
  // code of the exec size
  input  wire [2:0]  exec_size,
  // address variables have 32 elements, else 16
  input  wire        native_simd32,

  // it may stand there
  output wire        legal,
  // a general operand: its body has 8 bytes, else 4
  output wire        general,
  // 3 elements of an address variable, 4 address of a general one, 5 of a state one
  output reg  [2:0]  kind,
  output reg  [31:0] variable,
  // first element, row, or bytes past the variable's address
  output reg  [7:0]  offset,
  // of a general operand
  output wire [7:0]  column,
  // code of an address operand's width
  output wire [2:0]  width,
  // a state operand is a sampler, else a surface
  output wire        sampler
);

  localparam [31:0] FIRST_FREE_VARIABLE = 32'h20;
  localparam [31:0] ARGUMENTS = 32'hd;
  localparam [31:0] RETURN_VALUE = 32'he;
  localparam [15:0] FIRST_FREE_SURFACE = 16'd6;
  localparam [15:0] SCALAR_REGION = 16'h121;

  wire        address;
  wire        state;
  wire [31:0] number;
  wire        predefined;
  wire [7:0]  width_byte;
  wire        width_fits;
  wire [7:0]  state_class;
  wire [15:0] state_number;
  wire [15:0] address_number;
  wire        range_outside;

  agu_element_range range (
    .offset(body[23:16]),
    .size(body[26:24]),
    .native_simd32(native_simd32),
    .outside(range_outside)
  );

  assign general = tag == 8'd0;
  assign address = tag == 8'd1;
  assign state = tag == 8'd6;

  // legality
  assign number = body[31:0];
  assign predefined =
    (number < FIRST_FREE_VARIABLE) & (number != ARGUMENTS) & (number != RETURN_VALUE);
  assign address_number = body[15:0];
  assign width_byte = body[31:24];
  assign width_fits = (width_byte == 8'd0) | (width_byte == {5'd0, exec_size});
  assign state_class = body[7:0];
  assign state_number = body[23:8];
  assign legal =
    (general & (body[63:48] == SCALAR_REGION) & ~predefined)
    | (address & width_fits & ~range_outside)
    | (state & ((state_class == 8'd1) | ((state_class == 8'd0) & (state_number >= FIRST_FREE_SURFACE))));
  assign column = general ? body[47:40] : 8'd0;
  assign width = address ? body[26:24] : 3'd0;
  assign sampler = state & body[0];

  // fields by the kind
  always @(*) begin
    kind = 3'd0;
    variable = 32'd0;
    offset = 8'd0;
    if (general) begin
      kind = 3'd4;
      variable = number;
      offset = body[39:32];
    end
    if (address) begin
      kind = 3'd3;
      variable = {16'd0, address_number};
      offset = body[23:16];
    end
    if (state) begin
      kind = 3'd5;
      variable = {16'd0, state_number};
      offset = body[31:24];
    end
  end
endmodule
