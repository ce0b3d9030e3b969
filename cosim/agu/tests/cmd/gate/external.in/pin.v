module pin (input wire base_lo);
  agu_lane lane (.carry(base_lo));
endmodule
