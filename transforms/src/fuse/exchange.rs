//! Who holds what after a kernel and before the next: what is missing, what is left over.

use super::amount::{Amount, Fraction};
use super::contract::{Atom, Conjunct};
use super::formula::{Linear, all, not};
use super::inverse::{Cover, covers};
use spec_lang::ast::build::{self, binary};
use spec_lang::ast::{BinaryOp, Binder, Expr, ExprKind};
use std::collections::BTreeSet;
use text::span::Span;

/// Permissions that a seam adds at the start and keeps to the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Exchange {
    /// What the next kernel asks for and the one before does not give.
    pub missing: Vec<Conjunct>,
    /// What the one before gives and the next does not ask for.
    pub rest: Vec<Conjunct>,
    /// Of what the next kernel gives: places (by text) that are part of `rest` as well.
    pub covered: BTreeSet<String>,
}

/// What each thread keeps for itself: cell by cell, as they are written.
pub(super) fn within_threads(given: &[&Conjunct], asked: &[&Conjunct]) -> Exchange {
    let mut exchange = Exchange::default();
    let mut held: Vec<(Conjunct, bool)> = given
        .iter()
        .map(|conjunct| ((*conjunct).clone(), false))
        .collect();
    let mut open: Vec<Conjunct> = asked.iter().map(|conjunct| (*conjunct).clone()).collect();
    open.reverse();
    'asked: while let Some(want) = open.pop() {
        let Some(wanted) = want.atom.clone() else {
            continue;
        };
        let conditions = wanted.condition_texts();
        let mut need = wanted.amount.clone();
        let mut index = 0;
        while index < held.len() {
            let Some((conjunct, _)) = held.get(index) else {
                break;
            };
            let origin = conjunct.origin;
            let Some(have) = conjunct
                .atom
                .clone()
                .filter(|have| have.place() == wanted.place())
            else {
                index += 1;
                continue;
            };
            let own = have.condition_texts();
            if own == conditions {
                match subtract(&have.amount, &need) {
                    Taken::All(rest) => {
                        if let Amount::Read = need {
                            exchange.covered.insert(wanted.place());
                        } else {
                            match rest {
                                Some(rest) => {
                                    let left = Atom {
                                        amount: rest,
                                        ..have
                                    };
                                    held[index] = (Conjunct::of_atom(left, origin), true);
                                }
                                None => {
                                    held.remove(index);
                                }
                            }
                        }
                        continue 'asked;
                    }
                    Taken::Part(more) => {
                        held.remove(index);
                        need = more;
                        continue;
                    }
                    Taken::Nothing => index += 1,
                }
            } else if own.is_subset(&conditions) {
                // Held under fewer conditions: apart what is not asked for.
                let extra = without(&wanted.conditions, &own);
                held[index] = (
                    Conjunct::of_atom(narrowed(&have, extra.clone()), origin),
                    true,
                );
                if let Some(condition) = all(extra) {
                    let other = narrowed(&have, vec![not(&condition)]);
                    held.push((Conjunct::of_atom(other, origin), true));
                }
            } else if conditions.is_subset(&own) {
                // Asked for under fewer conditions: apart what is not held.
                let extra = without(&have.conditions, &conditions);
                let wanted = Atom {
                    amount: need.clone(),
                    ..wanted.clone()
                };
                if let Some(condition) = all(extra.clone()) {
                    let other = narrowed(&wanted, vec![not(&condition)]);
                    open.push(Conjunct::of_atom(other, want.origin));
                }
                open.push(Conjunct::of_atom(narrowed(&wanted, extra), want.origin));
                continue 'asked;
            } else {
                index += 1;
            }
        }
        let untouched = need.is_same(&wanted.amount) || matches!(need, Amount::Read);
        exchange.missing.push(match untouched {
            true => Conjunct {
                clause: None,
                ..want
            },
            false => Conjunct::of_atom(
                Atom {
                    amount: need,
                    ..wanted
                },
                want.origin,
            ),
        });
    }
    exchange.rest = held.into_iter().map(|(conjunct, _)| conjunct).collect();
    exchange
}

fn without(conditions: &[Expr], known: &BTreeSet<String>) -> Vec<Expr> {
    conditions
        .iter()
        .filter(|condition| !known.contains(&super::formula::canonical(condition)))
        .cloned()
        .collect()
}

