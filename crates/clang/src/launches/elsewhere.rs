//! Mentions of a kernel that is a template which are not known to name an instance that is read.
//!
//! Clang makes the instances that host code names where it understands that code, but not in templates that are
//! not used. Of other code it is asked for the instances behind the file's text, where a name may mean something
//! else than at the launch, or nothing. So a mention counts as one of another instance unless clang has seen it, or
//! it is a launch whose arguments mean the same at the end of the text; those that are then not read are known
//! elsewhere ([`super::Instances`]).

use super::Launch;
use crate::tokens::{Token, TokenKind, tokens};
use std::cell::RefCell;
use std::collections::HashMap;
use text::span::Span;

/// Words that mean the same everywhere.
const KEYWORDS: [&str; 14] = [
    "bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "true",
    "false", "const", "void", "sizeof",
];

/// Words before a name that do not declare it.
const NO_TYPES: [&str; 21] = [
    "return",
    "case",
    "else",
    "goto",
    "new",
    "delete",
    "sizeof",
    "throw",
    "do",
    "and",
    "or",
    "not",
    "ifndef",
    "ifdef",
    "if",
    "elif",
    "defined",
    "public",
    "private",
    "protected",
    "const",
];

/// The head of a block has at most so many words; of a longer one the worst is taken.
const LONGEST_HEAD: usize = 400;

/// What is looked at.
pub(crate) struct Mentions<'a> {
    text: &'a str,
    all: Vec<Token>,
    /// Where each word stands.
    positions: HashMap<&'a str, Vec<usize>>,
    /// The brace that stands open at each token.
    open: Vec<Option<usize>>,
    /// The brace that each closing one closes.
    closes: HashMap<usize, usize>,
    /// Whether a token is of a directive of the preprocessor.
    directive: Vec<bool>,
    launches: &'a [Launch],
    /// Whether clang understood all host code.
    resolved: bool,
    /// Of names that were asked for, whether they have one meaning.
    known: RefCell<HashMap<String, bool>>,
}

