//! Where the pointers that a launch passes come from: whether two of them are one address, may be one, or come from
//! different variables of the host. Host code is followed without regard to the order of its statements: what a variable
//! is given anywhere it may have everywhere, but for exchanges such as `std::swap(a, b)`.

mod amount;
mod chain;
mod expr;
mod flows;
mod fresh;
mod names;
mod normal;
mod relate;
mod roots;
mod sites;
mod swaps;

pub(super) use flows::Flows;

use self::chain::place;
use self::expr::{Expr, bare, called, close, is_name, is_number, parts};
use self::flows::{Flow, Source};
use self::relate::{Relate, Rest};
use self::roots::Roots;
use super::{Part, Words};
use std::collections::{BTreeMap, BTreeSet};

/// So many arguments are compared with each other.
const MOST: usize = 64;

/// What the arguments of a launch say of the memory that they point to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// How many arguments there are; none if they are not known, so that nothing is said.
    pub passed: Option<usize>,
    /// Each way in which arguments are one address, as pairs of them; at least one if arguments are known.
    pub ways: BTreeSet<BTreeSet<(usize, usize)>>,
    /// Those that may be one or overlap.
    pub meetings: Vec<Meeting>,
    /// Variables of the file that arguments may point to, by the number of the argument.
    pub variables: BTreeSet<(usize, String)>,
}

impl Memory {
    /// Whether both say the same, in whatever words.
    pub(super) fn says_the_same(&self, other: &Memory) -> bool {
        let meetings = |one: &Memory| -> BTreeSet<((usize, usize), bool)> {
            let all = one.meetings.iter();
            all.map(|met| (met.arguments, met.parts)).collect()
        };
        self.passed == other.passed
            && self.ways == other.ways
            && self.variables == other.variables
            && meetings(self) == meetings(other)
    }
}

/// Two arguments of a launch that may point to one memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Their numbers; twice the same for two pointers in one struct.
    pub arguments: (usize, usize),
    /// As they are written.
    pub texts: (String, String),
    /// Whether one lies elements behind the other whose number the text does not say: parts of one memory that need
    /// not overlap.
    pub parts: bool,
}

/// What is written between the brackets of a launch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Written {
    /// The arguments themselves.
    Arguments(Part),
    /// An array of their addresses.
    Addresses(Part),
    /// It cannot be read.
    Unknown,
}

