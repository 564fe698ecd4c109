//! Where threads meet.

use crate::clock::Clocks;
use crate::machine::Machine;
use crate::outcome::{Deed, Fault, Group, Site, Stop};
use crate::thread::{Meet, State, Thread, Wait};
use std::ops::Range;

impl Machine<'_> {
    /// The threads that may have to come to where a thread waits.
    pub(crate) fn around(&self, t: usize, meet: Meet) -> Range<usize> {
        let all = self.threads.len();
        let thread = &self.threads[t];
        let per_block: u32 = self.launch.block.iter().product();
        let start = t - thread.flat as usize;
        let part = |size: u32| {
            let size = size.max(1);
            let first = thread.flat / size * size;
            let last = (first + size).min(per_block);
            start + first as usize..start + last as usize
        };
        match meet {
            Meet::Warp(_) | Meet::Present => part(self.module.target.warp),
            Meet::Tile(size) => part(size),
            Meet::Block => start..start + per_block as usize,
            Meet::Grid => 0..all,
        }
    }

    /// Whether a thread must come to where others meet. One of a warp that has ended need not.
    fn is_named(&self, thread: &Thread, meet: Meet) -> bool {
        let ended = matches!(thread.state, State::Ended);
        match meet {
            Meet::Warp(mask) => {
                let lane = thread.flat % self.module.target.warp.max(1);
                mask >> lane.min(31) & 1 == 1 && !ended
            }
            Meet::Tile(_) | Meet::Present => !ended,
            Meet::Block | Meet::Grid => true,
        }
    }

    /// Whether another thread waits with one.
    fn is_here(&self, other: &Thread, wait: &Wait) -> bool {
        let State::Waiting(theirs) = other.state else {
            return false;
        };
        let same = theirs.meet == wait.meet && theirs.exchange == wait.exchange;
        match wait.meet {
            // Any barrier of a warp meets any other with the same mask, and so do exchanges of a kind.
            Meet::Warp(_) | Meet::Tile(_) => same,
            Meet::Block | Meet::Grid | Meet::Present => same && theirs.point == wait.point,
        }
    }

    /// Those that meet with a waiting thread, if all are there; else one that is not.
    pub(crate) fn company(&self, t: usize, wait: &Wait) -> Result<Vec<usize>, usize> {
        let mut found = Vec::new();
        for other in self.around(t, wait.meet) {
            let thread = &self.threads[other];
            if !self.is_named(thread, wait.meet) {
                continue;
            }
            match self.is_here(thread, wait) {
                true => found.push(other),
                false => return Err(other),
            }
        }
        Ok(found)
    }

    /// Lets threads go on that wait where this one has come to, or for one that has ended.
    pub(crate) fn meet(&mut self, t: usize) {
        let waiting: Vec<usize> = match self.threads[t].state {
            State::Waiting(_) => vec![t],
            State::Running => Vec::new(),
            // Those of its warp wait for it no longer.
            State::Ended => self
                .around(t, Meet::Block)
                .filter(|other| {
                    matches!(
                        self.threads[*other].state,
                        State::Waiting(Wait {
                            meet: Meet::Warp(_) | Meet::Tile(_) | Meet::Present,
                            ..
                        })
                    )
                })
                .collect(),
        };
        for one in waiting {
            let State::Waiting(wait) = self.threads[one].state else {
                continue;
            };
            // Who is there with a thread nobody says; mostly its whole warp.
            if wait.meet == Meet::Present && self.random.one_in(8) {
                self.go_on(one, &wait);
            } else if (wait.meet != Meet::Grid || self.launch.blocks.is_none())
                && let Ok(all) = self.company(one, &wait)
            {
                self.exchange(&all, &wait, true);
                self.release(&all, &wait);
            }
        }
    }

    /// Those that wait with a thread, itself among them.
    pub(crate) fn waiting_with(&self, t: usize, wait: &Wait) -> Vec<usize> {
        let around = self.around(t, wait.meet);
        let here = around.filter(|other| {
            let other = &self.threads[*other];
            self.is_named(other, wait.meet) && self.is_here(other, wait)
        });
        here.collect()
    }

    /// Threads that have met go on; each knows what all did before, as far as the fences say.
    pub(crate) fn release(&mut self, all: &[usize], wait: &Wait) {
        let (shared, global) = (wait.fences.shared, wait.fences.global);
        let mut heard = Clocks::default();
        for t in all {
            let thread = &self.threads[*t];
            heard.join(&thread.clocks, shared, global);
        }
        for t in all {
            if wait.exchange.is_none() {
                self.note_deed(*t, wait.site, Deed::Barrier);
            }
            let thread = &mut self.threads[*t];
            thread.clocks.join(&heard, shared, global);
            thread.clocks.advance(thread.number);
            thread.state = State::Running;
            self.running.push(thread.number);
        }
    }

    /// When nobody can go on: who waits for whom in vain. What a part of a warp waits for is behind what the block waits for,
    /// and comes first; before all, where values are exchanged, for where others wait they wait in turn.
    pub(crate) fn stuck(&self) -> Option<(usize, Site, Stop)> {
        let mut found: Option<(usize, Site, Stop)> = None;
        let mut of_warp: Option<(usize, Site, Stop)> = None;
        for (t, thread) in self.threads.iter().enumerate() {
            let State::Waiting(wait) = thread.state else {
                continue;
            };
            let other = match self.company(t, &wait) {
                // Blocks that have not begun are waited for.
                Ok(_) | Err(_) if wait.meet == Meet::Grid && self.launch.blocks.is_some() => {
                    found.get_or_insert((t, wait.site, Stop::Limit));
                    continue;
                }
                Err(other) => other,
                Ok(_) => continue,
            };
            let other = &self.threads[other];
            let group = match wait.meet {
                Meet::Warp(_) | Meet::Tile(_) if wait.exchange.is_some() => Group::Warp(false),
                Meet::Warp(mask) => Group::Warp(mask == u32::MAX),
                Meet::Present => Group::Warp(false),
                Meet::Tile(size) => Group::Warp(size >= self.module.target.warp),
                Meet::Block => Group::Block,
                Meet::Grid => Group::Grid,
            };
            let fault = Fault::Divergence {
                group,
                other: other.name,
                elsewhere: match other.state {
                    State::Waiting(wait) => Some(wait.site),
                    State::Running | State::Ended => None,
                },
            };
            let fault = Stop::Fault(fault);
            let stuck = (t, wait.site, fault);
            match group {
                Group::Warp(_) if wait.exchange.is_some() => return Some(stuck),
                Group::Warp(_) => of_warp.get_or_insert(stuck),
                Group::Block | Group::Grid => found.get_or_insert(stuck),
            };
        }
        of_warp.or(found)
    }
}
