//! Operations of a kernel that have no meaning, or not the one that is meant, for some operands. What goes
//! wrong only there is told with the ones that the kernel has.

use crate::sizes::{each_expression, reached};
use kernel_graph::{BinaryOp, ExprKind, FunctionId, Module};

/// Which kinds of such operations there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undefinable {
    /// Signed arithmetic, whose result may not fit.
    pub signed: bool,
    /// Arithmetic that the language lets wrap, and the program does not mean to.
    pub mixed: bool,
    /// Divisions, whose divisor may be zero.
    pub division: bool,
    /// Shifts, which may be by too many bits.
    pub shift: bool,
}

impl Undefinable {
    /// Those of a kernel and of what it calls.
    pub fn of(module: &Module, kernel: FunctionId) -> Undefinable {
        let mut found = Undefinable::default();
        for function in reached(module, kernel) {
            each_expression(function, &mut |e| {
                if let ExprKind::Binary(op, ..) = &e.kind {
                    found.note(*op);
                }
            });
        }
        found
    }

    fn note(&mut self, op: BinaryOp) {
        match op {
            BinaryOp::AddSigned | BinaryOp::SubSigned | BinaryOp::MulSigned => self.signed = true,
            BinaryOp::WrapIntent(_) => self.mixed = true,
            BinaryOp::DivSigned
            | BinaryOp::DivUnsigned
            | BinaryOp::RemSigned
            | BinaryOp::RemUnsigned => self.division = true,
            BinaryOp::ShiftLeft | BinaryOp::ShiftRightSigned | BinaryOp::ShiftRightUnsigned => {
                self.shift = true;
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::MulHighSigned
            | BinaryOp::MulHighUnsigned
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::MinSigned
            | BinaryOp::MinUnsigned
            | BinaryOp::MaxSigned
            | BinaryOp::MaxUnsigned => {}
        }
    }

    /// What may happen there, as in `only where …`.
    pub fn words(self) -> String {
        let kinds = [
            (self.signed, "signed arithmetic overflows"),
            (self.mixed, "mixed signed and unsigned arithmetic wraps"),
            (self.division, "something is divided by zero"),
            (self.shift, "a shift is by the operand's width or more"),
        ];
        let there = kinds.into_iter().filter(|(is_there, _)| *is_there);
        let there: Vec<&str> = there.map(|(_, words)| words).collect();
        match there.as_slice() {
            // The operation is one that the front end made of something else.
            [] => "arithmetic has no defined result".to_owned(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        }
    }
}
