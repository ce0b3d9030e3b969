`ifndef NAMED
  not named
`endif
