//! Conditions of the preprocessor around a place of a function's text.
//!
//! What is put into a branch of `#if` is gone where another branch is taken, and nobody is told. So a barrier
//! stands before the whole conditional, if that means the same, or not there at all.

use crate::point::before_directives;

/// A conditional that is open at a place.
struct Open {
    /// Where its `#if` is.
    start: usize,
    /// Behind the line that begins the branch at work.
    branch: usize,
}

/// The place before all conditionals around an offset that begin behind `from`, if nothing is in between for
/// this branch; the offset itself if there are none.
pub(crate) fn outside(text: &str, from: usize, at: usize) -> Option<usize> {
    let mut at = at;
    loop {
        let open = open_at(text, from, at)?;
        let Some(innermost) = open.last() else {
            return Some(at);
        };
        if !is_blank(text.get(innermost.branch..at)?) {
            return None;
        }
        at = before_directives(text, innermost.start)?;
    }
}

/// Whether no conditional that begins behind `from` is open at an offset.
pub(crate) fn is_outside(text: &str, from: usize, at: usize) -> bool {
    open_at(text, from, at).is_some_and(|open| open.is_empty())
}

/// The conditionals that begin behind `from` and are open at an offset, outermost first.
fn open_at(text: &str, from: usize, at: usize) -> Option<Vec<Open>> {
    let mut open: Vec<Open> = Vec::new();
    if !text.get(from..at.max(from))?.contains('#') {
        return Some(open);
    }
    let (mut line_start, mut in_comment, mut goes_on) = (from, false, false);
    for line in text.get(from..)?.split_inclusive('\n') {
        let start = line_start + line.len() - line.trim_start().len();
        line_start += line.len();
        if start >= at {
            break;
        }
        let commented = in_comment;
        in_comment = ends_in_comment(line, commented);
        let word = line.trim_start().strip_prefix('#').map(str::trim_start);
        match word.filter(|_| !commented && !goes_on) {
            Some(word) if word.starts_with("if") => open.push(Open {
                start,
                branch: line_start,
            }),
            Some(word) if word.starts_with("el") => {
                if let Some(last) = open.last_mut() {
                    last.branch = line_start;
                }
            }
            Some(word) if word.starts_with("endif") => drop(open.pop()),
            // A directive's second line is of it.
            None if goes_on => {
                if let Some(last) = open.last_mut() {
                    last.branch = line_start;
                }
            }
            _ => {}
        }
        let directive = goes_on || word.is_some();
        goes_on = directive && line.trim_end().ends_with('\\');
    }
    Some(open)
}

/// Whether a comment is open at the end of a line.
fn ends_in_comment(line: &str, within: bool) -> bool {
    let (mut within, mut quoted) = (within, false);
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let pair = |pair: &str| rest.starts_with(pair);
        let passed = match (within, quoted) {
            (true, _) if pair("*/") => {
                within = false;
                2
            }
            (false, true) if pair("\\\\") || pair("\\\"") => 2,
            (false, false) if pair("//") => return false,
            (false, false) if pair("/*") => {
                within = true;
                2
            }
            (false, _) if c == '"' => {
                quoted = !quoted;
                1
            }
            _ => c.len_utf8(),
        };
        rest = rest.get(passed..).unwrap_or_default();
    }
    within
}

/// Whether a text is nothing but blanks and comments.
fn is_blank(text: &str) -> bool {
    let mut rest = text.trim_start();
    loop {
        rest = match (rest.strip_prefix("//"), rest.strip_prefix("/*")) {
            (Some(line), _) => line.split_once('\n').map_or("", |(_, rest)| rest),
            (_, Some(comment)) => comment.split_once("*/").map_or("", |(_, rest)| rest),
            (None, None) => return rest.is_empty(),
        }
        .trim_start();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a barrier before `HERE` goes: before the line with this word; none if nowhere.
    fn moved(text: &str) -> Option<&str> {
        let at = text.find("HERE").unwrap_or(text.len());
        let to = outside(text, 0, at)?;
        text.get(to..)?.split_whitespace().next()
    }

    #[test]
    fn the_first_of_a_branch_goes_before_the_conditional() {
        assert_eq!(moved("a;\n#if A\n// why\nHERE\n#endif\n"), Some("#if"));
        assert_eq!(moved("a;\n#if A\nb;\n#else\nHERE\n#endif\n"), Some("#if"));
        assert_eq!(
            moved("a;\n#ifdef A\n# ifndef B\nHERE\n# endif\n#endif\n"),
            Some("#ifdef")
        );
        assert_eq!(
            moved("#pragma unroll\n#if A \\\n && B\nHERE\n#endif\n"),
            Some("#pragma")
        );
    }

    #[test]
    fn within_a_branch_is_no_place() {
        assert_eq!(moved("a;\n#if A\nb;\nHERE\n#endif\n"), None);
        assert_eq!(moved("#if A\nb;\n#if B\nHERE\n#endif\n#endif\n"), None);
    }

    #[test]
    fn what_is_over_does_not_count() {
        assert_eq!(moved("#if A\nb;\n#endif\nHERE\n"), Some("HERE"));
        assert_eq!(moved("/*\n#if A\n*/\nHERE\n"), Some("HERE"));
        assert_eq!(moved("\"/*\";\n#if A\nb;\n#endif\nHERE\n"), Some("HERE"));
        // It began before the function.
        assert_eq!(moved("a;\n#else\nb;\n#endif\nHERE\n"), Some("HERE"));
    }
}
