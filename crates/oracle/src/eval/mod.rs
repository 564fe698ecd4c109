//! The value of an expression.

mod body;
mod builtin;
mod choice;
mod forperm;
mod function;
mod literal;
mod location;
mod operator;
mod quantifier;
mod sample;
pub(crate) mod unknown;
mod zero;

pub(crate) use self::quantifier::Quantified;
pub(crate) use function::scaled;
pub(crate) use location::Target;

use crate::frame::{Frame, Reader, ThreadId};
use crate::heap::{Cell, Heap};
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::resource::Outside;
use crate::value::Value;
use num_rational::BigRational;
use num_traits::Zero;
use spec_lang::ast::{BinaryOp, Expr, ExprKind, UnaryOp, Variable};
use spec_lang::resolve::Reference;
use std::rc::Rc;
use text::span::Span;

/// Who evaluates, with which locals and permissions, in which state.
pub(crate) struct Cx<'a> {
    pub frame: &'a mut Frame,
    pub reader: Reader<'a>,
    /// The earlier heap that `\old` speaks of.
    pub old: Option<Rc<Heap>>,
    pub thread: ThreadId,
    /// Whether this is the program at work, not a formula: only then uses race.
    pub real: bool,
    /// What `\forperm` speaks of, if that is not what may be read.
    pub left: Option<Reader<'a>>,
}

impl<'a> Cx<'a> {
    /// For a formula in the present state.
    pub(crate) fn formula(frame: &'a mut Frame, reader: Reader<'a>, thread: ThreadId) -> Cx<'a> {
        Cx {
            frame,
            reader,
            old: None,
            thread,
            real: false,
            left: None,
        }
    }

    /// The same, with other locals.
    pub(crate) fn inside<'b>(&'b self, frame: &'b mut Frame, reader: Reader<'b>) -> Cx<'b> {
        Cx {
            frame,
            reader,
            old: self.old.clone(),
            thread: self.thread,
            real: self.real,
            left: None,
        }
    }

    /// The same once more.
    pub(crate) fn again(&mut self) -> Cx<'_> {
        Cx {
            frame: &mut *self.frame,
            reader: self.reader,
            old: self.old.clone(),
            thread: self.thread,
            real: self.real,
            left: self.left,
        }
    }

    /// The same for a formula that moves permissions, whose locals are its own.
    pub(crate) fn outside(&self) -> Outside<'_> {
        Outside {
            reader: self.reader,
            old: self.old.clone(),
        }
    }
}

type Evaluated<T = Value> = Result<T, Stop>;

