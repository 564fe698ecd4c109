//! The guard at the start of a later iteration, in terms of the variable's present value.

use super::check::Target;
use super::steady::{Steady, is_comparison, others_written};
use crate::framework::input::Input;
use crate::shared::bounds::{bounds, is_not_negative, moving_side, tested};
use crate::shared::copies::Layout;
use crate::shared::loops::{By, Update, UpdateOp};
use crate::shared::names::{DeclaredNames, is_stable, local};
use num_traits::{Signed, checked_pow};
use spec_lang::ast::{Expr, ExprKind, NodeId, Visitor};
use text::span::Span;

/// Digits of a product of factors that are written out at most.
const MOST_BITS: u64 = 4_096;
/// Bytes of a guard that is written out.
const MOST_BYTES: usize = 1 << 16;

/// What a guard becomes.
pub(super) struct Lookahead {
    /// Holds if the guard holds at the start of each of the next iterations.
    pub guard: String,
    /// What has to be shown for that.
    pub assumed: Option<String>,
}

/// The guard for `count` iterations at once; none if it reads something that an iteration
/// changes in a way that cannot be foreseen.
pub(super) fn lookahead(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
) -> Option<Lookahead> {
    let (variable, update) = (target.variable.as_ref()?, target.update.as_ref()?);
    let by = by_text(input, target, update)?;
    let name = &variable.name;
    if target.parts.iterator.is_some() {
        let (_, end, _) = layout.range()?;
        return Some(Lookahead {
            guard: format!("{name} + {} < {end}", count - 1),
            assumed: None,
        });
    }
    let guard = target.parts.guard.as_ref()?;
    if !Steady::new(input, target, variable.id).foresees(guard) {
        return None;
    }
    let at = |iteration: u64| -> Option<String> {
        let value = after(name, update, &by, iteration)?;
        Some(with(input, guard, variable.id, &value))
    };
    if let Some((side, _, limit)) = tested(input.resolution, guard, variable.id)
        && side != moving_side(update.op)
        && !reads(input, limit, variable.id)
    {
        let all = bounds(input.resolution, &target.parts.contract, variable.id);
        let monotone = match (&update.by, update.op) {
            (By::Number(_), UpdateOp::Add | UpdateOp::Sub) => Some(None),
            (By::Number(by), _) if by.is_positive() && is_not_negative(&all) => Some(None),
            (By::Expr(_), UpdateOp::Add | UpdateOp::Sub) => Some(Some(format!("0 <= {by}"))),
            _ => None,
        };
        if let Some(assumed) = monotone {
            return Some(Lookahead {
                guard: at(count - 1)?,
                assumed,
            });
        }
    }
    each(guard, (0..count).map(at))
}

/// As [`lookahead`], with a test for each of the iterations, so that nothing is assumed.
pub(super) fn lookahead_each(input: &Input<'_>, target: &Target, count: u64) -> Option<Lookahead> {
    let (variable, update) = (target.variable.as_ref()?, target.update.as_ref()?);
    let guard = target.parts.guard.as_ref()?;
    let by = by_text(input, target, update)?;
    each(
        guard,
        (0..count).map(|iteration| {
            let value = after(&variable.name, update, &by, iteration)?;
            Some(with(input, guard, variable.id, &value))
        }),
    )
}

fn each(guard: &Expr, tests: impl Iterator<Item = Option<String>>) -> Option<Lookahead> {
    let plain = match &guard.kind {
        ExprKind::Binary(op, ..) => is_comparison(*op),
        kind => matches!(kind, ExprKind::Unary(..)),
    };
    let mut all = String::new();
    for test in tests {
        let test = test?;
        if !all.is_empty() {
            all.push_str(" && ");
        }
        match plain {
            true => all.push_str(&test),
            false => all.push_str(&format!("({test})")),
        }
        if all.len() > MOST_BYTES {
            return None;
        }
    }
    Some(Lookahead {
        guard: all,
        assumed: None,
    })
}

