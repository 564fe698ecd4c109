//! Core expressions: typed, with every name resolved.

use crate::{FieldId, FunctionId, LabelId, LocalId, Location, Partial};
use logic::{DataOp, Sort};
use num_bigint::BigInt;
use num_rational::BigRational;
use text::span::Span;

/// A core expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Its sort.
    pub sort: Sort,
    /// The words of the program it comes from.
    pub span: Span,
    /// Which.
    pub kind: ExprKind,
}

/// Which binder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// For all.
    Forall,
    /// There is.
    Exists,
}

/// Strict operators: defined wherever their operands are, but for division.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Builtin {
    Not,
    Iff,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Add,
    Sub,
    Neg,
    Mul,
    /// Euclidean, of integers; the divisor is not zero.
    Div,
    /// Euclidean, of integers; the divisor is not zero.
    Mod,
    /// Of rationals; the divisor is not zero.
    RealDiv,
    /// From integers to rationals.
    ToReal,
}

/// Where the values of a variable of a comprehension come from: always finitely many.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The integers from the first up to the second.
    Range(Expr, Expr),
    /// The members of a sequence, set or bag.
    Members(Expr),
}

/// The core expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer.
    Int(BigInt),
    /// A rational.
    Real(BigRational),
    /// A truth value.
    Bool(bool),
    /// The null reference.
    Null,
    /// The object that static fields belong to.
    Statics,
    /// A local, parameter or bound variable.
    Local(LocalId),
    /// A strict operator.
    Apply(Builtin, Vec<Expr>),
    /// Conjunction, left to right: a later operand is evaluated only where the earlier hold.
    And(Vec<Expr>),
    /// Disjunction, left to right.
    Or(Vec<Expr>),
    /// Implication: the right side is evaluated only where the left holds.
    Implies(Box<Expr>, Box<Expr>),
    /// Choice: only the chosen side is evaluated.
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value of a field; needs a permission.
    Field(Box<Expr>, FieldId),
    /// The value of an element; needs a permission (but for rows under vercors-1.4).
    Element(Box<Expr>, Box<Expr>),
    /// A row of a matrix whose rows are fixed (vercors-1.4); needs no permission.
    Row(Box<Expr>, Box<Expr>),
    /// The length of an array that is not null.
    Length(Box<Expr>),
    /// The values of an array's elements from one index up to another, as a sequence; needs a
    /// permission to each of these.
    Values(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A pure function; the receiver comes first.
    Call(FunctionId, Vec<Expr>),
    /// An operation of a data theory, with what must hold of its operands shown apart.
    Data(DataOp, Vec<Expr>),
    /// What must hold for the second to have a value; with the operation that has none otherwise.
    Requires(Box<Expr>, Box<Expr>, Partial),
    /// A formula over all values of its variables; the body includes the range.
    Quant {
        /// Which.
        quantifier: Quantifier,
        /// Bound variables.
        variables: Vec<LocalId>,
        /// The formula.
        body: Box<Expr>,
        /// Triggers the user wrote.
        triggers: Vec<Vec<Expr>>,
    },
    /// The sum, or product, of the body over a range of integers.
    Fold {
        /// A product, not a sum.
        product: bool,
        /// The bound variable.
        variable: LocalId,
        /// Its first value.
        low: Box<Expr>,
        /// Where its values end.
        high: Box<Expr>,
        /// What is added up; defined within the range.
        body: Box<Expr>,
    },
    /// The finite set of the element's values, for those values of the variables for which the
    /// condition holds. A source may mention the variables before it.
    Comprehension {
        /// Bound variables with their values.
        variables: Vec<(LocalId, Source)>,
        /// Defined for all of them.
        condition: Box<Expr>,
        /// Defined where the condition holds.
        element: Box<Expr>,
    },
    /// `let x = e in body`.
    Let(LocalId, Box<Expr>, Box<Expr>),
    /// The value with the heap at a label.
    Old(LabelId, Box<Expr>),
    /// The permission held at a location.
    CurrentPerm(Box<Location>),
    /// For all values of the variables for which some permission to the location is held here. Where
    /// it is shown and learnt apart (`\\polarity_dependent`), it is about the permissions held at that
    /// point of the exhale or inhale.
    ForPerm {
        /// Bound variables.
        variables: Vec<LocalId>,
        /// Of what.
        location: Box<Location>,
        /// Defined where some permission is held.
        body: Box<Expr>,
        /// Shown and learnt apart.
        apart: bool,
    },
    /// The value with a predicate instance unfolded.
    Unfolding(Box<Location>, Box<super::Amount>, Box<Expr>),
    /// The value of an expression where an assertion is shown, and nothing is taken: an inline
    /// predicate that is unfolded is held as it stands.
    Where(Box<super::Assertion>, Box<Expr>),
}

