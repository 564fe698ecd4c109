//! Names that are not to be relied on: clang goes on behind an error with a guess (a type that is not
//! known is `int`, a constant without a value is counted on), and says nothing where the name is used.

use super::conditions::{bodies, groups, is_local, within};
use super::directives::directives;
use super::extent::{is_ours, whole};
use std::collections::HashSet;

use text::span::Span;

use crate::convert::is_function;
use crate::headers::words;
use crate::index::{Entry, Index};
use crate::kinds::DeclKind;
use crate::node::{Files, Node};
use crate::place::Role;
use crate::tokens::{TokenKind, tokens};

/// A declaration outside of functions: its names, and its text.
pub(super) struct Declared<'t> {
    pub names: Vec<&'t str>,
    pub text: &'t str,
    doubtful: bool,
    /// Whether what it declares may be an argument of a template that clang's tree shows as what was guessed: a type
    /// as `int`, a constant as a number. A class keeps its name.
    guessed: bool,
    /// Whether a constant or a type may be made of what it declares. Of a function that is none at compile time none is.
    valued: bool,
}

/// Names that are not to be relied on.
#[derive(Default)]
pub(super) struct Doubtful<'t> {
    /// The names.
    pub names: HashSet<&'t str>,
    /// One of a type, a constant or a template that stands in the files besides in its declaration. It may be
    /// what an argument of a template was written with, of which clang's tree has what it guessed.
    pub argument: Option<&'t str>,
    /// One that is used without being mentioned.
    pub of_all: Option<&'t str>,
}

/// All declarations outside of functions. `errors` are the places of clang's errors.
pub(super) fn declarations<'t>(
    index: &Index<'t, '_>,
    files: &'t Files,
    errors: &[(u32, u32)],
) -> Vec<Declared<'t>> {
    let mut all: Vec<Declared<'t>> = Vec::new();
    for entry in index.entries.values() {
        // Errors inside of functions are those of the functions. What a class has without being written stands at the
        // head of the class, whose name counts.
        if is_local(index, entry) || is_function(entry.kind) && entry.node.flag("isImplicit") {
            continue;
        }
        let mut one = declared(entry.node, entry.kind, files, errors);
        if let (Some(one), Some(class)) = (&mut one, class_of_operator(index, entry)) {
            one.names = vec![class];
        }
        all.extend(one);
    }
    all
}

/// The names of types, constants, variables and macros that an error stands in, and of those that
/// are made of them. `errors` are the places of clang's errors.
pub(super) fn doubtful<'t>(
    index: &Index<'t, '_>,
    files: &'t Files,
    errors: &[(u32, u32)],
) -> Doubtful<'t> {
    if errors.is_empty() {
        return Doubtful::default();
    }
    let mut all = declarations(index, files, errors);
    let known: HashSet<&str> = index
        .entries
        .values()
        .filter(|entry| is_function(entry.kind) || is_named(entry.kind))
        .filter(|entry| !is_ours(files, entry.node.place.span))
        .filter(|entry| !is_local(index, entry))
        .map(|entry| entry.node.name())
        .collect();
    let bodies = bodies(index, files);
    let lost = errors
        .iter()
        .filter(|at| !bodies.iter().any(|of| holds(of, at)));
    let declared = |name: &str| {
        !index.anywhere(name).is_empty() || !index.spaces(name).is_empty() || known.contains(name)
    };
    all.extend(lost.filter_map(|at| {
        let mut one = dropped(files, *at, &known)?;
        if of_no_class(files, *at, errors, declared) {
            one.names.retain(|name| *name != "operator");
        }
        // One of a class takes part where an object of the class does.
        let class = class_around(index, files, *at);
        if let Some(class) = class.filter(|_| one.names.contains(&"operator")) {
            one.names.retain(|name| *name != "operator");
            one.names.push(class);
        }
        Some(one)
    }));
    all.extend(misread(files, errors, &known, &bodies));
    for file in files.files.iter().filter(|file| file.role != Role::Own) {
        all.extend(definitions(&file.source.text));
    }
    let mut names: HashSet<&'t str> = HashSet::new();
    for declared in all.iter().filter(|declared| declared.doubtful) {
        names.extend(&declared.names);
    }
    if names.is_empty() {
        return Doubtful::default();
    }
    follow(&mut names, &all);
    let operator = all
        .iter()
        .any(|one| one.doubtful && one.names.iter().any(|name| name.starts_with("operator")));
    let of_all = operator.then_some("operator");
    // A value is a guess where one takes part in it: a macro that only names a function is none.
    let guessed = || all.iter().filter(|declared| declared.guessed);
    let mut values: HashSet<&'t str> = HashSet::new();
    for declared in all
        .iter()
        .filter(|declared| declared.doubtful && declared.valued)
    {
        values.extend(&declared.names);
    }
    follow(&mut values, &all);
    let named: HashSet<&str> = guessed()
        .flat_map(|one| one.names.iter().copied())
        .collect();
    values.retain(|name| named.contains(name));
    let mut once: HashSet<&str> = HashSet::new();
    let texts = files.files.iter().filter(|file| file.role != Role::Own);
    let mut mentioned = texts
        .flat_map(|file| words(&file.source.text))
        .filter(|word| values.contains(word));
    let argument = mentioned.find(|word| !once.insert(word));
    Doubtful {
        names,
        argument,
        of_all,
    }
}

