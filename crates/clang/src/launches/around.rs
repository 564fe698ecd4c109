//! Macros that are not those of the text.

use std::collections::BTreeSet;

use super::facts::{Facts, joined};
use super::stepping::Stepping;
use crate::tokens::Token;

/// What is known of macros that the text itself does not define: those of headers, and those that are given
/// beside the text.
#[derive(Clone, Debug, Default)]
pub struct Around {
    /// Their names.
    pub(super) macros: BTreeSet<String>,
    /// The words in what they stand for.
    pub(super) in_macros: BTreeSet<String>,
    /// Those that stand for more than an expression.
    pub(super) odd: BTreeSet<String>,
    /// What they may do with what they are given.
    pub(super) stepping: Stepping,
    /// Whether one puts names together, or nothing is known of them.
    pub(super) pastes: bool,
}

impl Around {
    /// Adds the macros that a header defines.
    pub fn add(&mut self, header: &str) {
        let all: Vec<Token> = crate::tokens::tokens(header, 0).collect();
        let facts = Facts::macros_of(header, &all);
        let word = |at: usize| all.get(at).map_or("", |token| token.of(header));
        self.pastes |= facts.odd;
        self.stepping.extend(&facts.stepping_of(header, &all));
        for (name, list) in facts.macros {
            let mut words = list.iter().flat_map(|one| one.body..one.end).map(word);
            let statement = words.any(|word| {
                matches!(
                    word,
                    "{" | "}" | ";" | "for" | "while" | "do" | "if" | "switch"
                )
            });
            if statement {
                self.odd.insert(name.clone());
            }
            self.macros.insert(name);
        }
        self.in_macros.extend(facts.in_macros);
        let pasted = |at: usize| word(at) == "#" && word(at + 1) == "#" && joined(&all, at);
        self.pastes |= (0..all.len()).any(pasted);
    }

    /// Says that there may be any others.
    pub fn add_unknown(&mut self) {
        self.pastes = true;
    }

    /// Adds macros that are given as `NAME` or `NAME=VALUE`.
    pub fn give(&mut self, defines: &[String]) {
        for define in defines {
            let line = define.replacen('=', " ", 1);
            self.add(&format!("#define {line}\n"));
        }
    }
}