impl<'p> Machine<'p> {
    /// The value of an expression.
    pub(crate) fn eval(&self, cx: &mut Cx<'_>, e: &Expr) -> Evaluated {
        self.step()?;
        if let Some(value) = cx.frame.cache.get(&e.id) {
            return Ok(value.clone());
        }
        match &e.kind {
            ExprKind::Int(value) => Ok(Value::Int(value.clone())),
            ExprKind::Bool(value) => Ok(Value::Bool(*value)),
            ExprKind::Str(text) => Ok(Value::Text(text.as_str().into())),
            ExprKind::Char(text) => {
                let one = spec_lang::ast::character(text).map(Value::Char);
                known(one, "this character", e.span)
            }
            ExprKind::Float(text) => {
                let value = literal::float(text).map(Value::number);
                known(value, "this number", e.span)
            }
            ExprKind::Null => Ok(Value::Null),
            ExprKind::This => known(cx.frame.this.clone(), "`this` here", e.span),
            ExprKind::Result => known(cx.frame.result.clone(), "`\\result` here", e.span),
            ExprKind::Write => Ok(Value::int(1)),
            ExprKind::NoPerm => Ok(Value::int(0)),
            ExprKind::Read => cannot("`read` as a value", e.span),
            ExprKind::OptionNone => Ok(Value::Option(None)),
            ExprKind::Any => Ok(Value::Bool(self.random.borrow_mut().one_in(2))),
            ExprKind::CurrentThread => Ok(Value::int(cx.thread)),
            ExprKind::Name(_) => self.name(cx, e),
            ExprKind::Unary(op, inner) => self.unary(cx, e, *op, inner),
            ExprKind::Binary(op, left, right) => self.binary(cx, e, *op, left, right),
            ExprKind::Conditional(condition, then, otherwise) => {
                let holds = self.truth(cx, condition)?;
                self.eval(cx, if holds { then } else { otherwise })
            }
            ExprKind::Increment { target, up, prefix } => self.increment(cx, target, *up, *prefix),
            ExprKind::Index(base, index) => self.index(cx, e, base, index),
            ExprKind::Slice(base, low, high) => {
                self.slice(cx, e, base, low.as_deref(), high.as_deref())
            }
            ExprKind::Update(base, index, value) => self.update(cx, e, base, index, value),
            ExprKind::Member(base, name) => self.member(cx, e, base, name),
            ExprKind::Call(call) => self.pure_call(cx, e, call),
            ExprKind::NewArray(_, sizes) => self.new_array(cx, e, sizes),
            ExprKind::Quantifier {
                kind,
                binders,
                range,
                body,
            } => {
                let parts = Quantified::new(*kind, binders, range.as_deref(), body);
                self.quantified(cx, e, parts)
            }
            ExprKind::Let { variable, body, .. } => self.let_in(cx, variable, body, e.span),
            ExprKind::Trigger(parts, _) => match parts.as_slice() {
                [one] => self.eval(cx, one),
                _ => Ok(Value::Bool(true)),
            },
            ExprKind::Old(_, inner) => self.old(cx, e, inner),
            // Of earlier states the values are kept, not what was held.
            ExprKind::CurrentPerm(_)
            | ExprKind::ForPerm(..)
            | ExprKind::Held(_)
            | ExprKind::Idle(_)
            | ExprKind::Running(_)
            | ExprKind::Committed(_)
                if cx.old.is_some() =>
            {
                cannot("what was held in an earlier state", e.span)
            }
            ExprKind::CurrentPerm(place) => self.current_permission(cx, place),
            ExprKind::SeqLiteral(_, parts) => Ok(Value::seq(self.all(cx, parts)?)),
            ExprKind::SetLiteral(_, parts) => Ok(Value::Set(Rc::new(
                self.all(cx, parts)?.into_iter().collect(),
            ))),
            ExprKind::BagLiteral(_, parts) => Ok(literal::bag(self.all(cx, parts)?)),
            ExprKind::MapLiteral(_, _, parts) => self.map(cx, parts),
            ExprKind::TupleLiteral(_, parts) => Ok(Value::Tuple(Rc::new(self.all(cx, parts)?))),
            ExprKind::Range {
                sequence,
                low,
                high,
            } => {
                let (low, high) = (self.number(cx, low)?, self.number(cx, high)?);
                self.range(&low.to_integer(), &high.to_integer(), *sequence)
            }
            ExprKind::Comprehension {
                element,
                binders,
                condition,
                ..
            } => self.comprehension(cx, e, element, binders, condition.as_deref()),
            ExprKind::Size(inner) => self.size(&self.eval(cx, inner)?, e.span),
            ExprKind::Cast(_, inner) => self.eval(cx, inner),
            ExprKind::Unfolding(instance, body) => self.unfolding(cx, instance, body),
            ExprKind::ArrayOf(array, length) => {
                let array = self.eval(cx, array)?;
                let length = self.eval(cx, length)?;
                Ok(Value::Bool(self.is_array(&array, &length)))
            }
            ExprKind::Choose(set) => self.chosen(cx, e, set, false),
            ExprKind::ChooseFresh(set) => self.chosen(cx, e, set, true),
            ExprKind::Values(array, low, high) => self.values_of(cx, array, low, high),
            // Whoever shows it shows the second.
            ExprKind::PolarityDependent(_, shown) => self.eval(cx, shown),
            ExprKind::ForPerm(binders, place, body) => {
                self.for_all_held(cx, e, binders, place, body)
            }
            ExprKind::Held(object) => self.has_token(cx, object, Cell::Lock),
            ExprKind::Idle(object) => self.has_token(cx, object, Cell::Idle),
            ExprKind::Running(object) => self.has_token(cx, object, Cell::Running),
            ExprKind::Committed(object) => self.is_committed(cx, object),
            _ => cannot("this expression", e.span),
        }
    }

