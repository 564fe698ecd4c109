//! Values of expressions.

use crate::arith::{self, Undefined, mask, signed};
use crate::machine::Machine;
use crate::memory::Value;
use crate::outcome::{Refused, Why};
use crate::term::{Float, Op, TermId};
use kernel_graph::{
    Atom, BinaryOp, CastOp, CompareOp, Dimension, Expr, ExprKind, FloatFormat, FloatOp, Scalar,
};

/// Deeper expressions have no value.
const DEEPEST: u32 = 5000;

type Found = Result<Value, Box<Refused>>;

fn index(dimension: Dimension) -> usize {
    match dimension {
        Dimension::X => 0,
        Dimension::Y => 1,
        Dimension::Z => 2,
    }
}

impl Machine<'_> {
    /// The value of an expression for a thread.
    pub(crate) fn value(&mut self, t: usize, e: &Expr) -> Found {
        self.eval(t, e, 0)
    }

    fn none(&self, t: usize, what: &str) -> Found {
        Err(self.at(t, Why::NoRule(what.to_owned())))
    }

    fn eval(&mut self, t: usize, e: &Expr, depth: u32) -> Found {
        if depth > DEEPEST {
            return self.none(t, "an expression that is nested so deeply");
        }
        let depth = depth + 1;
        match &e.kind {
            ExprKind::Const(bits) => Ok(Value::Bits(*bits)),
            ExprKind::Null => Ok(Value::Bits(0)),
            ExprKind::Base(array) => match self.base(t, *array) {
                Some(id) => Ok(Value::Address(id, 0)),
                None => self.none(t, "an array that is not there"),
            },
            ExprKind::FunctionAddress(_) => self.none(t, "the address of a function"),
            ExprKind::Local(id) => {
                let frame = self.threads.get(t).and_then(|thread| thread.frames.last());
                match frame.and_then(|frame| frame.locals.get(id.0 as usize)) {
                    Some(value) => Ok(*value),
                    None => self.none(t, "a local that is not there"),
                }
            }
            ExprKind::Atom(atom) if self.every.is_some() => {
                match crate::every::atom(self.arena, *atom) {
                    Some(term) => {
                        let term = self.arena.extended(term, self.width(e.scalar), false);
                        Ok(self.known_bits(term))
                    }
                    None => self.none(t, "such a number of a thread, for all sizes"),
                }
            }
            ExprKind::Atom(Atom::Dimensions) => self.none(t, "how many dimensions a launch has"),
            ExprKind::Atom(atom) => Ok(Value::Bits(u128::from(self.atom(t, *atom)))),
            ExprKind::Unary(op, a) => {
                let width = self.width(e.scalar);
                match self.eval(t, a, depth)? {
                    Value::Bits(bits) => Ok(Value::Bits(arith::unary(*op, bits, width))),
                    value @ (Value::Address(..) | Value::Several(_) | Value::Term(_) | Value::Unset) => {
                        let a = self.term(t, value, width)?;
                        let term = self.arena.unary(*op, a);
                        Ok(self.known_bits(term))
                    }
                }
            }
            ExprKind::Binary(op, a, b) => self.binary(t, (e.scalar, *op), (a, b), depth),
            ExprKind::Compare(op, a, b) => {
                let scalar = a.scalar;
                let (a, b) = (self.eval(t, a, depth)?, self.eval(t, b, depth)?);
                self.compare(t, *op, (a, b), scalar)
            }
            ExprKind::Cast(op, a) => {
                let from = a.scalar;
                let a = self.eval(t, a, depth)?;
                self.cast(t, *op, a, (from, e.scalar))
            }
            ExprKind::Select(c, a, b) => self.select(t, (c, a, b), depth),
            ExprKind::Offset(a, b) => {
                let wide = self.width(b.scalar);
                let by = self.eval(t, b, depth)?;
                match (self.eval(t, a, depth)?, by) {
                    (from @ (Value::Address(..) | Value::Several(_)), Value::Bits(by)) => {
                        let by = i64::try_from(signed(by, wide)).unwrap_or(i64::MAX);
                        Ok(self.further(from, by))
                    }
                    (value, Value::Bits(0)) => Ok(value),
                    (from @ (Value::Address(..) | Value::Several(_)), Value::Term(by)) => {
                        match self.further_by(from, by, 0) {
                            Some(address) => Ok(address),
                            None => Err(self.at(t, Why::Address)),
                        }
                    }
                    (Value::Unset, _) | (_, Value::Unset) => Err(self.at(t, Why::Unset)),
                    _ => Err(self.at(t, Why::Address)),
                }
            }
            ExprKind::Distance(a, b) => {
                match (self.eval(t, a, depth)?, self.eval(t, b, depth)?) {
                    (Value::Address(x, a), Value::Address(y, b)) if x == y => {
                        let by = i128::from(a) - i128::from(b);
                        Ok(Value::Bits(by.cast_unsigned() & mask(self.width(e.scalar))))
                    }
                    _ => self.none(t, "the distance between addresses that are not of one array"),
                }
            }
            ExprKind::Float(op, args) => self.float(t, (op, e.scalar), args, depth),
            ExprKind::Uninterpreted(name, args) => self.function(t, name, args, (e.scalar, depth)),
            ExprKind::Enabled
            | ExprKind::ArrayOf(_)
            | ExprKind::OffsetIn(_)
            | ExprKind::Other(_)
            | ExprKind::Accessed { .. }
            | ExprKind::AccessOffset { .. }
            | ExprKind::Old(_)
            | ExprKind::Result
            | ExprKind::SameBlock
            | ExprKind::EnabledAbove
            // Annotations alone have these.
            | ExprKind::Taken(..) => Ok(Value::Unset),
        }
    }

    fn atom(&self, t: usize, atom: Atom) -> u32 {
        let of = |all: [u32; 3], d: Dimension| all.get(index(d)).copied().unwrap_or(0);
        let launch = self.launch;
        let warp = launch.module.target.warp.max(1);
        let (name, flat) = match self.threads.get(t) {
            Some(thread) => (thread.name, thread.flat),
            None => (crate::outcome::ThreadName::default(), 0),
        };
        match atom {
            Atom::Thread(d) => of(name.thread, d),
            Atom::Block(d) => of(name.block, d),
            Atom::BlockSize(d) => of(launch.block, d),
            Atom::GridSize(d) => of(launch.grid, d),
            Atom::Global(d) => of(name.block, d)
                .wrapping_mul(of(launch.block, d))
                .wrapping_add(of(name.thread, d)),
            Atom::GlobalSize(d) => of(launch.grid, d).wrapping_mul(of(launch.block, d)),
            // Global numbers count from 0, as the race checker assumes as well.
            Atom::GlobalOffset(_) => 0,
            Atom::Dimensions => launch.dimensions,
            Atom::Lane => flat % warp,
            Atom::Warp => flat / warp,
        }
    }

    fn binary(
        &mut self,
        t: usize,
        (scalar, op): (Scalar, BinaryOp),
        (a, b): (&Expr, &Expr),
        depth: u32,
    ) -> Found {
        let width = self.width(scalar);
        let x = self.eval(t, a, depth)?;
        // What the first operand decides, the second may have no value for.
        if let (Scalar::Bool, Value::Bits(bits)) = (scalar, x) {
            match (op, bits & 1) {
                (BinaryOp::And, 0) => return Ok(Value::Bits(0)),
                (BinaryOp::Or, 1) => return Ok(Value::Bits(1)),
                _ => {}
            }
        }
        let y = self.eval(t, b, depth)?;
        if let (Value::Bits(x), Value::Bits(y)) = (x, y) {
            return match arith::binary(op, x, y, width) {
                Ok(bits) => Ok(Value::Bits(bits)),
                Err(Undefined::Division) => Err(self.at(t, Why::Undefined("a division by zero"))),
                Err(Undefined::Overflow) => {
                    Err(self.at(t, Why::Undefined("signed arithmetic overflows")))
                }
                Err(Undefined::Shift) => {
                    let what = "a shift by as many bits as there are, or more";
                    Err(self.at(t, Why::Undefined(what)))
                }
                Err(Undefined::Width) => self.none(t, "so wide an operation"),
            };
        }
        let a = self.term(t, x, width)?;
        let b = self.term(t, y, width)?;
        let term = self.arena.binary(op, a, b);
        Ok(self.numbered(term))
    }

    /// A term as a value; for all sizes, the number that it is.
    fn numbered(&mut self, term: TermId) -> Value {
        let term = match &self.every {
            Some(every) => every.numbers.of(term),
            None => term,
        };
        self.known_bits(term)
    }

    fn compare(
        &mut self,
        t: usize,
        op: CompareOp,
        (a, b): (Value, Value),
        scalar: Scalar,
    ) -> Found {
        let truth = |holds: bool| Ok(Value::Bits(u128::from(holds)));
        let equals = matches!(op, CompareOp::Eq);
        match (a, b) {
            (Value::Address(x, a), Value::Address(y, b)) if x == y => {
                return truth(match op {
                    CompareOp::Eq => a == b,
                    CompareOp::Ne => a != b,
                    CompareOp::LessSigned | CompareOp::LessUnsigned => a < b,
                    CompareOp::LessEqualSigned | CompareOp::LessEqualUnsigned => a <= b,
                });
            }
            // What a pointer of the launch points to is there: listed.
            (Value::Address(..), Value::Bits(0)) | (Value::Bits(0), Value::Address(..))
                if matches!(op, CompareOp::Eq | CompareOp::Ne) =>
            {
                self.non_null = true;
                return truth(!equals);
            }
            (Value::Address(..) | Value::Several(_), _)
            | (_, Value::Address(..) | Value::Several(_)) => {
                return self.none(t, "a comparison of addresses in different arrays");
            }
            _ => {}
        }
        let width = self.width(scalar);
        if let (Value::Bits(a), Value::Bits(b)) = (a, b) {
            let (x, y) = (signed(a, width), signed(b, width));
            return truth(match op {
                CompareOp::Eq => a == b,
                CompareOp::Ne => a != b,
                CompareOp::LessSigned => x < y,
                CompareOp::LessUnsigned => a < b,
                CompareOp::LessEqualSigned => x <= y,
                CompareOp::LessEqualUnsigned => a <= b,
            });
        }
        let a = self.term(t, a, width)?;
        let b = self.term(t, b, width)?;
        let arena = &mut *self.arena;
        let term = match op {
            CompareOp::Eq => arena.equal(a, b),
            CompareOp::Ne => {
                let equal = arena.equal(a, b);
                arena.not(equal)
            }
            CompareOp::LessSigned => arena.less(a, b, true),
            CompareOp::LessUnsigned => arena.less(a, b, false),
            CompareOp::LessEqualSigned | CompareOp::LessEqualUnsigned => {
                let less = arena.less(b, a, op == CompareOp::LessEqualSigned);
                arena.not(less)
            }
        };
        Ok(self.known_bits(term))
    }

    fn select(&mut self, t: usize, (c, a, b): (&Expr, &Expr, &Expr), depth: u32) -> Found {
        let width = self.width(a.scalar);
        let condition = match self.eval(t, c, depth)? {
            // What is not chosen may have no value.
            Value::Bits(bits) if bits & 1 == 1 => return self.eval(t, a, depth),
            Value::Bits(_) => return self.eval(t, b, depth),
            Value::Term(term) => term,
            Value::Unset | Value::Address(..) | Value::Several(_) => {
                return Err(self.at(t, Why::Unset));
            }
        };
        if let Some(holds) = self.holds(condition) {
            return if holds {
                self.eval(t, a, depth)
            } else {
                self.eval(t, b, depth)
            };
        }
        let (a, b) = (self.eval(t, a, depth)?, self.eval(t, b, depth)?);
        Ok(self.choice(condition, (a, b), width))
    }

    fn cast(&mut self, t: usize, op: CastOp, a: Value, (from, to): (Scalar, Scalar)) -> Found {
        let (wide, narrow) = (self.width(from), self.width(to));
        match (op, a) {
            (CastOp::ToBool, Value::Address(..)) => {
                self.non_null = true;
                return Ok(Value::Bits(1));
            }
            (CastOp::PointerToInt | CastOp::FunctionAddress, Value::Address(..)) => {
                return self.none(t, "an address as a number");
            }
            // Null is null, whatever its type.
            (CastOp::PointerToInt | CastOp::IntToPointer, Value::Bits(0)) => return Ok(a),
            (CastOp::IntToPointer | CastOp::PointerToInt | CastOp::FunctionAddress, _) => {
                return self.none(t, "a number as an address");
            }
            (CastOp::Bits, Value::Unset) => return Ok(Value::Unset),
            _ => {}
        }
        if let Some(known) = cast_of_bits(op, a, (from, wide), narrow) {
            return Ok(known);
        }
        let a = self.term(t, a, wide)?;
        let arena = &mut *self.arena;
        let term = match (op, from, to) {
            (CastOp::Truncate, ..) => arena.extract(a, 0, narrow.min(wide)),
            (CastOp::ZeroExtend | CastOp::FromBool, ..) => arena.extended(a, narrow, false),
            (CastOp::SignExtend, ..) => arena.extended(a, narrow, true),
            (CastOp::Bits, ..) if wide == narrow => a,
            (CastOp::ToBool, Scalar::Float(format), _) => {
                let zero = arena.constant(0, wide);
                let equal = arena.float(Float::Equal, &[a, zero], format);
                arena.not(equal)
            }
            (CastOp::ToBool, ..) => self.truth_of(a),
            (CastOp::SignedToFloat, _, Scalar::Float(format)) => {
                arena.from_integer(a, true, format)
            }
            (CastOp::UnsignedToFloat, _, Scalar::Float(format)) => {
                arena.from_integer(a, false, format)
            }
            (CastOp::FloatToSigned, Scalar::Float(format), _) => {
                arena.to_integer(a, format, narrow, true)
            }
            (CastOp::FloatToUnsigned, Scalar::Float(format), _) => {
                arena.to_integer(a, format, narrow, false)
            }
            (CastOp::FloatToFloat, Scalar::Float(from), Scalar::Float(to)) => {
                arena.convert(a, from, to)
            }
            (
                CastOp::Bits
                | CastOp::SignedToFloat
                | CastOp::UnsignedToFloat
                | CastOp::FloatToSigned
                | CastOp::FloatToUnsigned
                | CastOp::FloatToFloat
                | CastOp::PointerToInt
                | CastOp::IntToPointer
                | CastOp::FunctionAddress,
                ..,
            ) => return self.none(t, "such a conversion"),
        };
        Ok(self.numbered(term))
    }

    fn float(
        &mut self,
        t: usize,
        (op, scalar): (&FloatOp, Scalar),
        args: &[Expr],
        depth: u32,
    ) -> Found {
        let own = match op {
            FloatOp::Function(name) => return self.function(t, name, args, (scalar, depth)),
            FloatOp::Neg => Float::Neg,
            FloatOp::Add => Float::Add,
            FloatOp::Sub => Float::Sub,
            FloatOp::Mul => Float::Mul,
            FloatOp::Div => Float::Div,
            FloatOp::Rem => Float::Rem,
            FloatOp::FusedMultiplyAdd => Float::FusedMultiplyAdd,
            FloatOp::Eq | FloatOp::Ne => Float::Equal,
            FloatOp::Less => Float::Less,
            FloatOp::LessEqual => Float::LessEqual,
        };
        let Some(Scalar::Float(format)) = args.first().map(|arg| arg.scalar) else {
            return self.none(t, "such an operation on floats");
        };
        if args.iter().any(|arg| arg.scalar != Scalar::Float(format)) {
            return self.none(t, "such an operation on floats");
        }
        let mut terms = Vec::with_capacity(3);
        for arg in args {
            let value = self.eval(t, arg, depth)?;
            terms.push(self.term(t, value, format.bits())?);
        }
        let needed = match own {
            Float::Neg => 1,
            Float::FusedMultiplyAdd => 3,
            Float::Add
            | Float::Sub
            | Float::Mul
            | Float::Div
            | Float::Rem
            | Float::Max
            | Float::Min
            | Float::Equal
            | Float::Less
            | Float::LessEqual => 2,
        };
        if terms.len() != needed {
            return self.none(t, "such an operation on floats");
        }
        let term = self.arena.float(own, &terms, format);
        let term = match *op == FloatOp::Ne {
            true => self.arena.not(term),
            false => term,
        };
        Ok(self.known_bits(term))
    }

    /// The value of a function, by its name with the types of its arguments.
    fn function(
        &mut self,
        t: usize,
        name: &str,
        args: &[Expr],
        (scalar, depth): (Scalar, u32),
    ) -> Found {
        let mut terms = Vec::new();
        for arg in args {
            let value = self.eval(t, arg, depth)?;
            let width = self.width(arg.scalar);
            terms.push(self.term(t, value, width)?);
        }
        let width = self.width(scalar);
        let bare = name.split('(').next().unwrap_or(name).trim();
        let formats: Option<Vec<FloatFormat>> =
            args.iter().map(|arg| format_of(arg.scalar)).collect();
        let result = format_of(scalar);
        let one = formats
            .filter(|all| all.iter().all(|one| Some(*one) == result))
            .and(result);
        let own = match (bare, one, terms.len()) {
            ("__builtin_inff" | "__builtin_huge_valf", _, 0) => {
                return Ok(Value::Bits(0x7f80_0000));
            }
            ("__builtin_inf" | "__builtin_huge_val", _, 0) => {
                return Ok(Value::Bits(0x7ff0_0000_0000_0000));
            }
            ("fmaxf" | "fmax", Some(format), 2) => Some((Float::Max, format)),
            ("fminf" | "fmin", Some(format), 2) => Some((Float::Min, format)),
            ("fmaf" | "fma" | "__fmaf_rn" | "__fma_rn", Some(format), 3) => {
                Some((Float::FusedMultiplyAdd, format))
            }
            _ => None,
        };
        let term = match own {
            Some((op, format)) => self.arena.float(op, &terms, format),
            None => self.arena.call(&crate::names::plain(name), &terms, width),
        };
        Ok(self.known_bits(term))
    }

    /// An operation on terms that the graph has as one of values, for exchanges and atomic operations.
    pub(crate) fn on_values(
        &mut self,
        t: usize,
        op: BinaryOp,
        (a, b): (Value, Value),
        width: u32,
    ) -> Found {
        let a = self.term(t, a, width)?;
        let b = self.term(t, b, width)?;
        let term = self.arena.binary(op, a, b);
        Ok(self.known_bits(term))
    }

    /// A function of several values of which nothing is known but that it is one.
    pub(crate) fn opaque(
        &mut self,
        t: usize,
        name: &str,
        values: &[(Value, u32)],
        width: u32,
    ) -> Found {
        let mut terms = Vec::new();
        for (value, width) in values {
            terms.push(self.term(t, *value, *width)?);
        }
        let name = self.arena.name(name);
        Ok(Value::Term(self.arena.apply(Op::Call(name), &terms, width)))
    }
}

