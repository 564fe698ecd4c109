//! What must hold of a well-formed module: numbers are in range, and types fit.

use super::{
    Annotation, BinaryOp, Callee, CastOp, CompareOp, Expr, ExprKind, FloatOp, Function, FunctionId,
    LocalId, Module, Place, Scalar, StmtKind, Terminator, UnaryOp,
};
use std::fmt;

/// A module that is not well-formed: a fault of the code that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// In which function.
    pub function: String,
    /// At which statement.
    pub place: Place,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in `{}`: {}", self.function, self.message)
    }
}

impl std::error::Error for Malformed {}

/// Checks every function of a module.
///
/// # Errors
/// The first violation of the graph's rules.
pub fn check(module: &Module) -> Result<(), Malformed> {
    module
        .functions
        .iter()
        .try_for_each(|function| check_function(module, function))
}

/// Checks one function of a module.
///
/// # Errors
/// The first violation of the graph's rules.
pub fn check_function(module: &Module, function: &Function) -> Result<(), Malformed> {
    let work = Check { module, function };
    work.function().map_err(|(place, message)| Malformed {
        function: function.name.clone(),
        place,
        message,
    })
}

type Found<T> = Result<T, String>;

struct Check<'a> {
    module: &'a Module,
    function: &'a Function,
}

fn demand(holds: bool, otherwise: impl FnOnce() -> String) -> Found<()> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

