//! Finding measures by which the recursion of pure functions ends.

use crate::engine::context::Context;
use crate::engine::declaration::Declaration;
use crate::engine::{Engine, Surroundings};
use crate::eval::typing::argument_facts;
use crate::function::measure::{Domain, Measure, MeasureTerm, not_negative, smaller, written};
use crate::function::measure_candidates::candidates;
use crate::function::recursion::{Recursion, RecursiveCall};
use crate::state::State;
use core_lang::{Function, FunctionBody, FunctionId};
use solver::term::{self, Term};
use std::rc::Rc;

/// How recursion is founded.
pub(crate) enum Founded {
    /// Wherever the precondition holds.
    Everywhere,
    /// In a part of that.
    Within(Domain),
}

impl Engine<'_> {
    /// Parameters as fresh constants, with the precondition known.
    pub(crate) fn function_entry(&mut self, state: &mut State, declared: &Function) -> Context {
        let mut context = Context::granted();
        for param in &declared.params {
            let value = self.arbitrary(state, *param);
            context.locals.insert(*param, value);
        }
        self.function_entry_with(state, declared, &context);
        context
    }

    pub(crate) fn function_entry_with(
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

    pub(crate) fn measure_of(
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
        self.measure_at(state, function, measure, &args, context.recursion.clone())
    }

    /// The value of a measure at some arguments, in the recursion that the measure is part of.
    pub(crate) fn measure_at(
        &mut self,
        state: &mut State,
        function: FunctionId,
        measure: &Measure,
        args: &[Term],
        recursion: Option<Rc<Recursion>>,
    ) -> Vec<Term> {
        let params = &self.program().function(function).params;
        let mut context = Context::granted();
        context.recursion = recursion;
        context.locals = params.iter().copied().zip(args.iter().cloned()).collect();
        let size = |value: &Term| match value.sort() {
            sort if sort.is_data() => solver::theory::size(value),
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
                MeasureTerm::Distance(from, to) => {
                    let from = self.eval(state, &context, from);
                    let to = self.eval(state, &context, to);
                    term::sub(from, to)
                }
                MeasureTerm::Parameter(a) => args[*a].clone(),
                MeasureTerm::Size(a) => size(&args[*a]).unwrap_or_else(|| args[*a].clone()),
                MeasureTerm::Difference(a, b) => match (size(&args[*a]), size(&args[*b])) {
                    (Some(a), Some(b)) => term::sub(a, b),
                    _ => args[*a].clone(),
                },
                MeasureTerm::Sum(a, b) => match (size(&args[*a]), size(&args[*b])) {
                    (Some(a), Some(b)) => term::add(vec![a, b]),
                    _ => args[*a].clone(),
                },
            })
            .collect()
    }

    /// Where a function is founded, for its parameters' values.
    pub(crate) fn domain_at(
        &mut self,
        state: &mut State,
        function: FunctionId,
        domain: &Domain,
        args: &[Term],
    ) -> Term {
        let parts = domain
            .measures
            .iter()
            .map(|measure| not_negative(&self.measure_at(state, function, measure, args, None)))
            .collect();
        term::or(parts)
    }

    pub(crate) fn ground_all(&mut self, formula: &Term) -> Term {
        let free = formula.free_bound_vars();
        self.ground(formula, &free)
    }
}

/// How the recursion of a group is founded, if that is found: by a measure that every recursive
/// call decreases, or by some that do so only where they are not negative.
pub(crate) fn find_measure(around: Surroundings<'_>, group: &[FunctionId]) -> Option<Founded> {
    let everywhere = candidates(around.program, group, false);
    if everywhere
        .iter()
        .any(|measure| decreases(around, group, measure, false))
    {
        return Some(Founded::Everywhere);
    }
    if group.iter().any(|id| written(around.program, *id)) {
        return None;
    }
    // Each domain is closed under the calls made in it, so recursion ends in all of them.
    let mut domain = Domain {
        measures: Vec::new(),
    };
    for measure in candidates(around.program, group, true) {
        let alone = Domain {
            measures: vec![measure],
        };
        if decreases(around, group, &alone.measures[0], true)
            && !covers(around, group, Some(&alone), &domain)
        {
            domain.measures.extend(alone.measures);
        }
        if domain.measures.len() == 2 {
            break;
        }
    }
    if domain.measures.is_empty() {
        return None;
    }
    Some(match covers(around, group, None, &domain) {
        true => Founded::Everywhere,
        false => Founded::Within(domain),
    })
}

