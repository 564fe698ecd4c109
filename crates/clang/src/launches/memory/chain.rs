//! Names with what is asked of them: `x`, `p->f`, `v[i].data()`, `f(a, b)`.

use super::expr::{angle, bare, close, is_name};
use super::names::{Names, Var};

/// The path to a value goes over no more members and elements.
const LONGEST: usize = 4;

/// What stands behind a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op<'e> {
    /// `.m`, `->m`
    Member(&'e str),
    /// `[i]`
    Index(&'e [String]),
    /// `(…)`, `{…}`
    Call(&'e [String]),
}

/// What a chain begins with.
#[derive(Clone, Copy, Debug)]
pub(super) enum First<'e> {
    Name(&'e str),
    /// `::x`, `n::x`: no variable of a function.
    Outer(&'e str),
    Inner(&'e [String]),
}

/// A variable, or what lies behind it: members by their names, elements and what is pointed to as `*`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Place {
    pub var: Var,
    pub path: Vec<String>,
}

impl Place {
    /// Whether one is the other or a part of it.
    pub(crate) fn meets(&self, other: &Place) -> bool {
        self.var == other.var && self.path.iter().zip(&other.path).all(|(a, b)| a == b)
    }

    /// What lies further behind it. `p->m`, `(*p).m` and `p[i].m` are one member.
    pub(crate) fn further(&self, path: &[String]) -> Place {
        let mut place = self.clone();
        for one in path {
            if one != "*" && place.path.last().is_some_and(|last| last == "*") {
                place.path.pop();
            }
            place.path.push(one.clone());
        }
        place.path.truncate(LONGEST);
        place
    }
}

/// Words as a name with what is asked of it; none if they are anything else.
pub(super) fn chain(words: &[String]) -> Option<(First<'_>, Vec<Op<'_>>)> {
    let mut at = 0;
    let first = match words.first()?.as_str() {
        "(" => {
            let end = close(words, 0)?;
            at = end + 1;
            First::Inner(&words[1..end])
        }
        _ => {
            let mut outer = words[0] == "::";
            if outer {
                at = 1;
            }
            loop {
                let name = words.get(at).filter(|word| is_name(word))?;
                at += 1;
                if words.get(at).is_some_and(|word| word == "<")
                    && let Some(end) = angle(words, at)
                    && matches!(
                        words.get(end + 1).map(|word| &**word),
                        Some("(" | "{" | "::")
                    )
                {
                    at = end + 1;
                }
                match words.get(at).is_some_and(|word| word == "::") {
                    true => {
                        outer = true;
                        at += 1;
                    }
                    false if outer => break First::Outer(name),
                    false => break First::Name(name),
                }
            }
        }
    };
    let mut ops = Vec::new();
    while at < words.len() {
        match &*words[at] {
            "." | "->" => {
                at += 1;
                if words.get(at).is_some_and(|word| word == "template") {
                    at += 1;
                }
                let name = words.get(at).filter(|word| is_name(word))?;
                ops.push(Op::Member(name));
                at += 1;
                if words.get(at).is_some_and(|word| word == "<")
                    && let Some(end) = angle(words, at)
                    && words.get(end + 1).is_some_and(|word| word == "(")
                {
                    at = end + 1;
                }
            }
            "[" => {
                let end = close(words, at)?;
                ops.push(Op::Index(&words[at + 1..end]));
                at = end + 1;
            }
            "(" | "{" => {
                let end = close(words, at)?;
                ops.push(Op::Call(&words[at + 1..end]));
                at = end + 1;
            }
            "++" | "--" if at + 1 == words.len() => at += 1,
            _ => return None,
        }
    }
    Some((first, ops))
}

/// Whether words are the object that a method is of.
pub(super) fn is_this(words: &[String]) -> bool {
    matches!(words, [one] if one == "this")
        || matches!(words, [mark, this] if mark == "*" && this == "this")
}

/// The place that words name, if they name one and call nothing.
pub(super) fn place(words: &[String], at: usize, names: &Names) -> Option<Place> {
    let (words, _) = bare(words);
    if let Some((mark, rest)) = words.split_first() {
        if mark == "*" {
            return Some(place(rest, at, names)?.further(&["*".to_owned()]));
        }
        if mark == "&" {
            let mut inner = place(rest, at, names)?;
            return match inner.path.last().map(|last| &**last) {
                Some("*") => {
                    inner.path.pop();
                    Some(inner)
                }
                _ => None,
            };
        }
    }
    let (first, ops) = chain(words)?;
    let mut ops = ops.iter();
    let mut found = match first {
        First::Name("this") => match ops.next()? {
            Op::Member(name) => member(name),
            Op::Index(_) | Op::Call(_) => return None,
        },
        First::Name(name) => Place {
            var: names.var(name, at),
            path: Vec::new(),
        },
        First::Outer(name) => member(name),
        First::Inner(inner) if is_this(inner) => match ops.next()? {
            Op::Member(name) => member(name),
            Op::Index(_) | Op::Call(_) => return None,
        },
        First::Inner(inner) => {
            let mut inner = place(inner, at, names)?;
            // `(*p).f` is `p->f`.
            let behind = inner.path.last().is_some_and(|last| last == "*");
            let asked = matches!(ops.clone().next(), Some(Op::Member(_)));
            if behind && asked {
                inner.path.pop();
            }
            inner
        }
    };
    for op in ops {
        match op {
            Op::Member(name) => found = found.further(&[(*name).to_owned()]),
            Op::Index(_) => found = found.further(&["*".to_owned()]),
            Op::Call(_) => return None,
        }
    }
    Some(found)
}

/// A member of the object that a method is of, or a variable of the file.
pub(super) fn member(name: &str) -> Place {
    Place {
        var: Var {
            name: name.to_owned(),
            function: None,
        },
        path: Vec::new(),
    }
}