/// Adds what is made of names, and macros that may paste one of them.
fn follow<'t>(names: &mut HashSet<&'t str>, all: &[Declared<'t>]) {
    loop {
        add_made_of(names, all);
        names.remove("");
        let before = names.len();
        let pasting = all.iter().filter(|one| may_paste(one.text, names));
        let pasting: Vec<&'t str> = pasting.flat_map(|one| one.names.iter().copied()).collect();
        names.extend(pasting);
        if names.len() == before {
            return;
        }
    }
}

/// Whether a macro may paste one of these names: it begins and ends as the text says, where the first and the last piece are
/// no parameters.
fn may_paste(text: &str, names: &HashSet<&str>) -> bool {
    let parameters: Vec<&str> = match text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((parameters, _)) => words(parameters).collect(),
        None => Vec::new(),
    };
    let fixed = |piece: &str| match parameters.contains(&piece) || piece.starts_with("__VA_") {
        true => String::new(),
        false => piece.to_owned(),
    };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let gap = |c: char| c.is_whitespace() || c == '\\';
    let pieces: Vec<&str> = text.split("##").collect();
    let mut begins: Option<String> = None;
    for (at, piece) in pieces.iter().enumerate() {
        let (front, back) = (piece.trim_start_matches(gap), piece.trim_end_matches(gap));
        let first = front.split(|c| !is_part(c)).next().unwrap_or("");
        let last = back.rsplit(|c| !is_part(c)).next().unwrap_or("");
        let is_whole = first.len() == front.trim_end_matches(gap).len();
        if at > 0 {
            // A chain of pieces goes on where one name alone stands between two signs.
            let ends = at + 1 == pieces.len() || !is_whole;
            if ends && let Some(start) = &begins {
                let end = fixed(first);
                let may_be = |name: &&str| {
                    let long = name.len() >= start.len() + end.len();
                    long && name.starts_with(start.as_str()) && name.ends_with(end.as_str())
                };
                if names.iter().any(may_be) {
                    return true;
                }
            }
            if !ends {
                continue;
            }
        }
        begins = Some(fixed(last));
    }
    false
}

/// Adds to names those of declarations that mention one of them.
fn add_made_of<'t>(names: &mut HashSet<&'t str>, all: &[Declared<'t>]) {
    loop {
        let before = names.len();
        for declared in all {
            if words(declared.text).any(|word| names.contains(word)) {
                names.extend(&declared.names);
            }
        }
        if names.len() == before {
            return;
        }
    }
}

