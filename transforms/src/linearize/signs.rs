//! What the lengths of a matrix said of its extents, and the length of the array does not.

use super::*;

/// Lengths are not negative, so the old contract said that of the extents. The length of the
/// one array does not, so it is said, unless it was said already.
pub(super) fn signs(
    world: &World<'_>,
    group: &Group,
    member: usize,
    gone: &[Span],
    prover: &mut dyn Prover,
    edits: &mut EditSet,
) {
    let (Some(declared), Some(extents)) = (world.matrices.get(member), group.extents.get(&member))
    else {
        return;
    };
    let Some(callable) = declared
        .callable
        .and_then(|number| world.callables.get(number))
    else {
        return;
    };
    // What is hidden in a predicate cannot be shown without looking inside.
    if !matches!(declared.kind, Kind::Param(_))
        || !ask::speaks_of(world, group, member, callable)
        || matches!(callable.body, CallableBody::Predicate(_))
        || extents
            .names
            .iter()
            .any(|(_, meaning)| matches!(meaning, Meaning::Field(_)))
    {
        return;
    }
    let facts = unsaid(world, callable, extents, prover);
    let Some(text) = facts
        .iter()
        .map(print::expr)
        .reduce(|all, fact| format!("{all} && {fact}"))
    else {
        return;
    };
    // After the first clause that speaks of the matrix and stays: all that the extents need
    // to be defined is known there.
    let stays = |clause: &Clause| !gone.iter().any(|span| span.contains(clause.span));
    let first = callable.contract.clauses.iter().find(|clause| {
        stays(clause)
            && matches!(&clause.kind,
                ClauseKind::Requires(expr) | ClauseKind::Context(expr)
                | ClauseKind::ContextEverywhere(expr) if mentions(world, group, expr))
    });
    let (Some(clause), Some(file)) = (
        first,
        first.and_then(|clause| world.input.file(clause.span)),
    ) else {
        return;
    };
    let (start, end) = (clause.span.start as usize, clause.span.end as usize);
    let before = file.text.get(..start).unwrap_or("");
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let lead = before
        .get(line..)
        .unwrap_or("")
        .trim_start_matches('\u{feff}');
    let rest = file.text.get(end..).unwrap_or("");
    let next = rest.find('\n').map(|at| at + 1);
    let ends = rest.get(..next.unwrap_or(0)).unwrap_or("").trim();
    let edit = match next {
        Some(next) if lead.trim().is_empty() && (ends.is_empty() || ends.starts_with("//")) => {
            let text = format!("{}requires {text};\n", indentation(file, start));
            edits.insert(clause.span.file, end + next, text, rules::SIGNS)
        }
        _ => edits.insert(
            clause.span.file,
            end,
            format!(" requires {text};"),
            rules::SIGNS,
        ),
    };
    edit.origin = Some(clause.span);
}

/// What the lengths said of the extents, without what the contract says itself.
fn unsaid(
    world: &World<'_>,
    callable: &Callable,
    extents: &Extents,
    prover: &mut dyn Prover,
) -> Vec<Expr> {
    let zero = || int(BigInt::from(0));
    let not_negative = |extent: &Expr| binary(BinaryOp::Le, zero(), extent.clone());
    let mut facts = Vec::new();
    if !is_said(callable, &extents.rows) {
        facts.push(not_negative(&extents.rows));
    }
    if !is_said(callable, &extents.columns) && !same(&extents.rows, &extents.columns) {
        let fact = not_negative(&extents.columns);
        let shown = match &callable.body {
            CallableBody::Block(body) => {
                let mut probe = Probe::new(world.input, &callable.name);
                let at = body.start as usize + 1;
                probe.assert(body.file, at, &print::expr(&fact));
                // What comes after does not bear on it.
                probe.insert(body.file, at, "assume false;\n");
                question(prover, probe.finish()) == [Outcome::Proved]
            }
            _ => false,
        };
        facts.push(match shown {
            true => fact,
            // Without rows nothing is said of the columns.
            false => {
                let rows = binary(BinaryOp::Lt, zero(), extents.rows.clone());
                let implication = binary(BinaryOp::Implies, rows, fact);
                match facts.is_empty() {
                    true => implication,
                    false => return vec![binary(BinaryOp::And, facts.remove(0), implication)],
                }
            }
        });
    }
    facts
}

/// Whether the precondition says by itself that an extent is not negative.
fn is_said(callable: &Callable, extent: &Expr) -> bool {
    match &extent.kind {
        ExprKind::Int(value) => return *value >= BigInt::from(0),
        ExprKind::Member(_, member) if member.name == "length" => return true,
        _ => {}
    }
    let zero = build::expr(ExprKind::Int(BigInt::from(0)));
    let says = |expr: &Expr| match &expr.kind {
        ExprKind::Binary(BinaryOp::Le | BinaryOp::Lt, low, high) => {
            same(high, extent) && matches!(&low.kind, ExprKind::Int(low) if *low >= BigInt::from(0))
        }
        ExprKind::Binary(BinaryOp::Ge | BinaryOp::Gt, high, low) => {
            same(high, extent) && matches!(&low.kind, ExprKind::Int(low) if *low >= BigInt::from(0))
        }
        ExprKind::Binary(BinaryOp::Eq, one, other) => {
            (same(one, extent) && matches!(&other.kind, ExprKind::Int(_)) && !same(other, &zero))
                || (same(other, extent) && matches!(&one.kind, ExprKind::Int(_)))
        }
        _ => false,
    };
    callable
        .preconditions()
        .any(|expr| rewrite::conjuncts(expr).into_iter().any(says))
}
