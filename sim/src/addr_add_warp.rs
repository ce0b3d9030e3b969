//! ADDR_ADD for the channels of a warp, in three parts: [`VisaState::addr_add_operands`]
//! reads the state, [`AddrAddOperands::compute`] computes without any,
//! [`VisaState::commit_addr_add`] writes. All channels read before one of them writes.

use crate::addr_add::{
    AddrAddInput, addr_add, address_element, general_address, region_element, state_address,
};
use crate::init::ElementType;
use crate::value::Native;
use crate::visa_state::{AddressVariable, VisaState};
use isa::instruction::WARP_LANES;
use isa::visa::{
    AddrAdd, ExecSize, GeneralElement, Modifier, Region, Src0, Src1, check, rules::Rule,
};
use thiserror::Error;

/// Bytes of an element of type UW.
const UW_BYTES: u32 = 2;

/// Why an ADDR_ADD is not executed. Masks make no difference to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum AddrAddError {
    /// The instruction breaks a rule.
    #[error("illegal ADDR_ADD: {message}")]
    Illegal {
        /// Name of the rule.
        rule: &'static str,
        /// What is wrong, and what was expected.
        message: &'static str,
    },
    /// src1 is a variable of another type.
    #[error("V{variable} as src1 has elements of type {element:?}, expected Uw")]
    NotUw {
        /// Number of the general variable.
        variable: u32,
        /// Its type.
        element: ElementType,
    },
    /// src1 is a variable that nothing declares.
    #[error("V{variable} as src1 is not declared, expected a general variable")]
    Undeclared {
        /// Number of the variable.
        variable: u32,
    },
    /// src1 is read past its end.
    #[error(
        "channel {channel} reads element {element} of V{variable}, past its end, \
         expected one below {elements}"
    )]
    PastEnd {
        /// The first such channel.
        channel: u8,
        /// Number of the general variable.
        variable: u32,
        /// Index of the element of 16 bits.
        element: u32,
        /// How many the variable has.
        elements: u32,
    },
}

impl From<&'static Rule> for AddrAddError {
    fn from(rule: &'static Rule) -> AddrAddError {
        AddrAddError::Illegal {
            rule: rule.name,
            message: rule.message,
        }
    }
}

/// What the channels read, channel 0 first; 0 in channels that do not exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddrAddOperands {
    /// src0.
    pub src0: AddressVariable,
    /// src1 before its modifier.
    pub src1: AddressVariable,
    /// EM, one bit a channel.
    pub execution_mask: u32,
}

/// What the channels give, channel 0 first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddrAddResults {
    /// The sums, whether they are written or not.
    pub sums: AddressVariable,
    /// The channels that write, one bit each.
    pub enables: u32,
}

impl AddrAddOperands {
    /// The results of an instruction on these operands.
    pub fn compute(&self, instruction: &AddrAdd) -> AddrAddResults {
        let modifier = match instruction.src1 {
            Src1::General { modifier, .. } => modifier,
            Src1::Immediate(_) => Modifier::None,
        };
        let mut results = AddrAddResults::default();
        for (channel, sum) in (0..).zip(&mut results.sums) {
            let lane = usize::from(channel);
            let output = addr_add::<Native>(AddrAddInput {
                channel,
                exec_size: instruction.exec_size,
                mask: instruction.mask,
                execution_mask: self.execution_mask,
                src0: self.src0[lane].into(),
                src1: self.src1[lane].into(),
                absolute: modifier.absolute(),
                negate: modifier.negate(),
            });
            *sum = output.sum as u16;
            results.enables |= u32::from(output.enable) << lane;
        }
        results
    }
}

impl VisaState {
    /// Executes an instruction and gives the channels that wrote, one bit each.
    ///
    /// # Errors
    /// As [`VisaState::addr_add_operands`]; the state is then unchanged.
    pub fn addr_add(&mut self, instruction: &AddrAdd) -> Result<u32, AddrAddError> {
        let results = self.addr_add_operands(instruction)?.compute(instruction);
        self.commit_addr_add(instruction, &results);
        Ok(results.enables)
    }

    /// What the channels of an instruction read.
    ///
    /// A src1 variable whose type nobody gave is read as UW.
    ///
    /// # Errors
    /// What makes the instruction illegal here, whatever the masks say.
    pub fn addr_add_operands(
        &self,
        instruction: &AddrAdd,
    ) -> Result<AddrAddOperands, AddrAddError> {
        check(instruction, self.address_elements())?;
        self.fetch_addr_add(instruction.exec_size, instruction.src0, instruction.src1)
    }

    /// What so many channels read as their sources, by whatever rules.
    ///
    /// # Errors
    /// What is wrong with the variable that src1 reads.
    pub fn fetch_addr_add(
        &self,
        exec_size: ExecSize,
        src0: Src0,
        src1: Src1,
    ) -> Result<AddrAddOperands, AddrAddError> {
        let mut operands = AddrAddOperands {
            execution_mask: self.execution_mask,
            ..AddrAddOperands::default()
        };
        let channels = exec_size.channels();
        let lanes = usize::from(channels);
        match src0 {
            Src0::Address { element, width } => {
                let variable = self.address_variable(element.variable);
                for (channel, value) in (0..channels).zip(&mut operands.src0) {
                    let element = address_element(element.offset, width, channel);
                    // The rules keep it inside, and without them it wraps.
                    *value = variable[element as usize % WARP_LANES];
                }
            }
            Src0::General(element) => {
                let base = self
                    .general(element.variable)
                    .map_or(0, |general| general.base);
                let element_bytes = self.element_bytes(element.variable);
                let address = general_address::<Native>(base, element, element_bytes);
                operands.src0[..lanes].fill(address as u16);
            }
            Src0::State {
                class,
                variable,
                offset,
            } => {
                let address = self.state_address(class, variable);
                operands.src0[..lanes].fill(state_address::<Native>(address, offset) as u16);
            }
        }
        match src1 {
            Src1::General {
                element, region, ..
            } => self.read_region(element, region, exec_size, &mut operands.src1)?,
            Src1::Immediate(value) => operands.src1[..lanes].fill(value),
        }
        Ok(operands)
    }

    fn read_region(
        &self,
        first: GeneralElement,
        region: Region,
        exec_size: ExecSize,
        values: &mut AddressVariable,
    ) -> Result<(), AddrAddError> {
        let variable = first.variable;
        let Some(general) = self.general(variable) else {
            return Err(AddrAddError::Undeclared { variable });
        };
        match general.element {
            None | Some(ElementType::Uw) => {}
            Some(element) => return Err(AddrAddError::NotUw { variable, element }),
        }
        let (base, elements) = (u64::from(general.base), general.bytes / UW_BYTES);
        for (channel, value) in (0..exec_size.channels()).zip(values) {
            let element = region_element(first, region, channel);
            if element >= elements {
                return Err(AddrAddError::PastEnd {
                    channel,
                    variable,
                    element,
                    elements,
                });
            }
            *value = self.register_word(base + u64::from(UW_BYTES * element));
        }
        Ok(())
    }

    /// Writes the sums of the enabled channels, channel i to element `offset + i`.
    pub fn commit_addr_add(&mut self, instruction: &AddrAdd, results: &AddrAddResults) {
        for (channel, &sum) in results.sums.iter().enumerate() {
            if results.enables >> channel & 1 != 0 {
                let element = usize::from(instruction.dst.offset) + channel;
                self.write_address(instruction.dst.variable, element, sum);
            }
        }
    }
}
