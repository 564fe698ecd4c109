//! Where the memory that an expression points to may come from.

use super::super::{Part, Words};
use super::chain::{First, Op, Place, chain, is_this, member};
use super::expr::{
    ANYTHING, Expr, bare, called, choice, close, is_name, is_number, is_sign, outside, parts,
};
use super::flows::{Call, Flow, Source, is_fresh};
use super::fresh;
use super::names::Var;
use std::collections::BTreeSet;

/// So many steps are taken for one expression.
const STEPS: u32 = 4000;

/// Values within values, and variables that others are given, are followed so deep.
const DEPTH: u32 = 150;

/// Calls are followed so deep.
const CALLS: usize = 8;

/// Places in which the address may stand that an expression has.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Roots {
    pub places: BTreeSet<Place>,
    /// Whether it may also be any other.
    pub any: bool,
}

impl Roots {
    /// Whether two expressions may point to one memory.
    pub(super) fn meet(&self, other: &Roots) -> bool {
        let common = |one: &Place| other.places.iter().any(|two| one.meets(two));
        self.any || other.any || self.places.iter().any(common)
    }
}

/// Follows expressions.
struct Walk<'a> {
    words: Words<'a>,
    found: Roots,
    seen: BTreeSet<Place>,
    steps: u32,
    depth: u32,
    /// The functions that are looked into, by the bracket before their parameters.
    inside: Vec<usize>,
    swaps: bool,
    /// Whether other names of arrays are left out.
    alias: bool,
}

impl<'a> Walk<'a> {
    fn new(words: Words<'a>, swaps: bool) -> Walk<'a> {
        Walk {
            words,
            found: Roots::default(),
            seen: BTreeSet::new(),
            steps: STEPS,
            depth: DEPTH,
            inside: Vec::new(),
            swaps,
            alias: false,
        }
    }
}

impl Words<'_> {
    /// The roots of an expression; exchanges of variables may be left out.
    pub(super) fn roots(&self, expr: &Expr, swaps: bool) -> Roots {
        let mut walk = Walk::new(*self, swaps);
        walk.scan(&expr.words, expr.at, &[]);
        walk.found
    }

    /// The roots of what stands in a place; exchanges of variables may be left out.
    pub(super) fn roots_of(&self, place: &Place, swaps: bool) -> Roots {
        let mut walk = Walk::new(*self, swaps);
        walk.place(place);
        walk.found
    }

    /// The roots of what a variable is given.
    pub(super) fn roots_given(&self, from: &Source) -> Roots {
        let mut walk = Walk::new(*self, true);
        walk.source(from, &[]);
        walk.found
    }

    /// Whether a variable is a number wherever it is declared.
    pub(super) fn is_numeric(&self, var: &Var) -> bool {
        let declared = self.flows.names.declared(var);
        let number = |at: &usize| {
            let mut start = self.statement(*at);
            let open = self.facts.parent(*at);
            if open.is_some_and(|open| self.word(open) == "(") {
                let mut back = *at;
                while let Some(before) = self.before(back) {
                    if matches!(self.word(before), "(" | "," | ";") {
                        break;
                    }
                    back = before;
                }
                start = back;
            }
            let mut marks = 1;
            while matches!(self.back(*at, marks), "&" | "const" | "__restrict__") {
                marks += 1;
            }
            let pointer = self.back(*at, marks) == "*" || self.ahead(*at, 1) == "[";
            let said = self.specified(start, *at);
            !pointer && said.is_some_and(|said| said.kind != super::super::types::Kind::Auto)
        };
        !declared.is_empty() && declared.iter().all(number)
    }

    /// The values that functions return between two positions.
    fn returned(&self, (from, to): Part) -> Vec<Expr> {
        let all =
            (from..to).filter(|at| self.word(*at) == "return" && !self.facts.is_directive(*at));
        all.map(|at| self.expr((at + 1, self.statement_end(at + 1)), at))
            .collect()
    }

    fn is_class(&self, name: &str) -> bool {
        let mut places = self.facts.places(name).iter();
        places.any(|at| matches!(self.back(*at, 1), "struct" | "class"))
    }
}