impl<'a> Mentions<'a> {
    /// The mentions in a file's text; `launches` are those of the file, then those of headers.
    pub(crate) fn of(text: &'a str, launches: &'a [Launch], resolved: bool) -> Mentions<'a> {
        let all: Vec<Token> = tokens(text, 0).collect();
        let directive = directives(text, &all);
        let mut positions: HashMap<&str, Vec<usize>> = HashMap::new();
        let (mut open, mut closes, mut stack) = (Vec::new(), HashMap::new(), Vec::new());
        for (at, token) in all.iter().enumerate() {
            let word = token.of(text);
            if token.kind == TokenKind::Word {
                positions.entry(word).or_default().push(at);
            }
            let counts = directive.get(at) == Some(&false);
            if counts && word == "}" {
                closes.extend(stack.pop().map(|begin| (at, begin)));
            }
            open.push(stack.last().copied());
            if counts && word == "{" {
                stack.push(at);
            }
        }
        Mentions {
            text,
            all,
            positions,
            open,
            closes,
            directive,
            launches,
            resolved,
            known: RefCell::default(),
        }
    }

    /// Where a kernel, by its name without namespaces, is mentioned in a way that may name an instance that is
    /// not read; of a launch in a header the place is none.
    pub(crate) fn of_another(&self, kernel: &str) -> Option<Option<Span>> {
        let in_header = |launch: &&Launch| launch.place == Span::default();
        let mut headers = self.launches.iter().filter(in_header);
        let open = |launch: &Launch| {
            let arguments = &launch.template_arguments;
            arguments.is_empty() || !arguments.iter().all(|argument| is_plain(argument))
        };
        if headers.any(|launch| launch.is_of(kernel) && open(launch)) {
            return Some(None);
        }
        let place = |at: usize| {
            let token = self.all.get(at)?;
            Some(Span::new(0, token.start, token.end))
        };
        if let Some(at) = self.pasted() {
            return Some(place(at));
        }
        let mentions = self.positions.get(kernel).map_or(&[][..], Vec::as_slice);
        let mut unread = mentions.iter().filter(|at| !self.is_read(**at, kernel));
        unread.next().map(|at| place(*at))
    }

    /// A directive that launches and puts names together.
    fn pasted(&self) -> Option<usize> {
        let pastes = |at: &usize| {
            let two = self.word(*at) == "#" && self.word(*at + 1) == "#";
            two && self.directive.get(*at) == Some(&true)
        };
        let launches = |at: usize| {
            let rest = (at..self.all.len()).take_while(|at| self.directive.get(*at) == Some(&true));
            let mut words = rest.map(|at| (self.word(at), self.word(at + 1), self.word(at + 2)));
            words.any(|three| three == ("<", "<", "<"))
        };
        let mut found = (0..self.all.len()).filter(pastes);
        found.find(|at| launches(*at))
    }

    fn word(&self, at: usize) -> &'a str {
        self.all.get(at).map_or("", |token| token.of(self.text))
    }

    fn before(&self, at: usize, back: usize) -> &'a str {
        at.checked_sub(back).map_or("", |at| self.word(at))
    }

    /// Whether a mention of a kernel is its declaration, a member of something else, seen by clang, or a launch
    /// whose arguments mean the same at the end of the text.
    fn is_read(&self, at: usize, kernel: &str) -> bool {
        let member = match self.before(at, 1) {
            "." => true,
            ">" => self.before(at, 2) == "-",
            _ => false,
        };
        let Some(token) = self.all.get(at) else {
            return true;
        };
        let directive = self.directive.get(at) == Some(&true);
        if member || (!directive && (self.declares(at) || self.is_variable(at))) {
            return true;
        }
        if self.resolved && !directive && !self.is_in(at, &["template", "class", "struct", "auto"])
        {
            return true;
        }
        let start = token.start;
        let here = self.launches.iter().find(|launch| {
            let range = launch.place.start as usize..launch.place.end as usize;
            launch.place != Span::default() && range.contains(&start) && launch.is_of(kernel)
        });
        let Some(launch) = here else {
            return false;
        };
        // A second mention in one launch is something else.
        let mentions = self.positions.get(kernel).into_iter().flatten();
        let mut earlier = mentions.take_while(|other| **other < at);
        let from = launch.place.start as usize;
        if earlier.any(|other| {
            self.all
                .get(*other)
                .is_some_and(|token| token.start >= from)
        }) {
            return false;
        }
        let arguments = &launch.template_arguments;
        if arguments.is_empty() || (directive && !arguments.iter().all(|one| is_plain(one))) {
            return false;
        }
        // Members of a base are names as well.
        if self.is_in(at, &["class", "struct"]) && !arguments.iter().all(|one| is_plain(one)) {
            return false;
        }
        arguments.iter().all(|one| self.is_stable(one)) && self.aliases_are_stable(at)
    }

    /// `__global__ void k(`, `template __global__ void k<float>(`.
    fn declares(&self, at: usize) -> bool {
        let before = (0..at).rev().take(LONGEST_HEAD).map(|at| self.word(at));
        let ends = |word: &&str| !matches!(*word, ";" | "{" | "}" | "#" | "=" | "");
        let mut declaration = before.take_while(ends);
        matches!(self.word(at + 1), "(" | "<") && declaration.any(|word| word == "__global__")
    }

    /// `int k;`, `T k,`: something else of the same name.
    fn is_variable(&self, at: usize) -> bool {
        let earlier = at.checked_sub(1).and_then(|at| self.all.get(at));
        let is_word = earlier.is_some_and(|token| token.kind == TokenKind::Word);
        let is_type = is_word && !NO_TYPES.contains(&self.before(at, 1));
        is_type && matches!(self.word(at + 1), ";" | "=" | "," | ")" | "[")
    }

    /// Whether an argument of a template means behind the text what it means where it stands.
    fn is_stable(&self, argument: &str) -> bool {
        let words: Vec<Token> = tokens(argument, 0).collect();
        let mut names = words
            .iter()
            .filter(|token| token.kind == TokenKind::Word)
            .map(|token| token.of(argument));
        names.all(|name| KEYWORDS.contains(&name) || self.has_one_meaning(name))
    }

    /// Whether names of types that are written behind a kernel's name have one meaning: the arguments of a launch
    /// are read with what such names stand for.
    fn aliases_are_stable(&self, at: usize) -> bool {
        let written = (at + 1..self.all.len()).take(LONGEST_HEAD);
        let mut written = written.take_while(|at| {
            let launch = (self.word(*at), self.word(at + 1), self.word(at + 2));
            launch != ("<", "<", "<") && !matches!(self.word(*at), ";" | "{" | "}")
        });
        written.all(|at| {
            let name = self.word(at);
            let mentions = self.positions.get(name).into_iter().flatten();
            let mut aliases = mentions.filter(|at| self.before(**at, 1) == "using");
            aliases.next().is_none() || self.has_one_meaning(name)
        })
    }

    /// Whether a name is declared at most once in the text, and then outside of functions, types and templates.
    fn has_one_meaning(&self, name: &str) -> bool {
        if let Some(known) = self.known.borrow().get(name) {
            return *known;
        }
        let mentions = self.positions.get(name).into_iter().flatten();
        let mut declared = mentions.copied().filter(|at| self.may_declare(*at));
        let one = match (declared.next(), declared.next()) {
            (None, _) => true,
            (Some(one), None) => self.depth(one) == 0 && !self.is_in_list(one),
            (Some(_), Some(_)) => false,
        };
        self.known.borrow_mut().insert(name.to_owned(), one);
        one
    }

    /// Whether a name may be declared or defined at a position.
    fn may_declare(&self, at: usize) -> bool {
        let (earlier, next) = (self.before(at, 1), self.word(at + 1));
        let is_word = at
            .checked_sub(1)
            .and_then(|at| self.all.get(at))
            .is_some_and(|token| token.kind == TokenKind::Word);
        let no_type = NO_TYPES.contains(&earlier) && !(earlier == "const" && next == "=");
        let typed = (is_word && !no_type)
            || matches!(earlier, "*" | "&" | ">" | "}") && next != ">"
            || earlier == "," && matches!(next, "=" | ";" | "," | "[" | "{" | "(" | "]")
            || earlier == "[" && next == ","
            || matches!(earlier, ")" | "]") && matches!(next, "=" | ";" | "[" | "{");
        let used = next == ":" && self.word(at + 2) == ":";
        typed && !used || self.is_enumerator(at) || self.is_taken_over(at)
    }

    /// `using P::N;`.
    fn is_taken_over(&self, at: usize) -> bool {
        let before = (0..at).rev().take(16).map(|at| self.word(at));
        let mut path = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | "="));
        self.before(at, 1) == ":" && self.word(at + 1) == ";" && path.any(|word| word == "using")
    }

    fn is_enumerator(&self, at: usize) -> bool {
        if !matches!(self.before(at, 1), "{" | ",") {
            return false;
        }
        let open = self.open.get(at).copied().flatten();
        open.is_some_and(|open| self.head_has(open, &["enum"]))
    }

    /// Whether words stand before a brace, in what it belongs to; of a head that is too long it is taken so.
    fn head_has(&self, open: usize, words: &[&str]) -> bool {
        let (mut at, mut left) = (open, LONGEST_HEAD);
        while let Some(before) = at.checked_sub(1) {
            at = before;
            if left == 0 {
                return true;
            }
            left -= 1;
            match self.word(at) {
                ";" | "{" => return false,
                // Braces of an argument or an initialiser.
                "}" if matches!(self.word(at + 1), ")" | "," | "{" | ":" | ";" | ">") => {
                    match self.closes.get(&at) {
                        Some(begin) => at = *begin,
                        None => return true,
                    }
                }
                "}" => return false,
                word if words.contains(&word) => return true,
                _ => {}
            }
        }
        false
    }

    /// How many braces stand open at a position, but for those of namespaces, of linkage and of a list of
    /// enumerators.
    fn depth(&self, at: usize) -> usize {
        let (mut depth, mut here) = (0, at);
        while let Some(open) = self.open.get(here).copied().flatten() {
            if !self.head_has(open, &["namespace", "extern", "enum"]) {
                depth += 1;
            }
            here = open;
        }
        depth
    }

    /// Whether a position is in the parameters of a template, a function or a macro.
    fn is_in_list(&self, at: usize) -> bool {
        let before = (0..at).rev().take(LONGEST_HEAD).map(|at| self.word(at));
        let mut open = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | ")" | ""));
        open.any(|word| matches!(word, "template" | "("))
    }

    /// Whether a position is in braces before which one of these words stands.
    fn is_in(&self, at: usize, words: &[&str]) -> bool {
        let mut here = at;
        while let Some(open) = self.open.get(here).copied().flatten() {
            if self.head_has(open, words) {
                return true;
            }
            here = open;
        }
        false
    }
}

/// Whether an argument has no other words than those that mean the same everywhere.
fn is_plain(argument: &str) -> bool {
    let words = tokens(argument, 0).filter(|token| token.kind == TokenKind::Word);
    words
        .map(|token| token.of(argument))
        .all(|word| KEYWORDS.contains(&word))
}

/// Of each token whether it is of a directive of the preprocessor.
fn directives(text: &str, all: &[Token]) -> Vec<bool> {
    let mut end = 0;
    let is_first = |token: &Token| {
        let line = text.get(..token.start).unwrap_or("");
        let line = line.rsplit('\n').next().unwrap_or("");
        line.trim().is_empty()
    };
    let mut found = Vec::with_capacity(all.len());
    for token in all {
        if token.start >= end && token.of(text) == "#" && is_first(token) {
            let rest = text.get(token.start..).unwrap_or("");
            let mut lines = rest.split_inclusive('\n');
            let mut length = 0;
            for line in lines.by_ref() {
                length += line.len();
                if !line.trim_end().ends_with('\\') {
                    break;
                }
            }
            end = token.start + length;
        }
        found.push(token.start < end);
    }
    found
}
