//! What must hold for an expression to have a value, as far as Viper does not ask for it
//! itself: bounds, arrays that are not `null`, and the conditions of data operations.

use super::expr::constant;
use super::writer::{Text, Writer, gap};
use core_lang::OLD;
use core_lang::{Builtin, Expr, ExprKind, FunctionBody, LocalId, Location};
use logic::Sort;
use num_traits::Zero;
use text::span::Span;

/// A condition; none if it is trivial.
pub(super) type Condition = Option<String>;

/// Both, the second only where the first holds.
pub(super) fn both(a: Condition, b: Condition) -> Condition {
    match (a, b) {
        (Some(a), Some(b)) => Some(format!("({a} && {b})")),
        (a, b) => a.or(b),
    }
}

/// The second where a formula holds.
pub(super) fn under(guard: &str, condition: Condition) -> Condition {
    condition.map(|condition| format!("({guard} ==> {condition})"))
}

impl Writer<'_> {
    /// What must hold for all of them, left to right.
    pub(crate) fn all_defined<'e>(
        &mut self,
        exprs: impl IntoIterator<Item = &'e Expr>,
    ) -> Text<Condition> {
        let mut condition = None;
        for e in exprs {
            condition = both(condition, self.defined(e)?);
        }
        Ok(condition)
    }

    /// What must hold for the expression.
    pub(crate) fn defined(&mut self, e: &Expr) -> Text<Condition> {
        Ok(match &e.kind {
            ExprKind::Statics
            | ExprKind::Values(..)
            | ExprKind::Fold { .. }
            | ExprKind::ForPerm { .. }
            | ExprKind::Comprehension { .. } => return gap(e.span, "this construct"),
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
            | ExprKind::Local(_) => None,
            ExprKind::Apply(op, operands) => {
                let condition = self.all_defined(operands)?;
                match (op, operands.as_slice()) {
                    (Builtin::RealDiv, [_, divisor])
                        if constant(divisor).is_none_or(|value| value.is_zero()) =>
                    {
                        let divisor = self.expr(divisor)?;
                        both(condition, Some(format!("{divisor} != none")))
                    }
                    _ => condition,
                }
            }
            ExprKind::And(operands) => self.in_turn(operands, false)?,
            ExprKind::Or(operands) => self.in_turn(operands, true)?,
            ExprKind::Implies(a, b) => {
                let first = self.defined(a)?;
                let second = self.defined(b)?;
                let guard = self.expr(a)?;
                both(first, under(&guard, second))
            }
            ExprKind::Ite(condition, a, b) => {
                let first = self.defined(condition)?;
                let (a, b) = (self.defined(a)?, self.defined(b)?);
                let guard = self.expr(condition)?;
                let then = under(&guard, a);
                let otherwise = under(&format!("!{guard}"), b);
                both(first, both(then, otherwise))
            }
            ExprKind::Field(receiver, field) => {
                let condition = self.defined(receiver)?;
                if self.program.is_constant(*field) {
                    let receiver = self.expr(receiver)?;
                    both(condition, Some(format!("{receiver} != null")))
                } else {
                    condition
                }
            }
            ExprKind::Element(array, index) | ExprKind::Row(array, index) => {
                self.within(array, index)?
            }
            ExprKind::Length(array) => {
                let condition = self.defined(array)?;
                let array = self.expr(array)?;
                both(condition, Some(format!("{array} != null")))
            }
            ExprKind::Call(function, args) => {
                let condition = self.all_defined(args)?;
                let declared = self.program.function(*function);
                match &declared.body {
                    FunctionBody::Expr(body) if declared.inline => {
                        let saved = self.enter(declared, args, body)?;
                        let inner = self.defined(body);
                        let requires = self.shown(&declared.requires);
                        self.leave(saved);
                        both(both(condition, requires?), inner?)
                    }
                    FunctionBody::Expr(_) | FunctionBody::Abstract => condition,
                }
            }
            ExprKind::Data(_, args) => self.all_defined(args)?,
            ExprKind::Requires(condition, value, ..) => {
                let first = self.defined(condition)?;
                let holds = self.expr(condition)?;
                let second = self.defined(value)?;
                both(both(first, Some(holds)), second)
            }
            ExprKind::Quant {
                variables, body, ..
            } => {
                let saved = self.meanings.clone();
                let mut binders = Vec::new();
                for variable in variables {
                    binders.push(self.bind(*variable, e.span)?);
                }
                let inner = self.defined(body);
                self.meanings = saved;
                inner?.map(|inner| format!("(forall {} :: {inner})", binders.join(", ")))
            }
            ExprKind::Let(local, value, body) => self.let_defined(*local, value, body, e.span)?,
            ExprKind::Old(label, inner) => {
                let inner = self.defined(inner)?;
                match *label {
                    OLD if !self.labels.contains_key(label) => {
                        inner.map(|inner| format!("old({inner})"))
                    }
                    label => {
                        let state = self.state(label);
                        inner.map(|inner| format!("old[{state}]({inner})"))
                    }
                }
            }
            ExprKind::CurrentPerm(location) => self.location_defined(location)?,
            ExprKind::Unfolding(location, amount, value) => {
                let first = self.location_defined(location)?;
                let second = self.amount_defined(amount)?;
                let inner = self.defined(value)?;
                let instance = self.permission(location, amount, e.span)?;
                let inner = inner.map(|inner| format!("(unfolding {instance} in {inner})"));
                both(both(first, second), inner)
            }
            ExprKind::Where(..) => {
                return gap(e.span, "`unfolding` of an inline predicate");
            }
        })
    }

    fn let_defined(
        &mut self,
        local: LocalId,
        value: &Expr,
        body: &Expr,
        span: Span,
    ) -> Text<Condition> {
        let first = self.defined(value)?;
        let text = self.expr(value)?;
        let saved = self.meanings.clone();
        self.bind(local, span)?;
        let name = self.declared(local);
        let inner = self.defined(body);
        self.meanings = saved;
        let inner = inner?.map(|inner| format!("(let {name} == ({text}) in {inner})"));
        Ok(both(first, inner))
    }

    /// Operands of which a later one is evaluated only where the earlier ones hold, or
    /// (`negated`) do not hold.
    fn in_turn(&mut self, operands: &[Expr], negated: bool) -> Text<Condition> {
        let mut condition: Condition = None;
        for operand in operands.iter().rev() {
            let own = self.defined(operand)?;
            if condition.is_some() {
                let mut guard = self.expr(operand)?;
                if negated {
                    guard = format!("!{guard}");
                }
                condition = under(&guard, condition);
            }
            condition = both(own, condition);
        }
        Ok(condition)
    }

    /// The index is within the array, which is not `null`.
    fn within(&mut self, array: &Expr, index: &Expr) -> Text<Condition> {
        let condition = self.all_defined([array, index])?;
        let array = self.expr(array)?;
        let exists = format!("{array} != null");
        // Under vercors-1.4 `a[i]` is total.
        let here = if self.program.semantics.total_arrays {
            exists
        } else {
            let index = self.expr(index)?;
            format!("({exists} && 0 <= {index} && {index} < len({array}))")
        };
        Ok(both(condition, Some(here)))
    }

    /// What must hold for a location.
    pub(crate) fn location_defined(&mut self, location: &Location) -> Text<Condition> {
        match location {
            Location::Field(receiver, _) => self.defined(receiver),
            Location::Element(array, index, sort)
                if *sort == Sort::Ref && self.program.semantics.fixed_rows =>
            {
                self.within(array, index)
            }
            Location::Element(array, index, _) => self.within(array, index),
            Location::Predicate(_, args) => self.all_defined(args),
        }
    }

    /// What must hold for an amount.
    pub(crate) fn amount_defined(&mut self, amount: &core_lang::Amount) -> Text<Condition> {
        match amount {
            core_lang::Amount::Exact(amount) => self.defined(amount),
            core_lang::Amount::Wildcard => Ok(None),
        }
    }
}
