// Modules that the wrapper of a described unit instantiates.

// Valid of results that leave AFTER cycles after their request was taken.
module agu_delayed #(
  parameter AFTER = 1
) (
  input  wire clock, reset, request_valid, request_ready,
  output wire delayed_valid
);
  wire taken = request_valid & request_ready;
  if (AFTER == 0) assign delayed_valid = taken;
  else begin : delayed
    reg [AFTER-1:0] stages = 0;
    always @(posedge clock) stages <= reset ? '0 : AFTER'({stages, taken});
    assign delayed_valid = stages[AFTER-1];
  end
endmodule

// Whether each memory port may send its request: in a stall each one stalls in other cycles. A reset
// starts the turns again, so that what follows it alone decides them.
module agu_port_turns #(
  parameter PORTS = 2
) (
  input  wire clock, reset, memory_ready,
  output wire [PORTS-1:0] port_ready
);
  reg [PORTS-1:0] turn = 0;
  always @(posedge clock) turn <= reset ? '0 : turn + 1'b1;
  assign port_ready = memory_ready ? '1 : turn;
endmodule

// Results that leave when all their lanes have been written to registers, by tag.
module agu_written_by_tag #(
  parameter LANES = 32, TAG_BITS = 4
) (
  input  wire clock, reset, request_valid, request_ready, result_ready, other_written_leaves,
  input  wire [15:0] destination, other_written_tag,
  input  wire [31:0] other_written_lanes,
  input  wire [LANES-1:0] to_write,
  output reg  written_valid,
  output reg  [15:0] written_tag
);
  localparam TAGS = 1 << TAG_BITS;
  reg [TAGS-1:0] open = 0;
  reg [LANES-1:0] unwritten [0:TAGS-1];
  wire [TAG_BITS-1:0] written = other_written_tag[TAG_BITS-1:0];
  wire [TAG_BITS-1:0] requested = destination[TAG_BITS-1:0];
  always @* begin
    written_valid = 0;
    written_tag = 0;
    for (int tag = 0; tag < TAGS; tag = tag + 1)
      if (open[tag] & unwritten[tag] == 0) begin
        written_valid = 1;
        written_tag = tag[15:0];
      end
  end
  always @(posedge clock) begin
    if (written_valid & result_ready) open[written_tag[TAG_BITS-1:0]] <= 0;
    if (other_written_leaves) unwritten[written] <= unwritten[written] & ~other_written_lanes[LANES-1:0];
    if (request_valid & request_ready) begin
      open[requested] <= 1;
      unwritten[requested] <= to_write;
    end
    if (reset) open <= 0;
  end
endmodule

// The same where warps end in the order of their requests: a queue of them. A write is for the first
// one with lanes that are not written.
module agu_written_in_order #(
  parameter LANES = 32
) (
  input  wire clock, reset, request_valid, request_ready, result_ready, other_written_leaves,
  input  wire [31:0] other_written_lanes,
  input  wire [LANES-1:0] to_write,
  output wire written_valid,
  output wire [15:0] written_tag
);
  reg [5:0] first = 0, next = 0, served;
  reg [LANES-1:0] unwritten [0:63];
  assign written_valid = first != next & unwritten[first] == 0;
  assign written_tag = 0;
  always @* begin
    served = first;
    for (int entry = 63; entry >= 0; entry = entry - 1)
      if (entry[5:0] < next - first & unwritten[first + entry[5:0]] != 0) served = first + entry[5:0];
  end
  always @(posedge clock) begin
    if (written_valid & result_ready) first <= first + 1'b1;
    if (other_written_leaves) unwritten[served] <= unwritten[served] & ~other_written_lanes[LANES-1:0];
    if (request_valid & request_ready) begin
      unwritten[next] <= to_write;
      next <= next + 1'b1;
    end
    if (reset) {first, next} <= 0;
  end
endmodule

// A reset of CYCLES cycles for one of a cycle, and as many cycles of rest after it.
module agu_held_reset #(
  parameter CYCLES = 2
) (
  input  wire clock, reset,
  output wire held_reset, rests
);
  reg [31:0] left = 0;
  always @(posedge clock) left <= reset ? 2 * CYCLES - 1 : left - 32'(left != 0);
  assign held_reset = reset | left > CYCLES;
  assign rests = left != 0;
endmodule
