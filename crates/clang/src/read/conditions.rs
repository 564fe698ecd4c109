//! Conditions of the preprocessor: what is compiled where nothing defines a name in them is a choice,
//! and an assumption.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use super::doubt::{defined, holds};
use super::extent::{is_ours, whole};
use crate::convert::is_function;
use crate::headers::words;
use crate::index::Index;
use crate::node::Files;
use crate::place::Role;
use crate::tokens::{TokenKind, tokens};
use text::span::Span;

/// Macros, with their texts; and whether it is our headers alone that define them.
pub(super) type Macros<'t> = HashMap<&'t str, (&'t str, bool)>;

/// The macros that the files define, or the request does.
pub(super) fn macros<'t>(files: &'t Files, given: &'t [String]) -> Macros<'t> {
    let mut all = Macros::new();
    for file in &files.files {
        let ours = file.role == Role::Own;
        for found in file.source.text.lines().filter_map(defined) {
            for name in found.names {
                let before = all.get(name).is_none_or(|(_, ours)| *ours);
                all.insert(name, (found.text, ours && before));
            }
        }
    }
    for define in given {
        if let Some(name) = words(define).next() {
            all.insert(name, ("", false));
        }
    }
    all
}

/// A group from `#if` to `#endif`, with those within it.
pub(super) struct Group<'t> {
    /// The conditions, with their offsets in the text.
    pub conditions: Vec<(usize, &'t str)>,
    /// The text from the first condition's line to the end.
    text: &'t str,
}

/// Groups that are nested deeper belong to the one around them, whose names are more.
const DEEPEST: usize = 64;

impl<'t> Group<'t> {
    /// Macros that the group defines, and those of the names `known` that it mentions outside of
    /// directives.
    pub fn names(&self, known: &HashSet<&str>) -> Vec<&'t str> {
        let mut all: Vec<&'t str> = Vec::new();
        for line in self.text.lines() {
            match defined(line) {
                Some(found) => all.extend(found.names),
                None if line.trim_start().starts_with('#') => {}
                None => all.extend(words(line).filter(|word| known.contains(word))),
            }
        }
        all
    }
}

/// The groups of a text, inner ones on their own, too.
pub(super) fn groups(text: &str) -> Vec<Group<'_>> {
    // With their starts.
    let mut open: Vec<(usize, Group<'_>)> = Vec::new();
    let mut closed = Vec::new();
    let mut deeper = 0;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let offset = start;
        start += line.len();
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let Some(rest) = directive else {
            continue;
        };
        if rest.starts_with("endif") {
            if deeper > 0 {
                deeper -= 1;
            } else if let Some((from, mut group)) = open.pop() {
                group.text = text.get(from..start).unwrap_or(text);
                closed.push(group);
            }
        } else if let Some(condition) = condition(rest) {
            let found = (offset + line.len() - condition.len(), condition);
            let elif = rest.starts_with("elif");
            let full = open.len() >= DEEPEST;
            deeper += usize::from(full && !elif);
            match open.last_mut() {
                Some((_, group)) if elif || full => group.conditions.push(found),
                _ => open.push((
                    offset,
                    Group {
                        conditions: vec![found],
                        text: "",
                    },
                )),
            }
        }
    }
    while let Some((from, mut group)) = open.pop() {
        group.text = text.get(from..).unwrap_or(text);
        closed.push(group);
    }
    closed
}

fn condition(directive: &str) -> Option<&str> {
    ["ifndef", "ifdef", "elif", "if"]
        .iter()
        .find_map(|word| directive.strip_prefix(word))
}

