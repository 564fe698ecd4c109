//! What must hold for an expression.

use super::{About, Piece, Pieces};
use num_traits::Signed;
use spec_lang::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use spec_lang::print;
use spec_lang::resolve::{Builtin, Reference, Resolution, Type};
use text::span::Span;

/// A place in the text of the program.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) file: u32,
    pub(super) offset: usize,
}

impl Pieces {
    /// Puts text in.
    pub(super) fn insert(&mut self, at: At, text: impl Into<String>) {
        self.all.push(Piece {
            file: at.file,
            at: at.offset,
            text: text.into(),
            about: None,
        });
    }

    fn assert(&mut self, at: At, formula: String, about: About) {
        self.all.push(Piece {
            file: at.file,
            at: at.offset,
            text: formula,
            about: Some(about),
        });
    }

    /// That a value that is read fits.
    fn assume(&mut self, at: At, text: &str, guards: &[String]) {
        let range = self.range(text);
        self.insert(at, format!("assume {};\n", guarded(guards, &range)));
    }

    fn range(&self, text: &str) -> String {
        format!("{} <= {text} && {text} <= {}", self.least, self.most)
    }

    /// That the value of a text fits.
    pub(super) fn fits(&mut self, at: At, text: &str, span: Span, guards: &[String]) {
        let formula = guarded(guards, &self.range(&format!("({text})")));
        self.assert(at, formula, About::Fits(text.to_owned(), span));
    }

    /// What must hold for an expression that is computed at a place, if the guards hold.
    pub(super) fn expr(
        &mut self,
        resolution: &Resolution,
        expr: &Expr,
        at: At,
        guards: &mut Vec<String>,
    ) {
        let is_int = *resolution.type_of(expr.id) == Type::Int;
        match &expr.kind {
            ExprKind::Name(name) if is_int => self.assume(at, &name.name, guards),
            ExprKind::Unary(op, inner) => {
                self.expr(resolution, inner, at, guards);
                let literal = matches!(inner.kind, ExprKind::Int(_));
                if *op == UnaryOp::Neg && !literal {
                    self.fits(at, &print::expr(expr), expr.span, guards);
                }
            }
            ExprKind::Binary(op, left, right) => {
                self.binary(resolution, (*op, left, right), expr, (at, guards));
            }
            ExprKind::Conditional(condition, then, other) => {
                self.expr(resolution, condition, at, guards);
                let held = print::expr(condition);
                self.under(resolution, held.clone(), then, at, guards);
                self.under(resolution, format!("!({held})"), other, at, guards);
            }
            ExprKind::Index(array, index) => {
                self.expr(resolution, index, at, guards);
                let length = format!("{}.length", print::operand(array));
                self.assume(at, &length, guards);
                if is_int {
                    self.assume(at, &print::expr(expr), guards);
                }
            }
            ExprKind::Member(..) => {
                let length = matches!(
                    resolution.references.get(&expr.id),
                    Some(Reference::Builtin(Builtin::ArrayLength))
                );
                if is_int || length {
                    self.assume(at, &print::expr(expr), guards);
                }
            }
            ExprKind::Call(call) => {
                for arg in &call.args {
                    self.expr(resolution, arg, at, guards);
                }
                if is_int {
                    self.assume(at, &print::expr(expr), guards);
                }
            }
            // Numbers and Booleans, and what is refused where code is made.
            ExprKind::Name(_)
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Char(_)
            | ExprKind::Null
            | ExprKind::This
            | ExprKind::Result
            | ExprKind::Write
            | ExprKind::Read
            | ExprKind::NoPerm
            | ExprKind::OptionNone
            | ExprKind::CurrentThread
            | ExprKind::Any
            | ExprKind::Increment { .. }
            | ExprKind::AllElements(_)
            | ExprKind::Slice(..)
            | ExprKind::Update(..)
            | ExprKind::New(_)
            | ExprKind::NewArray(..)
            | ExprKind::Quantifier { .. }
            | ExprKind::Let { .. }
            | ExprKind::Trigger(..)
            | ExprKind::Old(..)
            | ExprKind::Perm(..)
            | ExprKind::PointsTo(..)
            | ExprKind::Value(_)
            | ExprKind::HPerm(..)
            | ExprKind::CurrentPerm(_)
            | ExprKind::Held(_)
            | ExprKind::Idle(_)
            | ExprKind::Running(_)
            | ExprKind::Committed(_)
            | ExprKind::Scale(..)
            | ExprKind::Matrix(..)
            | ExprKind::ArrayOf(..)
            | ExprKind::Values(..)
            | ExprKind::SeqLiteral(..)
            | ExprKind::SetLiteral(..)
            | ExprKind::BagLiteral(..)
            | ExprKind::MapLiteral(..)
            | ExprKind::TupleLiteral(..)
            | ExprKind::Range { .. }
            | ExprKind::Comprehension { .. }
            | ExprKind::Size(_)
            | ExprKind::Cast(..)
            | ExprKind::InstanceOf(..)
            | ExprKind::Builtin(..)
            | ExprKind::Unfolding(..)
            | ExprKind::During(..)
            | ExprKind::PolarityDependent(..)
            | ExprKind::Choose(_)
            | ExprKind::ChooseFresh(_)
            | ExprKind::ForPerm(..) => {}
        }
    }

    /// What must hold for an expression that is computed only if `guard` holds.
    fn under(
        &mut self,
        resolution: &Resolution,
        guard: String,
        expr: &Expr,
        at: At,
        guards: &mut Vec<String>,
    ) {
        guards.push(guard);
        self.expr(resolution, expr, at, guards);
        guards.pop();
    }

    fn binary(
        &mut self,
        resolution: &Resolution,
        (op, left, right): (BinaryOp, &Expr, &Expr),
        whole: &Expr,
        (at, guards): (At, &mut Vec<String>),
    ) {
        self.expr(resolution, left, at, guards);
        match op {
            BinaryOp::And | BinaryOp::Star | BinaryOp::Implies => {
                return self.under(resolution, print::expr(left), right, at, guards);
            }
            BinaryOp::Or => {
                let not = format!("!({})", print::expr(left));
                return self.under(resolution, not, right, at, guards);
            }
            _ => self.expr(resolution, right, at, guards),
        }
        let text = print::expr(whole);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                self.fits(at, &text, whole.span, guards);
            }
            BinaryOp::Div | BinaryOp::Mod => {
                let (a, b) = (print::operand(left), print::operand(right));
                let formula = guarded(guards, &format!("0 <= {a} && 0 < {b}"));
                self.assert(at, formula, About::Plain(whole.id));
                // Only the least number divided by -1 does not fit.
                let positive = matches!(&right.kind, ExprKind::Int(by) if by.is_positive());
                if op == BinaryOp::Div && !positive {
                    self.fits(at, &text, whole.span, guards);
                }
            }
            // What comes out is a Boolean, or the emitter has no counterpart for it.
            BinaryOp::Implies
            | BinaryOp::Iff
            | BinaryOp::Wand
            | BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Star
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::In
            | BinaryOp::Frac
            | BinaryOp::Concat
            | BinaryOp::Cons
            | BinaryOp::Pow
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::UShr
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Subset
            | BinaryOp::SubsetEq => {}
        }
    }
}

fn guarded(guards: &[String], formula: &str) -> String {
    match guards {
        [] => formula.to_owned(),
        _ => {
            let each: Vec<String> = guards.iter().map(|guard| format!("({guard})")).collect();
            format!("{} ==> ({formula})", each.join(" && "))
        }
    }
}
