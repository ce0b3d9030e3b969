module around;
  agu_lea1 lea ();
endmodule