fn format_of(scalar: Scalar) -> Option<FloatFormat> {
    match scalar {
        Scalar::Float(format) => Some(format),
        Scalar::Bool | Scalar::Int(_) | Scalar::Pointer | Scalar::Function | Scalar::Handle => None,
    }
}

/// A conversion of an integer of known bits to one of another width; none of others.
fn cast_of_bits(op: CastOp, a: Value, (from, wide): (Scalar, u32), narrow: u32) -> Option<Value> {
    let Value::Bits(bits) = a else {
        return None;
    };
    if matches!(from, Scalar::Float(_) | Scalar::Pointer) {
        return None;
    }
    Some(Value::Bits(match op {
        CastOp::Truncate => bits & mask(narrow.min(wide)),
        CastOp::ZeroExtend | CastOp::FromBool => bits,
        CastOp::SignExtend => signed(bits, wide).cast_unsigned() & mask(narrow),
        CastOp::ToBool => u128::from(bits != 0),
        CastOp::Bits
        | CastOp::SignedToFloat
        | CastOp::UnsignedToFloat
        | CastOp::FloatToSigned
        | CastOp::FloatToUnsigned
        | CastOp::FloatToFloat
        | CastOp::PointerToInt
        | CastOp::IntToPointer
        | CastOp::FunctionAddress => return None,
    }))
}
