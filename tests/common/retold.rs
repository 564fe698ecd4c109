//! Programs told otherwise: with other names, and with their declarations in another order.

use spec_lang::lex::{TokenKind, tokens};
use spec_lang::parse::{is_reserved, parse};
use std::collections::{BTreeMap, BTreeSet};
use text::source::SourceFile;

/// Words before a name that is declared.
const INTRODUCE: &[&str] = &[
    "int", "boolean", "bool", "float", "float32", "float64", "double", "frac", "zfrac", "rational",
    "string", "char", "process", "void", "resource", "class", "adt", "enum", "par", "any", "type",
];

/// What the language or the profile knows by its name.
const KNOWN: &[&str] = &[
    "run",
    "lock_invariant",
    "length",
    "main",
    "tid",
    "gtid",
    "R",
    "C",
];

/// The program with other names for what it declares, in the opposite alphabetical order.
pub fn renamed(text: &str) -> String {
    let (found, _) = tokens(text, 0);
    let word = |at: usize| {
        let token = found.get(at)?;
        let of = text.get(token.span.start as usize..token.span.end as usize)?;
        (token.kind == TokenKind::Word).then_some(of)
    };
    let punct = |at: usize, wanted: &str| matches!(found.get(at).map(|t| t.kind), Some(TokenKind::Punct(p)) if p == wanted);
    let types: BTreeSet<&str> = (0..found.len())
        .filter(|at| matches!(word(*at), Some("class" | "adt" | "enum")))
        .filter_map(|at| word(at + 1))
        .collect();
    let introduces = |at: usize| {
        let by_word = word(at).is_some_and(|w| INTRODUCE.contains(&w) || types.contains(w));
        // After `seq<int>` and `int[]`.
        by_word || (punct(at, ">") && !punct(at + 2, "(")) || (punct(at, "]") && punct(at - 1, "["))
    };
    let declared: BTreeSet<&str> = (1..found.len())
        .filter(|at| introduces(at - 1))
        .filter_map(word)
        .filter(|name| !is_reserved(name) && !KNOWN.contains(name) && !INTRODUCE.contains(name))
        .collect();
    let taken: BTreeSet<&str> = (0..found.len()).filter_map(word).collect();
    let names: BTreeMap<&str, String> = declared
        .iter()
        .rev()
        .enumerate()
        .map(|(number, name)| {
            let mut new = format!("q{number:03}");
            while taken.contains(new.as_str()) {
                new.push('q');
            }
            (*name, new)
        })
        .collect();
    let mut out = String::new();
    let mut end = 0;
    for (at, token) in found.iter().enumerate() {
        let (from, to) = (token.span.start as usize, token.span.end as usize);
        out.push_str(text.get(end..from).unwrap_or_default());
        match word(at).and_then(|name| names.get(name)) {
            Some(new) => out.push_str(new),
            None => out.push_str(text.get(from..to).unwrap_or_default()),
        }
        end = to;
    }
    out.push_str(text.get(end..).unwrap_or_default());
    out
}

/// The program with its outermost declarations from last to first; what stands before the first of
/// them stays there.
pub fn reversed(text: &str) -> String {
    let parsed = parse(&[SourceFile::new("x.pvl", text)]);
    let spans: Vec<(usize, usize)> = parsed
        .program
        .declarations
        .iter()
        .map(|declaration| {
            let span = declaration.span;
            (span.start as usize, span.end as usize)
        })
        .collect();
    let Some((first, _)) = spans.first() else {
        return text.to_owned();
    };
    let mut out = text[..*first].to_owned();
    for (from, to) in spans.iter().rev() {
        out.push_str(&text[*from..*to]);
        out.push_str("\n\n");
    }
    let end = spans.last().map_or(0, |(_, to)| *to);
    out.push_str(&text[end..]);
    out
}
