//! A value of one sort where one of another is wanted.

use super::super::work::Lowerer;
use ir::{Expr, ExprKind};
use logic::Sort;
use logic::{DataSort, data_sort};

impl Lowerer<'_, '_> {
    /// The same value as one of another sort: integers are rationals, and literals and
    /// what is put together from them are built anew; an empty literal fits everywhere.
    pub(crate) fn adapt(&self, e: &Expr, sort: &Sort) -> Option<Expr> {
        if e.sort == *sort {
            return Some(e.clone());
        }
        if e.sort == Sort::Int && *sort == Sort::Real {
            return Some(self.coerce(e.clone(), sort));
        }
        if matches!(e.kind, ExprKind::Null) && *sort == Sort::Int {
            // That of an enum; nothing else among the integers can be null.
            return Some(Expr::int(0, e.span));
        }
        let same = |part: &Expr| self.adapt(part, sort).map(Box::new);
        let kind = match &e.kind {
            ExprKind::Ite(condition, a, b) => ExprKind::Ite(condition.clone(), same(a)?, same(b)?),
            ExprKind::Let(local, value, body) => ExprKind::Let(*local, value.clone(), same(body)?),
            ExprKind::Requires(condition, value, code, message) => {
                ExprKind::Requires(condition.clone(), same(value)?, code, message.clone())
            }
            ExprKind::Old(label, inner) => ExprKind::Old(*label, same(inner)?),
            ExprKind::Data(op, args) => {
                let to = data_sort(sort)?;
                let wanted = parts(op.name, args.len(), &to)?;
                let args = args
                    .iter()
                    .zip(&wanted)
                    .map(|(arg, sort)| self.adapt(arg, sort))
                    .collect::<Option<Vec<_>>>()?;
                let mut op = op.clone();
                op.sorts = args.iter().map(|arg| arg.sort.clone()).collect();
                ExprKind::Data(op, args)
            }
            _ => return None,
        };
        Some(Expr::new(sort.clone(), e.span, kind))
    }
}

/// The sorts of the operands, if the operation can give a value of this kind for it.
fn parts(name: &str, count: usize, to: &DataSort) -> Option<Vec<Sort>> {
    Some(match (name, to) {
        ("seq.literal", DataSort::Seq(element))
        | ("set.literal", DataSort::Set(element))
        | ("bag.literal", DataSort::Bag(element))
        | ("opt.some", DataSort::Option(element)) => vec![element.clone(); count],
        ("opt.none", DataSort::Option(_)) => Vec::new(),
        ("tuple.make", DataSort::Tuple(parts)) if parts.len() == count => parts.clone(),
        ("map.literal", DataSort::Map(key, value)) => [key, value]
            .into_iter()
            .cycle()
            .take(count)
            .cloned()
            .collect(),
        ("seq.append", DataSort::Seq(_))
        | ("set.union" | "set.inter" | "set.diff", DataSort::Set(_))
        | ("bag.union" | "bag.inter" | "bag.diff", DataSort::Bag(_)) => vec![to.sort(); count],
        ("seq.take" | "seq.drop", DataSort::Seq(_)) => vec![to.sort(), Sort::Int],
        _ => return None,
    })
}