fn narrowed(atom: &Atom, more: Vec<Expr>) -> Atom {
    let mut atom = atom.clone();
    atom.conditions.extend(more);
    atom
}

enum Taken {
    /// All that was needed, and what is left.
    All(Option<Amount>),
    /// Everything that was there, and what is still needed.
    Part(Amount),
    Nothing,
}

fn subtract(have: &Amount, need: &Amount) -> Taken {
    match (have, need) {
        // `read` is part of any permission; its amount is unknown, so all of the permission stays.
        (_, Amount::Read) => Taken::All(None),
        (Amount::Number(have), Amount::Number(need)) => match have.minus(*need) {
            Some(rest) if rest.is_positive() => Taken::All(Some(Amount::Number(rest))),
            Some(rest) if rest == Fraction::NONE => Taken::All(None),
            _ => need
                .minus(*have)
                .map_or(Taken::Nothing, |more| Taken::Part(Amount::Number(more))),
        },
        (Amount::Number(whole), Amount::Other(part)) if whole.is_whole() => {
            let rest = binary(BinaryOp::Sub, whole.expr(), part.clone());
            Taken::All(Some(Amount::Other(rest)))
        }
        _ if have.is_same(need) => Taken::All(None),
        _ => Taken::Nothing,
    }
}

/// The threads: iterators with their ranges.
#[derive(Clone, Debug)]
pub(super) struct Threads {
    /// Name, first value, one past the last.
    pub iterators: Vec<(String, Expr, Expr)>,
}

impl Threads {
    /// No iterators.
    pub(super) fn none() -> Self {
        Threads {
            iterators: Vec::new(),
        }
    }

    /// What every thread knows of its iterators.
    pub(super) fn range(&self) -> Vec<Expr> {
        let mut range = Vec::new();
        for (iterator, low, high) in &self.iterators {
            let name = build::name(iterator);
            range.push(binary(BinaryOp::Le, low.clone(), name.clone()));
            range.push(binary(BinaryOp::Lt, name, high.clone()));
        }
        range
    }
}

/// Decides formulas over one thread: whether conditions can hold together.
pub(super) trait Oracle {
    /// True if it is shown that no thread fulfils all of these, whatever the variables of
    /// the quantifiers around are.
    fn is_impossible(&mut self, binders: &[Binder], conditions: &[Expr]) -> bool;

    /// True if it is shown that two numbers are the same.
    fn is_equal(&mut self, left: &Expr, right: &Expr) -> bool;
}

/// Why it cannot be said who has how much of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The amount is `read`: the amount that is left is unknown.
    Read,
    /// The amount is no number, or of cells that all threads have, not a part for each.
    Amount,
    /// The thread and the quantified variables cannot be told from the index.
    Index,
    /// The object or row itself depends on the thread.
    Row,
    /// A part is left of the permission that all threads hold together, and belongs to no thread.
    Common,
    /// There are too many cases.
    Cases,
}

/// What stands in the way of following permissions: why, and where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    /// Why.
    pub reason: Reason,
    /// The permission.
    pub at: Span,
}

/// What all threads exchange of one array: for every cell the sum of what is given beside
/// the sum of what is asked.
///
/// # Errors
/// Why the cells cannot be followed back to threads.
pub(super) fn among_threads(
    threads: &Threads,
    given: &[&Conjunct],
    asked: &[&Conjunct],
    oracle: &mut dyn Oracle,
) -> Result<Exchange, Obstacle> {
    let given = simple(threads, given, oracle)?;
    let asked = simple(threads, asked, oracle)?;
    Ok(Exchange {
        missing: surplus(threads, &asked, &given, oracle)?,
        rest: surplus(threads, &given, &asked, oracle)?,
        covered: BTreeSet::new(),
    })
}

/// A permission whose amount is a number.
struct Simple<'a> {
    atom: &'a Atom,
    /// Of one thread; of all together if every thread has the same.
    amount: Fraction,
    /// Every thread has the same cells.
    common: bool,
    origin: Span,
}

