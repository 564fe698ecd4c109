//! What a user reads has the terms of the field, and not the phrases that stood for them before: pages, the texts
//! of messages, codes and assumptions in the sources, and `--help`.

use crate::common::{alpinist_in, root};
use fancy_regex::Regex;
use std::sync::LazyLock;
use trials::Suite;
use walkdir::WalkDir;

/// Phrases that no page has, as patterns of whole words, each with what to write.
const PHRASES: [(&str, &str); 35] = [
    ("not decided|undecided|(is|are) open", "unknown"),
    ("not looked at|looked at", "unknown, checked, read"),
    ("(is|are|be|was|were) told", "reported"),
    (
        "told (as|apart|that|in|by|of|with)",
        "reported, distinguished",
    ),
    ("tells? apart", "distinguish"),
    ("taken for granted|takes? for granted", "assumed"),
    (
        "(is|are|was|were|be) taken to|takes? it that|it is taken that",
        "assumed",
    ),
    (
        "for certain|is certain|certain (finding|findings)|findings? is certain",
        "confirmed by execution",
    ),
    (
        "(the|a|of the) judges?",
        "differential testing, the executor",
    ),
    ("a trial|trials|the trial", "replay"),
    ("traps?", "soundness test"),
    (
        "weights? of barriers|barriers? weighs?|least weight|one weight|weighs? (as|nothing|one|1)",
        "cost",
    ),
    ("without a sign|with a sign", "unsigned, signed"),
    ("truth values?", "Boolean"),
    (
        "numbers? that wraps?|numbers that do not overflow",
        "wrapping arithmetic",
    ),
    ("(comes?|came) round", "is periodic, wraps"),
    ("wraps? round|wrapped round", "wraps"),
    ("behind the preprocessor", "after preprocessing"),
    (
        "(in|as|is|are|to|of|pass|passes) one memory",
        "the same buffer, aliased",
    ),
    ("lanes are meant|threads are meant", "active mask"),
    ("gatherings?", "convergence"),
    ("what comes out|comes out as", "the result, the output"),
    ("content with", "accepts"),
    (
        "(is|are|was) said (of|about|to)|nothing is said|what is said",
        "reported",
    ),
    (
        "believes? nothing|is believed|are believed|not believed",
        "trusted",
    ),
    (
        "be mended|is mended|are mended|mends? (it|them|that|a|the)",
        "repair, correct",
    ),
    ("as they come", "in order"),
    ("has no number in", "is no integer parameter of"),
    ("held against", "checked against"),
    ("nothing says (which|what)", "any, unspecified"),
    (
        "nobody (gave|asked|chose|proves)",
        "uninitialized, the default",
    ),
    ("nothing would come of it", "has no effect"),
    ("(is|are) no matter of", "is not about"),
    ("go in lock-step", "run in lockstep"),
    ("any size is meant", "is checked for all sizes"),
];

/// The phrases as patterns, made once.
static PATTERNS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let pattern = |phrase| Regex::new(&format!(r"(?i)\b({phrase})\b")).unwrap();
    PHRASES
        .into_iter()
        .map(|(phrase, write)| (pattern(phrase), write))
        .collect()
});

/// Ordinary uses: the end of a page's path, and the words around the phrase.
const EXEMPT: [(&str, &str); 4] = [
    // Of an invariant of PVL between `atomic` and its end, and of a brace.
    ("codes/src/concurrent.rs", "invariant that is open"),
    ("oracle/src/exec/atomic.rs", "the invariant is open"),
    ("seplog/src/report/messages.rs", "invariant is open"),
    (
        "spec-lang/src/parse/codes.rs",
        "closes nothing that is open",
    ),
];

/// A line without code between backticks and without what links lead to.
fn words_of(line: &str) -> String {
    let line: Vec<&str> = line.split('`').step_by(2).collect();
    let line = line.join("`");
    let mut parts = line.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| {
        let behind = part.split_once(')').map_or("", |(_, behind)| behind);
        format!("{before}]{behind}")
    })
}

/// The paragraphs of a text's prose, each with the number of its first line.
fn paragraphs(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut last = 0;
    for (number, line) in super::book::markdown::prose(text) {
        // Examples and commands keep their words.
        if line.trim().is_empty() || line.starts_with("    ") {
            continue;
        }
        match found.last_mut().filter(|_| last + 1 == number) {
            Some((_, before)) => *before = format!("{before} {}", line.trim()),
            None => found.push((number, line.to_owned())),
        }
        last = number;
    }
    found
}

/// The phrases in the prose of a text, with their lines.
fn found_in(path: &str, text: &str) -> Vec<String> {
    phrases(path, paragraphs(text))
}