impl Expr {
    /// An expression of a sort.
    pub fn new(sort: Sort, span: Span, kind: ExprKind) -> Self {
        Expr { sort, span, kind }
    }

    /// A truth value.
    pub fn bool_(value: bool, span: Span) -> Self {
        Expr::new(Sort::Bool, span, ExprKind::Bool(value))
    }

    /// An integer.
    pub fn int(value: impl Into<BigInt>, span: Span) -> Self {
        Expr::new(Sort::Int, span, ExprKind::Int(value.into()))
    }

    /// A boolean operator or comparison.
    pub fn test(op: Builtin, operands: Vec<Expr>, span: Span) -> Self {
        Expr::new(Sort::Bool, span, ExprKind::Apply(op, operands))
    }

    /// Conjunction; true if there are no operands.
    pub fn and(mut operands: Vec<Expr>, span: Span) -> Self {
        match operands.len() {
            0 => Expr::bool_(true, span),
            1 => operands.remove(0),
            _ => Expr::new(Sort::Bool, span, ExprKind::And(operands)),
        }
    }

    /// Negation.
    pub fn negated(self) -> Self {
        let span = self.span;
        Expr::test(Builtin::Not, vec![self], span)
    }

    /// The literal truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        let ExprKind::Bool(value) = self.kind else {
            return None;
        };
        Some(value)
    }

    /// Visits this and everything below it, assertions excepted.
    pub fn visit(&self, see: &mut dyn FnMut(&Expr)) {
        see(self);
        match &self.kind {
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Statics
            | ExprKind::Local(_) => {}
            ExprKind::Apply(_, operands)
            | ExprKind::And(operands)
            | ExprKind::Or(operands)
            | ExprKind::Call(_, operands)
            | ExprKind::Data(_, operands) => operands.iter().for_each(|e| e.visit(see)),
            ExprKind::Implies(a, b)
            | ExprKind::Element(a, b)
            | ExprKind::Row(a, b)
            | ExprKind::Requires(a, b, _)
            | ExprKind::Let(_, a, b) => {
                a.visit(see);
                b.visit(see);
            }
            ExprKind::Ite(a, b, c) | ExprKind::Values(a, b, c) => {
                a.visit(see);
                b.visit(see);
                c.visit(see);
            }
            ExprKind::Field(a, _) | ExprKind::Length(a) | ExprKind::Old(_, a) => a.visit(see),
            ExprKind::Comprehension {
                variables,
                condition,
                element,
            } => {
                for (_, source) in variables {
                    match source {
                        Source::Range(low, high) => {
                            low.visit(see);
                            high.visit(see);
                        }
                        Source::Members(all) => all.visit(see),
                    }
                }
                condition.visit(see);
                element.visit(see);
            }
            ExprKind::Fold {
                low, high, body, ..
            } => {
                low.visit(see);
                high.visit(see);
                body.visit(see);
            }
            ExprKind::Quant { body, triggers, .. } => {
                body.visit(see);
                triggers.iter().flatten().for_each(|e| e.visit(see));
            }
            ExprKind::CurrentPerm(location) => location.visit(see),
            ExprKind::ForPerm { location, body, .. } => {
                location.visit(see);
                body.visit(see);
            }
            ExprKind::Unfolding(location, amount, body) => {
                location.visit(see);
                amount.visit(see);
                body.visit(see);
            }
            ExprKind::Where(assertion, body) => {
                assertion.visit(see);
                body.visit(see);
            }
        }
    }
}
