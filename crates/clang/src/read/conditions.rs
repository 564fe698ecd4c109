//! Conditions of the preprocessor: what is compiled where nothing defines a name in them is a choice,
//! and an assumption.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use super::directives::{Directive, directives};
use super::doubt::{Declared, declarations, definitions, holds};
use super::extent::{is_ours, whole};
use crate::convert::is_function;
use crate::headers::words;
use crate::index::{Entry, Index};
use crate::kinds::DeclKind;
use crate::node::{Files, Node};
use crate::place::Role;
use crate::tokens::{TokenKind, tokens};
use text::span::Span;

/// A macro.
#[derive(Default)]
pub(super) struct Macro<'t> {
    /// All texts that the files give it.
    pub texts: Vec<&'t str>,
    /// Whether our headers alone define it.
    ours: bool,
}

/// Macros by name.
pub(super) type Macros<'t> = HashMap<&'t str, Macro<'t>>;

/// The macros that the files define, or the request does.
pub(super) fn macros<'t>(files: &'t Files, given: &'t [String]) -> Macros<'t> {
    let mut all = Macros::new();
    let mut add = |name: &'t str, text: &'t str, ours: bool| {
        let fresh = Macro {
            texts: Vec::new(),
            ours: true,
        };
        let known = all.entry(name).or_insert(fresh);
        known.texts.push(text);
        known.ours &= ours;
    };
    for file in &files.files {
        for found in definitions(&file.source.text) {
            for name in found.names {
                add(name, found.text, file.role == Role::Own);
            }
        }
    }
    for define in given {
        if let Some(name) = words(define).next() {
            add(name, "", false);
        }
    }
    all
}

/// Macros that the files define where a build does not.
pub(super) fn defaults(files: &Files) -> HashSet<&str> {
    let mut found = HashSet::new();
    for file in files.files.iter().filter(|file| file.role != Role::Own) {
        let text = &file.source.text;
        for group in groups(text).iter().filter(|group| !is_guard(group, text)) {
            let asking = group.conditions.iter();
            let asking = asking.filter(|(_, text, whether)| *whether || text.contains("defined"));
            let asked: HashSet<&str> = asking.flat_map(|(_, text, _)| words(text)).collect();
            let defined = definitions(group.text).filter(|found| !found.text.trim().is_empty());
            found.extend(
                defined
                    .flat_map(|found| found.names)
                    .filter(|name| asked.contains(name)),
            );
        }
    }
    found
}

/// Whether a group is all of a file, so that it is there once.
fn is_guard(group: &Group<'_>, text: &str) -> bool {
    let end = group.start.saturating_add(group.text.len());
    let empty = |text: Option<&str>| text.is_none_or(|text| tokens(text, 0).next().is_none());
    empty(text.get(..group.start)) && empty(text.get(end..))
}

/// A group from `#if` to `#endif`, with those within it.
pub(super) struct Group<'t> {
    /// The conditions, with their offsets in the text, and whether they ask for nothing but whether a name is defined.
    pub conditions: Vec<(usize, &'t str, bool)>,
    /// Where it begins.
    start: usize,
    /// The text from its first directive to its last one.
    text: &'t str,
}

/// Groups that are nested deeper belong to the one around them, whose names are more.
const DEEPEST: usize = 64;

impl<'t> Group<'t> {
    /// Macros that the group defines, and those of the names `known` that it mentions outside of
    /// directives.
    pub(super) fn names(&self, known: &HashSet<&str>) -> Vec<&'t str> {
        let lines = directives(self.text);
        let mut all: Vec<&'t str> = outside_of_directives(self.text, &lines)
            .filter(|word| known.contains(word))
            .collect();
        all.extend(definitions(self.text).flat_map(|found| found.names));
        for line in lines.iter().filter(|line| line.word == "undef") {
            all.extend(words(line.rest));
        }
        all
    }

    /// Whether it may change what any text means: it says how structures are laid out, which macros or names
    /// are meant, or what operators do.
    fn is_everywhere(&self) -> bool {
        let lines = directives(self.text);
        let pragma = lines.iter().any(|line| {
            let said = words(line.rest).next();
            line.word == "pragma" && !matches!(said, Some("once" | "unroll" | "OPENCL"))
        });
        let mut all = outside_of_directives(self.text, &lines);
        pragma || all.any(|word| matches!(word, "operator" | "using" | "_Pragma"))
    }

    /// The names of the files that are included in it.
    fn included(&self) -> Vec<&'t str> {
        let lines = directives(self.text).into_iter();
        let includes = lines.filter(is_include);
        let name = |line: Directive<'t>| line.rest.rsplit(['/', '\\']).next();
        includes
            .filter_map(name)
            .map(|name| name.trim_matches(['<', '>', '"', ' ', '\t']))
            .collect()
    }
}

