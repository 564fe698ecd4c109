//! The commands of an SMT-LIB script, found without Z3.
//!
//! Z3's interface tells a script it cannot read from an empty one only by the number of assertions, and
//! gives no message. So the worker looks at the script itself first: which commands it has, and that it
//! has no command that would change the solver, throw assertions away, or start a check of its own.

/// A command of a script, or a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    /// Its text, without the blanks and comments around it.
    pub text: &'a str,
    /// Where it ends in the script, in bytes.
    pub end: usize,
    /// The line it begins on, from 1.
    pub line: usize,
}

impl<'a> Piece<'a> {
    /// The word after the opening parenthesis; empty if there is none.
    pub(crate) fn head(&self) -> &'a str {
        let inside = self.text.strip_prefix('(').unwrap_or("").trim_start();
        let end = inside
            .find(|c: char| c.is_ascii_whitespace() || "()|\";".contains(c))
            .unwrap_or(inside.len());
        &inside[..end]
    }

    /// The text on one line and cut to a readable length, for a message.
    pub(crate) fn excerpt(&self) -> String {
        const LENGTH: usize = 160;
        let mut excerpt = String::new();
        for word in self.text.split_ascii_whitespace() {
            if !excerpt.is_empty() {
                excerpt.push(' ');
            }
            excerpt.extend(word.chars().take(LENGTH));
            if excerpt.chars().count() > LENGTH {
                return excerpt.chars().take(LENGTH).chain("...".chars()).collect();
            }
        }
        excerpt
    }
}

/// Splits SMT-LIB text into its outermost expressions.
///
/// The error is a sentence: parentheses that do not match, a string or quoted symbol without an end,
/// or a zero byte, which the interface to Z3 cannot carry.
pub(super) fn pieces(text: &str) -> Result<Vec<Piece<'_>>, String> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut line = 1;
    let mut depth = 0_usize;
    let mut start = (0, 1);
    let mut at = 0;
    while at < bytes.len() {
        let here = at;
        let line_here = line;
        let closes = bytes[at] == b')';
        // Step over one token; `at` is behind it afterwards.
        match bytes[at] {
            0 => return Err(format!("line {line} of the script has a zero byte")),
            b' ' | b'\t' | b'\r' => {
                at += 1;
                continue;
            }
            b'\n' => {
                at += 1;
                line += 1;
                continue;
            }
            b';' => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
                continue;
            }
            b'(' => {
                at += 1;
                if depth == 0 {
                    start = (here, line);
                }
                depth += 1;
                continue;
            }
            b')' => {
                at += 1;
                depth = depth.checked_sub(1).ok_or_else(|| {
                    format!("line {line} of the script closes a parenthesis that is not open")
                })?;
            }
            quote @ (b'"' | b'|') => {
                // A doubled quote inside a string reads here as two strings without a gap, which comes
                // to the same for finding where commands end.
                at += 1;
                loop {
                    match bytes.get(at) {
                        None => {
                            return Err(format!(
                                "line {line_here} of the script opens a quotation that does not end"
                            ));
                        }
                        Some(&byte) => {
                            at += 1;
                            line += usize::from(byte == b'\n');
                            if byte == quote {
                                break;
                            }
                        }
                    }
                }
            }
            _ => {
                while at < bytes.len() && !b" \t\r\n;()\"|\0".contains(&bytes[at]) {
                    at += 1;
                }
            }
        }
        if depth == 0 {
            if !closes {
                start = (here, line_here);
            }
            pieces.push(Piece {
                text: &text[start.0..at],
                end: at,
                line: start.1,
            });
        }
    }
    if depth > 0 {
        return Err(format!(
            "the parenthesis opened in line {} of the script is not closed",
            start.1
        ));
    }
    Ok(pieces)
}

/// The commands a script may have.
const COMMANDS: &[&str] = &[
    "assert",
    "declare-const",
    "declare-datatype",
    "declare-datatypes",
    "declare-fun",
    "declare-sort",
    "define-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "define-sort",
    "set-info",
];

/// The commands of a script with exactly `assertions` assertions and no command that is not allowed.
pub(super) fn commands(script: &str, assertions: usize) -> Result<Vec<Piece<'_>>, String> {
    let commands = pieces(script)?;
    for command in &commands {
        if !COMMANDS.contains(&command.head()) {
            return Err(format!(
                "line {} of the script is not a command it may have: {}",
                command.line,
                command.excerpt()
            ));
        }
    }
    let found = commands
        .iter()
        .filter(|command| command.head() == "assert")
        .count();
    if found == assertions {
        Ok(commands)
    } else {
        Err(format!(
            "the script has {found} assertions, but {assertions} were announced"
        ))
    }
}

/// Whether `text` is one term and nothing else.
pub(super) fn is_one_term(text: &str) -> bool {
    // The line end closes a comment that `text` might end in.
    pieces(text).is_ok_and(|found| found.len() == 1 && found[0].text == text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(script: &str) -> Result<Vec<&str>, String> {
        Ok(pieces(script)?
            .into_iter()
            .map(|piece| piece.text)
            .collect())
    }

    #[test]
    fn commands_are_found_through_comments_strings_and_quoted_symbols() {
        let script = "; (a comment\n(declare-const |a)(\n b| Int) (assert ; )\n (= |a)(\n b| 1))\n(set-info :x \"a \"\")\")";
        let found = pieces(script).unwrap_or_default();
        assert_eq!(
            found.iter().map(|piece| piece.head()).collect::<Vec<_>>(),
            ["declare-const", "assert", "set-info"]
        );
        assert_eq!(
            found.iter().map(|piece| piece.line).collect::<Vec<_>>(),
            [2, 3, 6]
        );
        assert_eq!(found[2].text, "(set-info :x \"a \"\")\")");
        assert_eq!(found[2].end, script.len());
    }

    #[test]
    fn atoms_and_empty_texts() {
        assert_eq!(
            texts("a (b) |c d| \"e\""),
            Ok(vec!["a", "(b)", "|c d|", "\"e\""])
        );
        assert_eq!(texts(" ; nothing"), Ok(vec![]));
        assert_eq!(texts("() ( )"), Ok(vec!["()", "( )"]));
    }

    #[test]
    fn unbalanced_texts_are_refused() {
        for script in ["(a", "a)", "(a |b)", "(a \"b)", "(a\0)"] {
            assert!(pieces(script).is_err(), "{script:?}");
        }
    }

    #[test]
    fn only_declarations_and_assertions() {
        assert!(commands("(declare-const x Int)(assert (> x 0))", 1).is_ok());
        for command in [
            "(check-sat)",
            "(reset)",
            "(pop 1)",
            "(set-option :smt.mbqi true)",
            "(exit)",
            "x",
            "((assert true))",
        ] {
            assert!(commands(command, 0).is_err(), "{command}");
        }
        assert_eq!(
            commands("(assert true)", 2),
            Err("the script has 1 assertions, but 2 were announced".into())
        );
    }

    #[test]
    fn one_term() {
        for term in ["x", "|x y|", "(+ x 1)", " (f x) "] {
            assert!(is_one_term(term), "{term}");
        }
        for other in ["", "x y", "x))(assert (= false true", "x ; comment", "(x"] {
            assert!(!is_one_term(other), "{other}");
        }
    }

    #[test]
    fn excerpts_are_short_and_on_one_line() {
        let long = format!("(assert\n  {})", "é".repeat(400));
        let found = pieces(&long).unwrap_or_default();
        let excerpt = found[0].excerpt();
        assert!(excerpt.starts_with("(assert é"));
        assert_eq!(excerpt.chars().count(), 163);
    }
}
