//! How the memory of two arguments lies to each other.

use super::super::Words;
use super::super::declared::Given;
use super::amount::Amount;
use super::chain::{Place, place};
use super::expr::{Expr, bare, choice, is_name};
use super::flows::{Flow, Source};
use super::names::Param;
use super::normal::Normal;
use super::roots::Roots;
use std::collections::BTreeSet;

/// Calls of functions around a launch are followed so far.
const CALLS: usize = 8;

/// So many pairs are compared for two arguments.
const STEPS: u32 = 500;

/// Pairs that others come from are followed so deep.
const DEPTH: usize = 32;

/// What is known of two addresses where they are not shown to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rest {
    /// Nothing in the text relates them, or an exchange keeps them apart.
    Apart,
    /// One lies some elements that are not known behind the other.
    Part,
    /// They may be one, overlap, or not.
    Open,
}

/// What is known of two addresses.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    /// Through which calls they are one; whether always then.
    pub same: Vec<(Vec<usize>, bool)>,
    pub rest: Rest,
}

impl Relation {
    fn rest(rest: Rest) -> Relation {
        Relation {
            same: Vec::new(),
            rest,
        }
    }
}

/// Compares two expressions.
pub(super) struct Relate<'a> {
    words: Words<'a>,
    steps: u32,
    seen: BTreeSet<(Place, Place)>,
}

