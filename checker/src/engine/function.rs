//! Pure functions: their axioms, and that they deserve them.
//!
//! A function's symbol gets an equation and its postconditions only if its recursion is
//! well founded; each mention is unfolded once, since the recursive calls in an
//! unfolding use a second symbol (encodings.md, R23 to R25).

use super::{Context, Engine, FunctionAxioms, State, Surroundings, footprint};
use crate::core::{
    Assertion, Blame, Expr, ExprKind, Function, FunctionBody, FunctionId, Program,
};
use crate::report::Trusted;
use crate::smt::SolverPool;
use crate::term::{self, Sort, Symbol, Term};
use spec_lang::diagnostics::Diagnostic;
use spec_lang::resolve::Profile;
use spec_lang::span::Span;
use std::collections::BTreeMap;

/// Bookkeeping while a function's own contract and body are checked.
#[derive(Clone)]
pub struct Recursion {
    /// The functions that call each other with it, itself included.
    group: Vec<FunctionId>,
    /// The measure at entry, and how it is computed for a call; none if there is none.
    measure: Option<Measure>,
    /// Whether a measure was found before, so that induction is allowed.
    founded: bool,
    /// The recursive calls met: callee, arguments, and under which conditions.
    calls: Vec<(FunctionId, Vec<Term>, Term)>,
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

/// The symbol of a function.
pub fn symbol(program: &Program, functions: &FunctionAxioms, function: FunctionId) -> Symbol {
    named_symbol(program, functions, function, "")
}

/// The symbol that is not unfolded again.
fn limited(program: &Program, functions: &FunctionAxioms, function: FunctionId) -> Symbol {
    named_symbol(program, functions, function, "'")
}

/// The symbol that every mention of a function brings along.
pub fn stopping_symbol(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
) -> Symbol {
    let plain = symbol(program, functions, function);
    functions
        .limited
        .iter()
        .find(|(symbol, _)| *symbol == plain)
        .map_or(plain, |(_, limited)| limited.clone())
}

/// The symbol that says that a function's precondition, shares included, holds for some
/// arguments and maps: nothing is known of the value otherwise.
pub(super) fn defined(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
    applied: Vec<Term>,
) -> Term {
    if functions.footprint(function).is_none() {
        return term::tt();
    }
    let named = named_symbol(program, functions, function, "'defined");
    let symbol = Symbol::new(named.name(), named.args().to_vec(), Sort::Bool);
    term::app(&symbol, applied)
}

fn named_symbol(
    program: &Program,
    functions: &FunctionAxioms,
    function: FunctionId,
    mark: &str,
) -> Symbol {
    let declared = program.function(function);
    let mut args: Vec<Sort> = declared
        .params
        .iter()
        .map(|param| program.local(*param).sort.clone())
        .collect();
    if let Some(footprint) = functions.footprint(function) {
        args.extend(footprint.map_sorts(program));
    }
    Symbol::new(
        format!("{}#{}{mark}", declared.name, function.0),
        args,
        declared.sort.clone(),
    )
}

/// The functions a function's definition calls, directly.
fn callees(function: &Function) -> Vec<FunctionId> {
    let mut found = Vec::new();
    let mut see = |e: &Expr| {
        if let ExprKind::Call(callee, _) = &e.kind
            && !found.contains(callee)
        {
            found.push(*callee);
        }
    };
    if let FunctionBody::Expr(body) = &function.body {
        body.visit(&mut see);
    }
    function.ensures.visit(&mut see);
    function.requires.visit(&mut see);
    found
}

/// Whether a function's value depends on the heap.
pub fn reads_heap(program: &Program, function: FunctionId) -> bool {
    let mut seen = Vec::new();
    let mut work = vec![function];
    while let Some(next) = work.pop() {
        if seen.contains(&next) {
            continue;
        }
        seen.push(next);
        let declared = program.function(next);
        let mut reads = !declared.requires.is_pure();
        let mut see = |e: &Expr| {
            reads |= matches!(
                e.kind,
                ExprKind::Field(..)
                    | ExprKind::Element(..)
                    | ExprKind::CurrentPerm(_)
                    | ExprKind::Unfolding(..)
            );
        };
        if let FunctionBody::Expr(body) = &declared.body {
            body.visit(&mut see);
        }
        if reads {
            return true;
        }
        work.extend(callees(declared));
    }
    false
}

/// The functions that a function rests on and that do not rest on it.
fn below(program: &Program, function: FunctionId) -> Vec<FunctionId> {
    let mut seen = Vec::new();
    let mut work = callees(program.function(function));
    while let Some(next) = work.pop() {
        if !seen.contains(&next) {
            seen.push(next);
            work.extend(callees(program.function(next)));
        }
    }
    let own = group(program, function);
    seen.retain(|other| *other != function && !own.contains(other));
    seen
}

/// What holds of the arguments wherever a function has a meaning: their types, and that
/// the receiver is there.
fn argument_facts(
    program: &Program,
    declared: &Function,
    context: &Context,
    shown: bool,
) -> Vec<Term> {
    let mut facts = Vec::new();
    for (number, param) in declared.params.iter().enumerate() {
        let Some(value) = context.locals.get(param) else {
            continue;
        };
        let local = program.local(*param);
        facts.extend(if shown {
            super::checked_typing(&local.data, value)
        } else {
            super::typing(&local.data, value)
        });
        if number == 0 && local.name == "this" {
            facts.push(term::ne(value.clone(), super::null()));
        }
    }
    facts
}

/// The functions that can reach themselves through each other, with it.
fn group(program: &Program, function: FunctionId) -> Vec<FunctionId> {
    let reach = |from: FunctionId| {
        let mut seen = Vec::new();
        let mut work = callees(program.function(from));
        while let Some(next) = work.pop() {
            if !seen.contains(&next) {
                seen.push(next);
                work.extend(callees(program.function(next)));
            }
        }
        seen
    };
    let from_here = reach(function);
    let mut group: Vec<FunctionId> = from_here
        .into_iter()
        .filter(|other| *other == function || reach(*other).contains(&function))
        .collect();
    group.sort_unstable();
    group
}

/// What the functions of a program may be assumed to do, and what must be shown for it.
pub struct FunctionResults {
    /// For use in questions.
    pub axioms: FunctionAxioms,
    /// Functions without a measure, by warning.
    pub warnings: Vec<Diagnostic>,
    /// Abstract functions whose postconditions are believed are listed by the lowering.
    pub trusted: Vec<Trusted>,
}

/// Finds measures and makes the axioms, callees first.
pub fn prepare(
    program: &Program,
    profile: Profile,
    pool: &SolverPool,
    seed: u32,
) -> FunctionResults {
    let count = program.functions.len();
    let mut results = FunctionResults {
        axioms: FunctionAxioms {
            definitions: vec![Vec::new(); count],
            postconditions: vec![Vec::new(); count],
            inlined: vec![false; count],
            footprints: vec![None; count],
            unfounded: vec![false; count],
            limited: Vec::new(),
            instances: Vec::new(),
        },
        warnings: Vec::new(),
        trusted: Vec::new(),
    };
    let all: Vec<FunctionId> = (0..count)
        .map(|number| FunctionId(u32::try_from(number).unwrap_or(u32::MAX)))
        .collect();
    let groups: BTreeMap<FunctionId, Vec<FunctionId>> =
        all.iter().map(|id| (*id, group(program, *id))).collect();
    for id in &all {
        let recursive = !groups[id].is_empty();
        let heap = reads_heap(program, *id);
        let declared = program.function(*id);
        let defined = matches!(declared.body, FunctionBody::Expr(_));
        results.axioms.inlined[id.0 as usize] =
            !recursive && defined && (heap || declared.inline);
        if heap && !results.axioms.inlined[id.0 as usize] {
            results.axioms.footprints[id.0 as usize] =
                Some(footprint::of(program, *id, &groups[id]));
            if let Some((predicate, positions)) = footprint::instance(program, *id) {
                results.axioms.instances.push((*id, predicate, positions));
            }
        }
    }
    let mut done: Vec<FunctionId> = Vec::new();
    for id in callees_first(program, &all) {
        if done.contains(&id) {
            continue;
        }
        let members = if groups[&id].is_empty() {
            vec![id]
        } else {
            groups[&id].clone()
        };
        done.extend(&members);
        let recursive = !groups[&id].is_empty();
        if members
            .iter()
            .any(|member| results.axioms.inlined[member.0 as usize])
        {
            continue;
        }
        let around = Surroundings {
            program,
            profile,
            pool,
            functions: &results.axioms.clone(),
            seed,
        };
        let founded = !recursive
            || profile == Profile::VerCors14
            || members
                .iter()
                .all(|member| program.function(*member).measure_assumed)
            || by_unfolding(program, &members)
            || find_measure(around, &members).is_some();
        let written = members.iter().any(|member| {
            program
                .function(*member)
                .decreases
                .as_ref()
                .is_some_and(|measure| !measure.is_empty())
        });
        if !founded && written {
            for member in &members {
                results.axioms.unfounded[member.0 as usize] = true;
            }
            continue;
        }
        if !founded {
            let declared = program.function(id);
            results.warnings.push(
                Diagnostic::warning(
                    "W001",
                    declared.span,
                    format!(
                        "no measure is known by which the recursion of `{}` ends",
                        declared.name
                    ),
                )
                .with_note("neither its definition nor its postconditions are used")
                .with_help("add a clause such as `decreases n;` or `decreases |xs|;`"),
            );
            continue;
        }
        for member in &members {
            let (definitions, postconditions) = axioms_of(around, *member, &members);
            results.axioms.definitions[member.0 as usize] = definitions;
            results.axioms.postconditions[member.0 as usize] = postconditions;
            if recursive {
                let limits = (
                    symbol(program, &results.axioms, *member),
                    limited(program, &results.axioms, *member),
                );
                results.axioms.limited.push(limits);
            }
        }
    }
    results
}

fn callees_first(program: &Program, all: &[FunctionId]) -> Vec<FunctionId> {
    fn visit(program: &Program, id: FunctionId, seen: &mut Vec<FunctionId>, out: &mut Vec<FunctionId>) {
        let mut stack = vec![(id, false)];
        while let Some((next, ready)) = stack.pop() {
            if ready {
                out.push(next);
                continue;
            }
            if seen.contains(&next) {
                continue;
            }
            seen.push(next);
            stack.push((next, true));
            for callee in callees(program.function(next)) {
                stack.push((callee, false));
            }
        }
    }
    let mut seen = Vec::new();
    let mut out = Vec::new();
    for id in all {
        visit(program, *id, &mut seen, &mut out);
    }
    out
}

/// Equation and postconditions of a function that does not read the heap.
fn axioms_of(
    around: Surroundings<'_>,
    function: FunctionId,
    group: &[FunctionId],
) -> (Vec<Term>, Vec<Term>) {
    let program = around.program;
    let declared = program.function(function);
    let recursive = group.len() > 1 || callees(declared).contains(&function);
    let mut engine = Engine::new(around, &declared.name);
    engine.supply = term::Supply::new(format!("f{}!", function.0));
    let mut state = engine.initial();
    let mut context = Context::granted();
    let mut vars = Vec::new();
    for param in &declared.params {
        let local = program.local(*param);
        let var = engine
            .supply
            .fresh_bound(&local.name, local.sort.clone());
        context.locals.insert(*param, var.clone());
        context.bound.push(var.clone());
        vars.push(var);
    }
    let (heap, maps) = footprint::symbolic_heap(&mut engine, function, &vars);
    context.heap = Some(std::rc::Rc::new(heap));
    context.bound.extend(maps.iter().cloned());
    vars.extend(maps);
    let mut requires = argument_facts(program, declared, &context, false);
    requires.push(engine.eval_pure(&mut state, &context, &declared.requires));
    requires.push(defined(program, around.functions, function, vars.clone()));
    let requires = term::and(requires);
    // What the body and the postconditions apply is defined where they are.
    context.guards.push(requires.clone());
    let plain = term::app(&symbol(program, around.functions, function), vars.clone());
    let stop = if recursive {
        term::app(&limited(program, around.functions, function), vars.clone())
    } else {
        plain.clone()
    };
    let name = &declared.name;
    let quantify = |fact: Term, pattern: &Term, what: &str| {
        if vars.is_empty() {
            fact
        } else {
            term::forall(
                vars.clone(),
                vec![vec![pattern.clone()]],
                fact,
                format!("{name}.{what}"),
            )
        }
    };
    let mut axioms = Vec::new();
    if recursive {
        axioms.push(quantify(
            term::eq(plain.clone(), stop.clone()),
            &plain,
            "limited",
        ));
    }
    if let FunctionBody::Expr(body) = &declared.body {
        let value = engine.eval(&mut state, &context, body);
        let value = if recursive {
            limit_calls(&value, around, group)
        } else {
            value
        };
        let equation = term::implies(requires.clone(), term::eq(plain.clone(), value));
        axioms.push(quantify(equation, &plain, "definition"));
    }
    let mut postconditions = Vec::new();
    let mut after = context.clone();
    after.locals.insert(declared.result, stop.clone());
    let mut known: Vec<Term> = Vec::new();
    for part in declared.ensures.conjuncts() {
        let fact = engine.eval_pure(&mut state, &after, part);
        known.push(if recursive {
            limit_calls(&fact, around, group)
        } else {
            fact
        });
    }
    known.extend(super::typing(&declared.data, &stop));
    for fact in state.facts.since(0) {
        let learnt = match fact.node() {
            term::Node::Quant {
                forall: true,
                vars: over,
                patterns,
                body,
                name,
            } if patterns.is_empty() && over.iter().all(|var| vars.contains(var)) => {
                term::forall(
                    vars.clone(),
                    vec![vec![plain.clone()]],
                    body.clone(),
                    name.clone(),
                )
            }
            _ => engine.patterns.fact(&fact),
        };
        axioms.push(learnt);
    }
    for fact in known {
        let fact = term::implies(requires.clone(), fact);
        let axiom = match vars.is_empty() {
            true => fact,
            false => quantified_postcondition(&vars, &stop, fact, &format!("{name}.post")),
        };
        postconditions.push(engine.patterns.fact(&axiom));
    }
    (axioms, postconditions)
}

/// A postcondition's axiom: triggered by the application, or, where it is itself
/// universal, by application and inner term together.
fn quantified_postcondition(vars: &[Term], stop: &Term, fact: Term, name: &str) -> Term {
    let inner = fact.any_subterm(|part| matches!(part.node(), term::Node::Quant { .. }));
    if inner {
        // Patterns are found for all variables together.
        term::forall(vars.to_vec(), Vec::new(), fact, name.to_owned())
    } else {
        term::forall(
            vars.to_vec(),
            vec![vec![stop.clone()]],
            fact,
            name.to_owned(),
        )
    }
}

/// Calls within the group use the symbol that is not unfolded again.
fn limit_calls(value: &Term, around: Surroundings<'_>, group: &[FunctionId]) -> Term {
    let program = around.program;
    let mut map: Vec<(Term, Term)> = Vec::new();
    for part in term::postorder([value]) {
        if let term::Node::App(applied, args) = part.node()
            && let Some(function) = group
                .iter()
                .find(|function| symbol(program, around.functions, **function) == *applied)
        {
            let args: Vec<Term> = args.iter().map(|arg| arg.subst(&map)).collect();
            map.push((part.clone(), term::app(&limited(program, around.functions, *function), args)));
        }
    }
    value.subst(&map)
}

/// Whether a function calls itself only within the unfolding of the one predicate instance
/// that it requires, for the whole share that it requires: then what the inner call holds
/// is a part of it, and predicates are finite.
fn by_unfolding(program: &Program, group: &[FunctionId]) -> bool {
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
            count += usize::from(matches!(&e.kind, ExprKind::Call(callee, _) if callee == function));
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

fn calls_of(assertion: &Assertion, function: FunctionId) -> usize {
    let mut count = 0;
    assertion.visit(&mut |e| {
        count += usize::from(matches!(&e.kind, ExprKind::Call(callee, _) if *callee == function));
    });
    count
}

/// A measure by which every recursive call of the group decreases.
fn find_measure(around: Surroundings<'_>, group: &[FunctionId]) -> Option<Measure> {
    candidates(around.program, group)
        .into_iter()
        .find(|measure| decreases_everywhere(around, group, measure))
}

/// Measures worth trying: the written ones, or the same simple shape for all members.
fn candidates(program: &Program, group: &[FunctionId]) -> Vec<Measure> {
    let written: Vec<(FunctionId, Option<Vec<Expr>>)> = group
        .iter()
        .map(|id| (*id, program.function(*id).decreases.clone()))
        .collect();
    if written.iter().any(|(_, measure)| measure.as_ref().is_some_and(|m| !m.is_empty())) {
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
                if a != b && matches!(sort(a), Sort::Int | Sort::Data(_)) && matches!(sort(b), Sort::Int | Sort::Data(_)) {
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

fn decreases_everywhere(around: Surroundings<'_>, group: &[FunctionId], measure: &Measure) -> bool {
    group.iter().all(|function| {
        let mut engine = Engine::new(around, "measure");
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

impl Engine<'_> {
    /// Checks a function: its contract and body are well defined, and the value of the
    /// body satisfies the postcondition.
    pub fn function(&mut self, function: FunctionId) {
        let declared = self.program().function(function);
        self.below = Some(below(self.program(), function));
        let mut state = self.initial();
        let mut context = Context::checked();
        for param in &declared.params {
            let value = self.arbitrary(&mut state, *param);
            state.locals.insert(*param, value);
        }
        if let Some(this) = declared.params.first()
            && self.program().local(*this).name == "this"
            && let Some(this) = state.locals.get(this)
        {
            let fact = term::ne(this.clone(), super::null());
            state.assume(fact);
        }
        self.produce(&mut state, &context, &declared.requires);
        let members = group(self.program(), function);
        if self.around.functions.unfounded.get(function.0 as usize) == Some(&true) {
            self.claim(
                "V034",
                declared.span,
                None,
                "the measure may not decrease at a recursive call, or may be negative",
                false,
            );
        }
        if let Some(measure) = &declared.decreases {
            for part in measure {
                self.eval(&mut state.clone(), &context, part);
            }
        }
        if !members.is_empty() {
            let founded = members.iter().any(|member| {
                self.around
                    .functions
                    .definitions
                    .get(member.0 as usize)
                    .is_some_and(|axioms| !axioms.is_empty())
            });
            self.recursion = Some(Recursion {
                group: members,
                measure: None,
                founded,
                calls: Vec::new(),
            });
        }
        let FunctionBody::Expr(body) = &declared.body else {
            let value = self.arbitrary(&mut state, declared.result);
            context.locals.insert(declared.result, value);
            let _ = self.eval_pure(&mut state, &context, &declared.ensures);
            return;
        };
        let value = self.eval(&mut state, &context, body);
        self.recursion = None;
        for fact in super::checked_typing(&declared.data, &value) {
            self.require(
                &mut state,
                &Context::checked(),
                fact,
                "V008",
                declared.span,
                "the value may be outside the range of its type".to_owned(),
            );
        }
        // The postcondition is well defined for any value that it may speak of.
        let mut any = state.clone();
        let result = self.arbitrary(&mut any, declared.result);
        let mut any_context = context.clone();
        any_context.locals.insert(declared.result, result);
        for part in declared.ensures.conjuncts() {
            let fact = self.eval_pure(&mut any, &any_context, part);
            any.assume(fact);
        }
        let blame = Blame {
            pure_code: "V022",
            share_code: "V023",
            subject: "the postcondition".to_owned(),
            at: None,
        };
        let value = self.named("result", value);
        state.locals.insert(declared.result, value);
        self.show_ensures(&mut state, &declared.ensures, &blame, declared.span);
    }

    /// Parameters as fresh constants, with the precondition known.
    fn function_entry(&mut self, state: &mut State, declared: &Function) -> Context {
        let mut context = Context::granted();
        for param in &declared.params {
            let value = self.arbitrary(state, *param);
            context.locals.insert(*param, value);
        }
        self.function_entry_with(state, declared, &context);
        context
    }

    fn function_entry_with(&mut self, state: &mut State, declared: &Function, context: &Context) {
        for fact in argument_facts(self.program(), declared, context, false) {
            state.assume(fact);
        }
        let requires = self.eval_pure(state, context, &declared.requires);
        state.assume(requires);
    }

    /// The pure part of an assertion as a formula.
    pub(super) fn eval_pure(
        &mut self,
        state: &mut State,
        context: &Context,
        assertion: &Assertion,
    ) -> Term {
        use crate::core::AssertionKind;
        match &assertion.kind {
            AssertionKind::Pure(formula) => self.eval(state, context, formula),
            AssertionKind::Star(parts) => {
                let mut inner = context.clone();
                let mut formulas = Vec::new();
                for part in parts {
                    let formula = self.eval_pure(state, &inner, part);
                    inner = inner.under(formula.clone());
                    formulas.push(formula);
                }
                term::and(formulas)
            }
            AssertionKind::Implies(condition, body) => {
                let condition = self.eval(state, context, condition);
                let inner = context.under(condition.clone());
                let body = self.eval_pure(state, &inner, body);
                term::implies(condition, body)
            }
            AssertionKind::Ite(condition, a, b) => {
                let condition = self.eval(state, context, condition);
                let a = self.eval_pure(state, &context.under(condition.clone()), a);
                let b = self.eval_pure(state, &context.under(term::not(condition.clone())), b);
                term::ite(condition, a, b)
            }
            AssertionKind::Let(local, value, body) => {
                let value = self.eval(state, context, value);
                let mut inner = context.clone();
                inner.locals.insert(*local, value);
                self.eval_pure(state, &inner, body)
            }
            AssertionKind::Share(..) | AssertionKind::Forall { .. } => term::tt(),
        }
    }

    /// What a function asks for, at a place where it is applied.
    pub(super) fn function_precondition(
        &mut self,
        state: &mut State,
        context: &Context,
        declared: &Function,
        span: Span,
    ) {
        let blame = Blame {
            pure_code: "V024",
            share_code: "V025",
            subject: format!("the precondition of `{}`", declared.name),
            at: Some(span),
        };
        for fact in argument_facts(self.program(), declared, context, true) {
            self.show(
                state,
                context,
                fact,
                "V008",
                span,
                None,
                format!(
                    "an argument of `{}` may be `null` or outside the range of its type",
                    declared.name
                ),
                None,
            );
        }
        // A function needs only to read: it takes nothing away, and two of them at once
        // may read the same.
        let heap = std::rc::Rc::clone(&state.heap);
        let mut reading = context.clone();
        // Variables bound around the place stand for any one value: they multiply nothing.
        let fill: Vec<(Term, Term)> = context
            .bound
            .iter()
            .map(|var| (var.clone(), self.fresh("any", &var.sort().clone())))
            .collect();
        if !fill.is_empty() {
            reading.bound.clear();
            for guard in &mut reading.guards {
                *guard = guard.subst(&fill);
            }
            for value in reading.locals.values_mut() {
                *value = value.subst(&fill);
            }
        }
        if let Some(heap) = &context.heap {
            state.heap = std::rc::Rc::clone(heap);
        }
        reading.heap = Some(std::rc::Rc::clone(&state.heap));
        self.hand_over(state, &reading, &declared.requires, &blame);
        state.heap = heap;
    }

    /// A call within the recursion that is being checked: its postcondition is known only
    /// where its measure is smaller, which is shown when the measure is sought.
    pub(super) fn recursive_call(
        &mut self,
        state: &mut State,
        context: &Context,
        function: FunctionId,
        args: &[Term],
    ) {
        let guard = context.guard();
        let Some(recursion) = &mut self.recursion else {
            return;
        };
        if !recursion.group.contains(&function) {
            return;
        }
        recursion.calls.push((function, args.to_vec(), guard));
        if recursion.measure.is_some() || !recursion.founded {
            return;
        }
        // Induction: the postcondition of a smaller application is known (R24).
        let saved = self.recursion.take();
        let declared = self.program().function(function);
        let mut applied = args.to_vec();
        let heap = self.read_heap(state, context);
        applied.extend(self.footprint_maps(state, &heap, function, args));
        let symbol = symbol(self.program(), self.around.functions, function);
        let value = term::app(&symbol, applied);
        let mut inner = Context::granted();
        inner.heap.clone_from(&context.heap);
        inner.locals = declared
            .params
            .iter()
            .copied()
            .zip(args.iter().cloned())
            .collect();
        inner.locals.insert(declared.result, value);
        for part in declared.ensures.conjuncts() {
            let fact = self.eval_pure(state, &inner, part);
            self.learn(state, context, fact);
        }
        self.recursion = saved;
    }

    fn measure_of(
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

    fn measure_at(
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

    fn ground_all(&mut self, formula: &Term) -> Term {
        let free = formula.free_bound_vars();
        self.ground(formula, &free)
    }
}
