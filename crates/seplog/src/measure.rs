//! Measures by which the recursion of pure functions ends.

mod candidates;

use super::function::{Recursion, argument_facts};
use super::{Context, Engine, State, Surroundings};
use candidates::candidates;
use ir::{Builtin, Expr, ExprKind, Function, FunctionBody, FunctionId, Program};
use solver::term::{self, Sort, Term};
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
    pub(super) fn domain_at(
        &mut self,
        state: &mut State,
        function: FunctionId,
        domain: &Domain,
        args: &[Term],
    ) -> Term {
        let parts = domain
            .measures
            .iter()
            .map(|measure| not_negative(&self.measure_at(state, function, measure, args)))
            .collect();
        term::or(parts)
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

/// Where the functions of a group are founded, if not wherever their preconditions hold: where
/// one of these measures is not negative, for there each call decreases it and has it not
/// negative again. Of the values elsewhere nothing is known.
#[derive(Clone, Debug)]
pub struct Domain {
    measures: Vec<Measure>,
}

impl Domain {
    /// The domain of one function, as the user may write it.
    pub(super) fn text(&self, program: &Program, function: FunctionId) -> Option<String> {
        let params = &program.function(function).params;
        let texts: Option<Vec<String>> = self
            .measures
            .iter()
            .map(|measure| {
                let terms = measure.of.get(&function)?;
                let parts: Option<Vec<String>> = terms
                    .iter()
                    // These are not negative, or not where what follows is not.
                    .filter(|term| !matches!(term, MeasureTerm::Size(_) | MeasureTerm::Sum(..)))
                    .map(|term| term.text(program, params))
                    .collect();
                let parts = parts?;
                Some(match parts.is_empty() {
                    true => "true".to_owned(),
                    false => parts.join(" && "),
                })
            })
            .collect();
        Some(texts?.join(" || "))
    }
}

/// How recursion is founded.
pub(super) enum Founded {
    /// Wherever the precondition holds.
    Everywhere,
    /// In a part of that.
    Within(Domain),
}

#[derive(Clone, Debug, PartialEq)]
enum MeasureTerm {
    Written(Expr),
    /// Of two sides that the body compares, built from parameters alone.
    Distance(Expr, Expr),
    Parameter(usize),
    Difference(usize, usize),
    Sum(usize, usize),
    Size(usize),
}

impl MeasureTerm {
    /// That it is not negative, in the user's words.
    fn text(&self, program: &Program, params: &[ir::LocalId]) -> Option<String> {
        let param = |number: &usize| {
            let local = program.local(*params.get(*number)?);
            Some(match &local.sort {
                sort if sort.is_data() => format!("|{}|", local.name),
                _ => local.name.clone(),
            })
        };
        match self {
            MeasureTerm::Written(_) => None,
            MeasureTerm::Distance(from, to) => Some(format!(
                "{} >= {}",
                expression_text(program, from)?,
                expression_text(program, to)?
            )),
            MeasureTerm::Parameter(a) | MeasureTerm::Size(a) => Some(format!("{} >= 0", param(a)?)),
            MeasureTerm::Difference(a, b) => Some(format!("{} >= {}", param(a)?, param(b)?)),
            MeasureTerm::Sum(a, b) => Some(format!("{} + {} >= 0", param(a)?, param(b)?)),
        }
    }
}

/// A simple expression as the user may write it.
fn expression_text(program: &Program, e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Int(value) => Some(value.to_string()),
        ExprKind::Local(local) => Some(program.local(*local).name.clone()),
        ExprKind::Length(array) => Some(format!("{}.length", expression_text(program, array)?)),
        ExprKind::Data(_, args) => match args.as_slice() {
            [one] => Some(format!("|{}|", expression_text(program, one)?)),
            _ => None,
        },
        ExprKind::Apply(op, args) => {
            let sign = match op {
                Builtin::Add => "+",
                Builtin::Sub => "-",
                Builtin::Mul => "*",
                _ => return None,
            };
            let args: Option<Vec<String>> = args
                .iter()
                .map(|arg| {
                    let text = expression_text(program, arg)?;
                    Some(match arg.kind {
                        ExprKind::Apply(..) => format!("({text})"),
                        _ => text,
                    })
                })
                .collect();
            Some(args?.join(&format!(" {sign} ")))
        }
        _ => None,
    }
}

/// How the recursion of a group is founded, if that is found: by a measure that every recursive
/// call decreases, or by some that do so only where they are not negative.
pub(super) fn find_measure(around: Surroundings<'_>, group: &[FunctionId]) -> Option<Founded> {
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

/// Whether the user wrote a measure.
pub(super) fn written(program: &Program, function: FunctionId) -> bool {
    program
        .function(function)
        .decreases
        .as_ref()
        .is_some_and(|measure| !measure.is_empty())
}

/// Whether a domain is all that the preconditions allow, or all of a part of that.
fn covers(
    around: Surroundings<'_>,
    group: &[FunctionId],
    part: Option<&Domain>,
    domain: &Domain,
) -> bool {
    group.iter().all(|function| {
        let mut engine = Engine::new(around);
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
        let mut engine = Engine::new(around);
        let mut state = engine.initial();
        let declared = around.program.function(*function);
        let context = engine.function_entry(&mut state, declared);
        engine.recursion = Some(Recursion {
            group: group.to_vec(),
            measure: Some(measure.clone()),
            founded: false,
            domain: term::tt(),
            opened: None,
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
        if within {
            clean.assume(not_negative(&before));
        }
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

/// That no component is negative; false if one is no integer.
fn not_negative(measure: &[Term]) -> Term {
    if measure.iter().any(|part| *part.sort() != Sort::Int) {
        return term::ff();
    }
    let parts = measure.iter().cloned();
    term::and(parts.map(|part| term::le(term::int(0), part)).collect())
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
