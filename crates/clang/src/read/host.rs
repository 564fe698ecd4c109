//! Code of the host as a typed tree: all functions of a file and of the headers of its project, whatever of them is
//! understood. What is not is [`crate::tree::Opaque`], and a function of which too little is has no body.

use super::conditions;
use super::directives::directives;
use super::doubt::{Doubtful, doubtful};
use super::extent::{is_composed, is_ours, whole};
use super::found::is_kernel;
use super::kernels::{ClangError, clang_errors};
use super::session::{Mode, Outcome, Session, failure, files};
use super::uses::{self, Stray};
use crate::convert::{Converter, Fault, Tolerance, Work};
use crate::headers::words;
use crate::index::{Entry, Index};
use crate::json;
use crate::node::{Builder, Files, Node};
use crate::place::Role;
use crate::request::Request;
use crate::tree::{FunctionId, Unit};
use std::collections::{BTreeSet, HashMap};
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
    /// The names that decide what of a function is compiled, and that a build may give.
    pub choices: Vec<(FunctionId, BTreeSet<String>)>,
    /// Uses of a kernel's name, and of `<<<`, in the order of the text. They need not be launches.
    pub strays: Vec<Stray>,
    /// Uses of names of functions that only this file can name, and of all functions if the file has `main`, in the order
    /// of the text. They need not be calls.
    pub uses: Vec<Stray>,
    /// Whether macros may put words together, so that a name may be used that is not in the text.
    pub pastes: bool,
    /// The errors of clang's.
    pub errors: Vec<Diagnostic>,
    /// How often clang ran.
    pub runs: u32,
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
    let mut choices = Vec::new();
    let mut known = conditions::macros(files, &request.define);
    // What the file says of them is said only if a build says nothing.
    let defaults = conditions::defaults(files);
    known.retain(|name, _| !defaults.contains(name));
    let chosen = conditions::outside(&index, files, &known);
    for (id, node) in &functions {
        let faults = converter.faults.get(&Work::Function(*id));
        let fault = faults
            .and_then(|faults| faults.first())
            .map(|fault| fault.message.clone());
        let span = whole(files, node);
        let text = files.text(span);
        let mut names: BTreeSet<String> = conditions::chosen(text, &known)
            .into_iter()
            .map(|(_, name)| name.to_owned())
            .collect();
        // Of words that are pasted together nothing is known.
        let words = tolerance.words(&[text]);
        let mentioned = |name: &&str| words.as_ref().is_none_or(|words| words.contains(*name));
        let around = chosen.iter();
        let around = around.filter(|one| one.of_all || one.names.iter().any(&mentioned));
        names.extend(around.map(|one| one.name.to_owned()));
        let own = || tolerance.compilers_own(&conditions::without_directives(text));
        // What these compilers say of themselves is not what clang says here.
        let of_compiler = |name: &&String| {
            let begin = ["__GNUC", "__clang", "__INTEL", "__VERSION__"];
            begin.iter().any(|begin| name.starts_with(begin))
        };
        let own = || own().or_else(|| names.iter().find(of_compiler).cloned());
        let own = || own().map(|word| format!("each compiler has its own `{word}`"));
        let why = fault.or_else(|| why_refused(files, node, &errors, &doubtful));
        let why = why.or_else(own);
        if let Some(why) = why {
            refused.push((*id, why));
        }
        if !names.is_empty() {
            choices.push((*id, names));
        }
    }
    let mut strays = uses::of_kernels(&root, files, &entries);
    strays.extend(uses::of_macros(files, &strays));
    strays.extend(uses::included(
        files,
        functions.iter().map(|(_, node)| whole(files, node)),
    ));
    strays.sort_by_key(|stray| (stray.place.file, stray.place.start));
    let mut unit = converter.unit;
    let main = functions.iter().any(|(_, node)| node.name() == "main");
    let internal = functions.iter().filter_map(|(id, node)| {
        let function = unit.function(*id)?;
        (main || function.is_internal()).then(|| node.name())
    });
    let uses = uses::of_functions(&root, files, &entries, internal.collect());
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
        choices,
        strays,
        uses,
        pastes: uses::pastes(files),
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
