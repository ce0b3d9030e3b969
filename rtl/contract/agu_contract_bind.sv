// SPDX-License-Identifier: MIT OR Apache-2.0
// Binds the contract to each instance of the module AGU_CONTRACT_OF, such as agu_unit or agu_unit4.
`ifndef AGU_CONTRACT_OF
`define AGU_CONTRACT_OF agu_unit32
`endif

bind `AGU_CONTRACT_OF agu_contract #(.LANES($bits(active_mask))) contract (.*);
