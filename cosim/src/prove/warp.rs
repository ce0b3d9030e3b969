//! What a warp's lanes agree on, over its beats: `uniform`, `fault_valid`, `fault_lane`.
//!
//! One beat after the other, as `sim::pipeline` does it: from what the warp's earlier beats
//! came to and the beat that stands there follows what the ports say and what the later
//! beats are told. What the earlier beats came to is free; the claim is an induction step
//! for warps of any number of beats.

use super::netlist::{Netlist, TranslationError};
use super::solver::Query;
use super::unrolling::Unrolling;
use isa::control::SpaceCode;
use isa::instruction::WARP_LANES;
use std::fmt::Write;
use std::sync::Arc;

/// Bits of an address.
const ADDRESS: u32 = 40;

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

    /// `uniform`: all live lanes of an access have one space and one address. What earlier
    /// beats leave is the golden model's: whether there was a live lane, whether all were
    /// alike, and the first one's space and address.
    ///
    /// # Errors
    /// Hardware without one of the wires; so all of these.
    pub fn uniform(mut self) -> Result<Query, TranslationError> {
        let mut definitions = "(declare-const some_before Bool)\n\
             (declare-const alike_before Bool)\n\
             (declare-const space_before (_ BitVec 2))\n\
             (declare-const address_before (_ BitVec 40))\n"
            .to_owned();
        let beat = self.port("result_beat", 0)?;
        let is_first = format!("(= {beat} #b00000)");
        // Lanes of the beat, one after the other, after those of the beats before.
        let mut some = format!("(and (not {is_first}) some_before)");
        let mut alike = format!("(or {is_first} alike_before)");
        let (mut space, mut address) = ("space_before".to_owned(), "address_before".to_owned());
        let mut consistent = Vec::new();
        for lane in 0..self.lanes {
            let live = format!("(= {} #b1)", self.part("live_mask", lane, 0)?);
            let of_shared = format!("(= {} #b1)", self.part("shared_mask", lane, 0)?);
            let of_global = format!("(= {} #b1)", self.part("global_mask", lane, 0)?);
            let own = self.part("space", lane, 0)?;
            let [global, shared] = [SpaceCode::Global, SpaceCode::Shared]
                .map(|code| format!("(and {live} (= {own} (_ bv{} 2)))", code as u8));
            consistent.push(format!("(= {of_shared} {shared})"));
            consistent.push(format!("(= {of_global} {global})"));
            let place = format!(
                "(concat {} {})",
                self.part("address_hi", lane, 0)?,
                self.part("address_lo", lane, 0)?
            );
            let steps = [
                (
                    "space",
                    "(_ BitVec 2)",
                    format!("(ite (and {live} (not {some})) {own} {space})"),
                ),
                (
                    "address",
                    "(_ BitVec 40)",
                    format!("(ite (and {live} (not {some})) {place} {address})"),
                ),
                (
                    "alike",
                    "Bool",
                    format!(
                        "(and {alike} (=> (and {live} {some}) (and (= {} {}) (= {place} {address}))))",
                        class(&own),
                        class(&space)
                    ),
                ),
                ("some", "Bool", format!("(or {some} {live})")),
            ];
            for (name, sort, term) in steps {
                let _ = writeln!(definitions, "(define-fun {name}_{lane} () {sort} {term})");
            }
            some = format!("some_{lane}");
            alike = format!("alike_{lane}");
            space = format!("space_{lane}");
            address = format!("address_{lane}");
        }
        let access = self.port("result_access", 0)?;
        let told = format!("(and {access} {some} {alike})");
        let leaves = format!(
            "(and {} {})",
            self.port("advance", 0)?,
            self.port("result_valid", 0)?
        );
        let before = self.keeps(
            [
                "some_before",
                "alike_before",
                "space_before",
                "address_before",
            ],
            0,
        )?;
        let after = self.keeps([some.as_str(), &alike, &space, &address], 1)?;
        let uniform = self.port("uniform", 0)?;
        let mut goal = format!("(and (= {uniform} {told}) (=> {leaves} {after}))");
        let kept = ["ones_lo", "ones_hi", "zeros_lo", "zeros_hi", "spaces"];
        for register in kept {
            let name = format!("uniform_place.kept_{register}");
            let (now, next) = (self.port(&name, 0)?, self.port(&name, 1)?);
            goal = format!("(and {goal} (or {leaves} (= {now} {next})))");
        }
        let mut assumptions = consistent;
        assumptions.push(format!("(or {is_first} {before})"));
        assumptions.push(format!("(bvule {beat} (_ bv{} 5))", self.last_beat()));
        Ok(Query {
            hardware: self.hardware,
            definitions,
            assumptions,
            goal,
            shown: Vec::new(),
        })
    }

    /// Where a live lane goes, as the coalescer and [`Warp::uniform`] are told it: no lane
    /// goes to global and to shared memory, and line, top and word are the address's.
    pub fn places(mut self) -> Result<Query, TranslationError> {
        let assumptions = vec![self.port("advance", 0)?];
        let mut goals = Vec::new();
        for lane in 0..self.lanes {
            let mut part = |name: &str| self.part(name, lane, 1);
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

    /// The registers of [`Warp::uniform`] stand for live lanes: `some` of them, all of them
    /// `alike` or not, the first one in `space` at `address`.
    fn keeps(
        &mut self,
        [some, alike, space, address]: [&str; 4],
        time: usize,
    ) -> Result<String, TranslationError> {
        let mut port = |name: &str| self.port(&format!("uniform_place.kept_{name}"), time);
        let word = |high: String, low: String| format!("(concat {high} {low})");
        let (ones_hi, zeros_hi) = (port("ones_hi")?, port("zeros_hi")?);
        let ones = word(ones_hi, port("ones_lo")?);
        let zeros = word(zeros_hi, port("zeros_lo")?);
        let spaces = port("spaces")?;
        let at = format!("((_ zero_extend {}) {address})", 64 - ADDRESS);
        let not_at = format!("((_ zero_extend {}) (bvnot {address}))", 64 - ADDRESS);
        let one_bit = format!("(or (= {spaces} #b001) (= {spaces} #b010) (= {spaces} #b100))");
        let none = format!("(and (= {spaces} #b000) (= {ones} (_ bv0 64)) (= {zeros} (_ bv0 64)))");
        let same = format!(
            "(and (= {spaces} {}) (= {ones} {at}) (= {zeros} {not_at}))",
            class(space)
        );
        let different = format!(
            "(and (not (= {spaces} #b000)) (or (not {one_bit}) (not (= (bvand {ones} {zeros}) (_ bv0 64)))))"
        );
        Ok(format!(
            "(ite {some} (and (ite {alike} {same} {different}) \
             (= (bvand {ones} {at}) {at}) (= (bvand {zeros} {not_at}) {not_at}) \
             (= (bvand {spaces} {class}) {class})) (and {none} {alike}))",
            class = class(space)
        ))
    }

    /// `fault_valid` and `fault_lane`: whether a lane of the warp up to this beat faults,
    /// and the lowest one's number.
    pub fn faults(mut self) -> Result<Query, TranslationError> {
        let mut port =
            |name: &str, time| Ok::<_, TranslationError>(self.hardware.wire(name, time)?.term);
        let assumptions = vec![
            port("advance", 0)?,
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
        let (told, told_lane) = (port("fault_valid", 1)?, port("fault_lane", 1)?);
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
            format!("(= {told} (and {access} {found}))"),
            format!("(= {told_lane} (ite {told} {lowest} #b00000))"),
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

/// The bit of a space among those of a warp: local memory and the constant banks have one,
/// since no warp reaches both.
fn class(space: &str) -> String {
    let [global, shared] = [SpaceCode::Global, SpaceCode::Shared].map(|code| code as u8);
    format!(
        "(ite (= {space} (_ bv{global} 2)) #b001 (ite (= {space} (_ bv{shared} 2)) #b010 #b100))"
    )
}
