//! The table of contents, and where links lead.

use super::markdown::prose;
use std::collections::BTreeSet;
use std::path::Path;

/// The table of contents.
pub const CONTENTS: &str = "SUMMARY.md";

/// The chapters that the table of contents lists, in its order.
pub fn listed(contents: &str) -> Vec<String> {
    links(contents).into_iter().map(|(_, to)| to).collect()
}

/// Tries all links of a file: what they name is there, and if it is Markdown, so is the heading.
/// What is on other machines is not tried.
pub fn lead_somewhere(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).unwrap();
    let folder = path.parent().unwrap();
    for (line, to) in links(&text) {
        if to.contains("://") {
            continue;
        }
        let (file, heading) = to.split_once('#').unwrap_or((&to, ""));
        let target = match file {
            "" => path.to_path_buf(),
            file => folder.join(file),
        };
        if heading.is_empty() && target.exists() {
            continue;
        }
        let there = std::fs::read_to_string(&target);
        let there = there.map_err(|error| format!("line {line}: {to}: {error}"))?;
        if !heading.is_empty() && !headings(&there).contains(heading) {
            return Err(format!("line {line}: {to}: there is no such heading"));
        }
    }
    Ok(())
}

/// `[text](to)`, with line numbers.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        // What stands between backticks is no link.
        let line: String = line.split('`').step_by(2).collect();
        for (at, _) in line.match_indices("](") {
            if let Some((to, _)) = line[at + 2..].split_once(')') {
                found.push((number, to.to_owned()));
            }
        }
    }
    found
}

/// The names by which links find headings.
fn headings(text: &str) -> BTreeSet<String> {
    let titles = prose(text).filter(|(_, line)| line.starts_with('#'));
    let anchor = |(_, line): (usize, &str)| -> String {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    titles.map(anchor).collect()
}

pub fn headings_have_names() {
    let names = headings("# What \"verified\" means\n```x\n# no\n```\n## 1. A `b`, c\n");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(names, ["1-a-b-c", "what-verified-means"]);
}
