//! Resources: permissions that change hands, and the facts that go with them.
//!
//! A contract is evaluated from left to right in the state it speaks of. Its permissions go from a
//! source to whoever receives them, and its facts may read only what was received before
//! (a contract must make sense by itself). A `read` is a part of what is left when all else
//! was given, its size chosen at random.

use crate::eval::Quantified;
use crate::eval::{Cx, restore};
use crate::frame::{Frame, Reader, ThreadId};
use crate::heap::{Cell, Heap};
use crate::held::Held;
use crate::machine::{Machine, cannot};
use crate::outcome::{Kind, Stop};
use crate::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use spec_lang::ast::{BinaryOp, Call, Expr, ExprKind, QuantifierKind};
use spec_lang::resolve::{Reference, Type};
use std::rc::Rc;
use text::span::Span;

/// Where permissions come from.
pub(crate) enum Source<'a> {
    /// They are taken from here.
    Take(&'a mut Held),
    /// They are only shown to be there; what was shown already is counted.
    Lend(&'a Reader<'a>, &'a mut Held),
    /// They are assumed to exist.
    Create,
}

impl Source<'_> {
    /// The same for a part.
    pub(crate) fn part(&mut self) -> Source<'_> {
        match self {
            Source::Take(held) => Source::Take(held),
            Source::Lend(reader, used) => Source::Lend(reader, used),
            Source::Create => Source::Create,
        }
    }
}

/// Who has to answer for what.
#[derive(Clone, Debug)]
pub(crate) struct Blame {
    pub thread: ThreadId,
    /// The statement under way.
    pub at: Span,
    /// What is evaluated, as `the precondition of f`.
    pub what: String,
    /// All amounts are multiplied by this.
    pub scale: BigRational,
    /// Facts may also read what the reader of the context reads.
    pub open: bool,
}

impl Blame {
    pub(crate) fn new(thread: ThreadId, at: Span, what: impl Into<String>) -> Self {
        Blame {
            thread,
            at,
            what: what.into(),
            scale: BigRational::one(),
            open: false,
        }
    }

    pub(crate) fn scaled(mut self, scale: BigRational) -> Self {
        self.scale = scale;
        self
    }

    pub(crate) fn open(mut self) -> Self {
        self.open = true;
        self
    }
}

/// How much of a place.
enum Amount {
    Known(BigRational),
    Some,
}

/// What a formula may read besides what it receives, and in which state; by default nothing more,
/// in the present state.
#[derive(Default)]
pub(crate) struct Outside<'a> {
    pub reader: Reader<'a>,
    /// The earlier heap that `\old` speaks of.
    pub old: Option<Rc<Heap>>,
}

impl<'a> Outside<'a> {
    /// What these permissions let read.
    pub(crate) fn of(held: &'a Held) -> Self {
        Outside {
            reader: Reader::of(held),
            old: None,
        }
    }
}

/// A formula's way through [`Machine::transfer`].
pub(crate) struct Way<'a, 'b> {
    /// Where permissions come from.
    pub source: Source<'a>,
    /// Where they go.
    pub to: &'a mut Held,
    /// Who is blamed for what is lacking.
    pub blame: &'a Blame,
    /// What is read outside of the frame.
    pub outside: &'a Outside<'b>,
}

impl<'p> Machine<'p> {
    /// Whether this is a formula without permissions.
    pub(crate) fn is_formula(&self, e: &Expr) -> bool {
        !matches!(self.tables.resolution.type_of(e.id), Type::Resource)
    }

    /// Evaluates a resource and moves its permissions. What is due of `read` is settled later,
    /// by [`Machine::settle`].
    pub(crate) fn transfer(
        &self,
        frame: &mut Frame,
        e: &Expr,
        mut way: Way<'_, '_>,
    ) -> Result<(), Stop> {
        self.resource(frame, e, &mut way)
    }

