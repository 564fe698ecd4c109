//! The texts that are open in the editor.

use crate::position::Lines;
use gen_lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use std::collections::BTreeMap;

/// An open text.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Its name, as the client writes it.
    pub uri: Uri,
    /// Which of its states this is.
    pub version: i32,
    /// The text.
    pub text: String,
}

impl Document {
    /// A text that is opened.
    pub(crate) fn of(item: TextDocumentItem) -> Document {
        Document {
            uri: item.uri,
            version: item.version,
            text: item.text,
        }
    }

    /// Carries out changes, one after the other.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    self.text = whole.text;
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let bytes = Lines::of(&self.text).bytes(&self.text, part.range);
                    self.text.replace_range(bytes, &part.text);
                }
            }
        }
    }
}

/// All open texts, by name.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    open: BTreeMap<String, Document>,
}

impl Documents {
    /// A text is opened, or opened again.
    pub(crate) fn open(&mut self, item: TextDocumentItem) {
        let document = Document::of(item);
        self.open.insert(document.uri.to_string(), document);
    }

    /// A text is closed.
    pub(crate) fn close(&mut self, uri: &Uri) -> Option<Document> {
        self.open.remove(uri.as_ref())
    }

    /// An open text.
    pub(crate) fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_ref())
    }

    /// An open text, to be changed.
    pub(crate) fn get_mut(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.open.get_mut(uri.as_ref())
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Document> {
        self.open.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gen_lsp_types::{Position, Range, TextDocumentContentChangePartial};

    fn part(from: (u32, u32), to: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let place = |(line, character)| Position::new(line, character);
        let range = Range::new(place(from), place(to));
        #[allow(deprecated)]
        let part = TextDocumentContentChangePartial {
            range,
            range_length: None,
            text: text.to_owned(),
        };
        part.into()
    }

    #[test]
    fn changes_build_on_each_other() {
        let mut document = Document {
            uri: Uri::from("x"),
            version: 1,
            text: "a𝄞b\nc\n".to_owned(),
        };
        document.change(
            2,
            vec![
                part((0, 3), (0, 4), "xy"),
                part((0, 5), (1, 1), "\r\n"),
                part((9, 9), (9, 9), "end"),
                // The wrong way round: an insertion at the start.
                part((0, 1), (0, 0), "-"),
            ],
        );
        assert_eq!(document.text, "a-𝄞xy\r\n\nend");
        assert_eq!(document.version, 2);
    }
}
