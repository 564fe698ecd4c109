//! From clang's output to kernels, each with the errors that concern it.

use std::collections::HashSet;
use text::code::Code;

use text::diagnostics::{Diagnostic, Severity};
use text::span::Span;

use super::choices::choices;
use super::conditions::{self, Chosen, Macros, Meanings};
use super::doubt::Doubtful;
use super::extent::{is_composed, whole};
use super::found::{Found, find};
use super::guess::{self, Guess};
use super::session::{Mode, Outcome, failure, worth_a_note};
use super::{sdk, sequential};
use crate::convert::{Converter, Fault, Work};
use crate::find::{VARIABLE, setup};
use crate::headers::{is_known, words};
use crate::index::Index;
use crate::json;
use crate::messages::{Level, Message};
use crate::node::{Builder, Files, Node};
use crate::request::{Kernel, Reading, Request};
use crate::tokens::{includes, kernel_words};
use crate::tree::{FunctionId, Language, Storage, VariableId};
use crate::types::AddressSpace;
use installed::headers::SETUP;

/// What the declarations before every file say to a clang that writes other trees.
const TOO_OLD: &str = "alpinist needs clang 19 or newer";

/// More errors about one thing are a number: a text that is no program has one at every word.
const MOST_ERRORS: usize = 100;

/// An error of clang's with the place that it is at.
pub(super) struct ClangError {
    pub(super) at: Option<(u32, u32)>,
    /// Where the brackets are that it misses the ends of. A text that is cut off has its error behind its
    /// last function, and this within.
    open: Vec<(u32, u32)>,
    pub(super) diagnostic: Diagnostic,
}

pub(super) fn convert(
    request: &Request,
    outcome: &Outcome,
    files: &mut Files,
) -> Result<(Reading, Vec<Guess>), Fault> {
    if outcome
        .messages
        .iter()
        .any(|message| message.text == TOO_OLD)
    {
        let help = format!("name another in {VARIABLE}, or fetch one: {}", setup());
        return Err(Box::new(failure(TOO_OLD.into()).with_help(help)));
    }
    let errors = clang_errors(request, &outcome.messages, files);
    // Errors in instances that were tried are none of the file's.
    let said = outcome.messages.iter().any(Message::is_error);
    if let Some(status) = outcome.output.failed.as_ref().filter(|_| !said) {
        let mut lines = outcome.output.messages.lines().map(str::trim);
        let why = lines.find(|line| !line.is_empty());
        let why = why.unwrap_or("clang failed without saying why");
        return Err(failure(format!("{} ({status})", words_of(why))));
    }
    if outcome.output.tree.is_empty() && !said {
        return Err(failure("clang left no tree: it wrote nothing".into()));
    }
    let tree = json::parse(&outcome.output.tree).map_err(|error| {
        let said = errors
            .first()
            .map_or(error, |error| error.diagnostic.message.clone());
        failure(format!("clang left no tree: {said}"))
    })?;
    let root = Builder::new(files)
        .node(tree)
        .ok_or_else(|| failure("clang left an empty tree".into()))?;
    let index = Index::new(&root);
    let files: &Files = files;
    let mut converter = Converter::new(&index, files, request.language, request.target);
    let mut found = find(&index, files, request.language);
    if let Some(one) = &request.sequential {
        found = Found {
            kernels: sequential::named(&index, files, one),
            ..Found::default()
        };
    }
    let mut ids = Vec::new();
    for entry in &found.kernels {
        ids.push(converter.root(entry.node.id));
    }
    let axioms: Vec<_> = found
        .axioms
        .iter()
        .map(|e| converter.root(e.node.id))
        .collect();
    if request.uncalled {
        for entry in &found.functions {
            converter.root(entry.node.id);
        }
    }
    converter.run();

    let places: Vec<(u32, u32)> = errors.iter().filter_map(|error| error.at).collect();
    let doubtful = super::doubt::doubtful(&index, files, &places);
    let macros = conditions::macros(files, &request.define);
    let meanings = conditions::meanings(&index, files, &macros);
    let chosen = conditions::outside(&index, files, &macros);
    let mut kernels = Vec::new();
    for (id, entry) in ids.into_iter().zip(&found.kernels) {
        let mut kernel = kernel(&converter, files, (id, entry.node), (&errors, outcome));
        kernel
            .errors
            .extend(doubts(&converter, files, id, &doubtful));
        let mentioned = mentioned(&converter, files, id, &meanings);
        let around = (&macros, chosen.as_slice(), &mentioned, &meanings);
        kernel.assumed = conditions(&converter, files, id, around);
        kernel.assumed.extend(textures(&converter, &kernel));
        kernel
            .assumed
            .extend(choices(outcome.mode, request, &mentioned));
        kernels.push(kernel);
    }
    let mut notes = notes(request, outcome, &index);
    host_variables(request, &converter, &kernels, &mut notes);
    let mut reading_errors = Vec::new();
    let mut guesses = Vec::new();
    for template in &found.templates {
        kernels.push(uninstantiated(template.node, files, (&errors, outcome)));
        guesses.extend(guess::guesses(&index, template, &outcome.launches));
    }
    kernels.sort_by_key(|kernel| kernel.function.map_or(u32::MAX, |id| id.0));
    match &request.sequential {
        Some(_) => {
            reading_errors.extend(sequential::lost(request, found.kernels.len()));
            sequential::take(request, &mut converter.unit, &mut kernels);
        }
        None => lost_kernels(request, &found, &errors, &mut reading_errors, &mut notes),
    }
    if request.language == Language::OpenCl {
        // There is no host code, so nothing may be left aside.
        reading_errors = few(errors.iter().map(|error| error.diagnostic.clone()));
    }
    let mut unit = converter.unit;
    unit.axioms = axioms;
    unit.files = files.files.clone();
    let reading = Reading {
        unit,
        kernels,
        notes,
        errors: reading_errors,
        clang: few(errors.into_iter().map(|error| error.diagnostic)),
        runs: outcome.runs,
    };
    Ok((reading, guesses))
}

