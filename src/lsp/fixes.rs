//! Changes of the text that a message suggests.

use super::client::Client;
use super::program::Program;
use crate::report::messages;
use crate::rooms;
use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams};
use spec_lang::diagnostics::{Diagnostic, Severity};
use spec_lang::source::SourceFile;
use spec_lang::span::Span;

/// A change that may mend what a message is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in words.
    pub title: String,
    /// The parts that are replaced; none overlaps another.
    pub replacements: Vec<Replacement>,
}

/// One part of a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// What goes.
    pub span: Span,
    /// What comes.
    pub text: String,
}

/// The change that a message suggests. Messages have none of their own yet, so it is read off
/// the help; once they have, this is the place to take it from.
pub fn of(diagnostic: &Diagnostic, files: &[SourceFile]) -> Option<Fix> {
    meant(diagnostic, files)
}

/// "did you mean `x`?": the name that is written, by the name that is meant.
fn meant(diagnostic: &Diagnostic, files: &[SourceFile]) -> Option<Fix> {
    let help = diagnostic.help.as_deref()?;
    let name = help.strip_prefix("did you mean `")?.strip_suffix("`?")?;
    let span = diagnostic.primary.as_ref()?.span;
    let written = files.get(span.file as usize)?.slice(span);
    let is_name = |text: &str| {
        let mut characters = text.chars();
        characters
            .next()
            .is_some_and(|first| !first.is_ascii_digit())
            && text
                .chars()
                .all(|c| c.is_alphanumeric() || c == '_' || c == '$')
    };
    // Where more than a name is underlined, it cannot be told which part is meant.
    if !is_name(written) {
        return None;
    }
    Some(Fix {
        title: format!("write `{name}`"),
        replacements: vec![Replacement {
            span,
            text: name.to_owned(),
        }],
    })
}

/// The texts with a fix carried out; none if its places are not of the texts.
fn carried_out(fix: &Fix, files: &[SourceFile]) -> Option<Vec<SourceFile>> {
    let mut files = files.to_vec();
    let mut parts: Vec<&Replacement> = fix.replacements.iter().collect();
    parts.sort_by_key(|part| (part.span.file, part.span.start));
    for Replacement { span, text } in parts.into_iter().rev() {
        let file = files.get_mut(span.file as usize)?;
        let mut new = file.text.clone();
        new.get(span.range())?;
        new.replace_range(span.range(), text);
        *file = SourceFile::new(file.name.clone(), new);
    }
    Some(files)
}

/// The fixes of what is said of a range, each of them known to leave fewer errors.
pub fn actions(
    program: &Program,
    file: u32,
    params: &CodeActionParams,
    said: &[gen_lsp_types::Diagnostic],
    client: &Client,
) -> Vec<CodeAction> {
    let errors = |all: &[Diagnostic]| {
        let errors = all.iter().filter(|one| one.severity == Severity::Error);
        errors.count()
    };
    let before = errors(&program.front.diagnostics);
    let mut found = Vec::new();
    let checked = program.checked.as_ref();
    let proofs = checked.map(messages::of_program).unwrap_or_default();
    let proofs = proofs.into_iter().map(|message| message.diagnostic);
    let mut seen: Vec<Fix> = Vec::new();
    for diagnostic in program.front.diagnostics.iter().cloned().chain(proofs) {
        let Some(primary) = &diagnostic.primary else {
            continue;
        };
        let range = program.range(primary.span);
        let meets = range.start <= params.range.end && params.range.start <= range.end;
        if primary.span.file != file || !meets {
            continue;
        }
        if let Some(fix) = of(&diagnostic, &program.sources) {
            let Some(after) = carried_out(&fix, &program.sources) else {
                continue;
            };
            let left = errors(&rooms::front(&after, program.settings.profile).diagnostics);
            if left >= before.max(1) || seen.contains(&fix) {
                continue;
            }
            let answers = said.iter().filter(|one| {
                one.range == range && one.code == Some(diagnostic.code.to_owned().into())
            });
            found.push(CodeAction {
                title: fix.title.clone(),
                kind: Some(CodeActionKind::QuickFix),
                is_preferred: Some(true),
                diagnostics: Some(answers.cloned().collect()),
                edit: Some(super::edits::workspace(
                    program,
                    &after,
                    client.versioned_edits,
                )),
                ..CodeAction::default()
            });
            seen.push(fix);
        }
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_replaced_where_it_stands() {
        let files = [SourceFile::new("x.pvl", "a.lenght + 1")];
        let whole = Diagnostic::error("N004", Span::new(0, 0, 8), "no `lenght`")
            .with_help("did you mean `length`?");
        assert_eq!(of(&whole, &files), None);
        let exact = Diagnostic::error("N004", Span::new(0, 2, 8), "no `lenght`")
            .with_help("did you mean `length`?");
        let fix = of(&exact, &files).unwrap();
        let after = carried_out(&fix, &files).unwrap();
        assert_eq!(after[0].text, "a.length + 1");
    }
}
