//! Atomic operations of CUDA, OpenCL 1.x and C11.

use super::{Known, OwnCall};
use crate::Lowered;
use crate::builder::Builder;
use clang::tree::{Expr as CExpr, ExprKind as C};
use ir::kernel::{AtomicOp, Expr, Order, Scalar, Scope, StmtKind};

/// What an atomic function does: its operation, for whom it is atomic, how it orders.
struct Spec {
    op: AtomicOp,
    scope: Scope,
    order: Order,
}

impl Builder<'_> {
    /// `atomicAdd(p, v)`, `atomic_add(p, v)`, `atomic_fetch_add_explicit(p, v, …)` and their like.
    pub fn atomic_function(&mut self, call: &OwnCall<'_>) -> Lowered<Known> {
        let Some(pointer) = call.arguments.first() else {
            return Ok(None);
        };
        let ty = match self.types.get(pointer.ty.id) {
            clang::types::Type::Pointer(to) => *to,
            _ => return Ok(None),
        };
        if call.name.starts_with("atomic_compare_exchange") {
            return self.compare_exchange(call).map(Some);
        }
        let Ok((scalar, signed)) = self.scalar(ty.id) else {
            return Ok(None);
        };
        let Some((spec, operands)) = spec(call.name, scalar, signed) else {
            return Ok(None);
        };
        let address = self.value(pointer)?;
        let address = self.evaluated(address);
        let mut values = Vec::new();
        for argument in call.arguments.iter().skip(1).take(operands) {
            let value = self.value(argument)?;
            values.push(self.evaluated(value));
        }
        // Orders and scopes behind the operands are constants.
        let wants = self.shape(call.e.ty.id)? != crate::types::Shape::Void;
        let to = wants.then(|| self.temporary(scalar));
        self.push(StmtKind::Atomic {
            to,
            op: spec.op,
            address,
            scalar,
            operands: values,
            scope: spec.scope,
            order: spec.order,
        });
        Ok(Some(to.map(|to| Expr::local(to, scalar))))
    }

    /// `atomic_compare_exchange_strong(object, expected, desired)`: the old value goes to
    /// `*expected`; whether it was expected is arbitrary.
    fn compare_exchange(&mut self, call: &OwnCall<'_>) -> Lowered<Option<Expr>> {
        let [object, expected, desired, ..] = call.arguments else {
            return self.refuse("K204", "this call");
        };
        let ty = self.pointee(object.ty.id)?;
        let (scalar, _) = self.scalar(ty.id)?;
        let address = self.value(object)?;
        let address = self.evaluated(address);
        let place = self.value(expected)?;
        let place = self.evaluated(place);
        let old = self.load(place.clone(), scalar, false);
        let new = self.value(desired)?;
        let to = self.temporary(scalar);
        self.push(StmtKind::Atomic {
            to: Some(to),
            op: AtomicOp::CompareExchange,
            address,
            scalar,
            operands: vec![old, new],
            scope: Scope::System,
            order: Order::Sequential,
        });
        self.store(place, Expr::local(to, scalar), false);
        self.arbitrary(call)
    }

    /// Operations that C11's macros become.
    pub fn atomic(&mut self, e: &CExpr) -> Lowered<Option<Expr>> {
        let C::Atomic { name, operands } = &e.kind else {
            return self.refuse("K201", "this atomic operation");
        };
        let Some(pointer) = operands.first() else {
            return self.refuse("K201", "this atomic operation");
        };
        let ty = self.pointee(pointer.ty.id)?;
        let (scalar, signed) = self.scalar(ty.id)?;
        let bare = name
            .trim_start_matches("__c11_")
            .trim_start_matches("__opencl_")
            .trim_start_matches("__hip_")
            .trim_start_matches("__scoped_")
            .trim_start_matches("__");
        if bare == "atomic_init" {
            let address = self.value(pointer)?;
            let value = match operands.last() {
                Some(value) => self.value(value)?,
                None => return self.refuse("K201", "this atomic operation"),
            };
            self.store(address, value, false);
            return Ok(None);
        }
        let Some((spec, count)) = spec(bare, scalar, signed) else {
            return self.refuse("K201", "this atomic operation");
        };
        let address = self.value(pointer)?;
        let address = self.evaluated(address);
        // Clang puts the order behind the pointer, and the values last.
        let mut evaluated = Vec::new();
        for operand in operands.iter().skip(operands.len().saturating_sub(count)) {
            let value = self.value(operand)?;
            evaluated.push(self.evaluated(value));
        }
        if evaluated.iter().any(|value| value.scalar != scalar) {
            return self.refuse("K201", "the operands of this atomic operation");
        }
        let wants = self.shape(e.ty.id)? != crate::types::Shape::Void;
        let to = wants.then(|| self.temporary(scalar));
        self.push(StmtKind::Atomic {
            to,
            op: spec.op,
            address,
            scalar,
            operands: evaluated,
            scope: spec.scope,
            order: spec.order,
        });
        Ok(to.map(|to| Expr::local(to, scalar)))
    }
}

