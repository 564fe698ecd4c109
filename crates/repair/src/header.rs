//! Where a header is included.

/// A line of a text that is more than blanks and comments.
struct Line<'a> {
    start: usize,
    end: usize,
    /// Without blanks around it.
    code: &'a str,
}

impl<'a> Line<'a> {
    /// The words of a directive.
    fn directive(&self) -> Option<(&'a str, &'a str)> {
        let rest = self.code.strip_prefix('#')?.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric());
        let (what, rest) = rest.split_at(end.unwrap_or(rest.len()));
        Some((what, rest.trim()))
    }
}

/// Where a file gets the line that includes a header, and what is written there; nothing if it has the line
/// already, whatever the preprocessor takes.
///
/// That is above the first `#include` that no condition is around. A file without one gets it behind the
/// comments at its start, `#pragma once`, and the two lines that guard a header.
pub(crate) fn of(text: &str, header: &str) -> Option<(usize, String)> {
    let line = format!("#include <{header}>\n");
    let lines = lines(text);
    let once = usize::from(is(&lines, 0, "pragma").is_some_and(|rest| rest == "once"));
    let guard = is(&lines, once, "ifndef");
    let guarded = guard.is_some() && is(&lines, once + 1, "define") == guard;
    let passed = once + if guarded { 2 } else { 0 };
    let (mut depth, mut first) = (0u32, None);
    for one in lines.iter().skip(passed) {
        match one.directive() {
            Some((what, _)) if what.starts_with("if") => depth += 1,
            Some(("endif", _)) => depth = depth.saturating_sub(1),
            Some(("include", what)) if depth == 0 => {
                if what.contains(header) {
                    return None;
                }
                first.get_or_insert(one.start);
            }
            _ => {}
        }
    }
    if let Some(first) = first {
        return Some((first, line));
    }
    let last = passed.checked_sub(1).and_then(|last| lines.get(last));
    let Some(last) = last else {
        let top = lines.first().map_or(text.len(), |line| line.start);
        return Some((top, line + "\n"));
    };
    let next = text.get(last.end..).unwrap_or_default();
    let next = next.lines().next().unwrap_or_default();
    let below = if next.trim().is_empty() { "" } else { "\n" };
    Some((last.end, format!("\n{line}{below}")))
}

/// What follows the name of a directive, if the line is one.
fn is<'a>(lines: &[Line<'a>], at: usize, name: &str) -> Option<&'a str> {
    let (what, rest) = lines.get(at)?.directive()?;
    (what == name).then_some(rest)
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mark = '\u{feff}';
    let mut at = if text.starts_with(mark) {
        mark.len_utf8()
    } else {
        0
    };
    let mut commented = false;
    let mut all = Vec::new();
    for line in text.get(at..).unwrap_or_default().split_inclusive('\n') {
        let (start, code) = (at, line.trim());
        at += line.len();
        let within = commented;
        let (open, close) = (line.rfind("/*"), line.rfind("*/"));
        commented = match within {
            true => close.is_none() || open > close,
            false => open > close,
        };
        let blank = code.is_empty() || code.starts_with("//") || code.starts_with("/*");
        if !within && !blank {
            all.push(Line {
                start,
                end: at,
                code,
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    /// The text with the header `h`.
    fn with(text: &str) -> String {
        match super::of(text, "h") {
            Some((at, line)) => format!("{}{line}{}", &text[..at], &text[at..]),
            None => "as it is".to_owned(),
        }
    }

    #[test]
    fn it_stands_above_the_first_include() {
        assert_eq!(
            with("// c\n#include <a>\nx"),
            "// c\n#include <h>\n#include <a>\nx"
        );
        assert_eq!(with("#include <a>\n#include <h>\n"), "as it is");
        assert_eq!(
            with("#if A\n#include <h>\n#endif\nx\n"),
            "#include <h>\n\n#if A\n#include <h>\n#endif\nx\n"
        );
        assert_eq!(with("/* c\n */\nx\n"), "/* c\n */\n#include <h>\n\nx\n");
    }

    #[test]
    fn it_stands_behind_what_guards_the_file() {
        assert_eq!(
            with("#pragma once\n\nx\n"),
            "#pragma once\n\n#include <h>\n\nx\n"
        );
        assert_eq!(
            with("#pragma once\nx\n"),
            "#pragma once\n\n#include <h>\n\nx\n"
        );
        assert_eq!(
            with("#ifndef A\n#define A\nx\n#endif\n"),
            "#ifndef A\n#define A\n\n#include <h>\n\nx\n#endif\n"
        );
        assert_eq!(
            with("#ifndef A\n#define A\n#include <a>\n#endif\n"),
            "#ifndef A\n#define A\n#include <h>\n#include <a>\n#endif\n"
        );
        assert_eq!(with("\u{feff}x\n"), "\u{feff}#include <h>\n\nx\n");
    }
}
