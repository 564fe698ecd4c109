//! Exchanges: after them variables have the values that they had before, in another order.

use super::super::Words;
use super::chain::{Place, place};
use super::expr::{Expr, bare};
use super::flows::{Flow, Source};
use super::names::Names;

/// Some variables get each other's values.
#[derive(Clone, Debug)]
pub(in super::super) struct Swap {
    pub members: Vec<Place>,
}

/// What `swap(a, b)` exchanges, if that is what the function or macro of this name does.
pub(super) fn is_swap(
    words: Words<'_>,
    callee: &str,
    arguments: &[Expr],
    names: &Names,
) -> Option<Vec<Place>> {
    let [one, other] = arguments else {
        return None;
    };
    if !callee.to_ascii_lowercase().ends_with("swap") {
        return None;
    }
    let own = names.functions.contains_key(callee);
    let macros = words.facts.macros.contains_key(callee);
    if own && !words.exchanges(names, callee) || macros && !words.macro_exchanges(callee) {
        return None;
    }
    if callee != "swap" && !own && !macros {
        return None;
    }
    let named = |one: &Expr| {
        let (written, _) = bare(&one.words);
        let written = written.strip_prefix(&["&".to_owned()]).unwrap_or(written);
        place(written, one.at, names)
    };
    Some(vec![named(one)?, named(other)?])
}

impl Words<'_> {
    /// Whether each function of this name is an exchange of what its two parameters refer or point to.
    fn exchanges(&self, names: &Names, callee: &str) -> bool {
        let all = names.functions.get(callee).map_or(&[][..], Vec::as_slice);
        all.iter().all(|open| {
            let close = self.facts.partner(*open).unwrap_or(*open);
            let body = self.behind(*open);
            let end = body.and_then(|body| self.facts.partner(body));
            let (Some(body), Some(end)) = (body, end) else {
                return false;
            };
            let parts = self.parts_of_types((open + 1, close));
            let last = |(_, to): &(usize, usize)| to.checked_sub(1).map_or("", |at| self.word(at));
            let params: Vec<&str> = parts.iter().map(last).collect();
            let words: Vec<&str> = (body + 1..end).map(|at| self.word(at)).collect();
            is_exchange(&words, &params)
        })
    }

    /// Whether a macro is an exchange of its two parameters.
    pub(super) fn macro_exchanges(&self, name: &str) -> bool {
        let all = self.facts.macros.get(name).map_or(&[][..], Vec::as_slice);
        all.iter().filter(|one| one.defines).all(|one| {
            let params: Vec<&str> = one.params.iter().flatten().map(String::as_str).collect();
            let words = (one.body..one.end).map(|at| self.word(at));
            let words: Vec<&str> = words
                .filter(|word| !matches!(*word, "\\" | "{" | "}" | "do" | "(" | ")"))
                .collect();
            let end = words.iter().position(|word| *word == "while");
            is_exchange(&words[..end.unwrap_or(words.len())], &params)
        })
    }
}

/// `T t = a; a = b; b = t;`, where `a` and `b` are parameters or what they point to.
fn is_exchange(words: &[&str], params: &[&str]) -> bool {
    let statements: Vec<Vec<&str>> = words
        .split(|word| *word == ";")
        .map(|one| one.iter().copied().filter(|word| *word != "*").collect())
        .filter(|one: &Vec<&str>| !one.is_empty())
        .collect();
    let [first, second, third] = statements.as_slice() else {
        return false;
    };
    let [.., kept, "=", one] = first.as_slice() else {
        return false;
    };
    let (["=", other], ["=", back]) = (
        second.strip_prefix(&[*one]).unwrap_or(&[]),
        third.get(1..).unwrap_or(&[]),
    ) else {
        return false;
    };
    let both = params.contains(one) && params.contains(other) && one != other;
    both && third.first() == Some(other) && back == kept
}

/// Takes `t = a; a = b; b = t;` and longer rounds out of what variables are given, as exchanges.
pub(super) fn find_swaps(words: Words<'_>, flows: &mut Vec<Flow>, swaps: &mut Vec<Swap>) {
    let mut gone = vec![false; flows.len()];
    for first in 0..flows.len() {
        if let Some(last) = round(words, flows, first) {
            let members = &flows[first + 1..=last];
            swaps.push(Swap {
                members: members.iter().map(|flow| flow.to.clone()).collect(),
            });
            gone[first + 1..=last].fill(true);
        }
    }
    let mut gone = gone.into_iter();
    flows.retain(|_| gone.next() != Some(true));
}

/// The last of the assignments of a round that begins with one: `t = a; a = b; b = c; c = t;`
fn round(words: Words<'_>, flows: &[Flow], first: usize) -> Option<usize> {
    let value = |flow: &Flow| match &flow.from {
        Source::Value(value) => Some(value.words.clone()),
        _ => None,
    };
    let begin = flows.get(first)?;
    if !words.is_done_alone(begin.at) || !begin.to.path.is_empty() || begin.written.is_empty() {
        return None;
    }
    let mut wanted = value(begin)?;
    let mut last = first;
    loop {
        let (before, next) = (flows.get(last)?, flows.get(last + 1)?);
        let follows = words.follows(before, next) && next.written == wanted && !next.declares;
        if !follows {
            return None;
        }
        last += 1;
        wanted = value(next)?;
        if wanted == begin.written {
            return (last >= first + 2).then_some(last);
        }
    }
}

impl Words<'_> {
    /// Whether a statement is one of a block, and not done only under a condition that stands before it.
    pub(super) fn is_done_alone(&self, at: usize) -> bool {
        let start = self.statement(at);
        let control = (start..at).any(|at| {
            let word = self.word(at);
            matches!(
                word,
                "if" | "else" | "for" | "while" | "do" | "switch" | "case" | "default"
            )
        });
        !control && matches!(self.back(start, 1), ";" | "{" | "}")
    }

    /// Whether one assignment is the statement, or part of a declaration, that follows another at once.
    pub(super) fn follows(&self, one: &Flow, next: &Flow) -> bool {
        let begins = matches!(self.word(one.end), ";" | ",");
        let same = self.facts.parent(one.at) == self.facts.parent(next.at);
        let straight = (one.end + 1..next.at).all(|at| {
            let word = self.word(at);
            let jump = matches!(
                word,
                "if" | "else"
                    | "for"
                    | "while"
                    | "do"
                    | "return"
                    | "case"
                    | "default"
                    | "goto"
                    | "switch"
            );
            !self.facts.is_directive(at)
                && !jump
                && (self.is_word(at) || matches!(word, "*" | "&" | "<" | ">" | ":" | "(" | "."))
        });
        begins && same && one.end < next.at && straight
    }
}
