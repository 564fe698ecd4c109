//! The guard at the start of a later iteration, in terms of the variable's present value.

use super::check::Target;
use crate::bounds::{bounds, comparison, is_not_negative, moving_side};
use crate::copies::Layout;
use crate::input::Input;
use crate::loops::{By, Update, UpdateOp};
use crate::names::{effect, is_stable, local};
use num_traits::{Signed, checked_pow};
use spec_lang::ast::{
    BinaryOp, Expr, ExprKind, NodeId, SpecKind, Stmt, StmtKind, UnaryOp, Visitor,
};
use spec_lang::resolve::Reference;
use spec_lang::span::Span;

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
    if let Some((side, _, limit)) = comparison(input.resolution, guard, variable.id)
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
    let plain = matches!(&guard.kind, ExprKind::Binary(op, ..) if is_comparison(*op));
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

/// The locals that an iteration writes, the loop's variable apart.
fn others_written(input: &Input<'_>, target: &Target, variable: NodeId) -> Vec<NodeId> {
    let writes = target.parts.writes(input.resolution);
    let written = writes.iter().map(|write| write.variable);
    written.filter(|id| *id != variable).collect()
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
            is_stable(input.resolution, by, &written).then(|| grouped(input.slice(by.span)))
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

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Lt | Le | Gt | Ge | Eq | Ne)
}

/// What an iteration leaves as it is.
///
/// Nothing false can come of a mistake here: the guards left out are asserted in the result.
struct Steady<'a> {
    input: &'a Input<'a>,
    /// The locals that change, the loop's variable apart.
    locals: Vec<NodeId>,
    /// The fields that change; none if any could.
    fields: Option<Vec<NodeId>>,
}

impl<'a> Steady<'a> {
    fn new(input: &'a Input<'a>, target: &Target, variable: NodeId) -> Self {
        struct Fields<'a>(&'a Input<'a>, Option<Vec<NodeId>>);
        impl Visitor for Fields<'_> {
            fn visit_stmt(&mut self, stmt: &Stmt) {
                match &stmt.kind {
                    StmtKind::Assign { target, .. } => {
                        if let (Some(fields), Some(Reference::Field(id, _))) =
                            (&mut self.1, self.0.resolution.references.get(&target.id))
                        {
                            fields.push(*id);
                        }
                    }
                    // Others may have the fields meanwhile.
                    StmtKind::Par(_)
                    | StmtKind::Region { .. }
                    | StmtKind::Barrier(_)
                    | StmtKind::Invariant { .. }
                    | StmtKind::Atomic { .. }
                    | StmtKind::Unsupported { .. } => self.1 = None,
                    StmtKind::Spec(kind, _) => {
                        use SpecKind::{Assert, Assume, Fold, Refute, Unfold};
                        if !matches!(kind, Assert | Assume | Fold | Refute | Unfold) {
                            self.1 = None;
                        }
                    }
                    _ => {}
                }
                self.walk_stmt(stmt);
            }
            fn visit_expr(&mut self, expr: &Expr) {
                if let ExprKind::Call(_) | ExprKind::New(_) | ExprKind::Increment { .. } =
                    &expr.kind
                    && effect(self.0, expr).is_some()
                    && !is_count(self.0, expr)
                {
                    self.1 = None;
                }
                self.walk_expr(expr);
            }
        }
        let mut fields = Fields(input, Some(Vec::new()));
        for stmt in target.parts.update.iter().chain([&target.parts.body]) {
            fields.visit_stmt(stmt);
        }
        Steady {
            input,
            locals: others_written(input, target, variable),
            fields: fields.1,
        }
    }

    /// Whether a guard reads nothing that an iteration changes but its variable.
    fn foresees(&self, guard: &Expr) -> bool {
        match &guard.kind {
            ExprKind::Bool(_) => true,
            ExprKind::Unary(UnaryOp::Not, inner) => self.foresees(inner),
            ExprKind::Binary(op, left, right)
                if is_comparison(*op) || matches!(op, BinaryOp::And | BinaryOp::Or) =>
            {
                self.foresees(left) && self.foresees(right)
            }
            ExprKind::Binary(
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod,
                left,
                right,
            ) => self.foresees(left) && self.foresees(right),
            ExprKind::Name(_) => self.is_field(guard) || self.is_local(guard),
            ExprKind::Member(inner, _) if self.is_field(guard) => {
                matches!(inner.kind, ExprKind::This) || self.is_local(inner)
            }
            ExprKind::Member(inner, name) if name.name == "length" => {
                self.is_field(inner) || self.is_local(inner)
            }
            _ => is_stable(self.input.resolution, guard, &self.locals),
        }
    }

    fn is_local(&self, expr: &Expr) -> bool {
        local(self.input.resolution, expr).is_some_and(|id| !self.locals.contains(&id))
    }

    fn is_field(&self, expr: &Expr) -> bool {
        matches!(
            (self.input.resolution.references.get(&expr.id), &self.fields),
            (Some(Reference::Field(id, _)), Some(fields)) if !fields.contains(id)
        )
    }
}

/// An increment of a local, which leaves all fields as they are.
fn is_count(input: &Input<'_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Increment { target, .. } => local(input.resolution, target).is_some(),
        _ => false,
    }
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
