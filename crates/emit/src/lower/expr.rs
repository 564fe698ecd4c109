//! Expressions of code.

use super::{Lowering, refuse, refuse_with};
use crate::code::{Expr, Op, Type, length_of};
use crate::names::Named;
use crate::refusal::Refused;
use num_bigint::BigInt;
use spec_lang::ast::{BinaryOp, Expr as Pvl, ExprKind, NodeId, UnaryOp};
use spec_lang::resolve::{Builtin, Reference, Type as PvlType};
use text::code::Code;
use text::span::Span;

impl Lowering<'_, '_> {
    /// The expression of code that computes this.
    pub(crate) fn expr(&mut self, expr: &Pvl) -> Result<Expr, Refused> {
        match &expr.kind {
            ExprKind::Int(value) => self.number(value, expr.span),
            ExprKind::Bool(value) => Ok(Expr::Bool(*value)),
            ExprKind::Name(name) => self.name(expr, &name.name),
            ExprKind::Unary(op, inner) => self.unary(*op, inner, expr.span),
            ExprKind::Binary(op, left, right) => self.binary(*op, (left, right), expr),
            ExprKind::Conditional(condition, then, other) => Ok(Expr::Conditional(
                Box::new(self.expr(condition)?),
                Box::new(self.expr(then)?),
                Box::new(self.expr(other)?),
            )),
            ExprKind::Index(array, index) => {
                self.typed(expr)?;
                let array = self.array(array)?;
                Ok(Expr::Element(array, Box::new(self.expr(index)?)))
            }
            ExprKind::Member(inner, member) => {
                match self.world.resolution().references.get(&expr.id) {
                    Some(Reference::Builtin(Builtin::ArrayLength)) => {
                        Ok(Expr::Name(length_of(&self.array(inner)?)))
                    }
                    Some(Reference::Field(id, _)) if matches!(inner.kind, ExprKind::This) => {
                        self.typed(expr)?;
                        Ok(Expr::Name(self.field(*id, expr.span)?))
                    }
                    _ => {
                        let what = format!(
                            "the member `{}` has no counterpart in emitted code",
                            member.name
                        );
                        refuse(Code::E001, expr.span, what)
                    }
                }
            }
            ExprKind::Call(call) => self.call(expr, call),
            ExprKind::Increment { .. } => refuse_with(
                Code::E002,
                expr.span,
                "an expression with an effect is not emitted: C does not fix the order",
                "make it a statement of its own",
            ),
            ExprKind::Quantifier { .. }
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
            | ExprKind::Unfolding(..)
            | ExprKind::During(..)
            | ExprKind::PolarityDependent(..)
            | ExprKind::Choose(_)
            | ExprKind::ChooseFresh(_)
            | ExprKind::ForPerm(..)
            | ExprKind::AllElements(_)
            | ExprKind::Result
            | ExprKind::Any => refuse(
                Code::E004,
                expr.span,
                "a formula decides what this code does; only specifications have formulas",
            ),
            ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Char(_)
            | ExprKind::Null
            | ExprKind::This
            | ExprKind::Write
            | ExprKind::Read
            | ExprKind::NoPerm
            | ExprKind::OptionNone
            | ExprKind::CurrentThread
            | ExprKind::Slice(..)
            | ExprKind::Update(..)
            | ExprKind::New(_)
            | ExprKind::NewArray(..)
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
            | ExprKind::Builtin(..) => refuse(
                Code::E001,
                expr.span,
                "this value has no counterpart in emitted code, which has integers, Booleans and arrays of them",
            ),
        }
    }

    /// The type of an expression that is a scalar.
    pub(crate) fn typed(&self, expr: &Pvl) -> Result<Type, Refused> {
        self.scalar(self.world.resolution().type_of(expr.id), expr.span, "this")
    }

    fn number(&self, value: &BigInt, span: Span) -> Result<Expr, Refused> {
        match self.world.width.holds(value) {
            true => Ok(Expr::Int(value.clone())),
            false => {
                let width = self.world.width.bits();
                refuse(
                    Code::E009,
                    span,
                    format!("{value} does not fit into an integer of {width} bits"),
                )
            }
        }
    }

    fn name(&mut self, expr: &Pvl, name: &str) -> Result<Expr, Refused> {
        self.typed(expr)?;
        match self.world.resolution().references.get(&expr.id).cloned() {
            Some(Reference::Local(id)) => Ok(Expr::Name(self.local(id, name, expr.span)?)),
            Some(Reference::Field(id, _)) => Ok(Expr::Name(self.field(id, expr.span)?)),
            _ => refuse(
                Code::E001,
                expr.span,
                format!("`{name}` has no counterpart in emitted code"),
            ),
        }
    }

    /// The name of a local or parameter.
    pub(crate) fn local(&self, id: NodeId, name: &str, span: Span) -> Result<String, Refused> {
        let id = self.world.resolution().canonical(id);
        match self.names.of(id) {
            Some(name) => Ok(name.to_owned()),
            None => refuse(
                Code::E008,
                span,
                format!("`{name}` is ghost state, which emitted code does not have"),
            ),
        }
    }

