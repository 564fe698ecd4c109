//! What may be assumed of pure functions: equations and postconditions of those whose
//! recursion is well founded (encodings.md, R23 to R25). Calls within a recursive group use a
//! limited symbol, which is not unfolded again (Amin, Leino, Rompf: Computing with an SMT Solver,
//! TAP 2014).

use crate::engine::context::Context;
use crate::engine::declaration::Declaration;
use crate::engine::{Engine, Surroundings};
use crate::eval::typing::argument_facts;
use crate::function::axioms::{FunctionAxioms, InstanceReader};
use crate::function::call_graph::group;
use crate::function::descent::{Descent, by_unfolding, descends_by_places};
use crate::function::footprint;
use crate::function::framing;
use crate::function::measure::{Domain, written};
use crate::function::reach::reaches;
use crate::function::symbol::{defined, limited, symbol};
use crate::function::termination::{Founded, find_measure};
use crate::question::triggers::by_elements;
use crate::report::messages;
use core_lang::{FunctionBody, FunctionId, Program};
use core_lang::{function_callees as callees, reads_heap};
use solver::smt::SolverPool;
use solver::term::{self, Term};
use std::collections::BTreeMap;
use text::diagnostics::Diagnostic;

/// What the functions of a program may be assumed to do, and what must be shown for it.
pub struct FunctionResults {
    /// For use in questions.
    pub axioms: FunctionAxioms,
    /// Functions without a measure, by warning.
    pub warnings: Vec<Diagnostic>,
}

