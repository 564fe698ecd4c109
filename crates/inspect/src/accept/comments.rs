//! Comments that accept findings: `// alpinist: allow K301 reason`.
//!
//! One that is not understood is reported and accepts nothing. One in a string, in the body of a macro or between `#if 0`
//! and the end of that is none. Where another condition of the preprocessor leaves the lines out, so it does the finding,
//! for a comment is about its own line or the one behind it.

use super::{Comment, is_finding};
use clang::Reading;
use clang::place::Role;
use clang::remarks::{Remark, remarks};
use std::collections::BTreeSet;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;

/// The word that accepts.
const ALLOW: &str = "allow";

/// The comments of all files of a reading, and what is wrong with those that are not understood; `text` is that of the
/// first file as it was read.
pub(crate) fn read(reading: &Reading, text: &str) -> (Vec<Comment>, Vec<Diagnostic>) {
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let files = reading.unit.files.iter().zip(0u32..);
    for (file, number) in files.filter(|(file, _)| file.role != Role::Own) {
        let text = if number == 0 { text } else { &file.source.text };
        of_file((number, &file.source), text, &mut found, &mut wrong);
    }
    (found, wrong)
}

fn of_file(
    (file, source): (u32, &SourceFile),
    text: &str,
    found: &mut Vec<Comment>,
    wrong: &mut Vec<Diagnostic>,
) {
    let line = |at: usize| source.line_column(at).line;
    let all = remarks(text);
    // Clang ends lines at a carriage return alone, and a string of Python may have several lines in one.
    let ends = |text: &str| text.matches('\n').count();
    let returns = text.matches('\r').count() != text.matches("\r\n").count();
    let unclear = returns || ends(text) != ends(&source.text);
    // The lines that comments alone fill: several in a row are about what follows the last.
    let alone: Vec<(usize, usize)> = all
        .iter()
        .filter(|one| one.alone)
        .map(|one| (line(one.range.start), line(one.range.end)))
        .collect();
    for remark in all.iter().filter(|one| !one.dead) {
        let span = Span::new(file, remark.range.start, remark.range.end);
        match understood(remark, unclear) {
            Ok((codes, reason)) => found.push(Comment {
                span,
                line: match remark.alone {
                    true => behind(line(remark.range.end), &alone),
                    false => line(remark.range.start),
                },
                codes,
                reason,
                used: BTreeSet::new(),
            }),
            Err(why) => {
                let message = format!("this comment accepts nothing: {why}");
                let help = "write `// alpinist: allow K301 reason` at the line of a finding, or alone before it";
                wrong.push(Diagnostic::warning(Code::K016, span, message).with_help(help));
            }
        }
    }
}

/// The line behind a comment that ends in this one, and behind those that follow it directly.
fn behind(line: usize, alone: &[(usize, usize)]) -> usize {
    let next = alone.iter().find(|(start, _)| *start == line + 1);
    next.map_or(line + 1, |(_, end)| behind(*end, alone))
}

/// What a comment accepts, and why; or what is wrong with it.
fn understood(remark: &Remark, unclear: bool) -> Result<(BTreeSet<Code>, String), String> {
    if unclear {
        return Err("it is not clear where lines of this file end".to_owned());
    }
    let (word, rest) = first(&remark.text);
    if word != ALLOW {
        return Err(format!("`{ALLOW}` is expected behind `alpinist:`"));
    }
    if remark.in_directive {
        return Err("it stands in a directive, such as the body of a macro".to_owned());
    }
    let (names, reason) = first(rest);
    if names.is_empty() {
        return Err("it names no code".to_owned());
    }
    let mut codes = BTreeSet::new();
    for name in names.split(',') {
        let code = name.parse::<Code>();
        let code = code.map_err(|_| format!("there is no code `{name}`"))?;
        if !is_finding(code) {
            return Err(format!("{code} is not the code of a finding"));
        }
        codes.insert(code);
    }
    if !reason.contains(char::is_alphanumeric) {
        return Err("it gives no reason".to_owned());
    }
    Ok((codes, reason.to_owned()))
}

/// The first word of a text, and the rest.
fn first(text: &str) -> (&str, &str) {
    text.split_once(' ').unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_about_their_line_or_the_one_behind() {
        let text = "a; // alpinist: allow K301 one\n// alpinist: allow K302,K305 two words\n\
                    /* alpinist: allow K306\n   three */\nb;\n/* alpinist: allow K307 four */ c;\n\
                    // alpinist: allow K301\n// alpinist: allow\n// alpinist: allow K999 x\n\
                    // alpinist: allow K410 x\n// alpinist: alow K301 x\n#define M 1 // alpinist: allow K301 x\n\
                    #if 0\n// alpinist: allow K301 x\n#endif\n\"// alpinist: allow K301 x\";\n// alpinist: allow K301, x\n\
                    // alpinist: allow K301 -\n";
        let (mut found, mut wrong) = (Vec::new(), Vec::new());
        let source = SourceFile::new("a.cu", text);
        of_file((0, &source), text, &mut found, &mut wrong);
        let found: Vec<String> = found
            .iter()
            .map(|one| {
                let codes: Vec<&str> = one.codes.iter().map(|code| code.as_str()).collect();
                format!("{} {} {}", one.line, codes.join("+"), one.reason)
            })
            .collect();
        let expected = [
            "1 K301 one",
            "5 K302+K305 two words",
            "5 K306 three",
            "6 K307 four",
        ];
        assert_eq!(found, expected);
        let wrong: Vec<&str> = wrong
            .iter()
            .filter_map(|one| one.message.split_once(": ").map(|(_, why)| why))
            .collect();
        let expected = [
            "it gives no reason",
            "it names no code",
            "there is no code `K999`",
            "K410 is not the code of a finding",
            "`allow` is expected behind `alpinist:`",
            "it stands in a directive, such as the body of a macro",
            "there is no code ``",
            "it gives no reason",
        ];
        assert_eq!(wrong, expected);
    }
}
