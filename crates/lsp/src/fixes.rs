//! Changes of the text that a message suggests.

use crate::client::Client;
use crate::program::Program;
use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams};
use pipeline::front;
use pipeline::reported::messages;
use text::diagnostics::{Diagnostic, Fix, Replacement, Severity};
use text::source::SourceFile;

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

/// The fixes of what is said of a range. None leaves as many errors as there are, as far as
/// reading tells; what is said of a proof, the next proof answers.
pub(crate) fn actions(
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
    let of_this_text = proofs.into_iter().filter(|message| message.step.is_none());
    let proofs = of_this_text.map(|message| message.diagnostic);
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
        if let Some(fix) = diagnostic.fix {
            let Some(after) = carried_out(&fix, &program.sources) else {
                continue;
            };
            let left = errors(&front::front(&after, program.settings.profile).diagnostics);
            if left >= before.max(1) || seen.contains(&fix) {
                continue;
            }
            let answers = said.iter().filter(|one| {
                one.range == range && one.code == Some(diagnostic.code.to_string().into())
            });
            found.push(CodeAction {
                title: fix.title.clone(),
                kind: Some(CodeActionKind::QuickFix),
                is_preferred: Some(left < before),
                diagnostics: Some(answers.cloned().collect()),
                edit: Some(crate::edits::workspace(
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
    use text::span::Span;

    #[test]
    fn every_part_is_replaced_where_it_stands() {
        let files = [SourceFile::new("x.pvl", "a.lenght + lenght")];
        let part = |start, end| Replacement {
            span: Span::new(0, start, end),
            text: "length".to_owned(),
        };
        let fix = |replacements| Fix {
            title: "write `length`".to_owned(),
            replacements,
        };
        let after = carried_out(&fix(vec![part(2, 8), part(11, 17)]), &files).unwrap();
        assert_eq!(after[0].text, "a.length + length");
        assert!(carried_out(&fix(vec![part(11, 18)]), &files).is_none());
    }
}
