//! The instruction that asks a unit for what a case is about, and the warp around it.
//!
//! Not every case has one; [`assumptions`](super::assumptions) decides which.

use super::super::catalogue::Claim;
use super::super::solver::Model;
use cosim::debug::minimise::ProgramText;
use cosim::dut::unit::{Beat, LANES};
use isa::Isa;
use isa::control::{AccessSpace, Encoded};
use isa::instruction::{AccessForm, AccessSize};
use isa::ports::{INPUTS, RECORD};
use isa::visa::{self, ADDRESS_ELEMENTS, ADDRESS_ELEMENTS_SIMD32};
use sim::RegisterFile;
use sim::WarpConfig;
use sim::pipeline::lane::Family;

/// Control ports that a decoder drives, but for those that select the family.
pub(super) fn control() -> impl Iterator<Item = &'static str> {
    let of_unit = |name: &&str| INPUTS.iter().any(|port| port.name == *name);
    let names = RECORD.iter().map(|&(name, _)| name).filter(of_unit);
    names.filter(|name| !["access", "address_add"].contains(name))
}

/// An instruction, without the values of a case.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    pub isa: Isa,
    pub(super) shape: Shape,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Word,
    Bytes,
    Lea {
        high: bool,
    },
    Move,
    Access {
        form: AccessForm,
        size: AccessSize,
        immediate_kind: u8,
        by_window: bool,
    },
    AddrAdd,
}

impl Template {
    /// The kind of instruction that may ask for cases like `model`.
    pub fn of(claim: Claim, model: &Model) -> Option<Template> {
        let (isa, shape) = match claim {
            Claim::Decoder(Isa::Visa) => (Isa::Visa, Shape::Bytes),
            Claim::Decoder(isa) => (isa, Shape::Word),
            Claim::Mov => (Isa::Fermi, Shape::Move),
            Claim::Lane(_, Family::Lea { high }) => (Isa::Maxwell, Shape::Lea { high }),
            Claim::Lane(_, Family::AddrAdd) => (Isa::Visa, Shape::AddrAdd),
            Claim::Lane(_, Family::Access { space, size }) => return access(space, size, model),
            _ => return None,
        };
        Some(Template { isa, shape })
    }

    /// The request, with 0 in the ports that a case sets.
    pub(super) fn request(&self) -> Beat {
        let request = Beat::request();
        match self.shape {
            Shape::Access {
                form,
                size,
                immediate_kind,
                by_window,
            } => Beat {
                access: 1,
                access_space: form.space() as u8,
                access_size: size.code(),
                store: form.is_store().into(),
                immediate_kind,
                steer_by_window: by_window.into(),
                ..request
            },
            Shape::AddrAdd => Beat {
                address_add: 1,
                ..request
            },
            Shape::Lea { high } => Beat {
                high: high.into(),
                ..request
            },
            Shape::Move | Shape::Word | Shape::Bytes => request,
        }
    }

    /// The program of a case that obeys [`Template::assumptions`]; none where no instruction asks
    /// for it.
    pub fn program(&self, model: &Model) -> Option<ProgramText> {
        let value = |port: &str| model.get(port).copied().unwrap_or(0);
        match self.shape {
            Shape::Word => Some(ProgramText {
                isa: self.isa,
                program: format!("{:016x}\n", value("word")),
                init: String::new(),
            }),
            Shape::Bytes => Some(of_bytes(&value)),
            _ => ProgramText::new(&self.config(&value), &self.warp(&value)),
        }
    }

    /// The warp of a case: its lane alone takes part, and all lanes have its operands.
    fn warp(&self, value: &dyn Fn(&str) -> u64) -> Beat {
        let mut warp = self.request();
        for &port in self.said() {
            warp.set_value(port, 0, value(port));
        }
        let lane = value("lane") as usize;
        for port in ["active_mask", "helper_mask", "carry_in", "overflow_in"] {
            for other in 0..LANES {
                warp.set_value(port, other, if other == lane { value(port) } else { 0 });
            }
        }
        let lanes = match self.shape {
            Shape::AddrAdd => 1 << warp.exec_size.min(5),
            _ => LANES,
        };
        for lane in 0..LANES {
            for port in ["guard_mask", "steering_mask"] {
                warp.set_value(port, lane, value(port));
            }
            for port in ["base_lo", "base_hi", "offset_lo", "offset_hi"] {
                warp.set_value(port, lane, if lane < lanes { value(port) } else { 0 });
            }
        }
        warp.execution_mask = match self.shape {
            Shape::AddrAdd => value("execution_mask") as u32,
            _ => u32::MAX,
        };
        warp
    }

    fn config(&self, value: &dyn Fn(&str) -> u64) -> WarpConfig {
        let mut config = WarpConfig {
            shared_base: value("shared_base"),
            local_base: value("local_base"),
            shared_size: value("shared_size") as u32,
            local_size: value("local_size") as u32,
            global_limit: value("global_limit"),
            register_count: value("register_count") as u8,
            misaligned_is_error: value("misaligned_is_error") != 0,
            ..WarpConfig::new(RegisterFile::from(self.isa))
        };
        if let Some(size) = config.const_size.get_mut(value("bank") as usize) {
            *size = value("const_size") as u32;
        }
        config
    }
}

/// The bytes of an ADDR_ADD, legal or not.
fn of_bytes(value: &dyn Fn(&str) -> u64) -> ProgramText {
    let byte = |place| value(&format!("byte {place}")) as u8;
    let bytes: Vec<u8> = (0..visa::LONGEST).map(byte).collect();
    let simd32 = value("native_simd32") != 0;
    let length = match Encoded::bytes(&bytes, simd32).record().length {
        0 => bytes.len(),
        length => length.into(),
    };
    let digits: String = bytes[..length]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let elements = match simd32 {
        true => ADDRESS_ELEMENTS_SIMD32,
        false => ADDRESS_ELEMENTS,
    };
    ProgramText {
        isa: Isa::Visa,
        program: format!("{digits}\n"),
        init: format!("[visa]\naddress_elements = {elements}\n"),
    }
}

/// An access like the one of `model`, of an instruction set that has it.
fn access(space: AccessSpace, size: AccessSize, model: &Model) -> Option<Template> {
    let holds = |port: &str| model.get(port).is_some_and(|&value| value != 0);
    let window = holds("steer_by_window");
    let windows = match space {
        AccessSpace::Generic => vec![window, !window],
        _ => vec![false],
    };
    let forms = AccessForm::ALL
        .into_iter()
        .filter(|form| form.space() == space && form.is_store() == holds("store"));
    let forms: Vec<AccessForm> = forms.collect();
    windows.into_iter().find_map(|by_window| {
        forms.iter().find_map(|&form| {
            (0..4).find_map(|immediate_kind| {
                let shape = Shape::Access {
                    form,
                    size,
                    immediate_kind,
                    by_window,
                };
                [Isa::Maxwell, Isa::Fermi].into_iter().find_map(|isa| {
                    let template = Template { isa, shape };
                    let config = WarpConfig::new(RegisterFile::from(isa));
                    let text = ProgramText::new(&config, &template.request())?;
                    (text.isa == isa).then_some(template)
                })
            })
        })
    })
}
