//! When an operation on data has a value. This is the one place that makes operations, so that none
//! gets into the core without its condition.

use super::{Bindings, int_test, within};
use crate::context::lowerer::Lowerer;
use core_lang::{Builtin, Expr, ExprKind, Partial};
use logic::{DataOp, Sort};
use num_traits::Signed;
use text::span::Span;

/// The condition under which an operation has a value.
enum Defined {
    /// It always has one.
    Always,
    /// The second operand is an index of the first, a sequence.
    Index(Partial),
    /// The second operand is a key of the first, a map.
    Key(Partial),
    /// The first operand, a set, is not empty.
    NotEmpty(Partial),
    /// The first operand, an option, is not `None`.
    Some(Partial),
    /// Only axioms speak of it: no program may mention it.
    Never,
}

/// When an operation has a value: every operation is listed, for what is forgotten would be
/// believed to have one.
fn defined(op: &DataOp) -> Defined {
    match op {
        DataOp::SeqAt => Defined::Index(Partial::SequenceIndex),
        DataOp::SeqUpdate => Defined::Index(Partial::SequenceUpdate),
        DataOp::SeqRemove => Defined::Index(Partial::SequenceRemoval),
        DataOp::MapGet => Defined::Key(Partial::MapKey),
        DataOp::SetChoose =>  Defined::NotEmpty(Partial::Choice),
        DataOp::OptGet => Defined::Some(Partial::OptionValue),
        DataOp::SeqEmpty
        | DataOp::SeqSingle
        | DataOp::SeqLiteral
        | DataOp::SeqLen
        | DataOp::SeqAppend
        // What is outside the sequence is left out.
        | DataOp::SeqTake
        | DataOp::SeqDrop
        | DataOp::SeqSlice
        | DataOp::SeqContains
        // Empty if the end is before the start.
        | DataOp::SeqRange
        | DataOp::SetRange
        | DataOp::SeqEq
        | DataOp::SetEmpty
        | DataOp::SetAdd
        | DataOp::SetLiteral
        | DataOp::SetContains
        | DataOp::SetUnion
        | DataOp::SetInter
        | DataOp::SetDiff
        | DataOp::SetSubset
        | DataOp::SetStrict
        | DataOp::SetDisjoint
        | DataOp::SetEq
        | DataOp::SetCard
        | DataOp::BagEmpty
        | DataOp::BagAdd
        | DataOp::BagLiteral
        | DataOp::BagCount
        | DataOp::BagUnion
        | DataOp::BagInter
        | DataOp::BagDiff
        | DataOp::BagSubset
        | DataOp::BagStrict
        | DataOp::BagEq
        | DataOp::BagCard
        | DataOp::MapEmpty
        | DataOp::MapBuild
        | DataOp::MapLiteral
        | DataOp::MapHas
        | DataOp::MapKeys
        | DataOp::MapValues
        | DataOp::MapItems
        | DataOp::MapCard
        // A key that is not there is not removed.
        | DataOp::MapRemove
        | DataOp::MapDisjoint
        | DataOp::MapEq
        | DataOp::OptNone
        | DataOp::OptSome
        | DataOp::TupleMake
        // How many members there are the sort says.
        | DataOp::TuplePart(_)
        | DataOp::StrLiteral(_)
        | DataOp::StrConcat
        // What is there already has a type; this says so.
        | DataOp::EnumConstant => Defined::Always,
        // Sums, products and values of arrays have constructs of their own in the core, which
        // state their conditions; the rest is for axioms.
        DataOp::SeqValues
        | DataOp::SeqDiff
        | DataOp::SeqIndex
        | DataOp::SetSome
        | DataOp::SetOutside
        | DataOp::SetCommon
        | DataOp::SetDiffers
        | DataOp::BagSome
        | DataOp::BagOutside
        | DataOp::BagDiffers
        | DataOp::MapDiffers
        | DataOp::MapKey
        | DataOp::SumOf
        | DataOp::SumPart
        | DataOp::SumBelow
        | DataOp::SumNegative
        | DataOp::SumPositive
        | DataOp::ProductOf
        | DataOp::ProductPart
        | DataOp::ProductDiffer => Defined::Never,
    }
}