/// Whether a directive puts another file in its place.
pub(super) fn is_include(line: &Directive<'_>) -> bool {
    matches!(line.word, "include" | "include_next" | "import")
}

/// The words of a text that stand in no directive.
fn outside_of_directives<'t>(
    text: &'t str,
    lines: &[Directive<'_>],
) -> impl Iterator<Item = &'t str> {
    let mut rest = lines.iter().peekable();
    let all = tokens(text, 0).filter(move |token| {
        while rest.next_if(|line| line.end <= token.start).is_some() {}
        let within = rest.peek().is_some_and(|line| line.start <= token.start);
        token.kind == TokenKind::Word && !within
    });
    all.map(|token| token.of(text))
}

/// A text with blanks for its directives.
pub(super) fn without_directives(text: &str) -> String {
    let mut all = text.as_bytes().to_vec();
    for line in directives(text) {
        if let Some(bytes) = all.get_mut(line.start..line.end) {
            bytes.fill(b' ');
        }
    }
    String::from_utf8(all).unwrap_or_else(|_| text.to_owned())
}

/// The groups of a text, inner ones on their own, too.
pub(super) fn groups(text: &str) -> Vec<Group<'_>> {
    let mut open: Vec<Group<'_>> = Vec::new();
    let mut closed = Vec::new();
    let mut deeper = 0;
    for line in directives(text) {
        let more = match line.word {
            "endif" => {
                if deeper > 0 {
                    deeper -= 1;
                } else if let Some(mut group) = open.pop() {
                    group.text = text.get(group.start..line.end).unwrap_or(text);
                    closed.push(group);
                }
                continue;
            }
            "if" | "ifdef" | "ifndef" => false,
            "elif" | "elifdef" | "elifndef" => true,
            _ => continue,
        };
        let found = (line.rest_at, line.rest, line.word.ends_with("def"));
        let full = open.len() >= DEEPEST;
        deeper += usize::from(full && !more);
        match open.last_mut() {
            Some(group) if more || full => group.conditions.push(found),
            _ => open.push(Group {
                conditions: vec![found],
                start: line.start,
                text: "",
            }),
        }
    }
    while let Some(mut group) = open.pop() {
        group.text = text.get(group.start..).unwrap_or(text);
        closed.push(group);
    }
    closed
}

