//! Which cells of its arrays a function may read: those to which its precondition gives permission.
//! Two heaps that agree there give it the same value (Heule, Kassios, Müller, Summers: Verification
//! Condition Generation for Permission Logics with Abstract Predicates and Abstraction Functions,
//! ECOOP 2013, framing by the footprint).

use crate::engine::context::Context;
use crate::engine::declaration::Declaration;
use crate::engine::{Engine, Surroundings};
use crate::function::footprint::{Footprint, of_values};
use core_lang::{Assertion, AssertionKind, Expr, ExprKind, FunctionId, LocalId, Location};
use solver::term::{self, Node, Sort, Term};

/// The cells of arrays with one element sort that a function may read.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// The element sort.
    sort: Sort,
    /// Variables for the function's arguments.
    params: Vec<Term>,
    /// The variable for the index of a cell.
    index: Term,
    /// Whether the cell may be read, over these variables. It is the same for all arrays of the sort,
    /// for two arguments may be one array.
    readable: Term,
}

impl Reach {
    /// Whether the cell with this index may be read by an application to these arguments.
    pub(crate) fn readable(&self, args: &[Term], index: &Term) -> Term {
        let mut fill: Vec<(Term, Term)> = Vec::new();
        for (param, arg) in self.params.iter().zip(args) {
            fill.push((param.clone(), arg.clone()));
        }
        fill.push((self.index.clone(), index.clone()));
        self.readable.subst(&fill)
    }

    /// The element sort.
    pub(crate) fn sort(&self) -> &Sort {
        &self.sort
    }
}

/// Permissions to elements, as a precondition states them.
struct Place<'a> {
    sort: &'a Sort,
    /// Under these conditions, over parameters and the bound variable.
    guards: Vec<&'a Expr>,
    /// The bound variable that is the index; else the index.
    index: Result<LocalId, &'a Expr>,
}

/// What is known of a function with this footprint, for each of the element sorts of which it reads
/// only arrays that are parameters. Nothing where its precondition is not understood.
pub(crate) fn reaches(
    around: Surroundings<'_>,
    function: FunctionId,
    footprint: &Footprint,
) -> Vec<Reach> {
    let declared = around.program.function(function);
    let mut places = Vec::new();
    if !collect(&declared.requires, &mut Vec::new(), None, &mut places) {
        return Vec::new();
    }
    let mut sorts: Vec<&Sort> = Vec::new();
    for (_, sort) in &footprint.arrays {
        if !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }
    let mut found = Vec::new();
    for sort in sorts {
        let mut engine = Engine::with_prefix(
            around,
            Declaration::definition(),
            format!("r{}!", function.0),
        );
        let mut state = engine.initial();
        let mut context = Context::granted();
        let params = engine.fresh_variables(&mut context, &declared.params);
        let index = engine.symbols.supply.fresh_bound("i", Sort::Int);
        context.bound.push(index.clone());
        let mut alternatives = Vec::new();
        for place in places.iter().filter(|place| place.sort == sort) {
            let mut here = context.clone();
            let mut conditions = Vec::new();
            match place.index {
                Ok(variable) => {
                    here.locals.insert(variable, index.clone());
                }
                Err(at) => {
                    let at = engine.eval(&mut state, &here, at);
                    conditions.push(term::eq(index.clone(), at));
                }
            }
            for guard in &place.guards {
                conditions.push(engine.eval(&mut state, &here, guard));
            }
            alternatives.push(term::and(conditions));
        }
        let readable = term::or(alternatives);
        let mut known = params.clone();
        known.push(index.clone());
        // What needs symbols of its own has no meaning elsewhere.
        let free = readable.free_bound_vars();
        let made_up = readable.any_subterm(|part| match part.node() {
            Node::Const(symbol) | Node::App(symbol, _) => symbol.kind().is_fresh(),
            Node::Int(_)
            | Node::Real(_)
            | Node::Bool(_)
            | Node::Bits(_)
            | Node::Bound(_)
            | Node::Op(..)
            | Node::Quant { .. } => false,
        });
        let closed = !made_up && free.iter().all(|var| known.contains(var));
        if closed && engine.symbols.definitions.is_empty() {
            found.push(Reach {
                sort: sort.clone(),
                params,
                index,
                readable,
            });
        }
    }
    found
}

/// The permissions of an assertion to elements; false if some are not understood.
fn collect<'a>(
    part: &'a Assertion,
    guards: &mut Vec<&'a Expr>,
    bound: Option<LocalId>,
    found: &mut Vec<Place<'a>>,
) -> bool {
    if part.is_pure() {
        return true;
    }
    match &part.kind {
        AssertionKind::Star(parts) => {
            let mut parts = parts.iter();
            parts.all(|part| collect(part, guards, bound, found))
        }
        AssertionKind::Implies(condition, body) => {
            guards.push(condition);
            let understood = of_values(condition) && collect(body, guards, bound, found);
            guards.pop();
            understood
        }
        AssertionKind::Forall {
            variables,
            guard,
            body,
            ..
        } => {
            let ([variable], None) = (variables.as_slice(), bound) else {
                return false;
            };
            guards.push(guard);
            let understood = of_values(guard) && collect(body, guards, Some(*variable), found);
            guards.pop();
            understood
        }
        AssertionKind::Permission(Location::Element(_, index, sort), _) => {
            let index = match (&index.kind, bound) {
                (ExprKind::Local(local), Some(variable)) if *local == variable => Ok(variable),
                // Another index of a bound variable covers cells that this does not say.
                (_, Some(_)) => return false,
                _ if of_values(index) => Err(index),
                _ => return false,
            };
            found.push(Place {
                sort,
                guards: guards.clone(),
                index,
            });
            true
        }
        // Of other things than elements.
        AssertionKind::Permission(Location::Field(..), _) => true,
        AssertionKind::Permission(Location::Predicate(..), _) => false,
        AssertionKind::Pure(_) | AssertionKind::Ite(..) | AssertionKind::Let(..) => false,
    }
}
