//! Asynchronous copies.

use super::BuiltinCall;
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, cast, folded};
use crate::known::Async;
use clang::types::AddressSpace;
use kernel_graph::{BinaryOp, CastOp, CopyGroup, Expr, Fences, Scalar, Scope, StmtKind, Stride};
use text::code::Code;

/// Of a wait for more events than this it is not known for which it waits.
const MOST_EVENTS: u64 = 64;

impl Builder<'_> {
    /// A copy beside the thread's work, or a wait for such copies.
    pub(crate) fn async_call(
        &mut self,
        call: &BuiltinCall<'_>,
        how: Async,
    ) -> Lowered<Option<Expr>> {
        match how {
            Async::Group(sized) => self.work_group_copy(call, sized, false),
            Async::Strided(sized) => self.work_group_copy(call, sized, true),
            Async::WaitGroup => self.wait_events(call).map(|()| None),
            Async::Thread => self.own_copy(call).map(|()| None),
            Async::Commit => {
                self.values(call.arguments)?;
                self.push(StmtKind::CopyGroup(CopyGroup::Commit));
                Ok(None)
            }
            Async::WaitPrior => {
                let [count] = call.arguments else {
                    return self.refuse(Code::K204, "this call");
                };
                let count = self.value(count)?.as_const();
                match count.and_then(|count| u32::try_from(count).ok()) {
                    Some(count) => {
                        self.push(StmtKind::CopyGroup(CopyGroup::WaitPrior(count)));
                        Ok(None)
                    }
                    None => self.refuse(Code::K204, "a wait for a variable number of groups"),
                }
            }
        }
    }

    /// `__pipeline_memcpy_async(to, from, bytes, zeros)`: the thread copies; of what is written the last bytes are zero.
    fn own_copy(&mut self, call: &BuiltinCall<'_>) -> Lowered<()> {
        let [to, from, bytes, rest @ ..] = call.arguments else {
            return self.refuse(Code::K204, "this call");
        };
        let (to, from) = (self.value(to)?, self.value(from)?);
        let (to, from) = (self.evaluated(to), self.evaluated(from));
        let bytes = self.value(bytes)?;
        let bytes = folded(self.as_word(bytes, false));
        let zeros = match rest {
            [] => None,
            [zeros] => Some(self.value(zeros)?),
            _ => return self.refuse(Code::K204, "this call"),
        };
        let zeros = zeros.map(|zeros| folded(self.as_word(zeros, false)));
        let zeros = zeros.filter(|zeros| zeros.as_const() != Some(0));
        let read = zeros.map(|zeros| folded(binary(BinaryOp::Sub, bytes.clone(), zeros)));
        let read = read.map(|read| self.evaluated(read));
        self.push(StmtKind::CopyAsync {
            event: None,
            to,
            from,
            bytes,
            read,
            together: false,
            joins: None,
            stride: None,
        });
        Ok(())
    }

    /// `async_work_group_copy(to, from, count, event)`, or with a stride before the event: all
    /// work-items come to it. The event given back is that of the copy and of those that the event
    /// given to it stands for.
    fn work_group_copy(
        &mut self,
        call: &BuiltinCall<'_>,
        sized: bool,
        strided: bool,
    ) -> Lowered<Option<Expr>> {
        let [to, from, count, rest @ .., event] = call.arguments else {
            return self.refuse(Code::K204, "this call");
        };
        let (stride, size) = match (rest, strided, sized) {
            ([], false, false) => (None, None),
            ([size], false, true) => (None, Some(size)),
            ([stride], true, false) => (Some(stride), None),
            ([stride, size], true, true) => (Some(stride), Some(size)),
            _ => return self.refuse(Code::K204, "this call"),
        };
        let element = self.pointee(to.ty.id)?;
        // It is the elements in global memory that lie apart.
        let apart_to = element.space != AddressSpace::Local;
        let to = self.value(to)?;
        let to = self.evaluated(to);
        let from = self.value(from)?;
        let from = self.evaluated(from);
        let signed = self.signed(count.ty.id);
        let count = self.value(count)?;
        let count = self.as_word(count, signed);
        let count = self.evaluated(count);
        let size = match size {
            Some(size) => {
                let size = self.value(size)?;
                self.as_word(size, false)
            }
            None => match self.types.size(element.id) {
                Some(size) => self.word(size),
                None => return self.refuse(Code::K203, "a copy of elements of unknown size"),
            },
        };
        let stride = match stride {
            Some(stride) => {
                let signed = self.signed(stride.ty.id);
                let stride = self.value(stride)?;
                let stride = self.as_word(stride, signed);
                let step = folded(binary(BinaryOp::Mul, stride, size.clone()));
                Some(Box::new(Stride {
                    to: apart_to,
                    step: self.evaluated(step),
                    element: size.clone(),
                }))
            }
            None => None,
        };
        let joins = self.value(event)?;
        let joins = match (joins.scalar, joins.as_const()) {
            (_, Some(0)) => None,
            (Scalar::Handle, _) => Some(self.evaluated(joins)),
            _ => {
                let joins = self.evaluated(joins);
                Some(cast(CastOp::IntToPointer, joins, Scalar::Handle))
            }
        };
        self.barrier(Scope::Block, Fences::default());
        let made = self.temporary(Scalar::Handle);
        self.push(StmtKind::CopyAsync {
            event: Some(made),
            to,
            from,
            bytes: folded(binary(BinaryOp::Mul, count, size)),
            read: None,
            together: true,
            joins,
            stride,
        });
        let made = Expr::local(made, Scalar::Handle);
        let scalar = self.scalar(call.e.ty.id)?.0;
        Ok(Some(match scalar == Scalar::Handle {
            true => made,
            false => cast(CastOp::PointerToInt, made, scalar),
        }))
    }

    /// `wait_group_events(count, events)`: all work-items come to it.
    fn wait_events(&mut self, call: &BuiltinCall<'_>) -> Lowered<()> {
        let [count, events] = call.arguments else {
            return self.refuse(Code::K204, "this call");
        };
        let element = self.pointee(events.ty.id)?;
        let (scalar, _) = self.scalar(element.id)?;
        let number = self.value(count)?.as_const();
        let address = self.value(events)?;
        let address = self.evaluated(address);
        self.barrier(Scope::Block, Fences::default());
        let number = number
            .and_then(|n| u64::try_from(n).ok())
            .filter(|n| *n <= MOST_EVENTS);
        let Some(number) = number else {
            // With a number that is not known no copy is known to have ended: a wait for an event
            // that nothing is known of.
            let any = self.temporary(Scalar::Handle);
            self.push(StmtKind::Havoc(any));
            let any = Expr::local(any, Scalar::Handle);
            self.push(StmtKind::WaitAsync(Some(any)));
            return Ok(());
        };
        let size = u64::from(scalar.bytes(self.types.pointer()));
        for at in 0..number {
            let place = self.further(address.clone(), at * size);
            let event = self.load(place, scalar, false);
            let event = match scalar == Scalar::Handle {
                true => event,
                false => cast(CastOp::IntToPointer, event, Scalar::Handle),
            };
            self.push(StmtKind::WaitAsync(Some(event)));
        }
        Ok(())
    }
}
