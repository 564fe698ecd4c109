//! Sequences, sets, maps and the other data types.
//!
//! An operation becomes one of [`logic`]. What must hold for it to have a value
//! goes with it, as [`ExprKind::Requires`] (`data/defined.rs`); operands that this needs twice are
//! bound by `let`, so that they are evaluated once.

use crate::context::environment::{Here, Place};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use crate::expressions::quantifier::Bound;
use core_lang::{Builtin, DataType, Expr, ExprKind, LocalId, Partial, Stmt, StmtKind};
use logic::{DataOp, Sort, TUPLE_MEMBERS};
use num_traits::ToPrimitive;
use spec_lang::ast::{self, BinaryOp};
use spec_lang::resolve::Type;
use text::code::Code;
use text::span::Span;

mod adapt;
pub mod codes;
mod comprehension;
mod defined;
mod member;
mod operator;

use defined::{data, requires};

/// Operands bound by `let`, outermost first.
type Bindings = Vec<(LocalId, Expr)>;

/// `let` around an expression.
fn within(bindings: Bindings, body: Expr) -> Expr {
    bindings
        .into_iter()
        .rev()
        .fold(body, |body, (local, value)| {
            let (sort, span) = (body.sort.clone(), body.span);
            Expr::new(
                sort,
                span,
                ExprKind::Let(local, Box::new(value), Box::new(body)),
            )
        })
}

fn int_test(op: Builtin, a: Expr, b: Expr) -> Expr {
    let span = b.span;
    Expr::test(op, vec![a, b], span)
}

/// The number of elements of a sequence, set, bag or map.
#[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
fn size(value: Expr, span: Span) -> Option<Expr> {
    let op = match &value.sort {
        Sort::Seq(_) => DataOp::SeqLen,
        Sort::Set(_) => DataOp::SetCard,
        Sort::Bag(_) => DataOp::BagCard,
        Sort::Map(..) => DataOp::MapCard,
        _ => return None,
    };
    Some(data(op, vec![value], Sort::Int, span))
}

fn empty(op: DataOp, sort: Sort, span: Span) -> Expr {
    data(op, Vec::new(), sort, span)
}

