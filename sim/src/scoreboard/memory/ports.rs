//! Memory ports of another kind than an exported unit's. Each is for requests of one memory space,
//! or of two.
//!
//! Ports of a space share the bytes that warps want in it. Warps keep their order within a space,
//! not between spaces.

use super::assignments::Assignments;
use super::explanation;
use super::port_request::PortRequest;
use super::{Differs, OtherRequest, OtherRequests, RequestCounts};
use crate::coalescer::{WarpAccess, coalesce};
use crate::results::space_mask;
use crate::scoreboard::{Accepted, Mismatch, OtherMemory};
use isa::control::SpaceCode;
use isa::ports::Outputs;

/// The spaces of memory, in words.
const SPACES: [(SpaceCode, &str); 3] = [
    (SpaceCode::Global, "global"),
    (SpaceCode::Shared, "shared"),
    (SpaceCode::Local, "local"),
];

/// Memory ports, and the bytes that are still to be asked for.
pub struct OtherPorts {
    ports: Vec<OtherMemory>,
    /// Bytes of each space that a port is for.
    spaces: Vec<Assignments>,
    /// Request that waits at each port.
    waiting: Vec<Option<OtherRequest>>,
}

impl OtherPorts {
    /// The memory ports of a contract, if it has some.
    pub fn new(ports: &[OtherMemory]) -> Option<OtherPorts> {
        let of_space = |&(space, _): &(SpaceCode, &str)| {
            let mut ports = ports.iter().filter(|port| port.space.admits(space));
            Some(Assignments::new(OtherRequests::new(space, *ports.next()?)))
        };
        (!ports.is_empty()).then(|| OtherPorts {
            ports: ports.to_vec(),
            spaces: SPACES.iter().filter_map(of_space).collect(),
            waiting: vec![None; ports.len()],
        })
    }

    /// Adds the bytes of an access's beat that has gone through the golden pipeline, of the warp with
    /// the number `instruction`. Its lanes are those of the warp from `first` on. The last beat comes
    /// with the result of the `whole` warp.
    pub fn want(
        &mut self,
        instruction: u64,
        accepted: Accepted,
        first: usize,
        beat: &Outputs,
        whole: Option<&Outputs>,
    ) {
        let access = WarpAccess::from(beat);
        let exported = whole.map(|whole| coalesce(&WarpAccess::from(whole)).requests);
        for requests in &mut self.spaces {
            let lanes = space_mask(beat, requests.space);
            requests.want(
                instruction,
                accepted,
                first,
                &access,
                lanes,
                exported.as_deref(),
            );
        }
    }

    /// Records that the result of a warp has left.
    pub fn answered(&mut self, instruction: u64) {
        for requests in &mut self.spaces {
            requests.answered(instruction);
        }
    }

    pub fn reset(&mut self) {
        self.spaces.iter_mut().for_each(Assignments::reset);
        self.waiting.fill(None);
    }

    /// Returns whether nothing is to be asked for any more.
    pub fn is_idle(&self) -> bool {
        self.first().is_none()
    }

    /// The space in which nothing new was asked for the longest.
    fn first(&self) -> Option<&Assignments> {
        let spaces = self.spaces.iter().filter(|it| it.oldest().is_some());
        spaces.min_by_key(|it| it.oldest().map(|(_, since)| since))
    }

    /// Number of a warp with missing bytes, and the cycle since which none of them were asked for.
    pub fn oldest(&self) -> Option<(u64, u64)> {
        self.first()?.oldest()
    }

    /// Numbers of the warps with missing bytes, in their order.
    pub fn owed(&self) -> Vec<u64> {
        let mut owed: Vec<u64> = self.spaces.iter().flat_map(|it| it.owed()).collect();
        owed.sort_unstable();
        owed
    }

    /// Explains a unit without progress: the bytes that it owes, and its requests meanwhile.
    pub fn hang(&self) -> Option<String> {
        let spaces = self.first().into_iter().chain(&self.spaces);
        spaces.filter_map(|it| it.hang()).next()
    }

