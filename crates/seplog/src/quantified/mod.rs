//! Quantified permissions: a permission over bound variables as one over places, by an inverse of
//! its index map (Müller, Schwerhoff, Summers: Automatic Verification
//! of Iterated Separating Conjunctions using Symbolic Execution, CAV 2016).

pub(crate) mod bounds;
pub(crate) mod count;
pub(crate) mod digit;
pub(crate) mod inverse;
pub(crate) mod rows;
pub(crate) mod window;

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::obligation::Duty;
use crate::obligation::claimants::{Claim, word};
use crate::quantified::bounds::{bound_on, conjuncts, pinned, within};
use crate::quantified::inverse::{Form, Inverse};
use crate::quantified::window::{Window, window};
use crate::question::trigger_sets;
use crate::report::failure::{Failure, Unsupported};
use crate::state::reference::{row_index_symbol, row_symbol};
use crate::state::{Chunk, Covered, Resource, State, hole, no_permission};
use solver::term::{self, Sort, Term};
use text::span::Span;

/// A permission over the bound variables of a context.
#[derive(Clone, Copy)]
pub(crate) struct Covering<'a> {
    /// Of what.
    pub resource: &'a Resource,
    /// The arguments.
    pub args: &'a [Term],
    /// The amount.
    pub amount: &'a Term,
    /// The words.
    pub span: Span,
}

/// How bound variables give the arguments that depend on them.
struct IndexMap<'a> {
    args: &'a [Term],
    /// The numbers of the arguments that depend on variables.
    open: Vec<usize>,
    /// What stands for each of these in a chunk.
    holes: Vec<Term>,
    /// The variables that the arguments mention.
    used: Vec<Term>,
}

impl IndexMap<'_> {
    /// The arguments for the holes.
    fn forward(&self) -> Vec<(Term, Term)> {
        self.open
            .iter()
            .zip(&self.holes)
            .map(|(number, hole)| (hole.clone(), self.args[*number].clone()))
            .collect()
    }
}

