//! Uses of names in the text, whatever of it is in the tree: of kernels, of functions, of macros that have these.

use super::directives::directives;
use super::found::is_kernel;
use crate::headers::words;
use crate::index::Entry;
use crate::json::Json;
use crate::node::{Files, Node};
use crate::place::Role;
use crate::tokens::{includes, instantiates, tokens};
use std::collections::{BTreeSet, HashMap, HashSet};
use text::span::Span;

/// A use of a function's name, or of `<<<` or what does the same by a handle, that declares nothing and that the tree does not say to be of something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The function's name; none if only a launch is seen.
    pub name: Option<String>,
    /// Where it is.
    pub place: Span,
    /// Whether it stands in a directive, as in the definition of a macro.
    pub in_directive: bool,
    /// Whether it is the use of a macro whose definition has the name or `<<<`.
    pub of_macro: bool,
}

/// Whether a macro of the files puts words together.
pub(super) fn pastes(files: &Files) -> bool {
    let theirs = files.files.iter().filter(|file| file.role != Role::Own);
    let mut lines = theirs.flat_map(|file| directives(&file.source.text));
    lines.any(|line| {
        let rest = line.rest;
        line.word == "define" && (rest.contains("##") || rest.contains("%:%:"))
    })
}

/// Uses of kernels' names, and of `<<<`.
pub(super) fn of_kernels(root: &Node<'_>, files: &Files, entries: &[Entry<'_, '_>]) -> Vec<Stray> {
    let kernel = |entry: &Entry<'_, '_>| is_kernel(entry.node, files);
    let kernels = entries.iter().filter(|entry| kernel(entry));
    let sought = Sought {
        names: kernels.map(|entry| entry.node.name()).collect(),
        chevrons: true,
    };
    sought.uses(root, files, entries, &kernel)
}

/// Uses of the names of functions.
pub(super) fn of_functions(
    root: &Node<'_>,
    files: &Files,
    entries: &[Entry<'_, '_>],
    names: HashSet<&str>,
) -> Vec<Stray> {
    let sought = Sought {
        names,
        chevrons: false,
    };
    sought.uses(root, files, entries, &|_| true)
}

/// Uses of the macros in whose definitions something of `strays` stands, and of those that use these.
pub(super) fn of_macros(files: &Files, strays: &[Stray]) -> Vec<Stray> {
    let mut kernels: HashMap<&str, Option<String>> = HashMap::new();
    let theirs = || {
        (0u32..)
            .zip(&files.files)
            .filter(|(_, file)| file.role != Role::Own)
    };
    let mut definitions = Vec::new();
    for (number, file) in theirs() {
        let all = directives(&file.source.text).into_iter();
        for line in all.filter(|line| line.word == "define") {
            let Some(name) = words(line.rest).next() else {
                continue;
            };
            definitions.push((name, line.rest));
            let within = |stray: &&Stray| {
                let at = stray.place.start as usize;
                stray.place.file == number && line.start <= at && at < line.end
            };
            for stray in strays.iter().filter(within) {
                take(&mut kernels, name, stray.name.as_ref());
            }
        }
    }
    let mut before = 0;
    while before < kernels.len() {
        before = kernels.len();
        for (name, text) in &definitions {
            let used = words(text).skip(1).find(|word| kernels.contains_key(word));
            if let (Some(used), false) = (used, kernels.contains_key(name)) {
                let kernel = kernels.get(used).cloned().flatten();
                kernels.insert(name, kernel);
            }
        }
    }
    let mut found = Vec::new();
    for (number, file) in theirs().filter(|_| !kernels.is_empty()) {
        let text = &file.source.text;
        let directives = directives(text);
        for token in tokens(text, 0) {
            let Some(kernel) = kernels.get(token.of(text)) else {
                continue;
            };
            let at = token.start;
            // In front of its only definition it is no macro.
            let mut all = definitions
                .iter()
                .filter(|(name, _)| *name == token.of(text));
            let early = match (all.next(), all.next()) {
                (Some((_, rest)), None) if file.role == Role::Main => {
                    let line = directives.iter().find(|one| std::ptr::eq(one.rest, *rest));
                    line.is_some_and(|line| at < line.start)
                }
                _ => false,
            };
            if !early && !directives.iter().any(|one| one.start <= at && at < one.end) {
                found.push(Stray {
                    name: kernel.clone(),
                    place: Span::new(number, token.start, token.end),
                    in_directive: false,
                    of_macro: true,
                });
            }
        }
    }
    found
}

/// A macro is one that has a kernel's name, or `<<<`; of two names neither is said.
fn take<'t>(
    kernels: &mut HashMap<&'t str, Option<String>>,
    name: &'t str,
    kernel: Option<&String>,
) {
    let known = kernels.entry(name).or_insert_with(|| kernel.cloned());
    if let (Some(one), Some(other)) = (&known, kernel)
        && one != other
    {
        *known = None;
    }
}

/// Files that are included in the middle of functions and are not read.
pub(super) fn included(files: &Files, functions: impl Iterator<Item = Span>) -> Vec<Stray> {
    let bodies: Vec<Span> = functions.collect();
    let mut found = Vec::new();
    let base = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
    for (number, file) in (0u32..).zip(&files.files) {
        if file.role == Role::Own {
            continue;
        }
        for line in includes(&file.source.text) {
            let place = Span::new(number, line.line.start, line.line.end);
            let within = |body: &Span| {
                body.file == number && body.start <= place.start && place.end <= body.end
            };
            let mut all = files.files.iter();
            let read = all.any(|file| base(&file.source.name) == base(&line.name));
            if !read && bodies.iter().any(within) {
                found.push(Stray {
                    name: None,
                    place,
                    in_directive: false,
                    of_macro: false,
                });
            }
        }
    }
    found
}

