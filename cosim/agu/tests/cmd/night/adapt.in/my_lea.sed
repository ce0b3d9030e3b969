# The unit with a parameter, which another module needs as 7, and with an included file.
s/^module agu_lea1 (/module my_lea #(parameter N = 3) (/
/^);$/a\
`include "name.vh"\
  wire [31:0] seven;\
  reverse #(N) other(seven);