/// The first errors, and how many more there are.
pub(super) fn few(errors: impl Iterator<Item = Diagnostic>) -> Vec<Diagnostic> {
    let mut errors = errors.fuse();
    let mut kept: Vec<Diagnostic> = errors.by_ref().take(MOST_ERRORS).collect();
    let more = errors.count();
    if more > 0 {
        let message = format!("clang has {more} more errors");
        kept.push(Diagnostic::global(Code::K002, message));
    }
    kept
}

/// What a program that is no clang says of itself may be long.
pub(super) fn words_of(line: &str) -> String {
    line.chars().take(200).collect()
}

pub(super) fn clang_errors(
    request: &Request,
    messages: &[Message],
    files: &mut Files,
) -> Vec<ClangError> {
    let mut errors = Vec::new();
    let last_line = request.text.matches('\n').count() + 1;
    for message in messages.iter().filter(|message| message.is_error()) {
        // Behind the text stand the instances that are asked for.
        if let Some((file, line, _)) = &message.place
            && files.number(file, None) == 0
            && *line > last_line
            && files.has_place(0, last_line)
            && let Some(asked) = request.instantiate.get(line - last_line - 1)
        {
            let text = format!("no instance `{asked}`: {}", message.text);
            errors.push(ClangError {
                at: Some((0, u32::MAX)),
                open: Vec::new(),
                diagnostic: Diagnostic::global(Code::K002, text),
            });
            continue;
        }
        let mut diagnostic = Diagnostic::global(Code::K002, message.text.clone());
        let mut at = None;
        if let Some((file, line, column)) = &message.place {
            let number = files.number(file, None);
            let offset = files.offset(number, *line, *column);
            let span = Span::new(number, offset, offset.saturating_add(1));
            // Without a place that can be trusted an error counts for every kernel.
            at = files
                .has_place(number, *line)
                .then_some((number, span.start));
            diagnostic = Diagnostic::error(Code::K002, span, message.text.clone());
        }
        let mut open = Vec::new();
        for note in &message.notes {
            let Some((file, line, column)) = &note.place else {
                continue;
            };
            let number = files.number(file, None);
            let offset = files.offset(number, *line, *column);
            let span = Span::new(number, offset, offset.saturating_add(1));
            if note.text.starts_with("to match this") && files.has_place(number, *line) {
                open.push((number, span.start));
            }
            diagnostic = diagnostic.with_label(span, note.text.clone());
        }
        if message.level == Level::Fatal {
            diagnostic = diagnostic.with_note("clang stopped reading here");
        }
        errors.push(ClangError {
            at,
            open,
            diagnostic,
        });
    }
    errors
}

