//! One way of reading a file that is tried: what is known before clang is asked, and what its messages add.

use super::directives::{Directive, directives};
use super::sdk::Sdk;
use super::session::{Mode, OWN, Session};
use crate::headers::{self, Prelude, words};
use crate::messages::Message;
use crate::tokens::{TokenKind, includes, tokens};
use std::collections::HashSet;
use std::path::Path;

/// One way of reading a file that is being tried.
#[derive(Clone)]
pub(super) struct Attempt {
    pub(super) mode: Mode,
    pub(super) mentioned: HashSet<String>,
    /// Paragraphs of the declarations that the file has its own of.
    pub(super) without: HashSet<usize>,
    pub(super) missing: Vec<String>,
}

impl Session<'_> {
    /// What is known before clang is asked: names and headers of the file and of those that it includes.
    pub(super) fn attempt(&self, mode: Mode) -> Attempt {
        let mut attempt = Attempt {
            mode,
            mentioned: HashSet::new(),
            without: HashSet::new(),
            missing: Vec::new(),
        };
        for more in self.request.define.iter().chain(&self.request.instantiate) {
            attempt.mentioned.extend(words(more).map(str::to_owned));
        }
        let mut seen = HashSet::new();
        let mut pending = vec![(self.request.text.clone(), self.request.folder.clone())];
        for path in &self.request.forced {
            let text = std::fs::read(path).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).into_owned();
            pending.push((text, path.parent().map(Path::to_owned)));
        }
        while let Some((text, folder)) = pending.pop() {
            attempt.mentioned.extend(words(&text).map(str::to_owned));
            let headers = self.headers();
            for name in LIBRARY.into_iter().filter(|name| defines(&text, name)) {
                attempt.without.extend(headers.items(name));
            }
            for include in includes(&text) {
                attempt
                    .mentioned
                    .extend(words(&include.name).map(str::to_owned));
                let beside = folder.iter().filter(|_| include.quoted);
                let path = beside
                    .chain(&self.request.include)
                    .map(|folder| folder.join(&include.name))
                    .find(|path| path.is_file());
                match path {
                    Some(path) if seen.insert(path.clone()) && seen.len() < 1000 => {
                        let text = std::fs::read(&path).unwrap_or_default();
                        let text = String::from_utf8_lossy(&text).into_owned();
                        pending.push((text, path.parent().map(Path::to_owned)));
                    }
                    Some(_) => {}
                    None if self.sdk.as_ref().is_some_and(|sdk| sdk.has(&include.name)) => {}
                    None => {
                        attempt.miss(&include.name);
                    }
                }
            }
        }
        for name in self.sdk.iter().flat_map(Sdk::absent) {
            attempt.miss(name);
        }
        attempt
    }
}

impl Attempt {
    fn miss(&mut self, name: &str) -> bool {
        let new = !self.missing.iter().any(|known| known == name);
        if new {
            self.missing.push(name.to_owned());
        }
        new
    }

    /// Takes from clang's messages what would help; whether there is anything. `vectors` says whether operators and
    /// functions of vectors are declared where they are missing.
    pub(super) fn mend(
        &mut self,
        messages: &[Message],
        (prelude, headers): (&Prelude, &headers::Headers),
        vectors: bool,
    ) -> bool {
        let mut again = false;
        for message in messages.iter().filter(|message| message.is_error()) {
            if let Some(name) = message.missing_file() {
                again |= self.miss(name);
            }
            if let Some(name) = message.undeclared()
                && headers.knows(name)
                && self.mode != Mode::Cpp
            {
                again |= self.mentioned.insert(name.to_owned());
            }
            if let Some(name) = relaxed(&message.text)
                && headers.knows(name)
            {
                again |= self.mentioned.insert(name.to_owned());
            }
            if vectors && lacks_vectors(message) && headers.knows(VECTORS) {
                again |= self.mentioned.insert(VECTORS.to_owned());
            }
            // What the file declares itself is no name of a library's either.
            if let Some((file, line, _)) = &message.place
                && file.ends_with(OWN)
                && message.text.starts_with("no member named '")
                && message.text.ends_with("in the global namespace")
                && let Some(item) = prelude.item(*line)
            {
                again |= self.without.insert(item);
            }
            // The file declares something itself: then it is meant.
            for note in &message.notes {
                if let Some((file, line, _)) = &note.place
                    && file.ends_with(OWN)
                    && (note.text.starts_with("previous de")
                        || message
                            .text
                            .contains("conflicts with typedef of the same name")
                        || message.text.starts_with("reference to '"))
                    && let Some(item) = prelude.item(*line)
                {
                    again |= self.without.insert(item);
                }
            }
        }
        again
    }
}

/// Macros of ours that are a library's and not the language's.
const LIBRARY: [&str; 7] = [
    "CUDA_KERNEL_LOOP",
    "CUDA_KERNEL_LOOP_TYPE",
    "gpuAtomicAdd",
    "CUDA_KERNEL_ASSERT",
    "C10_LAUNCH_BOUNDS_0",
    "C10_LAUNCH_BOUNDS_1",
    "C10_LAUNCH_BOUNDS_2",
];

/// Whether a text says itself what such a name is, or asks whether there is one: then ours is not meant.
fn defines(text: &str, name: &str) -> bool {
    let mut lines = directives(text).into_iter();
    if lines.any(|line| words(line.rest).next() == Some(name) || is_asked(&line, name)) {
        return true;
    }
    let all: Vec<_> = tokens(text, 0).collect();
    let mut threes = all.windows(3);
    threes.any(|three| match three {
        [before, this, open] if this.of(text) == name && open.of(text) == "(" => {
            let before = (before.kind, before.of(text));
            match before {
                (TokenKind::Word, "return" | "else" | "do") => false,
                (TokenKind::Word, _) => true,
                (_, mark) => matches!(mark, "*" | "&" | ">"),
            }
        }
        _ => false,
    })
}

/// Whether a condition asks for a name.
fn is_asked(line: &Directive<'_>, name: &str) -> bool {
    line.word.contains("if") && words(line.rest).any(|word| word == name)
}

/// What makes up for a rule that clang keeps and other readers of kernels do not.
fn relaxed(text: &str) -> Option<&'static str> {
    if text.contains("cannot be used as the type of a kernel parameter") && text.contains("_t'") {
        Some("__alp_plain_sizes")
    } else if text.contains("event_t'") && text.starts_with("invalid operands") {
        Some("__alp_event_numbers")
    } else {
        None
    }
}

/// The name of the paragraphs of operators and functions of vectors.
const VECTORS: &str = "helper_math";

/// Functions of vectors that CUDA does not have.
const OF_VECTORS: [&str; 9] = [
    "clamp",
    "cross",
    "dot",
    "fracf",
    "length",
    "lerp",
    "make_float3",
    "normalize",
    "reflect",
];

/// Whether an operator or a function of vectors is missing.
fn lacks_vectors(message: &Message) -> bool {
    let text = message.text.as_str();
    let vector = |base: &str| {
        let mut sizes = ["2", "3", "4"].into_iter();
        sizes.any(|size| text.contains(&format!("{base}{size}")))
    };
    let of_vectors = ["float", "int", "uint"].into_iter().any(vector);
    let operator = text.starts_with("invalid operands to binary expression")
        || text.starts_with("invalid argument type")
        || text.starts_with("no matching function for call to");
    text.starts_with("no viable overloaded '")
        || operator && of_vectors
        || message
            .undeclared()
            .is_some_and(|name| OF_VECTORS.contains(&name))
}
