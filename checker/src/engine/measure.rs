//! Measures by which the recursion of pure functions ends.

use super::function::{Recursion, argument_facts};
use super::{Context, Engine, State, Surroundings};
use crate::core::{Assertion, Expr, ExprKind, Function, FunctionBody, FunctionId, Program};
use crate::term::{self, Sort, Term};
use std::collections::BTreeMap;

impl Engine<'_> {
    /// Parameters as fresh constants, with the precondition known.
    pub(super) fn function_entry(&mut self, state: &mut State, declared: &Function) -> Context {
        let mut context = Context::granted();
        for param in &declared.params {
            let value = self.arbitrary(state, *param);
            context.locals.insert(*param, value);
        }
        self.function_entry_with(state, declared, &context);
        context
    }

    pub(super) fn function_entry_with(
        &mut self,
        state: &mut State,
        declared: &Function,
        context: &Context,
    ) {
        for fact in argument_facts(self.program(), declared, context, false) {
            state.assume(fact);
        }
        let requires = self.eval_pure(state, context, &declared.requires);
        state.assume(requires);
    }

    pub(super) fn measure_of(
        &mut self,
        state: &mut State,
        function: FunctionId,
        measure: &Measure,
        context: &Context,
    ) -> Vec<Term> {
        let args: Vec<Term> = self
            .program()
            .function(function)
            .params
            .iter()
            .filter_map(|param| context.locals.get(param).cloned())
            .collect();
        self.measure_at(state, function, measure, &args)
    }

    pub(super) fn measure_at(
        &mut self,
        state: &mut State,
        function: FunctionId,
        measure: &Measure,
        args: &[Term],
    ) -> Vec<Term> {
        let params = &self.program().function(function).params;
        let mut context = Context::granted();
        context.locals = params.iter().copied().zip(args.iter().cloned()).collect();
        let size = |value: &Term| match value.sort() {
            Sort::Data(_) => crate::theory::size(value),
            _ => Some(value.clone()),
        };
        let terms = measure.of.get(&function).cloned().unwrap_or_default();
        // That the measure is well defined is shown where the function is checked; here
        // nothing is learnt from it.
        let state = &mut state.clone();
        terms
            .iter()
            .map(|one| match one {
                MeasureTerm::Written(e) => {
                    let value = self.eval(state, &context, e);
                    size(&value).unwrap_or(value)
                }
                MeasureTerm::Parameter(a) => args[*a].clone(),
                MeasureTerm::Size(a) => size(&args[*a]).unwrap_or_else(|| args[*a].clone()),
                MeasureTerm::Difference(a, b) => match (size(&args[*a]), size(&args[*b])) {
                    (Some(a), Some(b)) => term::sub(a, b),
                    _ => args[*a].clone(),
                },
            })
            .collect()
    }

    pub(super) fn ground_all(&mut self, formula: &Term) -> Term {
        let free = formula.free_bound_vars();
        self.ground(formula, &free)
    }
}

/// What decreases: for each function of a group, an expression over its parameters.
#[derive(Clone, Debug)]
pub struct Measure {
    of: BTreeMap<FunctionId, Vec<MeasureTerm>>,
}

#[derive(Clone, Debug)]
enum MeasureTerm {
    Written(Expr),
    Parameter(usize),
    Difference(usize, usize),
    Size(usize),
}

/// Whether a function calls itself only within the unfolding of the one predicate instance
/// that it requires, for the whole share that it requires: then what the inner call holds
/// is a part of it, and predicates are finite.
pub(super) fn by_unfolding(program: &Program, group: &[FunctionId]) -> bool {
    use crate::core::{Amount, AssertionKind, Location};
    let [function] = group else { return false };
    let declared = program.function(*function);
    let FunctionBody::Expr(body) = &declared.body else {
        return false;
    };
    let mut instances = Vec::new();
    for part in declared.requires.conjuncts() {
        match &part.kind {
            AssertionKind::Pure(_) => {}
            AssertionKind::Share(Location::Predicate(predicate, args), Amount::Exact(amount)) => {
                instances.push((*predicate, args, amount));
            }
            _ => return false,
        }
    }
    let [(predicate, args, amount)] = instances.as_slice() else {
        return false;
    };
    let local = |e: &Expr| match e.kind {
        ExprKind::Local(local) => Some(local),
        _ => None,
    };
    let whole = |e: &Expr| match &e.kind {
        ExprKind::Real(value) => Some(value.clone()),
        _ => None,
    };
    let mut outside = 0usize;
    let mut all = 0usize;
    let calls = |e: &Expr| {
        let mut count = 0usize;
        e.visit(&mut |e| {
            count +=
                usize::from(matches!(&e.kind, ExprKind::Call(callee, _) if callee == function));
        });
        count
    };
    all += calls(body);
    let mut inside = 0usize;
    body.visit(&mut |e| {
        if let ExprKind::Unfolding(location, share, value) = &e.kind
            && let Location::Predicate(unfolded, with) = location.as_ref()
            && let Amount::Exact(share) = share.as_ref()
            && unfolded == predicate
            && whole(share).is_some()
            && whole(share) == whole(amount)
            && with.len() == args.len()
            && with
                .iter()
                .zip(args.iter())
                .all(|(a, b)| local(a).is_some() && local(a) == local(b))
        {
            // Calls in a nested unfolding are counted once, by the outer one.
            inside = inside.max(calls(value));
        }
    });
    outside += all - inside;
    outside == 0 && calls_of(&declared.ensures, *function) == 0
}

pub(super) fn calls_of(assertion: &Assertion, function: FunctionId) -> usize {
    let mut count = 0;
    assertion.visit(&mut |e| {
        count += usize::from(matches!(&e.kind, ExprKind::Call(callee, _) if *callee == function));
    });
    count
}