/// Names in the conditions of a text whose values are a choice, with their offsets.
pub(super) fn chosen<'t>(text: &'t str, macros: &Macros<'_>) -> Vec<(usize, &'t str)> {
    let mut found: Vec<(usize, &'t str)> = Vec::new();
    for group in groups(text) {
        for (at, condition) in group.conditions {
            for (offset, name) in free(condition, macros) {
                if found.iter().all(|(_, known)| *known != name) {
                    found.push((at + offset, name));
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// Names in one condition whose values are a choice.
pub(super) fn free<'t>(condition: &'t str, macros: &Macros<'_>) -> Vec<(usize, &'t str)> {
    let words = tokens(condition, 0).filter(|token| token.kind == TokenKind::Word);
    words
        .map(|token| (token.start, token.of(condition)))
        .filter(|(_, name)| match macros.get(name) {
            Some((_, ours)) => *ours && is_target(name, condition),
            None => {
                let language = name.starts_with("__") && !is_target(name, condition);
                !language && !matches!(*name, "defined" | "true" | "false" | "NDEBUG")
            }
        })
        .collect()
}

/// Whether a name stands for the machine or the compiler that a program is built for: that there is
/// one is the language's, which one is not.
fn is_target(name: &str, condition: &str) -> bool {
    match name {
        "__CUDA_ARCH__" | "__OPENCL_VERSION__" => condition.contains(['<', '>', '=']),
        "__CUDACC_VER_MAJOR__" | "__CUDACC_VER_MINOR__" | "__HIPCC__" => true,
        "__HIP_DEVICE_COMPILE__" | "__IMAGE_SUPPORT__" => true,
        _ => false,
    }
}

/// A name in a condition outside of functions that is a choice.
pub(super) struct Chosen<'t> {
    /// The name.
    pub name: &'t str,
    /// Where it stands.
    pub place: Span,
    /// What is declared in the group, in one branch or another.
    pub names: Vec<&'t str>,
}

/// The choices of the program's files.
pub(super) fn outside<'t>(
    index: &Index<'t, '_>,
    files: &'t Files,
    macros: &Macros<'_>,
) -> Vec<Chosen<'t>> {
    let known: HashSet<&str> = index
        .entries
        .values()
        .filter(|entry| entry.scope == 0)
        .filter(|entry| !is_ours(files, entry.node.place.span))
        .map(|entry| entry.node.name())
        .filter(|name| !name.is_empty())
        .collect();
    let bodies = bodies(index, files);
    let mut all = Vec::new();
    for (number, file) in (0u32..).zip(&files.files) {
        if file.role == Role::Own {
            continue;
        }
        for group in groups(&file.source.text) {
            let names = LazyCell::new(|| group.names(&known));
            for (at, condition) in &group.conditions {
                for (offset, name) in free(condition, macros) {
                    let start = at + offset;
                    if within(&bodies, (number, start)) {
                        continue;
                    }
                    all.push(Chosen {
                        name,
                        place: Span::new(number, start, start + name.len()),
                        names: names.clone(),
                    });
                }
            }
        }
    }
    all
}

/// Adds to names those in the texts of the macros among them.
pub(super) fn follow<'t>(names: &mut HashSet<&'t str>, macros: &Macros<'t>) {
    let mut fresh: Vec<&str> = names.iter().copied().collect();
    while let Some(name) = fresh.pop() {
        let Some((text, false)) = macros.get(name) else {
            continue;
        };
        fresh.extend(words(text).filter(|word| names.insert(word)));
    }
}

/// Where the functions of a program stand.
pub(super) fn bodies(index: &Index<'_, '_>, files: &Files) -> Vec<Span> {
    let functions = index.entries.values();
    functions
        .filter(|entry| is_function(entry.kind))
        .map(|entry| whole(files, entry.node))
        .collect()
}

/// Whether a place lies in one of several spans.
pub(super) fn within(spans: &[Span], (file, at): (u32, usize)) -> bool {
    let Ok(at) = u32::try_from(at) else {
        return false;
    };
    spans.iter().any(|span| holds(span, &(file, at)))
}

#[cfg(test)]
mod tests {
    use super::groups;

    #[test]
    fn groups_have_their_conditions_and_lines() {
        let text = "a\n#if A\nb\n#ifdef B\nc\n#elif C\nd\n#endif\n#endif\ne\n#if D\nf\n";
        let found: Vec<_> = groups(text)
            .iter()
            .map(|group| {
                let conditions = group.conditions.iter().map(|(_, text)| text.trim());
                (conditions.collect::<Vec<_>>().join(","), group.text)
            })
            .collect();
        let inner = "#ifdef B\nc\n#elif C\nd\n#endif\n";
        let outer = format!("#if A\nb\n{inner}#endif\n");
        let open = "#if D\nf\n";
        let expected = [("B,C", inner), ("A", &outer), ("D", open)];
        assert_eq!(
            found,
            expected.map(|(conditions, text)| (conditions.to_owned(), text))
        );
    }

    /// Each group had its lines by itself once: 4 GB for a file of 260 KB.
    #[test]
    fn deep_nesting_loses_no_condition() {
        let deep = 20_000;
        let text = "#if A\n".repeat(deep) + "x\n" + &"#endif\n".repeat(deep) + "#if B\n#endif\n";
        let found = groups(&text);
        assert!(found.len() < 100, "{}", found.len());
        let conditions: usize = found.iter().map(|group| group.conditions.len()).sum();
        assert_eq!(conditions, deep + 1);
        // What stands in the middle is in all of them, but for what comes after the nest.
        let with_x = found.iter().filter(|group| group.text.contains('x'));
        assert_eq!(with_x.count(), found.len() - 1);
    }
}