impl Engine<'_> {
    /// The index map of a quantified permission is injective where something is held: shown
    /// where the contract is written.
    pub(crate) fn require_injective(
        &mut self,
        state: &mut State,
        context: &Context,
        covering: &Covering<'_>,
    ) {
        let Covering {
            args, amount, span, ..
        } = *covering;
        let used = used_variables(&context.bound, args);
        if used.is_empty() {
            return;
        }
        // All variables differ between the two, also those that only the range mentions.
        let again: Vec<(Term, Term)> = context
            .bound
            .iter()
            .map(|var| {
                let other = self.symbols.fresh_bound("other", var.sort().clone());
                (var.clone(), other)
            })
            .collect();
        let mut premises = vec![
            context.guard().subst(&again),
            term::lt(no_permission(), amount.clone()),
            term::lt(no_permission(), amount.subst(&again)),
        ];
        for arg in args {
            premises.push(term::eq(arg.clone(), arg.subst(&again)));
        }
        let equal = used
            .iter()
            .map(|var| term::eq(var.clone(), var.subst(&again)))
            .collect();
        let goal = term::implies(term::and(premises), term::and(equal));
        let mut inner = context.clone();
        inner
            .bound
            .extend(again.iter().map(|(_, other)| other.clone()));
        let facts = state.facts.clone();
        let values = |vars: &dyn Fn(&Term) -> Term| Claim {
            span,
            variables: context
                .bound
                .iter()
                .map(|var| (word(var), Some(vars(var))))
                .collect(),
            amount: None,
        };
        let claims = vec![values(&|var| var.clone()), values(&|var| var.subst(&again))];
        let duty = Duty::blamed(context.at, span, Failure::NotInjective).among(claims);
        self.show(state, &inner, goal, duty);
        // What was shown is only about this quantifier and would burden the solver.
        state.facts = facts;
    }

    /// A permission over bound variables as one over places (R5, R7, R8): neither less nor more.
    pub(crate) fn chunk(
        &mut self,
        state: &mut State,
        context: &Context,
        covering: &Covering<'_>,
    ) -> Option<Covered> {
        let Covering {
            resource,
            args,
            amount,
            span,
        } = *covering;
        if let Resource::Predicate(predicate) = resource {
            self.found.hidden |= !self.program().predicate(*predicate).token;
        }
        let guard = conjuncts(&context.guard());
        let args: Vec<Term> = args.iter().map(|arg| within(&guard, arg)).collect();
        let args = args.as_slice();
        let used = used_variables(&context.bound, args);
        let (guard, amount) = self.multiplied(context, &used, amount.clone(), span)?;
        if used.is_empty() {
            let chunk = Chunk {
                resource: resource.clone(),
                fixed: args.iter().cloned().map(Some).collect(),
                amount: term::ite(guard, amount, no_permission()),
                witness: args.get(1).cloned(),
                row: None,
            };
            return Some(Covered {
                chunk,
                values: Vec::new(),
            });
        }
        let open: Vec<usize> = (0..args.len())
            .filter(|number| !used_variables(&used, &args[*number..=*number]).is_empty())
            .collect();
        let fixed: Vec<Option<Term>> = args
            .iter()
            .enumerate()
            .map(|(number, arg)| (!open.contains(&number)).then(|| arg.clone()))
            .collect();
        let witness = match resource {
            Resource::Field(_) => args.first(),
            Resource::Element(_) | Resource::Predicate(_) => args.get(1),
        };
        let witness = witness.map(|place| lowest(place, &used, &guard));
        let row = match args.first() {
            Some(row) if open.first() == Some(&0) && args.len() > 1 => {
                Some(lowest(row, &used, &guard))
            }
            _ => None,
        };
        let holes: Vec<Term> = open
            .iter()
            .map(|number| hole(*number, args[*number].sort()))
            .collect();
        let map = IndexMap {
            args,
            open,
            holes,
            used,
        };
        let covered = |inside: Vec<Term>, values: Vec<(Term, Term)>| Covered {
            chunk: Chunk {
                resource: resource.clone(),
                fixed: fixed.clone(),
                amount: term::ite(term::and(inside), amount.subst(&values), no_permission()),
                witness: witness.clone(),
                row: row.clone(),
            },
            values,
        };
        let mut order = map.used.clone();
        for form in [Form::Plain, Form::General] {
            let Some(closed) = self.closed_inverse(state, &map, &order, &conjuncts(&guard), form)
            else {
                break;
            };
            // It must be one. Else what is exhaled would not be covered in full, and of what is inhaled
            // some would be lost, so that a counterexample might be none.
            if closed.exact || self.is_inverse(state, context, &map, &closed.values) {
                let inside = vec![closed.condition, guard.subst(&closed.values)];
                return Some(covered(inside, closed.values));
            }
            order.reverse();
        }
        let values: Vec<(Term, Term)> = map
            .used
            .iter()
            .map(|var| {
                let symbol = self.fresh_function("inverse", &map.holes, var.sort().clone());
                (var.clone(), term::app(&symbol, map.holes.clone()))
            })
            .collect();
        let forward = map.forward();
        let back = values
            .iter()
            .map(|(var, value)| term::eq(value.subst(&forward), var.clone()))
            .collect();
        let triggers = trigger_sets::of_terms(&map.used, args);
        let fact = term::forall(
            map.used.clone(),
            triggers,
            term::implies(
                term::and(vec![
                    guard.clone(),
                    term::lt(no_permission(), amount.clone()),
                ]),
                term::and(back),
            ),
            "inverse",
        );
        // True for some function, since the map is injective where it is used.
        state.assume(fact);
        let mut inside = vec![guard.subst(&values)];
        for (hole, arg) in &forward {
            inside.push(term::eq(arg.subst(&values), hole.clone()));
        }
        Some(covered(inside, values))
    }

    /// Variables that the place does not mention multiply the amount.
    fn multiplied(
        &mut self,
        context: &Context,
        used: &[Term],
        mut amount: Term,
        span: Span,
    ) -> Option<(Term, Term)> {
        let mut guard = context.guard();
        let unused: Vec<Term> = context
            .bound
            .iter()
            .filter(|var| !used.contains(var))
            .cloned()
            .collect();
        let mut unused = unused;
        // Chunks `[k * n, (k + 1) * n)` leave one value.
        unused.retain(|var| match window(&conjuncts(&guard), var) {
            Some(Window {
                value,
                condition,
                mut rest,
            }) => {
                let fill = [(var.clone(), value)];
                rest.push(condition);
                guard = term::and(rest.iter().map(|part| part.subst(&fill)).collect());
                amount = amount.subst(&fill);
                false
            }
            None => true,
        });
        let varies = unused
            .iter()
            .any(|var| amount.free_bound_vars().contains(var));
        if !varies {
            let parts;
            (parts, unused) =
                count::digits_joined(&mut self.symbols.supply, conjuncts(&guard), unused);
            guard = term::and(parts);
        }
        for var in &unused {
            if guard.is_false() {
                return Some((guard, amount));
            }
            if amount.free_bound_vars().contains(var) {
                self.gap(Unsupported::VaryingAmount, span);
                return None;
            }
            let parts = conjuncts(&guard);
            let (about, rest): (Vec<Term>, Vec<Term>) = parts
                .into_iter()
                .partition(|part| part.free_bound_vars().contains(var));
            // A guard that pins the variable leaves one value (R8).
            if let Some(value) = about.iter().find_map(|part| pinned(part, var)) {
                let fill = [(var.clone(), value)];
                guard = guard.subst(&fill);
                continue;
            }
            let Some((count, some)) = count::values(&about, var) else {
                self.gap(Unsupported::Uncounted, span);
                return None;
            };
            amount = term::mul(term::to_real(count), amount);
            let mut parts = rest;
            parts.push(some);
            guard = term::and(parts);
        }
        Some((guard, amount))
    }

    /// Values of the variables at a place, where they can be computed. Of variables with the same
    /// multiple, the last one in `order` is taken for the one that counts.
    fn closed_inverse(
        &mut self,
        state: &mut State,
        map: &IndexMap<'_>,
        order: &[Term],
        guard: &[Term],
        form: Form,
    ) -> Option<Inverse> {
        let mut values: Vec<(Term, Term)> = Vec::new();
        let mut conditions = Vec::new();
        let mut exact = true;
        for (hole, arg) in map.forward() {
            let arg = arg.subst(&values);
            let guard: Vec<Term> = guard.iter().map(|part| part.subst(&values)).collect();
            let left = used_variables(order, std::slice::from_ref(&arg));
            if left.is_empty() {
                conditions.push(term::eq(arg, hole));
                continue;
            }
            let inverse = inverse::invert(&arg, &left, &hole, &guard, form)
                // A row `m[i]` of a matrix: its number is found by the function that knows rows.
                .or_else(|| row_inverse(&arg, &left, &hole, &guard));
            let inverse = match inverse {
                Some(inverse) => inverse,
                None => self.row_inverse(state, &arg, &left, &hole, &guard)?,
            };
            values.extend(inverse.values);
            conditions.push(inverse.condition);
            exact &= inverse.exact;
        }
        (values.len() == map.used.len()).then(|| Inverse {
            values,
            condition: term::and(conditions),
            exact,
        })
    }

    /// Whether the closed form gives each tuple of variables back.
    fn is_inverse(
        &mut self,
        state: &State,
        context: &Context,
        map: &IndexMap<'_>,
        values: &[(Term, Term)],
    ) -> bool {
        let forward = map.forward();
        let back = values
            .iter()
            .map(|(var, value)| term::eq(value.subst(&forward), var.clone()))
            .collect();
        let goal = term::implies(context.guard(), term::and(back));
        let goal = self.ground(&goal, &context.bound);
        self.decide(state, &[], &goal)
    }
}

