//! What the host gives its variables: every initialiser, assignment, exchange, and call that may set one.

use super::super::facts::joined;
use super::super::{Part, Words};
use super::chain::{Place, place};
use super::expr::{Expr, bare, parts};
use super::names::Names;
use super::swaps::{Swap, find_swaps, is_swap};
use std::collections::BTreeMap;

/// What a variable is given.
#[derive(Clone, Debug)]
pub(in super::super) enum Source {
    /// A value.
    Value(Expr),
    /// The how manieth of several values.
    One(Expr, usize),
    /// What a function writes through its argument.
    Call(Call),
    /// Memory of its own.
    Fresh,
    /// It goes on by some elements.
    Step,
}

/// A call that may set what it is given.
#[derive(Clone, Debug)]
pub(in super::super) struct Call {
    pub callee: String,
    pub arguments: Vec<Expr>,
    /// Which argument is meant.
    pub number: usize,
}

/// One variable is given something.
#[derive(Clone, Debug)]
pub(in super::super) struct Flow {
    pub to: Place,
    /// How it is written.
    pub written: Vec<String>,
    pub from: Source,
    /// The position of the name.
    pub at: usize,
    /// Where what it is given ends.
    pub end: usize,
    /// Whether that is where it is declared.
    pub declares: bool,
}

/// All of a text.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Flows {
    pub names: Names,
    pub all: Vec<Flow>,
    pub swaps: Vec<Swap>,
    /// By the name of the variable.
    by_name: BTreeMap<String, Vec<usize>>,
    /// By the last member.
    by_member: BTreeMap<String, Vec<usize>>,
}

impl Flows {
    /// Those of a text.
    pub(crate) fn of(words: Words<'_>) -> Flows {
        let mut flows = Flows {
            names: Names::of(words),
            ..Flows::default()
        };
        let launch = |at: usize| {
            flows
                .names
                .region_at(at)
                .is_some_and(|region| region.device)
        };
        let places: Vec<usize> = (0..words.all.len())
            .filter(|at| !words.facts.is_directive(*at) && !launch(*at))
            .collect();
        let mut found = Vec::new();
        let mut swaps = Vec::new();
        for at in places {
            match words.word(at) {
                "=" => words.assigned(at, &flows.names, &mut found),
                "+" | "-" => words.stepped(at, &flows.names, &mut found),
                "(" => words.of_call(at, &flows.names, (&mut found, &mut swaps)),
                ":" => words.of_loop(at, &flows.names, &mut found),
                _ => {}
            }
            if words.is_word(at) {
                words.begun(at, &flows.names, &mut found);
            }
        }
        for region in &flows.names.regions {
            words.initialized(region.start, region.open, &mut found);
        }
        words.in_macros(&flows.names, &mut found);
        found.sort_by_key(|flow| flow.at);
        find_swaps(words, &mut found, &mut swaps);
        for (number, flow) in found.iter().enumerate() {
            let list = flows.by_name.entry(flow.to.var.name.clone());
            list.or_default().push(number);
            if let Some(last) = flow.to.path.iter().rev().find(|one| *one != "*") {
                let list = flows.by_member.entry(last.clone());
                list.or_default().push(number);
            }
        }
        flows.all = found;
        flows.swaps = swaps;
        flows
    }

    /// Those of a variable of this name.
    pub(crate) fn named(&self, name: &str) -> impl Iterator<Item = &Flow> {
        let list = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        list.iter().filter_map(|at| self.all.get(*at))
    }

    /// Those of a member of this name of some object.
    pub(crate) fn of_member(&self, name: &str) -> impl Iterator<Item = &Flow> {
        let list = self.by_member.get(name).map_or(&[][..], Vec::as_slice);
        list.iter().filter_map(|at| self.all.get(*at))
    }
}

