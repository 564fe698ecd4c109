//! Evaluation of expressions to terms; what they need is shown on the way.

use crate::comprehension::Comprehension;
use crate::context::Context;
use crate::engine::Engine;
use crate::failure::{Failure, Null, Place, Unsupported};
use crate::fold::Summand;
use crate::obligation::Duty;
use crate::reference::{fixed_row, length_of, null};
use crate::state;
use crate::state::Resource;
use crate::state::State;
use ir::{
    Assertion, AssertionKind, Blame, Builtin, Expr, ExprKind, FunctionBody, Location, Quantifier,
};
use solver::term::{self, Sort, Term};
use std::rc::Rc;
use text::span::Span;

/// Functions nested deeper than this are not replaced by their definitions.
const INLINE: usize = 40;

/// `unfolding location in value`.
#[derive(Clone, Copy)]
struct Unfolding<'a> {
    location: &'a Location,
    amount: &'a ir::Amount,
    value: &'a Expr,
    span: Span,
}

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
                    // Never written once constructed: no share is needed.
                    let map = self.field_map(state, context, *field);
                    return term::select(map, receiver);
                }
                let resource = Resource::Field(*field);
                let held = state.held(&heap, &resource, std::slice::from_ref(&receiver));
                self.require(
                    state,
                    context,
                    term::lt(state::no_share(), held),
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
            ExprKind::Requires(condition, value, code, message) => {
                if context.check {
                    let condition = self.eval(state, context, condition);
                    let failure = Failure::Lowered(code, message.clone());
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
                let mut silent = inner.clone();
                silent.check = false;
                // A trigger is not shown to be well defined: nothing is learnt from it.
                let mut scratch = state.clone();
                let triggers: Vec<Vec<Term>> = triggers
                    .iter()
                    .map(|set| {
                        set.iter()
                            .map(|e| self.eval(&mut scratch, &silent, e))
                            .collect::<Vec<_>>()
                    })
                    .filter(|set| crate::patterns::usable(&bound, set))
                    .collect();
                let triggers = crate::patterns::smallest(triggers);
                let name = format!("user.{}", e.span.start);
                match quantifier {
                    Quantifier::Forall => term::forall(bound, triggers, body, name),
                    Quantifier::Exists => term::exists(bound, triggers, body, name),
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
                if !context.own_shares {
                    // What is held differs between giver and receiver.
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
                if !context.own_shares && !apart {
                    // What is held differs between giver and receiver.
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
                let held = term::lt(state::no_share(), state.held(&heap, &resource, &args));
                let body = self.eval(state, &inner.under(held.clone()), body);
                let name = format!("user.{}", e.span.start);
                term::forall(bound, Vec::new(), term::implies(held, body), name)
            }
            ExprKind::Unfolding(location, amount, value) => {
                if !context.check {
                    // Heaps are total: the value is there, whatever is unfolded.
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

    /// An earlier heap with the final fields of the one that is read: a final field has one value,
    /// and what it was before it had that is nobody's to say.
    fn with_final_fields(
        &self,
        state: &State,
        context: &Context,
        earlier: Rc<crate::state::Heap>,
    ) -> Rc<crate::state::Heap> {
        let program = self.program();
        if program.semantics.finals_need_permission
            || !program.fields.iter().any(|field| field.is_final)
        {
            return earlier;
        }
        let present = self.read_heap(state, context);
        let mut heap = (*earlier).clone();
        for (field, map) in &present.fields {
            if program.field(*field).is_final {
                heap.fields.insert(*field, map.clone());
            }
        }
        Rc::new(heap)
    }

    /// The heap that is read.
    pub(crate) fn read_heap(&self, state: &State, context: &Context) -> Rc<crate::state::Heap> {
        Rc::clone(context.heap.as_ref().unwrap_or(&state.heap))
    }

    /// A location's resource and arguments.
    pub(crate) fn place(
        &mut self,
        state: &mut State,
        context: &Context,
        location: &Location,
    ) -> (Resource, Vec<Term>) {
        match location {
            Location::Field(receiver, field) => {
                let receiver = self.eval(state, context, receiver);
                (Resource::Field(*field), vec![receiver])
            }
            Location::Element(array, index, sort) => {
                let span = array.span.to(index.span);
                let array_term = self.eval(state, context, array);
                let index_term = self.eval(state, context, index);
                self.require_bounds(state, context, &array_term, &index_term, span);
                (
                    Resource::Element(sort.clone()),
                    vec![array_term, index_term],
                )
            }
            Location::Predicate(predicate, args) => {
                let args = args
                    .iter()
                    .map(|arg| self.eval(state, context, arg))
                    .collect();
                (Resource::Predicate(*predicate), args)
            }
        }
    }

    /// An index is in bounds, of an array that is not null.
    pub(crate) fn require_bounds(
        &mut self,
        state: &mut State,
        context: &Context,
        array: &Term,
        index: &Term,
        span: Span,
    ) {
        self.require(
            state,
            context,
            term::ne(array.clone(), null()),
            span,
            Failure::Null(Null::Array),
        );
        // Under vercors-1.4 `a[i]` is total (legacy.md, "Meaning").
        if self.semantics().total_arrays {
            return;
        }
        self.require(
            state,
            context,
            term::and(vec![
                term::le(term::int(0), index.clone()),
                term::lt(index.clone(), length_of(array.clone())),
            ]),
            span,
            Failure::IndexOutOfBounds,
        );
    }

    /// The value of an element.
    pub(crate) fn element(
        &mut self,
        state: &mut State,
        context: &Context,
        array: Term,
        index: Term,
        e: &Expr,
    ) -> Term {
        let (sort, span) = (&e.sort, e.span);
        self.require_bounds(state, context, &array, &index, span);
        let heap = self.read_heap(state, context);
        let resource = Resource::Element(sort.clone());
        let held = state.held(&heap, &resource, &[array.clone(), index.clone()]);
        self.require(
            state,
            context,
            term::lt(state::no_share(), held),
            span,
            Failure::ReadPermission(Place::Element),
        );
        self.select_element(state, context, &array, &index, sort)
    }

    /// The values of some elements in a row, as a sequence: `[array, low, high]`.
    fn values(
        &mut self,
        state: &mut State,
        context: &Context,
        [array, low, high]: [Term; 3],
        e: &Expr,
    ) -> Term {
        let Some(logic::DataSort::Seq(element)) = logic::data_sort(&e.sort) else {
            self.gap(Unsupported::Values, e.span);
            return self.fresh("unknown", &e.sort);
        };
        self.require(
            state,
            context,
            term::ne(array.clone(), null()),
            e.span,
            Failure::Null(Null::Array),
        );
        if !self.semantics().total_arrays {
            self.require(
                state,
                context,
                term::and(vec![
                    term::le(term::int(0), low.clone()),
                    term::le(low.clone(), high.clone()),
                    term::le(high.clone(), length_of(array.clone())),
                ]),
                e.span,
                Failure::RangeOutOfBounds,
            );
        }
        let heap = self.read_heap(state, context);
        let resource = Resource::Element(element.clone());
        let index = self.symbols.fresh_bound("i", Sort::Int);
        let held = state.held(&heap, &resource, &[array.clone(), index.clone()]);
        let inside = term::and(vec![
            term::le(low.clone(), index.clone()),
            term::lt(index.clone(), high.clone()),
        ]);
        let readable = term::implies(inside, term::lt(state::no_share(), held));
        // Only a goal: what makes it hold is known anyway.
        let mut scratch = state.clone();
        self.require(
            &mut scratch,
            context,
            term::forall(vec![index], Vec::new(), readable, "values.readable"),
            e.span,
            Failure::ReadPermission(Place::Elements),
        );
        let Some(map) = crate::framing::array_map(state, &heap, &array, &element) else {
            self.gap(Unsupported::Values, e.span);
            return self.fresh("unknown", &e.sort);
        };
        let op = ir::DataOp {
            name: "seq.values",
            sorts: Vec::new(),
        };
        solver::theory::apply(&op, vec![map, low, high], &e.sort)
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
        let zero = |sort: &Sort| match sort {
            Sort::Real => state::no_share(),
            _ => term::int(0),
        };
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
                self.require(
                    state,
                    context,
                    term::ne(b.clone(), zero(b.sort())),
                    e.span,
                    Failure::DivisionByZero,
                );
                if op != Builtin::RealDiv {
                    self.division(state, context, a, b, e.span);
                }
                match op {
                    Builtin::Div => term::div(a.clone(), b.clone()),
                    Builtin::Mod => term::modulo(a.clone(), b.clone()),
                    _ => term::real_div(a.clone(), b.clone()),
                }
            }
            _ => {
                self.gap(Unsupported::Operator, e.span);
                self.fresh("unknown", &e.sort)
            }
        }
    }

    /// An instance that is opened is held: its share is not zero.
    pub(crate) fn positive_amount(
        &mut self,
        state: &mut State,
        context: &Context,
        amount: &ir::Amount,
        span: Span,
    ) {
        if let ir::Amount::Exact(amount) = amount {
            let amount = self.eval(state, context, amount);
            self.show(
                state,
                context,
                term::lt(state::no_share(), amount),
                Duty::at(span, Failure::NoInstance),
            );
        }
    }

    #[allow(clippy::too_many_arguments)]
    /// The value of an expression where a predicate instance is unfolded.
    fn eval_unfolding(
        &mut self,
        state: &mut State,
        context: &Context,
        unfolding: &Unfolding<'_>,
    ) -> Term {
        let Unfolding {
            location,
            amount,
            value,
            span,
        } = *unfolding;
        let mut inside = state.clone();
        inside.heap = self.read_heap(state, context);
        let (mut within, fill) = self.for_any(context);
        within.heap = None;
        let blame = Blame {
            pure_code: "V074",
            share_code: "V074",
            subject: "the predicate instance that is unfolded".to_owned(),
            at: context.at,
        };
        let instance = Assertion::new(span, AssertionKind::Share(location.clone(), amount.clone()));
        self.positive_amount(&mut inside, &within, amount, span);
        self.hand_over(&mut inside, &within, &instance, &blame);
        let within = self.within_unfolding(&mut inside, within, location);
        let mut granted = within.clone();
        granted.check = false;
        granted.injective = false;
        granted.scale = Some(match amount {
            ir::Amount::Exact(amount) => {
                crate::context::Scale::Exact(self.eval(&mut inside, &granted, amount))
            }
            ir::Amount::Wildcard => crate::context::Scale::Wildcard,
        });
        let Location::Predicate(predicate, args) = location else {
            return self.fresh("unknown", &value.sort);
        };
        let program = self.program();
        let declared = program.predicate(*predicate);
        let Some(body) = &declared.body else {
            self.gap(Unsupported::Unfolding, span);
            return self.fresh("unknown", &value.sort);
        };
        for (param, arg) in declared.params.iter().zip(args) {
            let arg = self.eval(&mut inside, &within, arg);
            granted.locals.insert(*param, arg);
        }
        self.produce(&mut inside, &granted, body);
        let opened = self.eval(&mut inside, &within, value);
        if fill.is_empty() {
            // What the body says is known as long as the instance is held.
            state.facts = inside.facts;
            return opened;
        }
        // Shown for any one value of the variables; what was known of it stays with it.
        let mut shown = context.clone();
        shown.check = false;
        self.eval(state, &shown, value)
    }

    fn call_function(
        &mut self,
        state: &mut State,
        context: &Context,
        function: ir::FunctionId,
        args: Vec<Term>,
        e: &Expr,
    ) -> Term {
        let declared = self.program().function(function);
        let mut inner = Context {
            heap: context.heap.clone(),
            check: false,
            injective: false,
            own_shares: false,
            guards: context.guards.clone(),
            bound: context.bound.clone(),
            locals: declared
                .params
                .iter()
                .copied()
                .zip(args.iter().cloned())
                .collect(),
            // An inline function is its text, in which `\old` is that of the place.
            labels: context.labels.clone(),
            scale: None,
            in_code: context.in_code,
            recursion: context.recursion.clone(),
            depth: context.depth,
            at: Some(context.at.unwrap_or(e.span)),
        };
        if context.check {
            let mut requiring = inner.clone();
            if let Some(heap) = self.heap_for_call(state, context, function) {
                requiring.heap = Some(heap);
            }
            self.function_precondition(state, &requiring, declared, e.span);
        }
        let inlined = self
            .around
            .functions
            .inlined
            .get(function.0 as usize)
            .copied()
            .unwrap_or(false);
        if declared.inline && context.check {
            // An inline function is its text: what that needs is shown here.
            inner.check = true;
            inner.injective = context.injective;
        }
        if inlined
            && context.depth < INLINE
            && let FunctionBody::Expr(body) = &declared.body
        {
            inner.depth += 1;
            return self.eval(state, &inner, body);
        }
        if inlined {
            self.gap(Unsupported::Inlining, e.span);
        }
        self.recursive_call(state, context, function, &args);
        let heap = self.read_heap(state, context);
        let maps = self.footprint_maps(state, &heap, function, &args);
        let symbol =
            crate::function_symbol::symbol(self.program(), self.around.functions, function);
        let mut args = args;
        args.extend(maps);
        // Shown above, or when what is evaluated here was shown to be well defined.
        let defined = crate::function_symbol::defined(
            self.program(),
            self.around.functions,
            function,
            args.clone(),
        );
        self.learn(state, context, defined);
        term::app(&symbol, args)
    }
}
