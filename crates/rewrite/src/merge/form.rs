//! Which form a merged loop has.

use crate::loops::counted::{Counted, counted, is_own, is_read_alone, is_signed};
use crate::opened::Opened;
use crate::sites::{Site, body_of};
use clang::tree::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, Storage, UnaryOp, Unit, VariableId};
use clang::walk::{Part, of_expr};
use text::code::Code;
use text::diagnostics::Diagnostic;
use transforms::Refusal;

/// How M iterations are made one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The number of iterations is a multiple of M: nothing is left over.
    Whole,
    /// This guard holds of all M iterations; what is left over runs in the loop as it was, behind.
    Ahead(String),
    /// The guard is still tested before each iteration.
    Tested,
}

/// Chooses the form with the fewest tests of those that are right; `jumps` says whether the body has a `break` and a
/// `continue`.
///
/// # Errors
/// `A203` if the loop is known to run fewer times.
pub(super) fn choose(
    opened: &Opened<'_>,
    site: &Site<'_>,
    count: u64,
    jumps: (bool, bool),
) -> Result<Form, Refusal> {
    let (breaks, continues) = jumps;
    let Some(found) = counted(opened, site) else {
        return Ok(Form::Tested);
    };
    if let Some(trips) = found.trips() {
        if trips < count {
            let message = format!("the loop runs {trips} times, and {count} are to become one");
            return Err(Refusal::not_applicable(
                Diagnostic::error(Code::A203, site.head, message).with_help("merge fewer"),
            ));
        }
        if trips % count == 0 && !continues && !breaks {
            return Ok(Form::Whole);
        }
    }
    // A `break` must leave the rest out as well.
    if breaks {
        return Ok(Form::Tested);
    }
    Ok(ahead(opened, site, &found, count).map_or(Form::Tested, Form::Ahead))
}

/// The guard of all M iterations, where it reads nothing else that an iteration changes and nothing in it overflows.
fn ahead(opened: &Opened<'_>, site: &Site<'_>, found: &Counted, count: u64) -> Option<String> {
    let unit = &opened.reading.unit;
    let stmt = site.stmt()?;
    let StmtKind::For {
        condition: Some(condition),
        ..
    } = &stmt.kind
    else {
        return None;
    };
    let name = &unit.variable(found.variable)?.name;
    let (left, right) = sides(condition)?;
    let is_variable = |expr: &Expr| opened.slice(expr.place.span) == *name;
    let bound = match (is_variable(left), is_variable(right)) {
        (true, false) => right,
        (false, true) => left,
        _ => return None,
    };
    let text = opened.slice(bound.place.span);
    // A macro may bring a bound, as long as its use is all that stands there.
    let function = unit.function(*site.functions.first()?)?.body.as_ref()?;
    let loop_ = Loop {
        unit,
        body: body_of(stmt)?,
        function,
        variable: found.variable,
    };
    is_signed(unit, bound.ty.id)?;
    if bound.place.span.file != 0 || text.is_empty() || !loop_.stable(bound) {
        return None;
    }
    let further = i128::from(count - 1).checked_mul(found.step.checked_abs()?)?;
    if further > i128::from(i32::MAX) {
        return None;
    }
    let sign = if found.step > 0 { "+" } else { "-" };
    let symbol = match found.relation {
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        _ => return None,
    };
    let upward = matches!(found.relation, BinaryOp::Lt | BinaryOp::Le);
    if upward != (found.step > 0) {
        return None;
    }
    if let (Some(_), Some(bound)) = (found.trips(), found.bound) {
        // Start, bound and step are numbers far from the ends of the type, as long as this is.
        let far = bound.abs().checked_add(2 * further)?;
        let goes_below = found.unsigned && sign == "-";
        return (far < i128::from(i32::MAX) && !goes_below)
            .then(|| format!("{name} {sign} {further} {symbol} {text}"));
    }
    let bound_text = grouped(bound, text);
    // Neither difference overflows: the smaller of the two is not negative where it is computed.
    let (smallest_is_known, difference) = match upward {
        true => (
            found.unsigned || found.start.is_some_and(|start| start >= 0),
            format!("{bound_text} - {name}"),
        ),
        false => (
            found.bound.is_some_and(|bound| bound >= 0),
            format!("{name} - {bound_text}"),
        ),
    };
    let strict = matches!(found.relation, BinaryOp::Lt | BinaryOp::Gt);
    let relation = if strict { ">" } else { ">=" };
    smallest_is_known
        .then(|| format!("{name} {symbol} {text} && {difference} {relation} {further}"))
}

fn sides(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary { left, right, .. } => Some((left, right)),
        ExprKind::Cast { operand, .. } => sides(operand),
        _ => None,
    }
}

/// An operand of a difference: in parentheses unless it is one name or number.
fn grouped(expr: &Expr, text: &str) -> String {
    let simple = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    match text.chars().all(simple) && expr.place.spelling.is_none() {
        true => text.to_owned(),
        false => format!("({text})"),
    }
}

/// A loop whose bound is looked at.
struct Loop<'a> {
    unit: &'a Unit,
    body: &'a Stmt,
    function: &'a Stmt,
    variable: VariableId,
}

impl Loop<'_> {
    /// Whether an expression has one value as long as the loop runs: it is made of numbers, of variables that the body only
    /// reads and to which nothing else leads, and of the sizes of the launch. Kinds that are not listed may change.
    fn stable(&self, expr: &Expr) -> bool {
        if expr.ty.volatile {
            return false;
        }
        let listed = match &expr.kind {
            ExprKind::Integer(_) | ExprKind::Measure { .. } | ExprKind::Cast { .. } => true,
            ExprKind::Variable(id) => self.stays(*id) || is_of_launch(self.unit, expr),
            ExprKind::Field {
                base, arrow: false, ..
            } => is_of_launch(self.unit, base),
            ExprKind::Unary { op, .. } => {
                matches!(op, UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not)
            }
            ExprKind::Binary { op, .. } => matches!(
                op,
                BinaryOp::Mul
                    | BinaryOp::Div
                    | BinaryOp::Rem
                    | BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Shl
                    | BinaryOp::Shr
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Xor
            ),
            _ => false,
        };
        listed
            && of_expr(expr).into_iter().all(|part| match part {
                Part::Expr(inner) => self.stable(inner),
                Part::Stmt(_) | Part::Declared(_) => false,
            })
    }

    /// Whether a variable keeps its value.
    fn stays(&self, id: VariableId) -> bool {
        let local = self
            .unit
            .variable(id)
            .is_some_and(|one| matches!(one.storage, Storage::Parameter | Storage::Local));
        local
            && id != self.variable
            && is_read_alone(self.unit, self.body, id)
            && is_own(self.unit, self.function, id)
    }
}

/// Whether an expression is one of CUDA's variables that say where a thread is in its launch.
fn is_of_launch(unit: &Unit, expr: &Expr) -> bool {
    let ExprKind::Variable(id) = &expr.kind else {
        return false;
    };
    unit.variable(*id).is_some_and(|one| {
        let names = ["threadIdx", "blockIdx", "blockDim", "gridDim"];
        names.contains(&one.name.as_str()) && one.ty.constant && one.name_place.span.file != 0
    })
}