/// Whether a domain is all that the preconditions allow, or all of a part of that.
fn covers(
    around: Surroundings<'_>,
    group: &[FunctionId],
    part: Option<&Domain>,
    domain: &Domain,
) -> bool {
    group.iter().all(|function| {
        let mut engine = Engine::new(around, Declaration::definition());
        let mut state = engine.initial();
        let declared = around.program.function(*function);
        let context = engine.function_entry(&mut state, declared);
        let args: Vec<Term> = declared
            .params
            .iter()
            .filter_map(|param| context.locals.get(param).cloned())
            .collect();
        if let Some(part) = part {
            let part = engine.domain_at(&mut state, *function, part, &args);
            state.assume(part);
        }
        let goal = engine.domain_at(&mut state, *function, domain, &args);
        engine.decide(&state, &[], &goal)
    })
}

/// Whether each recursive call of the group decreases a measure; `within` asks for it only where
/// the measure is not negative, and that no call leaves that part.
fn decreases(
    around: Surroundings<'_>,
    group: &[FunctionId],
    measure: &Measure,
    within: bool,
) -> bool {
    group.iter().all(|function| {
        let mut engine = Engine::new(around, Declaration::definition());
        let mut state = engine.initial();
        let declared = around.program.function(*function);
        let context = engine.function_entry(&mut state, declared);
        let mut checked = context.clone();
        checked.recursion = Some(Rc::new(Recursion {
            group: group.to_vec(),
            founded: false,
            domain: term::tt(),
            opened: None,
        }));
        let before = engine.measure_of(&mut state, *function, measure, &checked);
        checked.check = true;
        if let FunctionBody::Expr(body) = &declared.body {
            engine.eval(&mut state, &checked, body);
        }
        let in_body = engine.found.calls.len();
        let mut with_result = checked.clone();
        let result = engine.fresh("result", &declared.sort);
        with_result.locals.insert(declared.result, result);
        engine.eval_pure(&mut state, &with_result, &declared.ensures);
        let calls = std::mem::take(&mut engine.found.calls);
        let in_ensures: Vec<(FunctionId, Vec<Term>)> = calls
            .iter()
            .skip(in_body)
            .filter(|call| {
                !calls
                    .iter()
                    .take(in_body)
                    .any(|other| other.function == call.function && other.args == call.args)
            })
            .map(|call| (call.function, call.args.clone()))
            .collect();
        // Facts learnt by evaluation are about calls that may not be founded.
        let mut clean = engine.initial();
        engine.function_entry_with(&mut clean, declared, &context);
        if within {
            clean.assume(not_negative(&before));
        }
        let own: Vec<Term> = declared
            .params
            .iter()
            .filter_map(|param| context.locals.get(param).cloned())
            .collect();
        calls.into_iter().all(|call| {
            let RecursiveCall {
                function: callee,
                args,
                guard,
            } = call;
            // In its own postcondition, the function at its parameters is the result.
            if in_ensures.contains(&(callee, args.clone())) && callee == *function && args == own {
                return true;
            }
            let after = engine.measure_at(&mut clean, callee, measure, &args, None);
            let mut smaller = smaller(&after, &before);
            if within {
                smaller = term::and(vec![smaller, not_negative(&after)]);
            }
            let goal = term::implies(guard, smaller);
            let goal = engine.ground_all(&goal);
            engine.decide(&clean, &[], &goal)
        })
    })
}