impl<'a> Relate<'a> {
    pub(super) fn new(words: Words<'a>) -> Relate<'a> {
        Relate {
            words,
            steps: STEPS,
            seen: BTreeSet::new(),
        }
    }

    /// How two arguments lie to each other, if the functions around them are called along a path.
    pub(super) fn of(&mut self, one: &Expr, other: &Expr, path: &[usize]) -> Relation {
        match self.steps.checked_sub(1) {
            Some(left) => self.steps = left,
            None => return Relation::rest(Rest::Open),
        }
        let both = (self.words.normal(one), self.words.normal(other));
        if let (Some(a), Some(b)) = &both
            && let Some(found) = self.by_form((one, a), (other, b), path)
        {
            return found;
        }
        let (mine, its) = (self.words.roots(one, true), self.words.roots(other, true));
        if !mine.meet(&its) {
            return Relation::rest(Rest::Apart);
        }
        if let Some(found) = self.by_choice(one, other, path) {
            return found;
        }
        let variable = |expr: &Expr, normal: &Option<Normal>| {
            let whole = normal.as_ref().filter(|one| one.offset.is_zero());
            let found = whole.and_then(|one| one.place.clone());
            found.or_else(|| place(&expr.words, expr.at, &self.words.flows.names))
        };
        if let (Some(a), Some(b)) = (variable(one, &both.0), variable(other, &both.1))
            && a != b
        {
            let pair = if a < b {
                (a.clone(), b.clone())
            } else {
                (b.clone(), a.clone())
            };
            // What holds up to here holds for what comes of it.
            if !self.seen.insert(pair.clone()) {
                return Relation::rest(Rest::Apart);
            }
            if self.seen.len() > DEPTH {
                return Relation::rest(Rest::Open);
            }
            let found = self.by_variables(&a, &b, path);
            self.seen.remove(&pair);
            if let Some(found) = found {
                return found;
            }
        }
        Relation::rest(Rest::Open)
    }

    /// Where both are read from one place, or are elements of one array.
    fn by_form(
        &mut self,
        (one, a): (&Expr, &Normal),
        (other, b): (&Expr, &Normal),
        path: &[usize],
    ) -> Option<Relation> {
        if a.place.is_none() && b.place.is_none() {
            // Two calls need not give the same.
            let alike = a.key == b.key && a.offset == b.offset;
            return alike.then(|| Relation {
                same: vec![(path.to_vec(), false)],
                rest: Rest::Apart,
            });
        }
        if a.place.is_none() || b.place.is_none() {
            return None;
        }
        if a.key == b.key {
            let difference = a.offset.plus(&b.offset, -1);
            let units = a.units != b.units && !a.offset.is_zero() && !b.offset.is_zero();
            if units || a.units != b.units && difference.is_zero() && !a.offset.is_zero() {
                return Some(Relation::rest(Rest::Open));
            }
            if difference.is_zero() {
                return Some(Relation {
                    same: vec![(path.to_vec(), !(a.followed || b.followed))],
                    rest: Rest::Apart,
                });
            }
            return Some(Relation::rest(self.distance(&difference, one.at)));
        }
        let (Some((of_a, at_a)), Some((of_b, at_b))) = (&a.element, &b.element) else {
            return None;
        };
        if of_a != of_b || !a.offset.is_zero() || !b.offset.is_zero() {
            return None;
        }
        let array = a.place.as_ref()?;
        if !self.are_elements_apart(array) {
            return Some(Relation::rest(Rest::Open));
        }
        let difference = at_a.plus(at_b, -1);
        let differ =
            difference.value().is_some_and(|value| value != 0) || self.is_other_of_two(one, other);
        Some(Relation::rest(match differ {
            true => Rest::Apart,
            false => self.distance(&difference, one.at),
        }))
    }

    /// What is known where one lies so much behind another.
    fn distance(&self, difference: &Amount, at: usize) -> Rest {
        if difference.value().is_some() {
            return Rest::Open;
        }
        let factors: Vec<_> = difference.factors().collect();
        let open = factors.iter().any(|one| {
            let Some(read) = one.read else {
                return false;
            };
            // Read in two places, between which it changes, it has gone on.
            let twice = factors.iter().any(|two| {
                let apart = two.text == one.text && two.read.is_some_and(|it| it != read);
                apart
                    && two
                        .read
                        .is_some_and(|it| self.words.changes_between(&one.text, read, it))
            });
            let alone = factors.len() == 1 && self.has_gone_on(&one.text, read);
            !twice && !alone && self.may_be_nothing(&one.text, at)
        });
        match open {
            true => Rest::Open,
            false => Rest::Part,
        }
    }

    /// Whether a text has a variable in it that gets other values: it may be one of a loop, which begins at zero.
    fn may_be_nothing(&self, text: &str, at: usize) -> bool {
        let words: Vec<_> = crate::tokens::tokens(text, 0).collect();
        let names = words
            .iter()
            .map(|token| token.of(text))
            .filter(|word| is_name(word));
        names.into_iter().any(|name| {
            let var = self.words.flows.names.var(name, at);
            self.words
                .flows
                .named(name)
                .filter(|flow| flow.to.var == var)
                .count()
                > 1
        })
    }

    /// Whether something was added to a variable before it is read at a position, in the same block, and nothing else
    /// is done with it: `int at = 0; … at += n; … at`.
    fn has_gone_on(&self, name: &str, read: usize) -> bool {
        let words = self.words;
        let var = words.flows.names.var(name, read);
        let all: Vec<&Flow> = words
            .flows
            .named(name)
            .filter(|flow| flow.to.var == var)
            .collect();
        let adds = |flow: &&Flow| {
            let mark = words.after(flow.at);
            matches!(flow.from, Source::Step)
                && words.word(mark) == "+"
                && words.word(mark + 1) == "="
        };
        let block = |at: usize| {
            words
                .facts
                .parent(at)
                .filter(|open| words.word(*open) == "{")
        };
        let mut steps = all.iter().filter(|flow| !flow.declares);
        let only = steps.clone().all(adds);
        only && steps.any(|flow| flow.at < read && block(flow.at) == block(read))
    }

    /// `i` and `1 - i`, `i % 2` and `(i + 1) % 2`: never one number.
    fn is_other_of_two(&self, one: &Expr, other: &Expr) -> bool {
        let index = |expr: &Expr| -> Option<Vec<String>> {
            let (words, _) = bare(&expr.words);
            let open = words.iter().rposition(|word| word == "[")?;
            let found = words.get(open + 1..words.len().checked_sub(1)?)?;
            Some(found.to_vec())
        };
        let (Some(a), Some(b)) = (index(one), index(other)) else {
            return false;
        };
        if one.at != other.at {
            return false;
        }
        // What is set once stands for what it was set to, made of what is set once.
        let forms = |index: &[String]| -> Vec<Vec<String>> {
            let alone = match index {
                [name] => self.alone(name, one.at),
                _ => None,
            };
            let mut all = vec![index.to_vec()];
            all.extend(alone);
            all
        };
        let (forms_a, forms_b) = (forms(&a), forms(&b));
        let is = |a: &[String], b: &[String]| {
            let text = |words: &[String]| {
                let stands = words.iter().filter(|word| !matches!(&***word, "(" | ")"));
                stands.map(String::as_str).collect::<String>()
            };
            let (a, b) = (text(a), text(b));
            let plain = a.chars().all(|c| c.is_alphanumeric() || c == '_');
            let of_two = a.strip_suffix("%2").or_else(|| a.strip_suffix("&1"));
            plain
                && (b == format!("1-{a}")
                    || b == format!("{a}^1")
                    || b == format!("1^{a}")
                    || b == format!("!{a}"))
                || of_two.is_some_and(|inner| {
                    let mark = &a[inner.len()..];
                    b == format!("{inner}+1{mark}") || b == format!("1-{a}") && mark == "%2"
                })
        };
        let mut pairs = forms_a
            .iter()
            .flat_map(|a| forms_b.iter().map(move |b| (a, b)));
        pairs.any(|(a, b)| is(a, b) || is(b, a))
    }

    /// What a variable that is set once stands for, if that is made of such variables.
    fn alone(&self, name: &str, at: usize) -> Option<Vec<String>> {
        let found = self.words.variable(name, at).filter(|found| found.keeps)?;
        let Given::Value(part) = found.declared.given else {
            return None;
        };
        let value = self.words.expr(part, found.declared.name);
        let mut names = value.words.iter().filter(|word| is_name(word));
        let kept = names.all(|name| !self.words.changes_between(name, value.at, at));
        kept.then_some(value.words)
    }

    /// Whether nothing gives two elements of an array one address: each gets memory of its own, or they stand in one
    /// list of what is apart.
    fn are_elements_apart(&self, element: &Place) -> bool {
        let words = self.words;
        let mut roots = words.roots_of(element, true);
        roots.places.remove(element);
        if roots.any || roots.places.is_empty() {
            return !roots.any;
        }
        let all = words.flows.named(&element.var.name);
        let lists: Vec<&Expr> = all
            .filter(|flow| flow.to.var == element.var && flow.declares)
            .filter_map(|flow| match &flow.from {
                Source::Value(value) => Some(value),
                _ => None,
            })
            .collect();
        let [list] = lists.as_slice() else {
            return false;
        };
        let end = super::expr::close(&list.words, 0).unwrap_or(1);
        let inside = list.words.get(1..end).unwrap_or(&[]);
        let parts: Vec<Roots> = super::expr::parts(inside)
            .into_iter()
            .map(|part| words.roots(&list.with(part), true))
            .collect();
        let known = |place: &Place| parts.iter().any(|part| part.places.contains(place));
        let mut pairs = parts.iter().enumerate();
        roots.places.iter().all(known)
            && pairs.all(|(at, one)| parts.iter().skip(at + 1).all(|other| !one.meet(other)))
            && self.is_given_once(element)
    }

    /// Whether nothing is put into an array behind its declaration but memory of its own.
    fn is_given_once(&self, element: &Place) -> bool {
        let flows = self.words.flows;
        let mut all = flows
            .named(&element.var.name)
            .filter(|flow| flow.to.var == element.var);
        let swapped = flows.swaps.iter().flat_map(|swap| &swap.members);
        all.all(|flow| flow.declares || matches!(flow.from, Source::Fresh))
            && element.var.function.is_some()
            && !swapped
                .into_iter()
                .any(|one| one.var == element.var && one.path.is_empty())
    }

    /// `c ? a : b` and `c ? b : a`.
    fn by_choice(&mut self, one: &Expr, other: &Expr, path: &[usize]) -> Option<Relation> {
        let (a, b) = (bare(&one.words).0, bare(&other.words).0);
        let ((c, x, y), (d, z, w)) = (choice(a)?, choice(b)?);
        let names = c.iter().filter(|word| is_name(word));
        let stays = c == d
            && !c
                .iter()
                .any(|word| matches!(&**word, "(" | "++" | "--" | "="))
            && names.into_iter().all(|name| {
                one.at == other.at || !self.words.changes_between(name, one.at, other.at)
            });
        if !stays {
            return None;
        }
        let mut rest = Rest::Apart;
        for (x, z) in [(x, z), (y, w)] {
            let found = self.of(&one.with(x), &other.with(z), path);
            rest = rest.max(found.rest);
            if !found.same.is_empty() {
                rest = Rest::Open;
            }
        }
        Some(Relation::rest(rest))
    }

    fn by_variables(&mut self, a: &Place, b: &Place, path: &[usize]) -> Option<Relation> {
        if self.are_exchanged(a, b) {
            return self.by_exchange(a, b, path);
        }
        if let Some(found) = self.by_call(a, b, path) {
            return Some(found);
        }
        self.by_pairs(a, b, path)
    }

    /// Both are parameters of one function: as its calls in the text have it.
    fn by_call(&mut self, a: &Place, b: &Place, path: &[usize]) -> Option<Relation> {
        let (one, other) = self.params(a, b)?;
        if path.len() >= CALLS {
            return None;
        }
        let set = |place: &Place| {
            let mut all = self.words.flows.named(&place.var.name);
            all.any(|flow| flow.to.var == place.var)
        };
        if set(a) || set(b) || !a.path.is_empty() || !b.path.is_empty() {
            return None;
        }
        let mut found = Relation::rest(Rest::Apart);
        for site in self.words.sites(&one) {
            if !site.ordered {
                return None;
            }
            let (Some(x), Some(y)) = (
                site.arguments.get(one.number),
                site.arguments.get(other.number),
            ) else {
                continue;
            };
            let mut path = path.to_vec();
            path.push(site.at);
            let here = self.of(x, y, &path);
            found.rest = found.rest.max(here.rest);
            found.same.extend(here.same);
        }
        Some(found)
    }

    fn params(&self, a: &Place, b: &Place) -> Option<(Param, Param)> {
        let names = &self.words.flows.names;
        match (names.params(&a.var), names.params(&b.var)) {
            ([one], [other]) if one.open == other.open => Some((one.clone(), other.clone())),
            _ => None,
        }
    }

    /// Both are given something in statements that follow each other, and nothing else ever: they are apart if what
    /// they are given together always is.
    fn by_pairs(&mut self, a: &Place, b: &Place, path: &[usize]) -> Option<Relation> {
        let flows = self.words.flows;
        let names = &flows.names;
        let of = |place: &Place| -> Option<Vec<&Flow>> {
            let all = flows
                .named(&place.var.name)
                .filter(|flow| flow.to.var == place.var);
            let all: Vec<&Flow> = all
                .filter(|flow| !(flow.declares && is_nothing(&flow.from)))
                .collect();
            let local = place.var.function.is_some() && place.path.is_empty();
            let plain =
                names.params(&place.var).is_empty() && names.declared(&place.var).len() == 1;
            (local && plain && all.len() < 16).then_some(all)
        };
        let (mine, its) = (of(a)?, of(b)?);
        if mine.len() != its.len() || mine.is_empty() {
            return None;
        }
        let mut rest = Rest::Apart;
        for (x, y) in mine.iter().zip(&its) {
            let (Source::Value(given), Source::Value(other)) = (&x.from, &y.from) else {
                return None;
            };
            let follow = self.words.follows(x, y) || self.words.follows(y, x);
            let kept = x.declares == y.declares;
            let mentions = |expr: &Expr| {
                expr.words
                    .iter()
                    .any(|word| *word == a.var.name || *word == b.var.name)
            };
            if !follow
                || !kept
                || mentions(given)
                || mentions(other)
                || !x.to.path.is_empty()
                || !y.to.path.is_empty()
            {
                return None;
            }
            // Only one of both may be under a condition without braces.
            let first = if x.at < y.at { x } else { y };
            if !self.words.is_done_alone(first.at) {
                return None;
            }
            let found = self.of(given, other, path);
            rest = rest.max(found.rest);
            if !found.same.is_empty() {
                rest = Rest::Open;
            }
        }
        Some(Relation::rest(rest))
    }

    fn are_exchanged(&self, a: &Place, b: &Place) -> bool {
        self.exchanged(a).contains(b)
    }

    /// All that a variable exchanges its value with, also through others.
    fn exchanged(&self, place: &Place) -> BTreeSet<Place> {
        let mut all = BTreeSet::from([place.clone()]);
        loop {
            let before = all.len();
            for swap in &self.words.flows.swaps {
                if swap.members.iter().any(|one| all.contains(one)) {
                    all.extend(swap.members.iter().cloned());
                }
            }
            if all.len() == before {
                return all;
            }
        }
    }

    /// Variables that exchange their values are apart as long as they were when they got them: each is given memory of
    /// its own, or one value where it is declared, all of them in one block.
    fn by_exchange(&mut self, a: &Place, b: &Place, path: &[usize]) -> Option<Relation> {
        let words = self.words;
        let all: Vec<Place> = self.exchanged(a).into_iter().collect();
        let mut blocks: BTreeSet<Option<usize>> = BTreeSet::new();
        for one in &all {
            let mut count = 0;
            let declared = words.flows.names.declared(&one.var);
            for param in words.flows.names.params(&one.var) {
                blocks.insert(words.behind(param.open));
                count += 1;
            }
            let flows = words.flows.named(&one.var.name).chain(
                one.path
                    .last()
                    .into_iter()
                    .flat_map(|last| words.flows.of_member(last)),
            );
            for flow in flows.filter(|flow| flow.to.meets(one)) {
                let fresh = matches!(flow.from, Source::Fresh) || {
                    let given = words.roots_given(&flow.from);
                    let nothing = !given.any && given.places.is_empty();
                    nothing && !matches!(flow.from, Source::Step)
                };
                if fresh {
                    continue;
                }
                count += 1;
                let kept = (words.statement(flow.at)..flow.at).any(|at| words.word(at) == "static");
                if !flow.declares || kept {
                    return None;
                }
                blocks.insert(words.facts.parent(flow.at));
            }
            let jumps = declared.iter().any(|at| {
                let region = words.flows.names.region_at(*at);
                region.is_some_and(|region| {
                    (region.open..region.close).any(|at| words.word(at) == "goto")
                })
            });
            if count > 1 || jumps {
                return None;
            }
        }
        if blocks.len() > 1 {
            return None;
        }
        let mut rest = Rest::Apart;
        let mut same = Vec::new();
        for (at, one) in all.iter().enumerate() {
            for other in all.iter().skip(at + 1) {
                if !words
                    .roots_of(one, false)
                    .meet(&words.roots_of(other, false))
                {
                    continue;
                }
                let found = match self.by_call(one, other, path) {
                    Some(found) => found,
                    None => self.by_declared(one, other, path)?,
                };
                rest = rest.max(found.rest);
                if !found.same.is_empty()
                    && (all.len() > 2 || (one, other) != (a, b) && (one, other) != (b, a))
                {
                    rest = Rest::Open;
                }
                same.extend(found.same);
            }
        }
        Some(Relation { same, rest })
    }

    /// Both have what they were given where they were declared.
    fn by_declared(&mut self, a: &Place, b: &Place, path: &[usize]) -> Option<Relation> {
        let words = self.words;
        let value = |place: &Place| {
            let mut all = words.flows.named(&place.var.name);
            let found = all.find(|flow| flow.to == *place && flow.declares)?;
            match &found.from {
                Source::Value(value) => Some(value.clone()),
                _ => None,
            }
        };
        let (one, other) = (value(a)?, value(b)?);
        let found = self.of(&one, &other, path);
        let rest = match found.same.is_empty() {
            true => found.rest,
            false => Rest::Open,
        };
        Some(Relation::rest(rest))
    }
}

/// Whether a variable is given no address.
fn is_nothing(from: &Source) -> bool {
    match from {
        Source::Value(value) => matches!(
            value.words.as_slice(),
            [one] if matches!(&**one, "nullptr" | "NULL" | "0")
        ),
        _ => false,
    }
}
