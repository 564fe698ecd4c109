//! Blocks and terminators: each block comes after its predecessors, and states are joined where ways meet.

use super::{Exec, Executed, Leaving};
use crate::accesses::Reason;
use crate::execution::state::State;
use crate::execution::value::Value;
use crate::loops::unroll::cut;
use crate::report::{Lack, Unsupported};
use kernel_graph::{BlockId, Terminator};
use solver::term::{and, bv, eq, not, or};
use std::collections::{BTreeMap, BTreeSet};

/// More statements are not executed.
const MOST_STEPS: u64 = 30_000;

impl Exec<'_> {
    /// Executes the blocks of a region from its head: gives the states that jump back to the head,
    /// and those that leave the region.
    pub(crate) fn region(
        &mut self,
        blocks: &BTreeSet<BlockId>,
        head: BlockId,
        around: Option<BlockId>,
        state: State,
    ) -> Executed<(Vec<State>, Vec<Leaving>)> {
        let mut waiting: BTreeMap<BlockId, Vec<State>> = BTreeMap::new();
        waiting.insert(head, vec![state]);
        let (mut back, mut out) = (Vec::new(), Vec::new());
        let graph = self.graph;
        for block in &graph.order {
            let Some(states) = waiting.remove(block) else {
                continue;
            };
            let Some(state) = joined(states) else {
                continue;
            };
            let inner = graph
                .loops
                .get(block)
                .filter(|inner| inner.parent == around && Some(inner.head) != around);
            let next = match inner {
                Some(inner) => self.repeat(inner, state)?,
                None => self.block(*block, state)?,
            };
            for (to, state) in next {
                if state.path.is_impossible() {
                    continue;
                }
                if Some(to) == around {
                    back.push(state);
                } else if blocks.contains(&to) {
                    waiting.entry(to).or_default().push(state);
                } else {
                    out.push((to, state));
                }
            }
        }
        Ok((back, out))
    }

    fn block(&mut self, id: BlockId, mut state: State) -> Executed<Vec<Leaving>> {
        let function = self.function;
        let Some(block) = function.block(id) else {
            return Ok(Vec::new());
        };
        for (number, stmt) in block.stmts.iter().enumerate() {
            self.at = (id, number);
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err(Unsupported::new(Lack::TooLarge, stmt.place));
            }
            self.stmt(&mut state, stmt)?;
            self.learn_fitting(&mut state, stmt.place);
        }
        let place = block.end_place;
        self.at = (id, block.stmts.len());
        Ok(match &block.end {
            Terminator::Goto(to) => vec![(*to, state)],
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.truth(&state, condition, place)?;
                self.learn_fitting(&mut state, place);
                let mut no = state.clone();
                state.path.decide(condition.clone());
                no.path.decide(not(condition));
                vec![(*then, state), (*otherwise, no)]
            }
            Terminator::Switch {
                value,
                cases,
                otherwise,
            } => {
                let Value::Bits(value) = self.value(&state, value, place)? else {
                    return Err(Unsupported::new(Lack::Address, place));
                };
                self.learn_fitting(&mut state, place);
                let width = value.sort().width().unwrap_or(1);
                let is = |bits: u128| eq(value.clone(), bv::lit(bits, width));
                let mut next = Vec::new();
                let mut targets: Vec<BlockId> = cases.iter().map(|(_, to)| *to).collect();
                targets.dedup();
                let mut seen = BTreeSet::new();
                for to in targets {
                    if !seen.insert(to) {
                        continue;
                    }
                    let ways = cases.iter().filter(|(_, block)| *block == to);
                    let mut way = state.clone();
                    way.path
                        .decide(or(ways.map(|(bits, _)| is(*bits)).collect()));
                    next.push((to, way));
                }
                let none = cases.iter().map(|(bits, _)| not(is(*bits)));
                state.path.decide(and(none.collect()));
                next.push((*otherwise, state));
                next
            }
            Terminator::Return(_) | Terminator::Trap => Vec::new(),
            Terminator::Unreachable if place == cut() => {
                // A thread of which something is assumed that is not so is not known of either.
                let decisions = state.path.decisions().into_iter().cloned();
                self.summary.cut.push(and(decisions.collect()));
                Vec::new()
            }
            Terminator::Unreachable if self.choices.demands_unreachable => {
                let known = state.path.condition();
                self.oblige(&known, solver::term::ff(), Reason::Assertion, place);
                Vec::new()
            }
            Terminator::Unreachable => {
                if self.trials == 0 {
                    self.summary.assumed.push(place);
                }
                Vec::new()
            }
        })
    }
}

/// The state where several ways meet; none if there is no way.
pub(crate) fn joined(states: Vec<State>) -> Option<State> {
    let mut states = states.into_iter();
    let first = states.next()?;
    Some(states.fold(first, |a, b| a.join(&b)))
}
