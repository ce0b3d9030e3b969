package ordered_pkg;
  parameter int LANES = 8;
  typedef logic [31:0] address_t;
endpackage
