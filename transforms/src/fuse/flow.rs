//! Which arrays carry data from one thread to another, or from one thread block to another.

use super::Fusion;
use super::contract::{Conjunct, Contract};
use super::exchange::Threads;
use super::formula::{self, Linear, shown};
use super::join::{Joined, roots};
use super::ranges;
use super::row::Kernel;
use crate::framework::input::Refusal;
use crate::framework::prover::{Outcome, Prover};
use crate::shared::entry::explained;
use spec_lang::ast::Expr;
use std::collections::BTreeSet;
use text::code::Code;
use text::diagnostics::Diagnostic;

impl Fusion<'_> {
    /// The arrays through which data flows from one thread to another.
    pub(super) fn flow(
        &self,
        joined: &Joined,
        number: usize,
        prover: &mut dyn Prover,
    ) -> Result<BTreeSet<String>, Refusal> {
        let mut flow = BTreeSet::new();
        let (Some(contract), Some(inside)) = (self.contracts.get(number), self.inside.get(number))
        else {
            return Ok(flow);
        };
        let before = roots(joined.pre.iter().chain(&joined.post));
        let after = roots(contract.pre.iter().chain(&contract.post));
        for root in before.intersection(&after) {
            if !joined.written.contains(root) && !inside.written.contains(root) {
                continue;
            }
            let (given, asked) = (
                cells_of(&joined.touched, root),
                cells_of(&contract.pre, root),
            );
            match evident(&self.ranges.threads, &given, &asked) {
                Some(true) => {
                    flow.insert(root.clone());
                }
                Some(false) => {}
                None => match self.queries(prover).stays(&given, &asked, None) {
                    Outcome::Proved => {}
                    _ => {
                        flow.insert(root.clone());
                    }
                },
            }
        }
        Ok(flow)
    }

    /// Why a barrier that is needed cannot be one of each thread block.
    pub(super) fn crossing(
        &self,
        joined: &Joined,
        number: usize,
        flow: &BTreeSet<String>,
        prover: &mut dyn Prover,
    ) -> Option<Diagnostic> {
        let described = self.describe(number);
        let none = Contract::default();
        let contract = self.contracts.get(number).unwrap_or(&none);
        let size = match &self.grid {
            Some(grid) => Some(grid.size.clone()),
            None => ranges::block_size(&self.ranges.threads, self.blocks),
        };
        let head = self
            .row
            .kernels
            .get(number)
            .map_or(self.row.site.head, Kernel::head);
        let help = match number {
            1 => "run one thread block".to_owned(),
            _ => format!("fuse {number}, or run one thread block"),
        };
        for root in flow {
            let given = cells_of(&joined.touched, root);
            let asked = cells_of(&contract.pre, root);
            let stays = match &size {
                Some(size) => self.queries(prover).stays(&given, &asked, Some(size)),
                None => Outcome::Failed(None),
            };
            if stays == Outcome::Proved {
                continue;
            }
            let at = asked.first().map_or(head, |conjunct| conjunct.origin);
            let message = format!(
                "`{}` carries data from one of the {} thread blocks to another before {described}",
                shown(root),
                self.blocks
            );
            let mut diagnostic = Diagnostic::error(Code::A613, at, message);
            if let Some(from) = given.first() {
                let cells = format!("these cells of `{}`", shown(root));
                diagnostic = diagnostic.with_label(from.origin, cells);
            }
            let diagnostic = diagnostic
                .with_note("no barrier synchronizes several thread blocks")
                .with_help(help);
            return Some(explained(diagnostic, &stays));
        }
        let ordered = self.ordered(number);
        if !flow.is_empty() && size.is_some() && ordered.is_none() {
            return None;
        }
        let asked: Vec<&Conjunct> = flow
            .iter()
            .flat_map(|root| cells_of(&contract.pre, root))
            .collect();
        let at = asked.first().map_or(head, |conjunct| conjunct.origin);
        let arrays: Vec<String> = flow
            .iter()
            .map(|root| format!("`{}`", shown(root)))
            .collect();
        let over = match arrays.is_empty() {
            true => String::new(),
            false => format!(" over {}", arrays.join(", ")),
        };
        let diagnostic = Diagnostic::error(
            Code::A613,
            at,
            format!(
                "before {described} all of the {} thread blocks would have to meet at a barrier{over}",
                self.blocks
            ),
        );
        let diagnostic = match ordered {
            Some(atomic) => diagnostic.with_label(
                atomic,
                "all threads see what is done here, and it comes behind what the kernels before do",
            ),
            None => diagnostic,
        };
        Some(
            diagnostic
                .with_note("no barrier synchronizes several thread blocks")
                .with_help(help),
        )
    }
}

/// The permissions of an array, one for each cell and condition.
fn cells_of<'c>(conjuncts: &'c [Conjunct], root: &str) -> Vec<&'c Conjunct> {
    let mut found: Vec<&Conjunct> = Vec::new();
    for conjunct in conjuncts {
        let Some(atom) = &conjunct.atom else {
            continue;
        };
        let known = found.iter().any(|old| {
            old.atom.as_ref().is_some_and(|old| {
                old.place() == atom.place() && old.condition_texts() == atom.condition_texts()
            })
        });
        if atom.location.is_some() && atom.root == root && !known {
            found.push(conjunct);
        }
    }
    found
}

/// Whether cells go from one thread to another, where that is plain to see.
fn evident(threads: &Threads, given: &[&Conjunct], asked: &[&Conjunct]) -> Option<bool> {
    if threads.iterators.is_empty() {
        return Some(false);
    }
    let mut all_same = true;
    for first in given.iter().filter_map(|conjunct| conjunct.atom.as_ref()) {
        for second in asked.iter().filter_map(|conjunct| conjunct.atom.as_ref()) {
            let single = |name: &str, expr: &Expr| formula::canonical(expr) == name;
            let own = first.binders.is_empty()
                && first.place() == second.place()
                && threads
                    .iterators
                    .iter()
                    .all(|(name, ..)| first.indices.iter().any(|index| single(name, index)));
            all_same &= own;
            let shifted = first.binders.is_empty()
                && second.binders.is_empty()
                && first.indices.len() == second.indices.len()
                && first
                    .indices
                    .iter()
                    .zip(&second.indices)
                    .any(|(left, right)| {
                        let mentions = threads
                            .iterators
                            .iter()
                            .any(|(name, ..)| formula::mentions(left, name));
                        let difference = Linear::of(left)
                            .zip(Linear::of(right))
                            .and_then(|(left, right)| left.plus(&right, -1))
                            .and_then(|difference| difference.as_number());
                        // A multiple of the thread may never meet what is next to another.
                        let plain = Linear::of(left).is_some_and(|left| {
                            threads
                                .iterators
                                .iter()
                                .any(|(name, ..)| left.factor(name).abs() == 1)
                        });
                        mentions && plain && difference.is_some_and(|difference| difference != 0)
                    });
            if shifted && threads.iterators.len() == 1 {
                return Some(true);
            }
        }
    }
    all_same.then_some(false)
}
