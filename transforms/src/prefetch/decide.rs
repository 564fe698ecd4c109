//! From a range to a plan: under which condition the register is loaded, which accesses
//! it stands for, and whether it has to be written back.

use super::ask::{Answers, Area, Inquiry, Ticket, of_access, parts_of};
use super::conditions::{Condition, candidates, of_permission, only_conditional};
use super::first::writes_first;
use super::found::{Access, LoopFound, Permission, Role, Trouble, TroubleKind};
use super::pattern::{Cell, same};
use super::ranges::{Range, Scopes};
use super::refuse;
use crate::framework::input::{Input, Refusal};
use crate::framework::prover::{Outcome, Prover};
use spec_lang::ast::{Expr, Ident, NodeId};
use spec_lang::print;
use text::span::Span;

/// What becomes of a range.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The statements.
    pub range: Range,
    /// When the register is loaded.
    pub condition: Condition,
    /// Whether it is written back.
    pub dirty: bool,
    /// Whether its first access gives it a value in any case, so that no load is needed.
    pub written_first: bool,
    /// What the register stands for.
    pub replaced: Vec<Access>,
    /// Elements in annotations that may or may not be the cell, with the test.
    pub tested: Vec<(Span, String)>,
    /// Loops whose invariants have to say that the register and the cell agree.
    pub loops: Vec<LoopFound>,
}

/// Why a range has no plan.
pub(super) enum NoPlan {
    /// A smaller range may have one.
    Narrower(Refusal),
    /// Nothing can be done.
    Refused(Refusal),
}

/// What is asked about an access.
struct AboutAccess {
    /// For each condition: it holds there.
    under: Vec<Ticket>,
    /// For each condition: it is another cell.
    other: Vec<Ticket>,
    /// It is the cell.
    equal: Ticket,
}

/// What is asked about a range.
struct About {
    conditions: Vec<Condition>,
    readable: Vec<Ticket>,
    whole: Vec<Ticket>,
    accesses: Vec<AboutAccess>,
    /// For what may read the cell as part of a whole: that it reads other arrays.
    apart: Vec<Ticket>,
}

/// Plans, or not, for some ranges; one question for all of them, and one more for those
/// where the cell is not always held.
pub(super) fn plans(
    area: Area<'_>,
    cell: &Cell,
    permissions: &[Permission],
    ranges: Vec<Range>,
    prover: &mut dyn Prover,
) -> Vec<(Range, Result<Plan, NoPlan>)> {
    let under = |range: &Range| candidates(area.input, cell, permissions, range, area.scopes);
    // A block that holds the cell only under conditions means what it says.
    let only_under = only_conditional(cell, permissions);
    let likely = |range: &Range| match under(range) {
        conditions if only_under && !conditions.is_empty() => conditions,
        _ => vec![Condition::always()],
    };
    let first = asked(area, cell, ranges, &likely, prover);
    let mut plans = Vec::new();
    let mut open = Vec::new();
    for (range, plan) in first {
        match plan {
            Err(NoPlan::Narrower(refusal)) => open.push((range, refusal)),
            plan => plans.push((range, plan)),
        }
    }
    let unlikely = |range: &Range| match only_under {
        true => vec![Condition::always()],
        false => under(range),
    };
    let (some, none): (Vec<_>, Vec<_>) = open
        .into_iter()
        .partition(|(range, _)| !unlikely(range).is_empty());
    plans.extend(
        none.into_iter()
            .map(|(range, refusal)| (range, Err(NoPlan::Narrower(refusal)))),
    );
    let some = some.into_iter().map(|(range, _)| range).collect();
    plans.extend(asked(area, cell, some, &unlikely, prover));
    plans
}

/// Plans, or not, for some ranges, each under one of some conditions.
fn asked(
    area: Area<'_>,
    cell: &Cell,
    ranges: Vec<Range>,
    conditions: &dyn Fn(&Range) -> Vec<Condition>,
    prover: &mut dyn Prover,
) -> Vec<(Range, Result<Plan, NoPlan>)> {
    let mut inquiry = Inquiry::new(area, true);
    let abouts: Vec<About> = ranges
        .iter()
        .map(|range| about(cell, range, conditions(range), &mut inquiry))
        .collect();
    let answers = inquiry.finish(prover);
    ranges
        .into_iter()
        .zip(abouts)
        .map(|(range, about)| {
            let plan = decide(cell, &range, &about, &answers);
            (range, plan)
        })
        .collect()
}

