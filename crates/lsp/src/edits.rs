//! Changes of a text, as small as its lines allow.

use crate::position::Lines;
use crate::program::Program;
use gen_lsp_types::{
    DocumentChange, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit,
    TextDocumentIdentifier, TextEdit, WorkspaceEdit,
};
use similar::{ChangeTag, TextDiff};
use text::source::SourceFile;

/// The edits that make one text of another.
pub(crate) fn between(old: &str, new: &str) -> Vec<TextEdit> {
    let lines = Lines::of(old);
    let diff = TextDiff::from_lines(old, new);
    let mut edits = Vec::new();
    let mut at = 0;
    let mut pending: Option<(usize, usize, String)> = None;
    let mut flush = |pending: &mut Option<(usize, usize, String)>| {
        if let Some((start, end, text)) = pending.take() {
            edits.push(TextEdit::new(lines.range(old, start..end), text));
        }
    };
    for change in diff.iter_all_changes() {
        let text = change.value();
        match change.tag() {
            ChangeTag::Equal => {
                flush(&mut pending);
                at += text.len();
            }
            ChangeTag::Delete => {
                let (_, end, _) = pending.get_or_insert_with(|| (at, at, String::new()));
                at += text.len();
                *end = at;
            }
            ChangeTag::Insert => {
                let (_, _, new) = pending.get_or_insert_with(|| (at, at, String::new()));
                new.push_str(text);
            }
        }
    }
    flush(&mut pending);
    edits
}

/// The canonical layout of a text; none if it cannot be read.
pub(crate) fn layout(source: &SourceFile) -> Option<Vec<TextEdit>> {
    let text = pipeline::layout::formatted(source).ok()?;
    Some(between(&source.text, &text))
}

/// The change of a program's files to new texts; `versioned` where the client can take it.
pub(crate) fn workspace(
    program: &Program,
    results: &[SourceFile],
    versioned: bool,
) -> WorkspaceEdit {
    let files = program.files.iter().zip(&program.sources).zip(results);
    let changed = files.filter(|((_, old), new)| old.text != new.text);
    let changed = changed.map(|((file, old), new)| (file, between(&old.text, &new.text)));
    let mut edit = WorkspaceEdit::default();
    if versioned {
        let change = |(file, edits): (&crate::program::File, Vec<TextEdit>)| {
            let identifier = TextDocumentIdentifier::new(file.uri.clone());
            let document = OptionalVersionedTextDocumentIdentifier {
                version: file.version,
                text_document_identifier: identifier,
            };
            let edits = edits.into_iter().map(Into::into).collect();
            DocumentChange::from(TextDocumentEdit::new(document, edits))
        };
        edit.document_changes = Some(changed.map(change).collect());
    } else {
        let plain = changed.map(|(file, edits)| (file.uri.clone(), edits));
        edit.changes = Some(plain.collect());
    }
    edit
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a client makes of edits: from behind, so that no place moves.
    fn applied(old: &str, edits: &[TextEdit]) -> String {
        let lines = Lines::of(old);
        let mut text = old.to_owned();
        for edit in edits.iter().rev() {
            text.replace_range(lines.bytes(old, edit.range), &edit.new_text);
        }
        text
    }

    #[test]
    fn edits_make_the_new_text() {
        let texts = [
            "",
            "a",
            "a\n",
            "a\r\nb\r\n",
            "a\nb\nc\n",
            "c\nb",
            "𝄞 b\n\n\nc\n",
            "x\rb\rc",
            "a\n𝄞\nc\nd",
        ];
        for old in texts {
            for new in texts {
                assert_eq!(applied(old, &between(old, new)), new, "{old:?} {new:?}");
            }
        }
    }

    #[test]
    fn lines_that_stay_are_left_alone() {
        let edits = between("a\nb\nc\nd\n", "a\nB\nc\nd\ne\n");
        assert_eq!(edits.len(), 2);
        assert!(edits.iter().all(|edit| edit.new_text.len() == 2));
    }
}
