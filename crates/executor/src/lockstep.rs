//! Lock-step with predicates (*Interleaving and Lock-Step Semantics for Analysis and Verification of GPU
//! Kernels*, Collingbourne et al., 2013, section 4): all threads go through the blocks of a function in
//! one order, statement by statement; a thread takes part in a block if its predicate for the block
//! holds, which is so if the block before told it to go there. From the last block of a loop they go
//! back to its head as long as one of them has to.
//!
//! Statements are executed as for the schedules (`step.rs`), and accesses are ordered by the same clocks.
//! What differs is who goes on when, and how divergence is seen: a barrier that some thread comes to
//! must have the predicates of all threads.

use crate::eval::Halt;
use crate::lockstep_order::Order;
use crate::machine::Machine;
use crate::outcome::{Fault, Group, Stop, Stopped};
use crate::thread::{Meet, State, Wait};
use kernel_graph::{BlockId, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

type Done = Result<(), Box<Stopped>>;

impl Machine<'_> {
    /// Executes all threads in lock-step.
    pub(crate) fn lock_step(&mut self) -> Done {
        let all: Vec<usize> = (0..self.threads.len()).collect();
        self.together(&all, 1)
    }

    /// Why there is no answer for a thread.
    fn none(&self, t: usize, why: &str) -> Box<Stopped> {
        let why = Stop::Unsupported(why.to_owned());
        Box::new(self.stopped(t, self.threads[t].site(), why))
    }

    /// Executes a call for threads that are at its start, until all have returned; so many calls are
    /// then at work.
    fn together(&mut self, group: &[usize], depth: usize) -> Done {
        let Some(first) = group.first() else {
            return Ok(());
        };
        let number = self.threads[*first].site().function;
        let Some(order) = self.order(number) else {
            return Err(self.none(*first, "lock-step in a loop with several entries"));
        };
        let mut at = 0;
        while let Some(placed) = order.blocks.get(at) {
            self.block(group, depth, placed.block)?;
            let again = placed.ends.iter().find(|head| {
                let mut group = group.iter();
                group.any(|t| self.predicate(*t, depth, **head))
            });
            at = match again.and_then(|head| order.position(*head)) {
                Some(head) => head,
                None => at + 1,
            };
        }
        Ok(())
    }

    fn order(&mut self, number: u32) -> Option<Rc<Order>> {
        if let Some(known) = self.orders.get(&number) {
            return known.clone();
        }
        let function = self.module.functions.get(number as usize);
        let order = function.and_then(Order::of).map(Rc::new);
        self.orders.insert(number, order.clone());
        order
    }

    /// Whether a thread takes part in a block of a call.
    fn predicate(&self, t: usize, depth: usize, block: u32) -> bool {
        let frames = &self.threads[t].frames;
        let top = frames.last();
        frames.len() == depth && top.is_some_and(|top| top.block == block && top.stmt == 0)
    }

    fn block(&mut self, group: &[usize], depth: usize, block: u32) -> Done {
        let part = |t: &&usize| self.predicate(**t, depth, block);
        let active: Vec<usize> = group.iter().filter(part).copied().collect();
        let Some(first) = active.first() else {
            return Ok(());
        };
        let function = self.threads[*first].site().function;
        let function = self.module.functions.get(function as usize);
        let Some(of) = function.and_then(|function| function.block(BlockId(block))) else {
            return Err(self.none(*first, "a function without a body"));
        };
        for stmt in &of.stmts {
            for t in &active {
                self.advance(*t)?;
            }
            match stmt.kind {
                StmtKind::Barrier(_) => self.sync(&active)?,
                StmtKind::Call { .. } => self.calls(&active, depth)?,
                StmtKind::Collective { .. } => {
                    return Err(self.none(*first, "an exchange of a warp in lock-step"));
                }
                StmtKind::Assign { .. }
                | StmtKind::Load { .. }
                | StmtKind::Store { .. }
                | StmtKind::Copy { .. }
                | StmtKind::Fill { .. }
                | StmtKind::Atomic { .. }
                | StmtKind::Fence(..)
                | StmtKind::CopyAsync { .. }
                | StmtKind::WaitAsync(_)
                | StmtKind::CopyGroup(_)
                | StmtKind::Havoc(_)
                | StmtKind::Declare(_)
                | StmtKind::Annotation(_)
                | StmtKind::Point => {}
            }
        }
        for t in &active {
            self.advance(*t)?;
        }
        Ok(())
    }

    /// Executes the calls that threads have just begun, each function for its threads together.
    fn calls(&mut self, active: &[usize], depth: usize) -> Done {
        let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for t in active {
            if self.threads[*t].frames.len() > depth {
                let number = self.threads[*t].site().function;
                groups.entry(number).or_default().push(*t);
            }
        }
        groups
            .values()
            .try_for_each(|group| self.together(group, depth + 1))
    }

    /// If some thread is at a barrier, all must be whom it is for.
    fn sync(&mut self, active: &[usize]) -> Done {
        let here: BTreeSet<usize> = active.iter().copied().collect();
        let mut met: BTreeSet<usize> = BTreeSet::new();
        for t in active {
            let State::Waiting(wait) = self.threads[*t].state else {
                continue;
            };
            if met.contains(t) {
                continue;
            }
            let group = match wait.meet {
                Meet::Block => Group::Block,
                Meet::Grid => Group::Grid,
                Meet::Warp(_) | Meet::Tile(_) | Meet::Present => {
                    return Err(self.none(*t, "a barrier of a warp in lock-step"));
                }
            };
            let all: Vec<usize> = self.around(*t, wait.meet).collect();
            if let Some(other) = all.iter().find(|other| !here.contains(other)) {
                return Err(self.missing((*t, *other), &wait, group));
            }
            if wait.meet == Meet::Grid && self.launch.blocks.is_some() {
                return Err(Box::new(self.stopped(*t, wait.site, Stop::Limit)));
            }
            self.release(&all, &wait);
            met.extend(all);
        }
        // Nobody asks who can go on.
        self.running.clear();
        Ok(())
    }

    fn missing(&self, (t, other): (usize, usize), wait: &Wait, group: Group) -> Box<Stopped> {
        let fault = Fault::Divergence {
            group,
            other: self.threads[other].name,
            elsewhere: None,
        };
        Box::new(self.stopped(t, wait.site, Stop::Fault(fault)))
    }

    /// Executes the statement of a thread that comes next.
    ///
    /// # Errors
    /// Why the run ends.
    pub(crate) fn advance(&mut self, t: usize) -> Result<crate::machine::Event, Box<Stopped>> {
        let site = self.threads[t].site();
        if self.steps >= self.options.steps {
            return Err(Box::new(self.stopped(t, site, Stop::Limit)));
        }
        self.steps += 1;
        self.step(t).map_err(|halt| {
            let why = match halt {
                Halt::Stop(why) => *why,
                Halt::OfTwo => {
                    let why = "a value that speaks of two threads or of accesses";
                    Stop::Unsupported(why.to_owned())
                }
            };
            Box::new(self.stopped(t, site, why))
        })
    }
}
