//! Exchanges among the threads of a warp, tile or block: shuffles, votes, reductions.
//!
//! Threads wait for each other and order nothing. Where some of those that are named never come, that is a
//! divergence, as it is at `__syncwarp`. The old functions without `_sync` name nobody: those that are there go on.

use crate::arith;
use crate::eval::{Halt, unsupported};
use crate::machine::{Event, Machine};
use crate::thread::{Meet, State, Wait};
use crate::value::{Value, low, mask, width};
use kernel_graph::{Collective, Fences, LocalId, Scalar, Scope, Shuffle, StmtKind, Vote};

/// What a thread brings to an exchange.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    to: LocalId,
    scalar: Scalar,
    values: Vec<Value>,
    /// Whether one of them is one of many.
    open: bool,
}

/// A thread in an exchange.
struct One {
    thread: usize,
    /// Its number in the warp, tile or block.
    lane: u32,
    offer: Offer,
}

/// Threads that exchange.
struct Company {
    here: Vec<One>,
    /// Whether all that are named have come, but for those that have ended.
    whole: bool,
    bits: u32,
}

impl Machine<'_> {
    /// A thread comes to an exchange.
    pub(crate) fn collective(&mut self, t: usize, stmt: &StmtKind) -> Result<Event, Halt> {
        let StmtKind::Collective {
            to,
            op,
            among,
            operands,
        } = stmt
        else {
            return unsupported("another statement than an exchange");
        };
        let lane = self.threads[t].flat % self.module.target.warp.max(1);
        let mut meet = match among {
            None => Meet::Present,
            Some(Scope::Warp(mask)) => {
                let mask = self.value(t, mask)?.bits();
                Meet::Warp(u32::try_from(mask).unwrap_or(0))
            }
            Some(Scope::Tile(size)) => Meet::Tile((*size).max(1)),
            Some(Scope::SubGroup) => Meet::Tile(1),
            Some(Scope::Block) => Meet::Block,
            Some(Scope::Grid | Scope::System) => return unsupported("an exchange of the grid"),
        };
        let (mut values, mut open) = (Vec::new(), false);
        for operand in operands {
            let (value, arbitrary) = self.carried(t, operand);
            open |= arbitrary;
            values.push(value?);
        }
        let scalar = self.scalar(t, *to)?;
        let unnamed = matches!(meet, Meet::Warp(mask) if mask >> lane.min(31) & 1 == 0);
        if matches!(op, Collective::Other | Collective::Same) || unnamed {
            self.havoc(t, *to)?;
            return Ok(Event::Seen);
        }
        if *op == Collective::ActiveMask {
            // Any threads may be there with this one.
            meet = Meet::Present;
        }
        let mut site = self.threads[t].site();
        site.stmt = site.stmt.saturating_sub(1);
        self.threads[t].offer = Some(Offer {
            to: *to,
            scalar,
            values,
            open,
        });
        let point = self.point(t);
        self.threads[t].state = State::Waiting(Wait {
            meet,
            fences: Fences::default(),
            site,
            point,
            exchange: Some(*op),
        });
        Ok(Event::Waits)
    }

    /// When nobody can go on: those that wait for an exchange which names nobody go on without the others.
    pub(crate) fn force(&mut self) -> bool {
        let waits = |thread: &crate::thread::Thread| match thread.state {
            State::Waiting(wait) if wait.exchange.is_some() && wait.meet == Meet::Present => {
                Some(wait)
            }
            State::Waiting(_) | State::Running | State::Ended => None,
        };
        let all = 0..self.threads.len();
        let mut all = all.filter_map(|t| Some((t, waits(&self.threads[t])?)));
        match all.next() {
            Some((t, wait)) => {
                self.go_on(t, &wait);
                true
            }
            None => false,
        }
    }

    /// Those that wait with a thread for an exchange go on.
    pub(crate) fn go_on(&mut self, t: usize, wait: &Wait) {
        let here = self.waiting_with(t, wait);
        let whole = self.company(t, wait).is_ok();
        self.exchange(&here, wait, whole);
        self.release(&here, wait);
    }

    /// Gives those that have met what they want.
    pub(crate) fn exchange(&mut self, all: &[usize], wait: &Wait, whole: bool) {
        let Some(op) = wait.exchange else {
            return;
        };
        let part = match wait.meet {
            Meet::Warp(_) | Meet::Present => self.module.target.warp.max(1),
            Meet::Tile(size) => size.max(1),
            Meet::Block | Meet::Grid => u32::MAX,
        };
        let mut here = Vec::new();
        for t in all {
            let lane = self.threads[*t].flat % part;
            if let Some(offer) = self.threads[*t].offer.take() {
                here.push(One {
                    thread: *t,
                    lane,
                    offer,
                });
            }
        }
        let bits = here.iter().fold(0, |bits, one| bits | bit(one.lane));
        let company = Company { here, whole, bits };
        let part = part.min(self.module.target.warp.max(1));
        let open = company.here.iter().any(|one| one.offer.open);
        for one in &company.here {
            let value = self.result(op, one, &company, part);
            let (value, arbitrary) = match value {
                Some(value) => (value, open),
                None => (self.any(one.offer.scalar), true),
            };
            // It has a place for the local, or it would not have come so far.
            let _ = self.assign(one.thread, one.offer.to, value, arbitrary);
        }
    }

    /// The value for one of them; none where nothing is promised.
    fn result(&self, op: Collective, one: &One, company: &Company, part: u32) -> Option<Value> {
        let wide = width(one.offer.scalar, self.module.target.pointer);
        let bits = |bits: u32| Some(Value::Bits(u128::from(bits) & mask(wide)));
        match op {
            Collective::ActiveMask => bits(company.bits),
            Collective::Other | Collective::Same => None,
            Collective::Shuffle(how) => {
                let lane = source(how, one, part)?;
                let mut all = company.here.iter();
                let from = all.find(|other| other.lane == lane)?;
                from.offer.values.first().copied()
            }
            Collective::Vote(vote) if company.whole => {
                let mine = one.offer.values.first();
                let holds = |one: &&One| one.offer.values.first().is_some_and(|v| v.bits() != 0);
                let count = company.here.iter().filter(holds).count();
                let all = company.here.len();
                let masked = |keep: &dyn Fn(&&One) -> bool| {
                    let kept = company.here.iter().filter(|one| keep(one));
                    kept.fold(0, |bits, one| bits | bit(one.lane))
                };
                let alike = |other: &&One| other.offer.values.first() == mine;
                let truth = |holds: bool| bits(u32::from(holds));
                match vote {
                    Vote::All => truth(count == all),
                    Vote::Any => truth(count > 0),
                    Vote::Alike => truth(count == 0 || count == all),
                    Vote::Count => bits(u32::try_from(count).unwrap_or(0)),
                    Vote::Ballot => bits(masked(&holds)),
                    Vote::MatchAny => bits(masked(&alike)),
                    Vote::MatchAll => match company.here.iter().all(|one| alike(&one)) {
                        true => bits(company.bits),
                        false => bits(0),
                    },
                }
            }
            Collective::Reduce(op) if company.whole => {
                let mut all = company.here.iter();
                let mut sum = all.next()?.offer.values.first()?.bits();
                for one in all {
                    let value = one.offer.values.first()?.bits();
                    sum = arith::binary(op, sum, value, wide).ok()?.0;
                }
                Some(Value::Bits(sum))
            }
            Collective::Vote(_) | Collective::Reduce(_) => None,
        }
    }
}

fn bit(lane: u32) -> u32 {
    1u32.checked_shl(lane).unwrap_or(0)
}

/// The number of the thread whose value one reads, as PTX says for `shfl.sync`; none where it says
/// nothing.
fn source(how: Shuffle, one: &One, part: u32) -> Option<u32> {
    let number = |at: usize| one.offer.values.get(at).map(|value| low(value.bits()));
    let wide = match number(2) {
        Some(wide) => u32::try_from(wide).ok()?.min(part),
        None => part,
    };
    if !wide.is_power_of_two() {
        return None;
    }
    let by = u32::try_from(number(1)? % 32).ok()?;
    let first = one.lane / wide * wide;
    let last = first + wide - 1;
    let lane = match how {
        Shuffle::From => first + by % wide,
        Shuffle::Up => match one.lane.checked_sub(by) {
            Some(lane) if lane >= first => lane,
            _ => one.lane,
        },
        Shuffle::Down if one.lane + by <= last => one.lane + by,
        Shuffle::Xor if one.lane ^ by <= last => one.lane ^ by,
        Shuffle::Down | Shuffle::Xor => one.lane,
    };
    Some(lane)
}