fn declared<'t>(
    node: &'t Node<'_>,
    kind: DeclKind,
    files: &'t Files,
    errors: &[(u32, u32)],
) -> Option<Declared<'t>> {
    let span = whole(files, node);
    if is_ours(files, span) || span == Span::default() {
        return None;
    }
    let file = files.files.get(span.file as usize)?;
    let mut names = vec![node.name()];
    let mut functions: Vec<Span> = Vec::new();
    let record = matches!(
        kind,
        DeclKind::RecordDecl | DeclKind::CXXRecordDecl | DeclKind::ClassTemplateSpecializationDecl
    );
    match kind {
        DeclKind::TypedefDecl | DeclKind::TypeAliasDecl | DeclKind::VarDecl => {}
        // Arguments that are left out are what their heads say.
        _ if is_template(kind) => {}
        // Errors inside of its functions are those of the functions.
        _ if record => {
            let members = node.parts().filter(|part| {
                DeclKind::of(&part.kind).is_some_and(is_function)
                    || part.kind == "FunctionTemplateDecl"
            });
            functions.extend(members.map(|part| part.place.span));
        }
        DeclKind::EnumDecl => names.extend(node.parts().map(Node::name)),
        // With an error in its head a function is none that calls may mean: they mean another.
        _ if is_function(kind) => {}
        _ => return None,
    }
    // Up to the semicolon: clang leaves out what it did not understand.
    let rest = file.source.text.get(span.start as usize..).unwrap_or("");
    let length = match kind {
        _ if is_function(kind) || is_template(kind) => rest.find(['{', ';']),
        _ => end_of(rest),
    };
    let text = rest.get(..length.unwrap_or(rest.len())).unwrap_or("");
    if kind == DeclKind::EnumDecl {
        // What is wrong with an enumerator it may not have.
        names.extend(words(text));
    }
    let end = span.start as usize + text.len();
    let within = |at: &(u32, u32)| {
        let here = at.0 == span.file && span.start <= at.1 && (at.1 as usize) < end;
        here && !functions.iter().any(|of| holds(of, at))
    };
    // An error in the body of a function is the function's own.
    let invalid = node.flag("isInvalid") && !is_function(kind);
    Some(Declared {
        names,
        // What the head mentions makes no name doubtful: kernels that call it reach it.
        text: if is_function(kind) { "" } else { text },
        doubtful: invalid || errors.iter().any(within),
        guessed: match kind {
            DeclKind::TypedefDecl
            | DeclKind::TypeAliasDecl
            | DeclKind::TypeAliasTemplateDecl
            | DeclKind::EnumDecl => true,
            DeclKind::VarDecl | DeclKind::VarTemplateDecl => text.contains("const"),
            _ => false,
        },
        valued: !is_function(kind) || node.flag("constexpr"),
    })
}

fn is_template(kind: DeclKind) -> bool {
    matches!(
        kind,
        DeclKind::ClassTemplateDecl
            | DeclKind::FunctionTemplateDecl
            | DeclKind::VarTemplateDecl
            | DeclKind::TypeAliasTemplateDecl
    )
}

/// Whether a place lies in a span.
pub(super) fn holds(span: &Span, (file, offset): &(u32, u32)) -> bool {
    span.file == *file && span.start <= *offset && *offset < span.end
}

/// Where the semicolon stands that ends a declaration: attributes may stand behind its braces.
fn end_of(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for token in tokens(text, 0) {
        match token.of(text) {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            ";" if depth == 0 => return Some(token.start),
            _ => {}
        }
    }
    None
}

/// Whether a declaration may have specializations or be hidden by another of its name.
fn is_named(kind: DeclKind) -> bool {
    matches!(
        kind,
        DeclKind::RecordDecl
            | DeclKind::CXXRecordDecl
            | DeclKind::ClassTemplateDecl
            | DeclKind::VarTemplateDecl
            | DeclKind::TypeAliasTemplateDecl
            | DeclKind::FunctionTemplateDecl
            | DeclKind::VarDecl
    )
}

/// Words of declarations of which constants and types are made.
const VALUED: &[&str] = &[
    "template",
    "using",
    "typedef",
    "constexpr",
    "consteval",
    "const",
    "enum",
    "struct",
    "class",
    "union",
    "operator",
];

/// The names in a declaration that clang may have dropped, for an error stands in it outside of
/// every function: a specialization for a type that is not known, a `using` of a namespace that is
/// not. `known` are names that mean something without it, and so may mean something else.
fn dropped<'t>(
    files: &'t Files,
    (file, offset): (u32, u32),
    known: &HashSet<&str>,
) -> Option<Declared<'t>> {
    let file = files.files.get(file as usize)?;
    if file.role == Role::Own {
        return None;
    }
    let all = &file.source.text;
    let (before, behind) = all.split_at_checked(offset as usize)?;
    // Those in conditions are `misread`.
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    if before.get(line..)?.trim_start().starts_with('#') {
        return None;
    }
    let start = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let length = behind.find([';', '{']).unwrap_or(behind.len());
    let text = all.get(start..offset as usize + length)?;
    Some(Declared {
        names: words(text)
            .filter(|word| known.contains(word) || *word == "operator")
            .collect(),
        text: "",
        doubtful: true,
        guessed: words(text).any(|word| matches!(word, "template" | "using" | "typedef")),
        valued: words(text).any(|word| VALUED.contains(&word)),
    })
}

/// The name of the class that an operator is a member of: it takes part where an object of the class does.
fn class_of_operator<'t>(index: &Index<'t, '_>, entry: &Entry<'t, '_>) -> Option<&'t str> {
    let member = matches!(
        entry.kind,
        DeclKind::CXXMethodDecl | DeclKind::CXXConversionDecl
    );
    if !member || !entry.node.name().starts_with("operator") {
        return None;
    }
    let scope = entry.node.reference("parentDeclContextId");
    let class = index.entries.get(&scope.unwrap_or(entry.scope))?;
    let name = class.node.name();
    (!name.is_empty()).then_some(name)
}

