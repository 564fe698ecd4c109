//! Loads and stores (PTX ISA, *Data Movement and Conversion Instructions*): of one or several elements, with what they say
//! about caches.

use super::registers::scalar_of;
use super::{Done, Instruction, Operand, Scopes};
use crate::Lowered;
use crate::builder::{Builder, offset};
use crate::convert::{cast, resized};
use kernel_graph::{CastOp, Expr, Scalar};
use text::code::Code;

/// Modifiers that say nothing of what is accessed.
const HINTS: &[&str] = &["weak", "nc", "ca", "cg", "cs", "lu", "cv", "wb", "wt"];

/// Kinds of memory.
const SPACES: &[&str] = &["global", "shared", "shared::cta", "const", "local"];

/// What the modifiers of a load or a store say.
struct Accessed {
    volatile: bool,
    scalar: Scalar,
    count: u64,
}

fn accessed(modifiers: &[&str]) -> Option<Accessed> {
    let mut found = Accessed {
        volatile: false,
        scalar: Scalar::Int(32),
        count: 1,
    };
    let (last, others) = modifiers.split_last()?;
    found.scalar = scalar_of(last)?;
    for word in others {
        match *word {
            "volatile" => found.volatile = true,
            "v2" => found.count = 2,
            "v4" => found.count = 4,
            word if HINTS.contains(&word) || SPACES.contains(&word) => {}
            word if word.starts_with("L1::") => {}
            word if word.starts_with("L2::") && word != "L2::cache_hint" => {}
            // Loads and stores that order others, or are atomic, have no rule.
            _ => return None,
        }
    }
    Some(found)
}

impl Builder<'_> {
    /// The address of memory that an instruction accesses: in shared memory a number, else a generic address.
    pub(super) fn address_of(
        &mut self,
        scopes: &Scopes<'_>,
        (operand, shared): (&Operand, bool),
    ) -> Lowered<Expr> {
        let Operand::Memory(base, by) = operand else {
            return self.refuse(Code::K205, "this operand of an instruction");
        };
        let Some(value) = self.read_register(scopes, base)? else {
            return self.refuse(Code::K205, "this address");
        };
        let base = match (value.scalar, shared) {
            (Scalar::Pointer, false) => value,
            (Scalar::Int(64), false) => cast(CastOp::IntToPointer, value, Scalar::Pointer),
            // Numbers of addresses in shared memory have 32 bits.
            (Scalar::Int(32 | 64), true) => {
                let number = resized(value, Scalar::Int(32), false);
                cast(CastOp::IntToPointer, number, Scalar::Pointer)
            }
            _ => return self.refuse(Code::K205, "an address of this type"),
        };
        let base = self.evaluated(base);
        Ok(match by {
            0 => base,
            by => offset(base, Expr::int(8 * self.types.pointer(), i128::from(*by))),
        })
    }

    pub(super) fn load_instruction(
        &mut self,
        scopes: &Scopes<'_>,
        one: &Instruction,
        modifiers: &[&str],
    ) -> Lowered<Option<Done>> {
        let (Some(how), [to, from]) = (accessed(modifiers), one.operands.as_slice()) else {
            return Ok(None);
        };
        let results = parts(to);
        if u64::try_from(results.len()) != Ok(how.count) {
            return Ok(None);
        }
        let from = self.address_of(scopes, (from, is_shared(modifiers)))?;
        let bytes = u64::from(how.scalar.bytes(self.types.pointer()));
        for (at, result) in (0u64..).zip(results) {
            let place = self.further(from.clone(), at * bytes);
            let value = self.load(place, how.scalar, how.volatile);
            self.assign_register(scopes, result, Some(value))?;
        }
        Ok(Some(Done::Yes))
    }

    pub(super) fn store_instruction(
        &mut self,
        scopes: &Scopes<'_>,
        one: &Instruction,
        modifiers: &[&str],
    ) -> Lowered<Option<Done>> {
        let (Some(how), [to, from]) = (accessed(modifiers), one.operands.as_slice()) else {
            return Ok(None);
        };
        let values = parts(from);
        if u64::try_from(values.len()) != Ok(how.count) {
            return Ok(None);
        }
        let to = self.address_of(scopes, (to, is_shared(modifiers)))?;
        let bytes = u64::from(how.scalar.bytes(self.types.pointer()));
        for (at, value) in (0u64..).zip(values) {
            let value = self.read_register(scopes, value)?;
            let value = value.filter(|value| value.scalar == how.scalar);
            let value = match value {
                Some(value) => value,
                None => {
                    let any = self.temporary(how.scalar);
                    self.push(kernel_graph::StmtKind::Havoc(any));
                    Expr::local(any, how.scalar)
                }
            };
            let place = self.further(to.clone(), at * bytes);
            self.store(place, value, how.volatile);
        }
        Ok(Some(Done::Yes))
    }
}

/// Whether modifiers name shared memory.
fn is_shared(modifiers: &[&str]) -> bool {
    modifiers
        .iter()
        .any(|word| matches!(*word, "shared" | "shared::cta"))
}

/// The parts of an operand.
pub(super) fn parts(operand: &Operand) -> &[Operand] {
    match operand {
        Operand::Vector(parts) => parts,
        Operand::Place(_)
        | Operand::Named(_)
        | Operand::Register(_)
        | Operand::Special(_)
        | Operand::Int(_)
        | Operand::Number
        | Operand::Memory(..)
        | Operand::Nothing => std::slice::from_ref(operand),
    }
}
