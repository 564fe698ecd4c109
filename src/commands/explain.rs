//! `alpinist explain`.

use crate::cli::{ExplainArgs, Format};
use crate::output::{self, Failure};
use report::status::Status;
use serde::Serialize;
use text::code::Code;
use text::diagnostics::{CodeInfo, Diagnostic};
use text::nearest::nearest;

/// What the exit statuses mean.
pub const EXIT_STATUSES: &[(u8, &str)] = &[
    (0, "everything asked for holds"),
    (
        1,
        "an obligation is refuted or failed, of the program or of a step's result; the step is \
         named and no program printed",
    ),
    (
        2,
        "the input or the command line is wrong: syntax, names, types, an unknown site, no method \
         of that name, an unreadable file, no solver",
    ),
    (
        3,
        "unknown: a limit, a fault, an unsupported construct (`U…`), or nothing to verify",
    ),
    (4, "a transformation is not applicable"),
    (5, "`--check`, `--diff`: something would change"),
    (101, "a fault of the program itself; it prints what to send"),
];

#[derive(Serialize)]
struct Listing {
    schema: &'static str,
    schema_version: u32,
    codes: Vec<Explained>,
    exit_statuses: Vec<ExitStatus>,
}

#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    info: CodeInfo,
    /// The example, mended.
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected: Option<String>,
}

#[derive(Serialize)]
struct ExitStatus {
    status: u8,
    text: &'static str,
}

/// Says what a code means.
///
/// # Errors
/// If standard output cannot be written.
pub fn run(args: &ExplainArgs) -> Result<Status, Failure> {
    let all = codes::all();
    let wanted = args.code.as_deref().unwrap_or("").trim().to_uppercase();
    let exit = EXIT_STATUSES
        .iter()
        .find(|(status, _)| wanted.parse() == Ok(*status));
    let found: Vec<CodeInfo> = if args.all {
        all
    } else {
        match wanted.parse::<Code>() {
            Ok(code) => all.into_iter().filter(|info| info.code == code).collect(),
            Err(_) => Vec::new(),
        }
    };
    // A word that is no code finds the codes about it.
    let found = match found.is_empty() && exit.is_none() {
        true => about(&wanted),
        false => found,
    };
    if found.is_empty() && exit.is_none() {
        let code = args.code.as_deref().unwrap_or("");
        let diagnostic = Diagnostic::global(Code::C011, format!("there is no code `{code}`"))
            .with_help(match meant(code) {
            Some(near) => {
                format!("did you mean `{near}`? `alpinist explain --all` lists the codes")
            }
            None => {
                "`alpinist explain --all` lists the codes; `alpinist explain WORD` searches them"
                    .to_owned()
            }
        });
        output::tell(&diagnostic);
        return Ok(Status::Wrong);
    }
    let text = match args.format {
        Format::Json => {
            let statuses = EXIT_STATUSES
                .iter()
                .filter(|pair| args.all || exit == Some(pair))
                .map(|&(status, text)| ExitStatus { status, text });
            let listing = Listing {
                schema: "alpinist-codes",
                schema_version: 1,
                codes: found
                    .into_iter()
                    .map(|info| Explained {
                        corrected: codes::parted(&info).1,
                        info,
                    })
                    .collect(),
                exit_statuses: statuses.collect(),
            };
            report::json::pretty(&listing)
        }
        Format::Text if args.all => {
            let mut text = String::new();
            for info in &found {
                text.push_str(&format!("{}  {}\n", info.code, info.title));
            }
            text.push_str("\nExit status:\n");
            for (status, meaning) in EXIT_STATUSES {
                text.push_str(&format!("{status:>4}  {meaning}\n"));
            }
            text
        }
        Format::Text if found.len() > 1 => {
            let lines = found.iter();
            let lines = lines.map(|info| format!("{}  {}\n", info.code, info.title));
            format!(
                "{}\n`alpinist explain CODE` explains one of them\n",
                lines.collect::<String>()
            )
        }
        Format::Text => match (found.first(), exit) {
            (Some(info), _) => describe(info),
            (None, Some((status, meaning))) => format!("exit status {status}: {meaning}\n"),
            (None, None) => String::new(),
        },
    };
    output::print(&text)?;
    Ok(Status::Holds)
}

/// The shortest word that is searched for.
const WORD: usize = 3;

/// The codes whose title has a word that begins so, or if there is none, whose text has.
fn about(wanted: &str) -> Vec<CodeInfo> {
    let wanted = wanted.to_lowercase();
    let is_word = |c: char| c.is_alphabetic() || c == '-' || c == ' ' || c == '_';
    if wanted.chars().count() < WORD || !wanted.chars().all(is_word) {
        return Vec::new();
    }
    let has = |text: &str| {
        let text = text.to_lowercase();
        let mut hits = text.match_indices(&wanted);
        hits.any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
    };
    let all = codes::all();
    let titled: Vec<CodeInfo> = all.iter().filter(|info| has(info.title)).copied().collect();
    match titled.is_empty() {
        true => all.into_iter().filter(|info| has(info.text)).collect(),
        false => titled,
    }
}

/// The code that is meant by what is none: the number with fewer or more zeros, or a slip.
fn meant(word: &str) -> Option<String> {
    let word = word.trim().to_uppercase();
    let (letter, digits) = word.split_at_checked(1)?;
    if let Ok(number) = digits.parse::<u32>()
        && let Ok(code) = format!("{letter}{number:03}").parse::<Code>()
    {
        return Some(code.to_string());
    }
    let all: Vec<String> = Code::ALL.iter().map(Code::to_string).collect();
    nearest(&word, all.iter().map(String::as_str)).map(str::to_owned)
}

fn describe(info: &CodeInfo) -> String {
    let (said, corrected) = codes::parted(info);
    let mut text = format!("{}: {}\n\n{}\n", info.code, info.title, wrap(&said, 80));
    let corrected = corrected.unwrap_or_default();
    let shown = [("Example", info.example), ("Corrected", &corrected)];
    for (head, program) in shown.iter().filter(|(_, program)| !program.is_empty()) {
        text.push_str(&format!("\n{head}:\n\n"));
        for line in program.lines() {
            text.push_str(format!("    {line}").trim_end());
            text.push('\n');
        }
    }
    text
}

/// Breaks paragraphs at blanks; indented lines, lists and code blocks stay as they are.
fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    let mut code = false;
    for line in text.lines() {
        let fence = line.starts_with("```");
        let fixed = code || fence || line.starts_with([' ', '-', '|', '#', '>']);
        code ^= fence;
        if fixed || line.is_empty() {
            if column > 0 {
                out.push('\n');
            }
            column = 0;
            out.push_str(line);
            out.push('\n');
            continue;
        }
        for word in line.split_whitespace() {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > width {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
    }
    out.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_and_code_is_not() {
        let text = "one two three four\nfive\n\n```\na very long line of code\n```\nsix";
        let expected = "one two\nthree four\nfive\n\n```\na very long line of code\n```\nsix";
        assert_eq!(wrap(text, 10), expected);
    }
}
