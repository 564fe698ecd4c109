//! A number of iterations that is not known, but shown to be a multiple of M.

use super::check::Target;
use super::lookahead::grouped;
use crate::framework::input::Input;
use crate::framework::prover::{Outcome, Prover, ask};
use crate::shared::bounds::{Side, bounds, tested};
use crate::shared::copies::Layout;
use crate::shared::entry::{before_loop, initial};
use crate::shared::loops::{By, UpdateOp};
use crate::shared::names::{DeclaredNames, is_stable, local};
use num_traits::Signed;
use spec_lang::ast::{Expr, NodeId, StmtKind, Visitor};

/// Where a loop starts and ends, in words that mean the same all the while.
struct Ends {
    up: bool,
    first: String,
    limit: String,
}

/// What is known of the variable wherever a merged iteration starts, and what was shown
/// for it; none if no iterations are left over cannot be shown.
pub(super) fn divisible(
    input: &Input<'_>,
    target: &Target,
    layout: &Layout<'_>,
    count: u64,
    prover: &mut dyn Prover,
) -> Option<(String, String)> {
    let (variable, update) = (target.variable.as_ref()?, target.update.as_ref()?);
    let By::Number(by) = &update.by else {
        return None;
    };
    if !by.is_positive() {
        return None;
    }
    let Ends { up, first, limit } = ends(input, target, layout)?;
    let name = &variable.name;
    let stride = by * count;
    let (low, high) = if up {
        (&first, &limit)
    } else {
        (&limit, &first)
    };
    let way = match low.as_str() {
        "0" => high.clone(),
        _ => format!("({} - {})", high, grouped(low)),
    };
    let whole = format!("{way} % {stride} == 0");
    let ordered = format!("{low} <= {high}");
    let starts = format!("{name} == {first}");
    let question = before_loop(input, &target.site, layout, &[&starts, &ordered, &whole]);
    let shown = ask(prover, question);
    if shown.iter().any(|outcome| *outcome != Outcome::Proved) {
        return None;
    }
    let stated = bounds(input.resolution, &target.parts.contract, variable.id);
    let is_stated = |side: Side, text: &str| {
        stated.iter().any(|bound| {
            bound.side == side && !bound.strict && input.slice(bound.limit.span) == text
        })
    };
    let mut parts = Vec::new();
    if !is_stated(Side::Lower, low) {
        parts.push(format!("{low} <= {name}"));
    }
    if !is_stated(Side::Upper, high) {
        parts.push(format!("{name} <= {high}"));
    }
    parts.push(match (up, first.as_str()) {
        (true, "0") => format!("{name} % {stride} == 0"),
        (true, _) => format!("({name} - {}) % {stride} == 0", grouped(&first)),
        (false, _) => format!("({first} - {name}) % {stride} == 0"),
    });
    Some((parts.join(" && "), whole))
}

fn ends(input: &Input<'_>, target: &Target, layout: &Layout<'_>) -> Option<Ends> {
    let (variable, update) = (target.variable.as_ref()?, target.update.as_ref()?);
    let up = match update.op {
        UpdateOp::Add => true,
        UpdateOp::Sub => false,
        UpdateOp::Mul | UpdateOp::Div => return None,
    };
    let resolution = input.resolution;
    let limit = match (&target.parts.guard, layout.range()) {
        (Some(guard), _) => {
            let (side, strict, limit) = tested(resolution, guard, variable.id)?;
            let away = side == if up { Side::Upper } else { Side::Lower };
            let stable = is_stable(resolution, limit, &written(input, target, variable.id));
            (strict && away && stable).then(|| input.slice(limit.span).to_owned())?
        }
        (None, Some((_, end, false))) => end.to_owned(),
        _ => return None,
    };
    let first = match layout.range() {
        Some((start, _, _)) => start.to_owned(),
        None => match initial(input, &target.site, &target.parts, variable) {
            Some(number) => number.to_string(),
            None => set_in_header(input, target, variable.id)?,
        },
    };
    Some(Ends { up, first, limit })
}

fn written(input: &Input<'_>, target: &Target, variable: NodeId) -> Vec<NodeId> {
    let mut changing = target.parts.changing(input.resolution);
    changing.push(variable);
    changing
}

/// What the header sets the variable to, if that stays the same.
fn set_in_header(input: &Input<'_>, target: &Target, variable: NodeId) -> Option<String> {
    let resolution = input.resolution;
    let mut value: Option<&Expr> = None;
    for stmt in &target.parts.init {
        match &stmt.kind {
            StmtKind::Local { names, .. } => {
                let own = names
                    .iter()
                    .find(|name| resolution.canonical(name.id) == variable);
                value = own.and_then(|name| name.init.as_ref()).or(value);
            }
            StmtKind::Assign {
                target: to,
                value: set,
                ..
            } if local(resolution, to) == Some(variable) => value = Some(set),
            _ => {}
        }
    }
    let value = value?;
    // The value is said of the loop, where the header's own names are known.
    let declared = DeclaredNames::on(|declared| {
        let init = target.parts.init.iter();
        init.for_each(|stmt| declared.visit_stmt(stmt));
    });
    if !declared.spare(input.resolution, value) {
        return None;
    }
    is_stable(resolution, value, &written(input, target, variable))
        .then(|| input.slice(value.span).to_owned())
}
