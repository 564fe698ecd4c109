//! Uses of macros as statements.

use clang::place::Place;

/// The offset behind a use of a macro that stands for exactly one statement, with its semicolon; none if the
/// macro holds more than that statement, for what is put around one must not take in the others.
///
/// `text` has the use, `defined` the definition.
pub(crate) fn end_of_use(text: &str, defined: &str, place: &Place) -> Option<usize> {
    let spelling = place.spelling.filter(|spelling| !spelling.argument)?;
    let span = spelling.span;
    let (from, to) = (span.start as usize, span.end as usize);
    let before = defined.get(..from)?;
    // A definition goes on in lines that a backslash ends.
    let mut line = before.rfind('\n').map_or(0, |end| end + 1);
    while before.get(..line)?.ends_with("\\\n") {
        line = before.get(..line - 1)?.rfind('\n').map_or(0, |end| end + 1);
    }
    let head = defined.get(line..from)?.trim_start().strip_prefix('#')?;
    let head = head.trim_start().strip_prefix("define")?.trim_start();
    let name = word(head);
    let parameters = head.get(name.len()..)?;
    let takes = parameters.starts_with('(');
    let behind = match takes {
        true => parameters.split_once(')')?.1,
        false => parameters,
    };
    let start = place.span.start as usize;
    let used = text.get(start..)?;
    if name.is_empty() || word(used) != name || !joined(behind).is_empty() {
        return None;
    }
    let mut end = start + name.len();
    if takes {
        end = behind_arguments(text, end)?;
    }
    let whole = defined.get(from..to)?.ends_with('}');
    let tail = tail(defined.get(to..)?);
    let (closed, semicolon) = (next(text, end), text.get(end..)?);
    let found = semicolon.trim_start().starts_with(';');
    match (tail.as_str(), found) {
        ("" | ";", true) => Some(closed + 1),
        (";", false) => Some(end),
        ("", false) if whole => Some(end),
        _ => None,
    }
}

/// The name that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_'));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// The offset of the next byte that is not blank.
fn next(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.len() - rest.trim_start().len()
}

/// The offset behind the arguments of a use whose name ends at `at`.
fn behind_arguments(text: &str, at: usize) -> Option<usize> {
    let open = next(text, at);
    let mut depth = 0u32;
    let (mut quote, mut escaped) = (None, false);
    for (passed, c) in text.get(open..)?.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(end), c) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(open + passed + 1);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// A part of a definition in one line, without blanks at its ends.
fn joined(text: &str) -> String {
    text.replace("\\\n", " ").trim().to_owned()
}

/// What follows in a definition.
fn tail(text: &str) -> String {
    let mut all = String::new();
    for line in text.split_inclusive('\n') {
        match line.trim_end_matches(['\n', '\r']).strip_suffix('\\') {
            Some(more) => all.push_str(more),
            None => {
                all.push_str(line);
                break;
            }
        }
    }
    let code = all.split("//").next().unwrap_or_default();
    code.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clang::place::Spelling;
    use text::span::Span;

    /// What is left behind the use `M` of a macro, of whose definition the part in brackets is a statement.
    fn left(definition: &str, used: &str) -> Option<String> {
        let (from, to) = (definition.find('[')?, definition.find(']')? - 1);
        let text = definition.replace(['[', ']'], "") + "\n" + used;
        let start = text.len() - used.len();
        let place = Place {
            span: Span::new(0, start, start + 1),
            spelling: Some(Spelling {
                span: Span::new(0, from, to),
                argument: false,
            }),
        };
        let end = end_of_use(&text, &text, &place)?;
        Some(text.get(end..)?.to_owned())
    }

    #[test]
    fn one_statement_ends_with_its_semicolon() {
        assert_eq!(left("#define M(x) [a = x]", "M(f(1));b"), Some("b".into()));
        assert_eq!(left("#define M(x) [a = x];", "M(1)b"), Some("b".into()));
        assert_eq!(left("#define M \\\n  [a = 1]", "M ;b"), Some("b".into()));
        assert_eq!(
            left("#define M(x) [{ a = x; }]", "M(1) b"),
            Some(" b".into())
        );
    }

    #[test]
    fn more_than_one_statement_has_no_end() {
        assert_eq!(left("#define M(x) [a = x]; b = x", "M(1);"), None);
        assert_eq!(left("#define M(x) b = x; [a = x]", "M(1);"), None);
        assert_eq!(left("#define N [a = 1]", "M;"), None);
        assert_eq!(left("#define M(x) [a = x]", "M(1)b"), None);
    }
}