/// What a function does, and how many operands it has beside the address.
fn spec(name: &str, scalar: Scalar, signed: bool) -> Option<(Spec, usize)> {
    let cuda = name
        .strip_prefix("atomic")
        .filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    if let Some(rest) = cuda {
        let (bare, scope) = match rest {
            _ if rest.ends_with("_block") => (rest.trim_end_matches("_block"), Scope::Block),
            _ if rest.ends_with("_system") => (rest.trim_end_matches("_system"), Scope::System),
            _ => (rest, Scope::Grid),
        };
        let (op, operands) = match bare {
            "Add" => (AtomicOp::Add, 1),
            "Sub" => (AtomicOp::Sub, 1),
            "Exch" => (AtomicOp::Exchange, 1),
            "Min" => (least(signed), 1),
            "Max" => (greatest(signed), 1),
            "Inc" => (AtomicOp::Increment, 1),
            "Dec" => (AtomicOp::Decrement, 1),
            "CAS" => (AtomicOp::CompareExchange, 2),
            "And" => (AtomicOp::And, 1),
            "Or" => (AtomicOp::Or, 1),
            "Xor" => (AtomicOp::Xor, 1),
            _ => return None,
        };
        return Some((
            Spec {
                op: on(op, scalar),
                scope,
                order: Order::Relaxed,
            },
            operands,
        ));
    }
    let rest = name
        .strip_prefix("atomic_")
        .or_else(|| name.strip_prefix("atom_"))?;
    let (rest, order) = match rest.strip_suffix("_explicit") {
        Some(rest) => (rest, Order::Relaxed),
        None => (rest, Order::Sequential),
    };
    let bare = rest.strip_prefix("fetch_").unwrap_or(rest);
    let (op, operands) = match bare {
        "add" => (AtomicOp::Add, 1),
        "sub" => (AtomicOp::Sub, 1),
        "xchg" | "exchange" => (AtomicOp::Exchange, 1),
        "inc" => (AtomicOp::Increment, 0),
        "dec" => (AtomicOp::Decrement, 0),
        "min" => (least(signed), 1),
        "max" => (greatest(signed), 1),
        "and" => (AtomicOp::And, 1),
        "or" => (AtomicOp::Or, 1),
        "xor" => (AtomicOp::Xor, 1),
        "cmpxchg" => (AtomicOp::CompareExchange, 2),
        "load" => (AtomicOp::Load, 0),
        "store" => (AtomicOp::Store, 1),
        _ => return None,
    };
    Some((
        Spec {
            op: on(op, scalar),
            scope: Scope::Grid,
            order,
        },
        operands,
    ))
}

fn least(signed: bool) -> AtomicOp {
    match signed {
        true => AtomicOp::MinSigned,
        false => AtomicOp::MinUnsigned,
    }
}

fn greatest(signed: bool) -> AtomicOp {
    match signed {
        true => AtomicOp::MaxSigned,
        false => AtomicOp::MaxUnsigned,
    }
}

/// Arithmetic on floats is an operation of its own.
fn on(op: AtomicOp, scalar: Scalar) -> AtomicOp {
    match (op, scalar) {
        (AtomicOp::Exchange | AtomicOp::CompareExchange | AtomicOp::Load | AtomicOp::Store, _) => {
            op
        }
        (_, Scalar::Float(_)) => AtomicOp::Float,
        _ => op,
    }
}
