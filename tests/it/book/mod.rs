//! The book (`docs/book/src`): each program in it is written to a file, each command is run, and prints
//! what stands below it; every chapter is in the table of contents. Every link of a page leads somewhere.
//!
//! `ALPINIST_UPDATE=1` writes what the commands print into the chapters, `ALPINIST_ONLY=WORD` takes
//! the chapters whose names have the word.

mod links;
mod markdown;
mod session;

use crate::common::each::{all_pass, none_failed, wanted};
use crate::common::{asked, root, say, settled};
use clang::find::Program;
use markdown::{Block, Kind, blocks};
use session::Session;
use similar::TextDiff;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The folder of the chapters.
fn source() -> PathBuf {
    root().join("docs/book/src")
}

/// Documents that are told in the same way.
const TOLD: [&str; 2] = ["docs/mistakes.md", "docs/stranger.md"];

/// The chapters, and the documents beside them.
fn told() -> Vec<PathBuf> {
    let more = TOLD.map(|path| root().join(path));
    chapters().into_iter().chain(more).collect()
}

/// The chapters, sorted, without the table of contents.
fn chapters() -> Vec<PathBuf> {
    let found = std::fs::read_dir(source()).unwrap();
    let mut found: Vec<PathBuf> = found.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| !path.ends_with(links::CONTENTS));
    found.sort();
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn commands_print_what_the_book_shows() {
    let no_clang = Program::find().is_none();
    let (mut taken, mut left) = (Vec::new(), Vec::new());
    for path in told().into_iter().filter(|path| wanted(&name(path))) {
        let text = std::fs::read_to_string(&path).unwrap();
        let needs = |block: &Block| block.kind.is_kernel();
        match no_clang && blocks(&text).unwrap().iter().any(needs) {
            true => left.push(name(&path)),
            false => taken.push((path, text)),
        }
    }
    if !left.is_empty() {
        let left = left.join(", ");
        say(&format!("skipped: {left}: there is no clang (./x setup)"));
    }
    all_pass(
        &taken,
        |(path, _)| name(path),
        |(path, text)| {
            let now = carried_out(text)?;
            if shown(&now) == shown(text) {
                return Ok(());
            }
            if asked("ALPINIST_UPDATE") {
                return std::fs::write(path, now).map_err(|error| error.to_string());
            }
            Err(difference(&name(path), text, &now))
        },
    );
}

/// A chapter with what its commands print now.
fn carried_out(text: &str) -> Result<String, String> {
    let mut session = Session::new();
    let mut out: Vec<String> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut next = 0;
    for block in blocks(text)? {
        out.extend(
            lines[next..block.body.start]
                .iter()
                .map(|line| (*line).to_owned()),
        );
        let body = &lines[block.body.clone()];
        match &block.kind {
            Kind::File { name, .. } => {
                session.write(name, body);
                out.extend(body.iter().map(|line| (*line).to_owned()));
            }
            Kind::Console => {
                for command in body.iter().filter_map(|line| line.strip_prefix("$ ")) {
                    out.push(format!("$ {command}"));
                    out.extend(session.run(command)?.lines().map(str::to_owned));
                }
            }
        }
        next = block.body.end;
    }
    out.extend(lines[next..].iter().map(|line| (*line).to_owned()));
    Ok(out.join("\n") + "\n")
}

/// A chapter without the figures that change whenever the checker finds another way to the same
/// verdict.
fn shown(text: &str) -> String {
    let text = settled(text);
    let lines = text.lines().map(|line| match line.strip_suffix(" proved") {
        // A review says of each line how many obligations were proved there.
        Some(before) => format!(
            "{}N proved",
            before.trim_end_matches(|c: char| c.is_ascii_digit())
        ),
        None => line.to_owned(),
    });
    lines.collect::<Vec<String>>().join("\n") + "\n"
}

fn difference(name: &str, old: &str, new: &str) -> String {
    let (old, new) = (shown(old), shown(new));
    let diff = TextDiff::from_lines(&old, &new);
    let (stands, comes) = (format!("{name} in the book"), "what is printed now");
    let diff = diff
        .unified_diff()
        .context_radius(4)
        .header(&stands, comes)
        .to_string();
    format!("{diff}`ALPINIST_UPDATE=1` writes it")
}

#[test]
fn chapters_are_listed_and_links_lead_somewhere() {
    let listed = links::listed(&std::fs::read_to_string(source().join(links::CONTENTS)).unwrap());
    let named: Vec<String> = chapters().iter().map(|path| name(path)).collect();
    let mut sorted = listed.clone();
    sorted.sort();
    assert_eq!(sorted, named, "{} and the folder differ", links::CONTENTS);
    let pages = ["README.md", "ARCHITECTURE.md", "docs", "integrations"].map(|at| root().join(at));
    let pages = pages.into_iter().flat_map(WalkDir::new);
    let pages = pages.map(|entry| entry.unwrap().into_path());
    // Others' pages lie in there.
    let own = |path: &PathBuf| {
        !path
            .components()
            .any(|part| part.as_os_str() == "node_modules")
    };
    let results = pages
        .filter(|path| path.extension().is_some_and(|ending| ending == "md") && own(path))
        .map(|path| (path.display().to_string(), links::lead_somewhere(&path)));
    none_failed(results);
}

/// A reader of the pages sees no info strings: what a file is called stands above it.
#[test]
fn files_are_named_above_their_text() {
    let results = chapters().into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        (name(&path), named_above(&text))
    });
    none_failed(results);
}

fn named_above(text: &str) -> Result<(), String> {
    let lines: Vec<&str> = text.lines().collect();
    for block in blocks(text)? {
        let Kind::File { name, .. } = &block.kind else {
            continue;
        };
        let fence = block.body.start - 1;
        let above = lines[..fence].iter().rev().find(|line| !line.is_empty());
        if above.is_none_or(|above| **above != format!("`{name}`:")) {
            return Err(format!(
                "line {}: `{name}`: does not stand above",
                fence + 1
            ));
        }
    }
    Ok(())
}

/// Codes and their ranges are those that `alpinist explain` knows.
#[test]
fn codes_in_the_book_are_explained() {
    let all = crate::common::alpinist_in(root(), &["explain", "--all"]).stdout;
    let known = |code: &str| all.lines().any(|line| line.starts_with(code));
    let results = chapters().into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let unknown: Vec<String> = markdown::codes(&text).filter(|code| !known(code)).collect();
        let result = match unknown.is_empty() {
            true => Ok(()),
            false => Err(unknown.join(", ")),
        };
        (name(&path), result)
    });
    none_failed(results);
}

#[test]
fn a_difference_is_shown() {
    let chapter = "A\n\n`a.pvl`:\n\n```pvl,file=a.pvl\nvoid m() { assert 1 == 1; }\n```\n\n\
                   ```console\n$ cat a.pvl\nnothing\n$ (exit 3)\n$ echo $?\n4\n```\nend\n";
    let now = carried_out(chapter).unwrap();
    let right = chapter
        .replace("nothing", "void m() { assert 1 == 1; }")
        .replace("4\n", "3\n");
    assert_eq!(now, right);
    let diff = difference("x.md", chapter, &now);
    assert!(diff.contains("-nothing\n+void m()"), "{diff}");
    assert!(blocks("```console\n$ x\n").is_err());
    assert!(blocks("```sh\nx\n```\n").is_err());
    assert!(blocks("```console\nx\n```\n").is_err());
    assert!(blocks("```pvl,file=../x.pvl\nx\n```\n").is_err());
    assert!(named_above("text\n\n```pvl,file=a.pvl\n```\n").is_err());
}