impl Words<'_> {
    /// What is said of the memory of the arguments of a launch that stands at a position.
    pub(super) fn memory(&self, at: usize, kernel: &str, written: Written) -> Memory {
        let mut memory = Memory::default();
        let Some(all) = self.passed_along(at, kernel, written) else {
            return memory;
        };
        for (path, arguments) in all {
            match memory.passed {
                None => memory.passed = Some(arguments.len()),
                Some(count) if count != arguments.len() => return Memory::default(),
                Some(_) => {}
            }
            self.compare(&path, &arguments, &mut memory);
        }
        if memory.passed.is_some() && memory.ways.is_empty() {
            memory.ways.insert(BTreeSet::new());
        }
        memory
    }

    /// The arguments, in each place where the macro is used that the launch stands in.
    fn passed_along(
        &self,
        at: usize,
        kernel: &str,
        written: Written,
    ) -> Option<Vec<(Vec<usize>, Vec<Expr>)>> {
        let part = match written {
            Written::Arguments(part) => part,
            Written::Addresses(part) => {
                let list = self.expr(part, at);
                return Some(vec![(Vec::new(), self.of_addresses(&list)?)]);
            }
            Written::Unknown => return None,
        };
        if self.facts.is_directive(at) {
            let (name, one) = self.macro_around(at)?;
            let uses = self.uses(name, one.params.is_some());
            let mut all = Vec::new();
            for ((place, _), text) in uses {
                for passed in launched(&text, kernel, one.params.as_deref().unwrap_or(&[])) {
                    all.push((vec![place], passed));
                }
            }
            return (!all.is_empty()).then_some(all).or_else(|| {
                let inside = self.expr(part, at);
                let arguments = parts(&inside.words).into_iter().map(|one| inside.with(one));
                Some(vec![(Vec::new(), arguments.collect())])
            });
        }
        let inside = self.expr(part, at);
        let arguments = parts(&inside.words).into_iter().map(|one| inside.with(one));
        Some(vec![(Vec::new(), arguments.collect())])
    }

    /// The variables whose addresses stand in an array.
    fn of_addresses(&self, list: &Expr) -> Option<Vec<Expr>> {
        let (mut words, _) = bare(&list.words);
        let mut at = list.at;
        let mut found = None;
        if let [name] = words
            && is_name(name)
        {
            let var = self.flows.names.var(name, at);
            let flows = self.flows.named(name).filter(|flow| flow.to.var == var);
            let flows: Vec<&Flow> = flows.collect();
            let [flow] = flows.as_slice() else {
                return None;
            };
            let Source::Value(value) = &flow.from else {
                return None;
            };
            if !flow.declares || !flow.to.path.is_empty() {
                return None;
            }
            at = value.at;
            found = Some(value.words.clone());
        }
        if let Some(value) = &found {
            words = value;
        }
        if words.first()? != "{" {
            return None;
        }
        let end = close(words, 0)?;
        let mut all = Vec::new();
        for one in parts(&words[1..end]) {
            let (one, _) = bare(one);
            let (mark, rest) = one.split_first()?;
            let value = match &**mark {
                "&" => rest.to_vec(),
                "nullptr" | "NULL" | "0" => continue,
                // An address that is kept elsewhere.
                _ => std::iter::once("*".to_owned())
                    .chain(one.iter().cloned())
                    .collect(),
            };
            all.push(Expr { words: value, at });
        }
        Some(all)
    }

    fn compare(&self, path: &[usize], arguments: &[Expr], memory: &mut Memory) {
        let mut same: BTreeMap<Vec<usize>, BTreeSet<(usize, usize)>> = BTreeMap::new();
        let mut always: BTreeSet<(usize, usize)> = BTreeSet::new();
        same.entry(path.to_vec()).or_default();
        let numbers: Vec<bool> = arguments
            .iter()
            .map(|one| self.is_no_pointer(one))
            .collect();
        let is_number = |at: usize| numbers.get(at) == Some(&true);
        for (at, one) in arguments.iter().enumerate().take(MOST) {
            if is_number(at) {
                continue;
            }
            for (before, other) in arguments.iter().enumerate().take(at) {
                if is_number(before) {
                    continue;
                }
                let found = Relate::new(*self).of(other, one, path);
                for (along, certain) in found.same {
                    if certain && along == path {
                        always.insert((before, at));
                    }
                    same.entry(along).or_default().insert((before, at));
                }
                memory.meet((before, at), (other, one), found.rest);
            }
            self.compare_members(at, one, memory);
            let roots = self.roots(one, true);
            let outside = roots
                .places
                .iter()
                .filter(|place| place.var.function.is_none());
            let named = outside.map(|place| (at, place.var.name.clone()));
            memory.variables.extend(named);
        }
        for along in same.keys() {
            let inner = same.iter().filter(|(of, _)| along.starts_with(of));
            let mut way: BTreeSet<(usize, usize)> =
                inner.flat_map(|(_, pairs)| pairs.iter().copied()).collect();
            way.extend(always.iter().copied());
            memory.ways.insert(way);
        }
        if same.values().flatten().any(|pair| !always.contains(pair)) {
            memory.ways.insert(always);
        }
    }

    /// Whether an argument is certainly no pointer.
    fn is_no_pointer(&self, one: &Expr) -> bool {
        match one.words.as_slice() {
            [word] if is_name(word) => {
                matches!(&**word, "nullptr" | "NULL" | "true" | "false")
                    || self.is_numeric(&self.flows.names.var(word, one.at))
            }
            [word] => is_number(word),
            _ => false,
        }
    }

    /// Pointers in one struct that is passed: what it is made of, or what its members are given.
    fn compare_members(&self, at: usize, one: &Expr, memory: &mut Memory) {
        let mut all: Vec<(String, Expr)> = Vec::new();
        self.members_of(one, 4, &mut all);
        let roots: Vec<Roots> = all.iter().map(|(_, one)| self.roots(one, true)).collect();
        for (number, ((name, one), mine)) in all.iter().zip(&roots).enumerate() {
            for ((other_name, other), its) in all.iter().zip(&roots).take(number) {
                let another = name != other_name || name.is_empty();
                let numbers = self.is_no_pointer(one) || self.is_no_pointer(other);
                if another && !numbers && mine.meet(its) {
                    let found = Relate::new(*self).of(other, one, &[]);
                    let rest = match found.same.is_empty() {
                        true => found.rest,
                        false => Rest::Open,
                    };
                    memory.meet((at, at), (other, one), rest);
                }
            }
        }
    }

    fn members_of(&self, one: &Expr, depth: u32, all: &mut Vec<(String, Expr)>) {
        let Some(below) = depth.checked_sub(1) else {
            return;
        };
        let (words, _) = bare(&one.words);
        let list = match words.first().map(|word| &**word) {
            Some("{") => Some(0),
            // `[=] (int i) { … }`
            Some("[") => {
                let names = words.iter().filter(|word| is_name(word));
                let names: BTreeSet<&String> = names.collect();
                for name in names {
                    let var = self.flows.names.var(name, one.at);
                    if !self.flows.names.declared(&var).is_empty() {
                        all.push((name.clone(), one.with(std::slice::from_ref(name))));
                    }
                }
                return;
            }
            _ => called(words).map(|(_, open)| open).or_else(|| {
                let open = words.iter().position(|word| word == "{")?;
                words[..open]
                    .iter()
                    .all(|word| is_name(word) || matches!(&**word, "::" | "<" | ">" | ","))
                    .then_some(open)
            }),
        };
        if let Some(open) = list.filter(|open| close(words, *open) == Some(words.len() - 1)) {
            for part in parts(&words[open + 1..words.len() - 1]) {
                // `.x = a`
                let part = match part {
                    [dot, name, equal, rest @ ..]
                        if dot == "." && equal == "=" && is_name(name) =>
                    {
                        rest
                    }
                    _ => part,
                };
                all.push((String::new(), one.with(part)));
            }
            return;
        }
        let Some(found) = place(words, one.at, &self.flows.names) else {
            return;
        };
        let names = &self.flows.names;
        let pointer = |at: &usize| self.back(*at, 1) == "*" || self.ahead(*at, 1) == "[";
        if found.path.is_empty() && names.declared(&found.var).iter().any(pointer) {
            return;
        }
        for flow in self.flows.named(&found.var.name) {
            let Source::Value(value) = &flow.from else {
                continue;
            };
            if flow.to.var != found.var || !flow.to.path.starts_with(&found.path) {
                continue;
            }
            let further: &[String] = &flow.to.path[found.path.len()..];
            match further {
                [] => self.members_of(value, below, all),
                [name, ..] if name != "*" => all.push((name.clone(), value.clone())),
                _ => {}
            }
        }
        // It may be passed to the function around.
        for param in names.params(&found.var) {
            for site in self.sites(param) {
                for one in site.passed(param.number) {
                    self.members_of(one, below, all);
                }
            }
        }
    }
}

