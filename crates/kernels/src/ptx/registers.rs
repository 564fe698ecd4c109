//! Registers, and what is computed of addresses, integers and Booleans.

use super::{Done, Instruction, Operand, Scopes};
use crate::Lowered;
use crate::builder::Builder;
use crate::convert::{binary, cast, compare, resized};
use kernel_graph::{
    Atom, BinaryOp, CastOp, CompareOp, Dimension, Expr, FloatFormat, LocalId, Scalar, StmtKind,
};
use text::code::Code;

/// The scalar of a fundamental type.
pub(super) fn scalar_of(kind: &str) -> Option<Scalar> {
    Some(match kind {
        "pred" => Scalar::Bool,
        "b8" | "u8" | "s8" => Scalar::Int(8),
        "b16" | "u16" | "s16" => Scalar::Int(16),
        "b32" | "u32" | "s32" => Scalar::Int(32),
        "b64" | "u64" | "s64" => Scalar::Int(64),
        "f32" => Scalar::Float(FloatFormat::Single),
        "f64" => Scalar::Float(FloatFormat::Double),
        _ => return None,
    })
}

/// The comparison of integers that a word stands for, with whether the operands change places.
fn comparison(word: &str, signed: bool) -> Option<(CompareOp, bool)> {
    let (less, less_equal) = match signed {
        true => (CompareOp::LessSigned, CompareOp::LessEqualSigned),
        false => (CompareOp::LessUnsigned, CompareOp::LessEqualUnsigned),
    };
    Some(match word {
        "eq" => (CompareOp::Eq, false),
        "ne" => (CompareOp::Ne, false),
        "lt" | "lo" => (less, false),
        "le" | "ls" => (less_equal, false),
        "gt" | "hi" => (less, true),
        "ge" | "hs" => (less_equal, true),
        _ => return None,
    })
}

