//! Code of the host as a typed tree: all functions of a file and of the headers of its project, whatever of them is
//! understood. What is not is [`crate::tree::Opaque`], and a function of which too little is has no body.

use super::directives::directives;
use super::doubt::{Doubtful, doubtful};
use super::extent::{is_composed, is_ours, whole};
use super::kernels::{ClangError, clang_errors, is_kernel};
use super::session::{Mode, Outcome, Session, failure, files};
use crate::convert::{Converter, Fault, Tolerance, Work};
use crate::headers::words;
use crate::index::{Entry, Index};
use crate::json::{self, Json};
use crate::node::{Builder, Files, Node};
use crate::place::Role;
use crate::request::Request;
use crate::tokens::tokens;
use crate::tree::{FunctionId, Unit};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// Code of the host.
#[derive(Clone, Debug)]
pub struct HostReading {
    /// The trees.
    pub unit: Unit,
    /// The functions that are written in the file and in the headers of its project, in the order of the text;
    /// those of templates are instances.
    pub functions: Vec<FunctionId>,
    /// The kernels among all functions, also those without a body.
    pub kernels: Vec<FunctionId>,
    /// Functions whose body is not understood, and why.
    pub refused: Vec<(FunctionId, String)>,
    /// Uses of a kernel's name, and of `<<<`, in the order of the text. They need not be launches.
    pub strays: Vec<Stray>,
    /// The errors of clang's.
    pub errors: Vec<Diagnostic>,
    /// How often clang ran.
    pub runs: u32,
}

/// A use of a kernel's name, or of `<<<`, that declares nothing and that the tree does not say to be of something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    /// The kernel's name; none of `<<<`.
    pub name: Option<String>,
    /// Where it is.
    pub place: Span,
    /// Whether it stands in a directive, as in the definition of a macro.
    pub in_directive: bool,
}

/// Reads the code of the host in a file of CUDA.
///
/// # Errors
/// There is no clang, or it leaves no tree.
pub fn read_host(request: &Request) -> Result<HostReading, Box<Diagnostic>> {
    let program = super::program(request)?;
    super::in_large_stack(|| {
        let mut session = Session::host(request, &program)?;
        let outcome = session.settle(Mode::Cuda)?;
        let mut files = files(request, &outcome, session.folder.path(), session.main);
        convert(request, &outcome, &mut files)
    })
}

fn convert(request: &Request, outcome: &Outcome, files: &mut Files) -> Result<HostReading, Fault> {
    let errors = clang_errors(request, &outcome.messages, files);
    let said = errors.first().map(|error| error.diagnostic.message.clone());
    let tree = json::parse(&outcome.output.tree)
        .map_err(|error| failure(format!("clang left no tree: {}", said.unwrap_or(error))))?;
    let root = Builder::new(files)
        .node(tree)
        .ok_or_else(|| failure("clang left an empty tree".into()))?;
    let index = Index::new(&root);
    let files: &Files = files;
    let places: Vec<(u32, u32)> = errors.iter().filter_map(|error| error.at).collect();
    let mut converter = Converter::new(&index, files, request.language, request.target);
    let tolerance = Rc::new(Tolerance {
        errors: places.clone(),
        macros: macros(files),
    });
    converter.tolerance = Some(Rc::clone(&tolerance));
    let mut entries: Vec<Entry<'_, '_>> = index
        .functions
        .iter()
        .filter_map(|id| index.entries.get(id).copied())
        .collect();
    entries.sort_by_key(|entry| {
        (
            entry.node.place.span.file,
            entry.node.place.span.start,
            entry.node.id,
        )
    });
    let mut functions = Vec::new();
    let mut kernels = Vec::new();
    for entry in &entries {
        let node = entry.node;
        if is_ours(files, node.place.span) || entry.pattern {
            continue;
        }
        let id = converter.root(node.id);
        if is_kernel(node, files) && !kernels.contains(&id) {
            kernels.push(id);
        }
        let is_body = |part: &Node<'_>| part.kind == "CompoundStmt" || part.kind == "CXXTryStmt";
        if node.parts().any(is_body) && !functions.iter().any(|(known, _)| *known == id) {
            functions.push((id, node));
        }
    }
    converter.run();
    let doubtful = doubtful(&index, files, &places);
    let mut refused = Vec::new();
    for (id, node) in &functions {
        let faults = converter.faults.get(&Work::Function(*id));
        let fault = faults
            .and_then(|faults| faults.first())
            .map(|fault| fault.message.clone());
        let own = || tolerance.compilers_own(files.text(whole(files, node)));
        let own = || own().map(|word| format!("each compiler has its own `{word}`"));
        let why = fault.or_else(|| why_refused(files, node, &errors, &doubtful));
        let why = why.or_else(own);
        if let Some(why) = why {
            refused.push((*id, why));
        }
    }
    let strays = strays(&root, files, &entries);
    let mut unit = converter.unit;
    for (id, _) in &refused {
        if let Some(function) = unit.functions.get_mut(id.0 as usize) {
            function.body = None;
        }
    }
    unit.files = files.files.clone();
    Ok(HostReading {
        unit,
        functions: functions.into_iter().map(|(id, _)| id).collect(),
        kernels,
        refused,
        strays,
        errors: super::kernels::few(errors.into_iter().map(|error| error.diagnostic)),
        runs: outcome.runs,
    })
}