    /// Several formulas, and what is due of them.
    pub(crate) fn transfer_all<'e>(
        &self,
        frame: &mut Frame,
        formulas: impl IntoIterator<Item = &'e Expr>,
        mut source: Source<'_>,
        blame: &Blame,
        outside: &Outside<'_>,
    ) -> Result<Held, Stop> {
        let mut to = Held::default();
        for formula in formulas {
            let way = Way {
                source: source.part(),
                to: &mut to,
                blame,
                outside,
            };
            self.transfer(frame, formula, way)?;
        }
        self.settle(source, &mut to, blame)?;
        Ok(to)
    }

    /// Chooses how much each `read` gives.
    pub(crate) fn settle(
        &self,
        mut source: Source<'_>,
        to: &mut Held,
        blame: &Blame,
    ) -> Result<(), Stop> {
        for cell in std::mem::take(&mut to.due) {
            let divisor = BigRational::from_integer(self.random.borrow_mut().between(2, 9).into());
            match &mut source {
                Source::Take(held) => {
                    let fraction = held.fraction(&cell) / divisor;
                    if fraction.is_zero() || !held.take(&cell, &fraction) {
                        let have = held.fraction(&cell);
                        return Err(self.lacking(&cell, "some permission", &have, blame.at, blame));
                    }
                    to.add(cell, fraction);
                }
                Source::Lend(..) => {
                    to.due.insert(cell);
                }
                Source::Create => {
                    let have = self.world.borrow().created.fraction(&cell);
                    let fraction = (BigRational::one() - have) / divisor;
                    if !fraction.is_positive() {
                        return Err(Stop::Vacuous(
                            format!("more than a whole of {}", self.show(&cell)),
                            blame.at,
                        ));
                    }
                    self.created(&cell, &fraction, blame.at)?;
                    to.add(cell, fraction);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn lacking(
        &self,
        cell: &Cell,
        wanted: &str,
        have: &BigRational,
        span: Span,
        blame: &Blame,
    ) -> Stop {
        let message = format!(
            "{} asks for {wanted} of {}, {} is held",
            blame.what,
            self.show(cell),
            Value::number(have.clone())
        );
        let stop = self.violation(Kind::Permission, span, message, blame.thread, None);
        under_way(stop, span, blame)
    }

    fn resource(&self, frame: &mut Frame, e: &Expr, way: &mut Way<'_, '_>) -> Result<(), Stop> {
        self.step()?;
        match &e.kind {
            ExprKind::Binary(BinaryOp::Star | BinaryOp::And, left, right) => {
                self.resource(frame, left, way)?;
                self.resource(frame, right, way)
            }
            // Of what is assumed, the first holds, which is more than its giver shows.
            ExprKind::PolarityDependent(learnt, shown) => match way.source {
                Source::Create => self.resource(frame, learnt, way),
                // `\forperm` in it is about what the giver has left.
                Source::Take(ref held) if self.is_formula(shown) => {
                    let left = Held::clone(held);
                    self.fact_apart(frame, shown, &left, way)
                }
                _ => self.resource(frame, shown, way),
            },
            _ if self.is_formula(e) && !is_array_word(e) => self.fact(frame, e, way),
            ExprKind::Binary(BinaryOp::Implies, left, right) => {
                if self.formula(frame, left, way, Self::truth)? {
                    self.resource(frame, right, way)?;
                }
                Ok(())
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                if self.formula(frame, condition, way, Self::truth)? {
                    self.resource(frame, then, way)
                } else {
                    self.resource(frame, otherwise, way)
                }
            }
            ExprKind::Perm(place, amount) => {
                let amount = self.amount(frame, amount, way)?;
                self.permission(frame, place, &amount, way)
            }
            ExprKind::Value(place) => self.permission(frame, place, &Amount::Some, way),
            ExprKind::PointsTo(place, amount, value) => {
                let amount = self.amount(frame, amount, way)?;
                self.permission(frame, place, &amount, way)?;
                let here = self.formula(frame, place, way, Self::eval)?;
                let value = self.formula(frame, value, way, Self::eval)?;
                if here == value {
                    return Ok(());
                }
                Err(self.false_fact(frame, e, way))
            }
            ExprKind::Scale(fraction, inner) => {
                let fraction = match self.amount(frame, fraction, way)? {
                    Amount::Known(fraction) => fraction,
                    Amount::Some => return self.some_of_instance(frame, inner, way),
                };
                let scale = &way.blame.scale * fraction;
                let blame = way.blame.clone().scaled(scale);
                let mut part = Way {
                    source: way.source.part(),
                    to: way.to,
                    blame: &blame,
                    outside: way.outside,
                };
                self.resource(frame, inner, &mut part)
            }
            ExprKind::Call(call) => self.predicate(frame, e, call, way),
            ExprKind::Quantifier {
                kind: kind @ (QuantifierKind::Forall | QuantifierKind::ForallStar),
                binders,
                range,
                body,
            } => {
                let parts = Quantified::new(*kind, binders, range.as_deref(), body);
                self.for_each(frame, e, parts, way)
            }
            ExprKind::Let { variable, body, .. } => {
                let Some(init) = &variable.init else {
                    return cannot("`\\let` without a value", e.span);
                };
                let value = self.formula(frame, init, way, Self::eval)?;
                let before = frame.locals.insert(variable.id, value);
                let result = self.resource(frame, body, way);
                restore(frame, variable.id, before);
                result
            }
            ExprKind::Trigger(parts, _) => match parts.as_slice() {
                [one] => self.resource(frame, one, way),
                _ => cannot("this resource", e.span),
            },
            ExprKind::Matrix(matrix, rows, columns) => {
                self.matrix(frame, e, [matrix, rows, columns], way)
            }
            ExprKind::ArrayOf(..) => self.fact(frame, e, way),
            ExprKind::Held(object) => self.token(frame, object, Cell::Lock, way),
            ExprKind::Idle(object) => self.token(frame, object, Cell::Idle, way),
            ExprKind::Running(object) => self.token(frame, object, Cell::Running, way),
            ExprKind::Committed(object) => {
                let object = self.formula(frame, object, way, Self::object)?;
                let mut world = self.world.borrow_mut();
                let lock = world.locks.entry(object).or_default();
                if matches!(way.source, Source::Create) {
                    lock.committed = true;
                }
                if lock.committed {
                    return Ok(());
                }
                drop(world);
                Err(self.false_fact(frame, e, way))
            }
            _ => cannot("this resource", e.span),
        }
    }

    /// The body, for each value of the variables in range.
    fn for_each(
        &self,
        frame: &mut Frame,
        e: &Expr,
        parts: Quantified<'_>,
        way: &mut Way<'_, '_>,
    ) -> Result<(), Stop> {
        let Quantified {
            binders,
            range,
            body,
            ..
        } = parts;
        let find = |machine: &Self, cx: &mut Cx<'_>, e: &Expr| machine.assignments(cx, e, parts);
        let assignments = self.formula(frame, e, way, find)?;
        let saved: Vec<_> = binders
            .iter()
            .map(|binder| (binder.id, frame.locals.get(&binder.id).cloned()))
            .collect();
        let mut result = Ok(());
        for assignment in assignments {
            frame.locals.extend(assignment);
            let inside =
                |machine: &Self, cx: &mut Cx<'_>, _: &Expr| machine.in_range(cx, binders, range);
            result = self.formula(frame, e, way, inside).and_then(|inside| {
                if inside {
                    self.resource(frame, body, way)?;
                }
                Ok(())
            });
            if result.is_err() {
                break;
            }
        }
        for (id, before) in saved {
            restore(frame, id, before);
        }
        result
    }

    /// A fact in which `\forperm` is about what is left.
    fn fact_apart(
        &self,
        frame: &mut Frame,
        shown: &Expr,
        left: &Held,
        way: &mut Way<'_, '_>,
    ) -> Result<(), Stop> {
        let apart = |machine: &Self, cx: &mut Cx<'_>, e: &Expr| {
            let mut apart = cx.again();
            apart.left = Some(Reader::of(left));
            machine.truth(&mut apart, e)
        };
        if self.formula(frame, shown, way, apart)? {
            Ok(())
        } else {
            Err(self.false_fact(frame, shown, way))
        }
    }

    /// Evaluates a part, reading what was received.
    fn formula<'e, T>(
        &self,
        frame: &mut Frame,
        e: &'e Expr,
        way: &Way<'_, '_>,
        evaluate: impl FnOnce(&Self, &mut Cx<'_>, &'e Expr) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let base = way.outside.reader;
        let reader = if way.outside.reader.free {
            Reader::free()
        } else if way.blame.open {
            base.with(way.to)
        } else {
            Reader::of(way.to)
        };
        let mut cx = Cx::formula(frame, reader, way.blame.thread);
        cx.old.clone_from(&way.outside.old);
        evaluate(self, &mut cx, e)
            .map_err(|stop| under_way(self.assumed(stop, way), e.span, way.blame))
    }

    /// What is wrong with an assumption makes it empty, not the program wrong.
    fn assumed(&self, stop: Stop, way: &Way<'_, '_>) -> Stop {
        match (&way.source, stop) {
            (Source::Create, Stop::Violation(violation)) => {
                Stop::Vacuous(violation.message, violation.span)
            }
            (_, stop) => stop,
        }
    }

    fn fact(&self, frame: &mut Frame, e: &Expr, way: &Way<'_, '_>) -> Result<(), Stop> {
        if self.formula(frame, e, way, Self::truth)? {
            Ok(())
        } else {
            Err(self.false_fact(frame, e, way))
        }
    }

    fn false_fact(&self, frame: &Frame, e: &Expr, way: &Way<'_, '_>) -> Stop {
        if matches!(way.source, Source::Create) {
            return Stop::Vacuous(format!("{} is false", way.blame.what), e.span);
        }
        let message = format!("{} is false", way.blame.what);
        let mut stop = self.violation(Kind::False, e.span, message, way.blame.thread, None);
        if let Stop::Violation(violation) = &mut stop {
            violation.notes.extend(self.values_in(frame, e));
        }
        under_way(stop, e.span, way.blame)
    }

    fn amount(&self, frame: &mut Frame, e: &Expr, way: &Way<'_, '_>) -> Result<Amount, Stop> {
        match &e.kind {
            ExprKind::Read => Ok(Amount::Some),
            ExprKind::Conditional(condition, then, otherwise) => {
                if self.formula(frame, condition, way, Self::truth)? {
                    self.amount(frame, then, way)
                } else {
                    self.amount(frame, otherwise, way)
                }
            }
            _ => {
                let fraction = self.formula(frame, e, way, Self::number)?;
                if fraction.is_negative() {
                    let message = format!(
                        "a permission amount of {} is negative",
                        Value::number(fraction)
                    );
                    let stop =
                        self.violation(Kind::Permission, e.span, message, way.blame.thread, None);
                    return Err(self.assumed(stop, way));
                }
                Ok(Amount::Known(fraction))
            }
        }
    }

    fn permission(
        &self,
        frame: &mut Frame,
        place: &Expr,
        amount: &Amount,
        way: &mut Way<'_, '_>,
    ) -> Result<(), Stop> {
        if let Some((elements, array)) = elements_within(frame, place) {
            return self.of_each(frame, place, (elements, array), amount, way);
        }
        if let ExprKind::AllElements(array) = &place.kind {
            let (number, length) = self.array_of(frame, array, way)?;
            for index in 0..length {
                self.move_permission(Cell::Element(number, index), amount, place.span, way)?;
            }
            return Ok(());
        }
        if let ExprKind::Call(call) = &place.kind {
            let Amount::Known(fraction) = amount else {
                return self.some_of_instance(frame, place, way);
            };
            let blame = way.blame.clone().scaled(&way.blame.scale * fraction);
            let mut part = Way {
                source: way.source.part(),
                to: way.to,
                blame: &blame,
                outside: way.outside,
            };
            return self.predicate(frame, place, call, &mut part);
        }
        // No permission to a field of `null` is as good as none to any other.
        let nothing = match amount {
            Amount::Known(share) => (share * &way.blame.scale).is_zero(),
            Amount::Some => false,
        };
        if nothing && self.formula(frame, place, way, Self::is_of_null)? {
            return Ok(());
        }
        let cell = self.formula(frame, place, way, Self::cell)?;
        self.move_permission(cell, amount, place.span, way)
    }

    /// An array that is not null, and its length.
    fn array_of(
        &self,
        frame: &mut Frame,
        array: &Expr,
        way: &Way<'_, '_>,
    ) -> Result<(usize, usize), Stop> {
        let value = self.formula(frame, array, way, Self::eval)?;
        let Value::Array(number) = value else {
            let message = "the array is null";
            let kind = Kind::Undefined;
            let stop = self.violation(kind, array.span, message, way.blame.thread, None);
            return Err(self.assumed(stop, way));
        };
        let length = self.world.borrow().heap.length(number).unwrap_or(0);
        Ok((number, length))
    }

    /// A permission to a place in each element of an array, as `a[*].x`: the elements are read, and
    /// stand for `a[*]` one after the other.
    fn of_each(
        &self,
        frame: &mut Frame,
        place: &Expr,
        (elements, array): (&Expr, &Expr),
        amount: &Amount,
        way: &mut Way<'_, '_>,
    ) -> Result<(), Stop> {
        let (number, length) = self.array_of(frame, array, way)?;
        for index in 0..length {
            let cell = Cell::Element(number, index);
            let read = |machine: &Self, cx: &mut Cx<'_>, e: &Expr| machine.read(cx, &cell, e.span);
            let value = self.formula(frame, elements, way, read)?;
            frame.cache.insert(elements.id, value);
            let result = self.permission(frame, place, amount, way);
            frame.cache.remove(&elements.id);
            result?;
        }
        Ok(())
    }

    fn move_permission(
        &self,
        cell: Cell,
        amount: &Amount,
        span: Span,
        way: &mut Way<'_, '_>,
    ) -> Result<(), Stop> {
        self.step()?;
        let Amount::Known(fraction) = amount else {
            let lacks = match &way.source {
                Source::Lend(reader, _) => !reader.some_of(&cell),
                Source::Take(held) => !held.some_of(&cell),
                _ => false,
            };
            if lacks {
                let have = BigRational::zero();
                return Err(self.lacking(&cell, "some permission", &have, span, way.blame));
            }
            // What is in an instance is there as soon as it is.
            if let (Source::Create, Cell::Instance(..)) = (&way.source, &cell) {
                let divisor = self.random.borrow_mut().between(2, 9);
                let fraction = BigRational::new(BigInt::one(), divisor.into());
                self.created(&cell, &fraction, span)?;
                way.to.add(cell, fraction);
                return Ok(());
            }
            way.to.due.insert(cell);
            return Ok(());
        };
        let fraction = fraction * &way.blame.scale;
        match &mut way.source {
            Source::Take(held) => {
                if !held.take(&cell, &fraction) {
                    let wanted = Value::number(fraction).to_string();
                    let have = held.fraction(&cell);
                    return Err(self.lacking(&cell, &wanted, &have, span, way.blame));
                }
            }
            Source::Lend(reader, used) => {
                let total = used.fraction(&cell) + &fraction;
                if total > reader.fraction(&cell) && !reader.free {
                    let wanted = Value::number(fraction).to_string();
                    let have = reader.fraction(&cell);
                    return Err(self.lacking(&cell, &wanted, &have, span, way.blame));
                }
                used.add(cell.clone(), fraction.clone());
            }
            Source::Create => self.created(&cell, &fraction, span)?,
        }
        way.to.add(cell, fraction);
        Ok(())
    }

    /// A permission is assumed to exist; of an instance also what it hides.
    fn created(&self, cell: &Cell, fraction: &BigRational, span: Span) -> Result<(), Stop> {
        if !self.create(cell, fraction) {
            return Err(Stop::Vacuous(
                format!("more than a whole of {}", self.show(cell)),
                span,
            ));
        }
        let Cell::Instance(id, args) = cell else {
            return Ok(());
        };
        if fraction.is_zero() {
            return Ok(());
        }
        let params = self
            .tables
            .predicates
            .get(id)
            .map_or(0, |p| p.predicate.params.len());
        if args.len() > params && args.first() == Some(&Value::Null) {
            let message = format!("there is not enough permission to fold {}", self.show(cell));
            return Err(Stop::Vacuous(message, span));
        }
        let Some(body) = self
            .tables
            .predicates
            .get(id)
            .and_then(|p| p.predicate.body.as_ref())
        else {
            return Ok(());
        };
        let mut frame = self.predicate_frame(*id, args);
        let blame = Blame::new(0, span, self.show(cell)).scaled(fraction.clone());
        // What it says must be readable by what it holds.
        let outside = Outside::default();
        let pool = self
            .deeper(|| self.transfer_all(&mut frame, [body], Source::Create, &blame, &outside))?;
        self.world
            .borrow_mut()
            .inside
            .entry(cell.clone())
            .or_default()
            .absorb(pool);
        Ok(())
    }

    /// `[read]p()`: some permission to an instance.
    fn some_of_instance(
        &self,
        frame: &mut Frame,
        e: &Expr,
        way: &mut Way<'_, '_>,
    ) -> Result<(), Stop> {
        let ExprKind::Call(call) = &e.kind else {
            return cannot("`read` of this", e.span);
        };
        if call.null_safe
            && let Some(receiver) = &call.receiver
            && self.formula(frame, receiver, way, Self::eval)? == Value::Null
        {
            return Ok(());
        }
        let instance = |machine: &Self, cx: &mut Cx<'_>, e: &Expr| machine.instance(cx, e, call);
        let cell = self.formula(frame, e, way, instance)?;
        let inline = matches!(&cell, Cell::Instance(id, _) if self.tables.predicates.get(id).is_some_and(|p| p.is_inline()));
        if inline {
            return cannot("`read` of an inline predicate", e.span);
        }
        self.move_permission(cell, &Amount::Some, e.span, way)
    }

    fn predicate(
        &self,
        frame: &mut Frame,
        e: &Expr,
        call: &Call,
        way: &mut Way<'_, '_>,
    ) -> Result<(), Stop> {
        if call.null_safe
            && let Some(receiver) = &call.receiver
            && self.formula(frame, receiver, way, Self::eval)? == Value::Null
        {
            return Ok(());
        }
        let Some(Reference::Predicate(id, _)) = self.tables.reference(e.id) else {
            return cannot("this resource", e.span);
        };
        let id = *id;
        let instance = |machine: &Self, cx: &mut Cx<'_>, e: &Expr| machine.instance(cx, e, call);
        let cell = self.formula(frame, e, way, instance)?;
        let Some(info) = self.tables.predicates.get(&id).copied() else {
            return cannot("this resource", e.span);
        };
        if info.is_inline()
            && let (Some(body), Cell::Instance(_, args)) = (&info.predicate.body, &cell)
        {
            let mut inner = self.predicate_frame(id, args);
            inner.entry = frame.entry.clone();
            return self.deeper(|| self.resource(&mut inner, body, way));
        }
        self.move_permission(cell, &Amount::Known(BigRational::one()), e.span, way)
    }

    fn token(
        &self,
        frame: &mut Frame,
        object: &Expr,
        cell: fn(usize) -> Cell,
        way: &mut Way<'_, '_>,
    ) -> Result<(), Stop> {
        let number = self.formula(frame, object, way, Self::object)?;
        self.move_permission(
            cell(number),
            &Amount::Known(BigRational::one()),
            object.span,
            way,
        )
    }

    /// What an array holds; nothing if it has not been made.
    pub(crate) fn elements_of(&self, array: usize) -> Rc<Vec<Value>> {
        let world = self.world.borrow();
        let array = world.heap.arrays.get(array);
        array.map_or_else(Rc::default, |array| Rc::clone(&array.elements))
    }

    /// `\matrix(m, r, c)`: rows that are there, different, of one length, and may be read.
    fn matrix(
        &self,
        frame: &mut Frame,
        e: &Expr,
        [matrix, rows, columns]: [&Expr; 3],
        way: &mut Way<'_, '_>,
    ) -> Result<(), Stop> {
        let matrix = self.formula(frame, matrix, way, Self::eval)?;
        let rows = self.formula(frame, rows, way, Self::eval)?;
        let columns = self.formula(frame, columns, way, Self::eval)?;
        let Value::Array(number) = matrix else {
            return Err(self.false_fact(frame, e, way));
        };
        if !self.is_array(&matrix, &rows) {
            return Err(self.false_fact(frame, e, way));
        }
        let elements = self.elements_of(number);
        for index in 0..elements.len() {
            self.move_permission(Cell::Element(number, index), &Amount::Some, e.span, way)?;
        }
        let right = elements.iter().all(|row| self.is_array(row, &columns));
        let mut sorted = elements.to_vec();
        sorted.sort();
        sorted.dedup();
        if right && sorted.len() == elements.len() {
            Ok(())
        } else {
            Err(self.false_fact(frame, e, way))
        }
    }
}

/// The innermost `a[*]` strictly below a place that stands for no element yet, and its array.
pub(crate) fn elements_within<'e>(frame: &Frame, place: &'e Expr) -> Option<(&'e Expr, &'e Expr)> {
    let base = match &place.kind {
        ExprKind::Member(base, _) | ExprKind::Index(base, _) | ExprKind::AllElements(base) => base,
        ExprKind::Trigger(parts, _) => match parts.as_slice() {
            [one] => return elements_within(frame, one),
            _ => return None,
        },
        _ => return None,
    };
    if frame.cache.contains_key(&base.id) {
        return None;
    }
    let inner = elements_within(frame, base);
    inner.or(match &base.kind {
        ExprKind::AllElements(array) => Some((&**base, &**array)),
        _ => None,
    })
}

fn is_array_word(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Matrix(..))
}

/// Says which statement was under way, where the contract stands elsewhere.
fn under_way(mut stop: Stop, span: Span, blame: &Blame) -> Stop {
    if let Stop::Violation(violation) = &mut stop
        && violation.other.is_none()
        && blame.at != span
    {
        violation.other = Some((blame.at, "while this was executed".to_owned()));
    }
    stop
}