fn kernel(
    converter: &Converter<'_, '_>,
    files: &Files,
    (id, node): (FunctionId, &Node<'_>),
    (errors, outcome): (&[ClangError], &Outcome),
) -> Kernel {
    let reached = converter.reached(Work::Function(id));
    let mut functions: Vec<FunctionId> = Vec::new();
    let mut variables: Vec<VariableId> = Vec::new();
    let mut faults: Vec<Diagnostic> = Vec::new();
    let mut spans: Vec<Span> = Vec::new();
    // Other files are part of a function here, and what is wrong in them is not seen by its place.
    let mut composed: Option<Span> = None;
    for work in &reached {
        match *work {
            Work::Function(id) => functions.push(id),
            Work::Variable(id) => variables.push(id),
        }
        if let Some(node) = converter.node_of(*work) {
            spans.push(whole(files, node));
            if is_composed(files, node) {
                composed = Some(node.name_place.span);
            }
        }
        faults.extend(converter.faults.get(work).into_iter().flatten().cloned());
    }
    let within = errors.iter().filter(|error| match error.at {
        Some((file, _)) => {
            let mut places = error.at.iter().chain(&error.open);
            let holds = |&(file, offset): &(u32, u32)| {
                let within =
                    |span: &Span| span.file == file && span.start <= offset && offset < span.end;
                spans.iter().any(within)
            };
            file == 1 || composed.is_some() || places.any(holds)
        }
        None => true,
    });
    let mut said = few(within.map(|error| error.diagnostic.clone()));
    if let (Some(span), [name, ..]) = (composed, outcome.missing.as_slice()) {
        let message = format!("a part of this function may be in `{name}`, which was not found");
        said.push(Diagnostic::error(Code::K002, span, message));
    }
    help(&mut said, outcome);
    // What clang did not understand it has said itself.
    if !said.is_empty() {
        faults.retain(|fault| fault.code != Code::K002);
    }
    said.extend(faults);
    let name = converter
        .unit
        .function(id)
        .map(|function| function.qualified.clone())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| node.name().to_owned());
    Kernel {
        name,
        function: Some(id),
        functions,
        variables,
        assumed: Vec::new(),
        errors: said,
    }
}

/// Says of the first name that is not declared what would bring it.
fn help(said: &mut [Diagnostic], outcome: &Outcome) {
    let undeclared = said.iter_mut().find_map(|error| {
        let name = crate::messages::undeclared(&error.message)?.to_owned();
        Some((error, name))
    });
    let Some((error, name)) = undeclared else {
        return;
    };
    if error.help.is_some() {
        return;
    }
    error.help = Some(match worth_a_note(outcome).next() {
        Some(header) if sdk::is_brought(header, outcome) => format!(
            "`{name}` may be declared in `{header}`, which `{SETUP}` brings; or `--cuda-path DIR`, `-I DIR` say where it is"
        ),
        Some(header) => format!(
            "`{name}` may be declared in `{header}`, which was not found: `-I DIR` says where it is, or `--cuda-path DIR`"
        ),
        None => format!(
            "if the build gives `{name}`: `-D {name}=VALUE`, or `-p DIR` with its `compile_commands.json`"
        ),
    });
}

