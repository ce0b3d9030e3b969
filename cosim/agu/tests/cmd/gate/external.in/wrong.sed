# A unit of four lanes with each kind of wrong port, and with ports that are right in another spelling.
1i\
`include "parts.v"\
`define WORD 31:0
s/module agu_unit4 (/module agu_unit4 #(parameter BASES = 2) (/
s/\[127:0\] *base_lo,/[32*BASES-1:0] base_lo, input wire scan_enable,/
s/\[31:0\] *immediate,/[`WORD]  immediate, output wire busy,/
s/input  wire *result_ready/output wire         result_ready/
s/output wire *memory_valid/input  wire         memory_valid/
/^    \.memory_valid(memory_valid),$/d
s/\[5:0\] *config_address,/\/* bits *\/ config_address,/
s/\[3:0\] *helper_mask,/[0:0]   helper_mask [0:3],/
s/\.helper_mask(helper_mask),/.helper_mask(4'd0),/
/^  output wire \[41:0\] *memory_line,$/d
