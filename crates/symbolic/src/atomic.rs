//! Atomic operations whose results nobody uses: of one kind, in whatever order, they give the same.

use crate::machine::Machine;
use crate::memory::Value;
use crate::outcome::{Refused, Why};
use crate::shadow::Kind;
use kernel_graph::{AtomicOp, BinaryOp, Scalar, Scope, Space, StmtKind};

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
        let number = self.threads.get(t).and_then(|thread| thread.frames.last());
        let number = number.map_or(0, |frame| frame.function);
        if let Some(to) = to {
            if self.is_read(number, *to) {
                return refuse(self, "an atomic operation whose result is used");
            }
            self.assign(t, *to, Value::Unset)?;
        }
        let binary = match op {
            AtomicOp::Add => BinaryOp::Add,
            AtomicOp::Sub => BinaryOp::Sub,
            AtomicOp::MinSigned => BinaryOp::MinSigned,
            AtomicOp::MinUnsigned => BinaryOp::MinUnsigned,
            AtomicOp::MaxSigned => BinaryOp::MaxSigned,
            AtomicOp::MaxUnsigned => BinaryOp::MaxUnsigned,
            AtomicOp::And => BinaryOp::And,
            AtomicOp::Or => BinaryOp::Or,
            AtomicOp::Xor => BinaryOp::Xor,
            // Which operation it is, the graph does not say.
            AtomicOp::Float => return refuse(self, "an atomic operation on floats"),
            AtomicOp::Increment | AtomicOp::Decrement => {
                return refuse(self, "an atomic operation that counts in a circle");
            }
            AtomicOp::Exchange | AtomicOp::CompareExchange | AtomicOp::Load | AtomicOp::Store => {
                return refuse(self, "an atomic operation whose order matters");
            }
        };
        let ([by], Scalar::Int(width)) = (operands.as_slice(), scalar) else {
            return refuse(self, "such an atomic operation");
        };
        let address = self.value(t, address)?;
        let by = self.value(t, by)?;
        let bytes = scalar.bytes(self.launch.module.target.pointer);
        let place = self.place(t, address, bytes, false)?;
        let space = self
            .objects
            .get(place.0.0 as usize)
            .map(|object| object.space);
        // For threads to which it is not atomic it is a write.
        let wide = match scope {
            Scope::Grid | Scope::System => true,
            Scope::Block => space == Some(Space::Shared),
            Scope::Warp(_) | Scope::Tile(_) | Scope::SubGroup => false,
        };
        let kind = if wide { Kind::Atomic(*op) } else { Kind::Write };
        self.note_atomic(t, place, (bytes, kind))?;
        let old = self.peek(t, place, bytes)?;
        let new = self.on_values(t, binary, (old, by), *width)?;
        self.poke(place, new);
        Ok(())
    }
}
