//! What the conditions around a launch come to: which names have one value in all that is said of it, and which of
//! them are numbers.

use super::Quantity;
use super::condition::{Comparison, Condition};
use super::declared::Given;
use super::formula::Formula;
use super::scope::Scope;
use std::collections::BTreeSet;

/// Names stand for others no deeper.
const CHAIN: u32 = 8;

impl Scope<'_, '_> {
    /// The names that have one value in sizes, arguments and conditions, and the conditions that hold. Where what is known
    /// to be a number, as in `case 512:`, gives a size, that has a value.
    pub(super) fn settled(
        &self,
        all: &mut [&mut Quantity],
        shared: &mut Quantity,
    ) -> (BTreeSet<String>, Vec<Condition>) {
        let mut used = BTreeSet::new();
        all.iter().for_each(|one| one.formula.names(&mut used));
        shared.formula.names(&mut used);
        let way = self.words.way(self.at());
        let mut conditions = match &way {
            Some(way) => self.conditions(way, &used),
            None => Vec::new(),
        };
        let mut own = BTreeSet::new();
        conditions.iter().for_each(|one| one.names(&mut own));
        for one in own.iter().filter_map(|name| self.defined(name)) {
            one.right.names(&mut used);
            conditions.push(one);
        }
        conditions.extend(used.iter().chain(&own).filter_map(|name| not_below(name)));
        let mut fixed = self.fixed(used.clone(), way.as_ref());
        conditions.retain(|one| {
            let mut names = BTreeSet::new();
            one.names(&mut names);
            names
                .iter()
                .all(|name| !used.contains(name) || fixed.contains(name))
        });
        conditions.iter().for_each(|one| one.names(&mut fixed));
        let numbers: Vec<(String, i128)> = conditions.iter().filter_map(number).collect();
        for one in all.iter_mut().map(|one| &mut **one).chain([shared]) {
            let mut known = one.formula.clone();
            for (name, value) in &numbers {
                known = known.with(name, *value);
                one.formula = one.formula.divided_by(name, *value);
            }
            let known = known.value();
            one.value = known.and_then(|value| u64::try_from(value).ok());
        }
        (fixed, conditions)
    }

    /// What a variable is defined as, where sizes and arguments are read with that put in: only if nothing in it has to do
    /// with numbers without a sign.
    fn defined(&self, name: &str) -> Option<Condition> {
        let found = self.variable(name).filter(|found| found.keeps)?;
        let Given::Value(part) = found.declared.given else {
            return None;
        };
        let right = self.looked_up(name, CHAIN, true)?;
        let left = Formula::Name(name.to_owned());
        let named = matches!(right, Formula::Name(_));
        let signed = self.words.has_sign(&found.declared) == Some(true);
        let plain = right.is_plain() && right != left && signed;
        let there = self.there(found.declared.name);
        (plain && (named || there.is_signed(part))).then_some(Condition {
            left,
            is: Comparison::Equal,
            right,
        })
    }
}

/// `x.size(0)` and what else a tensor is asked for is not below zero.
fn not_below(name: &str) -> Option<Condition> {
    name.contains('(').then(|| Condition {
        left: Formula::Name(name.to_owned()),
        is: Comparison::AtLeast,
        right: Formula::Number(0),
    })
}

/// A name that is a number.
fn number(one: &Condition) -> Option<(String, i128)> {
    match (&one.left, one.is, one.right.value()) {
        (Formula::Name(name), Comparison::Equal, Some(value)) => {
            let plain = (0..=i128::from(i32::MAX)).contains(&value);
            plain.then(|| (name.clone(), value))
        }
        _ => None,
    }
}