    fn let_in(&self, cx: &mut Cx<'_>, variable: &Variable, body: &Expr, span: Span) -> Evaluated {
        let Some(init) = &variable.init else {
            return cannot("`\\let` without a value", span);
        };
        let value = self.eval(cx, init)?;
        let before = cx.frame.locals.insert(variable.id, value);
        let result = self.eval(cx, body);
        restore(cx.frame, variable.id, before);
        result
    }

    fn old(&self, cx: &mut Cx<'_>, e: &Expr, inner: &Expr) -> Evaluated {
        let heap = self.earlier(cx, e)?;
        let before = cx.old.replace(heap);
        let result = self.eval(cx, inner);
        cx.old = before;
        result
    }

    fn current_permission(&self, cx: &mut Cx<'_>, place: &Expr) -> Evaluated {
        if self.is_of_null(cx, place)? {
            return Ok(Value::number(BigRational::zero()));
        }
        let cell = self.cell(cx, place)?;
        Ok(Value::number(cx.reader.fraction(&cell)))
    }

    fn map(&self, cx: &mut Cx<'_>, parts: &[(Expr, Expr)]) -> Evaluated {
        let mut map = std::collections::BTreeMap::new();
        for (key, value) in parts {
            let key = self.eval(cx, key)?;
            map.insert(key, self.eval(cx, value)?);
        }
        Ok(Value::Map(Rc::new(map)))
    }

    fn has_token(&self, cx: &mut Cx<'_>, object: &Expr, token: fn(usize) -> Cell) -> Evaluated {
        let object = self.object(cx, object)?;
        Ok(Value::Bool(cx.reader.some_of(&token(object))))
    }

    fn is_committed(&self, cx: &mut Cx<'_>, object: &Expr) -> Evaluated {
        let object = self.object(cx, object)?;
        let world = self.world.borrow();
        let lock = world.locks.get(&object);
        Ok(Value::Bool(lock.is_some_and(|lock| lock.committed)))
    }

    /// Several values, from left to right.
    pub(crate) fn all(&self, cx: &mut Cx<'_>, parts: &[Expr]) -> Evaluated<Vec<Value>> {
        parts.iter().map(|part| self.eval(cx, part)).collect()
    }

    /// A truth value.
    pub(crate) fn truth(&self, cx: &mut Cx<'_>, e: &Expr) -> Evaluated<bool> {
        match self.eval(cx, e)?.as_bool() {
            Some(value) => Ok(value),
            None => cannot("a Boolean of this", e.span),
        }
    }

    /// A number.
    pub(crate) fn number(&self, cx: &mut Cx<'_>, e: &Expr) -> Evaluated<BigRational> {
        match self.eval(cx, e)?.as_number() {
            Some(value) => Ok(value),
            None => cannot("a number of this", e.span),
        }
    }

    /// An object that is not null.
    pub(crate) fn object(&self, cx: &mut Cx<'_>, e: &Expr) -> Evaluated<usize> {
        match self.eval(cx, e)? {
            Value::Object(number) => Ok(number),
            Value::Null => Err(self.undefined(cx, e.span, "this is null")),
            _ => cannot("an object of this", e.span),
        }
    }

    /// A violation: this has no value.
    pub(crate) fn undefined(&self, cx: &Cx<'_>, span: Span, message: &str) -> Stop {
        self.violation(Kind::Undefined, span, message, cx.thread, None)
    }

