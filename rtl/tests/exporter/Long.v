module sample (
  input  wire [1023:0] a,
  output wire [7:0]    any
);

  assign any =
    a[7:0]
    | a[107:100]
    | (a[207:200] & a[307:300])
    | a[407:400]
    | a[507:500]
    | a[607:600]
    | a[707:700];
endmodule