/// The index at the lowest values of the variables.
fn lowest(index: &Term, vars: &[Term], guard: &Term) -> Term {
    let fill: Vec<(Term, Term)> = vars
        .iter()
        .filter(|var| *var.sort() == Sort::Int)
        .map(|var| {
            let low = conjuncts(guard)
                .iter()
                .find_map(|part| match bound_on(part, var) {
                    Some((true, low)) => Some(low),
                    _ => None,
                })
                .unwrap_or_else(|| term::int(0));
            (var.clone(), low)
        })
        .collect();
    let mut lowest = index.subst(&fill);
    for _ in 0..vars.len() {
        lowest = lowest.subst(&fill);
    }
    lowest
}

/// The bound variables that some terms mention.
fn used_variables(bound: &[Term], terms: &[Term]) -> Vec<Term> {
    bound
        .iter()
        .filter(|var| terms.iter().any(|t| t.free_bound_vars().contains(var)))
        .cloned()
        .collect()
}

/// Under vercors-1.4 rows are fixed, and know their matrix and number.
fn row_inverse(arg: &Term, left: &[Term], hole: &Term, guard: &[Term]) -> Option<Inverse> {
    let term::Node::App(symbol, args) = arg.node() else {
        return None;
    };
    let [matrix, number] = args.as_slice() else {
        return None;
    };
    if *symbol != row_symbol() || matrix.contains_bound() {
        return None;
    }
    let index_of = row_index_symbol();
    let there = term::app(&index_of, vec![hole.clone()]);
    let inverse = inverse::invert(number, left, &there, guard, Form::Plain)?;
    Some(inverse.where_it_gives(arg, hole))
}
