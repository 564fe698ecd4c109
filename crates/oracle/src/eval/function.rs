//! Pure functions, by evaluation; looking into predicates.

use super::{Cx, Evaluated};
use crate::frame::{Entry, Frame, Reader};
use crate::heap::Cell;
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::Kind;
use crate::program::{MethodInfo, ghost_expressions, postconditions, preconditions};
use crate::resource::{Blame, Source, Way};
use crate::value::Value;
use num_traits::{Signed, Zero};
use spec_lang::ast::{Body, Call, ClauseKind, Expr, ExprKind, ModifierKind, NodeId, Param};
use spec_lang::resolve::Reference;
use std::collections::HashMap;
use std::rc::Rc;
use text::span::Span;

impl<'p> Machine<'p> {
    /// A call without effects.
    pub(super) fn pure_call(&self, cx: &mut Cx<'_>, e: &Expr, call: &Call) -> Evaluated {
        match self.tables.reference(e.id) {
            Some(Reference::Builtin(builtin)) => {
                let builtin = *builtin;
                let mut args = Vec::new();
                if let Some(receiver) = &call.receiver {
                    args.push(self.eval(cx, receiver)?);
                }
                args.extend(self.all(cx, &call.args)?);
                self.built_in(cx, e.span, builtin, &args)
            }
            Some(Reference::Method(id, implied)) => {
                let Some(info) = self.tables.methods.get(id).copied() else {
                    return cannot("a function without a definition", e.span);
                };
                if !info.is(ModifierKind::Pure) {
                    return cannot("a call with effects here", e.span);
                }
                let this = self.receiver(cx, e, call, info.has_this(), *implied)?;
                let args = self.all(cx, &call.args)?;
                let ghosts = self.ghost_arguments(cx, e, call)?;
                self.deeper(|| self.function(cx, e, &info, this, (args, ghosts)))
            }
            Some(Reference::Predicate(id, _)) => {
                // A predicate as a truth value: where it is inlined, or as held.
                let id = *id;
                let cell = self.instance(cx, e, call)?;
                let _ = id;
                Ok(Value::Bool(cx.reader.some_of(&cell)))
            }
            _ => cannot("this call", e.span),
        }
    }

    /// An operator that a class declares: of the left operand, or, if its name begins with
    /// `right`, of the right one.
    pub(super) fn declared_operator(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        id: NodeId,
        left: &Expr,
        right: &Expr,
    ) -> Evaluated {
        let Some(info) = self.tables.methods.get(&id).copied() else {
            return cannot("this operator", e.span);
        };
        if !info.is(ModifierKind::Pure) {
            return cannot("an operator with effects here", e.span);
        }
        let (this, argument) = self.operands(cx, &info, left, right)?;
        let given = (vec![argument], Vec::new());
        self.deeper(|| self.function(cx, e, &info, Some(this), given))
    }

    /// The object of a declared operator, not null, and its argument; evaluated from the left.
    pub(crate) fn operands(
        &self,
        cx: &mut Cx<'_>,
        info: &MethodInfo<'_>,
        left: &Expr,
        right: &Expr,
    ) -> Evaluated<(Value, Value)> {
        if info.method.name.name.starts_with("right") {
            let argument = self.eval(cx, left)?;
            Ok((Value::Object(self.object(cx, right)?), argument))
        } else {
            let this = Value::Object(self.object(cx, left)?);
            Ok((this, self.eval(cx, right)?))
        }
    }

    /// The object a call is sent to; not null.
    pub(crate) fn receiver(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        call: &Call,
        wanted: bool,
        implied: bool,
    ) -> Evaluated<Option<Value>> {
        if !wanted {
            return Ok(None);
        }
        match &call.receiver {
            Some(receiver) => Ok(Some(Value::Object(self.object(cx, receiver)?))),
            None if implied => Ok(cx.frame.this.clone()),
            None => cannot("a call without an object", e.span),
        }
    }

    /// The ghost arguments written at a call, evaluated in the order of the ghost parameters.
    pub(crate) fn ghost_arguments(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        call: &Call,
    ) -> Evaluated<Vec<(NodeId, Value)>> {
        let Some(given) = self.tables.resolution.given.get(&e.id) else {
            return Ok(Vec::new());
        };
        let written = ghost_expressions(call);
        let mut ghosts = Vec::new();
        for (param, value) in given {
            let Some(value) = written.iter().find(|e| e.id == *value) else {
                return cannot("this ghost argument", e.span);
            };
            ghosts.push((*param, self.eval(cx, value)?));
        }
        Ok(ghosts)
    }

