//! What two readings of the launches of a file have in common: that of its text, which has all branches of the
//! preprocessor in it, and that of what is compiled.

use super::facts::Facts;
use super::memory::Memory;
use super::{Extent, Formula, Launch, Quantity};
use crate::tokens::{Token, TokenKind, tokens};
use std::collections::{BTreeMap, BTreeSet};

impl Launch {
    /// The same as one of which nothing is known but that there is one.
    pub(crate) fn unread(self) -> Launch {
        Launch {
            indirect: true,
            memory: Memory::default(),
            template_arguments: Vec::new(),
            ..self.without_values()
        }
    }

    /// What is said of a launch that the text has in the bodies of macros alone: no more than each of these says
    /// that may be it.
    fn within(self, bodies: &[Launch]) -> Launch {
        let (kernel, indirect, declared) = (self.kernel.clone(), self.indirect, self.declared);
        let may_be = |body: &&Launch| body.indirect || body.kernel == kernel;
        if !bodies.iter().any(|body| may_be(&body)) {
            return self.without_values();
        }
        let all = bodies.iter().filter(may_be);
        let agreed = all.fold(self, |launch, body| launch.agreed(body.clone()));
        Launch {
            kernel,
            indirect,
            declared,
            ..agreed
        }
    }

    /// What both say, of one launch.
    fn agreed(self, other: Launch) -> Launch {
        let memory = match self.memory.says_the_same(&other.memory) {
            true => self.memory,
            false => Memory::default(),
        };
        let arguments = match self.arguments.len() == other.arguments.len() {
            true => pairs(self.arguments, other.arguments),
            false => Vec::new(),
        };
        let template_arguments = match self.template_arguments == other.template_arguments {
            true => self.template_arguments,
            false => Vec::new(),
        };
        Launch {
            indirect: self.indirect || other.indirect || self.kernel != other.kernel,
            declared: self.declared && other.declared,
            kernel: other.kernel,
            template_arguments,
            grid: self.grid.agreed(other.grid),
            block: self.block.agreed(other.block),
            shared: self.shared.agreed(other.shared),
            arguments,
            fixed: &self.fixed & &other.fixed,
            memory,
            powers: &self.powers & &other.powers,
            place: self.place,
        }
    }
}

impl Extent {
    fn agreed(self, other: Extent) -> Extent {
        let sizes = match self.sizes.len() == other.sizes.len() {
            true => pairs(self.sizes, other.sizes),
            false => Vec::new(),
        };
        Extent {
            text: self.text,
            sizes,
        }
    }
}

impl Quantity {
    fn agreed(self, other: Quantity) -> Quantity {
        if (self.value, &self.formula) == (other.value, &other.formula) {
            return self;
        }
        Quantity {
            formula: Formula::Other(self.text.clone()),
            text: self.text,
            value: None,
        }
    }
}

fn pairs(ours: Vec<Quantity>, theirs: Vec<Quantity>) -> Vec<Quantity> {
    let both = ours.into_iter().zip(theirs);
    both.map(|(one, other)| one.agreed(other)).collect()
}

/// Whether each word of a text outside of directives that is no macro of its own stands behind the preprocessor as
/// well: macros of the compiler differ from one to the other.
pub(crate) fn words_stay(text: &str, compiled: &str) -> bool {
    let is_word = |token: &&Token| token.kind == TokenKind::Word;
    let there: Vec<Token> = tokens(compiled, 0).collect();
    let there: BTreeSet<&str> = there
        .iter()
        .filter(is_word)
        .map(|token| token.of(compiled))
        .collect();
    let all: Vec<Token> = tokens(text, 0).collect();
    let facts = Facts::macros_of(text, &all);
    let mut here = (0..all.len()).filter(|at| !facts.is_directive(*at));
    here.all(|at| {
        let word = all.get(at).filter(is_word).map(|token| token.of(text));
        word.is_none_or(|word| there.contains(word) || facts.macros.contains_key(word))
    })
}

/// The launches of a file by both readings, each with the line of the file that it stands in; none where it stands in
/// a header. `compiled` has all that there are where nothing is compiled otherwise; what the text has besides may be
/// there under other conditions.
pub(crate) fn agreed(
    text: Vec<(Option<usize>, Launch)>,
    compiled: Vec<(Option<usize>, Launch)>,
) -> Vec<Launch> {
    let mut lines: BTreeMap<usize, (Vec<Launch>, Vec<Launch>)> = BTreeMap::new();
    let mut found = Vec::new();
    for (line, launch) in text {
        match line {
            Some(line) => lines.entry(line).or_default().0.push(launch),
            None => found.push(launch),
        }
    }
    for (line, launch) in compiled {
        match line {
            Some(line) => lines.entry(line).or_default().1.push(launch),
            None => found.push(launch),
        }
    }
    // Those of the bodies of macros stand elsewhere when they are compiled.
    let elsewhere: Vec<Launch> = lines
        .values()
        .filter(|(_, theirs)| theirs.is_empty())
        .flat_map(|(ours, _)| ours.clone())
        .collect();
    for (ours, theirs) in lines.into_values() {
        if ours.len() == theirs.len() {
            let both = ours.into_iter().zip(theirs);
            found.extend(both.map(|(one, other)| one.agreed(other)));
        } else if ours.is_empty() {
            found.extend(theirs.into_iter().map(|one| one.within(&elsewhere)));
        } else {
            // Which is which is not known, or it is there under other conditions.
            found.extend(ours.into_iter().map(|one| Launch {
                declared: false,
                ..one
            }));
            found.extend(theirs.into_iter().map(Launch::without_values));
        }
    }
    found
}
