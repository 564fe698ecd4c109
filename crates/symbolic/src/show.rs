//! Terms as texts.

use crate::float;
use crate::names::bare;
use crate::term::{Arena, Float, Leaf, Node, Op, TermId};
use kernel_graph::{BinaryOp, FloatFormat, UnaryOp};

/// A term as C writes it, its operands to so many levels and the rest as dots; `name` names what lies at a byte offset of
/// an array of a key, and parameters by theirs.
pub fn show(arena: &Arena, id: TermId, depth: u32, name: &dyn Fn(Named) -> String) -> String {
    Shown { arena, name }.term(id, depth)
}

/// What has a name of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// What lies in an array of this key before the launch, from a byte on, so many bits.
    Input(u32, i64, u32),
    /// A parameter of this key.
    Param(u32),
}

struct Shown<'a> {
    arena: &'a Arena,
    name: &'a dyn Fn(Named) -> String,
}

impl Shown<'_> {
    fn term(&self, id: TermId, depth: u32) -> String {
        let node = self.arena.node(id);
        let width = self.arena.width(id);
        match node {
            Node::Leaf(Leaf::Const(bits)) => match width {
                1 => (*bits == 1).to_string(),
                _ if *bits >= 1 << 16 => format!("{bits:#x}"),
                _ => bits.to_string(),
            },
            Node::Leaf(Leaf::Input(key, offset)) => (self.name)(Named::Input(*key, *offset, width)),
            Node::Leaf(Leaf::Param(key)) => match crate::every::name(*key) {
                Some(name) => name,
                None => (self.name)(Named::Param(*key)),
            },
            Node::Leaf(Leaf::Unset(_)) => "(nobody's)".to_owned(),
            Node::Few(..) | Node::Many(..) if depth == 0 => "…".to_owned(),
            Node::Few(op, ..) | Node::Many(op, _) => self.applied(*op, node.args(), depth - 1),
        }
    }

    fn operand(&self, id: TermId, depth: u32, format: Option<FloatFormat>) -> String {
        match (format, self.arena.bits(id)) {
            (Some(format), Some(bits)) => format!("{:?}", float::number(bits, format)),
            _ => self.term(id, depth),
        }
    }

    fn applied(&self, op: Op, args: &[TermId], depth: u32) -> String {
        let format = match op {
            Op::Float(_, format)
            | Op::AnyOrder(format)
            | Op::Sum(format)
            | Op::Product(format)
            | Op::Greatest(format)
            | Op::Least(format)
            | Op::ToSigned(format)
            | Op::ToUnsigned(format)
            | Op::Convert(format, _) => Some(format),
            _ => None,
        };
        let all: Vec<String> = args
            .iter()
            .map(|arg| self.operand(*arg, depth, format))
            .collect();
        let infix = |word: &str| format!("({})", all.join(word));
        let call = |word: &str| format!("{word}({})", all.join(", "));
        match op {
            Op::Float(op, _) => match op {
                Float::Neg => format!("-{}", all.join("")),
                Float::Add => infix(" + "),
                Float::Sub => infix(" - "),
                Float::Mul => infix(" * "),
                Float::Div => infix(" / "),
                Float::Rem => call("fmod"),
                Float::FusedMultiplyAdd => call("fma"),
                Float::Max => call("fmax"),
                Float::Min => call("fmin"),
                Float::Equal => infix(" == "),
                Float::Less => infix(" < "),
                Float::LessEqual => infix(" <= "),
            },
            Op::Binary(op) => self.binary(op, &all),
            Op::Unary(UnaryOp::Neg) => format!("-{}", all.join("")),
            Op::Unary(UnaryOp::Not) => format!("!{}", all.join("")),
            Op::Unary(op) => call(&format!("{op:?}")),
            Op::Equal => infix(" == "),
            Op::LessSigned | Op::LessUnsigned => infix(" < "),
            Op::Ite => match all.as_slice() {
                [c, a, b] => format!("({c} ? {a} : {b})"),
                _ => call("choice"),
            },
            Op::Extract(0) | Op::ZeroExtend | Op::SignExtend => all.join(""),
            Op::Extract(low) => format!("({} >> {low})", all.join("")),
            Op::Concat => call("bytes"),
            Op::FromSigned(_) | Op::FromUnsigned(_) => call("float"),
            Op::ToSigned(_) | Op::ToUnsigned(_) => call("int"),
            Op::Convert(..) => all.join(""),
            Op::Contents(key) => {
                let start = (self.name)(Named::Input(key, 0, 0));
                let array = start.split('[').next().unwrap_or("").to_owned();
                format!("{array} at byte {}", all.join(""))
            }
            Op::Fold => match all.as_slice() {
                [value, condition, ..] => format!("{value} behind a loop while {condition}"),
                _ => call("loop"),
            },
            Op::Call(name) => call(bare(self.arena.name_of(name))),
            Op::AnyOrder(_) | Op::Sum(_) | Op::IntegerSum => infix(" + "),
            Op::Product(_) | Op::IntegerProduct => infix(" * "),
            Op::Greatest(_) => call("max"),
            Op::Least(_) => call("min"),
            Op::Many(op) => self.binary(op, &all),
            Op::Real(number) => format!("real {number}"),
        }
    }

    fn binary(&self, op: BinaryOp, all: &[String]) -> String {
        let infix = |word: &str| format!("({})", all.join(word));
        match op {
            BinaryOp::Add | BinaryOp::AddSigned => infix(" + "),
            BinaryOp::Sub | BinaryOp::SubSigned => infix(" - "),
            BinaryOp::Mul | BinaryOp::MulSigned => infix(" * "),
            BinaryOp::DivSigned | BinaryOp::DivUnsigned => infix(" / "),
            BinaryOp::RemSigned | BinaryOp::RemUnsigned => infix(" % "),
            BinaryOp::And => infix(" & "),
            BinaryOp::Or => infix(" | "),
            BinaryOp::Xor => infix(" ^ "),
            BinaryOp::ShiftLeft => infix(" << "),
            BinaryOp::ShiftRightSigned | BinaryOp::ShiftRightUnsigned => infix(" >> "),
            BinaryOp::MinSigned | BinaryOp::MinUnsigned => format!("min({})", all.join(", ")),
            BinaryOp::MaxSigned | BinaryOp::MaxUnsigned => format!("max({})", all.join(", ")),
            BinaryOp::WrapIntent(_) | BinaryOp::MulHighSigned | BinaryOp::MulHighUnsigned => {
                format!("mulhi({})", all.join(", "))
            }
        }
    }
}