/// An operation that always has a value. If it does not, what uses it cannot be shown.
pub(crate) fn data(op: DataOp, args: Vec<Expr>, sort: Sort, span: Span) -> Expr {
    let partial = match defined(&op) {
        Defined::Always => None,
        Defined::Index(partial)
        | Defined::Key(partial)
        | Defined::NotEmpty(partial)
        | Defined::Some(partial) => Some(partial),
        // No program has a word for it.
        Defined::Never => Some(Partial::SequenceIndex),
    };
    let value = Expr::new(sort, span, ExprKind::Data(op, args));
    match partial {
        None => value,
        Some(partial) => requires(Expr::bool_(false, span), value, partial),
    }
}

/// A value with what it requires.
pub(crate) fn requires(condition: Expr, value: Expr, operation: Partial) -> Expr {
    let (sort, span) = (value.sort.clone(), value.span);
    let kind = ExprKind::Requires(Box::new(condition), Box::new(value), operation);
    Expr::new(sort, span, kind)
}

impl Lowerer<'_, '_> {
    /// An operation with what it requires; `named` in the place of what it is called otherwise.
    /// Operands that the condition needs as well are bound, so that they are evaluated once.
    pub(crate) fn operation(
        &mut self,
        op: DataOp,
        mut args: Vec<Expr>,
        sort: Sort,
        span: Span,
        named: Option<Partial>,
    ) -> Expr {
        let mut rule = defined(&op);
        // Under vercors-1.4 a map has some value at every key.
        if self.tables.reading.semantics.total_maps && matches!(rule, Defined::Key(_)) {
            rule = Defined::Always;
        }
        let needed = match rule {
            Defined::Always | Defined::Never => 0,
            Defined::NotEmpty(_) | Defined::Some(_) => 1,
            Defined::Index(_) | Defined::Key(_) => 2,
        };
        let mut bindings = Bindings::new();
        for arg in args.iter_mut().take(needed) {
            *arg = self.once(arg.clone(), &mut bindings);
        }
        let condition = match (&rule, args.as_slice()) {
            (Defined::Always, _) => None,
            (Defined::Index(own), [sequence, index, ..]) => {
                let length = data(
                    DataOp::SeqLen,
                    vec![sequence.clone()],
                    Sort::Int,
                    sequence.span,
                );
                Some((in_bounds(index, length), *own))
            }
            (Defined::Key(own), [map, key, ..]) => {
                let operands = vec![map.clone(), key.clone()];
                Some((data(DataOp::MapHas, operands, Sort::Bool, key.span), *own))
            }
            (Defined::NotEmpty(own), [set, ..]) => {
                let count = data(DataOp::SetCard, vec![set.clone()], Sort::Int, span);
                Some((int_test(Builtin::Lt, Expr::int(0, span), count), *own))
            }
            (Defined::Some(own), [option, ..]) => {
                let nothing = data(DataOp::OptNone, Vec::new(), option.sort.clone(), span);
                let missing = Expr::test(Builtin::Eq, vec![option.clone(), nothing], span);
                Some((missing.negated(), *own))
            }
            (
                Defined::Never
                | Defined::Index(_)
                | Defined::Key(_)
                | Defined::NotEmpty(_)
                | Defined::Some(_),
                _,
            ) => return data(op, args, sort, span),
        };
        let value = Expr::new(sort, span, ExprKind::Data(op, args));
        let value = match condition {
            Some((condition, own)) => requires(condition, value, named.unwrap_or(own)),
            None => value,
        };
        within(bindings, value)
    }
}

/// `0 <= index < size`.
fn in_bounds(index: &Expr, size: Expr) -> Expr {
    let span = index.span;
    let mut parts = Vec::new();
    if !matches!(&index.kind, ExprKind::Int(value) if !value.is_negative()) {
        parts.push(int_test(Builtin::Le, Expr::int(0, span), index.clone()));
    }
    parts.push(int_test(Builtin::Lt, index.clone(), size));
    Expr::and(parts, span)
}
