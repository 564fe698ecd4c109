//! A report as text for people.

use crate::document::Document;
use crate::terminal;

/// Problems, subjects and the closing lines.
pub(super) fn write(document: &Document<'_>) -> String {
    let style = document.style;
    let shard = document.shard.iter().map(|shard| shard.line.clone());
    let problems = document.problems.iter();
    let problems = problems.map(|(one, files)| terminal::show(one, files, style.coloured));
    let sections = std::iter::once(&document.main).chain(&document.beside);
    let subjects = sections.map(|section| section.text(style));
    let closing = std::iter::once(document.closing.clone());
    let all = shard.chain(problems).chain(subjects).chain(closing);
    all.collect()
}