fn about(
    cell: &Cell,
    range: &Range,
    conditions: Vec<Condition>,
    inquiry: &mut Inquiry<'_>,
) -> About {
    // Where no code writes, memory stays as it is, and other elements are of no concern.
    let written = range.found.accesses.iter().any(|access| access.writes());
    let first = range.stmts.first().map_or(range.block, |stmt| stmt.span);
    let text = cell.pattern.text();
    let mut readable = Vec::new();
    let mut whole = Vec::new();
    for condition in &conditions {
        readable.push(inquiry.before(first, condition.implies(&format!("{text} == {text}"))));
        whole.push(match written {
            true => inquiry.before(first, condition.implies(&format!("Perm({text}, write)"))),
            false => None,
        });
    }
    let declared = &range.found.declared;
    let accesses = range
        .found
        .accesses
        .iter()
        .map(|access| {
            let mut say = |condition: &Condition, formula: String| -> Ticket {
                let text = of_access(cell, access, condition, &formula)?;
                inquiry.at(&access.place, text, &parts_of(access), declared)
            };
            let under = conditions
                .iter()
                .map(|condition| match condition.text() {
                    None => Some(Vec::new()),
                    Some(text) => say(condition, format!("({text})")),
                })
                .collect();
            let equal = (!access.matches && (written || !access.annotation))
                .then(|| say(&Condition::always(), equality(cell, access)))
                .flatten();
            let other = conditions
                .iter()
                .map(|condition| match access.matches || !written {
                    true => None,
                    false => say(
                        condition,
                        condition.implies(&format!("!{}", equality(cell, access))),
                    ),
                })
                .collect();
            AboutAccess {
                under,
                other,
                equal,
            }
        })
        .collect();
    let apart = range
        .found
        .troubles
        .iter()
        .map(|trouble| others(cell, trouble, declared, inquiry))
        .collect();
    About {
        conditions,
        readable,
        whole,
        accesses,
        apart,
    }
}

/// That the arrays which a function is applied to are not that of the cell. What else it may read the
/// proof of the result tells.
fn others(cell: &Cell, trouble: &Trouble, declared: &[Ident], inquiry: &mut Inquiry<'_>) -> Ticket {
    if trouble.kind != TroubleKind::Whole || trouble.arrays.is_empty() {
        return None;
    }
    let array = print::operand(&cell.pattern.array);
    let differ = trouble.arrays.iter();
    let differ = differ.map(|other| format!("{} != {array}", print::operand(other)));
    let formula = format!("({})", differ.collect::<Vec<_>>().join(" && "));
    let said: Vec<(&Expr, Vec<NodeId>)> = trouble
        .arrays
        .iter()
        .map(|array| (array, Vec::new()))
        .collect();
    inquiry.at(&trouble.place, formula, &said, declared)
}

/// Shows that cells of one step that are in registers at the same time are different ones,
/// unless all of them are only read.
pub(super) fn apart(
    input: &Input<'_>,
    settled: &[(&Cell, &str, &Plan)],
    scopes: &Scopes,
    prover: &mut dyn Prover,
) -> Result<(), Refusal> {
    for (number, (cell, method, plan)) in settled.iter().enumerate() {
        for (other, _, other_plan) in settled.iter().take(number) {
            let (one, two) = (plan.range.span(), other_plan.range.span());
            let both = one.file == two.file && one.start < two.end && two.start < one.end;
            if !both || !(plan.dirty || other_plan.dirty) || !cell.may_be(&other.element) {
                continue;
            }
            let later = match one.start >= two.start {
                true => plan,
                false => other_plan,
            };
            let Some(first) = later.range.stmts.first() else {
                continue;
            };
            let same = equal(cell, &other.pattern.array, &other.pattern.index);
            let differ = plan
                .condition
                .implies(&other_plan.condition.implies(&format!("!{same}")));
            let area = Area {
                input,
                scopes,
                method,
            };
            let mut inquiry = Inquiry::new(area, true);
            let ticket = inquiry.before(first.span, differ);
            if let Some(outcome) = inquiry.finish(prover).worst(&ticket) {
                return Err(refuse::one_cell(cell, other, first.span, &outcome));
            }
        }
    }
    Ok(())
}

