//! Where functions of the text are called, and what is passed there.

use super::super::facts::Directive;
use super::super::{Part, Words};
use super::expr::{Expr, angle, close, is_name, parts};
use super::names::{OBJECT, Param};

/// Names that stand for a function are followed so far.
const ALIASES: u32 = 3;

/// So many calls of one function are looked at.
const MOST: usize = 256;

/// A call.
#[derive(Clone, Debug)]
pub(in super::super) struct Site {
    pub at: usize,
    pub arguments: Vec<Expr>,
    /// Whether it is known which argument is passed for which parameter.
    pub ordered: bool,
}

impl Site {
    /// What may be passed for a parameter.
    pub(super) fn passed(&self, number: usize) -> &[Expr] {
        match self.ordered {
            true => self.arguments.get(number).map_or(&[], std::slice::from_ref),
            false => &self.arguments,
        }
    }
}

impl Words<'_> {
    /// Where the function that a parameter is of may be called.
    pub(super) fn sites(&self, param: &Param) -> Vec<Site> {
        let mut found = Vec::new();
        match &param.callee {
            Some(callee) if callee.starts_with(OBJECT) => {
                let class = callee.trim_start_matches(OBJECT);
                for at in self.facts.places(class) {
                    let named = self.after(*at);
                    if self.is_word(named) {
                        self.calls_of(self.word(named), param.of, 1, &mut found);
                    }
                }
            }
            Some(callee) => self.calls_of(callee, param.of, ALIASES, &mut found),
            None => found.extend(self.call_of_lambda(param.open)),
        }
        found
    }

    fn calls_of(&self, name: &str, most: usize, depth: u32, found: &mut Vec<Site>) {
        let Some(below) = depth.checked_sub(1) else {
            return;
        };
        for at in self.facts.places(name).iter().copied() {
            if found.len() > MOST {
                return;
            }
            if self.facts.is_directive(at) {
                self.calls_in_macro(name, at, most, found);
                continue;
            }
            let next = self.after(at);
            let open = match self.word(next) {
                "(" | "{" => Some(next),
                "<" if self.run(next, "<") => self.end_of_launch(next),
                "<" => self.bracket_behind(next),
                // `make_unique<S>(d, d)`
                ">" => Some(self.after(next)).filter(|open| self.word(*open) == "("),
                // `S s(d, d)`
                _ if self.is_word(next) => {
                    let open = self.after(next);
                    matches!(self.word(open), "(" | "{").then_some(open)
                }
                _ => None,
            };
            if let Some(open) = open {
                let is_body =
                    self.word(open) == "{" && self.brace(open) != super::super::blocks::Brace::List;
                let prototype = self.flows.names.region(at).is_none()
                    && (self.is_word(at.saturating_sub(1))
                        || matches!(self.back(at, 1), "*" | "&" | ">")
                        || self.declares_types(open));
                if is_body || prototype || self.behind(open).is_some() {
                    continue;
                }
                found.extend(self.site(open, at, most));
                continue;
            }
            // `auto f = run;`
            let address = self.back(at, 1) == "&";
            let before = match address {
                true => self.before(at).and_then(|mark| self.before(mark)),
                false => self.before(at),
            };
            let Some(before) = before else {
                continue;
            };
            if self.word(before) == "=" && self.word(next) == ";" {
                let alias = self.before(before).filter(|alias| self.is_word(*alias));
                if let Some(alias) = alias.filter(|alias| self.word(*alias) != name) {
                    self.calls_of(self.word(alias), most, below, found);
                }
                continue;
            }
            // `std::thread t(run, d, d)`
            let around = self.facts.parent(at).filter(|open| self.word(*open) == "(");
            if let Some(open) = around
                && self.word(next) == ","
            {
                let end = self.facts.partner(open).unwrap_or(next);
                let rest = self.parts((next + 1, end));
                let skipped = rest.len().saturating_sub(most);
                let passed: Vec<Expr> = rest
                    .iter()
                    .skip(skipped)
                    .map(|part| self.expr(*part, at))
                    .collect();
                found.push(Site {
                    at,
                    ordered: passed.len() == most,
                    arguments: passed,
                });
            }
        }
    }

    /// Whether types stand between brackets: `S(int *a, float b);`
    fn declares_types(&self, open: usize) -> bool {
        let close = self.facts.partner(open).unwrap_or(open);
        let typed = |at: usize| {
            let next = self.word(at + 1);
            self.is_word(at)
                && (self.is_word(at + 1) && at + 1 < close
                    || super::super::types::is_scalar(self.word(at)) && matches!(next, "*" | "&"))
        };
        (open + 1..close).any(typed)
    }

    fn site(&self, open: usize, at: usize, most: usize) -> Option<Site> {
        let close = self.facts.partner(open)?;
        let inside = self.expr((open + 1, close), at);
        let arguments: Vec<Expr> = parts(&inside.words)
            .into_iter()
            .map(|part| inside.with(part))
            .collect();
        (arguments.len() <= most).then_some(Site {
            at,
            arguments,
            ordered: true,
        })
    }

    /// The bracket behind `<<<…>>>`.
    fn end_of_launch(&self, from: usize) -> Option<usize> {
        let last = self.all.len().min(from + super::super::LONGEST);
        let end = (from + 3..last).find(|at| self.word(*at) == ">" && self.run(*at, ">"))?;
        Some(end + 3).filter(|open| self.word(*open) == "(")
    }

    /// The bracket behind the arguments of a template.
    fn bracket_behind(&self, from: usize) -> Option<usize> {
        let end = self.all.len().min(from + 200);
        let words: Vec<String> = (from..end).map(|at| self.word(at).to_owned()).collect();
        let words: Vec<String> = words
            .into_iter()
            .map(|word| match &*word {
                ":" => "::".to_owned(),
                _ => word,
            })
            .collect();
        let open = from + angle(&words, 0)? + 1;
        if self.word(open) == "<" && self.run(open, "<") {
            return self.end_of_launch(open);
        }
        matches!(self.word(open), "(" | "{").then_some(open)
    }

    /// Calls of a lambda that has no name: at once, or by what it is passed to.
    fn call_of_lambda(&self, open: usize) -> Option<Site> {
        let body = self.behind(open)?;
        let end = self.facts.partner(body)?;
        let behind = self.after(end);
        if self.word(behind) == "(" {
            return self.site(behind, behind, usize::MAX);
        }
        let around = self.facts.parent(open).filter(|at| self.word(*at) == "(")?;
        let close = self.facts.partner(around)?;
        let others = self.parts((around + 1, close));
        let others = others
            .into_iter()
            .filter(|(from, to)| !(*from..*to).contains(&open));
        Some(Site {
            at: around,
            arguments: others.map(|part| self.expr(part, around)).collect(),
            ordered: false,
        })
    }

    /// The macro in whose text a position is.
    pub(super) fn macro_around(&self, at: usize) -> Option<(&str, &Directive)> {
        self.facts.macros.iter().find_map(|(name, all)| {
            let one = all.iter().find(|one| (one.name..one.end).contains(&at))?;
            Some((&**name, one))
        })
    }

    /// What stands where a macro is used, with it put in.
    pub(super) fn uses(&self, name: &str, called: bool) -> Vec<(Part, Expr)> {
        let places = self.facts.places(name).iter().copied();
        let places = places.filter(|at| !self.facts.is_directive(*at));
        let parts = places.filter_map(|at| {
            let end = match called {
                true => self.closed(at + 1).filter(|_| self.word(at + 1) == "(")?,
                false => at + 1,
            };
            Some((at, end))
        });
        parts
            .take(MOST)
            .map(|part| (part, self.expr(part, part.0)))
            .collect()
    }

    fn calls_in_macro(&self, callee: &str, at: usize, most: usize, found: &mut Vec<Site>) {
        let Some((name, one)) = self.macro_around(at) else {
            return;
        };
        for ((at, _), text) in self.uses(name, one.params.is_some()) {
            for (place, word) in text.words.iter().enumerate() {
                let next = place + 1;
                if word != callee || text.words.get(next).is_none_or(|word| word != "(") {
                    continue;
                }
                let Some(end) = close(&text.words, next) else {
                    continue;
                };
                let passed = parts(&text.words[next + 1..end]);
                let arguments: Vec<Expr> = passed.into_iter().map(|part| text.with(part)).collect();
                if arguments.len() <= most && is_name(word) {
                    found.push(Site {
                        at,
                        arguments,
                        ordered: true,
                    });
                }
            }
        }
    }
}
