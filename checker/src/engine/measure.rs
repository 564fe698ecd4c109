//! Measures by which the recursion of pure functions ends.

use super::function::{Recursion, argument_facts};
use super::{Context, Engine, State, Surroundings};
use crate::core::{
    Amount, Assertion, AssertionKind, Builtin, Expr, ExprKind, Function, FunctionBody, FunctionId,
    Location, Program,
};
use crate::term::{self, Sort, Term};
use std::collections::{BTreeMap, HashSet};

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
    fn text(&self, program: &Program, params: &[crate::core::LocalId]) -> Option<String> {
        let param = |number: &usize| {
            let local = program.local(*params.get(*number)?);
            Some(match local.sort {
                Sort::Data(_) => format!("|{}|", local.name),
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

/// Whether an expression is an integer built from parameters alone, without the heap.
fn simple(e: &Expr, params: &[crate::core::LocalId]) -> bool {
    let is_param = |e: &Expr| matches!(&e.kind, ExprKind::Local(local) if params.contains(local));
    e.sort == Sort::Int
        && match &e.kind {
            ExprKind::Int(_) => true,
            ExprKind::Local(_) => is_param(e),
            ExprKind::Length(array) => is_param(array),
            ExprKind::Data(op, args) => {
                matches!(op.name, "seq.len" | "set.card" | "bag.card" | "map.card")
                    && matches!(args.as_slice(), [one] if is_param(one))
            }
            ExprKind::Apply(Builtin::Add | Builtin::Sub | Builtin::Mul, args) => {
                args.iter().all(|arg| simple(arg, params))
            }
            _ => false,
        }
}

/// The distances between what a function's body compares.
fn distances(declared: &Function) -> Vec<MeasureTerm> {
    let mut found = Vec::new();
    let FunctionBody::Expr(body) = &declared.body else {
        return found;
    };
    body.visit(&mut |e| {
        if let ExprKind::Apply(op, sides) = &e.kind
            && matches!(
                op,
                Builtin::Eq | Builtin::Ne | Builtin::Lt | Builtin::Le | Builtin::Gt | Builtin::Ge
            )
            && let [left, right] = sides.as_slice()
            && simple(left, &declared.params)
            && simple(right, &declared.params)
        {
            for (from, to) in [(left, right), (right, left)] {
                let one = MeasureTerm::Distance(from.clone(), to.clone());
                if !found.contains(&one) && found.len() < 12 {
                    found.push(one);
                }
            }
        }
    });
    found
}

/// Whether the functions of a group call each other only within the unfolding of something
/// that they hold, and how that founds them. What is held where a function begins is what it
/// requires: finitely many instances, each of finite depth. Unfolding one takes some of it away
/// and gives instances that are less deep, and the call takes what it requires from these.
pub(super) fn by_unfolding(program: &Program, group: &[FunctionId]) -> Option<Descent> {
    let mut exact = true;
    for function in group {
        let declared = program.function(*function);
        let FunctionBody::Expr(body) = &declared.body else {
            return None;
        };
        let amounts = required_instances(&declared.requires)?;
        // Where nothing is held there is nothing to unfold, which is then said there.
        if amounts.is_empty() {
            return None;
        }
        exact &= amounts
            .iter()
            .all(|amount| matches!(amount, Amount::Exact(e) if constant(e)));
        // What these look at is not asked for as calls are.
        let mut of_permissions = false;
        body.visit(&mut |e| {
            of_permissions |= matches!(
                e.kind,
                ExprKind::CurrentPerm(_) | ExprKind::ForPerm { .. } | ExprKind::Old(..)
            );
        });
        if of_permissions {
            return None;
        }
        let mut all = HashSet::new();
        let mut inside = HashSet::new();
        calls_within(body, group, &mut all);
        body.visit(&mut |e| {
            if let ExprKind::Unfolding(_, _, value) = &e.kind {
                calls_within(value, group, &mut inside);
            }
        });
        let elsewhere: usize = group
            .iter()
            .map(|member| {
                calls_of(&declared.ensures, *member) + calls_of(&declared.requires, *member)
            })
            .sum();
        if all != inside || elsewhere > 0 {
            return None;
        }
    }
    Some(match exact {
        true => Descent::ByAmounts,
        false => Descent::ByPlaces,
    })
}

/// How unfolding founds functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Descent {
    /// All required amounts are constant: there are finitely many sums of them, so the sum at the
    /// greatest depth that changes becomes smaller, and cannot do so for ever.
    ByAmounts,
    /// Some of a share can always be divided again, so the calls must have what they require
    /// with all of the unfolded instance gone: the places that something is held at descend.
    ByPlaces,
}

/// Whether the calls of a group have what they require with all of what is unfolded around them
/// gone ([`Descent::ByPlaces`]). The group's own axioms are not known to it.
pub(super) fn descends_by_places(around: Surroundings<'_>, group: &[FunctionId]) -> bool {
    let mut functions = around.functions.clone();
    for function in group {
        if let Some(strict) = functions.by_places.get_mut(function.0 as usize) {
            *strict = true;
        }
    }
    let around = Surroundings {
        functions: &functions,
        ..around
    };
    group.iter().all(|function| {
        let mut engine = Engine::new(around);
        engine.function(*function);
        engine.gaps.is_empty()
            && engine
                .obligations
                .iter()
                .filter(|obligation| obligation.code == "V025")
                .all(|obligation| {
                    obligation.holds
                        && obligation
                            .question
                            .as_ref()
                            .is_none_or(|question| engine.proves(question))
                })
    })
}

/// The amounts of the predicate instances that an assertion holds; none if these are not
/// finitely many.
fn required_instances(assertion: &Assertion) -> Option<Vec<&Amount>> {
    let mut found = Vec::new();
    match &assertion.kind {
        AssertionKind::Pure(_) => {}
        AssertionKind::Share(Location::Predicate(..), amount) => found.push(amount),
        AssertionKind::Share(Location::Field(..) | Location::Element(..), _) => {}
        AssertionKind::Star(parts) => {
            for part in parts {
                found.extend(required_instances(part)?);
            }
        }
        AssertionKind::Implies(_, body) | AssertionKind::Let(_, _, body) => {
            found = required_instances(body)?;
        }
        AssertionKind::Ite(_, a, b) => {
            found = required_instances(a)?;
            found.extend(required_instances(b)?);
        }
        AssertionKind::Forall { body, .. } => {
            if !required_instances(body)?.is_empty() {
                return None;
            }
        }
    }
    Some(found)
}

/// Whether an amount is the same wherever it stands.
fn constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Real(_) => true,
        ExprKind::Apply(_, args) => args.iter().all(constant),
        ExprKind::Requires(_, value, ..) => constant(value),
        _ => false,
    }
}

/// The calls of a group in an expression, by where they are kept.
fn calls_within(e: &Expr, group: &[FunctionId], found: &mut HashSet<*const Expr>) {
    e.visit(&mut |e| {
        if matches!(&e.kind, ExprKind::Call(callee, _) if group.contains(callee)) {
            found.insert(std::ptr::from_ref(e));
        }
    });
}

pub(super) fn calls_of(assertion: &Assertion, function: FunctionId) -> usize {
    let mut count = 0;
    assertion.visit(&mut |e| {
        count += usize::from(matches!(&e.kind, ExprKind::Call(callee, _) if *callee == function));
    });
    count
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

/// Measures worth trying: the written ones, or the same simple shape for all members; of those
/// that may be negative somewhere, also what the bodies compare.
pub(super) fn candidates(program: &Program, group: &[FunctionId], partial: bool) -> Vec<Measure> {
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
        if partial {
            mine.extend(distances(program.function(*id)));
        }
        let mut mine: Vec<Vec<MeasureTerm>> = mine.into_iter().map(|one| vec![one]).collect();
        if group.len() == 1 {
            mine.extend(of_two(program, *id, partial));
        }
        choices.push(
            mine.into_iter()
                .map(|terms| Measure {
                    of: BTreeMap::from([(*id, terms)]),
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

/// Measures of two parameters that recursive calls change: their sum, and one before the other.
fn of_two(program: &Program, function: FunctionId, partial: bool) -> Vec<Vec<MeasureTerm>> {
    let declared = program.function(function);
    let single = |number: usize| match &program.local(*declared.params.get(number)?).sort {
        Sort::Int => Some(MeasureTerm::Parameter(number)),
        Sort::Data(name)
            if ["Seq<", "Set<", "Map<", "Bag<"]
                .iter()
                .any(|kind| name.starts_with(kind)) =>
        {
            Some(MeasureTerm::Size(number))
        }
        _ => None,
    };
    let mut changing = vec![false; declared.params.len()];
    if let FunctionBody::Expr(body) = &declared.body {
        body.visit(&mut |e| {
            if let ExprKind::Call(callee, args) = &e.kind
                && *callee == function
            {
                for ((arg, param), changes) in args.iter().zip(&declared.params).zip(&mut changing)
                {
                    *changes |= !matches!(arg.kind, ExprKind::Local(local) if local == *param);
                }
            }
        });
    }
    let worth: Vec<(usize, MeasureTerm)> = (0..declared.params.len())
        .filter(|number| changing.get(*number) == Some(&true))
        .filter_map(|number| Some((number, single(number)?)))
        .take(4)
        .collect();
    let mut found = Vec::new();
    for (at, (a, first)) in worth.iter().enumerate() {
        for (b, second) in worth.iter().skip(at + 1) {
            let sum = MeasureTerm::Sum(*a, *b);
            if partial {
                // Neither is negative there.
                found.push(vec![sum, first.clone(), second.clone()]);
            } else {
                found.push(vec![sum]);
                found.push(vec![first.clone(), second.clone()]);
                found.push(vec![second.clone(), first.clone()]);
            }
        }
    }
    found
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
