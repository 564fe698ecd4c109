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
const LANGUAGES: [Language; 2] = [
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

/// Puts one message in the place of those about a text that is of another language. Only errors of
/// the syntax are answered by it: what can be read is PVL, whatever words it has.
pub fn recognize(diagnostics: &mut Vec<Diagnostic>, files: &[SourceFile]) {
    for (number, file) in (0_u32..).zip(files) {
        let of_syntax = |one: &Diagnostic| {
            one.severity == Severity::Error
                && one.code.as_str().starts_with('S')
                && one
                    .primary
                    .as_ref()
                    .is_some_and(|at| at.span.file == number)
        };
        let Some(code) = diagnostics
            .iter()
            .find(|one| of_syntax(one))
            .map(|one| one.code)
        else {
            continue;
        };
        if let Some(told) = told(code, number, file) {
            diagnostics.retain(|one| one.primary.as_ref().is_none_or(|at| at.span.file != number));
            diagnostics.push(told);
        }
    }
}

fn told(code: Code, number: u32, file: &SourceFile) -> Option<Diagnostic> {
    let text = file.text.as_str();
    // What stands in a comment is no token.
    let (tokens, strange) = lex::tokens(text, number);
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Word) {
        let word = file.slice(token.span);
        let of = |language: &&Language| language.words.contains(&word);
        if let Some(language) = LANGUAGES.iter().find(of) {
            let message = format!(
                "this is {}, and a `.pvl` file is read as PVL",
                language.name
            );
            let name = Path::new(&file.name).with_extension(language.extension);
            let name = name.display();
            return Some(
                Diagnostic::error(code, token.span, message)
                    .with_text("not a word of PVL")
                    .with_help(format!(
                        "name the file `{name}`, and `alpinist races {name}` checks its kernels"
                    )),
            );
        }
    }
    strange.iter().find_map(|one| {
        let start = one.primary.as_ref()?.span.start as usize;
        let rest = text.get(start..)?;
        let word = OF_C.iter().find(|word| rest.starts_with(**word))?;
        let span = Span::new(number, start, start + word.len());
        let message = "this is C, and a `.pvl` file is read as PVL";
        Some(
            Diagnostic::error(code, span, message)
                .with_text("not a word of PVL")
                .with_help(
                    "of C only kernels are checked: those of CUDA in a `.cu` file, those of OpenCL in \
                     a `.cl` file, by `alpinist races`",
                ),
        )
    })
}