/// What a kernel and what it reaches mention of names that an error stands in.
fn doubts(
    converter: &Converter<'_, '_>,
    files: &Files,
    id: FunctionId,
    doubtful: &Doubtful<'_>,
) -> Option<Diagnostic> {
    if doubtful.names.is_empty() {
        return None;
    }
    let fault = |node: &Node<'_>, word: &str| {
        let message = format!("`{word}` is declared with an error");
        Diagnostic::error(Code::K002, node.name_place.span, message)
    };
    if let (Some(word), Some(node)) = (doubtful.of_all, converter.node_of(Work::Function(id))) {
        return Some(fault(node, word));
    }
    for work in converter.reached(Work::Function(id)) {
        let Some(node) = converter.node_of(work) else {
            continue;
        };
        let span = whole(files, node);
        let file = files.files.get(span.file as usize)?;
        if file.role == crate::place::Role::Own {
            continue;
        }
        let hidden = |word: &str| {
            let mut params = node.parts().filter(|part| part.kind == "ParmVarDecl");
            params.any(|param| param.name() == word)
                && !is_macro(files, word)
                && !is_qualified(files.text(span), word)
        };
        // Within its head a parameter hides nothing that stands before it.
        let text = files.text(span);
        let (head, body) = text.split_at(text.find('{').unwrap_or(text.len()));
        let doubted = |word: &&str| doubtful.names.contains(word);
        let is_parameter = |word: &str| {
            let mut named = node.parts().filter(|part| part.kind == "ParmVarDecl");
            named.any(|param| param.name() == word)
        };
        // Each parameter is one mention of its name.
        let mut in_head: Vec<&str> = words(head).filter(|word| doubted(word)).collect();
        in_head.sort_unstable();
        let in_head = in_head
            .chunk_by(|a, b| a == b)
            .find(|same| same.len() > usize::from(is_parameter(same[0])) || !hidden(same[0]));
        let in_head = in_head.and_then(|same| same.first().copied());
        let in_body = || words(body).find(|word| doubted(word) && !hidden(word));
        if let Some(word) = in_head.or_else(in_body) {
            return Some(fault(node, word));
        }
        let arguments = arguments(converter.index, node);
        let mut written = arguments.iter().flat_map(|argument| words(argument));
        if let Some(word) = written.find(|word| doubtful.names.contains(word)) {
            return Some(fault(node, word));
        }
        if let Some(word) = doubtful.argument
            && arguments.iter().any(|argument| may_be_guessed(argument))
        {
            return Some(fault(node, word));
        }
    }
    None
}

/// Whether an argument of an instance may be a guess of clang's: a type that it does not know is `int`, and of what
/// is made of that it goes on with a number.
fn may_be_guessed(argument: &str) -> bool {
    let guessed = |word: &str| word == "int" || word.starts_with(|c: char| c.is_ascii_digit());
    let mut all = crate::tokens::tokens(argument, 0).map(|token| token.of(argument));
    argument.is_empty() || all.any(guessed)
}

/// The arguments that a function and the classes around it are instances for: types as clang prints them,
/// numbers, and an empty text for anything else.
fn arguments(index: &Index<'_, '_>, node: &Node<'_>) -> Vec<String> {
    let mut all = Vec::new();
    let mut node = Some(node);
    // A tree that is none may go round.
    let mut seen = HashSet::new();
    while let Some(here) = node.filter(|here| seen.insert(here.id)) {
        for part in here.parts().filter(|part| part.kind == "TemplateArgument") {
            let of_type = part.data.get("type").and_then(|of| of.get("qualType"));
            all.push(match (of_type, part.data.get("value")) {
                (Some(json::Json::Text(name)), _) => name.to_string(),
                (_, Some(json::Json::Number(value))) => value.to_string(),
                _ => String::new(),
            });
        }
        let scope = index.entries.get(&here.id).map(|entry| entry.scope);
        node = scope
            .and_then(|scope| index.entries.get(&scope))
            .map(|entry| entry.node);
    }
    all
}

