//! Text of another language in a file that is read as PVL: told once, and not by what of it is no
//! PVL, word for word.

use spec_lang::lex::{self, TokenKind};
use std::path::Path;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;
use text::span::Span;

/// A language that kernels are written in, and words that it has and PVL has not.
struct Language {
    name: &'static str,
    extension: &'static str,
    words: &'static [&'static str],
}

// Only words that nobody gives to something of PVL; `blockDim` is a good name for a parameter.
static LANGUAGES: [Language; 2] = [
    Language {
        name: "CUDA",
        extension: "cu",
        words: &["__global__", "__device__", "__shared__", "__syncthreads"],
    },
    Language {
        name: "OpenCL",
        extension: "cl",
        words: &[
            "__kernel",
            "__global",
            "__local",
            "CLK_LOCAL_MEM_FENCE",
            "CLK_GLOBAL_MEM_FENCE",
        ],
    },
];

/// With which lines of C begin, and no line of PVL.
const OF_C: [&str; 3] = ["#include", "#define", "#pragma"];

/// Clauses of PVL that no file of another language has outside of annotation comments.
const OF_PVL: [&str; 4] = [
    "requires",
    "ensures",
    "context_everywhere",
    "loop_invariant",
];

/// Puts one message in the place of those about a text that is of another language; a text of PVL with a
/// word of another language keeps its messages, and the first says whose word that is. Only errors of
/// the syntax are answered: what can be read is PVL, whatever words it has.
pub(crate) fn recognize(diagnostics: &mut Vec<Diagnostic>, files: &[SourceFile]) {
    for (number, file) in (0_u32..).zip(files) {
        let of_syntax = |one: &Diagnostic| {
            one.severity == Severity::Error
                && one.code.as_str().starts_with('S')
                && one
                    .primary
                    .as_ref()
                    .is_some_and(|at| at.span.file == number)
        };
        let Some(error) = diagnostics.iter_mut().find(|one| of_syntax(one)) else {
            continue;
        };
        let Some(found) = found(number, file) else {
            continue;
        };
        if !found.everywhere {
            error.notes.push(found.words(file));
            continue;
        }
        let told = found.told(error.code, file);
        diagnostics.retain(|one| one.primary.as_ref().is_none_or(|at| at.span.file != number));
        diagnostics.push(told);
    }
}

/// A word of another language in a text.
struct Found {
    /// Where it is.
    span: Span,
    /// Whose it is; of C if of none of them.
    language: Option<&'static Language>,
    /// Whether the whole text is of that language, as far as its form says.
    everywhere: bool,
}

impl Found {
    fn name(&self) -> &'static str {
        self.language.map_or("C", |language| language.name)
    }

    /// What to do with a text of that language.
    fn help(&self, file: &SourceFile) -> String {
        match self.language {
            Some(language) => {
                let name = Path::new(&file.name).with_extension(language.extension);
                let name = name.display();
                format!("name the file `{name}`, and `alpinist races {name}` checks its kernels")
            }
            None => {
                "of C only kernels are checked: those of CUDA in a `.cu` file, those of OpenCL in \
                     a `.cl` file, by `alpinist races`"
                    .to_owned()
            }
        }
    }

    /// The one message on a text of that language.
    fn told(&self, code: Code, file: &SourceFile) -> Diagnostic {
        let message = format!("this is {}, and a `.pvl` file is read as PVL", self.name());
        Diagnostic::error(code, self.span, message)
            .with_text("not a word of PVL")
            .with_help(self.help(file))
    }

    /// What is said of it beside other messages.
    fn words(&self, file: &SourceFile) -> String {
        let line = file.line_column(self.span.start as usize).line;
        let word = file.slice(self.span);
        format!(
            "`{word}` in line {line} is {} and no word of PVL",
            self.name()
        )
    }
}

/// The first word of another language.
fn found(number: u32, file: &SourceFile) -> Option<Found> {
    let text = file.text.as_str();
    // What stands in a comment is no token.
    let (tokens, strange) = lex::tokens(text, number);
    let is_pvl = tokens.iter().any(|token| {
        token.kind == TokenKind::Word
            && OF_PVL.contains(&file.slice(token.span))
            && !is_annotation(text, token.span.start as usize)
    });
    let mut open = 0_usize;
    for token in &tokens {
        let word = file.slice(token.span);
        match token.kind {
            TokenKind::Punct("{" | "(" | "[") => open += 1,
            TokenKind::Punct("}" | ")" | "]") => open = open.saturating_sub(1),
            TokenKind::Word => {
                let of = |language: &&Language| language.words.contains(&word);
                if let Some(language) = LANGUAGES.iter().find(of) {
                    return Some(Found {
                        span: token.span,
                        language: Some(language),
                        // A declaration begins with it; elsewhere it may be anybody's name.
                        everywhere: open == 0 && !is_pvl,
                    });
                }
            }
            _ => {}
        }
    }
    strange.iter().find_map(|one| {
        let start = one.primary.as_ref()?.span.start as usize;
        let rest = text.get(start..)?;
        let word = OF_C.iter().find(|word| rest.starts_with(**word))?;
        Some(Found {
            span: Span::new(number, start, start + word.len()),
            language: None,
            everywhere: !is_pvl,
        })
    })
}

/// Whether an offset is in an annotation comment, as programs in C have them: `//@ …` or `/*@ … @*/`.
fn is_annotation(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    let block = before.rsplit("/*@").next().unwrap_or_default();
    line.contains("//@") || (block.len() < before.len() && !block.contains("@*/"))
}