/// A measure by which every recursive call of the group decreases.
pub(super) fn find_measure(around: Surroundings<'_>, group: &[FunctionId]) -> Option<Measure> {
    candidates(around.program, group)
        .into_iter()
        .find(|measure| decreases_everywhere(around, group, measure))
}

/// Measures worth trying: the written ones, or the same simple shape for all members.
pub(super) fn candidates(program: &Program, group: &[FunctionId]) -> Vec<Measure> {
    let written: Vec<(FunctionId, Option<Vec<Expr>>)> = group
        .iter()
        .map(|id| (*id, program.function(*id).decreases.clone()))
        .collect();
    if written
        .iter()
        .any(|(_, measure)| measure.as_ref().is_some_and(|m| !m.is_empty()))
    {
        let of = written
            .into_iter()
            .map(|(id, measure)| {
                let terms = measure
                    .unwrap_or_default()
                    .into_iter()
                    .map(MeasureTerm::Written)
                    .collect();
                (id, terms)
            })
            .collect();
        return vec![Measure { of }];
    }
    let mut choices: Vec<Vec<Measure>> = Vec::new();
    for id in group {
        let params = &program.function(*id).params;
        let sort = |number: usize| program.local(params[number]).sort.clone();
        let mut mine = Vec::new();
        for a in 0..params.len() {
            match sort(a) {
                Sort::Int => mine.push(MeasureTerm::Parameter(a)),
                Sort::Data(name)
                    if name.starts_with("Seq<")
                        || name.starts_with("Set<")
                        || name.starts_with("Map<")
                        || name.starts_with("Bag<") =>
                {
                    mine.push(MeasureTerm::Size(a));
                }
                _ => {}
            }
        }
        for a in 0..params.len() {
            for b in 0..params.len() {
                if a != b
                    && matches!(sort(a), Sort::Int | Sort::Data(_))
                    && matches!(sort(b), Sort::Int | Sort::Data(_))
                {
                    mine.push(MeasureTerm::Difference(a, b));
                }
            }
        }
        choices.push(
            mine.into_iter()
                .map(|one| Measure {
                    of: BTreeMap::from([(*id, vec![one])]),
                })
                .collect(),
        );
    }
    // All combinations, up to a small number.
    let mut combined: Vec<Measure> = vec![Measure {
        of: BTreeMap::new(),
    }];
    for choice in choices {
        let mut next = Vec::new();
        for before in &combined {
            for one in &choice {
                let mut of = before.of.clone();
                of.extend(one.of.clone());
                next.push(Measure { of });
                if next.len() > 200 {
                    break;
                }
            }
        }
        combined = next;
    }
    combined.truncate(64);
    combined
}

pub(super) fn decreases_everywhere(
    around: Surroundings<'_>,
    group: &[FunctionId],
    measure: &Measure,
) -> bool {
    group.iter().all(|function| {
        let mut engine = Engine::new(around);
        let mut state = engine.initial();
        let declared = around.program.function(*function);
        let context = engine.function_entry(&mut state, declared);
        engine.recursion = Some(Recursion {
            group: group.to_vec(),
            measure: Some(measure.clone()),
            founded: false,
            calls: Vec::new(),
        });
        let before = engine.measure_of(&mut state, *function, measure, &context);
        let mut checked = context.clone();
        checked.check = true;
        if let FunctionBody::Expr(body) = &declared.body {
            engine.eval(&mut state, &checked, body);
        }
        let in_body = engine.recursion.as_ref().map_or(0, |r| r.calls.len());
        let mut with_result = checked.clone();
        let result = engine.fresh("result", &declared.sort);
        with_result.locals.insert(declared.result, result);
        engine.eval_pure(&mut state, &with_result, &declared.ensures);
        let calls = match engine.recursion.take() {
            Some(recursion) => recursion.calls,
            None => return false,
        };
        let in_ensures: Vec<(FunctionId, Vec<Term>)> = calls
            .iter()
            .skip(in_body)
            .filter(|(callee, args, _)| {
                !calls
                    .iter()
                    .take(in_body)
                    .any(|(other, with, _)| other == callee && with == args)
            })
            .map(|(callee, args, _)| (*callee, args.clone()))
            .collect();
        // Facts learnt by evaluation are about calls that may not be founded.
        let mut clean = engine.initial();
        engine.function_entry_with(&mut clean, declared, &context);
        let own: Vec<Term> = declared
            .params
            .iter()
            .filter_map(|param| context.locals.get(param).cloned())
            .collect();
        calls.into_iter().all(|(callee, args, guard)| {
            // In its own postcondition, the function at its parameters is the result.
            if in_ensures.contains(&(callee, args.clone())) && callee == *function && args == own {
                return true;
            }
            let after = engine.measure_at(&mut clean, callee, measure, &args);
            let smaller = smaller(&after, &before);
            let goal = term::implies(guard, smaller);
            let goal = engine.ground_all(&goal);
            engine.decide(&clean, &[], &goal)
        })
    })
}

/// Lexicographic, each component bounded below by zero.
pub(super) fn smaller(after: &[Term], before: &[Term]) -> Term {
    let mut goal = term::ff();
    for (a, b) in after.iter().zip(before).rev() {
        if *a.sort() != Sort::Int || *b.sort() != Sort::Int {
            return term::ff();
        }
        let less = term::and(vec![
            term::le(term::int(0), b.clone()),
            term::lt(a.clone(), b.clone()),
        ]);
        let same = term::and(vec![term::eq(a.clone(), b.clone()), goal]);
        goal = term::or(vec![less, same]);
    }
    goal
}
