//! Values of expressions.

use crate::arith::{self, NoValue};
use crate::evaluated::Evaluated;
use crate::launch::{Functions, Launch, Options};
use crate::memory::{Memory, Owner};
use crate::outcome::{Fault, Stop};
use crate::thread::Thread;
use crate::undefined::Undefined;
use crate::value::{Pointer, Value, low, mask, signed, width};
use crate::{float, functions};
use kernel_graph::{
    ArrayId, Atom, BinaryOp, CastOp, CompareOp, Dimension, Expr, ExprKind, FloatOp, Module, Scalar,
    Space,
};
use random::mix;

/// Deeper expressions have no answer.
const DEEPEST: u32 = 20_000;

/// Why something has no value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Halt {
    /// The run ends.
    Stop(Box<Stop>),
    /// It speaks of two threads, of accesses or of another time.
    OfTwo,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stop(Box::new(stop))
    }
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Stop::Fault(fault).into()
    }
}

/// There is no rule for something.
pub(crate) fn unsupported<T>(what: impl Into<String>) -> Result<T, Halt> {
    Err(Stop::Unsupported(what.into()).into())
}

/// Evaluates for one thread.
pub(crate) struct Eval<'a> {
    pub module: &'a Module,
    pub launch: &'a Launch,
    pub options: &'a Options,
    pub memory: &'a mut Memory,
    pub thread: &'a Thread,
    /// Whether values that devices compute differently count as ones of many.
    pub strict: bool,
    /// Whether a value took part that is one of many.
    pub arbitrary: bool,
    /// What it did that the program's language leaves undefined.
    pub undefined: Undefined,
    /// The operations that were evaluated, where that is wanted.
    pub evaluated: Option<&'a mut Evaluated>,
}

fn index(dimension: Dimension) -> usize {
    match dimension {
        Dimension::X => 0,
        Dimension::Y => 1,
        Dimension::Z => 2,
    }
}

/// Addresses of functions begin here, below those of objects.
const FUNCTIONS: i64 = 1 << 21;

/// The address of a function in memory, from its number and one; null of null.
fn of_function(number: u64) -> Pointer {
    let number = i64::try_from(number).unwrap_or(0) % (1 << 16);
    Pointer {
        object: None,
        offset: if number == 0 {
            0
        } else {
            FUNCTIONS + 16 * number
        },
    }
}

/// The same back; a number that no function has where there is none.
fn function_at(pointer: Pointer) -> u64 {
    let within = pointer.offset - FUNCTIONS;
    match pointer.object {
        None if pointer.is_null() => 0,
        None if within % 16 == 0 && (16..=16 << 16).contains(&within) => {
            within.cast_unsigned() / 16
        }
        _ => 1 << 32,
    }
}