/// The name of the innermost class around a place outside of functions.
fn class_around<'t>(index: &Index<'t, '_>, files: &Files, at: (u32, u32)) -> Option<&'t str> {
    let records = index.entries.values().filter(|entry| {
        let of = matches!(entry.kind, DeclKind::RecordDecl | DeclKind::CXXRecordDecl);
        of && !entry.node.flag("isImplicit") && !is_local(index, entry)
    });
    let around = records.filter_map(|entry| {
        let span = whole(files, entry.node);
        let length = span.end.saturating_sub(span.start);
        holds(&span, &at).then_some((length, entry.node.name()))
    });
    let (_, name) = around.min()?;
    (!name.is_empty()).then_some(name)
}

/// Whether the declaration around a place is `C::operator…` with an error at `C`, which nothing declares: then no object
/// has this operator. `declared` says whether a name is.
fn of_no_class(
    files: &Files,
    (file, offset): (u32, u32),
    errors: &[(u32, u32)],
    declared: impl Fn(&str) -> bool,
) -> bool {
    let Some(source) = files.files.get(file as usize) else {
        return false;
    };
    let text = source.source.text.as_str();
    let Some((before, behind)) = text.split_at_checked(offset as usize) else {
        return false;
    };
    let start = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let end = offset as usize + behind.find([';', '{']).unwrap_or(behind.len());
    let Some(text) = text.get(start..end) else {
        return false;
    };
    let all: Vec<_> = tokens(text, 0).collect();
    let word = |at: usize| all.get(at).map_or("", |token| token.of(text));
    let mut operators = (0..all.len()).filter(|at| word(*at) == "operator");
    operators.all(|at| {
        let colons = at >= 3 && word(at - 1) == ":" && word(at - 2) == ":";
        // A class within another one, or an instance, is not looked for.
        let alone = at < 5 || word(at - 4) != ":";
        let named = at.checked_sub(3).and_then(|at| all.get(at));
        colons
            && alone
            && named.is_some_and(|class| {
                let place = u32::try_from(start + class.start);
                let here = place.is_ok_and(|place| errors.contains(&(file, place)));
                class.kind == TokenKind::Word && here && !declared(class.of(text))
            })
    })
}

/// The macros that a text defines, with their texts.
pub(super) fn definitions(text: &str) -> impl Iterator<Item = Declared<'_>> {
    let lines = directives(text).into_iter();
    lines
        .filter(|line| line.word == "define")
        .filter_map(|line| {
            let name = tokens(line.rest, 0).next()?;
            Some(Declared {
                names: vec![name.of(line.rest)],
                text: line.rest.get(name.end..).unwrap_or(""),
                doubtful: false,
                guessed: true,
                valued: true,
            })
        })
}

/// What stands in a group of `#if` to `#endif` with an error in a condition: which branch was
/// compiled is a guess.
fn misread<'t>(
    files: &'t Files,
    errors: &[(u32, u32)],
    known: &HashSet<&str>,
    bodies: &[Span],
) -> Vec<Declared<'t>> {
    let mut all = Vec::new();
    for (number, file) in (0u32..).zip(&files.files) {
        if file.role == Role::Own || errors.iter().all(|(file, _)| *file != number) {
            continue;
        }
        for group in groups(&file.source.text) {
            let wrong = group.conditions.iter().any(|(start, condition, _)| {
                let end = start.saturating_add(condition.len());
                let has_error = errors
                    .iter()
                    .any(|(file, at)| *file == number && (*start..=end).contains(&(*at as usize)));
                // Those in a function are the function's.
                has_error && !within(bodies, (number, *start))
            });
            if wrong {
                all.push(Declared {
                    names: group.names(known),
                    text: "",
                    doubtful: true,
                    guessed: true,
                    valued: true,
                });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::may_paste;
    use std::collections::HashSet;

    #[test]
    fn what_a_macro_pastes_begins_and_ends_as_it_says() {
        let names: HashSet<&str> = ["sum_of_tensor", "Tensor"].into_iter().collect();
        let launch = "(N, kind) sum_##kind##_kernel<(N)><<<1, N>>>(x)";
        assert!(!may_paste(launch, &names));
        assert!(may_paste("(kind) sum_##kind", &names));
        assert!(may_paste("(kind) sum_ ## kind ## _tensor<1>", &names));
        assert!(may_paste("(a, b) a##b", &names));
        assert!(may_paste("(a) x##a(); Ten##a", &names));
        assert!(!may_paste("(a) x##a(); Tan##a", &names));
        assert!(!may_paste("(a) #a", &names));
    }
}