/// Names in the conditions of a text whose values are a choice, with their offsets.
pub(super) fn chosen<'t>(text: &'t str, macros: &Macros<'t>) -> Vec<(usize, &'t str)> {
    let mut found: Vec<(usize, &'t str)> = Vec::new();
    for group in groups(text) {
        for (at, condition, whether) in group.conditions {
            for (offset, name) in free((condition, whether), macros) {
                if found.iter().all(|(_, known)| *known != name) {
                    found.push((at + offset, name));
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// Names in one condition whose values are a choice, also those in the texts of the macros that it
/// mentions; each with the place in the condition that it comes from.
pub(super) fn free<'t>(
    (condition, whether): (&'t str, bool),
    macros: &Macros<'t>,
) -> Vec<(usize, &'t str)> {
    let mut found = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut work: Vec<(Option<usize>, &'t str)> = vec![(None, condition)];
    while let Some((from, text)) = work.pop() {
        // A condition may begin with a bracket, too.
        let params = from.map_or_else(Vec::new, |_| parameters(text));
        let mut before = ["", ""];
        for token in tokens(text, 0) {
            let name = token.of(text);
            // Whether there is a macro of the name, whatever its text.
            let asked = whether || before[1] == "defined" || before == ["defined", "("];
            before = [before[1], name];
            if token.kind != TokenKind::Word {
                continue;
            }
            let at = from.unwrap_or(token.start);
            match macros.get(name) {
                _ if params.contains(&name) => {}
                Some(known) if known.ours => {
                    if is_target(name, text, from.is_some()) {
                        found.push((at, name));
                    }
                }
                Some(known) => {
                    if !asked && seen.insert(name) {
                        work.extend(known.texts.iter().map(|text| (Some(at), *text)));
                    }
                }
                None if is_language(name, text, from.is_some()) => {}
                None => found.push((at, name)),
            }
        }
    }
    found
}

/// The parameters of a macro, if this is the text behind its name.
fn parameters(text: &str) -> Vec<&str> {
    let list = text
        .strip_prefix('(')
        .and_then(|rest| rest.split(')').next());
    list.map_or_else(Vec::new, |list| words(list).collect())
}

/// Names that stand for the machine, the compiler or the version that a program is built for.
const TARGETS: [&str; 16] = [
    "__CUDA_ARCH__",
    "__OPENCL_VERSION__",
    "__OPENCL_C_VERSION__",
    "CUDA_VERSION",
    "CUDART_VERSION",
    "__CUDACC_VER_MAJOR__",
    "__CUDACC_VER_MINOR__",
    "__NVCC__",
    "__HIPCC__",
    "__HIP_DEVICE_COMPILE__",
    "__IMAGE_SUPPORT__",
    "__GNUC__",
    "__clang__",
    "__clang_major__",
    "__ENDIAN_LITTLE__",
    "_MSC_VER",
];

/// Whether what our headers define stands for the machine or the compiler that a program is built for: that
/// there is one is the language's, which one is not.
fn is_target(name: &str, text: &str, of_macro: bool) -> bool {
    match name {
        "__CUDA_ARCH__" | "__OPENCL_VERSION__" | "__OPENCL_C_VERSION__" => {
            of_macro || !asks_whether(text)
        }
        name => TARGETS.contains(&name),
    }
}

/// Whether a condition asks for nothing but whether names are defined, or are not zero.
fn asks_whether(condition: &str) -> bool {
    let rest = condition.replace("&&", " ").replace("||", " ");
    let mut marks = tokens(&rest, 0).filter(|token| token.kind != TokenKind::Word);
    let plain = |mark: &str| matches!(mark, "(" | ")" | "!" | "\\");
    !rest.contains("!=") && marks.all(|mark| plain(mark.of(&rest)))
}

/// Whether a name that no file defines means the same wherever a program is built.
fn is_language(name: &str, text: &str, of_macro: bool) -> bool {
    match name {
        "defined" | "true" | "false" | "and" | "or" | "not" => true,
        "__CUDACC__" | "__cplusplus" => true,
        "__CUDA_ARCH__" | "__OPENCL_VERSION__" | "__OPENCL_C_VERSION__" => {
            !is_target(name, text, of_macro)
        }
        _ => false,
    }
}

/// A name in a condition outside of functions that is a choice.
pub(super) struct Chosen<'t> {
    /// The name.
    pub name: &'t str,
    /// Where it stands.
    pub place: Span,
    /// What is declared in the group, in one branch or another, and what the group stands in.
    pub names: Vec<&'t str>,
    /// Whether the name of a file that is included comes from it, so that it concerns all kernels.
    pub of_all: bool,
}

/// The choices of the program's files.
pub(super) fn outside<'t>(
    index: &Index<'t, '_>,
    files: &'t Files,
    macros: &Macros<'t>,
) -> Vec<Chosen<'t>> {
    let entries: Vec<&Entry<'t, '_>> = index
        .entries
        .values()
        .filter(|entry| !is_ours(files, entry.node.place.span) && !is_local(index, entry))
        .collect();
    let known: HashSet<&'t str> = entries.iter().flat_map(|entry| named(entry)).collect();
    let bodies = bodies(index, files);
    let constants = constant_functions(index, files);
    let included = names_of_included(files);
    let pieces = pieces(&entries, files);
    let mut all = Vec::new();
    for (number, file) in (0u32..).zip(&files.files) {
        if file.role == Role::Own {
            continue;
        }
        let is_piece = pieces.contains(base(&file.source.name));
        for group in groups(&file.source.text) {
            let of_all = LazyCell::new(|| {
                let is_lost = |name: &&str| {
                    let mut all = files.files.iter();
                    !all.any(|file| base(&file.source.name) == *name)
                };
                is_piece || group.is_everywhere() || group.included().iter().any(is_lost)
            });
            let names = LazyCell::new(|| {
                let mut names = group.names(&known);
                let around = |entry: &&&Entry<'t, '_>| {
                    let span = whole(files, entry.node);
                    let holds = within(&[span], (number, group.start));
                    holds && entry.kind != DeclKind::NamespaceDecl && !is_function(entry.kind)
                };
                names.extend(entries.iter().filter(around).flat_map(|entry| named(entry)));
                for name in group.included() {
                    names.extend(in_file(name, files, &entries));
                }
                names
            });
            for (at, condition, whether) in &group.conditions {
                for (offset, name) in free((condition, *whether), macros) {
                    let start = at + offset;
                    let at = (number, start);
                    let place = Span::new(number, start, start + name.len());
                    // A function that clang evaluates is reached by nothing.
                    let evaluated = constants.iter();
                    let evaluated = evaluated.filter(|(span, _)| within(&[*span], at));
                    let evaluated: Vec<&str> = evaluated.map(|(_, name)| *name).collect();
                    let (names, of_all) = match within(&bodies, at) {
                        true => (evaluated, false),
                        false => {
                            let included = names.iter().any(|name| included.contains(name));
                            (names.clone(), *of_all || included)
                        }
                    };
                    if !names.is_empty() || of_all {
                        all.push(Chosen {
                            name,
                            place,
                            names,
                            of_all,
                        });
                    }
                }
            }
        }
    }
    all
}

/// Where the functions stand that clang may evaluate, and their names.
fn constant_functions<'t>(index: &Index<'t, '_>, files: &Files) -> Vec<(Span, &'t str)> {
    let functions = index.entries.values();
    let functions = functions.filter(|entry| is_function(entry.kind));
    let spans = functions.map(|entry| (whole(files, entry.node), entry.node.name()));
    let constant = |(span, _): &(Span, &str)| {
        let head = files.text(*span).split('{').next().unwrap_or("");
        !is_ours(files, *span) && head.contains("const")
    };
    spans.filter(constant).collect()
}

/// The last part of a file's name.
fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// The names of files that are included in the middle of a declaration.
fn pieces<'t>(entries: &[&Entry<'t, '_>], files: &'t Files) -> HashSet<&'t str> {
    let mut found = HashSet::new();
    let declared = entries.iter();
    let declared = declared.filter(|entry| entry.kind != DeclKind::NamespaceDecl);
    let spans: Vec<Span> = declared.map(|entry| whole(files, entry.node)).collect();
    for (number, file) in (0u32..).zip(&files.files) {
        if file.role == Role::Own {
            continue;
        }
        let lines = directives(&file.source.text).into_iter();
        for line in lines.filter(is_include) {
            if within(&spans, (number, line.start)) {
                found.insert(base(line.rest.trim_matches(['<', '>', '"', ' ', '\t'])));
            }
        }
    }
    found
}

/// The macros that stand where the name of a file should, as in `#include CONFIG`.
fn names_of_included(files: &Files) -> HashSet<&str> {
    let texts = files.files.iter().filter(|file| file.role != Role::Own);
    let lines = texts.flat_map(|file| directives(&file.source.text));
    let by_macro = |line: &Directive<'_>| {
        let plain = line.rest.trim_start().starts_with(['<', '"']);
        is_include(line) && !plain
    };
    lines
        .filter(by_macro)
        .flat_map(|line| words(line.rest))
        .collect()
}

