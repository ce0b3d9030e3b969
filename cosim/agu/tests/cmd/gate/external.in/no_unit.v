module agu_unit3; endmodule
