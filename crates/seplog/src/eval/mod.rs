//! Evaluation of expressions to terms; what they need is shown on the way.

pub(crate) mod access;
pub(crate) mod application;
pub(crate) mod comprehension;
pub(crate) mod range_fold;
pub(crate) mod typing;

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::eval::comprehension::Comprehension;
use crate::eval::range_fold::Summand;
use crate::exec::predicate::Unfolding;
use crate::quantified::bounds::{conjuncts, within};
use crate::report::failure::{Failure, Null, Place, Unsupported};
use crate::state;
use crate::state::Resource;
use crate::state::State;
use crate::state::reference::{fixed_row, length_of, null};
use core_lang::{Assertion, Builtin, Expr, ExprKind, Quantifier};
use solver::term::{self, Label, Op, Sort, Term};
use std::rc::Rc;

impl Engine<'_> {
    /// The value of an expression in a state.
    pub(crate) fn eval(&mut self, state: &mut State, context: &Context, e: &Expr) -> Term {
        match &e.kind {
            ExprKind::Int(value) => term::big(value.clone()),
            ExprKind::Real(value) => term::real(value.clone()),
            ExprKind::Bool(value) => term::bool_(*value),
            ExprKind::Null => null(),
            ExprKind::Statics => {
                let statics = term::constant("statics", Sort::Ref);
                state.assume(term::ne(statics.clone(), null()));
                statics
            }
            ExprKind::Local(local) => match context
                .locals
                .get(local)
                .or_else(|| state.locals.get(local))
            {
                Some(value) => value.clone(),
                // Not assigned on this path: any value, another one at each mention, so
                // that nothing learnt of one is known of the next.
                None => self.arbitrary(state, *local),
            },
            ExprKind::Apply(op, operands) => self.apply(state, context, *op, operands, e),
            ExprKind::And(operands) => {
                let mut inner = context.clone();
                let mut parts = Vec::new();
                for operand in operands {
                    let part = self.eval(state, &inner, operand);
                    inner = inner.under(part.clone());
                    parts.push(part);
                }
                term::and(parts)
            }
            ExprKind::Or(operands) => {
                let mut inner = context.clone();
                let mut parts = Vec::new();
                for operand in operands {
                    let part = self.eval(state, &inner, operand);
                    inner = inner.under(term::not(part.clone()));
                    parts.push(part);
                }
                term::or(parts)
            }
            ExprKind::Implies(a, b) => {
                let a = self.eval(state, context, a);
                if a.is_false() {
                    return term::tt();
                }
                let b = self.eval(state, &context.under(a.clone()), b);
                term::implies(a, b)
            }
            ExprKind::Ite(condition, a, b) => {
                let condition = self.eval(state, context, condition);
                if condition.is_true() {
                    return self.eval(state, context, a);
                }
                if condition.is_false() {
                    return self.eval(state, context, b);
                }
                let a = self.eval(state, &context.under(condition.clone()), a);
                let b = self.eval(state, &context.under(term::not(condition.clone())), b);
                term::ite(condition, a, b)
            }
            ExprKind::Field(receiver, field) => {
                let receiver = self.eval(state, context, receiver);
                let declared = self.program().field(*field);
                let heap = self.read_heap(state, context);
                self.require(
                    state,
                    context,
                    term::ne(receiver.clone(), null()),
                    e.span,
                    Failure::Null(Null::FieldRead(declared.name.clone())),
                );
                if self.program().is_constant(*field) {
                    // Never written once constructed: no permission is needed.
                    let map = self.field_map(state, context, *field);
                    return term::select(map, receiver);
                }
                let resource = Resource::Field(*field);
                let held = state.held(&heap, &resource, std::slice::from_ref(&receiver));
                self.require(
                    state,
                    context,
                    term::lt(state::no_permission(), held),
                    e.span,
                    Failure::ReadPermission(Place::Field(declared.name.clone())),
                );
                let map = self.field_map(state, context, *field);
                term::select(map, receiver)
            }
            ExprKind::Element(array, index) => {
                let array = self.eval(state, context, array);
                let index = self.eval(state, context, index);
                self.element(state, context, array, index, e)
            }
            ExprKind::Row(matrix, row) => {
                let matrix = self.eval(state, context, matrix);
                let row = self.eval(state, context, row);
                self.require_bounds(state, context, &matrix, &row, e.span);
                fixed_row(matrix, row)
            }
            ExprKind::Length(array) => {
                let array = self.eval(state, context, array);
                self.require(
                    state,
                    context,
                    term::ne(array.clone(), null()),
                    e.span,
                    Failure::Null(Null::Length),
                );
                length_of(array)
            }
            ExprKind::Values(array, low, high) => {
                let array = self.eval(state, context, array);
                let low = self.eval(state, context, low);
                let high = self.eval(state, context, high);
                self.values(state, context, [array, low, high], e)
            }
            ExprKind::Call(function, args) => {
                let args: Vec<Term> = args
                    .iter()
                    .map(|arg| self.eval(state, context, arg))
                    .collect();
                self.call_function(state, context, *function, args, e)
            }
            ExprKind::Data(op, args) => {
                let args: Vec<Term> = args
                    .iter()
                    .map(|arg| self.eval(state, context, arg))
                    .collect();
                solver::theory::apply(op, args, &e.sort)
            }
            ExprKind::Requires(condition, value, operation) => {
                if context.check {
                    let condition = self.eval(state, context, condition);
                    let failure = Failure::Undefined(*operation);
                    self.require(state, context, condition, e.span, failure);
                }
                self.eval(state, context, value)
            }
            ExprKind::Quant {
                quantifier,
                variables,
                body,
                triggers,
            } => {
                let mut inner = context.clone();
                let mut bound = Vec::new();
                for variable in variables {
                    let declared = self.program().local(*variable);
                    let fresh = self
                        .symbols
                        .supply
                        .fresh_bound(&declared.name, declared.sort.clone());
                    inner.locals.insert(*variable, fresh.clone());
                    inner.bound.push(fresh.clone());
                    bound.push(fresh);
                }
                let body = self.eval(state, &inner, body);
                let (guard, body) = match body.as_op(Op::Implies) {
                    Some([guard, rest]) => {
                        let parts = conjuncts(guard);
                        let rest = within(&parts, rest);
                        (parts, term::implies(guard.clone(), rest))
                    }
                    _ => (Vec::new(), body),
                };
                let mut silent = inner.clone();
                silent.check = false;
                // A trigger is not shown to be well defined: nothing is learnt from it.
                let mut scratch = state.clone();
                let triggers: Vec<Vec<Term>> = triggers
                    .iter()
                    .map(|set| {
                        set.iter()
                            .map(|e| within(&guard, &self.eval(&mut scratch, &silent, e)))
                            .collect::<Vec<_>>()
                    })
                    .filter(|set| crate::question::triggers::usable(&bound, set))
                    .collect();
                let triggers = crate::question::triggers::smallest(triggers);
                let label = Label::program(e.span.start);
                match quantifier {
                    Quantifier::Forall => term::forall(bound, triggers, body, label),
                    Quantifier::Exists => term::exists(bound, triggers, body, label),
                }
            }
            ExprKind::Fold {
                product,
                variable,
                low,
                high,
                body,
            } => {
                let range = [low, high].map(|e| self.eval(state, context, e));
                let summand = Summand {
                    product: *product,
                    variable: *variable,
                    body,
                };
                self.fold(state, context, range, &summand)
            }
            ExprKind::Comprehension {
                variables,
                condition,
                element,
            } => {
                let comprehension = Comprehension {
                    variables,
                    condition,
                    element,
                    sort: &e.sort,
                };
                self.comprehension(state, context, &comprehension)
            }
            ExprKind::Let(local, value, body) => {
                let value = self.eval(state, context, value);
                let mut inner = context.clone();
                inner.locals.insert(*local, value);
                self.eval(state, &inner, body)
            }
            ExprKind::Old(label, inner) => {
                let mut within = context.clone();
                match context
                    .labels
                    .get(label)
                    .or_else(|| state.labels.get(label))
                {
                    Some(heap) => {
                        let heap = Rc::clone(heap);
                        within.heap = Some(self.with_final_fields(state, context, heap));
                    }
                    None => {
                        self.gap(Unsupported::Old, e.span);
                    }
                }
                self.eval(state, &within, inner)
            }
            ExprKind::CurrentPerm(location) => {
                if !context.own_permissions {
                    // The permissions held differ between the exhale and the inhale.
                    self.gap(Unsupported::Perm, e.span);
                }
                let (resource, args) = self.place(state, context, location);
                let heap = self.read_heap(state, context);
                state.held(&heap, &resource, &args)
            }
            ExprKind::ForPerm {
                variables,
                location,
                body,
                apart,
            } => {
                if !context.own_permissions && !apart {
                    // The permissions held differ between the exhale and the inhale.
                    self.gap(Unsupported::ForPerm, e.span);
                }
                let mut inner = context.clone();
                let mut bound = Vec::new();
                for variable in variables {
                    let declared = self.program().local(*variable);
                    let fresh = self
                        .symbols
                        .supply
                        .fresh_bound(&declared.name, declared.sort.clone());
                    inner.locals.insert(*variable, fresh.clone());
                    inner.bound.push(fresh.clone());
                    bound.push(fresh);
                }
                // Of a place that is not there nothing is held.
                let mut place = inner.clone();
                place.check = false;
                // Nothing was shown of it, so nothing is learnt from it.
                let mut scratch = state.clone();
                let (resource, args) = self.place(&mut scratch, &place, location);
                let heap = if *apart {
                    Rc::clone(&state.heap)
                } else {
                    self.read_heap(state, context)
                };
                let held = term::lt(state::no_permission(), state.held(&heap, &resource, &args));
                let body = self.eval(state, &inner.under(held.clone()), body);
                let label = Label::program(e.span.start);
                term::forall(bound, Vec::new(), term::implies(held, body), label)
            }
            ExprKind::Where(assertion, value) => {
                if context.check {
                    self.show_held(state, context, assertion, e.span);
                }
                self.eval(state, context, value)
            }
            ExprKind::Unfolding(location, amount, value) => {
                if !context.check {
                    // Heaps are total: the value is there, whatever is unfolded. What is held is not what
                    // it is with the instance unfolded.
                    let mut of_permissions = false;
                    value.visit(&mut |part| {
                        of_permissions |= core_lang::facts::expr(&part.kind).varies;
                    });
                    if of_permissions {
                        self.gap(Unsupported::Unfolding, e.span);
                    }
                    return self.eval(state, context, value);
                }
                let unfolding = Unfolding {
                    location,
                    amount,
                    value,
                    span: e.span,
                };
                self.eval_unfolding(state, context, &unfolding)
            }
        }
    }

    fn apply(
        &mut self,
        state: &mut State,
        context: &Context,
        op: Builtin,
        operands: &[Expr],
        e: &Expr,
    ) -> Term {
        let values: Vec<Term> = operands
            .iter()
            .map(|operand| self.eval(state, context, operand))
            .collect();
        match (op, values.as_slice()) {
            (Builtin::Not, [a]) => term::not(a.clone()),
            (Builtin::Neg, [a]) => term::neg(a.clone()),
            (Builtin::ToReal, [a]) => term::to_real(a.clone()),
            (Builtin::Iff, [a, b]) => term::iff(a.clone(), b.clone()),
            (Builtin::Eq, [a, b]) => term::eq(a.clone(), b.clone()),
            (Builtin::Ne, [a, b]) => term::ne(a.clone(), b.clone()),
            (Builtin::Lt, [a, b]) => term::lt(a.clone(), b.clone()),
            (Builtin::Le, [a, b]) => term::le(a.clone(), b.clone()),
            (Builtin::Gt, [a, b]) => term::gt(a.clone(), b.clone()),
            (Builtin::Ge, [a, b]) => term::ge(a.clone(), b.clone()),
            (Builtin::Add, [a, b]) => term::add(vec![a.clone(), b.clone()]),
            (Builtin::Sub, [a, b]) => term::sub(a.clone(), b.clone()),
            (Builtin::Mul, [a, b]) => term::mul(a.clone(), b.clone()),
            (Builtin::Div | Builtin::Mod | Builtin::RealDiv, [a, b]) => {
                let zero = match *b.sort() == Sort::Real {
                    true => state::no_permission(),
                    false => term::int(0),
                };
                self.require(
                    state,
                    context,
                    term::ne(b.clone(), zero),
                    e.span,
                    Failure::DivisionByZero,
                );
                if op == Builtin::RealDiv {
                    return term::real_div(a.clone(), b.clone());
                }
                self.division(state, context, a, b, e.span);
                match op == Builtin::Div {
                    true => term::div(a.clone(), b.clone()),
                    false => term::modulo(a.clone(), b.clone()),
                }
            }
            _ => {
                self.gap(Unsupported::Operator, e.span);
                self.fresh("unknown", &e.sort)
            }
        }
    }

    /// The pure part of an assertion as a formula.
    pub(crate) fn eval_pure(
        &mut self,
        state: &mut State,
        context: &Context,
        assertion: &Assertion,
    ) -> Term {
        use core_lang::AssertionKind;
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
            AssertionKind::Permission(..) | AssertionKind::Forall { .. } => term::tt(),
        }
    }
}
