//! Which parts of a text have a colour of their own: words of the language, of specifications, numbers,
//! strings, comments.

use spec_lang::lex::{self, TokenKind};
use spec_lang::parse::{CLAUSES, is_reserved};
use std::ops::Range;

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// A word of the language.
    Word,
    /// A word that specifications, directives or threads need.
    Special,
    /// A number.
    Number,
    /// A string or character.
    Quoted,
    /// A comment.
    Comment,
}

impl Class {
    /// Its name in the page's style.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Word => "w",
            Class::Special => "s",
            Class::Number => "d",
            Class::Quoted => "q",
            Class::Comment => "c",
        }
    }
}

/// A part of a line, by its bytes.
pub(crate) type Part = (Range<usize>, Class);

/// The coloured parts of a text, line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Colours(Vec<Vec<Part>>);

impl Colours {
    /// Those of a line, from 1.
    pub(crate) fn of(&self, line: usize) -> &[Part] {
        let parts = line.checked_sub(1).and_then(|at| self.0.get(at));
        parts.map_or(&[], Vec::as_slice)
    }

    fn new(text: &str, mut parts: Vec<Part>) -> Colours {
        parts.sort_by_key(|(range, _)| range.start);
        let mut lines = Vec::new();
        let mut start = 0;
        let mut parts = parts.into_iter().peekable();
        for line in text.split_inclusive('\n') {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            let mut own = Vec::new();
            while let Some((range, class)) = parts.peek().cloned() {
                if range.start >= end {
                    break;
                }
                let inner = range.start.max(start)..range.end.min(end);
                if inner.start < inner.end {
                    own.push((inner.start - start..inner.end - start, class));
                }
                // A comment may go on in the next line.
                if range.end > end {
                    break;
                }
                parts.next();
            }
            lines.push(own);
            start += line.len();
        }
        Colours(lines)
    }
}

/// Words of PVL, besides those of clauses, that say what must hold or what is to be done, not what happens.
const SPECIAL: &[&str] = &[
    "Perm",
    "PointsTo",
    "assert",
    "assume",
    "exhale",
    "fold",
    "gpuopt",
    "inhale",
    "invariant",
    "kernel_invariant",
    "none",
    "pure",
    "read",
    "refute",
    "resource",
    "unfold",
    "unfolding",
    "write",
];

/// The colours of a program of PVL.
pub(crate) fn of_pvl(text: &str) -> Colours {
    let (tokens, _) = lex::tokens(text, 0);
    let class = |kind: TokenKind, words: &str| match kind {
        TokenKind::Word if SPECIAL.contains(&words) || CLAUSES.contains(&words) => {
            Some(Class::Special)
        }
        TokenKind::Word => is_reserved(words).then_some(Class::Word),
        TokenKind::Keyword(_) => Some(Class::Special),
        TokenKind::Int | TokenKind::Float => Some(Class::Number),
        TokenKind::Str | TokenKind::Char => Some(Class::Quoted),
        TokenKind::Escaped
        | TokenKind::Punct(_)
        | TokenKind::Backtick
        | TokenKind::Unknown
        | TokenKind::End => None,
    };
    let tokens = tokens.iter().filter_map(|token| {
        let words = text.get(token.span.range())?;
        Some((token.span.range(), class(token.kind, words)?))
    });
    let comments = lex::comments(text, 0);
    let comments = comments
        .iter()
        .map(|comment| (comment.span.range(), Class::Comment));
    Colours::new(text, tokens.chain(comments).collect())
}

/// Words of C, CUDA and OpenCL.
const WORDS: &[&str] = &[
    "bool",
    "break",
    "case",
    "char",
    "class",
    "const",
    "constant",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "global",
    "goto",
    "half",
    "if",
    "inline",
    "int",
    "kernel",
    "local",
    "long",
    "namespace",
    "private",
    "restrict",
    "return",
    "short",
    "signed",
    "size_t",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "true",
    "typedef",
    "typename",
    "uchar",
    "uint",
    "ulong",
    "union",
    "unsigned",
    "ushort",
    "using",
    "void",
    "volatile",
    "while",
];