/// Which functions are meant.
type Which<'w> = &'w dyn Fn(&Entry<'_, '_>) -> bool;

/// Functions that start a kernel by a handle, whose kernel nobody knows.
const STARTS: &[&str] = &[
    "cuGraphAddKernelNode",
    "cuLaunch",
    "cuLaunchCooperativeKernel",
    "cuLaunchGrid",
    "cuLaunchKernel",
    "cuLaunchKernelEx",
    "hipModuleLaunchKernel",
];

/// What is sought in the text.
struct Sought<'t> {
    names: HashSet<&'t str>,
    /// Whether `<<<` is, too, and functions that start a kernel by a handle.
    chevrons: bool,
}

impl Sought<'_> {
    /// Where it stands; functions of `which` are meant.
    fn uses(
        &self,
        root: &Node<'_>,
        files: &Files,
        entries: &[Entry<'_, '_>],
        which: Which<'_>,
    ) -> Vec<Stray> {
        let ids: HashSet<u64> = entries
            .iter()
            .filter(|entry| self.names.contains(entry.node.name()) && which(entry))
            .map(|entry| entry.node.id)
            .collect();
        let mut of_others = BTreeSet::new();
        others(root, (&self.names, &ids), &mut of_others);
        let mut found = Vec::new();
        for (number, file) in (0u32..).zip(&files.files) {
            if file.role == Role::Own {
                continue;
            }
            let text = &file.source.text;
            let directives = directives(text);
            for (name, place) in self.tokens(text, number) {
                if name.is_some() && is_of_a_scope(text, place) {
                    continue;
                }
                let at = place.start as usize;
                let in_directive = directives.iter().any(|one| one.start <= at && at < one.end);
                // Each use of a macro may mean something else by it.
                let other = of_others.contains(&(place.file, place.start));
                if other && (self.chevrons || !in_directive) {
                    continue;
                }
                found.push(Stray {
                    name,
                    place,
                    in_directive,
                    of_macro: false,
                });
            }
        }
        found
    }

    /// All tokens of a text that are sought, whatever they mean.
    fn tokens(&self, text: &str, file: u32) -> Vec<(Option<String>, Span)> {
        let mut found = Vec::new();
        let mut angles = 0;
        let mut last_end = 0;
        let mut before = Vec::new();
        for token in tokens(text, 0) {
            let word = token.of(text);
            angles = match word {
                "<" if angles > 0 && token.start == last_end => angles + 1,
                "<" => 1,
                _ => 0,
            };
            last_end = token.end;
            if self.names.contains(word) {
                let place = Span::new(file, token.start, token.end);
                if !is_instantiated(&before) {
                    found.push((Some(word.to_owned()), place));
                }
            } else if angles == 3 && self.chevrons {
                let place = Span::new(file, token.end.saturating_sub(3), token.end);
                found.push((None, place));
            } else if self.chevrons && STARTS.contains(&word) {
                found.push((None, Span::new(file, token.start, token.end)));
            }
            before.push(word);
        }
        found
    }
}

/// Whether a function is instantiated whose name follows these tokens: `template __global__ void`, and the scopes of the
/// name. Clang's tree has no place for that.
fn is_instantiated(before: &[&str]) -> bool {
    let mut rest = before;
    while let [outer @ .., _, ":", ":"] = rest {
        rest = outer;
    }
    let [specifiers @ .., "void"] = rest else {
        return false;
    };
    instantiates(specifiers)
}

/// Whether a name is that of a class or of a namespace: it stands before `::`, or behind `namespace`.
fn is_of_a_scope(text: &str, place: Span) -> bool {
    let (start, end) = (place.start as usize, place.end as usize);
    let before = text.get(..start).unwrap_or("").trim_end();
    let behind = text.get(end..).unwrap_or("").trim_start();
    let word = before.strip_suffix("namespace");
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    behind.starts_with("::") || word.is_some_and(|rest| !rest.ends_with(is_word))
}

/// Where names are declared, or refer to something that is no kernel.
fn others(
    node: &Node<'_>,
    kernels: (&HashSet<&str>, &HashSet<u64>),
    found: &mut BTreeSet<(u32, u32)>,
) {
    let (names, ids) = kernels;
    let here = |span: Span| (span.file, span.start);
    if node.kind.ends_with("Decl") {
        if names.contains(node.name()) {
            found.insert(here(node.name_place.text_span()));
        }
    } else if node.kind == "MemberExpr" {
        found.insert(here(node.last_token));
    } else if node.kind == "DeclRefExpr"
        && let Some(target) = node.data.get("referencedDecl")
        && let Some(id) = target.get("id").and_then(Json::text)
        && crate::node::identity(id).is_none_or(|id| !ids.contains(&id))
        && target
            .get("name")
            .and_then(Json::text)
            .is_some_and(|name| names.contains(name))
    {
        found.insert(here(node.place.text_span()));
    }
    for part in node.inner.iter().chain(&node.filler).flatten() {
        others(part, kernels, found);
    }
}