fn simple<'a>(
    threads: &Threads,
    conjuncts: &[&'a Conjunct],
    oracle: &mut dyn Oracle,
) -> Result<Vec<Simple<'a>>, Obstacle> {
    let mut found = Vec::new();
    for conjunct in conjuncts {
        let Some(atom) = &conjunct.atom else {
            continue;
        };
        let obstacle = |reason| Obstacle {
            reason,
            at: conjunct.origin,
        };
        let binders = atom.binders.iter().map(|binder| &binder.name.name);
        let names: Vec<&String> = threads
            .iterators
            .iter()
            .map(|(name, ..)| name)
            .chain(binders)
            .collect();
        let mentions = |expr: &Expr| {
            let mut names = names.iter();
            names.any(|name| super::formula::mentions(expr, name))
        };
        if atom
            .location
            .as_ref()
            .is_some_and(|cell| mentions(base(cell)))
        {
            return Err(obstacle(Reason::Row));
        }
        let of_thread = |expr: &Expr| {
            let mut names = threads.iterators.iter();
            names.any(|(name, ..)| super::formula::mentions(expr, name))
        };
        let common = !atom.conditions.iter().chain(&atom.indices).any(of_thread);
        let amount = match (common, &atom.amount) {
            (_, Amount::Read) => return Err(obstacle(Reason::Read)),
            (true, _) => {
                of_all(threads, &atom.amount, oracle).ok_or_else(|| obstacle(Reason::Amount))?
            }
            (false, Amount::Number(amount)) => *amount,
            (false, Amount::Other(_)) => return Err(obstacle(Reason::Amount)),
        };
        // Who has a cell by way of a quantifier must have it once.
        if !common && !atom.binders.is_empty() && covers(threads, atom, atom).is_none() {
            return Err(obstacle(Reason::Index));
        }
        found.push(Simple {
            atom,
            amount,
            common,
            origin: conjunct.origin,
        });
    }
    Ok(found)
}

/// A location without its indices.
fn base(location: &Expr) -> &Expr {
    let mut inner = location;
    while let ExprKind::Index(next, _) = &inner.kind {
        inner = next;
    }
    inner
}

/// What all threads have together, if each has `1\n` and there are as many of them, or so.
fn of_all(threads: &Threads, amount: &Amount, oracle: &mut dyn Oracle) -> Option<Fraction> {
    let Amount::Other(amount) = amount else {
        return None;
    };
    let ExprKind::Binary(BinaryOp::Frac | BinaryOp::Div, top, bottom) = &amount.kind else {
        return None;
    };
    let count = threads
        .iterators
        .iter()
        .map(|(_, low, high)| {
            let size = Linear::of(high)?.plus(&Linear::of(low)?, -1)?;
            Some(size.expr())
        })
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .reduce(|left, right| binary(BinaryOp::Mul, left, right))?;
    let Amount::Number(top) = Amount::of(top) else {
        return None;
    };
    for times in 1..=4 {
        let parts = match times {
            1 => count.clone(),
            _ => binary(BinaryOp::Mul, build::int(times), count.clone()),
        };
        if oracle.is_equal(bottom, &parts) {
            return top.over(times);
        }
    }
    None
}