impl<'a> Lowerer<'_, 'a> {
    /// An expression of a data theory.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    pub(crate) fn data_expr(&mut self, place: Place<'_>, e: &'a ast::Expr) -> Lowered<Expr> {
        use ast::ExprKind as E;
        let span = e.span;
        match &e.kind {
            E::Str(text) => {
                let op = DataOp::StrLiteral(text.as_str().into());
                Ok(data(op, Vec::new(), Sort::String, span))
            }
            E::Char(text) => match ast::character(text) {
                Some(character) => Ok(Expr::int(u32::from(character), span)),
                None => unsupported(Code::U089, span, "this character"),
            },
            E::OptionNone => {
                let sort = self.sort_of(e)?;
                Ok(empty(DataOp::OptNone, sort, span))
            }
            E::Binary(op, left, right) => self.data_binary(place, e, *op, left, right),
            E::Index(base, index) => {
                let base_value = self.expr(place, base)?;
                let index_value = self.expr(place, index)?;
                let ty = self.tables.resolution.type_of(e.id).clone();
                self.data_index(base_value, index_value, &ty, span)
            }
            E::Slice(base, low, high) => {
                let mut value = self.expr(place, base)?;
                let sort = value.sort.clone();
                if !matches!(sort, Sort::Seq(_)) {
                    return unsupported(Code::U080, span, "a slice of this");
                }
                for (op, end) in [(DataOp::SeqTake, high), (DataOp::SeqDrop, low)] {
                    if let Some(end) = end {
                        let end = self.expr(place, end)?;
                        value = data(op, vec![value, end], sort.clone(), span);
                    }
                }
                Ok(value)
            }
            E::Update(base, at, value) => {
                let base = self.expr(place, base)?;
                let at = self.expr(place, at)?;
                let value = self.expr(place, value)?;
                self.data_update(base, at, value, span)
            }
            E::SeqLiteral(_, elements) => self.list(place, DataOp::SeqLiteral, e, elements),
            E::SetLiteral(_, elements) => self.list(place, DataOp::SetLiteral, e, elements),
            E::BagLiteral(_, elements) => self.list(place, DataOp::BagLiteral, e, elements),
            E::MapLiteral(_, _, entries) => {
                let sort = self.sort_of(e)?;
                let Sort::Map(key, value) = sort.clone() else {
                    return unsupported(Code::U080, span, "this map");
                };
                let mut args = Vec::new();
                for (k, v) in entries {
                    args.push(self.expr_as(place, k, &key)?);
                    args.push(self.expr_as(place, v, &value)?);
                }
                Ok(data(DataOp::MapLiteral, args, sort, span))
            }
            E::TupleLiteral(_, parts) => {
                let sort = self.sort_of(e)?;
                let most = usize::from(TUPLE_MEMBERS);
                let Sort::Tuple(sorts) = &sort else {
                    return unsupported(Code::U080, span, "a tuple of so many values");
                };
                if sorts.len() != parts.len() || parts.len() > most {
                    return unsupported(Code::U080, span, "a tuple of so many values");
                }
                let args = parts.iter().zip(sorts);
                let args = args.map(|(part, sort)| self.expr_as(place, part, sort));
                let args = args.collect::<Lowered<Vec<_>>>()?;
                Ok(data(DataOp::TupleMake, args, sort, span))
            }
            E::Range {
                sequence,
                low,
                high,
            } => {
                let args = vec![
                    self.expr_as(place, low, &Sort::Int)?,
                    self.expr_as(place, high, &Sort::Int)?,
                ];
                Ok(if *sequence {
                    data(DataOp::SeqRange, args, Sort::seq(Sort::Int), span)
                } else {
                    data(DataOp::SetRange, args, Sort::set(Sort::Int), span)
                })
            }
            E::Size(inner) => match size(self.expr(place, inner)?, span) {
                Some(size) => Ok(size),
                None => unsupported(Code::U080, span, "the size of this"),
            },
            E::Choose(inner) => self.choose(place, inner, span),
            E::Member(base, _) => self.data_member(place, e, &[&**base]),
            E::Call(call) => {
                if call.null_safe {
                    return unsupported(Code::U047, span, "`?.`");
                }
                let receiver = call.receiver.as_deref().into_iter();
                let operands: Vec<&'a ast::Expr> = receiver.chain(&call.args).collect();
                self.data_member(place, e, &operands)
            }
            E::Values(array, low, high) => self.array_values(place, e, array, low, high),
            E::ChooseFresh(_) => unsupported(Code::U086, span, "`\\choose_fresh` here"),
            E::Comprehension {
                element,
                binders,
                condition,
                ..
            } => {
                let bound = Bound {
                    binders,
                    range: condition.as_deref(),
                    body: element,
                    span,
                };
                self.comprehension(place, e, bound)
            }
            _ => unsupported(Code::U080, span, "this operation on data"),
        }
    }

    /// Whether an operator works on data rather than on numbers.
    #[allow(clippy::wildcard_enum_match_arm, reason = "else the operands decide")]
    pub(crate) fn is_data_operator(
        &self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> bool {
        let data = |e: &ast::Expr| {
            matches!(
                self.tables.resolution.type_of(e.id),
                Type::Seq(_)
                    | Type::Set(_)
                    | Type::Bag(_)
                    | Type::Map(..)
                    | Type::Option(_)
                    | Type::Tuple(_)
                    | Type::String
            )
        };
        // A value of an unknown type may equal one of any other.
        let unknown = |e: &ast::Expr| {
            matches!(
                self.tables.resolution.type_of(e.id),
                Type::Parameter(_) | Type::Any | Type::Other(_) | Type::Error
            )
        };
        match op {
            BinaryOp::In
            | BinaryOp::Concat
            | BinaryOp::Cons
            | BinaryOp::Union
            | BinaryOp::Intersect
            | BinaryOp::Subset
            | BinaryOp::SubsetEq => true,
            BinaryOp::Eq | BinaryOp::Ne if unknown(left) || unknown(right) => true,
            _ => data(left) || data(right),
        }
    }

    /// The sort of an expression's type.
    fn sort_of(&self, e: &ast::Expr) -> Lowered<Sort> {
        self.sort(&self.tables.resolution.type_of(e.id).clone(), e.span)
    }

    /// An expression where a value of some sort is wanted.
    fn expr_as(&mut self, place: Place<'_>, e: &'a ast::Expr, sort: &Sort) -> Lowered<Expr> {
        let value = self.expr(place, e)?;
        self.as_sort(value, sort)
    }

    fn as_sort(&self, value: Expr, sort: &Sort) -> Lowered<Expr> {
        let span = value.span;
        match self.adapt(&value, sort) {
            Some(value) => Ok(value),
            None => unsupported(
                Code::U088,
                span,
                format!("a conversion from `{}` to `{sort}`", value.sort),
            ),
        }
    }

    /// A name for a value that is used more than once.
    fn once(&mut self, value: Expr, bindings: &mut Bindings) -> Expr {
        let simple = matches!(
            value.kind,
            ExprKind::Local(_)
                | ExprKind::Int(_)
                | ExprKind::Real(_)
                | ExprKind::Bool(_)
                | ExprKind::Null
        );
        if simple {
            return value;
        }
        let span = value.span;
        let local = self.fresh_local("<operand>", value.sort.clone(), DataType::Plain, span);
        bindings.push((local, value));
        self.local_expr(local, span)
    }

    /// A value that comes out of data, with what its type says of it.
    fn typed(&self, value: Expr, ty: &Type) -> Expr {
        if let DataType::Enum(count) = self.data_type(ty)
            && value.sort == Sort::Int
        {
            let span = value.span;
            let count = Expr::int(count, span);
            return data(DataOp::EnumConstant, vec![value, count], Sort::Int, span);
        }
        value
    }

    fn list(
        &mut self,
        place: Place<'_>,
        op: DataOp,
        e: &'a ast::Expr,
        elements: &'a [ast::Expr],
    ) -> Lowered<Expr> {
        let sort = self.sort_of(e)?;
        let (Sort::Seq(element) | Sort::Set(element) | Sort::Bag(element)) = sort.clone() else {
            return unsupported(Code::U080, e.span, "this literal");
        };
        let elements = elements
            .iter()
            .map(|x| self.expr_as(place, x, &element))
            .collect::<Lowered<Vec<_>>>()?;
        Ok(data(op, elements, sort, e.span))
    }

    /// `\values(array, low, high)`.
    fn array_values(
        &mut self,
        place: Place<'_>,
        e: &'a ast::Expr,
        array: &'a ast::Expr,
        low: &'a ast::Expr,
        high: &'a ast::Expr,
    ) -> Lowered<Expr> {
        let rows = matches!(
            self.tables.resolution.type_of(array.id),
            Type::Array(element) if matches!(**element, Type::Array(_))
        );
        if self.tables.reading.semantics.fixed_rows && rows {
            // There rows are no elements of the heap.
            return unsupported(Code::U085, e.span, "`\\values` of a matrix with fixed rows");
        }
        let sort = self.sort_of(e)?;
        let array = Box::new(self.expr(place, array)?);
        let low = Box::new(self.expr_as(place, low, &Sort::Int)?);
        let high = Box::new(self.expr_as(place, high, &Sort::Int)?);
        Ok(Expr::new(sort, e.span, ExprKind::Values(array, low, high)))
    }

    /// `base[index]`.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    fn data_index(&mut self, base: Expr, index: Expr, ty: &Type, span: Span) -> Lowered<Expr> {
        match base.sort.clone() {
            Sort::Seq(element) => {
                let index = self.as_sort(index, &Sort::Int)?;
                let args = vec![base, index];
                let value = self.operation(DataOp::SeqAt, args, *element, span, None);
                Ok(self.typed(value, ty))
            }
            Sort::Map(key, value) => {
                let index = self.as_sort(index, &key)?;
                let found = self.operation(DataOp::MapGet, vec![base, index], *value, span, None);
                Ok(self.typed(found, ty))
            }
            Sort::Tuple(_) => match &index.kind {
                ExprKind::Int(at) => self.tuple_part(base, at.to_usize(), ty, span),
                _ => unsupported(Code::U080, span, "a tuple's member by a computed number"),
            },
            Sort::Bag(element) => {
                let index = self.as_sort(index, &element)?;
                Ok(data(DataOp::BagCount, vec![base, index], Sort::Int, span))
            }
            _ => unsupported(Code::U080, span, "this subscript"),
        }
    }

    fn tuple_part(
        &mut self,
        tuple: Expr,
        at: Option<usize>,
        ty: &Type,
        span: Span,
    ) -> Lowered<Expr> {
        if let (Some(at), Sort::Tuple(parts)) = (at, &tuple.sort)
            && let (Some(op), Some(part)) = (DataOp::tuple_part(at), parts.get(at).cloned())
            && parts.len() <= usize::from(TUPLE_MEMBERS)
        {
            let value = data(op, vec![tuple], part, span);
            return Ok(self.typed(value, ty));
        }
        unsupported(Code::U080, span, "this member of a tuple")
    }

    /// `base[at -> value]`.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    fn data_update(&mut self, base: Expr, at: Expr, value: Expr, span: Span) -> Lowered<Expr> {
        let sort = base.sort.clone();
        match sort.clone() {
            Sort::Seq(element) => {
                let at = self.as_sort(at, &Sort::Int)?;
                let value = self.as_sort(value, &element)?;
                let args = vec![base, at, value];
                Ok(self.operation(DataOp::SeqUpdate, args, sort, span, None))
            }
            Sort::Map(key, element) => {
                let at = self.as_sort(at, &key)?;
                let value = self.as_sort(value, &element)?;
                Ok(data(DataOp::MapBuild, vec![base, at, value], sort, span))
            }
            _ => unsupported(Code::U080, span, "an update of this"),
        }
    }

    fn choose(&mut self, place: Place<'_>, inner: &'a ast::Expr, span: Span) -> Lowered<Expr> {
        let ty = self.tables.resolution.type_of(inner.id).clone();
        let (Type::Set(element_type), value) = (ty, self.expr(place, inner)?) else {
            return unsupported(Code::U086, span, "`\\choose` of what is not a set");
        };
        let Sort::Set(element) = value.sort.clone() else {
            return unsupported(Code::U086, span, "`\\choose` of this");
        };
        let chosen = self.operation(DataOp::SetChoose, vec![value], *element, span, None);
        Ok(self.typed(chosen, &element_type))
    }

    /// A choice that is made when it is reached: some element, and any size.
    pub(crate) fn choose_fresh(
        &mut self,
        here: Here<'_>,
        inner: &'a ast::Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<LocalId> {
        let value = self.value(here, inner, out)?;
        let ty = self.tables.resolution.type_of(inner.id).clone();
        let Type::Set(element_type) = ty else {
            return unsupported(Code::U086, span, "`\\choose_fresh` of what is not a set");
        };
        let Sort::Set(element) = value.sort.clone() else {
            return unsupported(Code::U086, span, "`\\choose_fresh` of this");
        };
        let set = self.temporary(value.sort.clone(), span);
        out.push(Stmt::new(span, StmtKind::Assign(set, value)));
        let set = self.local_expr(set, span);
        let chosen = self.temporary(*element, span);
        out.push(Stmt::new(span, StmtKind::Havoc(vec![chosen])));
        let choice = self.local_expr(chosen, span);
        let count = data(DataOp::SetCard, vec![set.clone()], Sort::Int, span);
        let there = int_test(Builtin::Lt, Expr::int(0, span), count);
        let member = self.membership(choice.clone(), set, span)?;
        let chosen_one = requires(there, member, Partial::Choice);
        out.push(Stmt::new(span, StmtKind::Assume(chosen_one)));
        // What the type of the elements says of it.
        let typed = self.typed(choice, &element_type);
        let kept = self.temporary(typed.sort.clone(), span);
        out.push(Stmt::new(span, StmtKind::Assign(kept, typed)));
        Ok(kept)
    }
}