/// All macros of the files, with all that they may stand for.
fn macros(files: &Files) -> HashMap<String, String> {
    let mut all: HashMap<String, String> = HashMap::new();
    for file in files.files.iter().filter(|file| file.role != Role::Own) {
        for directive in directives(&file.source.text) {
            if directive.word != "define" {
                continue;
            }
            if let Some(name) = words(directive.rest).next() {
                let text = all.entry(name.to_owned()).or_default();
                text.push(' ');
                text.push_str(directive.rest);
            }
        }
    }
    all
}

/// Why a function cannot be relied on: an error outside of its statements, or one that changes what the rest means.
fn why_refused(
    files: &Files,
    node: &Node<'_>,
    errors: &[ClangError],
    doubtful: &Doubtful<'_>,
) -> Option<String> {
    if is_composed(files, node) {
        return Some("a part of it is in another file".to_owned());
    }
    let span = whole(files, node);
    let body = node.parts().find(|part| part.kind == "CompoundStmt");
    let body = body.map(|body| body.place.span);
    for error in errors {
        let message = &error.diagnostic.message;
        let Some((file, at)) = error.at else {
            return Some(message.clone());
        };
        // An error in our declarations has its cause somewhere else.
        if file == 1 {
            return Some(message.clone());
        }
        let holds = |span: &Span| span.file == file && span.start <= at && at < span.end;
        if holds(&span) && (changes_structure(message) || !body.as_ref().is_some_and(holds)) {
            return Some(message.clone());
        }
    }
    if let Some(word) = doubtful.of_all {
        return Some(format!("`{word}` is declared with an error"));
    }
    let text = files.text(span);
    let word = words(text).find(|word| doubtful.names.contains(word))?;
    Some(format!("`{word}` is declared with an error"))
}

/// Whether an error may be about brackets or the end of a statement, so that what follows is another statement or block
/// than the text has.
fn changes_structure(message: &str) -> bool {
    let harmless = "expected '(' for function-style cast or type construction";
    let about = [
        "expected ",
        "extraneous ",
        "unterminated ",
        "missing terminating",
    ];
    message != harmless && about.iter().any(|start| message.starts_with(start))
}

fn strays(root: &Node<'_>, files: &Files, entries: &[Entry<'_, '_>]) -> Vec<Stray> {
    let kernels = entries.iter().filter(|entry| is_kernel(entry.node, files));
    let names: HashSet<&str> = kernels.map(|entry| entry.node.name()).collect();
    let ids: HashSet<u64> = entries
        .iter()
        .filter(|entry| names.contains(entry.node.name()) && is_kernel(entry.node, files))
        .map(|entry| entry.node.id)
        .collect();
    let mut of_others = BTreeSet::new();
    others(root, (&names, &ids), &mut of_others);
    let mut found = Vec::new();
    for (number, file) in files.files.iter().enumerate() {
        if file.role == Role::Own {
            continue;
        }
        let text = &file.source.text;
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let directives = directives(text);
        let mut angles = 0;
        let mut last_end = 0;
        for token in tokens(text, 0) {
            let word = token.of(text);
            angles = match word {
                "<" if angles > 0 && token.start == last_end => angles + 1,
                "<" => 1,
                _ => 0,
            };
            last_end = token.end;
            let name = names.contains(word).then(|| word.to_owned());
            if name.is_none() && angles != 3 {
                continue;
            }
            let place = match name {
                Some(_) => Span::new(number, token.start, token.end),
                None => Span::new(number, token.end.saturating_sub(3), token.end),
            };
            if of_others.contains(&(place.file, place.start)) {
                continue;
            }
            let at = token.start;
            let in_directive = directives.iter().any(|one| one.start <= at && at < one.end);
            found.push(Stray {
                name,
                place,
                in_directive,
            });
        }
    }
    found
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