/// What `more` has of each cell beyond `less`.
fn surplus(
    threads: &Threads,
    more: &[Simple<'_>],
    less: &[Simple<'_>],
    oracle: &mut dyn Oracle,
) -> Result<Vec<Conjunct>, Obstacle> {
    let mut found = Vec::new();
    for (position, own) in more.iter().enumerate() {
        // Who else has a part in this cell, and when. The first one has what is left.
        let mut switches: Vec<(Kind, Fraction, Vec<Expr>)> = Vec::new();
        let others = more
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != position);
        let others = others.map(|(other, simple)| match other < position {
            true => (Kind::Before, simple),
            false => (Kind::With, simple),
        });
        let against = less.iter().map(|simple| (Kind::Against, simple));
        for (kind, other) in others.chain(against) {
            let cover = match other.common {
                true => covers(&Threads::none(), other.atom, own.atom),
                false => covers(threads, other.atom, own.atom),
            };
            let obstacle = Obstacle {
                reason: Reason::Index,
                at: other.origin,
            };
            match cover.ok_or(obstacle)? {
                Cover::Never => {}
                Cover::When { conditions, .. } => switches.push((kind, other.amount, conditions)),
            }
        }
        let base = &own.atom.conditions;
        let mut fixed: Vec<(Kind, Fraction)> = Vec::new();
        let mut open: Vec<(Kind, Fraction, Expr)> = Vec::new();
        for (kind, amount, mut conditions) in switches {
            let with = |more: Expr| {
                let mut together = base.clone();
                together.push(more);
                together
            };
            conditions.retain(|condition| {
                !oracle.is_impossible(&own.atom.binders, &with(not(condition)))
            });
            match all(conditions) {
                None => fixed.push((kind, amount)),
                Some(condition)
                    if oracle.is_impossible(&own.atom.binders, &with(condition.clone())) => {}
                Some(condition) => open.push((kind, amount, condition)),
            }
        }
        let obstacle = |reason| Obstacle {
            reason,
            at: own.origin,
        };
        let all_there = apart(own, &fixed, &open).ok_or_else(|| obstacle(Reason::Cases))?;
        if let Some(parts) = all_there {
            if own.common && !parts.is_empty() {
                return Err(obstacle(Reason::Common));
            }
            found.extend(parts);
            continue;
        }
        if open.len() > MOST_SWITCHES {
            return Err(obstacle(Reason::Cases));
        }
        for chosen in 0_u32..(1 << open.len()) {
            let is_on = |index: usize| chosen & (1 << index) != 0;
            let on = open
                .iter()
                .enumerate()
                .filter(|(index, _)| is_on(*index))
                .map(|(_, (kind, amount, _))| (*kind, *amount));
            let amount = left(own.amount, fixed.iter().copied().chain(on));
            let Some(amount) = amount.ok_or_else(|| obstacle(Reason::Cases))? else {
                continue;
            };
            if own.common {
                // What would be left is of all threads, and nobody's in particular.
                return Err(obstacle(Reason::Common));
            }
            let conditions: Vec<Expr> = open
                .iter()
                .enumerate()
                .map(|(index, (_, _, condition))| match is_on(index) {
                    true => condition.clone(),
                    false => not(condition),
                })
                .collect();
            let mut together = base.clone();
            together.extend(conditions.iter().cloned());
            if open.len() > 1 && oracle.is_impossible(&own.atom.binders, &together) {
                continue;
            }
            let atom = Atom {
                conditions: together,
                amount: Amount::Number(amount),
                ..own.atom.clone()
            };
            found.push(Conjunct::of_atom(atom, own.origin));
        }
    }
    Ok(found)
}

/// What is left if all that is asked for is there, and on top of it whatever is not asked
/// for: one permission for each. None if not all of it is there or others give too; the
/// outer option is about numbers that get too large.
fn apart(
    own: &Simple<'_>,
    fixed: &[(Kind, Fraction)],
    open: &[(Kind, Fraction, Expr)],
) -> Option<Option<Vec<Conjunct>>> {
    let mut least = own.amount;
    let kinds = fixed.iter().map(|(kind, amount)| (*kind, *amount));
    for (kind, amount) in kinds.chain(open.iter().map(|(kind, amount, _)| (*kind, *amount))) {
        if kind != Kind::Against {
            return Some(None);
        }
        least = least.minus(amount)?;
    }
    if !least.is_positive() && least != Fraction::NONE {
        return Some(None);
    }
    let of = |amount: Fraction, more: Option<Expr>| {
        let mut atom = own.atom.clone();
        atom.amount = Amount::Number(amount);
        atom.conditions.extend(more);
        Conjunct::of_atom(atom, own.origin)
    };
    let mut parts = Vec::new();
    if least.is_positive() {
        parts.push(of(least, None));
    }
    for (_, amount, condition) in open {
        parts.push(of(*amount, Some(not(condition))));
    }
    Some(Some(parts))
}

/// The largest number of cases at one cell; more would not be readable.
const MOST_SWITCHES: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An earlier one of the same side has what is left of the cell.
    Before,
    /// A later one of the same side.
    With,
    /// One of the other side.
    Against,
}

/// What is left of a cell; the outer option is about numbers that get too large.
fn left(own: Fraction, others: impl Iterator<Item = (Kind, Fraction)>) -> Option<Option<Fraction>> {
    let mut sum = own;
    for (kind, amount) in others {
        sum = match kind {
            Kind::Before => return Some(None),
            Kind::With => sum.plus(amount)?,
            Kind::Against => sum.minus(amount)?,
        };
    }
    Some(sum.is_positive().then_some(sum))
}
