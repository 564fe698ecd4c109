//! Evaluation of expressions to terms; what they need is shown on the way.

pub(crate) mod access;
pub(crate) mod application;
pub(crate) mod comprehension;
pub(crate) mod range_fold;
pub(crate) mod typing;

use crate::engine::Engine;
use crate::engine::context::Context;
use crate::eval::range_fold::Summand;
use crate::exec::predicate::Unfolding;
use crate::quantified::bounds::{conjuncts, within};
use crate::report::failure::{Failure, Null, Place, Unsupported};
use crate::state::reference::{fixed_row, length_of, null};
use crate::state::{self, Resource, State};
use core_lang::{
    Assertion, Builtin, Expr, ExprKind, FieldId, LabelId, LocalId, Location, Quantifier,
};
use solver::term::{self, Label, Op, Sort, Term};
use std::rc::Rc;
use text::span::Span;

/// The object that static fields belong to.
fn statics(state: &mut State) -> Term {
    let statics = term::constant("statics", Sort::Ref);
    state.assume(term::ne(statics.clone(), null()));
    statics
}

impl Engine<'_> {
    /// The value of an expression in a state.
    pub(crate) fn eval(&mut self, state: &mut State, context: &Context, e: &Expr) -> Term {
        match &e.kind {
            ExprKind::Int(value) => term::big(value.clone()),
            ExprKind::Real(value) => term::real(value.clone()),
            ExprKind::Bool(value) => term::bool_(*value),
            ExprKind::Null => null(),
            ExprKind::Statics => statics(state),
            ExprKind::Local(local) => self.local(state, context, *local),
            ExprKind::Apply(op, operands) => self.apply(state, context, *op, operands, e),
            ExprKind::And(operands) => {
                term::and(self.in_turn(state, context, operands, |part| part))
            }
            ExprKind::Or(operands) => term::or(self.in_turn(state, context, operands, term::not)),
            ExprKind::Implies(a, b) => self.implication(state, context, a, b),
            ExprKind::Ite(condition, a, b) => self.choice(state, context, [condition, a, b]),
            ExprKind::Field(receiver, field) => {
                self.field(state, context, receiver, *field, e.span)
            }
            ExprKind::Element(array, index) => {
                let [array, index] = [array, index].map(|e| self.eval(state, context, e));
                self.element(state, context, array, index, e)
            }
            ExprKind::Row(matrix, row) => {
                let [matrix, row] = [matrix, row].map(|e| self.eval(state, context, e));
                self.require_bounds(state, context, &matrix, &row, e.span);
                fixed_row(matrix, row)
            }
            ExprKind::Length(array) => self.length(state, context, array, e.span),
            ExprKind::Values(array, low, high) => {
                let range = [array, low, high].map(|e| self.eval(state, context, e));
                self.values(state, context, range, e)
            }
            ExprKind::Call(function, args) => {
                let args = self.eval_each(state, context, args);
                self.call_function(state, context, *function, args, e)
            }
            ExprKind::Data(op, args) => {
                solver::theory::apply(op, self.eval_each(state, context, args), &e.sort)
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
                let (bound, triggers, body) =
                    self.quantified(state, context, variables, body, triggers);
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
            } => self.comprehension(state, context, variables, (condition, element), &e.sort),
            ExprKind::Let(local, value, body) => {
                let inner = self.with_value(state, context, *local, value);
                self.eval(state, &inner, body)
            }
            ExprKind::Old(label, inner) => self.old(state, context, *label, inner, e.span),
            ExprKind::CurrentPerm(location) => self.own(state, context, location, e.span),
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
                let (bound, fact) =
                    self.where_held(state, context, variables, (location, *apart), body);
                term::forall(bound, Vec::new(), fact, Label::program(e.span.start))
            }
            ExprKind::Where(assertion, value) => {
                if context.check {
                    self.show_held(state, context, assertion, e.span);
                }
                self.eval(state, context, value)
            }
            ExprKind::Unfolding(location, amount, value) if context.check => {
                let unfolding = Unfolding {
                    location,
                    amount,
                    value,
                    span: e.span,
                };
                self.eval_unfolding(state, context, &unfolding)
            }
            ExprKind::Unfolding(_, _, value) => self.eval_folded(state, context, value, e.span),
        }
    }

    /// The values of expressions.
    pub(crate) fn eval_each(
        &mut self,
        state: &mut State,
        context: &Context,
        all: &[Expr],
    ) -> Vec<Term> {
        all.iter().map(|e| self.eval(state, context, e)).collect()
    }

    /// The context in which a local stands for the value of an expression.
    pub(crate) fn with_value(
        &mut self,
        state: &mut State,
        context: &Context,
        local: LocalId,
        value: &Expr,
    ) -> Context {
        let value = self.eval(state, context, value);
        let mut inner = context.clone();
        inner.locals.insert(local, value);
        inner
    }

    fn local(&mut self, state: &mut State, context: &Context, local: LocalId) -> Term {
        let values = [&context.locals, &state.locals];
        let value = values.into_iter().find_map(|values| values.get(&local));
        // Not assigned on this path: any value, another one at each mention, so that
        // nothing learnt of one is known of the next.
        let value = value.cloned();
        value.unwrap_or_else(|| self.arbitrary(state, local))
    }

    fn old(
        &mut self,
        state: &mut State,
        context: &Context,
        label: LabelId,
        inner: &Expr,
        span: Span,
    ) -> Term {
        let mut within = context.clone();
        let labels = [&context.labels, &state.labels];
        match labels.into_iter().find_map(|labels| labels.get(&label)) {
            Some(heap) => {
                let heap = Rc::clone(heap);
                within.heap = Some(self.with_final_fields(state, context, heap));
            }
            None => self.gap(Unsupported::Old, span),
        }
        self.eval(state, &within, inner)
    }

    /// Operands of which a later one is evaluated only where the earlier ones hold, or do not.
    fn in_turn(
        &mut self,
        state: &mut State,
        context: &Context,
        operands: &[Expr],
        after: fn(Term) -> Term,
    ) -> Vec<Term> {
        let mut inner = context.clone();
        let mut parts = Vec::new();
        for operand in operands {
            let part = self.eval(state, &inner, operand);
            inner = inner.under(after(part.clone()));
            parts.push(part);
        }
        parts
    }

    fn implication(&mut self, state: &mut State, context: &Context, a: &Expr, b: &Expr) -> Term {
        let a = self.eval(state, context, a);
        if a.is_false() {
            return term::tt();
        }
        let b = self.eval(state, &context.under(a.clone()), b);
        term::implies(a, b)
    }

    fn choice(&mut self, state: &mut State, context: &Context, parts: [&Expr; 3]) -> Term {
        let [condition, a, b] = parts;
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

    fn length(&mut self, state: &mut State, context: &Context, array: &Expr, span: Span) -> Term {
        let array = self.eval(state, context, array);
        let there = term::ne(array.clone(), null());
        self.require(state, context, there, span, Failure::Null(Null::Length));
        length_of(array)
    }

    /// The permission held at a location.
    fn own(
        &mut self,
        state: &mut State,
        context: &Context,
        location: &Location,
        span: Span,
    ) -> Term {
        if !context.own_permissions {
            // The permissions held differ between the exhale and the inhale.
            self.gap(Unsupported::Perm, span);
        }
        let (resource, args) = self.place(state, context, location);
        let heap = self.read_heap(state, context);
        state.held(&heap, &resource, &args)
    }

    fn field(
        &mut self,
        state: &mut State,
        context: &Context,
        receiver: &Expr,
        field: FieldId,
        span: Span,
    ) -> Term {
        let receiver = self.eval(state, context, receiver);
        let declared = self.program().field(field);
        let heap = self.read_heap(state, context);
        self.require(
            state,
            context,
            term::ne(receiver.clone(), null()),
            span,
            Failure::Null(Null::FieldRead(declared.name.clone())),
        );
        if self.program().is_constant(field) {
            // Never written once constructed: no permission is needed.
            let map = self.field_map(state, context, field);
            return term::select(map, receiver);
        }
        let resource = Resource::Field(field);
        let held = state.held(&heap, &resource, std::slice::from_ref(&receiver));
        self.require(
            state,
            context,
            term::lt(state::no_permission(), held),
            span,
            Failure::ReadPermission(Place::Field(declared.name.clone())),
        );
        let map = self.field_map(state, context, field);
        term::select(map, receiver)
    }

    /// The variables of a quantifier, the triggers a user gave it that can serve, and its body.
    fn quantified(
        &mut self,
        state: &mut State,
        context: &Context,
        variables: &[LocalId],
        body: &Expr,
        triggers: &[Vec<Expr>],
    ) -> (Vec<Term>, Vec<Vec<Term>>, Term) {
        let mut inner = context.clone();
        let bound = self.fresh_variables(&mut inner, variables);
        let body = self.eval(state, &inner, body);
        let (guard, body) = match body.as_op(Op::Implies) {
            Some([guard, rest]) => {
                let parts = conjuncts(guard);
                let rest = within(&parts, rest);
                (parts, term::implies(guard.clone(), rest))
            }
            _ => (Vec::new(), body),
        };
        inner.check = false;
        // A trigger is not shown to be well defined: nothing is learnt from it.
        let mut scratch = state.clone();
        let triggers: Vec<Vec<Term>> = triggers
            .iter()
            .map(|set| {
                set.iter()
                    .map(|e| within(&guard, &self.eval(&mut scratch, &inner, e)))
                    .collect::<Vec<_>>()
            })
            .filter(|set| crate::question::trigger_sets::usable(&bound, set))
            .collect();
        (
            bound,
            crate::question::trigger_sets::smallest(triggers),
            body,
        )
    }

    /// The variables of a location, and what is said of it where some permission to it is held.
    fn where_held(
        &mut self,
        state: &mut State,
        context: &Context,
        variables: &[LocalId],
        (location, apart): (&Location, bool),
        body: &Expr,
    ) -> (Vec<Term>, Term) {
        let heap = match apart {
            true => Rc::clone(&state.heap),
            false => self.read_heap(state, context),
        };
        let mut inner = context.clone();
        let bound = self.fresh_variables(&mut inner, variables);
        // Of a place that is not there nothing is held.
        let mut place = inner.clone();
        place.check = false;
        // Nothing was shown of it, so nothing is learnt from it.
        let mut scratch = state.clone();
        let (resource, args) = self.place(&mut scratch, &place, location);
        let held = term::lt(state::no_permission(), state.held(&heap, &resource, &args));
        let body = self.eval(state, &inner.under(held.clone()), body);
        (bound, term::implies(held, body))
    }

    /// The value of an expression with an instance unfolded, where nothing is checked.
    fn eval_folded(
        &mut self,
        state: &mut State,
        context: &Context,
        value: &Expr,
        span: Span,
    ) -> Term {
        // Heaps are total: the value is there, whatever is unfolded. What is held is not what
        // it is with the instance unfolded.
        let mut of_permissions = false;
        value.visit(&mut |part| {
            of_permissions |= core_lang::facts::expr(&part.kind).varies;
        });
        if of_permissions {
            self.gap(Unsupported::Unfolding, span);
        }
        self.eval(state, context, value)
    }

    fn apply(
        &mut self,
        state: &mut State,
        context: &Context,
        op: Builtin,
        operands: &[Expr],
        e: &Expr,
    ) -> Term {
        let values = self.eval_each(state, context, operands);
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
                let inner = self.with_value(state, context, *local, value);
                self.eval_pure(state, &inner, body)
            }
            AssertionKind::Permission(..) | AssertionKind::Forall { .. } => term::tt(),
        }
    }
}