/// Whether a declaration is one of a function's.
pub(super) fn is_local(index: &Index<'_, '_>, entry: &Entry<'_, '_>) -> bool {
    let outer = index.entries.get(&entry.scope);
    outer.is_some_and(|outer| is_function(outer.kind))
}

/// The name of a declaration, and those of what it consists of.
fn named<'t>(entry: &Entry<'t, '_>) -> Vec<&'t str> {
    let mut all = vec![entry.node.name()];
    if !is_function(entry.kind) && entry.kind != DeclKind::NamespaceDecl {
        all.extend(entry.node.parts().map(Node::name));
    }
    all.retain(|name| !name.is_empty());
    all
}

/// What the files of a name declare and define.
fn in_file<'t>(name: &str, files: &'t Files, entries: &[&Entry<'t, '_>]) -> Vec<&'t str> {
    let mut all = Vec::new();
    for (number, file) in (0u32..).zip(&files.files) {
        if file.role == Role::Own || file.source.name.rsplit(['/', '\\']).next() != Some(name) {
            continue;
        }
        all.extend(definitions(&file.source.text).flat_map(|found| found.names));
        let here = entries
            .iter()
            .filter(|entry| entry.node.place.span.file == number);
        all.extend(here.flat_map(|entry| named(entry)));
    }
    all
}

