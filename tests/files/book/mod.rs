//! The book (`docs/book/src`), README and other pages: each program in them is written to a file, each
//! command is run and prints what is below it; every chapter is in the table of contents, and every link
//! has a target.
//!
//! `ALPINIST_UPDATE=1` writes what the commands print into the chapters.

pub mod links;
pub mod markdown;
mod session;

use crate::common::{BOOK, alpinist_in, no_clang, root, settled};
use markdown::{Kind, blocks};
use session::Session;
use similar::TextDiff;
use std::path::{Path, PathBuf};
use trials::{Suite, one_in, updating};
use walkdir::WalkDir;

/// The folder of the chapters.
fn source() -> PathBuf {
    root().join(BOOK)
}

/// Other pages whose commands are run, or folders of such pages.
const MORE: [&str; 9] = [
    "docs/emit.md",
    "docs/execution.md",
    "docs/kernels",
    "docs/mistakes",
    "docs/python.md",
    "docs/repair.md",
    "docs/review.md",
    "docs/steps-on-kernels.md",
    "docs/stranger.md",
];

/// The chapters, and the pages beside them, with the names of their tests.
fn with_commands() -> Vec<(String, PathBuf)> {
    let chapters = chapters().into_iter().map(|path| (name(&path), path));
    let more = MORE
        .into_iter()
        .flat_map(|at| WalkDir::new(root().join(at)));
    let more = more.map(|entry| entry.unwrap().into_path());
    let more = more.filter(|path| path.is_file()).map(|path| {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        (name, path)
    });
    let mut all: Vec<(String, PathBuf)> = chapters.chain(more).collect();
    all.sort();
    all
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

/// Every page of the repository but those of others, by its path from the root.
fn pages() -> Vec<PathBuf> {
    let places = ["README.md", "ARCHITECTURE.md", "docs", "integrations"];
    let all = places
        .into_iter()
        .flat_map(|at| WalkDir::new(root().join(at)));
    let all = all.map(|entry| entry.unwrap().into_path());
    let pages = all.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let pages = pages.map(|path| path.strip_prefix(root()).unwrap().to_path_buf());
    let own = |path: &PathBuf| {
        !path
            .components()
            .any(|part| part.as_os_str() == "node_modules")
    };
    let mut pages: Vec<PathBuf> = pages.filter(own).collect();
    pages.sort();
    pages
}

pub fn add(suite: &mut Suite) {
    let needs_clang = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        blocks(&text)
            .unwrap()
            .iter()
            .any(|block| block.kind.is_kernel())
    };
    let mut shown = with_commands();
    let mut first = vec![("README.md".to_owned(), true, root().join("README.md"))];
    if let Some(why) = no_clang() {
        shown.retain(|(_, path)| !needs_clang(path));
        first.clear();
        suite.absent("book::commands of pages with kernels", why);
    }
    // Every day README, and one in two of the others.
    let cases = one_in(2, shown, |_| false).into_iter().chain(first);
    suite.cases("book::commands", cases, |path| commands(&path));
    let pages = pages().into_iter();
    let pages = pages.map(|path| (path.display().to_string(), true, root().join(path)));
    suite.cases("book::links", pages, |path| links::lead_somewhere(&path));
    // A reader of the pages sees no info strings: the name of a file is above it.
    let pages = with_commands().into_iter();
    let pages = pages.map(|(name, path)| (name, true, path));
    let readme = ("README.md".to_owned(), true, root().join("README.md"));
    suite.cases("book::names", pages.chain([readme]), |path| {
        named_above(&std::fs::read_to_string(path).unwrap())
    });
    let pages = with_commands().into_iter();
    let pages = pages.map(|(name, path)| (name, true, path));
    suite.cases("book::codes", pages, |path| codes_are_explained(&path));
}

/// Commands print what a chapter shows.
fn commands(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).unwrap();
    let now = carried_out(&text)?;
    if shown(&now) == shown(&text) {
        return Ok(());
    }
    if updating() {
        return std::fs::write(path, now).map_err(|error| error.to_string());
    }
    Err(difference(&name(path), &text, &now))
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

pub fn chapters_are_listed() {
    let mut listed =
        links::listed(&std::fs::read_to_string(source().join(links::CONTENTS)).unwrap());
    let named: Vec<String> = chapters().iter().map(|path| name(path)).collect();
    listed.sort();
    assert_eq!(listed, named, "{} and the folder differ", links::CONTENTS);
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
fn codes_are_explained(path: &Path) -> Result<(), String> {
    let all = alpinist_in(root(), &["explain", "--all"]).stdout;
    let known = |code: &str| all.lines().any(|line| line.starts_with(code));
    let text = std::fs::read_to_string(path).unwrap();
    let unknown: Vec<String> = markdown::codes(&text).filter(|code| !known(code)).collect();
    match unknown.is_empty() {
        true => Ok(()),
        false => Err(unknown.join(", ")),
    }
}

pub fn a_difference_is_shown() {
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
