//! Which cells a thread takes, in words of the program.

use crate::framework::input::Input;
use crate::shared::loops::constant;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use spec_lang::ast::{BinaryOp, Expr, ExprKind};

/// How the cells `low .. high` are shared out among threads: with `N` the tile size,
/// thread `t` takes, for `k` from 0, the cells `low + t * N + k` with `k < N` (intra),
/// or `low + t + k * N` (inter); those below `high`.
pub(super) struct Cells {
    inter: bool,
    size: u64,
    low: Bound,
    high: Bound,
    /// The name of the thread identifier.
    pub thread: String,
}

/// An end of the range.
#[derive(Clone)]
pub(super) struct Bound {
    text: String,
    number: Option<BigInt>,
    shape: Shape,
}

/// What the text of an expression may stand beside without parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Anything.
    Word,
    /// `+`, a comparison, and on the left of `-`.
    Sum,
    /// Nothing.
    Other,
}

impl Bound {
    /// The words of an expression.
    pub(super) fn of(input: &Input<'_>, expr: &Expr) -> Bound {
        let shape = match &expr.kind {
            ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Member(..) | ExprKind::Index(..) => {
                Shape::Word
            }
            ExprKind::Binary(
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod,
                ..,
            ) => Shape::Sum,
            ExprKind::Unary(..) if constant(expr).is_some() => Shape::Sum,
            _ => Shape::Other,
        };
        let text = input.slice(expr.span).to_owned();
        // A comment at the end of a line would swallow what follows.
        let commented = text.contains("//");
        Bound {
            text: if commented { format!("{text}\n") } else { text },
            number: constant(expr),
            shape: if commented { Shape::Other } else { shape },
        }
    }

    /// A variable that keeps the value.
    pub(super) fn kept(name: &str) -> Bound {
        Bound {
            text: name.to_owned(),
            number: None,
            shape: Shape::Word,
        }
    }

    fn summand(&self) -> String {
        match self.shape {
            Shape::Other => format!("({})", self.text),
            _ => self.text.clone(),
        }
    }

    fn word(&self) -> String {
        match self.shape {
            Shape::Word => self.text.clone(),
            _ => format!("({})", self.text),
        }
    }

    fn is_zero(&self) -> bool {
        self.number.as_ref().is_some_and(Zero::is_zero)
    }
}

impl Cells {
    pub(super) fn new(inter: bool, size: u64, low: Bound, high: Bound, thread: String) -> Cells {
        Cells {
            inter,
            size,
            low,
            high,
            thread,
        }
    }

    /// Whether a thread's cells lie apart.
    pub(super) fn inter(&self) -> bool {
        self.inter
    }

    /// The tile size.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The number of threads, as an expression.
    pub(super) fn threads(&self) -> String {
        let size = self.size;
        if self.inter {
            return size.to_string();
        }
        if let (Some(low), Some(high)) = (&self.low.number, &self.high.number) {
            let extent = high - low;
            let tiles = Integer::div_ceil(&extent, &BigInt::from(size.max(1)));
            return if tiles.is_negative() {
                "0".to_owned()
            } else {
                tiles.to_string()
            };
        }
        let more = BigInt::from(size) - 1;
        let extent = if self.low.is_zero() {
            self.high.summand()
        } else {
            format!("{} - {}", self.high.summand(), self.low.word())
        };
        match size {
            1 => extent,
            _ => format!("({extent} + {more}) / {size}"),
        }
    }

    /// The cell number `step` of the thread: a sum.
    pub(super) fn cell(&self, step: &str) -> String {
        let (thread, size) = (&self.thread, self.size);
        let offset = match (self.inter, size) {
            // The one thread is number 0.
            (true, 1) => step.to_owned(),
            (true, _) => format!("{thread} + {step} * {size}"),
            (false, 1) => format!("{thread} + {step}"),
            (false, _) => format!("{thread} * {size} + {step}"),
        };
        if self.low.is_zero() {
            offset
        } else {
            format!("{} + {offset}", self.low.summand())
        }
    }

    /// Whether there is a cell number `step`, for `step` not negative.
    pub(super) fn exists(&self, step: &str) -> String {
        let below = self.below(step);
        if self.inter {
            below
        } else {
            format!("{step} < {} && {below}", self.size)
        }
    }

    /// Whether cell number `step` lies below the end.
    pub(super) fn below(&self, step: &str) -> String {
        format!("{} < {}", self.cell(step), self.high.summand())
    }

    /// That the first `step` cells do not go beyond the end, for neighbouring cells.
    pub(super) fn reaches(&self, step: &str) -> String {
        format!("{} <= {}", self.cell(step), self.high.summand())
    }

    /// Whether the thread has any cell; none if every thread has.
    pub(super) fn any(&self) -> Option<String> {
        self.inter.then(|| {
            let first = if self.low.is_zero() {
                self.thread.clone()
            } else {
                format!("{} + {}", self.low.summand(), self.thread)
            };
            format!("{first} < {}", self.high.summand())
        })
    }
}