impl Check<'_> {
    fn function(&self) -> Result<(), (Place, String)> {
        let here = |message| (self.function.place, message);
        demand(!self.function.blocks.is_empty(), || "no block".to_owned()).map_err(here)?;
        for param in &self.function.params {
            self.local(param.local).map_err(here)?;
        }
        for block in &self.function.blocks {
            for stmt in &block.stmts {
                self.stmt(&stmt.kind).map_err(|m| (stmt.place, m))?;
            }
            self.end(&block.end).map_err(|m| (block.end_place, m))?;
        }
        Ok(())
    }

    fn local(&self, id: LocalId) -> Found<Scalar> {
        let local = self.function.local(id);
        local.map_or_else(|| Err(format!("no local {}", id.0)), |l| Ok(l.scalar))
    }

    fn callee(&self, id: FunctionId) -> Found<&Function> {
        let found = self.module.functions.get(id.0 as usize);
        found.ok_or_else(|| format!("no function {}", id.0))
    }

    fn end(&self, end: &Terminator) -> Found<()> {
        for next in end.successors() {
            demand(next.0 != 0, || "a jump to the entry".to_owned())?;
            demand(self.function.block(next).is_some(), || {
                format!("no block {}", next.0)
            })?;
        }
        match end {
            Terminator::Branch { condition, .. } => self.expect(condition, Scalar::Bool),
            Terminator::Switch { value, cases, .. } => {
                self.integer(value)?;
                let mut values: Vec<u128> = cases.iter().map(|(value, _)| *value).collect();
                values.sort_unstable();
                demand(values.windows(2).all(|two| two[0] != two[1]), || {
                    "a case twice".to_owned()
                })
            }
            Terminator::Return(value) => match (value, self.function.result) {
                (None, None) => Ok(()),
                (Some(value), Some(result)) => self.expect(value, result),
                _ => Err("a value is returned, or missing, against the type".to_owned()),
            },
            Terminator::Goto(_) | Terminator::Trap | Terminator::Unreachable => Ok(()),
        }
    }

    fn stmt(&self, kind: &StmtKind) -> Found<()> {
        match kind {
            StmtKind::Assign { to, value } => {
                let scalar = self.local(*to)?;
                self.expect(value, scalar)
            }
            StmtKind::Load { to, address, .. } => {
                self.local(*to)?;
                self.expect(address, Scalar::Pointer)
            }
            StmtKind::Store { address, value, .. } => {
                self.expect(address, Scalar::Pointer)?;
                self.expr(value)
            }
            StmtKind::Copy {
                to, from, bytes, ..
            } => {
                self.expect(to, Scalar::Pointer)?;
                self.expect(from, Scalar::Pointer)?;
                self.expect(bytes, self.address_width())
            }
            StmtKind::Fill {
                to, value, bytes, ..
            } => {
                self.expect(to, Scalar::Pointer)?;
                self.expect(value, Scalar::Int(8))?;
                self.expect(bytes, self.address_width())
            }
            StmtKind::Atomic { to, scalar, .. } => {
                if let Some(to) = to {
                    let local = self.local(*to)?;
                    demand(local == *scalar, || {
                        format!("an atomic of {scalar} gives {local}")
                    })?;
                }
                kind.exprs().into_iter().try_for_each(|e| self.expr(e))
            }
            StmtKind::Collective { to, .. } | StmtKind::Havoc(to) => {
                self.local(*to)?;
                kind.exprs().into_iter().try_for_each(|e| self.expr(e))
            }
            StmtKind::CopyAsync {
                event,
                to,
                from,
                bytes,
                read,
                joins,
                stride,
                ..
            } => {
                for e in stride
                    .iter()
                    .flat_map(|s| [&s.step, &s.element])
                    .chain(read)
                {
                    self.expect(e, self.address_width())?;
                }
                if let Some(joins) = joins {
                    self.expect(joins, Scalar::Handle)?;
                }
                if let Some(event) = event {
                    let local = self.local(*event)?;
                    demand(local == Scalar::Handle, || {
                        "an event that is none".to_owned()
                    })?;
                }
                self.expect(to, Scalar::Pointer)?;
                self.expect(from, Scalar::Pointer)?;
                self.expect(bytes, self.address_width())
            }
            StmtKind::Declare(array) => demand(self.module.array(*array).is_some(), || {
                format!("no array {}", array.0)
            }),
            StmtKind::Annotation(annotation) => self.annotation(annotation),
            StmtKind::Point => Ok(()),
            StmtKind::Call {
                to,
                callee,
                arguments,
            } => self.call(*to, callee, arguments),
            StmtKind::Barrier(_)
            | StmtKind::Fence(..)
            | StmtKind::WaitAsync(_)
            | StmtKind::CopyGroup(_) => kind.exprs().into_iter().try_for_each(|e| self.expr(e)),
        }
    }

    fn annotation(&self, annotation: &Annotation) -> Found<()> {
        match annotation {
            Annotation::Assert(e)
            | Annotation::Assume(e)
            | Annotation::Invariant(e)
            | Annotation::Candidate(e)
            | Annotation::Requires(e)
            | Annotation::Ensures(e) => self.expect(e, Scalar::Bool),
            Annotation::Everywhere(inner) | Annotation::EveryLoop(inner) => self.annotation(inner),
            Annotation::BarrierInvariant {
                what,
                pairs,
                threads,
            } => {
                demand(!pairs || threads.len() % 2 == 0, || {
                    "an odd number of threads in pairs".to_owned()
                })?;
                self.expect(what, Scalar::Bool)?;
                threads.iter().try_for_each(|e| self.integer(e))
            }
            Annotation::ReadPermission(e) | Annotation::Fresh(e) => self.expect(e, Scalar::Pointer),
            Annotation::Footprint { array, only, .. } => {
                self.expect(array, Scalar::Pointer)?;
                only.iter().try_for_each(|e| self.expect(e, Scalar::Bool))
            }
        }
    }

    fn call(&self, to: Option<LocalId>, callee: &Callee, arguments: &[Expr]) -> Found<()> {
        let result = to.map(|to| self.local(to)).transpose()?;
        match callee {
            Callee::Function(id) => {
                let called = self.callee(*id)?;
                demand(called.params.len() == arguments.len(), || {
                    format!("`{}` takes another number of arguments", called.name)
                })?;
                for (param, argument) in called.params.iter().zip(arguments) {
                    let local = called.local(param.local);
                    let scalar = local.ok_or_else(|| "a parameter without a local".to_owned())?;
                    self.expect(argument, scalar.scalar)?;
                }
                demand(result.is_none() || result == called.result, || {
                    format!("`{}` gives a value of another type", called.name)
                })
            }
            Callee::Pointer(pointer) => {
                self.expect(pointer, Scalar::Function)?;
                arguments.iter().try_for_each(|e| self.expr(e))
            }
            Callee::External(_) => arguments.iter().try_for_each(|e| self.expr(e)),
        }
    }

    fn address_width(&self) -> Scalar {
        Scalar::Int(8 * self.module.target.pointer)
    }

    fn expect(&self, e: &Expr, scalar: Scalar) -> Found<()> {
        demand(e.scalar == scalar, || {
            format!("{} where {scalar} is wanted", e.scalar)
        })?;
        self.expr(e)
    }

    fn integer(&self, e: &Expr) -> Found<()> {
        demand(matches!(e.scalar, Scalar::Int(_)), || {
            format!("{} where an integer is wanted", e.scalar)
        })?;
        self.expr(e)
    }

    /// Expressions may be deep, so the walk keeps its own stack.
    fn expr(&self, root: &Expr) -> Found<()> {
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            self.node(e)?;
            work.extend(e.children());
        }
        Ok(())
    }

    fn node(&self, e: &Expr) -> Found<()> {
        let holds = match &e.kind {
            ExprKind::Const(bits) => match e.scalar {
                Scalar::Bool => *bits <= 1,
                Scalar::Int(width) => width >= 128 || *bits >> width == 0,
                Scalar::Float(format) => *bits >> format.bits() == 0,
                Scalar::Pointer | Scalar::Function | Scalar::Handle => false,
            },
            ExprKind::Null => matches!(
                e.scalar,
                Scalar::Pointer | Scalar::Function | Scalar::Handle
            ),
            ExprKind::Base(array) => {
                e.scalar == Scalar::Pointer && self.module.array(*array).is_some()
            }
            ExprKind::FunctionAddress(id) => {
                e.scalar == Scalar::Function && self.callee(*id).is_ok()
            }
            ExprKind::Local(id) => e.scalar == self.local(*id)?,
            ExprKind::Atom(_) => e.scalar == Scalar::Int(32),
            ExprKind::Unary(op, a) => match op {
                UnaryOp::Not => a.scalar == e.scalar && is_bits(e.scalar),
                UnaryOp::Neg
                | UnaryOp::PopCount
                | UnaryOp::LeadingZeros
                | UnaryOp::TrailingZeros
                | UnaryOp::ReverseBits => a.scalar == e.scalar && is_int(e.scalar),
            },
            ExprKind::Binary(op, a, b) => {
                let on_bits = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
                a.scalar == e.scalar
                    && b.scalar == e.scalar
                    && (is_int(e.scalar) || on_bits && is_bits(e.scalar))
            }
            ExprKind::Compare(op, a, b) => {
                let any = matches!(op, CompareOp::Eq | CompareOp::Ne);
                e.scalar == Scalar::Bool
                    && a.scalar == b.scalar
                    && (is_int(a.scalar) || any && !matches!(a.scalar, Scalar::Float(_)))
            }
            ExprKind::Cast(op, a) => fits(*op, a.scalar, e.scalar),
            ExprKind::Select(c, a, b) => {
                c.scalar == Scalar::Bool && a.scalar == e.scalar && b.scalar == e.scalar
            }
            ExprKind::Offset(a, b) => {
                e.scalar == Scalar::Pointer
                    && a.scalar == Scalar::Pointer
                    && b.scalar == self.address_width()
            }
            ExprKind::Distance(a, b) => {
                e.scalar == self.address_width()
                    && a.scalar == Scalar::Pointer
                    && b.scalar == Scalar::Pointer
            }
            ExprKind::Float(op, args) => match op {
                FloatOp::Eq | FloatOp::Ne | FloatOp::Less | FloatOp::LessEqual => {
                    e.scalar == Scalar::Bool && args.len() == 2
                }
                FloatOp::Neg => args.len() == 1 && is_float(e.scalar),
                FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div | FloatOp::Rem => {
                    args.len() == 2 && is_float(e.scalar)
                }
                FloatOp::FusedMultiplyAdd => args.len() == 3 && is_float(e.scalar),
                FloatOp::Function(_) => true,
            },
            ExprKind::Uninterpreted(..) => true,
            ExprKind::Other(a) | ExprKind::Old(a) => a.scalar == e.scalar,
            ExprKind::Enabled | ExprKind::EnabledAbove | ExprKind::SameBlock => {
                e.scalar == Scalar::Bool
            }
            ExprKind::Result => match self.function.result {
                Some(scalar) => scalar == e.scalar,
                None => e.scalar == Scalar::Pointer && !self.function.params.is_empty(),
            },
            ExprKind::ArrayOf(a) | ExprKind::OffsetIn(a) => {
                is_int(e.scalar) && a.scalar == Scalar::Pointer
            }
            ExprKind::Taken(address, value) => {
                e.scalar == Scalar::Bool
                    && address.scalar == Scalar::Pointer
                    && is_int(value.scalar)
            }
            ExprKind::Accessed { array, .. } => {
                e.scalar == Scalar::Bool && array.scalar == Scalar::Pointer
            }
            ExprKind::AccessOffset { array, .. } => {
                is_int(e.scalar) && array.scalar == Scalar::Pointer
            }
        };
        demand(holds, || {
            let of: Vec<String> = e.children().iter().map(|c| c.scalar.to_string()).collect();
            format!(
                "an expression of type {} does not fit: {:?} of {of:?}",
                e.scalar,
                head(&e.kind)
            )
        })
    }
}

