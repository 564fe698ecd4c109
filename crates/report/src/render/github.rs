//! Messages as GitHub's workflow commands, which become annotations of a change.

use crate::document::Document;
use crate::messages::Message;
use text::diagnostics::Severity;

/// One command a line.
pub(super) fn write(document: &Document<'_>) -> String {
    document.messages().iter().map(command).collect()
}

fn command(message: &Message) -> String {
    let word = match message.diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut parameters = Vec::new();
    if let Some(place) = &message.place {
        parameters.push(format!("file={}", parameter(&place.file)));
        parameters.push(format!("line={}", place.start.0));
        parameters.push(format!("endLine={}", place.end.0));
        // Columns have a meaning within one line only.
        if place.start.0 == place.end.0 {
            parameters.push(format!("col={}", place.start.1));
            parameters.push(format!("endColumn={}", place.end.1));
        }
    }
    parameters.push(format!(
        "title={}",
        parameter(message.diagnostic.code.as_str())
    ));
    format!(
        "::{word} {}::{}\n",
        parameters.join(","),
        data(&message.text())
    )
}

/// Text after the second pair of colons.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// The value of a parameter.
fn parameter(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_message_ends_it_early() {
        assert_eq!(data("50 %\nmore"), "50 %25%0Amore");
        assert_eq!(parameter("a:b,c"), "a%3Ab%2Cc");
    }
}
