//! Which barrier was passed last at the start of an iteration, and how many each iteration passes.

use super::Named;
use super::plan::Plan;
use crate::barriers::last_barrier::{Barriers, Last, Passed};
use crate::execution::Exec;
use crate::execution::state::{Counts, State};
use crate::execution::symbols::Varies;
use solver::term::{Node, Op, Sort, Symbol, Term, add, app, eq, int, mul, or, sub};
use std::collections::BTreeSet;

/// Which barrier was passed last at the start of an iteration.
#[derive(Clone, Debug)]
pub(super) enum LastPassed {
    /// The one before the loop.
    Same,
    /// What the symbols say of the iteration.
    Function(Passed, BTreeSet<Symbol>),
    /// The one before the loop in the first iteration, else this, which the iteration before passed.
    Before(Passed),
}

impl Exec<'_> {
    /// The same for the barrier that was passed last. All threads share the function if they share what
    /// it is at entry and what an iteration makes of it, as for other values.
    pub(super) fn revise_passed(
        &mut self,
        plan: &mut Plan,
        (entry, back): (&Passed, &Passed),
        k: &Term,
    ) -> bool {
        let now = match &plan.passed {
            LastPassed::Same if entry == back => return false,
            LastPassed::Same => entry,
            LastPassed::Function(now, _) => now,
            LastPassed::Before(_) => return false,
        };
        let mut symbols = match &plan.passed {
            LastPassed::Function(_, symbols) => symbols.clone(),
            LastPassed::Same | LastPassed::Before(_) => BTreeSet::new(),
        };
        // What an iteration leaves as it was needs no function, and what has one with enough numbers no other.
        let known = symbols.clone();
        let open = |now: &Last, back: &Last| {
            let has_one = now.mentions(&known) && now.lengthened(back) == *now;
            now != back && !has_one
        };
        let mut changed = false;
        let numbers = self.numbers(k);
        let mut passed = now.clone();
        for kind in Barriers::ALL {
            let (now, back) = (kind.last_of(now), kind.last_of(back));
            if !open(now, back) {
                continue;
            }
            changed = true;
            let mut at = 0;
            let made = now.lengthened(back).map(&mut |_| {
                let of = (plan.head, Named::Passed(kind, at));
                at += 1;
                let sorts = vec![Sort::Int; numbers.len()];
                let symbol = self.at_head(of, ("passed", sorts), Sort::Int, Varies::Never);
                symbols.insert(symbol.clone());
                app(&symbol, numbers.clone())
            });
            kind.set(&mut passed, made);
        }
        if changed {
            plan.passed = LastPassed::Function(passed, symbols);
            return true;
        }
        let mut pairs = Vec::new();
        for from in [entry, back] {
            now.zip(from, &mut |now, from| {
                let each = now.terms().iter().cloned();
                pairs.extend(each.zip(from.terms().iter().cloned()));
                now.clone()
            });
        }
        let mut changed = false;
        for (now, from) in pairs {
            let most = self.varies(&from);
            if let Node::App(symbol, _) = now.node()
                && most > self.symbols.varies(symbol)
            {
                self.symbols.set_varies(symbol, most);
                changed = true;
            }
        }
        changed
    }

    /// Barriers passed in each iteration.
    pub(super) fn passed(&self, entry: &State, plan: &Plan, back: &State, k: &Term) -> Counts {
        let before = entry.counts.zip(&plan.counts, &|at_entry, each| {
            Some(add(vec![at_entry.clone(), mul(k.clone(), each.clone())]))
        });
        let each = back.counts.zip(&before, &|after, before| {
            let each = sub(after.clone(), before.clone());
            each.as_int().is_some().then_some(each)
        });
        // What had to be given up is not tried again.
        plan.counts.zip(&each, &|_, each| Some(each.clone()))
    }
}

impl Plan {
    /// Where an iteration passes a barrier whatever was passed before, that is the one that the next
    /// iteration begins with.
    pub(super) fn last_passed(&mut self, back: &State, k: &Term) {
        let passed = &back.counts.passed;
        if let LastPassed::Function(_, symbols) = &self.passed
            && !passed.mentions(symbols)
        {
            let before = [(k.clone(), sub(k.clone(), int(1)))];
            self.passed = LastPassed::Before(passed.map(&mut |term| term.subst(&before)));
        }
    }
}

impl Plan {
    /// An iteration ends with the barrier that it began with, or with one that it passes: by induction it
    /// begins with that before the loop or with one of those.
    pub(super) fn ends_with(&mut self, entry: &Passed, back: &Passed) {
        let LastPassed::Function(now, _) = &self.passed else {
            return;
        };
        let mut facts = Vec::new();
        for kind in Barriers::ALL {
            let number = |passed: &Passed| kind.last_of(passed).terms().first().cloned();
            let (Some(at_start), Some(before), Some(at_end)) =
                (number(now), number(entry), number(back))
            else {
                continue;
            };
            let mut one_of = vec![eq(at_start.clone(), before)];
            let known = choices(&at_end).into_iter().all(|choice| {
                let constant = choice.as_int().is_some();
                if constant {
                    one_of.push(eq(at_start.clone(), choice.clone()));
                }
                constant || choice == at_start
            });
            if known {
                facts.push(or(one_of));
            }
        }
        self.ending = facts;
    }
}

/// The terms of which a term is one, whatever its conditions are.
fn choices(term: &Term) -> Vec<Term> {
    let (mut open, mut found) = (vec![term.clone()], Vec::new());
    let mut seen = BTreeSet::new();
    while let Some(term) = open.pop() {
        if !seen.insert(term.clone()) {
            continue;
        }
        match term.as_op(Op::Ite) {
            Some([_, yes, no]) => open.extend([yes.clone(), no.clone()]),
            _ => found.push(term),
        }
    }
    found
}
