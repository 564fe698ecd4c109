//! Expressions, with the parentheses that C needs and those that compilers ask for.

use super::Style;
use crate::code::{Expr, Op};
use crate::{Target, Width};
use num_bigint::Sign;
use pretty::RcDoc;

type Doc = RcDoc<'static>;

/// How tightly expressions bind.
const CONDITIONAL: u8 = 1;
const UNARY: u8 = 9;
const ATOM: u8 = 10;

fn infix(op: Op) -> (u8, &'static str) {
    match op {
        Op::Or => (2, "||"),
        Op::And => (3, "&&"),
        Op::Eq => (4, "=="),
        Op::Ne => (4, "!="),
        Op::Lt => (5, "<"),
        Op::Le => (5, "<="),
        Op::Gt => (5, ">"),
        Op::Ge => (5, ">="),
        Op::Add => (6, "+"),
        Op::Sub => (6, "-"),
        Op::Mul => (7, "*"),
        Op::Div => (7, "/"),
        Op::Mod => (7, "%"),
    }
}

impl Style {
    /// An expression.
    pub(crate) fn expr(self, expr: &Expr) -> Doc {
        self.within(expr, 0)
    }

    /// An expression as text on one line.
    pub(crate) fn text(self, expr: &Expr) -> String {
        self.expr(expr).group().pretty(usize::MAX).to_string()
    }

    /// An operand, as text on one line.
    pub(crate) fn operand(self, expr: &Expr) -> String {
        let doc = self.within(expr, UNARY);
        doc.group().pretty(usize::MAX).to_string()
    }

    /// An expression where what stands around it binds so tightly.
    fn within(self, expr: &Expr, around: u8) -> Doc {
        let (level, doc) = self.both(expr);
        match level < around {
            true => RcDoc::text("(").append(doc).append(")"),
            false => doc,
        }
    }

    fn both(self, expr: &Expr) -> (u8, Doc) {
        match expr {
            Expr::Int(value) => {
                let suffix = match (self.width, self.target, self.host) {
                    // Only tests have numbers of more bits.
                    (Width::Bits32, _, _) if value.bits() > 31 => "LL",
                    (Width::Bits32, _, _) => "",
                    (Width::Bits64, Target::Opencl, false) => "L",
                    (Width::Bits64, _, _) => "LL",
                };
                let level = match value.sign() {
                    Sign::Minus => UNARY,
                    Sign::NoSign | Sign::Plus => ATOM,
                };
                (level, RcDoc::text(format!("{value}{suffix}")))
            }
            Expr::Bool(value) => {
                let word = match (self.target, self.host, value) {
                    (Target::Opencl, true, true) => "1",
                    (Target::Opencl, true, false) => "0",
                    (_, _, true) => "true",
                    (_, _, false) => "false",
                };
                (ATOM, RcDoc::text(word))
            }
            Expr::Name(name) => (ATOM, RcDoc::text(name.clone())),
            Expr::Element(array, index) => {
                let index = self.within(index, 0);
                let head = RcDoc::text(array.clone()).append("[");
                (ATOM, head.append(index).append("]"))
            }
            Expr::IsNull(array) => (4, RcDoc::text(format!("{array} == {}", self.null()))),
            Expr::Neg(inner) => (UNARY, RcDoc::text("-").append(self.within(inner, ATOM))),
            Expr::Not(inner) => match &**inner {
                Expr::IsNull(array) => (4, RcDoc::text(format!("{array} != {}", self.null()))),
                _ => (UNARY, RcDoc::text("!").append(self.within(inner, ATOM))),
            },
            Expr::Binary(op, left, right) => {
                let (level, word) = infix(*op);
                // Compilers warn about `&&` within `||`, and about comparisons of comparisons.
                let (a, b) = match op {
                    Op::Or => (self.side(left, Op::Or, 4), self.side(right, Op::Or, 4)),
                    Op::Eq | Op::Ne => (self.within(left, 6), self.within(right, 6)),
                    _ => (self.within(left, level), self.within(right, level + 1)),
                };
                let doc = a
                    .append(" ")
                    .append(word)
                    .append(RcDoc::softline())
                    .append(b);
                (level, doc)
            }
            Expr::Conditional(condition, then, other) => {
                let condition = self.within(condition, CONDITIONAL + 1);
                let then = self.within(then, CONDITIONAL + 1);
                let other = self.within(other, CONDITIONAL + 1);
                let doc = condition
                    .append(" ?")
                    .append(RcDoc::softline())
                    .append(then);
                let doc = doc.append(" :").append(RcDoc::softline()).append(other);
                (CONDITIONAL, doc)
            }
            Expr::Call(name, args) => {
                let args: Vec<&Expr> = args.iter().collect();
                (ATOM, self.called(name, &args))
            }
            Expr::Quotient(left, right) => {
                (ATOM, self.called("euclidean_quotient", &[left, right]))
            }
            Expr::Remainder(left, right) => {
                (ATOM, self.called("euclidean_remainder", &[left, right]))
            }
        }
    }

    /// A side of an operator that is in a chain of its own kind.
    fn side(self, expr: &Expr, chain: Op, around: u8) -> Doc {
        match expr {
            Expr::Binary(op, ..) if *op == chain => self.within(expr, 0),
            _ => self.within(expr, around),
        }
    }

    fn called(self, name: &str, args: &[&Expr]) -> Doc {
        let comma = RcDoc::text(",").append(RcDoc::softline());
        let args = args.iter().map(|arg| self.within(arg, CONDITIONAL));
        let args = RcDoc::intersperse(args, comma);
        RcDoc::text(name.to_owned())
            .append("(")
            .append(args)
            .append(")")
    }

    /// The null pointer.
    pub(crate) fn null(self) -> &'static str {
        match self.target {
            Target::Opencl => "NULL",
            Target::Cuda | Target::Hip => "nullptr",
        }
    }
}
