//! Atomic operations whose results nobody uses: of one kind, in whatever order, they give the same.

use crate::machine::Machine;
use crate::memory::Value;
use crate::outcome::{Refused, Why};
use crate::shadow::Kind;
use crate::term::Op;
use kernel_graph::{AtomicOp, BinaryOp, Scalar, Scope, Space, StmtKind};

/// What an operation does with a value.
#[derive(Clone, Copy)]
enum Change {
    Integer(BinaryOp),
    /// A sum of floats in an order that the device chooses.
    FloatSum,
}

impl Machine<'_> {
    /// Executes an atomic operation.
    pub(crate) fn atomic(&mut self, t: usize, stmt: &StmtKind) -> Result<(), Box<Refused>> {
        let refuse = |machine: &Self, what: &str| Err(machine.at(t, Why::NoRule(what.to_owned())));
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
            return refuse(self, "another statement than an atomic operation");
        };
        if self.every.is_some() {
            return refuse(self, "an atomic operation, for all sizes");
        }
        let number = self.threads.get(t).and_then(|thread| thread.frames.last());
        let number = number.map_or(0, |frame| frame.function);
        if let Some(to) = to {
            if self.is_read(number, *to) {
                return refuse(self, "an atomic operation whose result is used");
            }
            self.assign(t, *to, Value::Unset)?;
        }
        let change = match op {
            AtomicOp::Add => Change::Integer(BinaryOp::Add),
            AtomicOp::Sub => Change::Integer(BinaryOp::Sub),
            AtomicOp::MinSigned => Change::Integer(BinaryOp::MinSigned),
            AtomicOp::MinUnsigned => Change::Integer(BinaryOp::MinUnsigned),
            AtomicOp::MaxSigned => Change::Integer(BinaryOp::MaxSigned),
            AtomicOp::MaxUnsigned => Change::Integer(BinaryOp::MaxUnsigned),
            AtomicOp::And => Change::Integer(BinaryOp::And),
            AtomicOp::Or => Change::Integer(BinaryOp::Or),
            AtomicOp::Xor => Change::Integer(BinaryOp::Xor),
            AtomicOp::FloatAdd => Change::FloatSum,
            // Which operation it is, the graph does not say.
            AtomicOp::Float => {
                return refuse(self, "an atomic operation on floats but an addition");
            }
            AtomicOp::Increment | AtomicOp::Decrement => {
                return refuse(self, "an atomic operation that counts in a circle");
            }
            AtomicOp::Exchange | AtomicOp::CompareExchange | AtomicOp::Load | AtomicOp::Store => {
                return refuse(self, "an atomic operation whose order matters");
            }
        };
        let [by] = operands.as_slice() else {
            return refuse(self, "such an atomic operation");
        };
        let address = self.value(t, address)?;
        let by = self.value(t, by)?;
        let bytes = scalar.bytes(self.launch.module.target.pointer);
        let places = match address {
            Value::Several(_) => self.places(t, address, (bytes, false))?,
            Value::Address(..) | Value::Bits(_) | Value::Term(_) | Value::Unset => {
                let truth = self.arena.truth(true);
                vec![(truth, self.place(t, address, (bytes, false), true)?)]
            }
        };
        for (when, place) in places {
            let object = self.objects.get(place.0.0 as usize);
            let space = object.map(|object| object.space);
            // For threads to which it is not atomic it is a write.
            let wide = match scope {
                Scope::Grid | Scope::System => true,
                Scope::Block => space == Some(Space::Shared),
                Scope::Warp(_) | Scope::Tile(_) | Scope::SubGroup => false,
            };
            let kind = if wide { Kind::Atomic(*op) } else { Kind::Write };
            self.note_atomic(t, place, (bytes, kind))?;
            let old = self.peek(t, place, bytes)?;
            let new = self.changed(t, (change, *scalar), (old, by))?;
            let new = self.choice(when, (new, old), 8 * bytes);
            self.poke(place, new);
        }
        Ok(())
    }

    /// What an operation makes of a value.
    fn changed(
        &mut self,
        t: usize,
        (change, scalar): (Change, Scalar),
        (old, by): (Value, Value),
    ) -> Result<Value, Box<Refused>> {
        match (change, scalar) {
            (Change::Integer(op), Scalar::Int(width)) => self.on_values(t, op, (old, by), width),
            (Change::FloatSum, Scalar::Float(format)) => {
                let old = self.term(t, old, format.bits())?;
                let by = self.term(t, by, format.bits())?;
                let sum = Op::AnyOrder(format);
                Ok(Value::Term(self.arena.apply(
                    sum,
                    &[old, by],
                    format.bits(),
                )))
            }
            (
                Change::Integer(_) | Change::FloatSum,
                Scalar::Bool
                | Scalar::Int(_)
                | Scalar::Float(_)
                | Scalar::Pointer
                | Scalar::Function
                | Scalar::Handle,
            ) => {
                let what = "such an atomic operation".to_owned();
                Err(self.at(t, Why::NoRule(what)))
            }
        }
    }
}