    fn function(
        &self,
        cx: &Cx<'_>,
        e: &Expr,
        info: &MethodInfo<'_>,
        this: Option<Value>,
        (args, ghosts): (Vec<Value>, Vec<(NodeId, Value)>),
    ) -> Evaluated {
        let mut frame = self.callee(info.id, this, &info.method.params, args);
        frame.locals.extend(ghosts);
        let mut readable = Held::default();
        let contract = &info.method.contract;
        if !cx.reader.free && cx.old.is_none() {
            let blame = Blame::new(
                cx.thread,
                e.span,
                format!("the precondition of `{}`", info.method.name.name),
            );
            let mut used = Held::default();
            for formula in preconditions(contract) {
                let source = Source::Lend(&cx.reader, &mut used);
                let way = Way {
                    source,
                    to: &mut readable,
                    blame: &blame,
                    outside: &cx.outside(),
                };
                self.transfer(&mut frame, formula, way)?;
            }
        } else {
            for formula in preconditions(contract) {
                let mut inner = cx.inside(&mut frame, Reader::free());
                if self.is_formula(formula) && !self.truth(&mut inner, formula)? {
                    let message = format!(
                        "the precondition of `{}` does not hold",
                        info.method.name.name
                    );
                    return Err(self.violation(Kind::False, e.span, message, cx.thread, None));
                }
            }
        }
        let around = self.world.borrow().measures.len();
        self.measure_falls(cx, &mut frame, info, e.span)?;
        let free = cx.reader.free || cx.old.is_some();
        let reader = if free {
            Reader::free()
        } else {
            Reader::of(&readable)
        };
        let body = &info.method.body;
        let result = match body {
            Body::Abstract => self.unknown_value(cx, &frame, info, e.span),
            _ => self.value_of_body(&mut cx.inside(&mut frame, reader), body, e.span),
        };
        // Also if it has none: an evaluation may be given up, and the run go on.
        self.world.borrow_mut().measures.truncate(around);
        let result = result?;
        frame.result = Some(result.clone());
        for formula in postconditions(contract) {
            if !self.is_formula(formula) {
                continue;
            }
            let mut inner = cx.inside(&mut frame, reader);
            if !self.truth(&mut inner, formula)? {
                let message = format!(
                    "the postcondition of `{}` does not hold for the result {result}",
                    info.method.name.name
                );
                return Err(self.violation(Kind::False, formula.span, message, cx.thread, None));
            }
        }
        Ok(result)
    }

    /// A written measure is smaller than that of the call around it, and that was not below
    /// zero. It is put on the stack.
    fn measure_falls(
        &self,
        cx: &Cx<'_>,
        frame: &mut Frame,
        info: &MethodInfo<'_>,
        span: Span,
    ) -> Evaluated<()> {
        let measure = info
            .method
            .contract
            .clauses
            .iter()
            .find_map(|clause| match &clause.kind {
                ClauseKind::Decreases(measures) if measures.len() == 1 => measures.first(),
                _ => None,
            });
        let Some(measure) = measure else {
            return Ok(());
        };
        let Ok(Value::Int(now)) = self.eval(&mut cx.inside(frame, Reader::free()), measure) else {
            return Ok(());
        };
        let around = {
            let world = self.world.borrow();
            let mut around = world.measures.iter().rev();
            around
                .find(|(id, _)| *id == info.id)
                .map(|(_, measure)| measure.clone())
        };
        if let Some(around) = around
            && (now >= around || around.is_negative())
        {
            let name = &info.method.name.name;
            let message = format!("the measure of `{name}` goes from {around} to {now}");
            return Err(self.violation(Kind::Measure, span, message, cx.thread, None));
        }
        self.world.borrow_mut().measures.push((info.id, now));
        Ok(())
    }

    /// The locals of something called.
    pub(crate) fn callee(
        &self,
        id: NodeId,
        this: Option<Value>,
        params: &[Param],
        args: Vec<Value>,
    ) -> Frame {
        let locals: HashMap<NodeId, Value> =
            params.iter().map(|param| param.id).zip(args).collect();
        Frame {
            entry: Rc::new(Entry {
                locals: locals.clone(),
                heap: None,
            }),
            locals,
            this,
            method: Some(id),
            ..Frame::default()
        }
    }

