//! Text of another language in a file that is read as PVL: told once, and not by what of it is no
//! PVL, word for word.

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

const LANGUAGES: [Language; 2] = [
    Language {
        name: "CUDA",
        extension: "cu",
        words: &[
            "__global__",
            "__device__",
            "__shared__",
            "__syncthreads",
            "threadIdx",
            "blockIdx",
            "blockDim",
        ],
    },
    Language {
        name: "OpenCL",
        extension: "cl",
        words: &[
            "__kernel",
            "__local",
            "get_global_id",
            "get_local_id",
            "get_group_id",
            "CLK_LOCAL_MEM_FENCE",
            "CLK_GLOBAL_MEM_FENCE",
        ],
    },
];

/// Words of C at the beginning of a line.
const OF_C: [&str; 6] = [
    "#include",
    "#define",
    "#pragma",
    "int main(",
    "static ",
    "typedef ",
];

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
    let kernels = LANGUAGES.iter().find_map(|language| {
        let found = language
            .words
            .iter()
            .filter_map(|word| Some((word_in(text, word)?, word)));
        found.min().map(|(at, word)| (language, at, word.len()))
    });
    if let Some((language, at, length)) = kernels {
        let span = Span::new(number, at, at + length);
        let message = format!(
            "this is {}, and a `.pvl` file is read as PVL",
            language.name
        );
        let name = Path::new(&file.name).with_extension(language.extension);
        let name = name.display();
        return Some(
            Diagnostic::error(code, span, message)
                .with_text("not a word of PVL")
                .with_help(format!(
                    "name the file `{name}`, and `alpinist races {name}` checks its kernels"
                )),
        );
    }
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let Some(word) = OF_C
            .iter()
            .find(|word| line.trim_start().starts_with(**word))
        else {
            continue;
        };
        let span = Span::new(number, start, start + word.trim_end().len());
        return Some(
            Diagnostic::error(code, span, "this is C, and a `.pvl` file is read as PVL")
                .with_text("not a word of PVL")
                .with_help(
                    "of C only kernels are checked: those of CUDA in a `.cu` file, those of OpenCL in a \
                     `.cl` file, by `alpinist races`",
                ),
        );
    }
    None
}

/// Where a word stands by itself outside of comments to the end of a line.
fn word_in(text: &str, word: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).map(|(at, _)| at).find(|at| {
        let line = text
            .get(..*at)
            .and_then(|before| before.rsplit('\n').next());
        let before = line.unwrap_or("");
        let after = text.get(at + word.len()..).unwrap_or("");
        !before.contains("//") && !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}
