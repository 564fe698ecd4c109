//! Which sets of terms can serve as triggers of a formula.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "triggers change no meaning: a formula of another kind stays as it is"
)]

use itertools::Itertools;
use logic::Theory;
use solver::term::{self, Node, Op, SymbolKind, Term, TermSet};

/// More alternatives than this are not given to the solver.
pub(super) const ALTERNATIVES: usize = 8;

/// The same where a trigger has several terms.
const COMPLETIONS: usize = 3;

/// Triggers for a formula, and accesses that would be triggers if their index were bare.
pub(super) fn choose(vars: &[Term], body: &Term) -> (Vec<Vec<Term>>, Vec<Term>) {
    let mut accesses: Vec<Term> = Vec::new();
    let mut seen = TermSet::default();
    collect(vars, body, &mut accesses, &mut seen);
    let (clean, other): (Vec<Term>, Vec<Term>) = accesses
        .into_iter()
        .partition(|access| access.args().iter().all(|arg| is_clean(arg, vars)));
    // A map read at two places of one formula would instantiate it from itself for ever. What is read
    // within a trigger is there when it is, as `f[i]` in `f[f[i]]`.
    let loops = |access: &Term, all: &[&Term], is_trigger: bool| {
        all.iter().any(|&another| {
            let within = || access.any_subterm(|part| part == another);
            another != access
                && head(another) == head(access)
                && another.free_bound_vars().iter().any(|v| vars.contains(v))
                && !(is_trigger && within())
        })
    };
    let invertible: Vec<Term> = other
        .into_iter()
        .filter(|access| access.as_op(Op::Select).is_some())
        .collect();
    let all: Vec<&Term> = clean.iter().chain(&invertible).collect();
    let mut clean_good: Vec<Term> = clean.clone();
    clean_good.retain(|access| !loops(access, &all, true));
    let mut other_good: Vec<Term> = invertible.clone();
    other_good.retain(|access| !loops(access, &all, false));
    let covers = |access: &Term| {
        let free = access.free_bound_vars();
        vars.iter().all(|var| free.contains(var))
    };
    if !clean_good.iter().any(covers) && other_good.is_empty() {
        clean_good = clean.clone();
        other_good = invertible.clone();
    }
    let mut triggers: Vec<Vec<Term>> = clean_good
        .iter()
        .filter(|access| covers(access))
        .map(|access| vec![access.clone()])
        .take(ALTERNATIVES)
        .collect();
    if triggers.is_empty() && vars.len() > 1 {
        let source = if clean_good.is_empty() {
            &clean
        } else {
            &clean_good
        };
        let several = several(vars, source).or_else(|| several(vars, &clean));
        triggers.extend(
            several
                .into_iter()
                .flat_map(|one| by_choices(one, body, source)),
        );
    }
    other_good.truncate(ALTERNATIVES);
    (triggers, other_good)
}

/// A trigger of several terms that together mention all variables.
fn several(vars: &[Term], clean: &[Term]) -> Option<Vec<Term>> {
    completed(Vec::new(), vars, clean)
}

/// Triggers with one term and others that mention the variables which it does not: one trigger for each
/// map or function whose application mentions them all, for which of them a goal speaks of is not known.
pub(super) fn completions(term_: &Term, vars: &[Term], clean: &[Term]) -> Vec<Vec<Term>> {
    let free = term_.free_bound_vars();
    let missing: Vec<&Term> = vars.iter().filter(|var| !free.contains(var)).collect();
    if missing.is_empty() {
        return vec![vec![term_.clone()]];
    }
    let whole = |access: &&Term| {
        let free = access.free_bound_vars();
        missing.iter().all(|var| free.contains(var))
    };
    let triggers: Vec<Vec<Term>> = clean
        .iter()
        .filter(whole)
        .unique_by(|access| head(access))
        .take(COMPLETIONS)
        .map(|access| vec![term_.clone(), access.clone()])
        .collect();
    if triggers.is_empty() {
        return completed(vec![term_.clone()], vars, clean)
            .into_iter()
            .collect();
    }
    triggers
}

/// A trigger with as many more terms as together mention all variables.
fn completed(mut trigger: Vec<Term>, vars: &[Term], clean: &[Term]) -> Option<Vec<Term>> {
    let mut missing: Vec<Term> = vars.to_vec();
    missing.retain(|var| {
        !trigger
            .iter()
            .any(|part| part.free_bound_vars().contains(var))
    });
    while !missing.is_empty() {
        let best = clean
            .iter()
            .filter(|access| !trigger.contains(*access))
            .max_by_key(|access| {
                let free = access.free_bound_vars();
                missing.iter().filter(|var| free.contains(var)).count()
            })?;
        let free = best.free_bound_vars();
        let before = missing.len();
        missing.retain(|var| !free.contains(var));
        if missing.len() == before {
            return None;
        }
        trigger.push(best.clone());
    }
    Some(trigger)
}