impl Builder<'_> {
    /// A declaration of registers.
    pub(super) fn registers(
        &mut self,
        scopes: &mut Scopes<'_>,
        kind: &str,
        names: &[String],
    ) -> Lowered<()> {
        let Some(scalar) = scalar_of(kind) else {
            return self.refuse(Code::K205, "registers of this type");
        };
        for name in names {
            let local = self.temporary(scalar);
            self.push(StmtKind::Havoc(local));
            if scopes
                .registers
                .insert(name.clone(), (local, scalar))
                .is_some()
            {
                return self.refuse(Code::K205, "two registers of one name");
            }
        }
        Ok(())
    }

    /// The local of a register or of an operand of the statement, if an operand is one.
    fn local_of(&self, scopes: &Scopes<'_>, operand: &Operand) -> Option<(LocalId, Scalar)> {
        let place = |number: usize| {
            let (_, local, scalar) = scopes.places.get(number)?;
            Some((*local, *scalar))
        };
        match operand {
            Operand::Place(number) => place(*number),
            Operand::Named(name) => {
                let mut all = scopes.asm.operands.iter();
                place(all.position(|one| one.name.as_ref() == Some(name))?)
            }
            Operand::Register(name) => scopes.registers.get(name).copied(),
            // A register of the text's own, whose name begins so.
            Operand::Special(name) => scopes.registers.get(&format!("%{name}")).copied(),
            Operand::Int(_)
            | Operand::Number
            | Operand::Memory(..)
            | Operand::Vector(_)
            | Operand::Nothing => None,
        }
    }

    /// The value of an operand; none where it may be any.
    pub(super) fn read_register(
        &self,
        scopes: &Scopes<'_>,
        operand: &Operand,
    ) -> Lowered<Option<Expr>> {
        if let Some((local, scalar)) = self.local_of(scopes, operand) {
            return Ok(Some(Expr::local(local, scalar)));
        }
        match operand {
            // Literals have 64 bits, of which an instruction takes as many as its type has.
            Operand::Int(number) => Ok(Some(Expr::int(64, *number))),
            Operand::Special(name) => Ok(special(name)),
            Operand::Number => Ok(None),
            Operand::Place(_)
            | Operand::Named(_)
            | Operand::Register(_)
            | Operand::Memory(..)
            | Operand::Vector(_)
            | Operand::Nothing => self.refuse(Code::K205, "this operand of an instruction"),
        }
    }

    /// A register gets a value, or any one.
    pub(super) fn assign_register(
        &mut self,
        scopes: &Scopes<'_>,
        operand: &Operand,
        value: Option<Expr>,
    ) -> Lowered<()> {
        if *operand == Operand::Nothing {
            return Ok(());
        }
        let Some((to, scalar)) = self.local_of(scopes, operand) else {
            return self.refuse(Code::K205, "this result of an instruction");
        };
        let value = value.and_then(|value| fitted(value, scalar));
        self.push(match value {
            Some(value) => StmtKind::Assign { to, value },
            None => StmtKind::Havoc(to),
        });
        Ok(())
    }

    /// A move, a conversion, a sum or a comparison.
    pub(super) fn register_instruction(
        &mut self,
        scopes: &Scopes<'_>,
        one: &Instruction,
        modifiers: &[&str],
    ) -> Lowered<Option<Done>> {
        let value = match (one.name.as_str(), one.operands.as_slice()) {
            // Between generic addresses and those of a kind of memory; they are one here.
            ("mov" | "cvta", [to, from]) if !matches!(from, Operand::Vector(_)) => {
                if matches!(to, Operand::Vector(_)) {
                    return Ok(Some(Done::AnyResult));
                }
                self.read_register(scopes, from)?
            }
            ("cvt", [_, from]) => {
                let value = self.read_register(scopes, from)?;
                let types: Vec<Scalar> = modifiers
                    .iter()
                    .filter_map(|kind| scalar_of(kind))
                    .collect();
                // A source may have more bits than the type; with another modifier the result is another one.
                match (types.as_slice(), value, modifiers) {
                    ([to @ Scalar::Int(_), of @ Scalar::Int(_)], Some(value), [_, last])
                        if matches!(value.scalar, Scalar::Int(_)) =>
                    {
                        let value = resized(value, *of, false);
                        (value.scalar == *of).then(|| resized(value, *to, last.starts_with('s')))
                    }
                    _ => None,
                }
            }
            ("add" | "sub", [_, a, b]) => {
                let kind = modifiers.last().and_then(|kind| scalar_of(kind));
                let (a, b) = (
                    self.read_register(scopes, a)?,
                    self.read_register(scopes, b)?,
                );
                match (kind, a, b, modifiers) {
                    (Some(scalar @ Scalar::Int(_)), Some(a), Some(b), [_]) => {
                        let op = if one.name == "add" {
                            BinaryOp::Add
                        } else {
                            BinaryOp::Sub
                        };
                        let both = fitted(a, scalar).zip(fitted(b, scalar));
                        both.map(|(a, b)| binary(op, a, b))
                    }
                    _ => None,
                }
            }
            ("setp", [to, a, b]) if !matches!(to, Operand::Vector(_)) => {
                let (a, b) = (
                    self.read_register(scopes, a)?,
                    self.read_register(scopes, b)?,
                );
                let [word, kind] = modifiers else {
                    return Ok(Some(Done::AnyResult));
                };
                match (
                    scalar_of(kind),
                    a,
                    b,
                    comparison(word, kind.starts_with('s')),
                ) {
                    (Some(scalar @ Scalar::Int(_)), Some(a), Some(b), Some((op, turned))) => {
                        let both = fitted(a, scalar).zip(fitted(b, scalar));
                        both.map(|(a, b)| match turned {
                            true => compare(op, b, a),
                            false => compare(op, a, b),
                        })
                    }
                    _ => None,
                }
            }
            _ => return Ok(Some(Done::AnyResult)),
        };
        let Some(to) = one.operands.first() else {
            return Ok(None);
        };
        self.assign_register(scopes, to, value)?;
        Ok(Some(Done::Yes))
    }
}

/// A value as one of another scalar with the same bits; none where it has none.
fn fitted(value: Expr, scalar: Scalar) -> Option<Expr> {
    match (value.scalar, scalar) {
        (from, to) if from == to => Some(value),
        // A literal has the type of the instruction.
        (Scalar::Int(_), Scalar::Int(_)) if value.as_const().is_some() => {
            Some(resized(value, scalar, true))
        }
        (Scalar::Pointer, Scalar::Int(64)) => Some(cast(CastOp::PointerToInt, value, scalar)),
        (Scalar::Int(64), Scalar::Pointer) => Some(cast(CastOp::IntToPointer, value, scalar)),
        _ => None,
    }
}

/// The value of a register of the machine, if it is known.
fn special(name: &str) -> Option<Expr> {
    let (name, part) = name.split_once('.').unwrap_or((name, ""));
    let dimension = match part {
        "x" => Some(Dimension::X),
        "y" => Some(Dimension::Y),
        "z" => Some(Dimension::Z),
        _ => None,
    };
    let atom = match (name, dimension) {
        ("tid", Some(dimension)) => Atom::Thread(dimension),
        ("ntid", Some(dimension)) => Atom::BlockSize(dimension),
        ("ctaid", Some(dimension)) => Atom::Block(dimension),
        ("nctaid", Some(dimension)) => Atom::GridSize(dimension),
        ("laneid", None) => Atom::Lane,
        _ => return None,
    };
    Some(Expr::atom(atom))
}
