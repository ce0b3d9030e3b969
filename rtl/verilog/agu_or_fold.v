// SPDX-License-Identifier: MIT OR Apache-2.0
// agu_or_fold of agu 0.2.0

// The bitwise OR of 32 words.
//
//     any = words[31:0] | words[63:32] | ... | words[1023:992]
//
// One expression, so that a simulator takes the words where they are. Combinational.
module agu_or_fold (
  // 32 bits a word
  input  wire [1023:0] words,
  output wire [31:0]   any
);

  assign any =
    words[31:0]
    | words[63:32]
    | words[95:64]
    | words[127:96]
    | words[159:128]
    | words[191:160]
    | words[223:192]
    | words[255:224]
    | words[287:256]
    | words[319:288]
    | words[351:320]
    | words[383:352]
    | words[415:384]
    | words[447:416]
    | words[479:448]
    | words[511:480]
    | words[543:512]
    | words[575:544]
    | words[607:576]
    | words[639:608]
    | words[671:640]
    | words[703:672]
    | words[735:704]
    | words[767:736]
    | words[799:768]
    | words[831:800]
    | words[863:832]
    | words[895:864]
    | words[927:896]
    | words[959:928]
    | words[991:960]
    | words[1023:992];
endmodule
