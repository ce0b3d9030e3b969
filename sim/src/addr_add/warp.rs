//! ADDR_ADD for the channels of a warp: their operands and their writes. All channels
//! read before one of them writes.

use super::lane::{UW_BYTES, address_element, general_address, region_element, state_address};
use crate::value::Native;
use crate::warp::{ElementType, Lanes, VisaState};
use isa::instruction::WARP_LANES;
use isa::ports::{Inputs, Outputs};
use isa::visa::{AddrAdd, ExecSize, GeneralElement, Region, Src0, Src1, check, rules::Rule};
use thiserror::Error;

/// Error of an ADDR_ADD that is not executed, whatever the masks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum AddrAddError {
    /// The instruction breaks a rule.
    #[error("illegal ADDR_ADD: {message}")]
    Illegal {
        rule: &'static str,
        message: &'static str,
    },
    /// src1 is a variable of another type.
    #[error("V{variable} as src1 has elements of type {element:?}, expected Uw")]
    NotUw { variable: u32, element: ElementType },
    /// src1 is a variable that nothing declares.
    #[error("V{variable} as src1 is not declared, expected a general variable")]
    Undeclared { variable: u32 },
    /// src1 is read past its end.
    #[error(
        "channel {channel} reads element {element} of V{variable}, past its end, \
         expected one below {elements}"
    )]
    PastEnd {
        channel: u8,
        variable: u32,
        element: u32,
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

impl VisaState {
    /// Idle inputs with the operands of an instruction's channels; 0 in channels that do not exist.
    /// src1 is taken before its modifier.
    ///
    /// A src1 variable without a type is read as UW.
    ///
    /// # Errors
    /// The reason why the instruction is illegal in this state, whatever the masks are.
    pub fn addr_add_operands(&self, instruction: &AddrAdd) -> Result<Inputs, AddrAddError> {
        check(instruction, self.address_elements())?;
        self.fetch_addr_add(instruction.exec_size, instruction.src0, instruction.src1)
    }

    /// Idle inputs with the sources of `exec_size` channels, without a check of the rules.
    ///
    /// # Errors
    /// A variable that src1 cannot read: undeclared, of another type than UW, or read past its end.
    pub fn fetch_addr_add(
        &self,
        exec_size: ExecSize,
        src0: Src0,
        src1: Src1,
    ) -> Result<Inputs, AddrAddError> {
        let mut operands = Inputs::idle();
        let channels = exec_size.channels();
        let lanes = usize::from(channels);
        match src0 {
            Src0::Address { element, width } => {
                let variable = self.address_variable(element.variable);
                for (channel, value) in (0..channels).zip(&mut operands.base_lo) {
                    let element = address_element(element.offset, width, channel);
                    // The rules keep it inside, and without them it wraps.
                    *value = variable[element as usize % WARP_LANES].into();
                }
            }
            Src0::General(element) => {
                let base = self
                    .general(element.variable)
                    .map_or(0, |general| general.base);
                let element_bytes = self.variables.element_bytes(element.variable);
                let address = general_address::<Native>(
                    base,
                    element,
                    element_bytes,
                    self.variables.grf_bytes,
                );
                operands.base_lo[..lanes].fill(address);
            }
            Src0::State {
                class,
                variable,
                offset,
            } => {
                let address = self.state_address(class, variable);
                operands.base_lo[..lanes].fill(state_address::<Native>(address, offset));
            }
        }
        match src1 {
            Src1::General {
                element, region, ..
            } => self.read_region(element, region, exec_size, &mut operands.offset_lo)?,
            Src1::Immediate(value) => operands.offset_lo[..lanes].fill(value.into()),
        }
        Ok(operands)
    }

    fn read_region(
        &self,
        first: GeneralElement,
        region: Region,
        exec_size: ExecSize,
        values: &mut Lanes,
    ) -> Result<(), AddrAddError> {
        let variable = first.variable;
        let Some(general) = self.general(variable) else {
            return Err(AddrAddError::Undeclared { variable });
        };
        match general.element {
            None | Some(ElementType::Uw) => {}
            Some(element) => return Err(AddrAddError::NotUw { variable, element }),
        }
        let (base, elements) = (u64::from(general.base), general.size() / UW_BYTES);
        for (channel, value) in (0..exec_size.channels()).zip(values) {
            let element = region_element(first, region, channel, self.variables.grf_bytes);
            if element >= elements {
                return Err(AddrAddError::PastEnd {
                    channel,
                    variable,
                    element,
                    elements,
                });
            }
            *value = self
                .register_word(base + u64::from(UW_BYTES * element))
                .into();
        }
        Ok(())
    }

    /// Writes the sums of the enabled channels, channel i to element `offset + i`.
    pub fn commit_addr_add(&mut self, instruction: &AddrAdd, result: &Outputs) {
        for (channel, &sum) in result.sum_lo.iter().enumerate() {
            if result.rd_write >> channel & 1 != 0 {
                let element = usize::from(instruction.dst.offset) + channel;
                self.write_address(instruction.dst.variable, element, sum as u16);
            }
        }
    }
}
