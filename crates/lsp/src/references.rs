//! Where a thing is named, and its new name.
//!
//! A name is changed in the text only if the new text means the same: it is read again, and each
//! name in it must mean what it meant before.

use crate::edits;
use crate::nodes::{Nodes, Place};
use crate::program::Program;
use crate::rpc::{Code, Error};
use gen_lsp_types::{Location, Range, WorkspaceEdit};
use pipeline::front;
use spec_lang::ast::NodeId;
use spec_lang::resolve::Resolution;
use std::collections::{BTreeSet, HashMap};
use text::source::SourceFile;
use text::span::Span;

/// Names that mean something to the language where they are declared.
const SPECIAL: &[&str] = &["run", "lock_invariant", "constructor"];

/// Where the thing under the pointer is named, its declaration included if `declaration`.
pub(crate) fn references(
    program: &Program,
    nodes: &Nodes,
    at: Place,
    declaration: bool,
) -> Vec<Location> {
    let Some(thing) = Thing::at(program, nodes, at) else {
        return Vec::new();
    };
    let places = thing.places.iter();
    let wanted = places.filter(|span| declaration || !thing.declared.contains(*span));
    wanted.filter_map(|span| program.location(*span)).collect()
}

/// The same within the file of the place.
pub(crate) fn highlights(program: &Program, nodes: &Nodes, at: Place) -> Vec<Range> {
    let thing = Thing::at(program, nodes, at);
    let places = thing.map(|thing| thing.places).unwrap_or_default();
    let own = places.iter().filter(|span| span.file == at.file);
    own.map(|span| program.range(*span)).collect()
}

/// The name under the pointer, if it can be changed, and its place.
///
/// # Errors
/// If nothing there has a name of the user's, or the program has errors; with the reason.
pub(crate) fn renamable(
    program: &Program,
    nodes: &Nodes,
    at: Place,
) -> Result<(Range, String), Error> {
    let thing = checked(program, nodes, at)?;
    Ok((program.range(thing.used), thing.name))
}

/// The edits that give the thing under the pointer another name; `versioned` where the client
/// can take it.
///
/// # Errors
/// If it cannot be renamed, the name is none, or something would mean something else after it.
pub(crate) fn rename(
    program: &Program,
    nodes: &Nodes,
    at: Place,
    name: &str,
    versioned: bool,
) -> Result<WorkspaceEdit, Error> {
    let thing = checked(program, nodes, at)?;
    fits(name)?;
    let results = renamed(program, &thing, name);
    let read = front::front(&results, program.settings.profile);
    if !read.is_sound() {
        let first = read.diagnostics.first();
        let why = first.map_or("it could not be read", |one| one.message.as_str());
        return Err(refused(format!("the program would be wrong: {why}")));
    }
    let new = Nodes::of(&read.program);
    let old_meanings = meanings(nodes, &program.front.resolution);
    if old_meanings != meanings(&new, &read.resolution) {
        return Err(refused(format!(
            "some name would mean something else: `{name}` is another thing somewhere"
        )));
    }
    Ok(edits::workspace(program, &results, versioned))
}

/// Something with a name, and all places where it is named.
struct Thing {
    name: String,
    /// The place under the pointer.
    used: Span,
    /// Where it is declared; a class also where its constructors are.
    declared: Vec<Span>,
    places: BTreeSet<Span>,
    ids: Vec<NodeId>,
}

impl Thing {
    fn at(program: &Program, nodes: &Nodes, at: Place) -> Option<Thing> {
        let resolution = &program.front.resolution;
        let (used, id, _) = nodes.named(resolution, at)?;
        let ids = together(resolution, nodes, id);
        let declared: Vec<_> = ids.iter().filter_map(|id| nodes.declared(*id)).collect();
        // A constructor may be called `constructor`; the class says what it is called in calls.
        let name = declared.first()?.name.clone();
        let text = |span: Span| {
            let (_, source) = program.file(span.file)?;
            Some(source.slice(span).trim_matches('`').to_owned())
        };
        let names = nodes.names(resolution).into_iter();
        let own = names.filter(|(_, meant)| meant.is_some_and(|meant| ids.contains(&meant)));
        let places = own.map(|(span, _)| span);
        let places = places.filter(|span| text(*span).as_deref() == Some(name.as_str()));
        Some(Thing {
            used,
            places: places.collect(),
            declared: declared.iter().map(|one| one.span).collect(),
            name,
            ids,
        })
    }
}

/// A class and its constructors have one name; anything else stands alone. The class is first.
fn together(resolution: &Resolution, nodes: &Nodes, id: NodeId) -> Vec<NodeId> {
    let what = |id: NodeId| nodes.declared(id).map_or("", |declared| declared.what);
    let class = match what(id) {
        "class" => id,
        "constructor" => match resolution.owner.get(&id) {
            Some(class) => *class,
            None => return vec![id],
        },
        _ => return vec![id],
    };
    let members = resolution.owner.iter();
    let constructors = members
        .filter(|(member, owner)| **owner == class && what(**member) == "constructor")
        .map(|(member, _)| *member);
    let mut ids = vec![class];
    ids.extend(constructors);
    ids.sort_by_key(|id| what(*id) != "class");
    ids
}

