//! Results of all lanes of a warp, over its beats: `uniform`, `fault_valid`, `fault_lane`.
//!
//! The claim treats one beat after the other, as `sim::pipeline` does. The result of the warp's
//! earlier beats and the present beat determine the ports, and the state for later beats. The
//! earlier result is free: the claim is an induction step for warps of any number of beats.

use super::handshake::moves_on;
use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use isa::control::SpaceCode;
use isa::instruction::WARP_LANES;
use std::fmt::Write;
use std::sync::Arc;

/// Bits of the registers of `uniform`.
const KEPT: u32 = 3 + 4 * 32;

/// Meaning of the registers of `uniform`. `marks` is the contribution of a live lane. Local memory
/// and the constant banks share one bit, since no warp reaches both. `stands_for` relates the
/// registers to the golden model's state. That is: some lanes are live, all of these are alike,
/// the first one's space and address.
const ONE_MORE_LANE: &str = "\
(define-fun class ((space (_ BitVec 2))) (_ BitVec 3) (ite (= space #b00) #b001 (ite (= space #b01) #b010 #b100)))
(define-fun marks ((space (_ BitVec 2)) (address (_ BitVec 40))) (_ BitVec 131) (concat (class space) ((_ zero_extend 24) address) ((_ zero_extend 24) (bvnot address))))
(define-fun one_place ((kept (_ BitVec 131))) Bool (let ((spaces ((_ extract 130 128) kept))) (and (or (= spaces #b001) (= spaces #b010) (= spaces #b100)) (= (bvand ((_ extract 127 64) kept) ((_ extract 63 0) kept)) (_ bv0 64)))))
(define-fun stands_for ((kept (_ BitVec 131)) (some Bool) (alike Bool) (space (_ BitVec 2)) (address (_ BitVec 40))) Bool (ite some (and (= (bvand kept (marks space address)) (marks space address)) (= alike (= kept (marks space address))) (= alike (one_place kept))) (and alike (= kept (_ bv0 131)))))
(declare-const kept (_ BitVec 131))
(declare-const some Bool)
(declare-const alike Bool)
(declare-const space (_ BitVec 2))
(declare-const address (_ BitVec 40))
(declare-const live Bool)
(declare-const own_space (_ BitVec 2))
(declare-const own_address (_ BitVec 40))
(define-fun own_alike () Bool (and (= (class own_space) (class space)) (= own_address address)))
";

/// Lemmas: no lane; one more lane; the output.
const LEMMAS: [&str; 3] = [
    "(stands_for (_ bv0 131) false true space address)",
    "(=> (stands_for kept some alike space address) (stands_for \
     (bvor kept (ite live (marks own_space own_address) (_ bv0 131))) (or some live) \
     (and alike (=> (and live some) own_alike)) \
     (ite (and live (not some)) own_space space) (ite (and live (not some)) own_address address)))",
    "(=> (stands_for kept some alike space address) (= (and some alike) (one_place kept)))",
];

/// The warp unit in any state.
pub struct Warp {
    hardware: Unrolling,
    lanes: u32,
}

impl Warp {
    /// A unit of `lanes` lanes.
    pub fn new(netlist: &Arc<Netlist>, lanes: u8) -> Warp {
        Warp {
            hardware: Unrolling::new(netlist),
            lanes: lanes.into(),
        }
    }

    fn port(&mut self, name: &str, time: usize) -> Result<String, TranslationError> {
        Ok(self.hardware.wire(name, time)?.term)
    }

    fn last_beat(&self) -> usize {
        WARP_LANES / self.lanes as usize - 1
    }

    /// A lane's part of a port.
    fn part(&mut self, name: &str, lane: u32, time: usize) -> Result<String, TranslationError> {
        let port = self.hardware.wire(name, time)?;
        let width = port.width() / self.lanes;
        let all = port.zero_extended(port.width());
        let lowest = lane * width;
        Ok(format!(
            "((_ extract {} {lowest}) {all})",
            lowest + width - 1
        ))
    }

    /// `uniform`: all live lanes of an access have one space and one address.
    ///
    /// The registers collect the marks of lane after lane, after those of the warp's earlier
    /// beats. They stand for the golden model's state of the lanes so far. That is proved for one
    /// more lane, after any lanes.
    ///
    /// # Errors
    /// The hardware lacks one of the wires. The other claims have the same error.
    pub fn uniform(mut self) -> Result<Query, TranslationError> {
        let mut definitions = ONE_MORE_LANE.to_owned();
        let beat = self.port("result_beat", 1)?;
        let before = self.kept(0)?;
        let _ = writeln!(
            definitions,
            "(define-fun lanes_0 () (_ BitVec {KEPT}) {before})"
        );
        let mut assumptions = vec![moves_on(&mut self.hardware, 0)?];
        let reset = self.port("reset", 0)?;
        let none = format!("(_ bv0 {KEPT})");
        for lane in 0..self.lanes {
            let live = format!("(= {} #b1)", self.part("live_mask", lane, 1)?);
            let space = self.part("space", lane, 1)?;
            for (port, code) in [
                ("global_mask", SpaceCode::Global),
                ("shared_mask", SpaceCode::Shared),
            ] {
                let goes = format!("(and {live} (= {space} (_ bv{} 2)))", code as u8);
                let flag = self.part(port, lane, 1)?;
                assumptions.push(format!("(= (= {flag} #b1) {goes})"));
            }
            let high = self.part("address_hi", lane, 1)?;
            let low = self.part("address_lo", lane, 1)?;
            let _ = writeln!(
                definitions,
                "(define-fun lanes_{} () (_ BitVec {KEPT}) \
                 (bvor lanes_{lane} (ite {live} (marks {space} (concat {high} {low})) (_ bv0 {KEPT}))))",
                lane + 1
            );
        }
        assumptions.push(format!("(bvule {beat} (_ bv{} 5))", self.last_beat()));
        let all = format!("lanes_{}", self.lanes);
        let leaves = self.port("result_valid", 1)?;
        let (now, next) = (self.kept(0)?, self.kept(1)?);
        let last = self.port("result_last", 1)?;
        let after = format!("(ite {last} {none} {all})");
        let access = self.port("result_access", 1)?;
        let uniform = self.port("uniform", 1)?;
        let goals = [
            format!("(= {uniform} (and {access} (one_place {all})))"),
            format!("(= {next} (ite {reset} {none} (ite {leaves} {after} {now})))"),
            LEMMAS.join(" "),
        ];
        Ok(Query {
            hardware: self.hardware,
            definitions,
            assumptions,
            goal: format!("(and {})", goals.join(" ")),
            shown: Vec::new(),
        })
    }

    /// The registers of `uniform`: spaces, bits that are 1 in some address, bits that are 0.
    fn kept(&mut self, time: usize) -> Result<String, TranslationError> {
        let registers = ["spaces", "ones_hi", "ones_lo", "zeros_hi", "zeros_lo"];
        let registers =
            registers.map(|name| self.port(&format!("uniform_place.kept_{name}"), time));
        let registers: Vec<String> = registers.into_iter().collect::<Result<_, _>>()?;
        Ok(format!("(concat {})", registers.join(" ")))
    }

    /// Destinations of live lanes, as given to the coalescer and [`Warp::uniform`]. No lane goes
    /// to both global and shared memory, and line, top and word are those of the address.
    pub fn places(mut self) -> Result<Query, TranslationError> {
        let hardware = &mut self.hardware;
        let assumptions = vec![moves_on(hardware, 0)?, moves_on(hardware, 1)?];
        let mut goals = Vec::new();
        for lane in 0..self.lanes {
            let mut part = |name: &str| self.part(name, lane, 2);
            let (live, space) = (part("live_mask")?, part("space")?);
            let goes = |code: SpaceCode| {
                format!("(and (= {live} #b1) (= {space} (_ bv{} 2)))", code as u8)
            };
            let (global, shared) = (part("global_mask")?, part("shared_mask")?);
            let address = format!("(concat {} {})", part("address_hi")?, part("address_lo")?);
            let slice = |high: u32, low: u32| format!("((_ extract {high} {low}) {address})");
            let word = format!("(= {} (concat (_ bv0 10) {}))", part("word")?, slice(23, 2));
            let line = format!("(= {} {})", part("line")?, slice(38, 7));
            let top = format!("(= {} {})", part("top")?, slice(39, 39));
            goals.extend([
                format!("(= (= {global} #b1) {})", goes(SpaceCode::Global)),
                format!("(= (= {shared} #b1) {})", goes(SpaceCode::Shared)),
                format!("(=> (or (= {global} #b1) (= {shared} #b1)) (and {word} {line} {top}))"),
            ]);
        }
        Ok(Query {
            hardware: self.hardware,
            assumptions,
            goal: format!("(and {})", goals.join(" ")),
            ..Query::default()
        })
    }

    /// `fault_valid` and `fault_lane`: whether a lane of the warp up to this beat faults, and the
    /// lowest such lane.
    pub fn faults(mut self) -> Result<Query, TranslationError> {
        let moves = moves_on(&mut self.hardware, 0)?;
        let mut port =
            |name: &str, time| Ok::<_, TranslationError>(self.hardware.wire(name, time)?.term);
        let assumptions = vec![
            moves,
            format!("(not {})", port("reset", 0)?),
            format!(
                "(bvule {} (_ bv{} 5))",
                port("result_beat", 1)?,
                WARP_LANES as u32 / self.lanes - 1
            ),
        ];
        let beat = port("result_beat", 1)?;
        let access = port("result_access", 1)?;
        let valid = port("result_valid", 1)?;
        let (known, lane) = ("first_fault.kept_valid", "first_fault.kept_lane");
        let before = format!("(and (not (= {beat} #b00000)) {})", port(known, 0)?);
        let (before_lane, kept_before) = (port(lane, 0)?, port(known, 0)?);
        let (kept, kept_lane) = (port(known, 1)?, port(lane, 1)?);
        let (given, given_lane) = (port("fault_valid", 1)?, port("fault_lane", 1)?);
        let first_lane = format!("(bvmul {beat} (_ bv{} 5))", self.lanes % WARP_LANES as u32);
        let mut lowest = before_lane.clone();
        let mut found = before.clone();
        for lane in (0..self.lanes).rev() {
            let faults = format!("(= {} #b1)", self.part("fault_mask", lane, 1)?);
            let number = format!("(bvadd {first_lane} (_ bv{lane} 5))");
            lowest = format!("(ite {faults} {number} {lowest})");
            found = format!("(or {faults} {found})");
        }
        let lowest = format!("(ite {before} {before_lane} {lowest})");
        let goals = [
            format!("(= {given} (and {access} {found}))"),
            format!("(= {given_lane} (ite {given} {lowest} #b00000))"),
            format!("(= {kept} (ite {valid} {found} {kept_before}))"),
            format!("(=> {kept} (= {kept_lane} (ite {valid} {lowest} {before_lane})))"),
        ];
        Ok(Query {
            hardware: self.hardware,
            definitions: String::new(),
            assumptions,
            goal: format!("(and {})", goals.join(" ")),
            shown: Vec::new(),
        })
    }
}
