// SPDX-License-Identifier: MIT OR Apache-2.0
// Binds the contract to each instance of `agu_unit`, or of the module AGU_CONTRACT_OF, such as agu_unit4.
`ifdef AGU_CONTRACT_OF
bind `AGU_CONTRACT_OF agu_contract #(.LANES($bits(active_mask))) contract (.*);
`else
bind agu_unit agu_contract #(.LANES($bits(active_mask))) contract (.*);
`endif