fn refused(words: String) -> Error {
    Error::new(Code::Failed, words)
}

/// What is to be renamed, if it can be.
fn checked(program: &Program, nodes: &Nodes, at: Place) -> Result<Thing, Error> {
    if !program.is_sound() {
        return Err(refused(
            "what names mean is known only once the program has no errors".to_owned(),
        ));
    }
    let Some(thing) = Thing::at(program, nodes, at) else {
        return Err(refused("there is no name of yours here".to_owned()));
    };
    let name = &thing.name;
    let mut whats = thing.ids.iter().filter_map(|id| nodes.declared(*id));
    let special = whats.any(|one| {
        matches!(one.what, "operator" | "run block") || SPECIAL.contains(&one.name.as_str())
    });
    if special && thing.ids.len() == 1 {
        return Err(refused(format!("`{name}` is a name of the language")));
    }
    // Directives are looked up where they are carried out.
    if let Some(span) = undecided(program, nodes, name) {
        let (_, source) = program.file(span.file).unzip();
        let line = source.map_or(0, |source| source.line_column(span.start as usize).line);
        return Err(refused(format!(
            "the directive in line {line} names a `{name}`, and there are several"
        )));
    }
    overridden(program, nodes, &thing)?;
    Ok(thing)
}

/// A name in a directive of which it is not known what it means.
fn undecided(program: &Program, nodes: &Nodes, name: &str) -> Option<Span> {
    let names = nodes.names(&program.front.resolution);
    let directives = nodes.directives();
    let open = names.into_iter().filter(|(_, meant)| meant.is_none());
    open.map(|(span, _)| span).find(|span| {
        let inside = directives.iter().any(|one| one.span.contains(*span));
        let text = program
            .file(span.file)
            .map(|(_, source)| source.slice(*span));
        inside && text == Some(name)
    })
}

/// Refuses a member that other classes of one family have as well: it may be inherited.
fn overridden(program: &Program, nodes: &Nodes, thing: &Thing) -> Result<(), Error> {
    let resolution = &program.front.resolution;
    let Some(id) = thing.ids.first().filter(|_| thing.ids.len() == 1) else {
        return Ok(());
    };
    let Some(class) = resolution.owner.get(id) else {
        return Ok(());
    };
    let inherits = |one: &spec_lang::ast::Declaration| matches!(&one.kind, spec_lang::ast::DeclarationKind::Class(class) if !class.bases.is_empty());
    if !program.front.program.declarations.iter().any(inherits) {
        return Ok(());
    }
    let mut others = resolution.owner.iter();
    let other = others.find(|(member, owner)| {
        let declared = nodes.declared(**member);
        *owner != class && declared.is_some_and(|one| one.name == thing.name)
    });
    match other {
        None => Ok(()),
        Some(_) => Err(refused(format!(
            "another class has a `{}` as well, and classes inherit here",
            thing.name
        ))),
    }
}

/// Whether a text is a name that can be given.
fn fits(name: &str) -> Result<(), Error> {
    let mut characters = name.chars();
    let begins = characters
        .next()
        .is_some_and(|one| one.is_ascii_alphabetic() || one == '_');
    let goes_on = characters.all(|one| one.is_ascii_alphanumeric() || one == '_');
    if !begins || !goes_on {
        return Err(refused(format!("`{name}` is no name")));
    }
    if spec_lang::parse::is_reserved(name) || SPECIAL.contains(&name) {
        return Err(refused(format!("`{name}` is a word of the language")));
    }
    Ok(())
}

/// The files with another name at all places.
fn renamed(program: &Program, thing: &Thing, name: &str) -> Vec<SourceFile> {
    let files = (0u32..).zip(&program.sources);
    let renamed = files.map(|(file, source)| {
        let mut text = source.text.clone();
        let own = thing.places.iter().rev().filter(|span| span.file == file);
        for span in own {
            text.replace_range(span.range(), name);
        }
        SourceFile::new(source.name.clone(), text)
    });
    renamed.collect()
}

/// What each name means, as the number of the place where that is declared.
fn meanings(nodes: &Nodes, resolution: &Resolution) -> Vec<Option<usize>> {
    let names = nodes.names(resolution);
    let mut numbers: HashMap<Span, usize> = HashMap::new();
    for (number, (span, _)) in names.iter().enumerate() {
        numbers.entry(*span).or_insert(number);
    }
    let number = |id: NodeId| numbers.get(&nodes.declared(id)?.span).copied();
    names.iter().map(|(_, id)| number((*id)?)).collect()
}
