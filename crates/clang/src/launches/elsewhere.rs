//! Mentions of a kernel that is a template which are not known to name an instance that is read.
//!
//! Clang is asked for the instances behind the file's text, where a name may mean something else than at the
//! launch, or nothing; and of host code that cannot be read it makes no instances. So each mention counts as one of
//! another instance unless it is seen to be of one that is read.

use super::Launch;
use crate::tokens::{Token, TokenKind, tokens};
use text::span::Span;

/// Words of types, and constants, that mean the same everywhere.
const PLAIN: [&str; 40] = [
    "bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "half",
    "true", "false", "const", "void", "sizeof", "half2", "float2", "float3", "float4", "double2",
    "int2", "int3", "int4", "uint2", "uint3", "uint4", "char4", "uchar4", "int8_t", "uint8_t",
    "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "size_t", "uint",
    "__half", "__half2",
];

/// Words before a name that do not declare it.
const NO_TYPES: [&str; 12] = [
    "return", "case", "else", "goto", "new", "delete", "sizeof", "throw", "do", "and", "or", "not",
];

/// What is looked at.
pub(crate) struct Mentions<'a> {
    text: &'a str,
    all: Vec<Token>,
    launches: &'a [Launch],
    /// Whether clang understood all host code, so that it made the instances that launches deduce.
    resolved: bool,
}

impl<'a> Mentions<'a> {
    /// The mentions in a file's text; `launches` are those of the file, then those of headers.
    pub fn of(text: &'a str, launches: &'a [Launch], resolved: bool) -> Mentions<'a> {
        Mentions {
            text,
            all: tokens(text, 0).collect(),
            launches,
            resolved,
        }
    }

    /// Where a kernel, by its name without namespaces, is mentioned in a way that may name an instance that is
    /// not read; of a launch in a header the place is none.
    pub fn of_another(&self, kernel: &str) -> Option<Option<Span>> {
        let of_kernel = |launch: &&Launch| launch.is_of(kernel);
        let in_header = |launch: &&Launch| launch.place == Span::default();
        let mut launches = self.launches.iter().filter(of_kernel);
        if launches.any(|launch| in_header(&launch) && launch.template_arguments.is_empty()) {
            return Some(None);
        }
        let mentions = (0..self.all.len()).filter(|at| self.word(*at) == kernel);
        let mut unread = mentions.filter(|at| !self.is_read(*at));
        unread.find_map(|at| {
            let token = self.all.get(at)?;
            Some(Some(Span::new(0, token.start, token.end)))
        })
    }

    fn word(&self, at: usize) -> &'a str {
        self.all.get(at).map_or("", |token| token.of(self.text))
    }

    fn before(&self, at: usize, back: usize) -> &'a str {
        at.checked_sub(back).map_or("", |at| self.word(at))
    }

    /// Whether a mention of a kernel is its declaration, a thing of another, or a launch whose instance is read.
    fn is_read(&self, at: usize) -> bool {
        if self.before(at, 1) == "." || self.declares(at) {
            return true;
        }
        let Some(token) = self.all.get(at) else {
            return true;
        };
        let here = self.launches.iter().find(|launch| {
            let range = launch.place.start as usize..launch.place.end as usize;
            launch.place != Span::default() && range.contains(&token.start)
        });
        let Some(launch) = here else {
            return false;
        };
        match launch.template_arguments.as_slice() {
            [] => self.resolved && !self.is_in_template(at),
            all => all.iter().all(|argument| self.is_stable(argument)),
        }
    }

    /// `__global__ void k(`, `template __global__ void k<float>(`.
    fn declares(&self, at: usize) -> bool {
        let before = (0..at).rev().map(|at| self.word(at));
        let mut declaration = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | ""));
        matches!(self.word(at + 1), "(" | "<") && declaration.any(|word| word == "__global__")
    }

    /// Whether an argument of a template means behind the text what it means where it stands.
    fn is_stable(&self, argument: &str) -> bool {
        let words: Vec<Token> = tokens(argument, 0).collect();
        let mut names = words
            .iter()
            .filter(|token| token.kind == TokenKind::Word)
            .map(|token| token.of(argument));
        names.all(|name| PLAIN.contains(&name) || self.has_one_meaning(name))
    }

    /// Whether a name is declared at most once in the text, and then outside of functions, types and templates.
    fn has_one_meaning(&self, name: &str) -> bool {
        let mentions = (0..self.all.len()).filter(|at| self.word(*at) == name);
        let declared: Vec<usize> = mentions.filter(|at| self.may_declare(*at)).collect();
        match declared.as_slice() {
            [] => true,
            [one] => self.depth(*one) == 0 && !self.is_in_list(*one),
            _ => false,
        }
    }

    /// Whether a name may be declared or defined at a position.
    fn may_declare(&self, at: usize) -> bool {
        let earlier = self.before(at, 1);
        let is_word = at
            .checked_sub(1)
            .and_then(|at| self.all.get(at))
            .is_some_and(|token| token.kind == TokenKind::Word);
        let typed = is_word && !NO_TYPES.contains(&earlier)
            || matches!(earlier, "*" | "&" | ">" | "}") && self.word(at + 1) != ">"
            || earlier == "," && matches!(self.word(at + 1), "=" | ";" | "," | "[" | "{");
        let used = matches!(self.word(at + 1), "::" | ":") && self.word(at + 2) == ":";
        typed && !used || self.is_enumerator(at)
    }

    fn is_enumerator(&self, at: usize) -> bool {
        let Some(open) = self.opening(at) else {
            return false;
        };
        let before = (0..open).rev().map(|at| self.word(at));
        let mut head = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | ")" | ""));
        matches!(self.before(at, 1), "{" | ",") && head.any(|word| word == "enum")
    }

    /// The brace that stands open at a position.
    fn opening(&self, at: usize) -> Option<usize> {
        let mut closed = 0usize;
        (0..at).rev().find(|at| match self.word(*at) {
            "}" => {
                closed += 1;
                false
            }
            "{" if closed == 0 => true,
            "{" => {
                closed -= 1;
                false
            }
            _ => false,
        })
    }

    /// How many braces stand open at a position, but for those of namespaces, of linkage and of a list of
    /// enumerators.
    fn depth(&self, at: usize) -> usize {
        let (mut depth, mut here) = (0, at);
        while let Some(open) = self.opening(here) {
            let before = (0..open).rev().map(|at| self.word(at));
            let mut head = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | ")" | ""));
            if !head.any(|word| matches!(word, "namespace" | "extern" | "enum")) {
                depth += 1;
            }
            here = open;
        }
        depth
    }

    /// Whether a position is in the parameters of a template, a function or a macro.
    fn is_in_list(&self, at: usize) -> bool {
        let before = (0..at).rev().map(|at| self.word(at));
        let mut open = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | ")" | ""));
        open.any(|word| matches!(word, "template" | "("))
    }

    /// Whether the function around a position is a template, or a member of something.
    fn is_in_template(&self, at: usize) -> bool {
        let mut here = at;
        while let Some(open) = self.opening(here) {
            let before = (0..open).rev().map(|at| self.word(at));
            let mut head = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | ""));
            if head.any(|word| matches!(word, "template" | "class" | "struct" | "auto")) {
                return true;
            }
            here = open;
        }
        false
    }
}