/// Finds measures and makes the axioms, callees first.
pub fn prepare(program: &Program, pool: &SolverPool, seed: u32) -> FunctionResults {
    let count = program.functions.len();
    let mut results = FunctionResults {
        axioms: FunctionAxioms {
            definitions: vec![Vec::new(); count],
            postconditions: vec![Vec::new(); count],
            assumed: Vec::new(),
            inlined: vec![false; count],
            footprints: vec![None; count],
            reaches: vec![Vec::new(); count],
            unfounded: vec![false; count],
            believed: vec![false; count],
            by_places: vec![false; count],
            domains: vec![None; count],
            limited: Vec::new(),
            instances: Vec::new(),
        },
        warnings: Vec::new(),
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
        results.axioms.inlined[id.0 as usize] = !recursive && defined && (heap || declared.inline);
        if heap && !results.axioms.inlined[id.0 as usize] {
            results.axioms.footprints[id.0 as usize] =
                Some(footprint::of(program, *id, &groups[id]));
            if let Some(needed) = footprint::instance(program, *id) {
                results.axioms.instances.push(InstanceReader {
                    function: *id,
                    predicate: needed.predicate,
                    positions: needed.positions,
                    condition: needed.condition.cloned(),
                });
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
            pool,
            functions: &results.axioms.clone(),
            seed,
            asked: &[],
            together: false,
        };
        let ends = !recursive || by_unfolding(program, &members) == Some(Descent::ByAmounts);
        let believed = program.semantics.termination_assumed
            || members
                .iter()
                .all(|member| program.function(*member).measure_assumed);
        let mut founded = match ends || believed {
            true => Some(Founded::Everywhere),
            false => find_measure(around, &members),
        };
        if believed && !ends {
            let shown = matches!(find_measure(around, &members), Some(Founded::Everywhere));
            for member in &members {
                results.axioms.believed[member.0 as usize] = !shown;
            }
        }
        if founded.is_none()
            && by_unfolding(program, &members) == Some(Descent::ByPlaces)
            && !members.iter().any(|member| written(program, *member))
            && descends_by_places(around, &members)
        {
            founded = Some(Founded::Everywhere);
        }
        for member in &members {
            if let Some(footprint) = around.functions.footprint(*member) {
                results.axioms.reaches[member.0 as usize] = reaches(around, *member, footprint);
            }
        }
        let Some(founded) = founded else {
            if members.iter().any(|member| written(program, *member)) {
                for member in &members {
                    results.axioms.unfounded[member.0 as usize] = true;
                }
            } else {
                let declared = program.function(id);
                results
                    .warnings
                    .push(messages::without_measure(&declared.name, declared.span));
            }
            continue;
        };
        let domain = match founded {
            Founded::Everywhere => None,
            Founded::Within(domain) => Some(domain),
        };
        for member in &members {
            let (definitions, postconditions) =
                axioms_of(around, *member, &members, domain.as_ref());
            if let Some(domain) = &domain {
                let declared = program.function(*member);
                let part = domain.text(program, *member);
                let warning =
                    messages::founded_within(&declared.name, part.as_deref(), declared.span);
                results.warnings.push(warning);
                results.axioms.domains[member.0 as usize] = Some(domain.clone());
            }
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
    results.axioms.assumed = assumed(Surroundings {
        program,
        pool,
        functions: &results.axioms.clone(),
        seed,
        asked: &[],
        together: false,
    });
    results
}

/// The user's axioms: closed formulas that are taken to be true in every state.
fn assumed(around: Surroundings<'_>) -> Vec<Vec<Term>> {
    let mut all = Vec::new();
    for (number, axiom) in around.program.axioms.iter().enumerate() {
        let mut engine =
            Engine::with_prefix(around, Declaration::definition(), format!("a{number}!"));
        let mut state = engine.initial();
        let formula = engine.eval(&mut state, &Context::granted(), &axiom.formula);
        let formula = engine.questions.triggers.fact(&formula);
        let mut facts = engine.symbols.definitions;
        facts.push(formula);
        all.push(facts);
    }
    all
}

pub(crate) fn callees_first(program: &Program, all: &[FunctionId]) -> Vec<FunctionId> {
    pub(crate) fn visit(
        program: &Program,
        id: FunctionId,
        seen: &mut Vec<FunctionId>,
        out: &mut Vec<FunctionId>,
    ) {
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

/// Equation and postconditions of a function, for arguments in its domain.
pub(crate) fn axioms_of(
    around: Surroundings<'_>,
    function: FunctionId,
    group: &[FunctionId],
    domain: Option<&Domain>,
) -> (Vec<Term>, Vec<Term>) {
    let program = around.program;
    let declared = program.function(function);
    let recursive = group.len() > 1 || callees(declared).contains(&function);
    let mut engine = Engine::with_prefix(
        around,
        Declaration::definition(),
        format!("f{}!", function.0),
    );
    let mut state = engine.initial();
    let mut context = Context::granted();
    let mut vars = Vec::new();
    for param in &declared.params {
        let local = program.local(*param);
        let var = engine
            .symbols
            .supply
            .fresh_bound(&local.name, local.sort.clone());
        context.locals.insert(*param, var.clone());
        context.bound.push(var.clone());
        vars.push(var);
    }
    let within = domain.map_or_else(term::tt, |domain| {
        engine.domain_at(&mut state, function, domain, &vars)
    });
    let (heap, maps) = framing::symbolic_heap(&mut engine, function, &vars);
    context.heap = Some(std::rc::Rc::new(heap));
    context.bound.extend(maps.iter().cloned());
    vars.extend(maps);
    let mut requires = argument_facts(program, declared, &context, false);
    requires.push(defined(program, around.functions, function, vars.clone()));
    // What the precondition, the body and the postconditions apply is defined where they are.
    context.guards.extend(requires.iter().cloned());
    requires.push(engine.eval_pure(&mut state, &context, &declared.requires));
    requires.push(within);
    let requires = term::and(requires);
    context.guards.clear();
    context.guards.push(requires.clone());
    let plain = term::app(&symbol(program, around.functions, function), vars.clone());
    let stop = if recursive {
        term::app(&limited(program, around.functions, function), vars.clone())
    } else {
        plain.clone()
    };
    let name = &declared.name;
    let quantify = |fact: Term, trigger: &Term, what: &str| {
        if vars.is_empty() {
            fact
        } else {
            term::forall(
                vars.clone(),
                vec![vec![trigger.clone()]],
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
        let value = by_elements(&engine.eval(&mut state, &context, body));
        let value = if recursive {
            limit_calls(&value, around, group)
        } else {
            value
        };
        let equation = term::implies(requires.clone(), term::eq(plain.clone(), value));
        axioms.push(quantify(equation, &plain, "definition"));
    }
    // Of the made-up symbols in it.
    axioms.append(&mut engine.symbols.definitions);
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
    axioms.append(&mut engine.symbols.definitions);
    known.extend(crate::eval::typing::typing(&declared.data, &stop));
    for fact in state.facts.since(0) {
        let learnt = if let term::Node::Quant {
            forall: true,
            vars: over,
            triggers,
            body,
            label,
        } = fact.node()
            && triggers.is_empty()
            && over.iter().all(|var| vars.contains(var))
        {
            let triggers = vec![vec![plain.clone()]];
            term::forall(vars.clone(), triggers, body.clone(), label.clone())
        } else {
            engine.questions.triggers.fact(&fact)
        };
        axioms.push(learnt);
    }
    for fact in known {
        let fact = term::implies(requires.clone(), fact);
        let axiom = match vars.is_empty() {
            true => fact,
            false => quantified_postcondition(&vars, &stop, fact, &format!("{name}.post")),
        };
        postconditions.push(engine.questions.triggers.fact(&axiom));
    }
    (axioms, postconditions)
}

/// A postcondition's axiom: triggered by the application, or, where it is itself
/// universal, by application and inner term together.
pub(crate) fn quantified_postcondition(vars: &[Term], stop: &Term, fact: Term, name: &str) -> Term {
    let inner = fact.any_subterm(|part| matches!(part.node(), term::Node::Quant { .. }));
    if inner {
        // Triggers are found for all variables together.
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
pub(crate) fn limit_calls(value: &Term, around: Surroundings<'_>, group: &[FunctionId]) -> Term {
    let program = around.program;
    let mut map: Vec<(Term, Term)> = Vec::new();
    for part in term::postorder([value]) {
        if let term::Node::App(applied, args) = part.node()
            && let Some(function) = group
                .iter()
                .find(|function| symbol(program, around.functions, **function) == *applied)
        {
            let args: Vec<Term> = args.iter().map(|arg| arg.subst(&map)).collect();
            map.push((
                part.clone(),
                term::app(&limited(program, around.functions, *function), args),
            ));
        }
    }
    value.subst(&map)
}
