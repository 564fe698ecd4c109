//! Inline assembly (PTX): what its instructions do to memory and to other threads, by a table of the common ones. Of what
//! an instruction computes only addresses, integers and Booleans are followed; another result may be any value. An
//! instruction that is not in the table is refused by its name.

mod asm;
mod copies;
mod matrix;
mod memory;
mod parse;
mod registers;
mod rest;
mod wait;

use self::asm::Asm;
use self::parse::{Instruction, Operand, Statement};
use crate::Lowered;
use crate::builder::Builder;
use clang::tree::Expr as CExpr;
use kernel_graph::{Collective, Expr, LocalId, Scalar, Scope, StmtKind, Terminator};
use std::collections::HashMap;
use text::code::Code;

/// What an `asm` statement works with.
struct Scopes<'c> {
    /// The statement.
    asm: &'c Asm,
    /// Its operands, with the local that has the value of each.
    places: Vec<(&'c CExpr, LocalId, Scalar)>,
    /// Registers that its text declares.
    registers: HashMap<String, (LocalId, Scalar)>,
}

/// What an instruction does.
enum Done {
    /// All that there is to do was done.
    Yes,
    /// Its first operand, or the parts of it, get any value.
    AnyResult,
}

impl Builder<'_> {
    /// An `asm` statement.
    pub(crate) fn assembly(&mut self, text: &str, operands: &[CExpr]) -> Lowered<()> {
        let Some(asm) = asm::parse(text).filter(|asm| asm.operands.len() == operands.len()) else {
            return self.refuse(Code::K205, "inline assembly of this form");
        };
        let Some(statements) = parse::parse(&asm.template) else {
            return self.refuse(Code::K205, "PTX of this form");
        };
        let mut scopes = Scopes {
            asm: &asm,
            places: Vec::new(),
            registers: HashMap::new(),
        };
        for (said, operand) in asm.operands.iter().zip(operands) {
            let (scalar, _) = self.scalar(operand.ty.id)?;
            let local = self.temporary(scalar);
            if said.read {
                let value = self.value_or_load(operand)?;
                if value.scalar != scalar {
                    return self.refuse(Code::K205, "an operand of this type");
                }
                self.push(StmtKind::Assign { to: local, value });
            } else {
                self.push(StmtKind::Havoc(local));
            }
            scopes.places.push((operand, local, scalar));
        }
        for statement in &statements {
            match statement {
                Statement::Registers(kind, names) => self.registers(&mut scopes, kind, names)?,
                Statement::Instruction(one) => self.guarded(&scopes, one)?,
            }
        }
        for (said, (operand, local, scalar)) in asm.operands.iter().zip(&scopes.places) {
            if said.written {
                let place = self.place(operand)?;
                self.store(place, Expr::local(*local, *scalar), false);
            }
        }
        Ok(())
    }

    /// An instruction, if the register says so that stands before it.
    fn guarded(&mut self, scopes: &Scopes<'_>, one: &Instruction) -> Lowered<()> {
        let Some((no, name)) = &one.guard else {
            return self.instruction(scopes, one);
        };
        let Some((local, Scalar::Bool)) = scopes.registers.get(name) else {
            return self.refuse(Code::K205, "this predicate");
        };
        let (inside, behind) = (self.block(), self.block());
        let (then, otherwise) = match no {
            true => (behind, inside),
            false => (inside, behind),
        };
        self.end(Terminator::Branch {
            condition: Expr::local(*local, Scalar::Bool),
            then,
            otherwise,
        });
        self.enter(inside);
        self.instruction(scopes, one)?;
        self.end(Terminator::Goto(behind));
        self.enter(behind);
        Ok(())
    }

    /// An instruction of the table.
    fn instruction(&mut self, scopes: &Scopes<'_>, one: &Instruction) -> Lowered<()> {
        let modifiers: Vec<&str> = one.modifiers.iter().map(String::as_str).collect();
        let done = match one.name.as_str() {
            "cp" => self.copy_instruction(scopes, one, &modifiers)?,
            "ldmatrix" | "stmatrix" => self.rows_of_lanes(scopes, one, &modifiers)?,
            "mma" => self.product(&modifiers)?,
            "ld" | "ldu" => self.load_instruction(scopes, one, &modifiers)?,
            "st" => self.store_instruction(scopes, one, &modifiers)?,
            "bar" | "barrier" | "membar" | "fence" => {
                self.wait_instruction(scopes, one, &modifiers)?
            }
            "shfl" | "vote" | "match" | "redux" | "elect" => {
                self.exchange_instruction(scopes, one, &modifiers)?
            }
            "mov" | "cvta" | "cvt" | "add" | "sub" | "setp" => {
                self.register_instruction(scopes, one, &modifiers)?
            }
            name if rest::computes(name) => Some(Done::AnyResult),
            name if rest::does_nothing(name) => Some(Done::Yes),
            _ => None,
        };
        match done {
            Some(Done::Yes) => Ok(()),
            Some(Done::AnyResult) => self.any_result(scopes, one),
            None => {
                let all = [one.name.as_str()].into_iter().chain(modifiers);
                let name = all.collect::<Vec<_>>().join(".");
                self.refuse(Code::K205, &format!("the PTX instruction `{name}`"))
            }
        }
    }

    /// The first operand gets any value.
    fn any_result(&mut self, scopes: &Scopes<'_>, one: &Instruction) -> Lowered<()> {
        match one.operands.first() {
            Some(Operand::Vector(parts)) => parts
                .iter()
                .try_for_each(|part| self.assign_register(scopes, part, None)),
            Some(part) => self.assign_register(scopes, part, None),
            None => self.refuse(Code::K205, "an instruction without a result"),
        }
    }

    /// The lanes that a mask names work together; nothing is ordered by that.
    fn lanes_meet(&mut self, mask: Expr) {
        let to = self.temporary(Scalar::Int(32));
        self.push(StmtKind::Collective {
            to,
            op: Collective::Other,
            among: Some(Scope::Warp(mask)),
            operands: Vec::new(),
        });
    }
}