    /// Counts of the requests of each space, and their name.
    pub fn counts(&self) -> Vec<(&'static str, RequestCounts)> {
        let named = |it: &Assignments| {
            let name = match it.space {
                SpaceCode::Shared if it.kind.banks.is_some() => "passes",
                SpaceCode::Shared => "shared requests",
                SpaceCode::Local => "local requests",
                _ => "memory requests",
            };
            (name, it.counts)
        };
        self.spaces.iter().map(named).collect()
    }

    /// Takes a request that leaves the port with that number in `cycle`. Returns whether it serves
    /// anything new; `None` if it asks for nothing, and may.
    pub fn request(
        &mut self,
        port: usize,
        of: &OtherRequest,
        cycle: u64,
    ) -> Result<Option<bool>, Mismatch> {
        let Some(request) = self.port_request(port, of) else {
            return Ok(Some(true));
        };
        if request.kind.may_leave_out(of) {
            return Ok(None);
        }
        let own = |it: &&mut Assignments| it.space == request.space;
        let Some(requests) = self.spaces.iter_mut().find(own) else {
            return Ok(Some(true));
        };
        let mut wrong = match requests.request(&request, cycle) {
            Ok(serves) => return Ok(Some(serves)),
            Err(wrong) => wrong,
        };
        let fits = requests.fits(&request).is_some();
        let spaces = self.spaces.iter().filter(|_| !fits);
        let mut others = spaces.filter_map(|it| Some((it.space, it.fits(&request)?)));
        if let Some((space, (instruction, lanes))) = others.next() {
            let (lanes, of) = (explanation::lanes(lanes), name(space));
            wrong = Mismatch {
                note: Some(format!(
                    "lanes {lanes} of instruction {instruction} access {of} memory"
                )),
                ..Mismatch::new(
                    instruction,
                    "memory_space",
                    space as u64,
                    request.space as u64,
                )
            };
        }
        Err(self.at_port(wrong, port, &request))
    }

    fn port_request<'a>(&self, port: usize, request: &'a OtherRequest) -> Option<PortRequest<'a>> {
        let &kind = self.ports.get(port)?;
        Some(PortRequest {
            kind,
            space: kind.space.of(request.shared != 0),
            ports: request,
        })
    }

    /// Names the port of a difference if there are several.
    fn at_port(&self, mut wrong: Mismatch, port: usize, request: &PortRequest<'_>) -> Mismatch {
        if self.ports.len() > 1 {
            let at = format!("port {port} requests {} memory", name(request.space));
            wrong.note = Some(match wrong.note {
                Some(note) => format!("{at}; {note}"),
                None => at,
            });
        }
        wrong
    }

    /// Returns whether the requests that waited in the last cycle are still there.
    #[inline(always)]
    pub fn stay(&self, now: &[OtherRequest]) -> bool {
        self.changes(now).next().is_none()
    }

    /// Requests that waited and have changed, with their ports.
    fn changes<'a>(
        &'a self,
        now: &'a [OtherRequest],
    ) -> impl Iterator<Item = (usize, PortRequest<'a>, Differs)> {
        let ports = self.waiting.iter().enumerate();
        ports.filter_map(|(port, before)| {
            let request = self.port_request(port, before.as_ref()?)?;
            let differs = request.change(now.get(port))?;
            Some((port, request, differs))
        })
    }

    /// Keeps the requests that wait.
    #[inline(always)]
    pub fn keep(&mut self, now: &[OtherRequest]) {
        for (port, (kind, waiting)) in self.ports.iter().zip(&mut self.waiting).enumerate() {
            let waits =
                |it: &&OtherRequest| it.waits != 0 && !kind.may_change && !kind.may_leave_out(it);
            *waiting = now.get(port).filter(waits).copied();
        }
    }

    /// Difference to the requests that waited.
    pub fn change(&self, now: &[OtherRequest]) -> Option<Mismatch> {
        let (port, request, (signal, expected, got)) = self.changes(now).next()?;
        let of_space = self.spaces.iter().find(|it| it.space == request.space)?;
        let fits = of_space.fits(&request);
        let instruction = fits.map_or(of_space.last, |(instruction, _)| instruction);
        let wrong = Mismatch::new(instruction, signal, expected, got);
        Some(self.at_port(wrong, port, &request))
    }
}

fn name(space: SpaceCode) -> &'static str {
    let mut names = SPACES.iter().filter(|(code, _)| *code == space);
    names.next().map_or("constant", |(_, name)| name)
}
