//! Atomic operations.

use crate::access::{Access, Data};
use crate::arith;
use crate::eval::{Halt, unsupported};
use crate::machine::{Event, Machine};
use crate::outcome::{Among, Kind};
use crate::value::{Value, width};
use kernel_graph::{AtomicOp, BinaryOp, FloatOp, Scalar, Scope, StmtKind};

impl Machine<'_> {
    /// Executes an atomic operation.
    pub(crate) fn atomic(&mut self, t: usize, stmt: &StmtKind) -> Result<Event, Halt> {
        let StmtKind::Atomic {
            to,
            op,
            address,
            scalar,
            operands,
            scope,
            ..
        } = stmt
        else {
            return unsupported("another statement than an atomic operation");
        };
        let pointer = self.value(t, address)?.pointer();
        let (mut values, mut open) = (Vec::new(), false);
        for operand in operands {
            let (value, arbitrary) = self.carried(t, operand);
            open |= arbitrary;
            values.push(value?);
        }
        let among = match scope {
            Scope::Warp(_) | Scope::Tile(_) | Scope::SubGroup => Among::Few,
            Scope::Block => Among::Block,
            Scope::Grid | Scope::System => Among::All,
        };
        let count = u64::from(scalar.bytes(self.module.target.pointer));
        let at = self.place(pointer, count, *op != AtomicOp::Load)?;
        let before = self.bytes(at, count);
        let access = Access::new(t, Kind::Atomic(among), false);
        // With the bytes that a run has, it shows what is looked for.
        let fresh =
            *op != AtomicOp::Store && self.is_fresh(access, at, count) && self.sought.is_none();
        let old = self.memory.value_of(&before.bytes, *scalar);
        let (new, arbitrary) = self.changed(*op, old, &values, *scalar)?;
        let Some(data) = self.memory.bytes_of(new, *scalar) else {
            return unsupported("so many addresses as numbers");
        };
        self.note(t, Kind::Atomic(among), at, &data)?;
        self.arbitrary |= fresh && *op != AtomicOp::Exchange;
        let kept = !matches!(op, AtomicOp::Exchange | AtomicOp::Store);
        let open = open || arbitrary || kept && before.open;
        self.put(at, &Data::of(data, open));
        if let Some(to) = to {
            self.assign(t, *to, old, fresh || before.open)?;
        }
        Ok(Event::Seen)
    }

    /// The new value, and whether it is one of many.
    fn changed(
        &mut self,
        op: AtomicOp,
        old: Value,
        operands: &[Value],
        scalar: Scalar,
    ) -> Result<(Value, bool), Halt> {
        let wide = width(scalar, self.module.target.pointer);
        let known = |value: Value| Ok((value, false));
        let simple = match (op, operands) {
            (AtomicOp::Load, _) => return known(old),
            (AtomicOp::Store | AtomicOp::Exchange, [new]) => return known(*new),
            (AtomicOp::CompareExchange, [expected, new]) => {
                return known(if old == *expected { *new } else { old });
            }
            (AtomicOp::Float, [by]) => return self.float(old, *by, scalar),
            (AtomicOp::FloatAdd, [by]) => {
                let (sum, one_of_many) = self.float(old, *by, scalar)?;
                return Ok((sum, one_of_many && !self.options.ordered_sums));
            }
            (AtomicOp::Increment, [last]) => {
                let (old, last) = (old.bits(), last.bits());
                return known(Value::Bits(if old >= last { 0 } else { old + 1 }));
            }
            (AtomicOp::Decrement, [last]) => {
                let (old, last) = (old.bits(), last.bits());
                let again = old == 0 || old > last;
                return known(Value::Bits(if again { last } else { old - 1 }));
            }
            (AtomicOp::Increment, []) => (BinaryOp::Add, 1),
            (AtomicOp::Decrement, []) => (BinaryOp::Sub, 1),
            (AtomicOp::Add, [by]) => (BinaryOp::Add, by.bits()),
            (AtomicOp::Sub, [by]) => (BinaryOp::Sub, by.bits()),
            (AtomicOp::MinSigned, [by]) => (BinaryOp::MinSigned, by.bits()),
            (AtomicOp::MinUnsigned, [by]) => (BinaryOp::MinUnsigned, by.bits()),
            (AtomicOp::MaxSigned, [by]) => (BinaryOp::MaxSigned, by.bits()),
            (AtomicOp::MaxUnsigned, [by]) => (BinaryOp::MaxUnsigned, by.bits()),
            (AtomicOp::And, [by]) => (BinaryOp::And, by.bits()),
            (AtomicOp::Or, [by]) => (BinaryOp::Or, by.bits()),
            (AtomicOp::Xor, [by]) => (BinaryOp::Xor, by.bits()),
            (
                AtomicOp::Add
                | AtomicOp::Sub
                | AtomicOp::Increment
                | AtomicOp::Decrement
                | AtomicOp::MinSigned
                | AtomicOp::MinUnsigned
                | AtomicOp::MaxSigned
                | AtomicOp::MaxUnsigned
                | AtomicOp::And
                | AtomicOp::Or
                | AtomicOp::Xor
                | AtomicOp::Exchange
                | AtomicOp::CompareExchange
                | AtomicOp::Store
                | AtomicOp::FloatAdd
                | AtomicOp::Float,
                _,
            ) => return unsupported("an atomic operation with such operands"),
        };
        match arith::binary(simple.0, old.bits(), simple.1, wide) {
            Ok((value, _)) => known(Value::Bits(value)),
            Err(_) => unsupported("such an atomic operation"),
        }
    }

    /// An operation on floats: another than an addition the graph does not name, and it is executed as one.
    fn float(&mut self, old: Value, by: Value, scalar: Scalar) -> Result<(Value, bool), Halt> {
        let Scalar::Float(format) = scalar else {
            return Ok((self.any(scalar), true));
        };
        let args = [old.bits(), by.bits()];
        let sum = crate::float::operation(&FloatOp::Add, &args, format);
        Ok((Value::Bits(sum.unwrap_or(0)), true))
    }
}