/// The expression's kind without what is below it.
fn head(kind: &ExprKind) -> String {
    let text = format!("{kind:?}");
    text.split(['(', '{', ' '])
        .next()
        .unwrap_or_default()
        .to_owned()
}

fn is_int(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int(_))
}

fn is_bits(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int(_) | Scalar::Bool)
}

fn is_float(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Float(_))
}

/// Whether a conversion goes from one type to the other.
fn fits(op: CastOp, from: Scalar, to: Scalar) -> bool {
    match (op, from, to) {
        (CastOp::Truncate, Scalar::Int(from), Scalar::Int(to)) => to < from,
        (CastOp::ZeroExtend | CastOp::SignExtend, Scalar::Int(from), Scalar::Int(to)) => from < to,
        (CastOp::FromBool, Scalar::Bool, Scalar::Int(_)) => true,
        (CastOp::ToBool, from, Scalar::Bool) => from != Scalar::Bool,
        (CastOp::Bits, Scalar::Int(bits), Scalar::Float(format))
        | (CastOp::Bits, Scalar::Float(format), Scalar::Int(bits)) => bits == format.bits(),
        (CastOp::Bits, Scalar::Float(from), Scalar::Float(to)) => from.bits() == to.bits(),
        (CastOp::SignedToFloat | CastOp::UnsignedToFloat, Scalar::Int(_), Scalar::Float(_)) => true,
        (CastOp::FloatToSigned | CastOp::FloatToUnsigned, Scalar::Float(_), Scalar::Int(_)) => true,
        (CastOp::FloatToFloat, Scalar::Float(from), Scalar::Float(to)) => from != to,
        (
            CastOp::PointerToInt,
            Scalar::Pointer | Scalar::Function | Scalar::Handle,
            Scalar::Int(_),
        ) => true,
        (
            CastOp::IntToPointer,
            Scalar::Int(_),
            Scalar::Pointer | Scalar::Function | Scalar::Handle,
        ) => true,
        (CastOp::FunctionAddress, Scalar::Function, Scalar::Pointer)
        | (CastOp::FunctionAddress, Scalar::Pointer, Scalar::Function) => true,
        _ => false,
    }
}
