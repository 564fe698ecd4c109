//! What may be assumed of pure functions: equations and postconditions of those whose
//! recursion is well founded. Calls within a recursive group use a
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
pub(crate) struct FunctionResults {
    /// For use in questions.
    pub axioms: FunctionAxioms,
    /// Functions without a measure, by warning.
    pub warnings: Vec<Diagnostic>,
}

/// Finds measures and makes the axioms, callees first.
pub(crate) fn prepare(program: &Program, pool: &SolverPool, seed: u32) -> FunctionResults {
    let all: Vec<FunctionId> = (0..program.functions.len())
        .map(|number| FunctionId(u32::try_from(number).unwrap_or(u32::MAX)))
        .collect();
    let groups: BTreeMap<FunctionId, Vec<FunctionId>> =
        all.iter().map(|id| (*id, group(program, *id))).collect();
    let mut results = FunctionResults {
        axioms: symbols_of(program, &groups),
        warnings: Vec::new(),
    };
    let around = Surroundings {
        program,
        pool,
        functions: &results.axioms.clone(),
        seed,
        asked: &[],
        together: false,
    };
    let mut done: Vec<FunctionId> = Vec::new();
    for id in callees_first(program, &all) {
        if done.contains(&id) || results.axioms.inlined[id.0 as usize] {
            continue;
        }
        done.extend(&groups[&id]);
        let functions = &results.axioms.clone();
        results.group(
            Surroundings {
                functions,
                ..around
            },
            id,
            &groups[&id],
        );
    }
    let functions = &results.axioms.clone();
    results.axioms.assumed = assumed(Surroundings {
        functions,
        ..around
    });
    results
}

/// Which functions are replaced by their definitions, and what the symbols of the others are applied to;
/// nothing is assumed of them yet.
fn symbols_of(program: &Program, groups: &BTreeMap<FunctionId, Vec<FunctionId>>) -> FunctionAxioms {
    let count = program.functions.len();
    let mut axioms = FunctionAxioms {
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
    };
    for (id, group) in groups {
        let number = id.0 as usize;
        let heap = reads_heap(program, *id);
        let declared = program.function(*id);
        let defined = matches!(declared.body, FunctionBody::Expr(_));
        axioms.inlined[number] = group.is_empty() && defined && (heap || declared.inline);
        if heap && !axioms.inlined[number] {
            axioms.footprints[number] = Some(footprint::of(program, *id, group));
            if let Some(needed) = footprint::instance(program, *id) {
                axioms.instances.push(InstanceReader {
                    function: *id,
                    predicate: needed.predicate,
                    positions: needed.positions,
                    condition: needed.condition.cloned(),
                });
            }
        }
    }
    axioms
}

/// Where the recursion of a group is well founded, and whether that is believed and was not shown.
fn foundation(
    around: Surroundings<'_>,
    members: &[FunctionId],
    recursive: bool,
) -> (Option<Founded>, bool) {
    let program = around.program;
    let mut of_all = members.iter().map(|member| program.function(*member));
    let descent = by_unfolding(program, members).filter(|_| recursive);
    if !recursive || descent == Some(Descent::ByAmounts) {
        return (Some(Founded::Everywhere), false);
    }
    let founded = find_measure(around, members);
    if program.semantics.termination_assumed || of_all.all(|function| function.measure_assumed) {
        let shown = matches!(founded, Some(Founded::Everywhere));
        return (Some(Founded::Everywhere), !shown);
    }
    let by_places = founded.is_none()
        && descent == Some(Descent::ByPlaces)
        && !members.iter().any(|member| written(program, *member))
        && descends_by_places(around, members);
    (founded.or(by_places.then_some(Founded::Everywhere)), false)
}

impl FunctionResults {
    /// Adds what may be assumed of a function, and of those that call it and that it calls.
    fn group(&mut self, around: Surroundings<'_>, first: FunctionId, group: &[FunctionId]) {
        let program = around.program;
        let recursive = !group.is_empty();
        let members = match recursive {
            true => group,
            false => &[first],
        };
        let axioms = &mut self.axioms;
        let (founded, believed) = foundation(around, members, recursive);
        for member in members {
            axioms.believed[member.0 as usize] = believed;
            if let Some(footprint) = around.functions.footprint(*member) {
                axioms.reaches[member.0 as usize] = reaches(around, *member, footprint);
            }
        }
        let domain = match founded {
            Some(Founded::Everywhere) => None,
            Some(Founded::Within(domain)) => Some(domain),
            None if members.iter().any(|member| written(program, *member)) => {
                for member in members {
                    axioms.unfounded[member.0 as usize] = true;
                }
                return;
            }
            None => {
                let declared = program.function(first);
                let warning = messages::without_measure(&declared.name, declared.span);
                self.warnings.push(warning);
                return;
            }
        };
        for member in members {
            let (definitions, postconditions) =
                axioms_of(around, *member, members, domain.as_ref());
            if let Some(domain) = &domain {
                let declared = program.function(*member);
                let part = domain.text(program, *member);
                let warning =
                    messages::founded_within(&declared.name, part.as_deref(), declared.span);
                self.warnings.push(warning);
                axioms.domains[member.0 as usize] = Some(domain.clone());
            }
            axioms.definitions[member.0 as usize] = definitions;
            axioms.postconditions[member.0 as usize] = postconditions;
            if recursive {
                let limits = (
                    symbol(program, axioms, *member),
                    limited(program, axioms, *member),
                );
                axioms.limited.push(limits);
            }
        }
    }
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

fn callees_first(program: &Program, all: &[FunctionId]) -> Vec<FunctionId> {
    let mut seen = Vec::new();
    let mut out = Vec::new();
    for id in all {
        let mut stack = vec![(*id, false)];
        while let Some((next, ready)) = stack.pop() {
            if ready {
                out.push(next);
            } else if !seen.contains(&next) {
                seen.push(next);
                stack.push((next, true));
                let callees = callees(program.function(next)).into_iter();
                stack.extend(callees.map(|callee| (callee, false)));
            }
        }
    }
    out
}

/// Equation and postconditions of a function, for arguments in its domain.
fn axioms_of(
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
    let mut vars = engine.fresh_variables(&mut context, &declared.params);
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
fn quantified_postcondition(vars: &[Term], stop: &Term, fact: Term, name: &str) -> Term {
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
            map.push((
                part.clone(),
                term::app(&limited(program, around.functions, *function), args),
            ));
        }
    }
    value.subst(&map)
}
