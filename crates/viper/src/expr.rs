//! Expressions.

use super::triggers::is_trigger;
use super::writer::{Meaning, Text, Writer, gap};
use core_lang::OLD;
use core_lang::facts;
use core_lang::{
    Amount, Builtin, Expr, ExprKind, Function, FunctionBody, FunctionId, LocalId, Location,
    Quantifier,
};
use logic::Sort;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use text::span::Span;

/// Inlined functions nested deeper than this are not exported.
const INLINE: usize = 40;

fn integer(value: &BigInt) -> String {
    if value.is_negative() {
        format!("({value})")
    } else {
        value.to_string()
    }
}

fn rational(value: &BigRational) -> String {
    if value.is_zero() {
        "none".to_owned()
    } else if value.is_one() {
        "write".to_owned()
    } else if value.is_negative() {
        let size = value.abs();
        format!("(none - ({}/{}))", size.numer(), size.denom())
    } else {
        format!("({}/{})", value.numer(), value.denom())
    }
}

/// The value of an expression that is a constant.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "another kind is written as it stands"
)]
pub(super) fn constant(e: &Expr) -> Option<BigRational> {
    match &e.kind {
        ExprKind::Real(value) => Some(value.clone()),
        ExprKind::Int(value) => Some(BigRational::from_integer(value.clone())),
        ExprKind::Apply(Builtin::ToReal, operands) => constant(operands.first()?),
        _ => None,
    }
}

/// Whether an expression's value depends on the state.
pub(super) fn reads_heap(e: &Expr) -> bool {
    let mut reads = false;
    e.visit(&mut |e| {
        let facts = facts::expr(&e.kind);
        // A function may read it, and so may the value that an expression had before.
        reads |= facts.heap || facts.calls || matches!(e.kind, ExprKind::Old(..));
    });
    reads
}

