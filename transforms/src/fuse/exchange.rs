//! Who holds what after a kernel and before the next: what is missing, what is left over.

use super::contract::{Atom, Conjunct};
use super::formula::{Linear, all, binary, not, replaced};
use super::share::{Fraction, Share};
use spec_lang::ast::{BinaryOp, Binder, Expr, ExprKind};
use spec_lang::span::Span;
use std::collections::{BTreeMap, BTreeSet};

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
        let mut need = wanted.share.clone();
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
                match subtract(&have.share, &need) {
                    Taken::All(rest) => {
                        if let Share::Read = need {
                            exchange.covered.insert(wanted.place());
                        } else {
                            match rest {
                                Some(rest) => {
                                    let left = Atom {
                                        share: rest,
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
                    share: need.clone(),
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
        let untouched = need.is_same(&wanted.share) || matches!(need, Share::Read);
        exchange.missing.push(match untouched {
            true => Conjunct {
                clause: None,
                ..want
            },
            false => Conjunct::of_atom(
                Atom {
                    share: need,
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
    All(Option<Share>),
    /// Everything that was there, and what is still needed.
    Part(Share),
    Nothing,
}

fn subtract(have: &Share, need: &Share) -> Taken {
    match (have, need) {
        // Some share is part of any; which one, nobody knows, so all of it stays.
        (_, Share::Read) => Taken::All(None),
        (Share::Number(have), Share::Number(need)) => match have.minus(*need) {
            Some(rest) if rest.is_positive() => Taken::All(Some(Share::Number(rest))),
            Some(rest) if rest == Fraction::NONE => Taken::All(None),
            _ => need
                .minus(*have)
                .map_or(Taken::Nothing, |more| Taken::Part(Share::Number(more))),
        },
        (Share::Number(whole), Share::Other(part)) if whole.is_whole() => {
            let rest = binary(BinaryOp::Sub, whole.expr(), part.clone());
            Taken::All(Some(Share::Other(rest)))
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
    pub fn none() -> Self {
        Threads {
            iterators: Vec::new(),
        }
    }

    /// What every thread knows of its iterators.
    pub fn range(&self) -> Vec<Expr> {
        let mut range = Vec::new();
        for (iterator, low, high) in &self.iterators {
            let name = super::formula::name(iterator);
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
    /// The share is `read`: nobody knows what is left beside it.
    Read,
    /// The share is no number, or of cells that all threads have, not a part for each.
    Share,
    /// The thread and the quantified variables cannot be told from the index.
    Index,
    /// The object or row itself depends on the thread.
    Row,
    /// Something is left of what all threads have together, which is nobody's in particular.
    Common,
    /// There are too many cases.
    Cases,
}

/// What stands in the way of following shares: why, and where.
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

/// A permission whose share is a number.
struct Simple<'a> {
    atom: &'a Atom,
    /// Of one thread; of all together if every thread has the same.
    share: Fraction,
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
        let share = match (common, &atom.share) {
            (_, Share::Read) => return Err(obstacle(Reason::Read)),
            (true, _) => {
                of_all(threads, &atom.share, oracle).ok_or_else(|| obstacle(Reason::Share))?
            }
            (false, Share::Number(share)) => *share,
            (false, Share::Other(_)) => return Err(obstacle(Reason::Share)),
        };
        // Who has a cell by way of a quantifier must have it once.
        if !common && !atom.binders.is_empty() && covers(threads, atom, atom).is_none() {
            return Err(obstacle(Reason::Index));
        }
        found.push(Simple {
            atom,
            share,
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
fn of_all(threads: &Threads, share: &Share, oracle: &mut dyn Oracle) -> Option<Fraction> {
    let Share::Other(share) = share else {
        return None;
    };
    let ExprKind::Binary(BinaryOp::Frac | BinaryOp::Div, top, bottom) = &share.kind else {
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
    let Share::Number(top) = Share::of(top) else {
        return None;
    };
    for times in 1..=4 {
        let parts = match times {
            1 => count.clone(),
            _ => binary(BinaryOp::Mul, super::formula::number(times), count.clone()),
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
                Cover::When { conditions, .. } => switches.push((kind, other.share, conditions)),
            }
        }
        let base = &own.atom.conditions;
        let mut fixed: Vec<(Kind, Fraction)> = Vec::new();
        let mut open: Vec<(Kind, Fraction, Expr)> = Vec::new();
        for (kind, share, mut conditions) in switches {
            let with = |more: Expr| {
                let mut together = base.clone();
                together.push(more);
                together
            };
            conditions.retain(|condition| {
                !oracle.is_impossible(&own.atom.binders, &with(not(condition)))
            });
            match all(conditions) {
                None => fixed.push((kind, share)),
                Some(condition)
                    if oracle.is_impossible(&own.atom.binders, &with(condition.clone())) => {}
                Some(condition) => open.push((kind, share, condition)),
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
                .map(|(_, (kind, share, _))| (*kind, *share));
            let share = left(own.share, fixed.iter().copied().chain(on));
            let Some(share) = share.ok_or_else(|| obstacle(Reason::Cases))? else {
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
                share: Share::Number(share),
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
    let mut least = own.share;
    let kinds = fixed.iter().map(|(kind, share)| (*kind, *share));
    for (kind, share) in kinds.chain(open.iter().map(|(kind, share, _)| (*kind, *share))) {
        if kind != Kind::Against {
            return Some(None);
        }
        least = least.minus(share)?;
    }
    if !least.is_positive() && least != Fraction::NONE {
        return Some(None);
    }
    let of = |share: Fraction, more: Option<Expr>| {
        let mut atom = own.atom.clone();
        atom.share = Share::Number(share);
        atom.conditions.extend(more);
        Conjunct::of_atom(atom, own.origin)
    };
    let mut parts = Vec::new();
    if least.is_positive() {
        parts.push(of(least, None));
    }
    for (_, share, condition) in open {
        parts.push(of(*share, Some(not(condition))));
    }
    Some(Some(parts))
}

/// More cases than these at one cell nobody wants to read.
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
    for (kind, share) in others {
        sum = match kind {
            Kind::Before => return Some(None),
            Kind::With => sum.plus(share)?,
            Kind::Against => sum.minus(share)?,
        };
    }
    Some(sum.is_positive().then_some(sum))
}

/// Which thread has its permission at the cell of another.
pub(super) enum Cover {
    /// None.
    Never,
    /// One.
    When {
        /// When there is one.
        conditions: Vec<Expr>,
        /// Its iterators.
        thread: BTreeMap<String, Expr>,
    },
}

/// The iterator of the thread whose cell is looked at, apart from the one looked for.
fn primed(name: &str) -> String {
    format!("{name}'")
}

/// When some thread has its permission `other` at the cell of `own`, said of the thread
/// that has `own`. None if that cannot be said.
pub(super) fn covers(threads: &Threads, other: &Atom, own: &Atom) -> Option<Cover> {
    if other.indices.len() != own.indices.len() {
        return None;
    }
    let binders = |atom: &Atom| -> Vec<String> {
        let names = atom.binders.iter();
        names.map(|binder| binder.name.name.clone()).collect()
    };
    let mut names: Vec<String> = threads
        .iterators
        .iter()
        .map(|(name, ..)| name.clone())
        .collect();
    names.extend(binders(other));
    let mut both = names.clone();
    both.extend(binders(own));
    let prime: BTreeMap<String, Expr> = both
        .iter()
        .map(|name| (name.clone(), super::formula::name(&primed(name))))
        .collect();
    let unprime: BTreeMap<String, Expr> = both
        .iter()
        .map(|name| (primed(name), super::formula::name(name)))
        .collect();
    let cell: Vec<Linear> = own
        .indices
        .iter()
        .map(|index| Linear::of(&replaced(index, &prime)))
        .collect::<Option<_>>()?;
    let Some(Solved {
        values: solved,
        mut conditions,
        exact,
    }) = solve(threads, &names, other, &cell)?
    else {
        return Some(Cover::Never);
    };
    let values: BTreeMap<String, Expr> = solved
        .iter()
        .map(|(name, value)| (name.clone(), value.expr()))
        .collect();
    for (number, (index, cell)) in other.indices.iter().zip(&cell).enumerate() {
        if exact.contains(&number) {
            continue;
        }
        let difference = Linear::of(&replaced(index, &values))?.plus(cell, -1)?;
        match difference.as_number() {
            Some(0) => {}
            Some(_) => return Some(Cover::Never),
            None => conditions.push(zero(&difference)),
        }
    }
    for (name, low, high) in &threads.iterators {
        let value = solved.get(name)?;
        let (low, high) = (Linear::of(low)?, Linear::of(high)?);
        // The thread that has `own` is in the range.
        let same = value.factor(&primed(name)) == 1;
        let shift = same
            .then(|| value.without(&primed(name)).as_number())
            .flatten();
        let from_low = value.plus(&low, -1)?;
        let to_high = high.plus(value, -1)?;
        // There is a thread, so the range has a first and a last one.
        let is_end = from_low.as_number() == Some(0) || to_high.as_number() == Some(1);
        let above = match from_low.as_number() {
            Some(number) if number < 0 => return Some(Cover::Never),
            Some(_) => true,
            None => shift.is_some_and(|shift| shift >= 0) || is_end,
        };
        let below = match to_high.as_number() {
            Some(number) if number <= 0 => return Some(Cover::Never),
            Some(_) => true,
            None => shift.is_some_and(|shift| shift <= 0) || is_end,
        };
        if !above {
            conditions.push(at_least(&from_low));
        }
        if !below {
            conditions.push(binary(BinaryOp::Lt, value.expr(), high.expr()));
        }
    }
    for condition in &other.conditions {
        let condition = replaced(condition, &values);
        match decided(&condition) {
            Some(true) => {}
            Some(false) => return Some(Cover::Never),
            None => conditions.push(simplified(&condition)),
        }
    }
    let unprimed = |expr: &Expr| replaced(expr, &unprime);
    Some(Cover::When {
        conditions: conditions.iter().map(unprimed).collect(),
        thread: values
            .iter()
            .map(|(name, value)| (name.clone(), unprimed(value)))
            .collect(),
    })
}

/// The thread whose cell is looked at.
#[derive(Default)]
struct Solved {
    /// A value for each iterator and quantified variable.
    values: BTreeMap<String, Linear>,
    /// When it is one.
    conditions: Vec<Expr>,
    /// The indices that are those of the cell then.
    exact: BTreeSet<usize>,
}

/// The thread whose cell this is. None if that cannot be said; the inner option is none if it is
/// no thread's.
#[allow(clippy::option_option)]
fn solve(
    threads: &Threads,
    names: &[String],
    atom: &Atom,
    cell: &[Linear],
) -> Option<Option<Solved>> {
    let mut solved = Solved::default();
    // One index after the other gives an iterator, until none does.
    loop {
        let before = solved.values.len();
        for (number, (index, cell)) in atom.indices.iter().zip(cell).enumerate() {
            let index = Linear::of(index)?;
            let mut open: Vec<(&String, i64)> = names
                .iter()
                .filter(|name| !solved.values.contains_key(*name))
                .map(|name| (name, index.factor(name)))
                .filter(|(_, factor)| *factor != 0)
                .collect();
            open.sort_by_key(|(_, factor)| factor.abs());
            let rest = open
                .iter()
                .fold(index.clone(), |rest, (name, _)| rest.without(name));
            let rest = substituted(&rest, &solved.values)?;
            let free = names
                .iter()
                .all(|name| !super::formula::mentions(&rest.expr(), name));
            if !free {
                if let Some((name, value, conditions)) = around(threads, &index, cell) {
                    solved.values.entry(name).or_insert(value);
                    solved.conditions.extend(conditions);
                    solved.exact.insert(number);
                }
                continue;
            }
            let left = cell.plus(&rest, -1)?;
            match open.as_slice() {
                [(name, factor @ (1 | -1))] => {
                    solved.values.insert((*name).clone(), left.times(*factor)?);
                }
                [(name, factor)] => {
                    let left = left.times(factor.signum())?;
                    let factor = factor.checked_abs()?;
                    match quotient(&left, factor) {
                        Quotient::Never => return Some(None),
                        Quotient::Is(value) => {
                            solved.values.insert((*name).clone(), value);
                        }
                        Quotient::When(value, condition) => {
                            solved.values.insert((*name).clone(), value);
                            solved.conditions.push(*condition);
                        }
                    }
                    solved.exact.insert(number);
                }
                // A digit and what is left: `tile * 4 + k` with `0 <= k && k < 4`.
                [(small, 1), (large, factor)]
                    if *factor > 1 && is_digit(threads, atom, small, *factor) =>
                {
                    let (quotient, digit) = divided(&left, *factor)?;
                    solved.values.insert((*small).clone(), digit);
                    solved.values.insert((*large).clone(), quotient);
                    solved.exact.insert(number);
                }
                _ => {}
            }
        }
        if solved.values.len() == before {
            break;
        }
    }
    for name in names {
        if solved.values.contains_key(name) {
            continue;
        }
        // A condition may single out one thread.
        let value = atom.conditions.iter().find_map(|condition| {
            let ExprKind::Binary(BinaryOp::Eq, left, right) = &condition.kind else {
                return None;
            };
            let difference = Linear::of(left)?.plus(&Linear::of(right)?, -1)?;
            let factor = difference.factor(name);
            let rest = difference.without(name);
            let free = names
                .iter()
                .all(|name| !super::formula::mentions(&rest.expr(), name));
            (matches!(factor, 1 | -1) && free).then(|| rest.times(-factor))?
        })?;
        solved.values.insert(name.clone(), value);
    }
    Some(Some(solved))
}

/// The thread whose index is `(t + c) % n`, of threads `0 .. n`, and when it is one: a ring.
fn around(threads: &Threads, index: &Linear, cell: &Linear) -> Option<(String, Linear, Vec<Expr>)> {
    let (_, (term, 1)) = index.terms.iter().next()? else {
        return None;
    };
    let ExprKind::Binary(BinaryOp::Mod, sum, size) = &term.kind else {
        return None;
    };
    if index.terms.len() > 1 || index.constant != 0 {
        return None;
    }
    let (sum, size) = (Linear::of(sum)?, Linear::of(size)?);
    let (name, ..) = threads.iterators.iter().find(|(name, low, high)| {
        let is = |expr: &Expr, other: &Linear| {
            let difference = Linear::of(expr).and_then(|sum| sum.plus(other, -1));
            difference.and_then(|difference| difference.as_number()) == Some(0)
        };
        sum.factor(name) == 1 && is(low, &Linear::of_number(0)) && is(high, &size)
    })?;
    let shift = sum.without(name);
    let mut others = threads.iterators.iter();
    if others.any(|(other, ..)| super::formula::mentions(&shift.expr(), other)) {
        return None;
    }
    let back = cell.plus(&shift, -1)?;
    // Of what is negative the remainder would be, too.
    let back = match back.constant < 0 || back.terms.values().any(|(_, factor)| *factor < 0) {
        true => back.plus(&size, 1)?,
        false => back,
    };
    let conditions = vec![
        at_least(cell),
        binary(BinaryOp::Lt, cell.expr(), size.expr()),
    ];
    let thread = binary(BinaryOp::Mod, back.expr(), size.expr());
    Some((name.clone(), Linear::variable(&thread), conditions))
}

/// A sum divided by a number greater than 1.
enum Quotient {
    /// Without a remainder.
    Is(Linear),
    /// Never without one.
    Never,
    /// Without one if this holds.
    When(Linear, Box<Expr>),
}

fn quotient(sum: &Linear, by: i64) -> Quotient {
    if sum.terms.values().all(|(_, factor)| factor % by == 0) {
        if sum.constant % by != 0 {
            return Quotient::Never;
        }
        let mut whole = sum.clone();
        whole.constant /= by;
        for (_, factor) in whole.terms.values_mut() {
            *factor /= by;
        }
        return Quotient::Is(whole);
    }
    let of = |op| binary(op, sum.expr(), super::formula::number(by));
    let none = super::formula::number(0);
    Quotient::When(
        Linear::variable(&of(BinaryOp::Div)),
        Box::new(binary(BinaryOp::Eq, of(BinaryOp::Mod), none)),
    )
}

/// A sum divided by a number greater than 1, and the remainder.
fn divided(sum: &Linear, by: i64) -> Option<(Linear, Linear)> {
    // What is a multiple is as it is; a digit that is left over is the remainder.
    let mut whole = sum.clone();
    whole.terms.retain(|_, (_, factor)| *factor % by == 0);
    whole.constant -= whole.constant.rem_euclid(by);
    let rest = sum.plus(&whole, -1)?;
    match (quotient(&whole, by), rest.as_number()) {
        (Quotient::Is(quotient), Some(_)) => Some((quotient, rest)),
        _ => {
            let of = |op| binary(op, sum.expr(), super::formula::number(by));
            Some((
                Linear::variable(&of(BinaryOp::Div)),
                Linear::variable(&of(BinaryOp::Mod)),
            ))
        }
    }
}

/// Whether a variable is known to lie in `0 .. size`, by the range of threads or the conditions.
fn is_digit(threads: &Threads, atom: &Atom, name: &str, size: i64) -> bool {
    let own = threads.iterators.iter().find(|(own, ..)| own == name);
    let mut known = atom.conditions.clone();
    if let Some((_, low, high)) = own {
        known.push(binary(
            BinaryOp::Le,
            low.clone(),
            super::formula::name(name),
        ));
        known.push(binary(
            BinaryOp::Lt,
            super::formula::name(name),
            high.clone(),
        ));
    }
    let (mut from, mut to) = (false, false);
    for condition in &known {
        let ExprKind::Binary(op, left, right) = &condition.kind else {
            continue;
        };
        let (low, high, strict) = match op {
            BinaryOp::Lt => (left, right, 1),
            BinaryOp::Le => (left, right, 0),
            BinaryOp::Gt => (right, left, 1),
            BinaryOp::Ge => (right, left, 0),
            _ => continue,
        };
        // 0 <= difference
        let difference = Linear::of(high)
            .zip(Linear::of(low))
            .and_then(|(high, low)| high.plus(&low, -1));
        let Some(difference) = difference else {
            continue;
        };
        let bound = difference.without(name).as_number();
        match (difference.factor(name), bound) {
            (1, Some(number)) => from |= number <= strict,
            (-1, Some(number)) => to |= number - strict < size,
            _ => {}
        }
    }
    from && to
}

fn substituted(sum: &Linear, values: &BTreeMap<String, Linear>) -> Option<Linear> {
    let mut result = sum.clone();
    for name in values.keys() {
        result = result.without(name);
    }
    for (name, value) in values {
        result = result.plus(value, sum.factor(name))?;
    }
    Some(result)
}

/// `x >= 0` as it is best read: without a sum on the left.
fn at_least(sum: &Linear) -> Expr {
    let rest = Linear {
        constant: 0,
        ..sum.clone()
    };
    let bound = super::formula::number(sum.constant.saturating_neg());
    binary(BinaryOp::Ge, rest.expr(), bound)
}

/// `x == 0` likewise.
fn zero(sum: &Linear) -> Expr {
    let positive = match sum.terms.values().all(|(_, by)| *by < 0) {
        true => sum.times(-1).unwrap_or_else(|| sum.clone()),
        false => sum.clone(),
    };
    let bound = super::formula::number(positive.constant.saturating_neg());
    let rest = Linear {
        constant: 0,
        ..positive
    };
    binary(BinaryOp::Eq, rest.expr(), bound)
}

/// A comparison of numbers.
fn decided(condition: &Expr) -> Option<bool> {
    let ExprKind::Binary(op, left, right) = &condition.kind else {
        return None;
    };
    let difference = Linear::of(left)?
        .plus(&Linear::of(right)?, -1)?
        .as_number()?;
    Some(match op {
        BinaryOp::Eq => difference == 0,
        BinaryOp::Ne => difference != 0,
        BinaryOp::Lt => difference < 0,
        BinaryOp::Le => difference <= 0,
        BinaryOp::Gt => difference > 0,
        BinaryOp::Ge => difference >= 0,
        _ => return None,
    })
}

/// A condition with the sums in its comparison put in order.
fn simplified(condition: &Expr) -> Expr {
    match &condition.kind {
        ExprKind::Binary(
            op @ (BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge),
            left,
            right,
        ) => binary(*op, super::formula::tidy(left), super::formula::tidy(right)),
        _ => condition.clone(),
    }
}