impl Words<'_> {
    /// `a = e`, `T *a = e`, `*p = e`, `auto [a, b] = e` with the mark at a position.
    fn assigned(&self, at: usize, names: &Names, found: &mut Vec<Flow>) {
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let near = at > 0 && joined(self.all, at - 1);
        let compares = self.word(at + 1) == "=" && joined(self.all, at);
        let of_two = near
            && matches!(
                before,
                "=" | "!" | "<" | ">" | "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^"
            );
        if compares || of_two {
            return;
        }
        let end = self.end_of_value(at + 1);
        // A lambda is called where its name stands.
        if self.word(at + 1) == "[" {
            return;
        }
        let value = self.expr((at + 1, end), at);
        let Some(last) = self.before(at) else {
            return;
        };
        // `auto [a, b] = e`, `std::tie(a, b) = e`
        let open = self.facts.partner(last);
        let bound = open.is_some_and(|open| {
            let named = self.back(open, 1);
            self.word(last) == "]" && matches!(named, "auto" | "&")
                || self.word(last) == ")" && named == "tie"
        });
        if let Some(open) = open.filter(|_| bound) {
            for (number, (from, to)) in self.parts((open + 1, last)).into_iter().enumerate() {
                let target = self.expr((from, to), at);
                if let Some(to) = place(&target.words, at, names) {
                    found.push(Flow {
                        to,
                        written: target.words,
                        from: Source::One(value.clone(), number),
                        at: from,
                        end,
                        declares: false,
                    });
                }
            }
            return;
        }
        let Some(name) = self.begin_of_place(last) else {
            return;
        };
        // Also of an array, `T *a[2] = …`.
        let whole = name == last || self.after(name) <= last && self.word(self.after(name)) == "[";
        let named = names.var(self.word(name), name);
        let declares = whole && names.declared(&named).contains(&name);
        let mut start = name;
        while !declares && self.back(start, 1) == "*" {
            start = self.before(start).unwrap_or(start);
        }
        let end_of_name = if declares { name + 1 } else { last + 1 };
        let target = self.expr((start, end_of_name), name);
        let Some(to) = place(&target.words, name, names) else {
            // `v.at(0) = e`, `*v.begin() = e`
            let first = target.words.iter().find(|word| super::expr::is_name(word));
            if let Some(first) = first {
                let of = Place {
                    var: names.var(first, name),
                    path: Vec::new(),
                };
                found.extend([of.further(&["*".to_owned()]), of].map(|to| Flow {
                    to,
                    written: Vec::new(),
                    from: Source::Value(value.clone()),
                    at: name,
                    end,
                    declares: false,
                }));
            }
            return;
        };
        // What refers to another is that, and so is what an address leads to.
        let refers = declares && self.back(name, 1) == "&";
        let (bare_value, _) = bare(&value.words);
        let pointed = bare_value.first().is_some_and(|mark| mark == "&");
        let other = match (refers, pointed) {
            (true, _) => place(bare_value, at, names).map(|other| (other, target.clone())),
            (false, true) => place(&bare_value[1..], at, names).map(|other| {
                let mut words = vec!["*".to_owned()];
                words.extend(target.words.iter().cloned());
                (other, target.with(&words))
            }),
            (false, false) => None,
        };
        if let Some((other, back)) = other {
            found.push(Flow {
                to: other,
                written: Vec::new(),
                from: Source::Value(back),
                at: name,
                end,
                declares: false,
            });
        }
        found.push(Flow {
            to,
            written: target.words,
            from: Source::Value(value),
            at: name,
            end,
            declares,
        });
    }

    /// `a += n`, `a++`, `--a`.
    fn stepped(&self, at: usize, names: &Names, found: &mut Vec<Flow>) {
        if !joined(self.all, at)
            || !(self.word(at + 1) == "=" || self.word(at + 1) == self.word(at))
        {
            return;
        }
        let behind = self.word(at + 1) != "=" && self.is_word(at + 2);
        let (start, end) = match behind {
            true => (at + 2, at + 3),
            false => match self.before(at).and_then(|last| {
                let start = self.begin_of_place(last)?;
                Some((start, last + 1))
            }) {
                Some(part) => part,
                None => return,
            },
        };
        let target = self.expr((start, end), start);
        if let Some(to) = place(&target.words, start, names) {
            found.push(Flow {
                to,
                written: target.words,
                from: Source::Step,
                at: start,
                end: at + 1,
                declares: false,
            });
        }
    }

    /// `T *a(e)`, `T *a{e}`, `T a{e, f}` with the name at a position.
    fn begun(&self, at: usize, names: &Names, found: &mut Vec<Flow>) {
        let open = self.after(at);
        if !matches!(self.word(open), "(" | "{") {
            return;
        }
        let var = names.var(self.word(at), at);
        if !names.declared(&var).contains(&at) {
            return;
        }
        let Some(close) = self.facts.partner(open) else {
            return;
        };
        // A function is none.
        let in_code = var.function.is_some_and(|open| open < at);
        if self.word(open) == "(" && !in_code
            || self.behind(open).is_some() && self.word(open) == "("
        {
            return;
        }
        if self.word(open) == "{" && self.brace(open) != super::super::blocks::Brace::List {
            return;
        }
        let part = match self.parts((open + 1, close)).len() {
            1 => (open + 1, close),
            _ => (open, close + 1),
        };
        let mut value = self.expr(part, at);
        if let Some(first) = value.words.first_mut().filter(|first| *first == "(") {
            "{".clone_into(first);
        }
        found.push(Flow {
            to: Place {
                var,
                path: Vec::new(),
            },
            written: vec![self.word(at).to_owned()],
            from: Source::Value(value),
            at,
            end: self.after(close),
            declares: true,
        });
    }

    /// `for (auto p : list)` with the colon at a position.
    fn of_loop(&self, at: usize, names: &Names, found: &mut Vec<Flow>) {
        let Some(open) = self.facts.parent(at) else {
            return;
        };
        let single = self.word(at + 1) != ":" && self.back(at, 1) != ":";
        if self.back(open, 1) != "for" || !single || self.question(at).is_some() {
            return;
        }
        let (Some(name), Some(close)) = (self.before(at), self.facts.partner(open)) else {
            return;
        };
        let list = self.expr((at + 1, close), at);
        let mut words = vec!["*".to_owned(), "(".to_owned()];
        words.extend(list.words.iter().cloned());
        words.push(")".to_owned());
        let all = match self.word(name) {
            "]" => self.facts.partner(name).map_or(Vec::new(), |open| {
                (open + 1..name).filter(|at| self.is_word(*at)).collect()
            }),
            _ => vec![name],
        };
        for name in all {
            let var = names.var(self.word(name), name);
            let to = Place {
                var,
                path: Vec::new(),
            };
            let refers = self.back(name, 1) == "&";
            let other = place(&list.words, at, names).filter(|_| refers);
            if let Some(other) = other {
                found.push(Flow {
                    to: other.further(&["*".to_owned()]),
                    written: Vec::new(),
                    from: Source::Value(self.expr((name, name + 1), name)),
                    at: name,
                    end: close,
                    declares: false,
                });
            }
            found.push(Flow {
                to,
                written: Vec::new(),
                from: Source::Value(list.with(&words)),
                at: name,
                end: close,
                declares: false,
            });
        }
    }

    /// `: a(x), b{y} {` between two positions.
    fn initialized(&self, start: usize, open: usize, found: &mut Vec<Flow>) {
        let colon = (start..open).find(|at| {
            self.word(*at) == ":"
                && self.word(at + 1) != ":"
                && self.back(*at, 1) == ")"
                && self.facts.parent(*at) == self.facts.parent(open)
        });
        let mut at = match colon {
            Some(colon) => self.after(colon),
            None => return,
        };
        while at < open {
            let bracket = self.after(at);
            let Some(close) = self.facts.partner(bracket).filter(|_| self.is_word(at)) else {
                return;
            };
            found.push(Flow {
                to: Place {
                    var: super::names::Var {
                        name: self.word(at).to_owned(),
                        function: None,
                    },
                    path: Vec::new(),
                },
                written: vec![self.word(at).to_owned()],
                from: Source::Value(self.listed((bracket + 1, close), open)),
                at,
                end: close,
                declares: false,
            });
            at = self.after(self.after(close));
        }
    }

    /// What stands between commas as one list.
    fn listed(&self, part: Part, at: usize) -> Expr {
        let mut value = self.expr(part, at);
        if parts(&value.words).len() > 1 {
            value.words.insert(0, "{".to_owned());
            value.words.push("}".to_owned());
        }
        value
    }

    /// A call with its bracket at a position: what it may set, what it exchanges.
    fn of_call(
        &self,
        open: usize,
        names: &Names,
        (found, swaps): (&mut Vec<Flow>, &mut Vec<Swap>),
    ) {
        let (Some(close), Some((start, callee, _))) = (self.facts.partner(open), self.callee(open))
        else {
            return;
        };
        let callee = callee.rsplit("::").next().unwrap_or("").to_owned();
        let none = matches!(
            &*callee,
            "if" | "for" | "while" | "switch" | "return" | "sizeof" | "catch" | "decltype" | "ref"
        );
        if none || callee.ends_with("_cast") || callee == "addressof" || self.behind(open).is_some()
        {
            return;
        }
        let all = self.parts((open + 1, close));
        let arguments: Vec<Expr> = all.iter().map(|part| self.expr(*part, open)).collect();
        let object = matches!(self.back(start, 1), ".")
            || self.back(start, 1) == ">" && self.back(start, 2) == "-";
        if object && self.of_object((start, close), &callee, names, (found, swaps)) {
            return;
        }
        if let Some(members) = is_swap(*self, &callee, &arguments, names) {
            swaps.push(Swap { members });
            return;
        }
        let own = names.functions.contains_key(&callee);
        if !own {
            self.copied(&callee, (open, close), &arguments, names, found);
        }
        for (number, argument) in arguments.iter().enumerate() {
            let (words, _) = bare(&argument.words);
            let address = words.first().is_some_and(|mark| mark == "&");
            let target = match address {
                true => &words[1..],
                false if own => words,
                false => continue,
            };
            let Some(to) = place(target, open, names) else {
                continue;
            };
            // Read where it is certain; what is copied cannot be changed.
            if !address && !self.refers(names, &callee, number) {
                continue;
            }
            let from = match is_fresh(&callee) && !own {
                true => Source::Fresh,
                false => Source::Call(Call {
                    callee: callee.clone(),
                    arguments: arguments.clone(),
                    number,
                }),
            };
            found.push(Flow {
                to,
                written: target.to_vec(),
                from,
                at: open,
                end: close,
                declares: false,
            });
        }
    }

    /// `std::exchange(a, b)`, `memcpy(to, from, n)`, `std::copy(from, end, to)`
    fn copied(
        &self,
        callee: &str,
        (open, close): Part,
        arguments: &[Expr],
        names: &Names,
        found: &mut Vec<Flow>,
    ) {
        let (to, from, contents) = match callee {
            "exchange" => (0, 1, false),
            "memcpy" | "memmove" | "cudaMemcpy" | "cudaMemcpyAsync" => (0, 1, true),
            "copy" | "copy_n" => (2, 0, true),
            _ => return,
        };
        let (Some(to), Some(from)) = (arguments.get(to), arguments.get(from)) else {
            return;
        };
        let (target, _) = bare(&to.words);
        let named = place(target, open, names).or_else(|| {
            let first = target.iter().find(|word| super::expr::is_name(word))?;
            Some(Place {
                var: names.var(first, open),
                path: Vec::new(),
            })
        });
        let Some(place) = named else {
            return;
        };
        let mut value = from.clone();
        if contents {
            value.words.splice(0..0, ["*".to_owned(), "(".to_owned()]);
            value.words.push(")".to_owned());
        }
        found.push(Flow {
            to: match contents {
                true => place.further(&["*".to_owned()]),
                false => place,
            },
            written: Vec::new(),
            from: Source::Value(value),
            at: open,
            end: close,
            declares: false,
        });
    }

    /// What a macro assigns where it is used.
    fn in_macros(&self, names: &Names, found: &mut Vec<Flow>) {
        for (name, all) in &self.facts.macros {
            let assigns = all.iter().any(|one| {
                let mut body = one.body..one.end;
                body.any(|at| {
                    self.word(at) == "=" && self.word(at + 1) != "=" && self.word(at - 1) != "="
                })
            });
            let called = all.iter().any(|one| one.params.is_some());
            if !assigns || self.macro_exchanges(name) {
                continue;
            }
            for ((at, end), text) in self.uses(name, called) {
                let words = &text.words;
                for mark in (0..words.len()).filter(|mark| words[*mark] == "=") {
                    let begins = |word: &String| matches!(&**word, ";" | "{" | "}" | "(" | ",");
                    let from = words[..mark]
                        .iter()
                        .rposition(begins)
                        .map_or(0, |at| at + 1);
                    let rest = &words[mark + 1..];
                    let to = super::expr::outside(rest, &[";", ",", "}"]).unwrap_or(rest.len());
                    let mut target = &words[from..mark];
                    // Without the type that is declared.
                    while target.len() > 1
                        && super::expr::is_name(&target[0])
                        && (super::expr::is_name(&target[1]) || target[1] == "*")
                    {
                        target = &target[1..];
                    }
                    while target.len() > 1
                        && from < mark
                        && target[0] == "*"
                        && target.len() < mark - from
                    {
                        target = &target[1..];
                    }
                    if let Some(place) = place(target, at, names) {
                        found.push(Flow {
                            to: place,
                            written: Vec::new(),
                            from: Source::Value(text.with(&rest[..to])),
                            at,
                            end,
                            declares: false,
                        });
                    }
                }
            }
        }
    }

    /// What a method does to its object; says whether it is one that is known.
    fn of_object(
        &self,
        (name, close): Part,
        method: &str,
        names: &Names,
        (found, swaps): (&mut Vec<Flow>, &mut Vec<Swap>),
    ) -> bool {
        let into = matches!(
            method,
            "push_back" | "emplace_back" | "push" | "push_front" | "emplace" | "insert"
        );
        let sets = matches!(method, "reset" | "set_" | "set_data" | "assign" | "swap");
        if !(into || sets) || names.functions.contains_key(method) {
            return false;
        }
        let mark = match self.back(name, 1) {
            "." => 1,
            _ => 2,
        };
        let mut last = Some(name);
        for _ in 0..mark {
            last = last.and_then(|at| self.before(at));
        }
        let last = last.and_then(|at| self.before(at));
        let start = last.and_then(|last| Some((self.begin_of_place(last)?, last + 1)));
        let Some((from, to)) = start else {
            return false;
        };
        let object = self.expr((from, to), name);
        let Some(object) = place(&object.words, name, names) else {
            return false;
        };
        let open = self.facts.partner(close).unwrap_or(close);
        let value = self.listed((open + 1, close), name);
        if method == "swap" {
            if let Some(other) = place(&value.words, name, names) {
                swaps.push(Swap {
                    members: vec![object, other],
                });
            }
            return true;
        }
        found.push(Flow {
            to: match into {
                true => object.further(&["*".to_owned()]),
                false => object,
            },
            written: Vec::new(),
            from: Source::Value(value),
            at: name,
            end: close,
            declares: false,
        });
        true
    }

    /// Whether a function of the text may set an argument that is passed by its name.
    fn refers(&self, names: &Names, callee: &str, number: usize) -> bool {
        let all = names.functions.get(callee).map_or(&[][..], Vec::as_slice);
        all.iter().any(|open| {
            let close = self.facts.partner(*open).unwrap_or(*open);
            let parts = self.parts_of_types((open + 1, close));
            parts.get(number).is_some_and(|(from, to)| {
                let has = |word: &str| (*from..*to).any(|at| self.word(at) == word);
                has("&")
            })
        })
    }

    /// Where the name of a member or element begins that ends at a position.
    pub(super) fn begin_of_place(&self, last: usize) -> Option<usize> {
        let mut at = last;
        loop {
            match self.word(at) {
                "]" => {
                    at = self.before(self.facts.partner(at)?)?;
                    continue;
                }
                ")" => {
                    let open = self.facts.partner(at)?;
                    match self.before(open) {
                        Some(name) if self.is_word(name) && self.word(name) != "return" => {
                            at = name;
                            continue;
                        }
                        _ => at = open,
                    }
                }
                _ if self.is_word(at) => {}
                _ => return None,
            }
            let (one, two) = (self.back(at, 1), self.back(at, 2));
            let back = match (one, two) {
                (".", _) => 2,
                (">", "-") | (":", ":") => 3,
                _ => return Some(at),
            };
            let mut before = Some(at);
            for _ in 0..back {
                before = before.and_then(|at| self.before(at));
            }
            match before {
                Some(before) if self.is_word(before) || matches!(self.word(before), "]" | ")") => {
                    at = before;
                }
                _ => return Some(at),
            }
        }
    }

    /// Where a value ends that begins at a position.
    fn end_of_value(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.all.len() {
            match self.word(at) {
                ";" | "," | ")" | "]" | "}" if !self.facts.is_directive(at) => return at,
                "<" => {
                    // `f<A, B>(…)`
                    let end = self.template_end(at);
                    at = end.unwrap_or(at) + 1;
                }
                "(" | "[" | "{" if !self.facts.is_directive(at) => match self.facts.partner(at) {
                    Some(close) => at = close + 1,
                    None => return self.all.len(),
                },
                _ => at += 1,
            }
        }
        at
    }

    /// The `>` before the bracket of a call whose template arguments begin at a position.
    fn template_end(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..self.all.len().min(open + 200) {
            match self.word(at) {
                "<" => depth += 1,
                ">" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return matches!(self.word(at + 1), "(" | "{" | ":").then_some(at);
                    }
                }
                ":" | "*" | "&" | "," => {}
                _ if self.kind(at) != Some(crate::tokens::TokenKind::Mark) => {}
                _ => return None,
            }
        }
        None
    }
}

/// Whether a function of this name gives memory of its own.
pub(super) fn is_fresh(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let made = ["alloc", "create", "_like"];
    made.iter().any(|part| lower.contains(part)) || super::fresh::makes(name)
}
