//! Atomic operations of CUDA, OpenCL 1.x and C11.

use super::BuiltinCall;
use crate::Lowered;
use crate::builder::Builder;
use crate::known::{self, Atomics, Group, Meaning};
use crate::types::Shape;
use clang::tree::{Expr as CExpr, ExprKind as C};
use kernel_graph::{AtomicOp, Expr, Order, Scalar, Scope, StmtKind};
use text::code::Code;

impl Builder<'_> {
    /// `atomicAdd(p, v)`, `atomic_add(p, v)`, `atomic_fetch_add_explicit(p, v, …)` and their like.
    pub(crate) fn atomic_call(
        &mut self,
        call: &BuiltinCall<'_>,
        what: Atomics,
        group: Group,
    ) -> Lowered<Option<Expr>> {
        let Some(pointer) = call.arguments.first() else {
            return self.refuse(Code::K204, "this call");
        };
        let ty = self.pointee(pointer.ty.id)?;
        let scope = match group {
            Group::Warp | Group::Mask | Group::Block => Scope::Block,
            Group::Grid => Scope::Grid,
            Group::System => Scope::System,
        };
        match what {
            Atomics::CompareExchange => return self.compare_exchange(call, scope),
            Atomics::Init => {
                let values = self.values(call.arguments)?;
                let [address, value] = values.as_slice() else {
                    return self.refuse(Code::K204, "this call");
                };
                self.store(address.clone(), value.clone(), ty.volatile);
                return Ok(None);
            }
            Atomics::Do(_) | Atomics::Least | Atomics::Greatest => {}
        }
        if self.shape(ty.id)? == Shape::Object {
            return self.atomic_object(call, scope);
        }
        let (scalar, signed) = self.scalar(ty.id)?;
        let Some((op, operands)) = operation(what, scalar, signed, call.arguments.len()) else {
            return self.refuse(Code::K204, &format!("`{}`", call.name));
        };
        let address = self.value(pointer)?;
        let address = self.evaluated(address);
        let mut values = Vec::new();
        for argument in call.arguments.iter().skip(1) {
            let value = self.value(argument)?;
            values.push(self.evaluated(value));
        }
        // An order behind the operands is taken to be the weakest.
        values.truncate(operands);
        let scope = self.scope_said(scope, call.arguments.get(operands + 2))?;
        let wants = self.shape(call.e.ty.id)? != Shape::Void;
        let to = wants.then(|| self.temporary(scalar));
        self.push(StmtKind::Atomic {
            to,
            op,
            address,
            scalar,
            operands: values,
            scope,
            order: order(call.name),
        });
        Ok(to.map(|to| Expr::local(to, scalar)))
    }

    /// For whom an operation is atomic if an argument of OpenCL's says so. A scope that is computed is
    /// the narrowest.
    fn scope_said(&mut self, usual: Scope, argument: Option<&CExpr>) -> Lowered<Scope> {
        let Some(argument) = argument else {
            return Ok(usual);
        };
        Ok(match self.value(argument)?.as_const() {
            Some(1) => Scope::Block,
            Some(2) => Scope::Grid,
            Some(3) => Scope::System,
            _ => Scope::Warp(self.full_mask()),
        })
    }

    /// An operation on a number of 16 bits, or a pair of them: the bits are atomically changed, and
    /// their values unknown.
    fn atomic_object(&mut self, call: &BuiltinCall<'_>, scope: Scope) -> Lowered<Option<Expr>> {
        let [pointer, value] = call.arguments else {
            return self.refuse(Code::K204, "this call");
        };
        let ty = self.pointee(pointer.ty.id)?;
        let object = self.types.get(ty.id);
        let half = matches!(object, clang::types::Type::Record(id) if self.is_half(*id));
        let scalar = match self.types.size(ty.id) {
            Some(size @ (2 | 4)) if half => Scalar::Int(if size == 2 { 16 } else { 32 }),
            _ => return self.refuse(Code::K204, "an atomic operation on such an object"),
        };
        let address = self.value(pointer)?;
        let address = self.evaluated(address);
        let from = self.object(value)?;
        let bits = self.load(from, scalar, false);
        self.push(StmtKind::Atomic {
            to: None,
            op: AtomicOp::Float,
            address,
            scalar,
            operands: vec![bits],
            scope,
            order: Order::Relaxed,
        });
        self.arbitrary(call)
    }

    /// `atomic_compare_exchange_strong(object, expected, desired)`: the old value goes to
    /// `*expected`; whether it was expected is arbitrary.
    fn compare_exchange(&mut self, call: &BuiltinCall<'_>, scope: Scope) -> Lowered<Option<Expr>> {
        let [object, expected, desired, orders @ ..] = call.arguments else {
            return self.refuse(Code::K204, "this call");
        };
        let scope = self.scope_said(scope, orders.get(2))?;
        let ty = self.pointee(object.ty.id)?;
        let (scalar, _) = self.scalar(ty.id)?;
        let address = self.value(object)?;
        let address = self.evaluated(address);
        let place = self.value(expected)?;
        let place = self.evaluated(place);
        let old = self.load(place.clone(), scalar, false);
        let new = self.value(desired)?;
        let new = self.evaluated(new);
        let to = self.temporary(scalar);
        self.push(StmtKind::Atomic {
            to: Some(to),
            op: AtomicOp::CompareExchange,
            address,
            scalar,
            operands: vec![old, new],
            scope,
            order: order(call.name),
        });
        self.store(place, Expr::local(to, scalar), false);
        self.arbitrary(call)
    }

    /// Operations that C11's macros become.
    pub(crate) fn atomic(&mut self, e: &CExpr) -> Lowered<Option<Expr>> {
        let C::Atomic { name, operands } = &e.kind else {
            return self.refuse(Code::K201, "this atomic operation");
        };
        let Some(pointer) = operands.first() else {
            return self.refuse(Code::K201, "this atomic operation");
        };
        let ty = self.pointee(pointer.ty.id)?;
        let (scalar, signed) = self.scalar(ty.id)?;
        // Those of OpenCL and of scopes have another operand, and are not written by programs.
        // GNU's load, store and exchange have their values behind pointers; those with `_n` are no functions
        // of C11's names.
        let bare = match (name.strip_prefix("__c11_"), name.strip_prefix("__")) {
            (Some(bare), _) => bare,
            (None, Some(bare)) if bare.starts_with("atomic_fetch_") => bare,
            _ => return self.refuse(Code::K201, "this atomic operation"),
        };
        if bare == "atomic_init" {
            let address = self.value(pointer)?;
            let value = match operands.last() {
                Some(value) => self.value(value)?,
                None => return self.refuse(Code::K201, "this atomic operation"),
            };
            self.store(address, value, false);
            return Ok(None);
        }
        let known = known::meaning(bare, self.types.unit.language);
        let found = match known {
            // The pointer, and the order behind it.
            Some(Meaning::Atomic(what, _)) => operation(what, scalar, signed, usize::MAX),
            _ => None,
        };
        let Some((op, count)) = found else {
            return self.refuse(Code::K201, "this atomic operation");
        };
        // The pointer, the order, and the values.
        if operands.len() != count + 2 {
            return self.refuse(Code::K201, "the operands of this atomic operation");
        }
        let address = self.value(pointer)?;
        let address = self.evaluated(address);
        // Clang puts the order behind the pointer, and the values last.
        let mut evaluated = Vec::new();
        for operand in operands.iter().skip(operands.len().saturating_sub(count)) {
            let value = self.value(operand)?;
            evaluated.push(self.evaluated(value));
        }
        if evaluated.iter().any(|value| value.scalar != scalar) {
            return self.refuse(Code::K201, "the operands of this atomic operation");
        }
        let wants = self.shape(e.ty.id)? != crate::types::Shape::Void;
        let to = wants.then(|| self.temporary(scalar));
        self.push(StmtKind::Atomic {
            to,
            op,
            address,
            scalar,
            operands: evaluated,
            scope: Scope::Grid,
            order: Order::Relaxed,
        });
        Ok(to.map(|to| Expr::local(to, scalar)))
    }
}