impl Writer<'_> {
    /// The locals that the text of an expression depends on.
    pub(crate) fn depends(&self, e: &Expr) -> BTreeSet<LocalId> {
        let mut found = BTreeSet::new();
        e.visit(&mut |e| self.add_local(e, &mut found));
        found
    }

    /// Adds what a local, if the expression is one, depends on.
    pub(super) fn add_local(&self, e: &Expr, found: &mut BTreeSet<LocalId>) {
        if let ExprKind::Local(local) = e.kind {
            match self.meanings.get(&local) {
                Some(meaning) => found.extend(&meaning.depends),
                None => {
                    found.insert(local);
                }
            }
        }
    }

    /// An expression, in brackets where need be.
    pub(crate) fn expr(&mut self, e: &Expr) -> Text {
        Ok(match &e.kind {
            ExprKind::Statics
            | ExprKind::Values(..)
            | ExprKind::Fold { .. }
            | ExprKind::ForPerm { .. }
            | ExprKind::Comprehension { .. } => return gap(e.span, "this construct"),
            ExprKind::Int(value) => integer(value),
            ExprKind::Real(value) => rational(value),
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Null => "null".to_owned(),
            ExprKind::Local(local) => {
                let sort = self.program.local(*local).sort.clone();
                self.sort(&sort, e.span)?;
                self.local(*local)
            }
            ExprKind::Apply(op, operands) => self.apply(*op, operands, e.span)?,
            ExprKind::And(operands) => self.joined(operands, " && ", "true")?,
            ExprKind::Or(operands) => self.joined(operands, " || ", "false")?,
            ExprKind::Implies(a, b) => format!("({} ==> {})", self.expr(a)?, self.expr(b)?),
            ExprKind::Ite(condition, a, b) => format!(
                "({} ? {} : {})",
                self.expr(condition)?,
                self.expr(a)?,
                self.expr(b)?
            ),
            ExprKind::Field(receiver, field) => {
                let receiver = self.expr(receiver)?;
                let name = self.field(*field);
                if self.program.is_constant(*field) {
                    // Never written once constructed: a function of the object.
                    format!("final_{name}({receiver})")
                } else {
                    format!("{receiver}.{name}")
                }
            }
            ExprKind::Element(array, index) => {
                let (array, index) = (self.expr(array)?, self.expr(index)?);
                let element = self.element(&e.sort, e.span)?;
                format!("loc({array}, {index}).{element}")
            }
            ExprKind::Row(matrix, row) => {
                self.used.rows = true;
                format!("row({}, {})", self.expr(matrix)?, self.expr(row)?)
            }
            ExprKind::Length(array) => format!("len({})", self.expr(array)?),
            ExprKind::Call(function, args) => self.application(*function, args, e.span)?,
            ExprKind::Data(op, args) => self.data(op, args, &e.sort, e.span)?,
            ExprKind::Requires(_, value, ..) => self.expr(value)?,
            ExprKind::Quant {
                quantifier,
                variables,
                body,
                triggers,
            } => {
                let saved = self.meanings.clone();
                let mut binders = Vec::new();
                for variable in variables {
                    binders.push(self.bind(*variable, e.span)?);
                }
                let text = self.expr(body);
                let triggers = self.triggers(variables, triggers, body);
                self.meanings = saved;
                let word = match quantifier {
                    Quantifier::Forall => "forall",
                    Quantifier::Exists => "exists",
                };
                format!("({word} {} :: {}{})", binders.join(", "), triggers?, text?)
            }
            ExprKind::Let(local, value, body) => self.let_in(*local, value, body, e.span)?,
            ExprKind::Old(label, inner) => {
                let inner = self.expr(inner)?;
                match *label {
                    OLD if !self.labels.contains_key(label) => format!("old({inner})"),
                    label => format!("old[{}]({inner})", self.state(label)),
                }
            }
            ExprKind::CurrentPerm(_) if !self.own_permissions => {
                return gap(e.span, "`perm` outside of `assert` and `refute`");
            }
            ExprKind::CurrentPerm(location) => {
                format!("perm({})", self.location(location, e.span)?)
            }
            ExprKind::Unfolding(location, amount, value) => {
                let instance = self.permission(location, amount, e.span)?;
                format!("(unfolding {instance} in {})", self.expr(value)?)
            }
            ExprKind::Where(..) => {
                return gap(e.span, "`unfolding` of an inline predicate");
            }
        })
    }

    fn application(&mut self, function: FunctionId, args: &[Expr], span: Span) -> Text {
        if self.missing_functions.contains(&function) {
            return gap(span, "a function that is not exported");
        }
        let declared = self.program.function(function);
        Ok(match &declared.body {
            FunctionBody::Expr(body) if declared.inline => {
                let saved = self.enter(declared, args, body)?;
                let text = self.expr(body);
                self.leave(saved);
                format!("({})", text?)
            }
            FunctionBody::Expr(_) | FunctionBody::Abstract => {
                let args = self.list(args)?;
                format!("{}({args})", self.function(function))
            }
        })
    }

    fn let_in(&mut self, local: LocalId, value: &Expr, body: &Expr, span: Span) -> Text {
        if is_trigger(value, false) && !looks_back(body) {
            // Text that Viper can find triggers in.
            let (text, depends) = (self.expr(value)?, self.depends(value));
            let saved = self.meanings.clone();
            self.stands_for(local, text, depends);
            let body = self.expr(body);
            self.meanings = saved;
            return body;
        }
        let value = self.expr(value)?;
        let saved = self.meanings.clone();
        self.bind(local, span)?;
        let name = self.declared(local);
        let body = self.expr(body);
        self.meanings = saved;
        Ok(format!("(let {name} == ({value}) in {})", body?))
    }

    /// An expression with what it needs asserted on the way.
    pub(crate) fn checked(&mut self, e: &Expr) -> Text {
        let text = self.expr(e)?;
        Ok(match self.defined(e)? {
            Some(condition) => format!("(asserting ({condition}) in {text})"),
            None => text,
        })
    }

    /// Expressions with commas between.
    pub(crate) fn list(&mut self, exprs: &[Expr]) -> Text {
        let texts = exprs
            .iter()
            .map(|e| self.expr(e))
            .collect::<Text<Vec<_>>>()?;
        Ok(texts.join(", "))
    }

    fn joined(&mut self, operands: &[Expr], between: &str, empty: &str) -> Text {
        let texts = operands
            .iter()
            .map(|e| self.expr(e))
            .collect::<Text<Vec<_>>>()?;
        Ok(match texts.len() {
            0 => empty.to_owned(),
            _ => format!("({})", texts.join(between)),
        })
    }

    fn apply(&mut self, op: Builtin, operands: &[Expr], span: Span) -> Text {
        if let (Builtin::RealDiv, [a, b]) = (op, operands) {
            // Viper divides an amount by an integer.
            return Ok(match (constant(a), constant(b), &b.kind) {
                (Some(a), Some(b), _) if !b.is_zero() => rational(&(a / b)),
                (_, _, ExprKind::Apply(Builtin::ToReal, divisor)) if divisor.len() == 1 => {
                    format!("({} / {})", self.expr(a)?, self.list(divisor)?)
                }
                _ => format!("({} / {})", self.expr(a)?, self.expr(b)?),
            });
        }
        let infix = match (op, operands) {
            (Builtin::Not, [a]) => return Ok(format!("!{}", self.expr(a)?)),
            (Builtin::Neg, [a]) => {
                let zero = if a.sort == Sort::Real { "none" } else { "0" };
                return Ok(format!("({zero} - {})", self.expr(a)?));
            }
            (Builtin::ToReal, [a]) => {
                let ExprKind::Int(value) = &a.kind else {
                    return Ok(format!("({} * write)", self.expr(a)?));
                };
                return Ok(rational(&BigRational::from_integer(value.clone())));
            }
            (Builtin::Iff, _) => "<==>",
            (Builtin::Eq, _) => "==",
            (Builtin::Ne, _) => "!=",
            (Builtin::Lt, _) => "<",
            (Builtin::Le, _) => "<=",
            (Builtin::Gt, _) => ">",
            (Builtin::Ge, _) => ">=",
            (Builtin::Add, _) => "+",
            (Builtin::Sub, _) => "-",
            (Builtin::Mul, _) => "*",
            // Viper's `\` and `%` are SMT-LIB's `div` and `mod`, as ours are.
            (Builtin::Div, _) => "\\",
            (Builtin::Mod, _) => "%",
            _ => return gap(span, "this operator"),
        };
        match operands {
            [a, b] => Ok(format!("({} {infix} {})", self.expr(a)?, self.expr(b)?)),
            _ => gap(span, "this operator"),
        }
    }

    /// A location without a permission.
    pub(crate) fn location(&mut self, location: &Location, span: Span) -> Text {
        Ok(match location {
            Location::Field(receiver, field) => {
                format!("{}.{}", self.expr(receiver)?, self.field(*field))
            }
            Location::Element(array, index, sort) => {
                let element = self.element(sort, span)?;
                format!(
                    "loc({}, {}).{element}",
                    self.expr(array)?,
                    self.expr(index)?
                )
            }
            Location::Predicate(predicate, args) => {
                if self.missing_predicates.contains(predicate) {
                    return gap(span, "a predicate that is not exported");
                }
                format!("{}({})", self.predicate(*predicate), self.list(args)?)
            }
        })
    }

    /// A permission to a location.
    pub(crate) fn permission(&mut self, location: &Location, amount: &Amount, span: Span) -> Text {
        let place = self.location(location, span)?;
        let amount = match amount {
            Amount::Exact(amount) => self.expr(amount)?,
            Amount::Wildcard => "wildcard".to_owned(),
        };
        Ok(format!("acc({place}, {amount})"))
    }

    /// Parameters stand for the arguments from here on.
    pub(crate) fn enter(
        &mut self,
        declared: &Function,
        args: &[Expr],
        body: &Expr,
    ) -> Text<BTreeMap<LocalId, Meaning>> {
        if self.depth >= INLINE {
            return gap(body.span, "functions nested as deep as this");
        }
        if looks_back(body) && args.iter().any(reads_heap) {
            return gap(
                body.span,
                "an inline function with `\\old` of a value that is read",
            );
        }
        let mut inner = self.meanings.clone();
        for (param, arg) in declared.params.iter().zip(args) {
            let meaning = Meaning {
                depends: self.depends(arg),
                text: format!("({})", self.expr(arg)?),
            };
            inner.insert(*param, meaning);
        }
        self.depth += 1;
        Ok(std::mem::replace(&mut self.meanings, inner))
    }

    /// Ends what [`Writer::enter`] began.
    pub(crate) fn leave(&mut self, saved: BTreeMap<LocalId, Meaning>) {
        self.depth = self.depth.saturating_sub(1);
        self.meanings = saved;
    }
}

/// Whether an expression speaks of another state.
fn looks_back(e: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |e| {
        found |= matches!(
            e.kind,
            ExprKind::Old(..) | ExprKind::Unfolding(..) | ExprKind::Where(..)
        )
    });
    found
}
