module agu_block (
  input  wire a,
  output wire y,
  output wire z
);

  assign y = ~a;
  assign z = a;
endmodule

module sample (
  input  wire a,
  input  wire b,
  output wire y
);

  wire one_y;
  wire one_z;
  wire other_a;
  wire unused_other_z;

  agu_block one (
    .a(a),
    .y(one_y),
    .z(one_z)
  );

  agu_block other (
    .a(other_a),
    .y(y),
    .z(unused_other_z)
  );

  assign other_a = b ? one_y : one_z;
endmodule