impl Eval<'_> {
    fn width(&self, scalar: Scalar) -> u32 {
        width(scalar, self.module.target.pointer)
    }

    /// The value of an expression.
    pub(crate) fn value(&mut self, e: &Expr) -> Result<Value, Halt> {
        self.at(e, 0)
    }

    fn at(&mut self, e: &Expr, depth: u32) -> Result<Value, Halt> {
        if depth > DEEPEST {
            return unsupported("an expression that is nested so deeply");
        }
        let depth = depth + 1;
        match &e.kind {
            ExprKind::Const(bits) => Ok(Value::Bits(*bits)),
            ExprKind::Null => Ok(match e.scalar == Scalar::Pointer {
                true => Value::Address(Pointer::NULL),
                false => Value::Bits(0),
            }),
            ExprKind::Base(array) => self.base(*array),
            ExprKind::FunctionAddress(id) => Ok(Value::Bits(u128::from(id.0) + 1)),
            ExprKind::Local(id) => {
                let frame = self.thread.frames.last();
                match frame.and_then(|frame| frame.locals.get(id.0 as usize)) {
                    Some(local) if local.of_two => Err(Halt::OfTwo),
                    Some(local) => {
                        self.arbitrary |= local.arbitrary;
                        Ok(local.value)
                    }
                    None => unsupported("a local that is not there"),
                }
            }
            ExprKind::Atom(atom) => Ok(Value::Bits(u128::from(self.atom(*atom)))),
            ExprKind::Unary(op, a) => {
                let a = self.at(a, depth)?.bits();
                Ok(Value::Bits(arith::unary(*op, a, self.width(e.scalar))))
            }
            ExprKind::Binary(op, a, b) => {
                let value = self.binary(e.scalar, *op, (a, b), depth)?;
                if let Some(evaluated) = &mut self.evaluated {
                    evaluated.add(e);
                }
                Ok(value)
            }
            ExprKind::Compare(op, a, b) => {
                let (scalar, wide) = (a.scalar, self.width(a.scalar));
                let (a, b) = (self.at(a, depth)?, self.at(b, depth)?);
                Ok(Value::bool_(match (op, scalar) {
                    (CompareOp::Eq, Scalar::Pointer) => a.pointer() == b.pointer(),
                    (CompareOp::Ne, Scalar::Pointer) => a.pointer() != b.pointer(),
                    (op, _) => arith::compare(*op, a.bits(), b.bits(), wide),
                }))
            }
            ExprKind::Cast(op, a) => {
                let from = a.scalar;
                let a = self.at(a, depth)?;
                self.cast(*op, a, from, e.scalar)
            }
            // What is not chosen may have no value.
            ExprKind::Select(c, a, b) => match self.at(c, depth)?.is_true() {
                true => self.at(a, depth),
                false => self.at(b, depth),
            },
            ExprKind::Offset(a, b) => {
                let wide = self.width(b.scalar);
                let pointer = self.at(a, depth)?.pointer();
                let by = self.at(b, depth)?.bits();
                let by = low(signed(by, wide).cast_unsigned()).cast_signed();
                Ok(Value::Address(Pointer {
                    object: pointer.object,
                    offset: pointer.offset.wrapping_add(by),
                }))
            }
            ExprKind::Distance(a, b) => {
                let (a, b) = (self.at(a, depth)?.pointer(), self.at(b, depth)?.pointer());
                if a.object != b.object {
                    return unsupported("the distance between two arrays");
                }
                let by = i128::from(a.offset) - i128::from(b.offset);
                Ok(Value::Bits(by.cast_unsigned() & mask(self.width(e.scalar))))
            }
            ExprKind::Float(op, args) => self.float(e.scalar, op, args, depth),
            ExprKind::Uninterpreted(name, args) => {
                let args = self.arguments(args, depth)?;
                self.function(name, &args, e.scalar)
            }
            // Whoever comes here is enabled.
            ExprKind::Enabled => Ok(Value::bool_(true)),
            ExprKind::ArrayOf(a) => {
                let object = self.at(a, depth)?.pointer().object;
                Ok(Value::Bits(object.map_or(0, |id| u128::from(id.0) + 1)))
            }
            ExprKind::OffsetIn(a) => {
                let offset = i128::from(self.at(a, depth)?.pointer().offset);
                let wide = self.width(e.scalar);
                Ok(Value::Bits(offset.cast_unsigned() & mask(wide)))
            }
            ExprKind::Other(_)
            | ExprKind::Accessed { .. }
            | ExprKind::AccessOffset { .. }
            | ExprKind::Old(_)
            | ExprKind::Result
            | ExprKind::SameBlock
            | ExprKind::EnabledAbove
            | ExprKind::Taken(..) => Err(Halt::OfTwo),
        }
    }

    fn base(&mut self, array: ArrayId) -> Result<Value, Halt> {
        let space = self.module.array(array).map(|array| array.space);
        let owner = match space {
            Some(Space::Global | Space::Constant) => Owner::Grid,
            Some(Space::Shared) => Owner::Block(self.thread.block),
            Some(Space::Private) => {
                let frame = self.thread.frames.last();
                Owner::Call(frame.map_or(0, |frame| frame.call))
            }
            None => return unsupported("an array that is not there"),
        };
        match self.memory.object(self.module, array, owner) {
            Some(object) => Ok(Value::Address(Pointer {
                object: Some(object),
                offset: 0,
            })),
            None => unsupported("so many arrays"),
        }
    }

    fn atom(&self, atom: Atom) -> u32 {
        let of = |all: [u32; 3], d: Dimension| all.get(index(d)).copied().unwrap_or(0);
        let (name, launch) = (self.thread.name, self.launch);
        let warp = self.module.target.warp.max(1);
        match atom {
            Atom::Thread(d) => of(name.thread, d),
            Atom::Block(d) => of(name.block, d),
            Atom::BlockSize(d) => of(launch.block, d),
            Atom::GridSize(d) => of(launch.grid, d),
            Atom::Global(d) => of(name.block, d)
                .wrapping_mul(of(launch.block, d))
                .wrapping_add(of(name.thread, d)),
            Atom::GlobalSize(d) => of(launch.grid, d).wrapping_mul(of(launch.block, d)),
            // As everywhere here, global numbers count from 0.
            Atom::GlobalOffset(_) => 0,
            Atom::Dimensions => launch.dimensions,
            Atom::Lane => self.thread.flat % warp,
            Atom::Warp => self.thread.flat / warp,
        }
    }

    fn binary(
        &mut self,
        scalar: Scalar,
        op: BinaryOp,
        (a, b): (&Expr, &Expr),
        depth: u32,
    ) -> Result<Value, Halt> {
        let a = self.at(a, depth)?;
        // What the first operand decides, the second may have no value for.
        let decisive = match a.is_true() {
            true => BinaryOp::Or,
            false => BinaryOp::And,
        };
        if scalar == Scalar::Bool && op == decisive {
            return Ok(Value::bool_(a.is_true()));
        }
        let b = self.at(b, depth)?;
        match arith::binary(op, a.bits(), b.bits(), self.width(scalar)) {
            Ok((_, undefined)) if undefined.any() && self.options.no_signed_overflow => {
                Err(Stop::Outside(undefined.words()).into())
            }
            Ok((value, undefined)) => {
                self.undefined = self.undefined.or(undefined);
                Ok(Value::Bits(value))
            }
            Err(NoValue::Division) => Err(Fault::Division.into()),
            Err(NoValue::Width) => unsupported("the upper half of so wide a product"),
        }
    }

    fn cast(&mut self, op: CastOp, a: Value, from: Scalar, to: Scalar) -> Result<Value, Halt> {
        let (wide, narrow) = (self.width(from), self.width(to));
        let bits = a.bits();
        let value = match (op, from, to) {
            (CastOp::FunctionAddress, _, Scalar::Pointer) => {
                return Ok(Value::Address(of_function(low(bits))));
            }
            (CastOp::FunctionAddress, ..) => u128::from(function_at(a.pointer())),
            (CastOp::Truncate, ..) => bits & mask(narrow),
            (CastOp::ZeroExtend | CastOp::FromBool | CastOp::Bits, ..) => bits,
            (CastOp::SignExtend, ..) => signed(bits, wide).cast_unsigned() & mask(narrow),
            (CastOp::ToBool, Scalar::Pointer, _) => u128::from(!a.pointer().is_null()),
            (CastOp::ToBool, Scalar::Float(format), _) => {
                u128::from(float::number(bits, format) != 0.0)
            }
            (CastOp::ToBool, ..) => u128::from(bits != 0),
            (CastOp::SignedToFloat, _, Scalar::Float(format)) => {
                float::of_integer(bits, wide, true, format)
            }
            (CastOp::UnsignedToFloat, _, Scalar::Float(format)) => {
                float::of_integer(bits, wide, false, format)
            }
            (CastOp::FloatToSigned, Scalar::Float(format), _) => {
                float::to_integer(bits, format, narrow, true)
            }
            (CastOp::FloatToUnsigned, Scalar::Float(format), _) => {
                float::to_integer(bits, format, narrow, false)
            }
            (CastOp::FloatToFloat, Scalar::Float(from), Scalar::Float(to)) => {
                float::bits(float::number(bits, from), to)
            }
            (CastOp::PointerToInt, Scalar::Pointer, _) => {
                match self.memory.number_in(a.pointer(), narrow) {
                    Some(number) => u128::from(number) & mask(narrow),
                    None => return unsupported("so many addresses as numbers"),
                }
            }
            (CastOp::PointerToInt, ..) => bits & mask(narrow),
            (CastOp::IntToPointer, _, Scalar::Pointer) => {
                let number = low(bits & mask(narrow));
                return Ok(Value::Address(self.memory.address_in(number, wide)));
            }
            (CastOp::IntToPointer, ..) => bits & mask(narrow),
            (
                CastOp::SignedToFloat
                | CastOp::UnsignedToFloat
                | CastOp::FloatToSigned
                | CastOp::FloatToUnsigned
                | CastOp::FloatToFloat,
                ..,
            ) => return unsupported("such a conversion"),
        };
        Ok(Value::Bits(value))
    }

    fn arguments(&mut self, args: &[Expr], depth: u32) -> Result<Vec<(u128, Scalar)>, Halt> {
        let mut values = Vec::new();
        for arg in args {
            let value = match self.at(arg, depth)? {
                Value::Address(pointer) => {
                    let object = pointer.object.map_or(0, |id| u128::from(id.0) + 1);
                    object << 64 | u128::from(pointer.offset.cast_unsigned())
                }
                Value::Bits(bits) => bits,
            };
            values.push((value, arg.scalar));
        }
        Ok(values)
    }

    fn float(
        &mut self,
        scalar: Scalar,
        op: &FloatOp,
        args: &[Expr],
        depth: u32,
    ) -> Result<Value, Halt> {
        let values = self.arguments(args, depth)?;
        if let FloatOp::Function(name) = op {
            return self.function(name, &values, scalar);
        }
        let format = match values.first() {
            Some((_, Scalar::Float(format))) => *format,
            _ => return unsupported("such an operation on floats"),
        };
        let bits: Vec<u128> = values.iter().map(|(bits, _)| *bits).collect();
        match float::operation(op, &bits, format) {
            Some(value) => Ok(Value::Bits(value)),
            None => unsupported("such an operation on floats"),
        }
    }

    /// The value of a function. What devices compute differently is one value of many to a run that is to
    /// show something; to others it is C's.
    fn function(&mut self, name: &str, args: &[(u128, Scalar)], to: Scalar) -> Result<Value, Halt> {
        match functions::value(name, args, to) {
            Some(known) => {
                self.arbitrary |= self.strict && !known.exact;
                Ok(Value::Bits(known.bits))
            }
            None => self.any(name, args, to),
        }
    }

    /// The value of a function that nothing is known of: the same for the same arguments.
    fn any(&mut self, name: &str, args: &[(u128, Scalar)], to: Scalar) -> Result<Value, Halt> {
        if self.options.functions == Functions::Known {
            let bare = name.split('(').next().unwrap_or(name);
            return unsupported(format!("the value of `{bare}`"));
        }
        self.arbitrary = true;
        let mut hash = mix(self.launch.seed);
        for byte in name.bytes() {
            hash = mix(hash ^ u64::from(byte));
        }
        for (value, _) in args {
            hash = mix(hash ^ low(*value));
            hash = mix(hash ^ low(*value >> 64));
        }
        let small = hash & 1 == 0;
        let wide = self.width(to);
        Ok(match to {
            Scalar::Pointer => Value::Address(Pointer::NULL),
            Scalar::Int(_) if small => Value::Bits(u128::from(mix(hash) % 64) & mask(wide)),
            Scalar::Float(format) if small => {
                let number = u32::try_from(mix(hash) % 64).unwrap_or(0);
                Value::Bits(float::bits(f64::from(number), format))
            }
            Scalar::Bool
            | Scalar::Int(_)
            | Scalar::Float(_)
            | Scalar::Function
            | Scalar::Handle => {
                Value::Bits((u128::from(hash) << 64 | u128::from(mix(hash))) & mask(wide))
            }
        })
    }
}
