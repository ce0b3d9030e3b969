module agu_lane; endmodule