/// That an element is the cell.
fn equality(cell: &Cell, access: &Access) -> String {
    match access.parts() {
        Some((array, index)) => equal(cell, array, index),
        None => "(false)".to_owned(),
    }
}

fn equal(cell: &Cell, array: &Expr, index: &Expr) -> String {
    let indices = format!(
        "{} == {}",
        print::operand(index),
        print::operand(&cell.pattern.index)
    );
    if same(array, &cell.pattern.array) {
        return format!("({indices})");
    }
    format!(
        "({} == {} && {indices})",
        print::operand(array),
        print::operand(&cell.pattern.array)
    )
}

/// What an access is to the register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The cell, where the register holds it.
    Cell,
    /// Another cell.
    Other,
    /// One or the other.
    Either,
}

fn decide(cell: &Cell, range: &Range, about: &About, answers: &Answers) -> Result<Plan, NoPlan> {
    let first = range.stmts.first().map_or(range.block, |stmt| stmt.span);
    let mut refusal = None;
    for (number, condition) in about.conditions.iter().enumerate() {
        let ticket = |tickets: &[Ticket]| tickets.get(number).cloned().flatten();
        let readable = ticket(&about.readable);
        if let Some(outcome) = answers.worst(&readable) {
            refusal.get_or_insert(refuse::permission(cell, first, range, &outcome));
            continue;
        }
        let kinds: Vec<Kind> = range
            .found
            .accesses
            .iter()
            .zip(&about.accesses)
            .map(|(access, about)| {
                let holds = |tickets: &[Ticket]| answers.holds(&ticket(tickets));
                if !access.matches && holds(&about.other) {
                    Kind::Other
                } else if (access.matches || answers.holds(&about.equal)) && holds(&about.under) {
                    Kind::Cell
                } else {
                    Kind::Either
                }
            })
            .collect();
        let missed = range
            .found
            .accesses
            .iter()
            .zip(&kinds)
            .find(|(access, kind)| access.matches && !access.annotation && **kind != Kind::Cell);
        if let Some((access, _)) = missed {
            let outcome = answers
                .worst(&ticket(
                    about
                        .accesses
                        .iter()
                        .zip(&range.found.accesses)
                        .find(|(_, other)| other.expr.id == access.expr.id)
                        .map_or(&[], |(about, _)| about.under.as_slice()),
                ))
                .unwrap_or(Outcome::Failed(None));
            refusal = Some(refuse::condition(
                cell,
                access.expr.span,
                condition,
                &outcome,
            ));
            continue;
        }
        let dirty = range
            .found
            .accesses
            .iter()
            .zip(&kinds)
            .any(|(access, kind)| access.writes() && *kind == Kind::Cell);
        if dirty && let Some(outcome) = answers.worst(&ticket(&about.whole)) {
            refusal.get_or_insert(refuse::not_held(cell, first, range, &outcome));
            continue;
        }
        let plan = plan(cell, range, condition, &kinds, dirty, |index| {
            about
                .accesses
                .get(index)
                .and_then(|about| answers.worst(&ticket(&about.other)))
                .unwrap_or(Outcome::Failed(None))
        });
        let apart: Vec<bool> = about.apart.iter().map(|one| answers.holds(one)).collect();
        let without_troubles = |mut plan: Plan| {
            let mut number = 0..;
            let other = |number: Option<usize>| number.and_then(|at| apart.get(at)) == Some(&true);
            let troubles_left = &mut plan.range.found.troubles;
            troubles_left.retain(|_| !other(number.next()));
            troubles(cell, &plan.range, dirty).map(|()| plan)
        };
        return plan.and_then(without_troubles).map_err(NoPlan::Refused);
    }
    let nothing = || refuse::permission(cell, first, range, &Outcome::Failed(None));
    Err(NoPlan::Narrower(refusal.unwrap_or_else(nothing)))
}