    /// The instance of a predicate that a call names.
    pub(crate) fn instance(&self, cx: &mut Cx<'_>, e: &Expr, call: &Call) -> Evaluated<Cell> {
        let Some(Reference::Predicate(id, implied)) = self.tables.reference(e.id) else {
            return cannot("this as a predicate", e.span);
        };
        let (id, implied) = (*id, *implied);
        let Some(info) = self.tables.predicates.get(&id).copied() else {
            return cannot("this predicate", e.span);
        };
        let mut args = Vec::new();
        let fixed = info
            .predicate
            .modifiers
            .iter()
            .any(|m| m.kind == ModifierKind::Static);
        if info.class.is_some() && !fixed {
            // An instance of `null` is none that anybody holds; to mention it does no harm.
            args.push(match &call.receiver {
                Some(receiver) => match self.eval(cx, receiver)? {
                    value @ (Value::Object(_) | Value::Null) => value,
                    _ => return cannot("an instance of this", e.span),
                },
                None => match cx.frame.this.clone().filter(|_| implied) {
                    Some(this) => this,
                    None => return cannot("an instance without an object", e.span),
                },
            });
        }
        args.extend(self.all(cx, &call.args)?);
        Ok(Cell::Instance(id, args))
    }

    /// The locals of a predicate's body.
    pub(crate) fn predicate_frame(&self, id: NodeId, args: &[Value]) -> Frame {
        let Some(info) = self.tables.predicates.get(&id) else {
            return Frame::default();
        };
        let params = &info.predicate.params;
        let extra = args.len().saturating_sub(params.len());
        let this = args.first().filter(|_| extra > 0).cloned();
        let rest = args.get(extra..).unwrap_or_default().to_vec();
        self.callee(id, this, params, rest)
    }

    /// `unfolding p in e`.
    pub(super) fn unfolding(&self, cx: &mut Cx<'_>, instance: &Expr, body: &Expr) -> Evaluated {
        let (inner, _) = scaled(instance);
        let ExprKind::Call(call) = &inner.kind else {
            return cannot("this to look into", instance.span);
        };
        let cell = self.instance(cx, inner, call)?;
        let Cell::Instance(id, args) = &cell else {
            return cannot("this to look into", instance.span);
        };
        let declared = self.tables.predicates.get(id);
        // What an inline predicate says is there without an instance; whether it is, is seen by what is read.
        let inline = declared.is_some_and(|declared| declared.is_inline());
        if cx.old.is_some() || cx.reader.free || inline {
            return self.eval(cx, body);
        }
        if !cx.reader.some_of(&cell) {
            let message = format!("{} is looked into and not held", self.show(&cell));
            return Err(self.violation(Kind::Permission, instance.span, message, cx.thread, None));
        }
        let Some(formula) = self
            .tables
            .predicates
            .get(id)
            .and_then(|p| p.predicate.body.as_ref())
        else {
            return cannot("a predicate without a body", instance.span);
        };
        let mut pool = self
            .world
            .borrow()
            .inside
            .get(&cell)
            .cloned()
            .unwrap_or_default();
        let mut seen = Held::default();
        let blame = Blame::new(cx.thread, instance.span, self.show(&cell));
        let mut frame = self.predicate_frame(*id, args);
        let fraction = cx.reader.fraction(&cell);
        if fraction.is_zero() {
            // How much of the instance is read here is not counted: then what is in it is seen.
            seen = pool;
        } else {
            let source = Source::Take(&mut pool);
            let blame = blame.scaled(fraction);
            self.transfer(
                &mut frame,
                formula,
                Way {
                    source,
                    to: &mut seen,
                    blame: &blame,
                    outside: &cx.outside(),
                },
            )?;
        }
        let outer = cx.reader;
        let mut nested = Cx::formula(cx.frame, outer.with(&seen), cx.thread);
        nested.real = cx.real;
        self.eval(&mut nested, body)
    }
}

/// A predicate without its scale, and the scale.
pub(crate) fn scaled(e: &Expr) -> (&Expr, Option<&Expr>) {
    match &e.kind {
        ExprKind::Scale(fraction, inner) => (inner, Some(fraction)),
        ExprKind::Perm(inner, fraction) => (inner, Some(fraction)),
        ExprKind::Value(inner) => (inner, None),
        _ => (e, None),
    }
}