/// A trigger of several terms, and the same for each other value of a choice that one of them is a value of:
/// of an element of an array that may be another one, the solver sees but that which the choice comes to.
fn by_choices(trigger: Vec<Term>, body: &Term, clean: &[Term]) -> Vec<Vec<Term>> {
    let mut choices: Vec<Vec<Term>> = Vec::new();
    for part in term::postorder([body]) {
        if part.as_op(Op::Ite).is_some() && *part.sort() != term::Sort::Bool {
            choices.push(values_of(&part));
        }
    }
    let mut triggers = vec![trigger.clone()];
    for (at, element) in trigger.iter().enumerate() {
        let values = choices.iter().filter(|values| values.contains(element));
        for other in values.flatten() {
            let mut another = trigger.clone();
            another[at] = other.clone();
            let mentioned = element.free_bound_vars();
            let covers = mentioned
                .iter()
                .all(|var| other.free_bound_vars().contains(var));
            let serves = covers && clean.contains(other) && !triggers.contains(&another);
            if serves && triggers.len() < COMPLETIONS {
                triggers.push(another);
            }
        }
    }
    triggers
}

/// What a choice may come to: the first few.
fn values_of(choice: &Term) -> Vec<Term> {
    let mut values = Vec::new();
    let mut open = vec![choice.clone()];
    while let Some(next) = open.pop()
        && values.len() < ALTERNATIVES
    {
        match next.as_op(Op::Ite) {
            Some([_, then, otherwise]) => open.extend([otherwise.clone(), then.clone()]),
            _ => values.push(next),
        }
    }
    values
}

/// What a term reads or applies, regardless of where: a map or collection, or a function.
fn head(term_: &Term) -> Option<(Option<&SymbolKind>, Option<Term>)> {
    match term_.node() {
        Node::Op(Op::Select, args) => Some((None, args.first().cloned())),
        Node::App(symbol, args) => {
            let collection = symbol.data_op().is_some_and(|op| {
                matches!(
                    op.theory(),
                    Theory::Seq | Theory::Map | Theory::Set | Theory::Bag
                )
            });
            let of = args.first().filter(|_| collection).cloned();
            Some((Some(symbol.kind()), of))
        }
        _ => None,
    }
}

/// Reads and applications that mention a variable, outermost first.
pub(super) fn collect(vars: &[Term], term_: &Term, found: &mut Vec<Term>, seen: &mut TermSet) {
    if !seen.insert(term_.clone()) {
        return;
    }
    let free = term_.free_bound_vars();
    if !vars.iter().any(|var| free.contains(var)) {
        return;
    }
    let access = matches!(term_.node(), Node::Op(Op::Select, _) | Node::App(..));
    if access && free.iter().all(|var| vars.contains(var)) {
        found.push(term_.clone());
    }
    for child in term_.children() {
        collect(vars, child, found, seen);
    }
}

/// Whether a term may stand in a trigger: no interpreted operator on the variables.
pub(super) fn is_clean(term_: &Term, vars: &[Term]) -> bool {
    let free = term_.free_bound_vars();
    if !vars.iter().any(|var| free.contains(var)) {
        // Ground parts may be anything but truth values and choices.
        return !term_.any_subterm(|part| matches!(part.node(), Node::Quant { .. }));
    }
    match term_.node() {
        Node::Bound(_) => true,
        Node::App(_, args) => args.iter().all(|arg| is_clean(arg, vars)),
        Node::Op(Op::Select, args) => args.iter().all(|arg| is_clean(arg, vars)),
        _ => false,
    }
}

/// Whether a trigger that a user wrote can serve: it mentions all variables.
pub(crate) fn usable(vars: &[Term], set: &[Term]) -> bool {
    let mut mentioned: Vec<Term> = Vec::new();
    for part in set {
        if !is_clean(part, vars) || matches!(part.node(), Node::Bound(_)) {
            return false;
        }
        mentioned.extend(part.free_bound_vars());
    }
    !set.is_empty() && vars.iter().all(|var| mentioned.contains(var))
}

/// Alternatives without those that hold another one.
pub(crate) fn smallest(sets: Vec<Vec<Term>>) -> Vec<Vec<Term>> {
    let keep: Vec<bool> = sets
        .iter()
        .enumerate()
        .map(|(at, set)| {
            !sets.iter().enumerate().any(|(other_at, other)| {
                other_at != at
                    && other.len() < set.len()
                    && other.iter().all(|part| set.contains(part))
            })
        })
        .collect();
    sets.into_iter()
        .zip(keep)
        .filter_map(|(set, keep)| keep.then_some(set))
        .collect()
}

/// Triggers made of the terms themselves, where they can serve.
pub(crate) fn of_terms(vars: &[Term], terms: &[Term]) -> Vec<Vec<Term>> {
    let mut clean = Vec::new();
    for part in terms {
        for access in clean_accesses(vars, part) {
            if !clean.contains(&access) {
                clean.push(access);
            }
        }
    }
    several(vars, &clean).into_iter().collect()
}

/// Reads and applications in a term that may stand in a trigger.
pub(super) fn clean_accesses(vars: &[Term], part: &Term) -> Vec<Term> {
    let mut accesses = Vec::new();
    collect(vars, part, &mut accesses, &mut TermSet::default());
    accesses.retain(|access| access.args().iter().all(|arg| is_clean(arg, vars)));
    accesses
}