fn plan(
    cell: &Cell,
    range: &Range,
    condition: &Condition,
    kinds: &[Kind],
    dirty: bool,
    other: impl Fn(usize) -> Outcome,
) -> Result<Plan, Refusal> {
    let mut replaced: Vec<Access> = Vec::new();
    let mut tested: Vec<(Span, String)> = Vec::new();
    for (index, (access, kind)) in range.found.accesses.iter().zip(kinds).enumerate() {
        match kind {
            Kind::Cell => replaced.push(access.clone()),
            Kind::Other => {}
            // Memory is up to date unless the register is written, and only code writes.
            Kind::Either if !dirty && !access.writes() => {}
            Kind::Either if access.annotation && !access.writes() => {
                let captured = access.binders.iter().any(|binder| {
                    cell.mentions(&binder.name.name) || condition.mentions(&binder.name.name)
                });
                if captured || !access.speakable {
                    return Err(refuse::two_meanings(cell, access.expr.span));
                }
                let mut test = Vec::new();
                test.extend(condition.text().map(|text| format!("({text})")));
                if !access.matches {
                    test.push(equality(cell, access));
                }
                let test = match test.as_slice() {
                    // In parentheses of its own, which the choice need not have twice.
                    [one] => one
                        .strip_prefix('(')
                        .and_then(|text| text.strip_suffix(')'))
                        .unwrap_or(one)
                        .to_owned(),
                    all => all.join(" && "),
                };
                tested.push((access.expr.span, test));
            }
            Kind::Either => {
                return Err(refuse::alias(cell, access, &other(index)));
            }
        }
    }
    let inside = |outer: Span, inner: Span| outer.contains(inner) && outer != inner;
    for (span, _) in &tested {
        let nested = replaced.iter().map(|access| access.expr.span);
        if nested
            .chain(tested.iter().map(|(other, _)| *other))
            .any(|other| inside(*span, other))
        {
            return Err(refuse::two_meanings(cell, *span));
        }
    }
    for access in &replaced {
        if matches!(access.role, Role::Write { whole: false, .. }) {
            return Err(refuse::within(cell, access.expr.span));
        }
        let path = replaced.iter().map(|access| access.expr.span);
        if path.clone().any(|other| inside(access.expr.span, other)) {
            return Err(refuse::moving(
                cell,
                access.expr.span,
                "its index reads the cell",
            ));
        }
    }
    for access in replaced.iter().filter(|access| !access.annotation) {
        // The value might be that from before the call, unless it is an argument of it.
        let calls = |trouble: &&Trouble| {
            trouble.kind == TroubleKind::Call && trouble.place.stmt == access.place.stmt
        };
        let mut passing = range.found.troubles.iter().filter(calls);
        if let Some(first) = passing.next()
            && !dirty
            && (passing.next().is_some() || !first.span.contains(access.expr.span))
        {
            return Err(refuse::trouble(cell, first, range));
        }
    }
    let loops = range
        .found
        .loops
        .iter()
        .filter(|found| {
            let accessed = replaced
                .iter()
                .any(|access| found.stmt.contains(access.place.stmt));
            let held = found
                .permissions
                .iter()
                .any(|permission| of_permission(cell, permission).is_some());
            accessed || held
        })
        .cloned()
        .collect();
    let mut stmts = range.stmts.iter();
    let written_first = condition.text().is_none()
        && stmts
            .next()
            .is_some_and(|first| writes_first(first, &replaced, &tested));
    Ok(Plan {
        range: range.clone(),
        condition: condition.clone(),
        dirty,
        written_first,
        replaced,
        tested,
        loops,
    })
}

/// What stands between load and store and must not.
fn troubles(cell: &Cell, range: &Range, dirty: bool) -> Result<(), Refusal> {
    let moved_by_others = !cell.fields.is_empty() || !cell.rows.is_empty();
    for trouble in &range.found.troubles {
        let harmful = match trouble.kind {
            TroubleKind::Moved | TroubleKind::Label => true,
            TroubleKind::Jump | TroubleKind::OldLabel => dirty,
            // A statement can be shown to do without the cell, a loop's head cannot.
            TroubleKind::Whole => dirty && trouble.place.head.is_some(),
            TroubleKind::Call
            | TroubleKind::Atomic
            | TroubleKind::Block
            | TroubleKind::Exchange => moved_by_others || (dirty && trouble.place.head.is_some()),
        };
        if harmful {
            return Err(refuse::trouble(cell, trouble, range));
        }
    }
    Ok(())
}
