//! Where threads meet: barriers, and exchanges of a warp, tile or block.

use crate::arith::mask;
use crate::machine::Machine;
use crate::memory::Value;
use crate::outcome::{Refused, Why};
use crate::term::TermId;
use crate::thread::{Meet, Offer, State, Thread, Wait};
use kernel_graph::{BinaryOp, Collective, Scalar, Shuffle, UnaryOp, Vote};

/// Threads that have met, with their numbers in the warp, tile or block.
type Company = Vec<(usize, u32)>;

/// A thread that takes part in an exchange, its number there, and what it brings.
type Present = (usize, u32, Offer);

impl Machine<'_> {
    /// Lets those go on who have met; whether there are any. The grid is not met here.
    pub(crate) fn meet(&mut self) -> Result<bool, Box<Refused>> {
        let mut met = false;
        for t in 0..self.threads.len() {
            let Some(State::Waiting(wait)) = self.threads.get(t).map(|thread| &thread.state) else {
                continue;
            };
            let wait = wait.clone();
            let Some(company) = self.company(t, &wait)? else {
                continue;
            };
            self.exchange(t, &wait, &company)?;
            self.passed(&wait, &company);
            for (one, _) in &company {
                if let Some(thread) = self.threads.get_mut(*one) {
                    thread.state = State::Running;
                }
            }
            met = true;
        }
        Ok(met)
    }

    /// Those that meet with a waiting thread, if all are there.
    fn company(&self, t: usize, wait: &Wait) -> Result<Option<Company>, Box<Refused>> {
        let warp = self.launch.module.target.warp.max(1);
        let Some(thread) = self.threads.get(t) else {
            return Ok(None);
        };
        let all = u32::try_from(self.threads.len()).unwrap_or(0);
        let (part, named) = match wait.meet {
            Meet::Grid => return Ok(None),
            Meet::Block => (all, u32::MAX),
            Meet::Tile(size) => (size, u32::MAX),
            Meet::Warp(mask) => (warp, mask),
        };
        let part = part.max(1);
        let first = thread.flat / part * part;
        let mut found = Vec::new();
        for flat in first..(first + part).min(all) {
            let lane = flat - first;
            if wait.meet != Meet::Block && part <= 32 && named >> lane & 1 == 0 {
                continue;
            }
            let other = self.threads.get(flat as usize);
            match other.map(|other| &other.state) {
                Some(State::Waiting(theirs)) if same(theirs, wait) => {
                    found.push((flat as usize, lane));
                }
                // At a barrier those that have ended are not waited for; whether that is right is asked by whoever
                // shows that the kernel does not diverge. They have nothing to give.
                Some(State::Ended) if wait.offer.is_none() && wait.meet != Meet::Grid => {}
                Some(State::Ended) => return Err(self.at(t, Why::Meeting)),
                Some(State::Waiting(_) | State::Running) | None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// A barrier orders what comes before and behind it.
    fn passed(&mut self, wait: &Wait, company: &Company) {
        if wait.offer.is_some() {
            return;
        }
        let warp = self.launch.module.target.warp.max(1);
        let of_warp = |thread: &Thread| thread.flat / warp;
        match wait.meet {
            Meet::Block => {
                let [shared, global] = &mut self.passed;
                *shared += u32::from(wait.fences.shared);
                *global += u32::from(wait.fences.global);
            }
            Meet::Warp(_) | Meet::Tile(_) if wait.fences.shared && wait.fences.global => {
                let Some(first) = company.first().and_then(|(t, _)| self.threads.get(*t)) else {
                    return;
                };
                let number = of_warp(first);
                // What a part of a warp has in common is not noted: others are not ordered by it.
                let whole = self
                    .threads
                    .iter()
                    .filter(|one| of_warp(one) == number && !matches!(one.state, State::Ended));
                let one_warp = company
                    .iter()
                    .filter_map(|(t, _)| self.threads.get(*t))
                    .all(|one| of_warp(one) == number);
                if one_warp
                    && whole.count() == company.len()
                    && let Some(slot) = self.warps.get_mut(number as usize)
                {
                    *slot += 1;
                }
            }
            Meet::Warp(_) | Meet::Tile(_) | Meet::Grid => {}
        }
    }

    /// Gives those that have met what they want.
    fn exchange(&mut self, t: usize, wait: &Wait, company: &Company) -> Result<(), Box<Refused>> {
        if wait.offer.is_none() {
            return Ok(());
        }
        let warp = self.launch.module.target.warp.max(1);
        let part = match wait.meet {
            Meet::Warp(_) => warp,
            Meet::Tile(size) => size.max(1),
            Meet::Block | Meet::Grid => u32::MAX,
        };
        let mut offers: Vec<(usize, u32, Offer)> = Vec::new();
        for (one, lane) in company {
            if let Some(State::Waiting(theirs)) = self.threads.get(*one).map(|one| &one.state)
                && let Some(offer) = theirs.offer.clone()
            {
                offers.push((*one, *lane, offer));
            }
        }
        let mut results = Vec::new();
        for (one, lane, offer) in &offers {
            let value = match offer.op {
                Collective::Shuffle(how) => {
                    self.shuffled(*one, (*lane, part.min(warp)), how, &offers)?
                }
                Collective::Vote(vote) => self.voted(*one, *lane, vote, &offers)?,
                Collective::Reduce(op) => self.reduced(*one, op, &offers)?,
                Collective::ActiveMask | Collective::Other | Collective::Same => {
                    return Err(self.at(t, Why::NoRule("such an exchange".into())));
                }
            };
            results.push((*one, offer.to, value));
        }
        for (one, to, value) in results {
            self.assign(one, to, value)?;
        }
        Ok(())
    }

    /// The value that a thread reads of another, as PTX says for `shfl.sync`.
    fn shuffled(
        &mut self,
        t: usize,
        (lane, part): (u32, u32),
        how: Shuffle,
        offers: &[(usize, u32, Offer)],
    ) -> Result<Value, Box<Refused>> {
        let Some((_, _, own)) = offers.iter().find(|(one, ..)| *one == t) else {
            return Ok(Value::Unset);
        };
        let number = |at: usize| match own.values.get(at) {
            Some((Value::Bits(bits), _)) => Some(*bits),
            _ => None,
        };
        let Some(by) = number(1) else {
            return Err(self.at(t, Why::Decision("which lane is read")));
        };
        let wide = match own.values.len() {
            0..=2 => Some(part),
            _ => number(2)
                .and_then(|wide| u32::try_from(wide).ok())
                .map(|wide| wide.min(part)),
        };
        let Some(wide) = wide.filter(|wide| wide.is_power_of_two()) else {
            return Err(self.at(t, Why::Decision("how many lanes are a part of the warp")));
        };
        let by = u32::try_from(by % 32).unwrap_or(0);
        let first = lane / wide * wide;
        let last = first + wide - 1;
        let from = match how {
            Shuffle::From => first + by % wide,
            Shuffle::Up => match lane.checked_sub(by) {
                Some(from) if from >= first => from,
                _ => lane,
            },
            Shuffle::Down if lane + by <= last => lane + by,
            Shuffle::Xor if lane ^ by <= last => lane ^ by,
            Shuffle::Down | Shuffle::Xor => lane,
        };
        match offers.iter().find(|(_, lane, _)| *lane == from) {
            Some((_, _, other)) => Ok(other.values.first().map_or(Value::Unset, |(v, _)| *v)),
            // Who is not there has nothing to give.
            None => Ok(Value::Unset),
        }
    }

    fn first_values(offers: &[(usize, u32, Offer)]) -> Vec<(Value, Scalar)> {
        offers
            .iter()
            .map(|(_, _, offer)| {
                offer
                    .values
                    .first()
                    .copied()
                    .unwrap_or((Value::Unset, Scalar::Bool))
            })
            .collect()
    }

    fn voted(
        &mut self,
        t: usize,
        lane: u32,
        vote: Vote,
        offers: &[(usize, u32, Offer)],
    ) -> Result<Value, Box<Refused>> {
        let result = offers.iter().find(|(one, ..)| *one == t);
        let width = result.map_or(32, |(_, _, offer)| self.width(offer.scalar));
        let values = Self::first_values(offers);
        let all_known = values.iter().all(|(v, _)| matches!(v, Value::Bits(_)));
        if let (false, Vote::All | Vote::Any) = (all_known, vote) {
            let op = if vote == Vote::All {
                BinaryOp::And
            } else {
                BinaryOp::Or
            };
            let mut found: Option<Value> = None;
            for (value, scalar) in values {
                let wide = self.width(scalar);
                let term = self.term(t, value, wide)?;
                let truth = self.truth_of(term);
                let truth = self.known_bits(truth);
                found = Some(match found {
                    None => truth,
                    Some(before) => self.on_values(t, op, (before, truth), 1)?,
                });
            }
            let term = self.term(t, found.unwrap_or(Value::Bits(0)), 1)?;
            let wide = self.arena.extended(term, width, false);
            return Ok(self.known_bits(wide));
        }
        if let (false, Vote::Ballot | Vote::Count) = (all_known, vote) {
            return self.counted(t, vote, (offers, values), width);
        }
        if !all_known {
            // It is a function of all values, and of the thread's own place.
            let mut args = Vec::new();
            for (value, scalar) in values {
                args.push((value, self.width(scalar)));
            }
            return self.opaque(
                t,
                &format!(
                    "{vote:?} of lane {lane} of {offers_of}",
                    offers_of = lanes(offers)
                ),
                &args,
                width,
            );
        }
        let bits = |value: &Value| match value {
            Value::Bits(bits) => *bits,
            Value::Address(..) | Value::Several(_) | Value::Term(_) | Value::Unset => 0,
        };
        let mine = result
            .and_then(|(_, _, offer)| offer.values.first())
            .map(|(v, _)| bits(v));
        let holding = values.iter().filter(|(v, _)| bits(v) != 0).count();
        let of = |keep: &dyn Fn(u128) -> bool| {
            let each = offers.iter().zip(&values);
            let kept = each.filter(|(_, (v, _))| keep(bits(v)));
            kept.fold(0u128, |sum, ((_, lane, _), _)| sum | 1u128 << (lane % 32))
        };
        let found = match vote {
            Vote::All => u128::from(holding == values.len()),
            Vote::Any => u128::from(holding > 0),
            Vote::Alike => u128::from(holding == 0 || holding == values.len()),
            Vote::Count => holding as u128,
            Vote::Ballot => of(&|bits| bits != 0),
            Vote::MatchAny => of(&|bits| Some(bits) == mine),
            Vote::MatchAll => match values.iter().all(|(v, _)| Some(bits(v)) == mine) {
                true => of(&|_| true),
                false => 0,
            },
        };
        Ok(Value::Bits(found & mask(width)))
    }

    /// The lanes whose values are not zero, a bit each, or how many they are.
    fn counted(
        &mut self,
        t: usize,
        vote: Vote,
        (offers, values): (&[Present], Vec<(Value, Scalar)>),
        width: u32,
    ) -> Result<Value, Box<Refused>> {
        let mut bits = vec![Value::Bits(0); 32];
        for ((_, lane, _), (value, scalar)) in offers.iter().zip(values) {
            let wide = self.width(scalar);
            let term = self.term(t, value, wide)?;
            let truth = self.truth_of(term);
            if let Some(slot) = bits.get_mut(*lane as usize) {
                *slot = self.known_bits(truth);
            }
        }
        let mut all: Option<(TermId, u32)> = None;
        for bit in bits {
            let bit = self.term(t, bit, 1)?;
            all = Some(match all {
                None => (bit, 1),
                Some((below, low)) => (self.arena.concat(below, bit), low + 1),
            });
        }
        let (mask, low) = match all {
            Some(all) => all,
            None => (self.arena.constant(0, 32), 32),
        };
        let found = match vote == Vote::Count {
            true => self.arena.unary(UnaryOp::PopCount, mask),
            false => mask,
        };
        let found = match low < width {
            true => self.arena.extended(found, width, false),
            false => self.arena.extract(found, 0, width.min(low)),
        };
        Ok(self.known_bits(found))
    }

    fn reduced(
        &mut self,
        t: usize,
        op: BinaryOp,
        offers: &[(usize, u32, Offer)],
    ) -> Result<Value, Box<Refused>> {
        let mut found: Option<Value> = None;
        for (value, scalar) in Self::first_values(offers) {
            let width = self.width(scalar);
            found = Some(match found {
                None => value,
                Some(before) => self.on_values(t, op, (before, value), width)?,
            });
        }
        Ok(found.unwrap_or(Value::Unset))
    }
}

/// The numbers of those that take part, as a text.
fn lanes(offers: &[(usize, u32, Offer)]) -> String {
    let all: Vec<String> = offers.iter().map(|(_, lane, _)| lane.to_string()).collect();
    all.join(",")
}

/// Whether two wait for the same: the same statement, with the same threads.
fn same(a: &Wait, b: &Wait) -> bool {
    let op = |wait: &Wait| wait.offer.as_ref().map(|offer| offer.op);
    a.meet == b.meet && a.at == b.at && op(a) == op(b)
}