/// How far a function orders other accesses: C11's without `_explicit` all in one order.
fn order(name: &str) -> Order {
    let c11 = ["fetch_", "load", "store", "exchange", "compare_exchange"]
        .iter()
        .any(|rest| {
            name.strip_prefix("atomic_")
                .is_some_and(|n| n.starts_with(rest))
        });
    match c11 && !name.ends_with("_explicit") {
        true => Order::Sequential,
        false => Order::Relaxed,
    }
}

/// What an operation does with a value of a type, and how many operands it has beside the address.
/// `given` counts all arguments.
fn operation(
    what: Atomics,
    scalar: Scalar,
    signed: bool,
    given: usize,
) -> Option<(AtomicOp, usize)> {
    let op = match what {
        Atomics::Do(op) => op,
        Atomics::Least if signed => AtomicOp::MinSigned,
        Atomics::Least => AtomicOp::MinUnsigned,
        Atomics::Greatest if signed => AtomicOp::MaxSigned,
        Atomics::Greatest => AtomicOp::MaxUnsigned,
        Atomics::CompareExchange | Atomics::Init => return None,
    };
    let operands = match op {
        AtomicOp::Load => 0,
        // CUDA's have a bound, OpenCL's have none.
        AtomicOp::Increment | AtomicOp::Decrement => usize::from(given == 2),
        AtomicOp::CompareExchange => 2,
        AtomicOp::Add
        | AtomicOp::Sub
        | AtomicOp::MinSigned
        | AtomicOp::MinUnsigned
        | AtomicOp::MaxSigned
        | AtomicOp::MaxUnsigned
        | AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::Exchange
        | AtomicOp::Store
        | AtomicOp::FloatAdd
        | AtomicOp::Float => 1,
    };
    // Arithmetic on floats is an operation of its own.
    let op = match (op, scalar) {
        (AtomicOp::Exchange | AtomicOp::CompareExchange | AtomicOp::Load | AtomicOp::Store, _) => {
            op
        }
        (AtomicOp::Add, Scalar::Float(_)) => AtomicOp::FloatAdd,
        (_, Scalar::Float(_)) => AtomicOp::Float,
        _ => op,
    };
    (given > operands).then_some((op, operands))
}