/// Words by which threads know themselves and meet.
const THREADS: &[&str] = &[
    "barrier",
    "blockDim",
    "blockIdx",
    "get_global_id",
    "get_global_size",
    "get_group_id",
    "get_local_id",
    "get_local_size",
    "get_num_groups",
    "gridDim",
    "threadIdx",
    "warpSize",
];

/// The colours of a text of CUDA or OpenCL.
pub(crate) fn of_c(text: &str) -> Colours {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, class) = token_of_c(rest);
        let directive = rest.starts_with('#') && opens_line(text, at);
        match (class, directive) {
            (_, true) => {
                // The word behind it is a part of it.
                let word = rest.get(1..).unwrap_or("").trim_start_matches([' ', '\t']);
                let skipped = rest.len() - word.len();
                let end = at + skipped + span_of(word, is_of_word);
                parts.push((at..end, Class::Special));
                at = end;
                continue;
            }
            (Some(class), false) => parts.push((at..at + length, class)),
            (None, false) => {}
        }
        at += length;
    }
    Colours::new(text, parts)
}

fn opens_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or("");
    let line = before.rsplit('\n').next().unwrap_or("");
    line.trim().is_empty()
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// How many bytes of a text are of a kind.
fn span_of(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

/// How long the first token is, at least one character, and what it is.
fn token_of_c(rest: &str) -> (usize, Option<Class>) {
    let Some(first) = rest.chars().next() else {
        return (1, None);
    };
    if rest.starts_with("//") {
        return (span_of(rest, |c| c != '\n'), Some(Class::Comment));
    }
    if rest.starts_with("/*") {
        let inner = rest.get(2..).unwrap_or("");
        let length = inner.find("*/").map_or(rest.len(), |end| end + 4);
        return (length, Some(Class::Comment));
    }
    if first == '"' || first == '\'' {
        return (quoted(rest, first), Some(Class::Quoted));
    }
    if first.is_ascii_digit() {
        let length = span_of(rest, |c| is_of_word(c) || c == '.');
        return (length, Some(Class::Number));
    }
    if is_of_word(first) {
        let length = span_of(rest, is_of_word);
        let word = rest.get(..length).unwrap_or("");
        let class = match word {
            _ if word.starts_with("__") || THREADS.contains(&word) => Some(Class::Special),
            _ if WORDS.contains(&word) => Some(Class::Word),
            _ => None,
        };
        return (length, class);
    }
    (first.len_utf8(), None)
}

/// How long a string or character is; it ends with its line at the latest.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, colours: &Colours) -> Vec<String> {
        let lines = (1..).zip(text.lines());
        let parts = lines.flat_map(|(number, line)| {
            let parts = colours.of(number).iter();
            parts.map(move |(range, class)| {
                let words = line.get(range.clone()).unwrap_or("?");
                format!("{} {words}", class.name())
            })
        });
        parts.collect()
    }

    #[test]
    fn pvl_is_coloured() {
        let text =
            "requires Perm(x, 1\\2); // a\nint f() {\n  /* b\n c */ return \\old(x) + 0.5;\n}\n";
        let wanted = [
            "s requires",
            "s Perm",
            "d 1",
            "d 2",
            "c // a",
            "w int",
            "c /* b",
            "c  c */",
            "w return",
            "s \\old",
            "d 0.5",
        ];
        assert_eq!(shown(text, &of_pvl(text)), wanted);
    }

    #[test]
    fn c_is_coloured() {
        let text = "#include \"a.h\"\n  # define N 0x1F\n__global__ void k(float *a) { // é\n  \
                    a[threadIdx.x] = 1.5f; /* x\ny */ puts(\"a\\\"b\"); }\nchar c = '\\'';\n\"open\nint";
        let wanted = [
            "s #include",
            "q \"a.h\"",
            "s # define",
            "d 0x1F",
            "s __global__",
            "w void",
            "w float",
            "c // é",
            "s threadIdx",
            "d 1.5f",
            "c /* x",
            "c y */",
            "q \"a\\\"b\"",
            "w char",
            "q '\\''",
            "q \"open",
            "w int",
        ];
        assert_eq!(shown(text, &of_c(text)), wanted);
        // Whatever is no token of C has no colour, and nothing is lost or read twice.
        for text in ["", "\n\n", "é\"", "/*", "'", "#", "a#b", "\\\n"] {
            of_c(text);
        }
    }
}