    fn name(&self, cx: &mut Cx<'_>, e: &Expr) -> Evaluated {
        match self.tables.reference(e.id) {
            Some(Reference::Local(id)) => {
                let id = self.tables.resolution.canonical(*id);
                match cx.frame.locals.get(&id) {
                    Some(value) => Ok(value.clone()),
                    None => cannot("a name without a value", e.span),
                }
            }
            Some(Reference::Field(..)) => {
                let cell = self.cell(cx, e)?;
                self.read(cx, &cell, e.span)
            }
            Some(Reference::EnumConstant(id)) => Ok(Value::Constant(*id)),
            _ => cannot("this name", e.span),
        }
    }

    fn unary(&self, cx: &mut Cx<'_>, e: &Expr, op: UnaryOp, inner: &Expr) -> Evaluated {
        match (op, self.eval(cx, inner)?) {
            (UnaryOp::Not, Value::Bool(value)) => Ok(Value::Bool(!value)),
            (UnaryOp::Neg, Value::Int(value)) => Ok(Value::Int(-value)),
            (UnaryOp::Neg, Value::Fraction(value)) => Ok(Value::number(-value)),
            (UnaryOp::Plus, value) => Ok(value),
            _ => cannot("this operator", e.span),
        }
    }

    fn binary(
        &self,
        cx: &mut Cx<'_>,
        e: &Expr,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Evaluated {
        if let Some(Reference::Method(id, _)) = self.tables.reference(e.id) {
            return self.declared_operator(cx, e, *id, left, right);
        }
        match op {
            BinaryOp::And | BinaryOp::Star => {
                Ok(Value::Bool(self.truth(cx, left)? && self.truth(cx, right)?))
            }
            BinaryOp::Or => Ok(Value::Bool(self.truth(cx, left)? || self.truth(cx, right)?)),
            BinaryOp::Implies => Ok(Value::Bool(
                !self.truth(cx, left)? || self.truth(cx, right)?,
            )),
            _ => {
                let left_value = self.eval(cx, left)?;
                let right_value = self.eval(cx, right)?;
                // Both sides are evaluated, unlike those of `&&` and `||`.
                match (op, &left_value, &right_value) {
                    (BinaryOp::BitAnd, Value::Bool(a), Value::Bool(b)) => {
                        return Ok(Value::Bool(*a && *b));
                    }
                    (BinaryOp::BitOr, Value::Bool(a), Value::Bool(b)) => {
                        return Ok(Value::Bool(*a || *b));
                    }
                    _ => {}
                }
                self.apply(cx, e, op, (left, left_value), (right, right_value))
            }
        }
    }

    /// The heap that `\old` speaks of.
    fn earlier(&self, cx: &Cx<'_>, e: &Expr) -> Evaluated<Rc<Heap>> {
        let heap = match self.tables.reference(e.id) {
            Some(Reference::Statement(id)) => cx.frame.labels.get(id).cloned(),
            _ => cx.frame.entry.heap.clone(),
        };
        match heap {
            Some(heap) => Ok(heap),
            None => cannot("an earlier state that was not reached", e.span),
        }
    }

    /// Whether this is an array of that length.
    pub(crate) fn is_array(&self, array: &Value, length: &Value) -> bool {
        match array {
            Value::Array(number) => {
                self.world.borrow().heap.length(*number) == length.as_size()
                    && length.as_size().is_some()
            }
            _ => false,
        }
    }
}

/// Puts a binder's earlier value back.
pub(crate) fn restore(frame: &mut Frame, id: spec_lang::ast::NodeId, before: Option<Value>) {
    match before {
        Some(value) => frame.locals.insert(id, value),
        None => frame.locals.remove(&id),
    };
}

fn known(value: Option<Value>, what: &str, span: Span) -> Evaluated {
    value.map_or_else(|| cannot(what, span), Ok)
}