/// Whether a file defines a macro of this name.
fn is_macro(files: &Files, name: &str) -> bool {
    let texts = files.files.iter().map(|file| &file.source.text);
    let mut all = texts.flat_map(|text| super::doubt::definitions(text));
    all.any(|one| one.names == [name])
}

/// Whether `::name` stands in a text, which means no parameter.
fn is_qualified(text: &str, name: &str) -> bool {
    let all: Vec<_> = crate::tokens::tokens(text, 0).collect();
    let mut threes = all.windows(3);
    threes.any(|three| match three {
        [a, b, c] => a.of(text) == ":" && b.of(text) == ":" && c.of(text) == name,
        _ => false,
    })
}

/// What a kernel and what it reaches mention, and what stands in what that means.
fn mentioned<'t>(
    converter: &Converter<'t, '_>,
    files: &'t Files,
    id: FunctionId,
    meanings: &Meanings<'t>,
) -> HashSet<&'t str> {
    let mut all: HashSet<&str> = HashSet::new();
    for text in reached_texts(converter, files, id) {
        all.extend(words(text));
    }
    conditions::follow(&mut all, meanings);
    all
}

fn reached_texts<'t>(
    converter: &Converter<'t, '_>,
    files: &'t Files,
    id: FunctionId,
) -> Vec<&'t str> {
    let reached = converter.reached(Work::Function(id)).into_iter();
    let nodes = reached.filter_map(|work| converter.node_of(work));
    nodes.map(|node| files.text(whole(files, node))).collect()
}

/// The words of all that a name stands in, from one semicolon to the next; of all files if a macro names it.
fn beside<'t>(name: &str, files: &'t Files, macros: &Macros<'t>) -> HashSet<&'t str> {
    let mut in_macros = macros.values().flat_map(|known| &known.texts);
    let everywhere = in_macros.any(|text| words(text).any(|word| word == name));
    let texts = files.files.iter();
    let texts = texts.filter(|file| file.role != crate::place::Role::Own);
    let pieces = texts.flat_map(|file| file.source.text.split(';'));
    let named = pieces.filter(|piece| everywhere || words(piece).any(|word| word == name));
    named.flat_map(words).collect()
}