/// The phrases in paragraphs, with their lines.
fn phrases(path: &str, paragraphs: Vec<(usize, String)>) -> Vec<String> {
    let mut found = Vec::new();
    for (number, paragraph) in paragraphs {
        let paragraph = words_of(&paragraph);
        for (pattern, write) in PATTERNS.iter() {
            let Ok(Some(hit)) = pattern.find(&paragraph) else {
                continue;
            };
            let exempt = EXEMPT
                .iter()
                .any(|(page, words)| path.ends_with(page) && paragraph.contains(words));
            if !exempt {
                let hit = hit.as_str();
                found.push(format!("line {number}: `{hit}`: write {write}"));
            }
        }
    }
    found
}

/// The folders with sources whose literals a user may read.
const SOURCES: [&str; 4] = ["src", "crates", "transforms/src", "spec-lang/src"];

/// Where no message is made: tests, and crates that only tests use.
const UNREAD: [&str; 4] = ["/tests/", "crates/bench/", "crates/trials/", "/benches/"];

/// The literals of a source before its tests that are sentences, each with its line.
fn literals(text: &str) -> Vec<(usize, String)> {
    static LITERAL: LazyLock<Regex> = LazyLock::new(|| {
        // A comment, a character, a raw literal, or a literal: whichever begins first.
        Regex::new(r##"(?s)//[^\n]*|'(?:\\.[^']*|[^\\'])'|r(#*)"(?<raw>.*?)"\1|"(?<plain>(?:\\.|[^"\\])*)""##)
            .unwrap()
    });
    static BREAK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\\\n\s*").unwrap());
    let end = text.find("\n#[cfg(test)]").unwrap_or(text.len());
    let all = LITERAL.captures_iter(&text[..end]).map(Result::unwrap);
    let literals = all.filter_map(|found| {
        let literal = found.name("plain").or_else(|| found.name("raw"))?;
        let line = text[..literal.start()].matches('\n').count() + 1;
        let sentence = BREAK.replace_all(literal.as_str(), "");
        sentence
            .contains(' ')
            .then(|| (line, sentence.into_owned()))
    });
    literals.collect()
}

/// Adds a test for each source with messages.
fn add_sources(suite: &mut Suite) {
    let all = SOURCES.iter().flat_map(|at| WalkDir::new(root().join(at)));
    let all = all.map(|entry| entry.unwrap().into_path());
    let all = all.filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let named = all.map(|path| {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        (name, path)
    });
    let read = named.filter(|(name, _)| !UNREAD.iter().any(|part| name.contains(part)));
    let cases = read.map(|(name, path)| (name.clone(), true, (name, path)));
    suite.cases("words::source", cases, |(name, path)| {
        let text = std::fs::read_to_string(path).unwrap();
        nothing(phrases(&name, literals(&text)))
    });
}

/// The commands whose help is read.
const COMMANDS: &str = "optimize verify emit races contract equal repair plan review ci run fmt audit explain lsp setup";

fn add_help(suite: &mut Suite) {
    let cases = COMMANDS
        .split(' ')
        .map(|command| (command.to_owned(), true, command));
    suite.cases("words::help", cases, |command| {
        let help = alpinist_in(root(), &[command, "--help-all"]).stdout;
        let lines = help.split("\n\n").map(|part| (0, part.replace('\n', " ")));
        nothing(phrases(command, lines.collect()))
    });
}

/// That no phrase was found.
fn nothing(found: Vec<String>) -> Result<(), String> {
    match found.is_empty() {
        true => Ok(()),
        false => Err(found.join("\n")),
    }
}

pub fn add(suite: &mut Suite) {
    add_sources(suite);
    add_help(suite);
    let pages = ["README.md", "ARCHITECTURE.md", "docs"];
    let pages = pages
        .into_iter()
        .flat_map(|at| WalkDir::new(root().join(at)));
    let pages = pages.map(|entry| entry.unwrap().into_path());
    let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let cases = pages.map(|path| {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        (name.clone(), true, (name, path))
    });
    suite.cases("words", cases, |(name, path)| {
        nothing(found_in(&name, &std::fs::read_to_string(path).unwrap()))
    });
}

pub fn phrases_are_found() {
    let text = "A kernel is not\ndecided.\n\n    what comes out\n\n```console\n$ x\nnot decided\n```\nSay `not decided`, it is TOLD.\n";
    let found = found_in("x.md", text);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("line 1: `not decided`"), "{found:?}");
    assert!(found[1].starts_with("line 10: `is TOLD`"), "{found:?}");
}

pub fn literals_are_found() {
    let text = "// \"a b\"\nlet c = '\"'; say(\"not \\\n    decided\", r#\"two \"words\"\"#);\n#[cfg(test)]\n\"in tests\"";
    let found = literals(text);
    let expected = [(2, "not decided"), (3, "two \"words\"")];
    let expected = expected.map(|(line, words)| (line, words.to_owned()));
    assert_eq!(found, expected);
}
