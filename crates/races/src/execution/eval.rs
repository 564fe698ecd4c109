//! Values of expressions.

use crate::accesses::event::Event;
use crate::calls::function_address::number;
use crate::execution::Exec;
use crate::execution::state::State;
use crate::execution::value::{Pointer, Target, Value, sort_of, width_of};
use crate::integers::floats::Meaning;
use crate::integers::literal_cases::on_literals;
use crate::overflow::margins::Operation;
use crate::report::{Lack, Unsupported};
use kernel_graph::{
    Atom, BinaryOp, CastOp, CompareOp, Expr, ExprKind, FloatOp, Linkage, Place, Scalar, Space,
    UnaryOp, WrapIntent,
};
use num_traits::ToPrimitive;
use solver::term::bv::{self, BvOp};
use solver::term::{Node, Sort, Term, add, and, app, eq, int, ite, lt, mul, not, or, tt};

/// A value, or why there is none.
pub(crate) type Evaluated<T> = Result<T, Unsupported>;

impl Exec<'_> {
    /// The value of an expression.
    pub(crate) fn value(&mut self, state: &State, e: &Expr, place: Place) -> Evaluated<Value> {
        Ok(match &e.kind {
            ExprKind::Const(bits) => match (e.scalar, width_of(e.scalar)) {
                (Scalar::Bool, _) => Value::Bool(solver::term::bool_(*bits != 0)),
                (_, Some(width)) => Value::Bits(bv::lit(*bits, width)),
                (_, None) => Value::Opaque,
            },
            ExprKind::Null => match e.scalar {
                Scalar::Pointer => Value::Pointer(Pointer::at(Target::Null, int(0))),
                Scalar::Handle => Value::Event(Event::default()),
                Scalar::Function => Value::Bits(number(None)),
                Scalar::Bool | Scalar::Int(_) | Scalar::Float(_) => Value::Opaque,
            },
            ExprKind::Base(array) => Value::Pointer(Pointer::at(Target::Array(*array), int(0))),
            ExprKind::FunctionAddress(function) => Value::Bits(number(Some(*function))),
            ExprKind::Local(local) => match state.locals.get(local) {
                Some(value) => value.clone(),
                None => self.arbitrary(e.scalar, "unset"),
            },
            ExprKind::Atom(atom) => {
                self.summary.offset |= matches!(atom, Atom::GlobalOffset(_));
                Value::Bits(self.atoms.term(*atom))
            }
            ExprKind::Unary(op, a) => {
                let a = self.value(state, a, place)?;
                self.unary(*op, a, e.scalar)
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.value(state, a, place)?;
                // What the first of two truth values decides, the second may not be evaluated for.
                let b = match (op, &a) {
                    (BinaryOp::And, Value::Bool(a)) => self.only_if(a.clone(), state, b, place)?,
                    (BinaryOp::Or, Value::Bool(a)) => {
                        self.only_if(not(a.clone()), state, b, place)?
                    }
                    _ => self.value(state, b, place)?,
                };
                self.binary(*op, a, b, e.scalar)
            }
            ExprKind::Compare(op, a, b) => {
                let is_number = a.scalar != Scalar::Pointer;
                let a = self.value(state, a, place)?;
                let b = self.value(state, b, place)?;
                match (&a, &b) {
                    // Numbers of addresses in two arrays may be equal: one may begin where the other ends.
                    (Value::Pointer(a), Value::Pointer(b)) if is_number && a.may_be_apart(b) => {
                        Value::Bool(self.fresh(Sort::Bool, "comparison"))
                    }
                    _ => self.compare(*op, &a, &b),
                }
            }
            ExprKind::Cast(op, a) => {
                let from = a.scalar;
                let a = self.value(state, a, place)?;
                self.cast(*op, a, from, e.scalar)
            }
            ExprKind::Select(c, a, b) => {
                let c = self.truth(state, c, place)?;
                let a = self.only_if(c.clone(), state, a, place)?;
                let b = self.only_if(not(c.clone()), state, b, place)?;
                Value::choose(&c, &a, &b)
            }
            ExprKind::Offset(base, offset) => {
                let Value::Pointer(pointer) = self.value(state, base, place)? else {
                    return Ok(Value::Pointer(Pointer::unknown()));
                };
                let by = self.distance(state, offset, place)?;
                Value::Pointer(pointer.further(&by))
            }
            ExprKind::Distance(a, b) => {
                let a = self.value(state, a, place)?;
                let b = self.value(state, b, place)?;
                self.pointer_difference(&a, &b, e.scalar)
            }
            ExprKind::Float(op, args) => {
                let first = args.first().map(|arg| arg.scalar);
                let operands = first.filter(|first| args.iter().all(|arg| arg.scalar == *first));
                let args = self.values(state, args, place)?;
                self.float(op, (&args, operands), e.scalar)
            }
            ExprKind::Uninterpreted(name, args) => {
                let args = self.values(state, args, place)?;
                self.apply(&format!("user {name}"), &args, e.scalar)
            }
            ExprKind::OffsetIn(a) => {
                let pointer = self.value(state, a, place)?;
                if let (Value::Pointer(pointer), Some(width)) = (&pointer, width_of(e.scalar))
                    && let [case] = pointer.cases.as_slice()
                {
                    Value::Bits(bv::of_int(width, case.offset.clone()))
                } else {
                    self.arbitrary(e.scalar, "offset")
                }
            }
            ExprKind::Other(a) if self.speaking.is_none() => {
                let value = self.value(state, a, place)?;
                self.of_partner(&value, place)?
            }
            ExprKind::Other(a) => self.of_other(state, a, place)?,
            ExprKind::Enabled => self.enabled(place)?,
            ExprKind::EnabledAbove => self.enabled_above(place)?,
            ExprKind::SameBlock => self.same_block(place)?,
            ExprKind::Accessed { write, array } => {
                Value::Bool(self.pending(state, (*write, array), place)?.0)
            }
            ExprKind::AccessOffset { write, array } => {
                let (_, offset) = self.pending(state, (*write, array), place)?;
                match width_of(e.scalar) {
                    Some(width) => Value::Bits(bv::of_int(width, offset)),
                    None => self.arbitrary(e.scalar, "offset"),
                }
            }
            ExprKind::ArrayOf(a) => {
                let value = self.value(state, a, place)?;
                self.array_of(&value, e.scalar, place)?
            }
            ExprKind::Result | ExprKind::Taken(..) | ExprKind::Old(_) => {
                return Err(Unsupported::new(Lack::TwoThreadAnnotation, place));
            }
        })
    }

    /// A number for the array that an address lies in: arrays are apart, as an assumption says.
    fn array_of(&mut self, value: &Value, scalar: Scalar, place: Place) -> Evaluated<Value> {
        let none = Unsupported::new(Lack::TwoThreadAnnotation, place);
        let (Value::Pointer(pointer), Some(width)) = (value, width_of(scalar)) else {
            return Err(none);
        };
        self.summary.compared = true;
        let mut number: Option<Term> = None;
        for case in &pointer.cases {
            let own = match case.target {
                Target::Array(array) => bv::lit(u64::from(array.0) + 1, width),
                Target::Null => bv::lit(0, width),
                Target::Function(_) | Target::Unknown => return Err(none),
            };
            number = Some(match number {
                None => own,
                Some(before) => ite(case.guard.clone(), own, before),
            });
        }
        number.map(Value::Bits).ok_or(none)
    }

    fn values(&mut self, state: &State, all: &[Expr], place: Place) -> Evaluated<Vec<Value>> {
        all.iter().map(|e| self.value(state, e, place)).collect()
    }

    /// The value of what is evaluated only where a condition holds.
    fn only_if(
        &mut self,
        condition: Term,
        state: &State,
        e: &Expr,
        place: Place,
    ) -> Evaluated<Value> {
        self.fitting.guards.push(condition);
        let value = self.value(state, e, place);
        self.fitting.guards.pop();
        value
    }

    /// The value of a truth value.
    pub(crate) fn truth(&mut self, state: &State, e: &Expr, place: Place) -> Evaluated<Term> {
        let Value::Bool(term) = self.value(state, e, place)? else {
            return Ok(self.fresh(Sort::Bool, "truth"));
        };
        Ok(term)
    }

    /// An offset in bytes as an integer. The arithmetic of addresses is taken not to wrap,
    /// which is listed as an assumption; that of the numbers in it wraps.
    pub(crate) fn distance(&mut self, state: &State, e: &Expr, place: Place) -> Evaluated<Term> {
        if let ExprKind::Binary(op, a, b) = &e.kind
            && self.is_word(e)
        {
            if matches!(op, BinaryOp::Add | BinaryOp::AddSigned) {
                let a = self.distance(state, a, place)?;
                let b = self.distance(state, b, place)?;
                return Ok(add(vec![a, b]));
            }
            let factor = signed_const(a).map(|factor| (factor, b));
            let factor = factor.or_else(|| Some((signed_const(b)?, a)));
            if let (BinaryOp::Mul | BinaryOp::MulSigned, Some((factor, other))) = (op, factor) {
                return Ok(mul(int(factor), self.plain_distance(state, other, place)?));
            }
        }
        self.plain_distance(state, e, place)
    }

    /// Whether an expression is as wide as an address. What stands below a multiple by a size is a
    /// number, and is not taken apart.
    fn is_word(&self, e: &Expr) -> bool {
        e.scalar == Scalar::Int(8 * self.module.target.pointer)
    }

    fn plain_distance(&mut self, state: &State, e: &Expr, place: Place) -> Evaluated<Term> {
        let Value::Bits(bits) = self.value(state, e, place)? else {
            return Ok(self.fresh(Sort::Int, "offset"));
        };
        Ok(bv::to_int(bits))
    }

    /// A value of which nothing is known.
    pub(crate) fn arbitrary(&mut self, scalar: Scalar, hint: &str) -> Value {
        match scalar {
            Scalar::Bool => Value::Bool(self.fresh(Sort::Bool, hint)),
            Scalar::Pointer => Value::Pointer(Pointer::unknown()),
            Scalar::Handle => Value::Opaque,
            Scalar::Int(_) | Scalar::Float(_) | Scalar::Function => match sort_of(scalar) {
                Some(sort) => Value::Bits(self.fresh(sort, hint)),
                None => Value::Opaque,
            },
        }
    }

    fn unary(&mut self, op: UnaryOp, a: Value, scalar: Scalar) -> Value {
        match (op, a) {
            (UnaryOp::Not, Value::Bool(a)) => Value::Bool(not(a)),
            (UnaryOp::Not, Value::Bits(a)) => Value::Bits(bv::not(a)),
            (UnaryOp::Neg, Value::Bits(a)) => Value::Bits(bv::neg(a)),
            (UnaryOp::PopCount, a @ Value::Bits(_)) => self.apply("popcount", &[a], scalar),
            (UnaryOp::LeadingZeros, a @ Value::Bits(_)) => self.apply("clz", &[a], scalar),
            (UnaryOp::TrailingZeros, a @ Value::Bits(_)) => self.apply("ctz", &[a], scalar),
            (UnaryOp::ReverseBits, a @ Value::Bits(_)) => self.apply("brev", &[a], scalar),
            _ => self.arbitrary(scalar, "value"),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value, scalar: Scalar) -> Value {
        match (op, a, b) {
            (BinaryOp::And, Value::Bool(a), Value::Bool(b)) => Value::Bool(and(vec![a, b])),
            (BinaryOp::Or, Value::Bool(a), Value::Bool(b)) => Value::Bool(or(vec![a, b])),
            (BinaryOp::Xor, Value::Bool(a), Value::Bool(b)) => Value::Bool(not(eq(a, b))),
            (_, Value::Bits(a), Value::Bits(b)) => self.arithmetic(op, a, b, scalar),
            // The number of an address in shared memory, so many bytes further.
            (op, Value::Pointer(pointer), Value::Bits(by)) if is_sum(op) => {
                Value::Pointer(pointer.further(&in_shared(by)))
            }
            (op, Value::Bits(by), Value::Pointer(pointer)) if is_sum(op) => {
                Value::Pointer(pointer.further(&in_shared(by)))
            }
            _ => self.arbitrary(scalar, "value"),
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, a: Term, b: Term, scalar: Scalar) -> Value {
        let read = |term: &Term| bv::to_int(term.clone());
        Value::Bits(match op {
            BinaryOp::Add => bv::add(a, b),
            BinaryOp::Sub => bv::sub(a, b),
            BinaryOp::Mul => self.product(a, b),
            BinaryOp::AddSigned => {
                let exact = add(vec![read(&a), read(&b)]);
                self.signed(op, bv::add(a.clone(), b.clone()), exact, [a, b])
            }
            BinaryOp::SubSigned => {
                let exact = solver::term::sub(read(&a), read(&b));
                self.signed(op, bv::sub(a.clone(), b.clone()), exact, [a, b])
            }
            BinaryOp::MulSigned => {
                let exact = mul(read(&a), read(&b));
                self.signed(op, self.product(a.clone(), b.clone()), exact, [a, b])
            }
            BinaryOp::WrapIntent(meant) => self.meant(meant, &a, &b),
            BinaryOp::MulHighSigned => {
                return self.apply("mulhi", &[Value::Bits(a), Value::Bits(b)], scalar);
            }
            BinaryOp::MulHighUnsigned => {
                return self.apply("umulhi", &[Value::Bits(a), Value::Bits(b)], scalar);
            }
            BinaryOp::DivSigned => return self.division(op, bv::sdiv, [a, b], scalar),
            BinaryOp::DivUnsigned => return self.division(op, bv::udiv, [a, b], scalar),
            BinaryOp::RemSigned => return self.division(op, bv::srem, [a, b], scalar),
            BinaryOp::RemUnsigned => return self.division(op, bv::urem, [a, b], scalar),
            BinaryOp::And => bits(bv::and, a, b),
            BinaryOp::Or => bits(bv::or, a, b),
            BinaryOp::Xor => bits(bv::xor, a, b),
            BinaryOp::ShiftLeft => return self.shift(op, bv::shl, [a, b], scalar),
            BinaryOp::ShiftRightSigned => return self.shift(op, bv::ashr, [a, b], scalar),
            BinaryOp::ShiftRightUnsigned => return self.shift(op, bv::lshr, [a, b], scalar),
            BinaryOp::MinSigned => ite(bv::slt(a.clone(), b.clone()), a, b),
            BinaryOp::MinUnsigned => ite(bv::ult(a.clone(), b.clone()), a, b),
            BinaryOp::MaxSigned => ite(bv::slt(a.clone(), b.clone()), b, a),
            BinaryOp::MaxUnsigned => ite(bv::ult(a.clone(), b.clone()), b, a),
        })
    }

    /// Arithmetic whose result the language wants to fit: known to, if it is taken at its word.
    fn signed(&mut self, op: BinaryOp, result: Term, exact: Term, operands: [Term; 2]) -> Term {
        let fact = eq(bv::to_int(result.clone()), exact);
        let operation = Operation {
            op,
            operands,
            result: result.clone(),
        };
        self.fits(fact, operation);
        result
    }

    /// Arithmetic that wraps, and is meant not to: taken not to, if signed arithmetic is taken to fit.
    fn meant(&mut self, meant: WrapIntent, a: &Term, b: &Term) -> Term {
        let (signed, plain) = (
            |term: &Term| bv::to_int(term.clone()),
            |term: &Term| bv::to_nat(term.clone()),
        );
        let result = match meant {
            WrapIntent::AddIntoSigned | WrapIntent::AddBelow | WrapIntent::AddSignedBelow => {
                bv::add(a.clone(), b.clone())
            }
            WrapIntent::SubIntoSigned => bv::sub(a.clone(), b.clone()),
            WrapIntent::MulIntoSigned | WrapIntent::MulBelow | WrapIntent::MulSignedBelow => {
                self.product(a.clone(), b.clone())
            }
            WrapIntent::ShiftIntoSigned => bv::shl(a.clone(), b.clone()),
        };
        let fact = match meant {
            WrapIntent::AddIntoSigned => eq(signed(&result), add(vec![signed(a), signed(b)])),
            WrapIntent::SubIntoSigned => {
                eq(signed(&result), solver::term::sub(signed(a), signed(b)))
            }
            WrapIntent::MulIntoSigned => eq(signed(&result), mul(signed(a), signed(b))),
            WrapIntent::ShiftIntoSigned => {
                let by = b.as_bits().and_then(|by| by.unsigned().to_u32());
                match by.filter(|by| *by < 64) {
                    Some(by) => eq(signed(&result), mul(signed(a), int(1i64 << by))),
                    // Nothing is taken to be so.
                    None => tt(),
                }
            }
            WrapIntent::AddBelow
            | WrapIntent::AddSignedBelow
            | WrapIntent::MulBelow
            | WrapIntent::MulSignedBelow => {
                // What a part is that went below zero, the word does not tell.
                let of_part = |term: &Term| self.below.get(term).cloned();
                let (x, y) = (of_part(a), of_part(b));
                let with_sign = matches!(
                    meant,
                    WrapIntent::AddSignedBelow | WrapIntent::MulSignedBelow
                );
                let natural = x.is_none() && y.is_none() && !with_sign;
                let x = x.unwrap_or_else(|| plain(a));
                let y = y.unwrap_or_else(|| match with_sign {
                    true => signed(b),
                    false => plain(b),
                });
                let exact = match matches!(meant, WrapIntent::MulBelow | WrapIntent::MulSignedBelow)
                {
                    true => mul(x, y),
                    false => add(vec![x, y]),
                };
                let fits = eq(plain(&result), exact.clone());
                if natural {
                    fits
                } else {
                    // Below zero it wraps at the bottom, and may come back.
                    self.below.insert(result.clone(), exact.clone());
                    or(vec![lt(exact, int(0)), fits])
                }
            }
        };
        self.fits(
            fact,
            Operation {
                op: BinaryOp::WrapIntent(meant),
                operands: [a.clone(), b.clone()],
                result: result.clone(),
            },
        );
        result
    }

    /// A quotient or a rest. What a division by zero gives is not defined.
    fn division(
        &mut self,
        op: BinaryOp,
        exact: fn(Term, Term) -> Term,
        [a, b]: [Term; 2],
        scalar: Scalar,
    ) -> Value {
        let exact = exact(a.clone(), b.clone());
        let Some(width) = b.sort().width() else {
            return self.arbitrary(scalar, "value");
        };
        if b.as_bits().is_some_and(|bits| !bits.is_zero()) {
            return Value::Bits(exact);
        }
        let zero = eq(b.clone(), bv::lit(0, width));
        if self.is_taken(&b) {
            let operation = Operation {
                op,
                operands: [a, b],
                result: exact.clone(),
            };
            self.taken(not(zero), operation);
            return Value::Bits(exact);
        }
        let hint = format!("division {op:?}");
        let any = self.apply(&hint, &[Value::Bits(a), Value::Bits(b)], scalar);
        let Value::Bits(any) = any else { return any };
        Value::Bits(ite(zero, any, exact))
    }

    /// A shift by a literal below the width is exact; by anything else it depends on the machine
    /// where the number is too large, unless that is taken not to be.
    fn shift(
        &mut self,
        op: BinaryOp,
        exact: fn(Term, Term) -> Term,
        [a, b]: [Term; 2],
        scalar: Scalar,
    ) -> Value {
        let exact = exact(a.clone(), b.clone());
        let Some(width) = b.sort().width() else {
            return self.arbitrary(scalar, "value");
        };
        let small = bv::ult(b.clone(), bv::lit(width, width));
        if small.is_true() {
            return Value::Bits(exact);
        }
        if b.as_bits().is_none() && self.is_shift_taken(&b) {
            let operation = Operation {
                op,
                operands: [a, b],
                result: exact.clone(),
            };
            self.taken(small, operation);
            return Value::Bits(exact);
        }
        let hint = format!("shift {op:?}");
        let any = self.apply(&hint, &[Value::Bits(a), Value::Bits(b)], scalar);
        let Value::Bits(any) = any else { return any };
        Value::Bits(ite(small, exact, any))
    }

    fn product(&self, a: Term, b: Term) -> Term {
        if let Some(product) = self.atoms.product(&a, &b) {
            return product;
        }
        if let (Some((wide_a, by)), Some((wide_b, _))) = (unextended(&a), unextended(&b))
            && let Some(product) = self.atoms.product(&wide_a, &wide_b)
        {
            return bv::zero_extend(by, product);
        }
        bv::mul(a, b)
    }

    fn compare(&mut self, op: CompareOp, a: &Value, b: &Value) -> Value {
        let known = match (op, a, b) {
            (CompareOp::Eq, Value::Bits(a), Value::Bits(b)) => Some(eq(a.clone(), b.clone())),
            (CompareOp::Ne, Value::Bits(a), Value::Bits(b)) => Some(not(eq(a.clone(), b.clone()))),
            (CompareOp::LessSigned, Value::Bits(a), Value::Bits(b)) => {
                Some(bv::slt(a.clone(), b.clone()))
            }
            (CompareOp::LessUnsigned, Value::Bits(a), Value::Bits(b)) => {
                Some(bv::ult(a.clone(), b.clone()))
            }
            (CompareOp::LessEqualSigned, Value::Bits(a), Value::Bits(b)) => {
                Some(bv::sle(a.clone(), b.clone()))
            }
            (CompareOp::LessEqualUnsigned, Value::Bits(a), Value::Bits(b)) => {
                Some(bv::ule(a.clone(), b.clone()))
            }
            (CompareOp::Eq, Value::Bool(a), Value::Bool(b)) => Some(eq(a.clone(), b.clone())),
            (CompareOp::Ne, Value::Bool(a), Value::Bool(b)) => Some(not(eq(a.clone(), b.clone()))),
            (CompareOp::Eq, Value::Pointer(a), Value::Pointer(b)) => {
                self.summary.compared |= a.may_be_apart(b);
                a.equals(b, &mut |array, offset| self.may_be_null(array, offset))
            }
            (CompareOp::Ne, Value::Pointer(a), Value::Pointer(b)) => {
                self.summary.compared |= a.may_be_apart(b);
                let equal = a.equals(b, &mut |array, offset| self.may_be_null(array, offset));
                equal.map(not)
            }
            _ => None,
        };
        Value::Bool(known.unwrap_or_else(|| self.fresh(Sort::Bool, "comparison")))
    }

    fn cast(&mut self, op: CastOp, a: Value, from: Scalar, to: Scalar) -> Value {
        match (op, a, width_of(from), width_of(to)) {
            (CastOp::Truncate, Value::Bits(a), Some(_), Some(to)) if to > 0 => {
                Value::Bits(bv::extract(to - 1, 0, a))
            }
            (CastOp::ZeroExtend, Value::Bits(a), Some(from), Some(to)) if to >= from => {
                Value::Bits(bv::zero_extend(to - from, a))
            }
            (CastOp::SignExtend, Value::Bits(a), Some(from), Some(to)) if to >= from => {
                Value::Bits(bv::sign_extend(to - from, a))
            }
            (CastOp::FromBool, Value::Bool(a), _, Some(to)) => {
                Value::Bits(ite(a, bv::lit(1, to), bv::lit(0, to)))
            }
            (CastOp::ToBool, Value::Bits(a), Some(width), _) => {
                let Scalar::Float(format) = from else {
                    return Value::Bool(not(eq(a, bv::lit(0, width))));
                };
                // A float has two zeros.
                let name = format!("float is not zero {from}");
                let value = self.apply(&name, &[Value::Bits(a)], Scalar::Bool);
                self.means(&value, Meaning::IsNotZero(format));
                value
            }
            // The first array in shared memory may have the number zero.
            (CastOp::ToBool, Value::Pointer(_), Some(_), _) if from != Scalar::Pointer => {
                Value::Bool(self.fresh(Sort::Bool, "not zero"))
            }
            (CastOp::ToBool, Value::Pointer(a), ..) => {
                match a.is_null(&mut |array, offset| self.may_be_null(array, offset)) {
                    Some(null) => Value::Bool(not(null)),
                    None => Value::Bool(self.fresh(Sort::Bool, "not null")),
                }
            }
            (CastOp::Bits, Value::Bits(a), ..) => Value::Bits(a),
            // The number of an address in shared memory is kept as the address: it fits into 32 bits.
            (CastOp::PointerToInt, Value::Pointer(a), _, Some(32..)) if self.is_in_shared(&a) => {
                Value::Pointer(a)
            }
            (
                CastOp::Truncate | CastOp::ZeroExtend | CastOp::SignExtend,
                Value::Pointer(a),
                Some(32..),
                Some(32..),
            ) => Value::Pointer(a),
            // With 64 bits it would be an address of another kind.
            (CastOp::IntToPointer, Value::Pointer(a), Some(32), _) if to == Scalar::Pointer => {
                Value::Pointer(a)
            }
            (CastOp::FunctionAddress, Value::Bits(a), ..) => self.function_in_memory(&a),
            (CastOp::FunctionAddress, Value::Pointer(a), ..) => self.function_at(&a),
            // One number is the address of one function, and the other way round.
            (CastOp::IntToPointer, Value::Bits(a), ..) if to == Scalar::Function => {
                self.apply("function at a number", &[Value::Bits(a)], to)
            }
            (CastOp::PointerToInt, Value::Bits(a), ..) if from == Scalar::Function => {
                self.apply("number of a function", &[Value::Bits(a)], to)
            }
            // A number that is an event; arithmetic makes something unknown of it.
            (CastOp::PointerToInt | CastOp::IntToPointer, Value::Event(event), from, to)
                if from.is_none() != to.is_none() =>
            {
                Value::Event(event)
            }
            (
                CastOp::SignedToFloat
                | CastOp::UnsignedToFloat
                | CastOp::FloatToSigned
                | CastOp::FloatToUnsigned
                | CastOp::FloatToFloat,
                a @ Value::Bits(_),
                ..,
            ) => {
                let value = self.apply(&format!("{op:?} {from} {to}"), &[a], to);
                self.means(&value, Meaning::Conversion(op, from, to));
                value
            }
            _ => self.arbitrary(to, "cast"),
        }
    }

    /// Whether an address is certainly one in an array in shared memory.
    fn is_in_shared(&self, pointer: &Pointer) -> bool {
        pointer.cases.iter().all(|case| {
            let Target::Array(array) = case.target else {
                return false;
            };
            let array = self.module.array(array);
            array.is_some_and(|array| array.space == Space::Shared)
        })
    }

    fn pointer_difference(&mut self, a: &Value, b: &Value, scalar: Scalar) -> Value {
        if let (Value::Pointer(a), Value::Pointer(b), Some(width)) = (a, b, width_of(scalar))
            && let ([a], [b]) = (a.cases.as_slice(), b.cases.as_slice())
            && a.target == b.target
            && matches!(a.target, Target::Array(_))
        {
            let difference = solver::term::sub(a.offset.clone(), b.offset.clone());
            return Value::Bits(bv::of_int(width, difference));
        }
        self.arbitrary(scalar, "distance")
    }

    fn float(
        &mut self,
        op: &FloatOp,
        (args, operands): (&[Value], Option<Scalar>),
        scalar: Scalar,
    ) -> Value {
        let name = match (op, operands) {
            (FloatOp::Function(name), _) => format!("math {name}"),
            (other, Some(operands)) => format!("float {other:?} {operands}"),
            (other, None) => format!("float {other:?}"),
        };
        let value = self.apply(&name, args, scalar);
        // Of an operation on numbers of several formats, or with a result of another, nothing is said.
        if let Some(Scalar::Float(format)) = operands
            && matches!(scalar, Scalar::Bool) | (Some(scalar) == operands)
        {
            self.means(&value, Meaning::Operation(op.clone(), format));
        }
        value
    }

    /// Notes what the function stands for that gives a value.
    fn means(&mut self, value: &Value, meaning: Meaning) {
        if let Value::Bits(term) | Value::Bool(term) = value
            && let Node::App(symbol, _) = term.node()
        {
            self.floats.insert(symbol.clone(), meaning);
        }
    }

    /// An uninterpreted function, one for each name and types.
    pub(crate) fn apply(&mut self, name: &str, args: &[Value], scalar: Scalar) -> Value {
        let mut terms = Vec::new();
        for arg in args {
            match arg {
                Value::Bits(term) | Value::Bool(term) => terms.push(term.clone()),
                Value::Pointer(_) | Value::Event(_) | Value::Opaque => {
                    return self.arbitrary(scalar, "value");
                }
            }
        }
        let Some(sort) = sort_of(scalar) else {
            return self.arbitrary(scalar, "value");
        };
        let sorts: Vec<Sort> = terms.iter().map(|t| t.sort().clone()).collect();
        let symbol = self.uninterpreted(name, sorts, sort.clone());
        let term = app(&symbol, terms);
        Value::of(term)
    }

    /// Whether an address in an array is null: what a parameter points to may be, so that only
    /// accesses tell that it is not. None says never.
    fn may_be_null(&mut self, array: kernel_graph::ArrayId, offset: &Term) -> Option<Term> {
        let found = self.module.array(array)?;
        if !matches!(found.linkage, Linkage::Parameter(_)) {
            return None;
        }
        if offset.as_int().is_none_or(|offset| *offset != 0.into()) {
            return Some(self.fresh(Sort::Bool, "null"));
        }
        let name = format!("null {} {}", found.name, array.0);
        let symbol = self.uninterpreted(&name, Vec::new(), Sort::Bool);
        Some(app(&symbol, Vec::new()))
    }

    /// Whether an array lies in memory that the thread does not share.
    pub(crate) fn is_private(&self, array: kernel_graph::ArrayId) -> bool {
        let found = self.module.array(array);
        found.is_some_and(|array| array.space == Space::Private)
    }
}

/// A literal of at most 64 bits, read with its sign.
fn signed_const(e: &Expr) -> Option<i64> {
    let Scalar::Int(width) = e.scalar else {
        return None;
    };
    let bits = u64::try_from(e.as_const()?).ok()?;
    match width {
        64 => Some(bits.cast_signed()),
        1..64 => {
            let top = 1i64.checked_shl(width - 1)?;
            let bits = i64::try_from(bits).ok()?;
            Some(if width < 63 && bits >= top {
                bits - 2 * top
            } else {
                bits
            })
        }
        _ => None,
    }
}

/// What was extended with zeros, and by how many.
fn unextended(term: &Term) -> Option<(Term, u32)> {
    let (BvOp::Concat, [zeros, rest]) = term.as_bv()? else {
        return None;
    };
    let by = zeros.sort().width()?;
    zeros.as_bits()?.is_zero().then(|| (rest.clone(), by))
}

/// A bit operation.
fn bits(operation: fn(Term, Term) -> Term, a: Term, b: Term) -> Term {
    on_literals(operation, &a, &b).unwrap_or_else(|| operation(a, b))
}

/// By how many bytes a number moves an address in shared memory, whose numbers have 32 bits.
fn in_shared(by: Term) -> Term {
    match by.sort().width() {
        Some(33..) => bv::to_int(bv::extract(31, 0, by)),
        _ => bv::to_int(by),
    }
}

/// Whether an operation adds; what a wrap of it would be is excluded for addresses.
fn is_sum(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add
            | BinaryOp::AddSigned
            | BinaryOp::WrapIntent(
                WrapIntent::AddIntoSigned | WrapIntent::AddBelow | WrapIntent::AddSignedBelow
            )
    )
}