/// Names in conditions of the preprocessor on which a kernel and what it reaches depend, and that
/// nothing defines: conditions within it, and around what it mentions.
fn conditions<'t>(
    converter: &Converter<'t, '_>,
    files: &'t Files,
    id: FunctionId,
    (macros, chosen, mentioned, meanings): (
        &Macros<'t>,
        &[Chosen<'t>],
        &HashSet<&'t str>,
        &Meanings<'t>,
    ),
) -> Vec<Diagnostic> {
    let mut said: Vec<(Span, &str)> = Vec::new();
    let mut composed = false;
    let mut instance = false;
    let mut first = None;
    for work in converter.reached(Work::Function(id)) {
        let Some(node) = converter.node_of(work) else {
            continue;
        };
        let span = whole(files, node);
        let file = files.files.get(span.file as usize);
        if file.is_none_or(|file| file.role == crate::place::Role::Own) {
            continue;
        }
        first.get_or_insert(node.name_place.span);
        composed |= is_composed(files, node);
        instance |= !arguments(converter.index, node).is_empty();
        for (offset, name) in conditions::chosen(files.text(span), macros) {
            let start = (span.start as usize).saturating_add(offset);
            let place = Span::new(span.file, start, start.saturating_add(name.len()));
            said.push((place, name));
        }
    }
    // What the arguments of an instance were written with, clang's tree does not say.
    let mut all = mentioned.clone();
    if instance {
        let hosts = converter.index.functions.iter();
        let hosts = hosts.filter_map(|id| converter.index.entries.get(id));
        for host in hosts {
            all.extend(words(files.text(whole(files, host.node))));
        }
        if let Some(node) = converter.node_of(Work::Function(id)) {
            all.extend(beside(node.name(), files, macros));
        }
        conditions::follow(&mut all, meanings);
    }
    for around in chosen {
        let meant = composed || around.of_all || around.names.iter().any(|name| all.contains(name));
        if meant && said.iter().all(|(_, name)| *name != around.name) {
            said.push((around.place, around.name));
        }
    }
    let texts = reached_texts(converter, files, id);
    for name in conditions::targets(&texts, meanings) {
        if let (Some(place), true) = (first, said.iter().all(|(_, known)| *known != name)) {
            said.push((place, name));
        }
    }
    let note = |(place, name): (Span, &str)| {
        let text = macros.get(name).and_then(|known| known.texts.last());
        let taken = text.map_or("not defined", |text| text.trim());
        // What clang defines itself no file does.
        let taken = match text.is_none() && name.starts_with("__") {
            true => "what clang has for it",
            false => taken,
        };
        let message = format!("`{name}` selects what is compiled, and is assumed to be {taken}");
        Diagnostic {
            severity: Severity::Note,
            ..Diagnostic::error(Code::K011, place, message)
        }
    };
    said.into_iter().map(note).collect()
}

/// That what a kernel reads as a texture or image is not what it writes.
fn textures(converter: &Converter<'_, '_>, kernel: &Kernel) -> Option<Diagnostic> {
    const READS: [&str; 8] = [
        "tex1D",
        "tex2D",
        "tex3D",
        "texCube",
        "surf1Dread",
        "surf2Dread",
        "surf3Dread",
        "read_image",
    ];
    let functions = kernel.functions.iter();
    let name = functions
        .filter_map(|id| converter.unit.function(*id))
        .filter(|function| function.body.is_none())
        .find(|function| READS.iter().any(|read| function.name.starts_with(read)))
        .map(|function| &function.name)?;
    let message = format!("what `{name}` reads is not written by the kernel in another way");
    Some(Diagnostic {
        severity: Severity::Note,
        ..Diagnostic::global(Code::K403, message)
    })
}

/// A template of which no instance is read: for what clang says of its text, if it does.
fn uninstantiated(
    node: &Node<'_>,
    files: &Files,
    (errors, outcome): (&[ClangError], &Outcome),
) -> Kernel {
    let span = whole(files, node);
    let within = errors
        .iter()
        .filter(|error| error.at.is_some_and(|at| super::doubt::holds(&span, &at)));
    let mut said = few(within.map(|error| error.diagnostic.clone()));
    if !said.is_empty() {
        help(&mut said, outcome);
        return Kernel {
            name: node.name().to_owned(),
            function: None,
            functions: Vec::new(),
            variables: Vec::new(),
            assumed: Vec::new(),
            errors: said,
        };
    }
    let message = format!(
        "the kernel `{}` is a template without an instance",
        node.name()
    );
    let error = Diagnostic::error(Code::K009, node.name_place.span, message)
        .with_help(format!("name one: --instantiate '{}<…>'", node.name()));
    Kernel {
        name: node.name().to_owned(),
        function: None,
        functions: Vec::new(),
        variables: Vec::new(),
        assumed: Vec::new(),
        errors: vec![error],
    }
}

