//! A file as the compiler sees it: its headers put in, macros expanded, and only what is compiled.
//!
//! Launches are read from the tokens of host code, which clang need not understand. What tokens mean in the text
//! itself depends on its macros, its headers and their conditions; behind the preprocessor it does not.

use std::ops::Range;
use std::path::Path;

use crate::tokens::tokens;

/// The text behind clang's preprocessor.
pub(super) struct Expanded {
    /// The text, without this program's declarations.
    pub text: String,
    /// Where the lines of the text begin, and of which line of the file each is; none if it is one of a header.
    lines: Vec<(usize, Option<usize>)>,
    /// Whether no other file is included.
    alone: bool,
}

impl Expanded {
    /// What clang's `-E` wrote about an input of this name; `own` is the name of this program's declarations.
    pub(super) fn of(output: &str, main: &str, own: &str) -> Expanded {
        let mut expanded = Expanded {
            text: String::with_capacity(output.len()),
            lines: Vec::new(),
            alone: true,
        };
        let mut from = From::Own;
        let mut begun = false;
        let mut number = 1;
        let mut long = long_tokens(output).peekable();
        let mut start = 0;
        for line in output.split_inclusive('\n') {
            let end = start + line.len();
            while long.next_if(|token| token.end <= start).is_some() {}
            let inside = long.peek().is_some_and(|token| token.start < start);
            let goes_on = long
                .peek()
                .is_some_and(|token| token.start < end && end < token.end);
            start = end;
            if let Some((next, file)) = marker(line).filter(|_| !inside) {
                number = next;
                let before = from;
                from = From::of(file, main, own);
                // Its declarations stand before all else; what claims to be of them later is not.
                begun |=
                    before == From::Own && from == From::Main && line.trim_end().ends_with("\" 2");
                if begun && from == From::Own {
                    from = From::Header;
                }
                expanded.alone &= from != From::Header;
                continue;
            }
            let place = match from {
                From::Own => None,
                From::Main => Some(Some(number)),
                From::Header => Some(None),
            };
            if let Some(place) = place {
                expanded.lines.push((expanded.text.len(), place));
                expanded.text.push_str(line);
            }
            // For clang a string of several lines stands in its first.
            if !goes_on {
                number += 1;
            }
        }
        expanded
    }

    /// Whether the file includes no other, whatever is in that.
    pub(super) fn is_alone(&self) -> bool {
        self.alone
    }

    /// The line of the file, from 1, that a place of the text comes from; none if it comes from a header.
    pub(super) fn line(&self, offset: usize) -> Option<usize> {
        let behind = self.lines.partition_point(|(start, _)| *start <= offset);
        self.lines.get(behind.checked_sub(1)?)?.1
    }
}

/// Tokens that go over the end of a line: strings as they are.
fn long_tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let all = tokens(text, 0).map(|token| token.start..token.end);
    all.filter(|token| text.get(token.clone()).is_some_and(|of| of.contains('\n')))
}

/// Whose a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Own,
    Main,
    Header,
}

impl From {
    fn of(file: &str, main: &str, own: &str) -> From {
        let is = |name: &str| {
            Path::new(file) == Path::new(name) || file.strip_prefix("./") == Some(name)
        };
        match file {
            "<built-in>" | "<command line>" => From::Own,
            _ if is(own) => From::Own,
            _ if is(main) => From::Main,
            _ => From::Header,
        }
    }
}

/// `# 12 "file" 2`: which line of which file comes next.
fn marker(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix("# ")?;
    let (number, rest) = rest.split_once(' ')?;
    let file = rest.strip_prefix('"')?;
    let file = file.get(..file.rfind('"')?)?;
    Some((number.parse().ok()?, file))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_places() {
        let output = "# 1 \"input.cu\"\n# 1 \"<built-in>\" 1\nx\n# 1 \"./own.h\" 1\nint own;\n# 1 \"input.cu\" 2\na\n\
                      # 1 \"/home/a.h\" 1\nb\n# 7 \"input.cu\" 2\nc\nd\n";
        let found = Expanded::of(output, "input.cu", "own.h");
        assert_eq!(found.text, "a\nb\nc\nd\n");
        let lines: Vec<Option<usize>> = (0..4).map(|at| found.line(2 * at)).collect();
        assert_eq!(lines, [Some(1), None, Some(7), Some(8)]);
    }

    #[test]
    fn a_string_of_several_lines_stands_in_its_first() {
        let output = "# 1 \"input.cu\"\nx = R\"(\n# 1 \"own.h\"\n)\"; y\n\n\nz\n";
        let found = Expanded::of(output, "input.cu", "own.h");
        assert_eq!(found.text, "x = R\"(\n# 1 \"own.h\"\n)\"; y\n\n\nz\n");
        let line = |word: &str| found.line(found.text.find(word).unwrap());
        assert_eq!(
            [line("x"), line("y"), line("z")],
            [Some(1), Some(1), Some(4)]
        );
    }
}