impl Memory {
    fn meet(&mut self, arguments: (usize, usize), (one, other): (&Expr, &Expr), rest: Rest) {
        if rest == Rest::Apart {
            return;
        }
        let meeting = Meeting {
            arguments,
            texts: (one.text(), other.text()),
            parts: rest == Rest::Part,
        };
        if !self.meetings.contains(&meeting) {
            self.meetings.push(meeting);
        }
    }
}

/// The arguments of launches of a kernel in words, also of one that a macro's parameter names.
fn launched(text: &Expr, kernel: &str, params: &[String]) -> Vec<Vec<Expr>> {
    let words = &text.words;
    let last = kernel.rsplit("::").next().unwrap_or(kernel);
    let any = params.iter().any(|param| param == last);
    let mut all = Vec::new();
    for at in 0..words.len() {
        let begins = at > 0
            && words[at..]
                .iter()
                .take(3)
                .filter(|word| *word == "<")
                .count()
                == 3;
        if !begins || words[at - 1] == "<" {
            continue;
        }
        let named = any || words[at - 1] == ">" || words[at - 1] == last;
        let mut end = at + 3;
        while end + 3 < words.len() && words[end..].iter().take(3).any(|word| word != ">") {
            end = match &*words[end] {
                "(" | "[" | "{" => close(words, end).unwrap_or(words.len()) + 1,
                _ => end + 1,
            };
        }
        let open = end + 3;
        if !named || words.get(open).is_none_or(|word| word != "(") {
            continue;
        }
        if let Some(close) = close(words, open) {
            let passed = parts(&words[open + 1..close]);
            all.push(passed.into_iter().map(|part| text.with(part)).collect());
        }
    }
    all
}

#[cfg(test)]
mod tests;
