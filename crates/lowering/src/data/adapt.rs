//! A value of one sort where one of another is wanted.

use crate::context::build::as_real;
use crate::context::lowerer::Lowerer;
use core_lang::{Expr, ExprKind};
use logic::{DataOp, Sort};

impl Lowerer<'_, '_> {
    /// The same value as one of another sort: integers are rationals, and literals and
    /// what is put together from them are built anew; an empty literal fits everywhere.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "the rest fits no other sort"
    )]
    pub(crate) fn adapt(&self, e: &Expr, sort: &Sort) -> Option<Expr> {
        if e.sort == *sort {
            return Some(e.clone());
        }
        if e.sort == Sort::Int && *sort == Sort::Real {
            return Some(as_real(e.clone()));
        }
        if matches!(e.kind, ExprKind::Null) && *sort == Sort::Int {
            // That of an enum; nothing else among the integers can be null.
            return Some(Expr::int(0, e.span));
        }
        let same = |part: &Expr| self.adapt(part, sort).map(Box::new);
        let kind = match &e.kind {
            ExprKind::Ite(condition, a, b) => ExprKind::Ite(condition.clone(), same(a)?, same(b)?),
            ExprKind::Let(local, value, body) => ExprKind::Let(*local, value.clone(), same(body)?),
            ExprKind::Requires(condition, value, operation) => {
                ExprKind::Requires(condition.clone(), same(value)?, *operation)
            }
            ExprKind::Old(label, inner) => ExprKind::Old(*label, same(inner)?),
            ExprKind::Data(op, args) => {
                let wanted = parts(op, args.len(), sort)?;
                let args = args
                    .iter()
                    .zip(&wanted)
                    .map(|(arg, sort)| self.adapt(arg, sort))
                    .collect::<Option<Vec<_>>>()?;
                ExprKind::Data(op.clone(), args)
            }
            _ => return None,
        };
        Some(Expr::new(sort.clone(), e.span, kind))
    }
}

/// The sorts of the operands, if the operation can give a value of this kind for it.
fn parts(op: &DataOp, count: usize, to: &Sort) -> Option<Vec<Sort>> {
    Some(match (op, to) {
        (DataOp::SeqLiteral, Sort::Seq(element))
        | (DataOp::SetLiteral, Sort::Set(element))
        | (DataOp::BagLiteral, Sort::Bag(element))
        | (DataOp::OptSome, Sort::Option(element)) => vec![(**element).clone(); count],
        (DataOp::OptNone, Sort::Option(_)) => Vec::new(),
        (DataOp::TupleMake, Sort::Tuple(parts)) if parts.len() == count => parts.clone(),
        (DataOp::MapLiteral, Sort::Map(key, value)) => [key, value]
            .into_iter()
            .cycle()
            .take(count)
            .map(|sort| (**sort).clone())
            .collect(),
        (DataOp::SeqAppend, Sort::Seq(_))
        | (DataOp::SetUnion | DataOp::SetInter | DataOp::SetDiff, Sort::Set(_))
        | (DataOp::BagUnion | DataOp::BagInter | DataOp::BagDiff, Sort::Bag(_)) => {
            vec![to.clone(); count]
        }
        (DataOp::SeqTake | DataOp::SeqDrop, Sort::Seq(_)) => vec![to.clone(), Sort::Int],
        _ => return None,
    })
}