impl Walk<'_> {
    fn spend(&mut self) -> bool {
        match self.steps.checked_sub(1) {
            Some(left) => self.steps = left,
            None => self.found.any = true,
        }
        self.steps > 0
    }

    /// What the value of words may be; `path` says what of it is asked for.
    fn scan(&mut self, words: &[String], at: usize, path: &[String]) {
        let Some(below) = self.depth.checked_sub(1) else {
            self.found.any = true;
            return;
        };
        self.depth = below;
        self.value(words, at, path);
        self.depth = below + 1;
    }

    fn value(&mut self, words: &[String], at: usize, path: &[String]) {
        let (words, _) = bare(words);
        let Some(first) = words.first() else {
            return;
        };
        if !self.spend() {
            return;
        }
        if words.iter().any(|word| word == ANYTHING) {
            self.found.any = true;
            return;
        }
        let all = parts(words);
        if all.len() > 1 {
            return all.into_iter().for_each(|part| self.scan(part, at, path));
        }
        match &**first {
            "{" if close(words, 0) == Some(words.len() - 1) => {
                let rest = path.split_first().map_or(path, |(_, rest)| rest);
                let all = parts(&words[1..words.len() - 1]);
                return all.into_iter().for_each(|part| self.scan(part, at, rest));
            }
            "[" => return self.names(words, at),
            "nullptr" | "NULL" | "sizeof" | "!" | "true" | "false" => return,
            "new" => {
                // What it is put into; an object may keep what it is made of.
                let mut from = 1;
                while let Some(open) = outside(&words[from..], &["(", "{"]).map(|at| at + from) {
                    let end = close(words, open).unwrap_or(words.len());
                    self.all(words.get(open + 1..end).unwrap_or(&[]), at, path);
                    from = (end + 1).min(words.len());
                }
                return;
            }
            _ if words.len() == 1 && !is_name(first) => return,
            _ => {}
        }
        if let Some((_, one, other)) = choice(words) {
            self.scan(one, at, path);
            return self.scan(other, at, path);
        }
        if let Some(mark) = outside(words, &["="]) {
            self.scan(&words[..mark], at, path);
            return self.scan(&words[mark + 1..], at, path);
        }
        if outside(words, &["==", "!=", "<=", ">=", "&&", "||"]).is_some() {
            return;
        }
        let operators = ["+", "-", "*", "/", "%", "&", "|", "^"];
        let mut from = 0;
        while let Some(mark) = outside(&words[from..], &operators).map(|mark| mark + from) {
            if !is_sign(words, mark) {
                self.scan(&words[..mark], at, path);
                return self.scan(&words[mark + 1..], at, path);
            }
            from = mark + 1;
        }
        match &**first {
            "&" => self.address(&words[1..], at, path),
            // `(*p).m` is `p->m`.
            "*" if path.first().is_some_and(|first| first != "*") => {
                self.scan(&words[1..], at, path);
            }
            "*" => {
                let mut longer = vec!["*".to_owned()];
                longer.extend(path.iter().cloned());
                self.scan(&words[1..], at, &longer);
            }
            "-" | "+" | "~" | "++" | "--" => self.scan(&words[1..], at, path),
            _ => self.chain(words, at, path),
        }
    }

    fn all(&mut self, words: &[String], at: usize, path: &[String]) {
        for part in parts(words) {
            self.scan(part, at, path);
        }
    }

    /// Each name that words mention.
    fn names(&mut self, words: &[String], at: usize) {
        let keyword = |word: &str| {
            super::super::types::is_known(word)
                || matches!(
                    word,
                    "void" | "const" | "return" | "if" | "for" | "typename"
                )
        };
        for word in words.iter().filter(|word| is_name(word) && !keyword(word)) {
            let var = self.words.flows.names.var(word, at);
            self.place(&Place {
                var,
                path: Vec::new(),
            });
        }
    }

    /// `&x`, `&a[i]`
    fn address(&mut self, words: &[String], at: usize, path: &[String]) {
        let (words, _) = bare(words);
        if let Some((mark, inner)) = words.split_first()
            && mark == "*"
        {
            return self.scan(inner, at, path);
        }
        if words.last().is_some_and(|last| last == "]")
            && let Some(open) = (0..words.len())
                .rev()
                .find(|at| words[*at] == "[" && close(words, *at) == Some(words.len() - 1))
        {
            return self.scan(&words[..open], at, path);
        }
        let rest = match path.split_first() {
            Some((first, rest)) if first == "*" => rest,
            _ => path,
        };
        self.scan(words, at, rest);
    }

    fn chain(&mut self, words: &[String], at: usize, path: &[String]) {
        let Some((first, ops)) = chain(words) else {
            return match words.iter().all(|word| is_number(word)) {
                true => {}
                false => self.names(words, at),
            };
        };
        let mut ops = ops.into_iter().peekable();
        let mut behind: Vec<String>;
        let start = match first {
            First::Name("this") => None,
            First::Inner(inner) if is_this(inner) => None,
            First::Name(name) | First::Outer(name) => match ops.peek() {
                Some(Op::Call(arguments)) => {
                    let arguments = *arguments;
                    ops.next();
                    match self.asked(&mut ops, at) {
                        Some(asked) => behind = asked,
                        None => return,
                    }
                    behind.extend(path.iter().cloned());
                    return self.call(name, arguments, at, &behind);
                }
                _ if matches!(first, First::Outer(_)) => Some(member(name)),
                _ => Some(Place {
                    var: self.words.flows.names.var(name, at),
                    path: Vec::new(),
                }),
            },
            First::Inner(inner) => {
                match self.asked(&mut ops, at) {
                    Some(asked) => behind = asked,
                    None => return,
                }
                // `(*p).f` is `p->f`.
                let pointed = inner.first().is_some_and(|mark| mark == "*");
                let inner = match pointed && behind.first().is_some_and(|one| one != "*") {
                    true => &inner[1..],
                    false => inner,
                };
                behind.extend(path.iter().cloned());
                return self.scan(inner, at, &behind);
            }
        };
        let start = match start {
            Some(start) => start,
            None => match ops.next() {
                Some(Op::Member(name)) => match ops.peek() {
                    Some(Op::Call(arguments)) => {
                        let arguments = *arguments;
                        ops.next();
                        match self.asked(&mut ops, at) {
                            Some(asked) => behind = asked,
                            None => return,
                        }
                        behind.extend(path.iter().cloned());
                        return self.call(name, arguments, at, &behind);
                    }
                    _ => member(name),
                },
                _ => return,
            },
        };
        let Some(asked) = self.asked(&mut ops, at) else {
            return;
        };
        self.place(&start.further(&asked).further(path));
    }

    /// What of an object is asked for; none if that is no memory of it.
    fn asked<'e>(
        &mut self,
        ops: &mut std::iter::Peekable<impl Iterator<Item = Op<'e>>>,
        at: usize,
    ) -> Option<Vec<String>> {
        let mut behind = Vec::new();
        while let Some(op) = ops.next() {
            match op {
                Op::Index(_) => behind.push("*".to_owned()),
                Op::Call(arguments) => self.all(arguments, at, &[]),
                Op::Member(name) => {
                    let Some(Op::Call(arguments)) = ops.peek().copied() else {
                        behind.push(name.to_owned());
                        continue;
                    };
                    ops.next();
                    let own = self.words.flows.names.functions.contains_key(name);
                    if own {
                        self.call(name, arguments, at, &[]);
                    } else if fresh::asks(name) || fresh::copies(name) || is_fresh(name) {
                        return None;
                    } else if matches!(name, "at" | "front" | "back" | "value") {
                        behind.push("*".to_owned());
                    } else if !fresh::accesses(name) {
                        self.all(arguments, at, &[]);
                    }
                }
            }
        }
        Some(behind)
    }

    /// What a function returns.
    fn call(&mut self, name: &str, arguments: &[String], at: usize, path: &[String]) {
        let functions = self.words.flows.names.functions.get(name);
        let Some(functions) = functions else {
            if !fresh::asks(name) && !is_fresh(name) {
                self.all(arguments, at, path);
            }
            return;
        };
        if self.words.is_class(name) {
            self.all(arguments, at, &[]);
        }
        let passed: Vec<Expr> = parts(arguments)
            .into_iter()
            .map(|part| Expr {
                words: part.to_vec(),
                at,
            })
            .collect();
        for open in functions.clone() {
            let body = self.words.behind(open);
            let end = body.and_then(|body| self.words.facts.partner(body));
            let (Some(body), Some(end)) = (body, end) else {
                continue;
            };
            let values = self.words.returned((body, end));
            self.look_into(open, end, &passed, |walk| {
                for value in &values {
                    walk.scan(&value.words, value.at, path);
                }
            });
        }
    }

    /// Looks into a function, with what is passed to it.
    fn look_into(
        &mut self,
        open: usize,
        end: usize,
        passed: &[Expr],
        look: impl FnOnce(&mut Walk<'_>),
    ) {
        if self.inside.contains(&open) || self.inside.len() > CALLS {
            // It calls itself.
            return passed
                .iter()
                .for_each(|one| self.scan(&one.words, one.at, &[]));
        }
        let mut inside = self.inside.clone();
        inside.push(open);
        let mut walk = Walk {
            words: self.words,
            found: Roots::default(),
            seen: BTreeSet::new(),
            steps: self.steps,
            depth: self.depth,
            inside,
            swaps: self.swaps,
            alias: self.alias,
        };
        look(&mut walk);
        self.steps = walk.steps;
        self.found.any |= walk.found.any;
        for place in walk.found.places {
            let names = &self.words.flows.names;
            let param = names.params(&place.var).iter().find(|one| one.open == open);
            if let Some(param) = param {
                if let Some(one) = passed.get(param.number) {
                    self.scan(&one.words, one.at, &place.path);
                }
                continue;
            }
            let declared = names.declared(&place.var);
            let within = |at: &usize| open < *at && *at < end;
            let kept = |at: &usize| {
                let start = self.words.statement(*at);
                (start..*at).any(|at| self.words.word(at) == "static")
            };
            let own = !declared.is_empty() && declared.iter().all(within);
            if !own || declared.iter().any(kept) {
                self.found.places.insert(place);
            }
        }
    }

    /// What a place may have in it.
    fn place(&mut self, place: &Place) {
        if !self.seen.insert(place.clone()) || !self.spend() {
            return;
        }
        if place.path.is_empty() && self.words.is_numeric(&place.var) {
            return self.number(place);
        }
        self.found.places.insert(place.clone());
        let flows = self.words.flows;
        let name = &place.var.name;
        for flow in flows.named(name).filter(|flow| flow.to.var == place.var) {
            self.given(flow, &flow.to.path, &place.path);
        }
        // `x.m = …` sets what a method calls `m`, and the other way round.
        if place.var.function.is_none() {
            for flow in flows.of_member(name) {
                if let Some(at) = flow.to.path.iter().position(|one| one == name) {
                    self.given(flow, &flow.to.path[at + 1..], &place.path);
                }
            }
        }
        for (at, one) in place.path.iter().enumerate().filter(|(_, one)| *one != "*") {
            for flow in flows
                .named(one)
                .filter(|flow| flow.to.var.function.is_none())
            {
                self.given(flow, &flow.to.path, &place.path[at + 1..]);
            }
        }
        self.aliases(place);
        if self.swaps {
            for swap in &flows.swaps {
                let of = |one: &&Place| one.var == place.var && place.path.starts_with(&one.path);
                if let Some(one) = swap.members.iter().find(of) {
                    let rest = &place.path[one.path.len()..];
                    for other in &swap.members {
                        self.place(&other.further(rest));
                    }
                }
            }
        }
        for param in flows.names.params(&place.var) {
            if self.inside.contains(&param.open) {
                continue;
            }
            for site in self.words.sites(param) {
                for one in site.passed(param.number) {
                    self.scan(&one.words, one.at, &place.path);
                }
            }
        }
    }

    /// An address may be kept in a number.
    fn number(&mut self, place: &Place) {
        let flows = self.words.flows;
        for flow in flows
            .named(&place.var.name)
            .filter(|flow| flow.to.var == place.var)
        {
            let Source::Value(value) = &flow.from else {
                continue;
            };
            let converts = |word: &String| {
                matches!(
                    &**word,
                    "uintptr_t" | "intptr_t" | "size_t" | "reinterpret_cast" | "long" | "ptrdiff_t"
                ) || matches!(&**word, "uint64_t" | "int64_t")
            };
            if value.words.len() > 2 && value.words.iter().any(converts) {
                self.scan(&value.words, value.at, &[]);
            }
        }
    }

    /// What is written through other names of an array: `p = v; p[0] = a;`
    fn aliases(&mut self, place: &Place) {
        let Some(first) = place.path.first() else {
            return;
        };
        if self.inside.len() > 2 || self.alias {
            return;
        }
        let flows = self.words.flows;
        let through =
            |flow: &&Flow| flow.to.path.first() == Some(first) && flow.to.var != place.var;
        for flow in flows.all.iter().filter(through) {
            if !self.spend() {
                return;
            }
            let of = Place {
                var: flow.to.var.clone(),
                path: Vec::new(),
            };
            let mut walk = Walk {
                words: self.words,
                found: Roots::default(),
                seen: BTreeSet::new(),
                steps: self.steps.min(500),
                depth: self.depth,
                inside: self.inside.clone(),
                swaps: self.swaps,
                alias: true,
            };
            walk.place(&of);
            let whole = |one: &Place| one.var == place.var && one.path.is_empty();
            if walk.found.any || walk.found.places.iter().any(whole) {
                self.given(flow, &flow.to.path, &place.path);
            }
        }
    }

    /// What is given to `to` counts for `path`, if that is it, in it, or has it as a member.
    fn given(&mut self, flow: &Flow, to: &[String], path: &[String]) {
        if path.starts_with(to) {
            self.source(&flow.from, &path[to.len()..]);
        } else if to.starts_with(path) && to.get(path.len()).is_some_and(|next| next != "*") {
            self.source(&flow.from, &[]);
        }
    }

    fn source(&mut self, from: &Source, path: &[String]) {
        match from {
            Source::Value(value) => self.scan(&value.words, value.at, path),
            Source::One(value, number) => {
                let (words, _) = bare(&value.words);
                let list = match called(words) {
                    Some((name, _)) if is_fresh(name) => return,
                    Some((name, open)) => {
                        let tuple =
                            matches!(name, "make_tuple" | "make_pair" | "tuple" | "pair" | "tie");
                        (tuple && close(words, open) == Some(words.len() - 1)).then_some(open)
                    }
                    None => words.first().filter(|word| *word == "{").map(|_| 0),
                };
                let one = list.and_then(|open| {
                    let inside = words.get(open + 1..words.len() - 1)?;
                    parts(inside).get(*number).copied()
                });
                self.scan(one.unwrap_or(words), value.at, path);
            }
            Source::Call(call) => self.set_by(call, path),
            Source::Fresh | Source::Step => {}
        }
    }

    /// What a function writes through its argument.
    fn set_by(&mut self, call: &Call, path: &[String]) {
        let functions = self.words.flows.names.functions.get(&call.callee);
        let Some(functions) = functions else {
            // Where other variables are set as well, each is taken to get its own.
            let copies = call.callee.to_ascii_lowercase().contains("mem") || call.callee == "copy";
            for (number, one) in call.arguments.iter().enumerate() {
                let (words, _) = bare(&one.words);
                let sets = words.first().is_some_and(|mark| mark == "&");
                if number != call.number && (copies || !sets) {
                    self.scan(&one.words, one.at, &[]);
                }
            }
            return;
        };
        for open in functions.clone() {
            let body = self.words.behind(open);
            let end = body.and_then(|body| self.words.facts.partner(body));
            let (Some(close), Some(end)) = (self.words.facts.partner(open), end) else {
                continue;
            };
            let parts = self.words.parts_of_types((open + 1, close));
            let Some((from, to)) = parts.get(call.number).copied() else {
                continue;
            };
            let names = &self.words.flows.names;
            let name = (from..to).find(|at| {
                let var = names.var(self.words.word(*at), *at);
                self.words.is_word(*at) && names.declared(&var).contains(at)
            });
            let Some(name) = name else {
                continue;
            };
            let refers = (from..name).any(|at| self.words.word(at) == "&");
            let mut place = Place {
                var: names.var(self.words.word(name), name),
                path: Vec::new(),
            };
            if !refers {
                place.path.push("*".to_owned());
            }
            let place = place.further(path);
            self.look_into(open, end, &call.arguments, |walk| walk.place(&place));
        }
    }
}
