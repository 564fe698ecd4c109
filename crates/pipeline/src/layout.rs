//! The canonical layout of a file.

use spec_lang::ast::without_places;
use spec_lang::format::format;
use spec_lang::parse::parse;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::source::SourceFile;

/// The canonical layout of a file, shown to be the same program.
///
/// # Errors
/// What is wrong with the file; `C012` if the layout would be another program.
pub fn formatted(source: &SourceFile) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(std::slice::from_ref(source));
    let errors: Vec<Diagnostic> = parsed
        .diagnostics
        .into_iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let text = format(source, &parsed.program);
    let again = parse(&[SourceFile::new(source.name.clone(), text.clone())]);
    if without_places(&again.program) != without_places(&parsed.program) {
        let message = format!("the canonical layout of {} is another program", source.name);
        return Err(vec![
            Diagnostic::global(Code::C012, message)
                .with_note("the file was left alone")
                .with_help("this is a fault of the program; please send the file"),
        ]);
    }
    Ok(text)
}