/// What names stand for: the texts of macros and declarations.
pub(super) struct Meanings<'t> {
    texts: HashMap<&'t str, Vec<&'t str>>,
    /// The names of all macros: where names are pasted together, any may be meant.
    macros: Vec<&'t str>,
}

/// What the names of the program's files stand for.
pub(super) fn meanings<'t>(
    index: &Index<'t, '_>,
    files: &'t Files,
    macros: &Macros<'t>,
) -> Meanings<'t> {
    let mut texts: HashMap<&'t str, Vec<&'t str>> = HashMap::new();
    let theirs = || macros.iter().filter(|(_, known)| !known.ours);
    for (name, known) in theirs() {
        texts.entry(name).or_default().extend(&known.texts);
    }
    // Clang evaluates these, so that nothing reaches them.
    for (span, name) in constant_functions(index, files) {
        texts.entry(name).or_default().push(files.text(span));
    }
    for Declared { names, text, .. } in declarations(index, files, &[]) {
        for name in names.into_iter().filter(|name| !name.is_empty()) {
            texts.entry(name).or_default().push(text);
        }
    }
    Meanings {
        texts,
        macros: theirs().map(|(name, _)| *name).collect(),
    }
}

/// Adds to names those in what they stand for.
pub(super) fn follow<'t>(names: &mut HashSet<&'t str>, meanings: &Meanings<'t>) {
    let mut fresh: Vec<&str> = names.iter().copied().collect();
    while let Some(name) = fresh.pop() {
        for text in meanings.texts.get(name).into_iter().flatten() {
            fresh.extend(words(text).filter(|word| names.insert(word)));
            if text.contains("##") || text.contains("%:%:") {
                fresh.extend(meanings.macros.iter().filter(|name| names.insert(name)));
            }
        }
    }
}

/// The names of what a program is built for that a text uses outside of directives.
pub(super) fn targets<'t>(texts: &[&'t str], meanings: &Meanings<'t>) -> Vec<&'static str> {
    let mut names: HashSet<&'t str> = HashSet::new();
    for text in texts {
        names.extend(outside_of_directives(text, &directives(text)));
    }
    follow(&mut names, meanings);
    TARGETS
        .into_iter()
        .filter(|name| names.contains(name))
        .collect()
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
                let conditions = group.conditions.iter().map(|(_, text, _)| text.trim());
                (conditions.collect::<Vec<_>>().join(","), group.text)
            })
            .collect();
        let inner = "#ifdef B\nc\n#elif C\nd\n#endif";
        let outer = format!("#if A\nb\n{inner}\n#endif");
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