/// The step as a word or number; none if it is not the same in every iteration.
fn by_text(input: &Input<'_>, target: &Target, update: &Update) -> Option<String> {
    match &update.by {
        By::Number(number) if number.is_negative() => Some(format!("({number})")),
        By::Number(number) => Some(number.to_string()),
        By::Expr(by) => {
            let variable = target.variable.as_ref()?.id;
            let mut written = others_written(input, target, variable);
            written.push(variable);
            // The step is added within the guard, binders of formulas included.
            let declared = DeclaredNames::on(|declared| {
                let guard = target.parts.guard.iter();
                guard.for_each(|guard| declared.visit_expr(guard));
            });
            let same =
                is_stable(input.resolution, by, &written) && declared.spare(input.resolution, by);
            same.then(|| grouped(input.slice(by.span)))
        }
    }
}

/// Text in parentheses, unless it is one word.
pub(super) fn grouped(text: &str) -> String {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match text.bytes().all(is_letter) {
        true => text.to_owned(),
        false => format!("({text})"),
    }
}

/// The variable's value after some updates.
fn after(name: &str, update: &Update, by: &str, count: u64) -> Option<String> {
    if count == 0 {
        return Some(name.to_owned());
    }
    let sign = match update.op {
        UpdateOp::Add => "+",
        UpdateOp::Sub => "-",
        UpdateOp::Mul => "*",
        UpdateOp::Div => "/",
    };
    match (&update.by, update.op) {
        (By::Number(by), UpdateOp::Add | UpdateOp::Sub) => {
            Some(format!("{name} {sign} {}", by * count))
        }
        (By::Number(number), UpdateOp::Mul) => {
            let power = usize::try_from(count).ok()?;
            if number.bits().saturating_mul(count) > MOST_BITS {
                return None;
            }
            let product = checked_pow(number.clone(), power)?;
            Some(match product.is_negative() {
                true => format!("{name} * ({product})"),
                false => format!("{name} * {product}"),
            })
        }
        (By::Expr(_), UpdateOp::Add | UpdateOp::Sub) if count > 1 => {
            Some(format!("{name} {sign} {count} * {by}"))
        }
        // One after the other, which is what the updates themselves do.
        _ => {
            let times = usize::try_from(count).ok()?;
            if times.saturating_mul(by.len()) > MOST_BYTES {
                return None;
            }
            Some(format!("{name}{}", format!(" {sign} {by}").repeat(times)))
        }
    }
}

/// A guard's text with a value in place of the variable.
pub(super) fn with(input: &Input<'_>, guard: &Expr, variable: NodeId, value: &str) -> String {
    struct Places<'a> {
        input: &'a Input<'a>,
        variable: NodeId,
        /// Operands of comparisons, which need no parentheses around a sum or product.
        bare: Vec<NodeId>,
        found: Vec<(Span, bool)>,
    }
    impl Visitor for Places<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Binary(op, left, right) = &expr.kind
                && is_comparison(*op)
            {
                self.bare.extend([left.id, right.id]);
            }
            if local(self.input.resolution, expr) == Some(self.variable) {
                self.found.push((expr.span, self.bare.contains(&expr.id)));
            }
            self.walk_expr(expr);
        }
    }
    let mut places = Places {
        input,
        variable,
        bare: Vec::new(),
        found: Vec::new(),
    };
    places.visit_expr(guard);
    places.found.sort_by_key(|(span, _)| span.start);
    let atom = !value.contains(' ') && !value.starts_with('-');
    let mut text = String::new();
    let mut at = guard.span.start as usize;
    let slice = |from: usize, to: usize| input.slice(Span::new(guard.span.file, from, to));
    for (span, bare) in places.found {
        text.push_str(slice(at, span.start as usize));
        match bare || atom {
            true => text.push_str(value),
            false => text.push_str(&format!("({value})")),
        }
        at = span.end as usize;
    }
    text.push_str(slice(at, guard.span.end as usize));
    text
}

fn reads(input: &Input<'_>, expr: &Expr, variable: NodeId) -> bool {
    struct Reads<'a>(&'a Input<'a>, NodeId, bool);
    impl Visitor for Reads<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            self.2 |= local(self.0.resolution, expr) == Some(self.1);
            self.walk_expr(expr);
        }
    }
    let mut reads = Reads(input, variable, false);
    reads.visit_expr(expr);
    reads.2
}
