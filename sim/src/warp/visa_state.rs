//! State of vISA programs: general variables in a register file, state
//! variables, address variables (semantics, section 7).

use super::memory::Bytes;
use super::visa_variables::{GeneralVariable, VisaInit};
use isa::TextError;
use isa::instruction::WARP_LANES;
use isa::visa::{StateClass, Variables};
use std::collections::BTreeMap;

/// An address variable: 16-bit elements, of which a part without native SIMD32 has the
/// first half.
pub type AddressVariable = [u16; WARP_LANES];

/// vISA state of one warp. Contents that were never set read 0, and so does the address of a
/// variable without a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisaState {
    /// EM, one bit a channel.
    pub execution_mask: u32,
    /// Variables that text refers to, and sizes of the part.
    pub variables: Variables,
    general: BTreeMap<u32, GeneralVariable>,
    surfaces: BTreeMap<u16, u32>,
    samplers: BTreeMap<u16, u32>,
    /// The register file, by byte address: variables may overlap in it.
    registers: Bytes,
    address: BTreeMap<u16, AddressVariable>,
}

impl VisaState {
    /// State that an init file describes. Of general variables that overlap, the
    /// data of the one with the highest number stay.
    pub fn new(init: &VisaInit, execution_mask: u32) -> VisaState {
        let mut registers = Bytes::default();
        for variable in init.general.values() {
            for (address, &byte) in (u64::from(variable.base)..).zip(&variable.data) {
                registers.set(address, byte);
            }
        }
        let address = init.address.iter().map(|(&number, first)| {
            let mut elements = AddressVariable::default();
            for (element, &value) in elements.iter_mut().zip(first) {
                *element = value;
            }
            (number, elements)
        });
        let mut variables = Variables::of_part(init.address_elements, init.grf_bytes);
        variables.is_part_given = init.is_part_given;
        for (&number, general) in &init.general {
            if let Some(element) = general.element {
                variables.set_element(number, element);
            }
        }
        VisaState {
            execution_mask,
            variables,
            general: init.general.clone(),
            surfaces: init.surfaces.clone(),
            samplers: init.samplers.clone(),
            registers,
            address: address.collect(),
        }
    }

    /// Most elements of an address variable, 16 or 32.
    pub fn address_elements(&self) -> u8 {
        self.variables.address_elements
    }

    /// Takes a line of a program that may declare a variable. Address, type and size in the
    /// init file take precedence. Without an address in the file an alias
    /// lies in its other variable, and any other variable at 0.
    pub fn declare(&mut self, line: &str) -> Result<(), TextError> {
        let Some(declared) = self.variables.declare(line)? else {
            return Ok(());
        };
        let base = declared.alias.map_or(0, |(of, byte)| {
            let base = self.general(of).map_or(0, |general| general.base);
            base.wrapping_add(byte)
        });
        let general = self
            .general
            .entry(declared.variable)
            .or_insert_with(|| GeneralVariable {
                base,
                ..GeneralVariable::default()
            });
        if general.bytes == 0 {
            general.bytes = declared.bytes;
        }
        if let Some(element) = general.element.or(declared.element) {
            general.element = Some(element);
            self.variables.set_element(declared.variable, element);
        }
        Ok(())
    }

    /// Elements of an address variable.
    pub fn address_variable(&self, number: u16) -> AddressVariable {
        self.address.get(&number).copied().unwrap_or_default()
    }

    /// Every address variable that the init file names or a program has written, by
    /// number.
    pub fn address_variables(&self) -> impl Iterator<Item = (u16, &[u16])> {
        let size = usize::from(self.address_elements());
        let variables = self.address.iter();
        variables.map(move |(&number, elements)| (number, elements.get(..size).unwrap_or(elements)))
    }

    /// Writes an element of an address variable; one past its end is not kept.
    pub fn write_address(&mut self, number: u16, element: usize, value: u16) {
        let variable = self.address.entry(number).or_default();
        if let Some(old) = variable.get_mut(element) {
            *old = value;
        }
    }

    /// Declaration of a general variable.
    pub fn general(&self, variable: u32) -> Option<&GeneralVariable> {
        self.general.get(&variable)
    }

    /// Byte address of a state variable.
    pub fn state_address(&self, class: StateClass, variable: u16) -> u32 {
        let variables = match class {
            StateClass::Surface => &self.surfaces,
            StateClass::Sampler => &self.samplers,
        };
        variables.get(&variable).copied().unwrap_or(0)
    }

    /// The 16 bits at a byte address of the register file, little-endian.
    pub fn register_word(&self, address: u64) -> u16 {
        let bytes = [address, address.wrapping_add(1)].map(|at| self.registers.byte(at));
        u16::from_le_bytes(bytes)
    }
}
