//! Asynchronous copies of a thread, and waits for them (PTX ISA, *Data Movement and Conversion Instructions: Asynchronous
//! copy*).

use super::{Done, Instruction, Operand, Scopes};
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{folded, resized};
use kernel_graph::{CopyGroup, Expr, Scalar, StmtKind};
use text::code::Code;

impl Builder<'_> {
    pub(super) fn copy_instruction(
        &mut self,
        scopes: &Scopes<'_>,
        one: &Instruction,
        modifiers: &[&str],
    ) -> Lowered<Option<Done>> {
        match (modifiers, one.operands.as_slice()) {
            (["async", "commit_group"], []) => {
                self.push(StmtKind::CopyGroup(CopyGroup::Commit));
                Ok(Some(Done::Yes))
            }
            (["async", "wait_all"], []) => {
                self.push(StmtKind::CopyGroup(CopyGroup::WaitAll));
                Ok(Some(Done::Yes))
            }
            (["async", "wait_group"], [count]) => {
                let count = self.constant_operand(scopes, count)?;
                let Some(count) = count.and_then(|count| u32::try_from(count).ok()) else {
                    return self.refuse(Code::K205, "a wait for a variable number of groups");
                };
                self.push(StmtKind::CopyGroup(CopyGroup::WaitPrior(count)));
                Ok(Some(Done::Yes))
            }
            (
                [
                    "async",
                    "ca" | "cg",
                    "shared" | "shared::cta",
                    "global",
                    levels @ ..,
                ],
                [to, from, bytes, rest @ ..],
            ) => {
                let hinted = levels.contains(&"L2::cache_hint");
                let known = ["L2::64B", "L2::128B", "L2::256B", "L2::cache_hint"];
                if levels.iter().any(|level| !known.contains(level)) {
                    return Ok(None);
                }
                // The last operand says which policy a cache has.
                let read = match (rest, hinted) {
                    ([], false) | ([_], true) => None,
                    ([read], false) | ([read, _], true) => Some(read),
                    _ => return Ok(None),
                };
                self.copy_of_thread(scopes, (to, from), (bytes, read))?;
                Ok(Some(Done::Yes))
            }
            _ => Ok(None),
        }
    }

    /// A copy of so many bytes, of which fewer may be read.
    fn copy_of_thread(
        &mut self,
        scopes: &Scopes<'_>,
        (to, from): (&Operand, &Operand),
        (bytes, read): (&Operand, Option<&Operand>),
    ) -> Lowered<()> {
        let to = self.address_of(scopes, (to, true))?;
        let from = self.address_of(scopes, (from, false))?;
        let (to, from) = (self.evaluated(to), self.evaluated(from));
        let Some(bytes @ (4 | 8 | 16)) = self.constant_operand(scopes, bytes)? else {
            return self.refuse(Code::K205, "a copy of so many bytes");
        };
        let read = match read {
            None => None,
            Some(read) => match self.read_register(scopes, read)? {
                Some(read) if matches!(read.scalar, Scalar::Int(_)) => {
                    let wide = Scalar::Int(8 * self.types.pointer());
                    let read = folded(resized(read, wide, false));
                    Some(self.evaluated(read))
                }
                // A predicate that says whether anything is read.
                _ => return self.refuse(Code::K205, "this operand of a copy"),
            },
        };
        let read = read.filter(|read| read.as_const() != Some(bytes));
        self.push(StmtKind::CopyAsync {
            event: None,
            to,
            from,
            bytes: Expr::int(
                8 * self.types.pointer(),
                i128::try_from(bytes).unwrap_or(16),
            ),
            read,
            together: false,
            joins: None,
            stride: None,
        });
        Ok(())
    }

    /// The value of an operand that is a literal, or a constant expression of the program.
    fn constant_operand(
        &mut self,
        scopes: &Scopes<'_>,
        operand: &Operand,
    ) -> Lowered<Option<u128>> {
        let number = match operand {
            Operand::Int(number) => return Ok(u128::try_from(*number).ok()),
            Operand::Place(number) => Some(*number),
            Operand::Named(name) => {
                let mut all = scopes.asm.operands.iter();
                all.position(|one| one.name.as_ref() == Some(name))
            }
            Operand::Register(_)
            | Operand::Special(_)
            | Operand::Number
            | Operand::Memory(..)
            | Operand::Vector(_)
            | Operand::Nothing => None,
        };
        let Some((operand, ..)) = number.and_then(|number| scopes.places.get(number)) else {
            return Ok(None);
        };
        let value = self.value_or_load(operand)?;
        Ok(folded(value).as_const())
    }
}