fn notes(request: &Request, outcome: &Outcome, index: &Index<'_, '_>) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    let note = |code, span, message: String| Diagnostic {
        severity: Severity::Note,
        ..Diagnostic::error(code, span, message)
    };
    let included = includes(&request.text);
    for name in worth_a_note(outcome) {
        let line = included.iter().find(|include| include.name == *name);
        let span = line.map_or(Span::default(), |include| {
            Span::new(0, include.line.start, include.line.end)
        });
        let message = format!("`{name}` was not found and is treated as empty");
        let help = match sdk::is_brought(name, outcome) {
            true => format!("`{SETUP}` brings it"),
            false => "`-I FOLDER` says where it is, `-D NAME=VALUE` what it would define".into(),
        };
        notes.push(note(Code::K007, span, message).with_help(help));
    }
    // What only headers of an SDK include is said in one note: the user's text does not name it.
    let mut unsaid = outcome.unsaid.iter().filter(|name| !is_known(name));
    if let Some(first) = unsaid.next() {
        let others = match unsaid.count() {
            0 => String::new(),
            count => format!(" and {count} other headers"),
        };
        let message = format!(
            "headers of the SDK include `{first}`{others}, which were not found and are treated as empty"
        );
        let help = "`-I FOLDER` says where they are";
        let note = note(Code::K007, Span::default(), message).with_help(help);
        notes.push(Diagnostic {
            primary: None,
            ..note
        });
    }
    if outcome.mode == Mode::Cpp && request.sequential.is_none() {
        let mut diagnostic = note(
            Code::K010,
            Span::default(),
            "a kernel uses functions or variables of the host: read as plain C++".into(),
        );
        diagnostic.primary = None;
        notes.push(diagnostic);
    }
    for (kind, place) in &index.unknown {
        notes.push(note(
            Code::K003,
            place.span,
            format!("clang's {kind} is not known to this program"),
        ));
    }
    notes
}

/// Variables of the host that a kernel uses; clang lets them pass as the host's compiler sees them.
fn host_variables(
    request: &Request,
    converter: &Converter<'_, '_>,
    kernels: &[Kernel],
    notes: &mut Vec<Diagnostic>,
) {
    if request.language != Language::Cuda {
        return;
    }
    let mut said: Vec<VariableId> = Vec::new();
    for &id in kernels.iter().flat_map(|kernel| &kernel.variables) {
        let Some(variable) = converter.unit.variable(id) else {
            continue;
        };
        let host = variable.space == AddressSpace::Default
            && matches!(variable.storage, Storage::Global | Storage::Extern)
            && !variable.constexpr
            && !variable.ty.constant;
        if host && !said.contains(&id) {
            said.push(id);
            notes.push(Diagnostic {
                severity: Severity::Note,
                ..Diagnostic::error(
                    Code::K010,
                    variable.name_place.span,
                    format!(
                        "`{}` is a host variable; it is assumed to be in device memory",
                        variable.name
                    ),
                )
            });
        }
    }
}

/// Words that declare a kernel where clang has none.
fn lost_kernels(
    request: &Request,
    found: &Found<'_, '_>,
    errors: &[ClangError],
    lost: &mut Vec<Diagnostic>,
    notes: &mut Vec<Diagnostic>,
) {
    let opencl = request.language == Language::OpenCl;
    let words = kernel_words(&request.text, opencl);
    for (at, word) in words.iter().enumerate() {
        let span = Span::new(0, word.start, word.end);
        let inside = |declared: &Span| {
            declared.file == 0 && declared.start <= span.end && span.start <= declared.end
        };
        if found.declared.iter().any(inside) {
            continue;
        }
        let next = words
            .get(at + 1)
            .map_or(request.text.len(), |next| next.start);
        let reason = errors.iter().find(|error| {
            error.at.is_none_or(|(file, offset)| {
                file == 0 && word.start <= offset as usize && (offset as usize) < next
            })
        });
        match reason {
            Some(reason) => lost.push(
                Diagnostic::error(
                    Code::K008,
                    span,
                    "clang did not understand this kernel's declaration",
                )
                .with_note(reason.diagnostic.message.clone()),
            ),
            None => notes.push(Diagnostic {
                severity: Severity::Note,
                ..Diagnostic::error(Code::K008, span, "the preprocessor leaves out this kernel")
            }),
        }
    }
}
