//! What a macro without parameters stands for where a launch stands.

use super::{Part, Words};
use crate::tokens::TokenKind;

impl Words<'_> {
    /// The tokens that a macro without parameters stands for at a position, if all its definitions say the
    /// same and count there: behind a condition of the preprocessor only where that is that nobody else
    /// defined it.
    pub(super) fn macro_body(&self, name: &str, at: usize) -> Option<Part> {
        let given = self.given.iter().any(|given| given == name);
        if self.facts.odd || given || self.facts.around.macros.contains(name) {
            return None;
        }
        let all = self.facts.macros.get(name)?;
        let mut found: Option<Part> = None;
        for one in all {
            let of = one.name;
            let word = |back: usize| of.checked_sub(back).map_or("", |at| self.word(at));
            let guarded = (word(5), word(4), word(3)) == ("#", "ifndef", name);
            let counts = match guarded {
                // A header of the project may have defined it.
                true => !self.includes(0, of),
                false => !self.leaves_condition(of, at),
            };
            let here = one.defines && one.params.is_none() && of < at && counts;
            let body = (one.body, one.end);
            let same = found.is_none_or(|other| self.same(other, body));
            if !here || !same || self.includes(of, at) {
                return None;
            }
            found = Some(body);
        }
        found.filter(|(from, to)| from < to)
    }

    fn same(&self, a: Part, b: Part) -> bool {
        let words = |(from, to): Part| (from..to).map(|at| self.word(at));
        words(a).eq(words(b))
    }

    /// Whether a header of the project is read between two positions, which may define anything.
    pub(super) fn includes(&self, from: usize, to: usize) -> bool {
        (from..to).any(|at| {
            let include = self.word(at) == "#" && self.word(at + 1) == "include";
            include && self.kind(at + 2) == Some(TokenKind::Text)
        })
    }
}