    /// The name of a field of the object, which becomes a parameter.
    pub(crate) fn field(&mut self, id: NodeId, span: Span) -> Result<String, Refused> {
        if let Some(name) = self.names.of(id) {
            return Ok(name.to_owned());
        }
        let wanted = self.world.fields.get(&id).copied().unwrap_or("field");
        let declared = self.world.resolution().declared.get(&id);
        let ty = declared.cloned().unwrap_or(PvlType::Error);
        let named = self.named(&ty, span, &format!("the field `{wanted}`"))?;
        let name = self.names.declare(id, wanted, named);
        self.fields.push((id, name.clone()));
        Ok(name)
    }

    /// The name of an array.
    pub(crate) fn array(&mut self, expr: &Pvl) -> Result<String, Refused> {
        let ty = self.world.resolution().type_of(expr.id).clone();
        let Named::Array(_) = self.named(&ty, expr.span, "this")? else {
            return refuse(Code::E001, expr.span, "this is no array");
        };
        let reference = self.world.resolution().references.get(&expr.id).cloned();
        match (&expr.kind, reference) {
            (ExprKind::Name(name), Some(Reference::Local(id))) => {
                self.local(id, &name.name, expr.span)
            }
            (ExprKind::Name(_), Some(Reference::Field(id, _))) => self.field(id, expr.span),
            (ExprKind::Member(object, _), Some(Reference::Field(id, _)))
                if matches!(object.kind, ExprKind::This) =>
            {
                self.field(id, expr.span)
            }
            _ => refuse(
                Code::E001,
                expr.span,
                "an array is only emitted where it is named: a parameter or a field",
            ),
        }
    }

    fn unary(&mut self, op: UnaryOp, inner: &Pvl, span: Span) -> Result<Expr, Refused> {
        match (op, self.typed(inner)?) {
            (UnaryOp::Neg, Type::Int) => Ok(Expr::Neg(Box::new(self.expr(inner)?))),
            (UnaryOp::Plus, Type::Int) => self.expr(inner),
            (UnaryOp::Not, Type::Bool) => Ok(Expr::Not(Box::new(self.expr(inner)?))),
            (UnaryOp::Neg | UnaryOp::Plus, Type::Bool) | (UnaryOp::Not, Type::Int) => refuse(
                Code::E001,
                span,
                "this operator is not emitted for this type",
            ),
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        (left, right): (&Pvl, &Pvl),
        whole: &Pvl,
    ) -> Result<Expr, Refused> {
        if let Some(null) = self.null_test(op, left, right)? {
            return Ok(null);
        }
        let types = (self.typed(left)?, self.typed(right)?);
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        let (a, b) = (Box::new(a), Box::new(b));
        use BinaryOp as P;
        let plain = self.world.plain.contains(&whole.id);
        let ints = types == (Type::Int, Type::Int);
        let bools = types == (Type::Bool, Type::Bool);
        let op = match op {
            P::Add if ints => Op::Add,
            P::Sub if ints => Op::Sub,
            P::Mul if ints => Op::Mul,
            P::Div if ints && plain => Op::Div,
            P::Mod if ints && plain => Op::Mod,
            P::Div if ints => return Ok(Expr::Quotient(a, b)),
            P::Mod if ints => return Ok(Expr::Remainder(a, b)),
            P::Lt if ints => Op::Lt,
            P::Le if ints => Op::Le,
            P::Gt if ints => Op::Gt,
            P::Ge if ints => Op::Ge,
            P::Eq if ints || bools => Op::Eq,
            P::Ne if ints || bools => Op::Ne,
            P::And | P::Star if bools => Op::And,
            P::Or if bools => Op::Or,
            P::Iff if bools => Op::Eq,
            P::Implies if bools => {
                return Ok(Expr::Binary(Op::Or, Box::new(Expr::Not(a)), b));
            }
            P::Add
            | P::Sub
            | P::Mul
            | P::Div
            | P::Mod
            | P::Lt
            | P::Le
            | P::Gt
            | P::Ge
            | P::Eq
            | P::Ne
            | P::And
            | P::Star
            | P::Or
            | P::Iff
            | P::Implies
            | P::Wand
            | P::In
            | P::Frac
            | P::Concat
            | P::Cons
            | P::Pow
            | P::BitAnd
            | P::BitOr
            | P::BitXor
            | P::Shl
            | P::Shr
            | P::UShr
            | P::Union
            | P::Intersect
            | P::Subset
            | P::SubsetEq => {
                return refuse(
                    Code::E001,
                    whole.span,
                    "this operator is not emitted for operands of these types",
                );
            }
        };
        Ok(Expr::Binary(op, a, b))
    }

    /// `a == null` and `a != null`.
    fn null_test(
        &mut self,
        op: BinaryOp,
        left: &Pvl,
        right: &Pvl,
    ) -> Result<Option<Expr>, Refused> {
        let array = match (&left.kind, &right.kind) {
            (_, ExprKind::Null) => left,
            (ExprKind::Null, _) => right,
            _ => return Ok(None),
        };
        let negated = match op {
            BinaryOp::Eq => false,
            BinaryOp::Ne => true,
            _ => return Ok(None),
        };
        let test = Expr::IsNull(self.array(array)?);
        Ok(Some(match negated {
            true => Expr::Not(Box::new(test)),
            false => test,
        }))
    }
}
