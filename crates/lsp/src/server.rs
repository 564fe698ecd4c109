//! What the server knows, and what it does with each message.

use crate::client::{Client, Options, When};
use crate::commands::{STEP, Step, VERIFY};
use crate::documents::{Document, Documents};
use crate::edits;
use crate::host::{Host, Sizes};
use crate::kernels::{Found, Sheet};
use crate::mend::{self, REPAIR, Repair};
use crate::nodes::{Nodes, Place};
use crate::program::Program;
use crate::rpc::{self, Code, Error, Message};
use crate::transport::{Incoming, Outbox};
use crate::versions::EQUAL;
use crate::work::{Outcome, Work};
use crate::{actions, colours, folding, hover, references, signature, symbols, versions};
use gen_lsp_types::{
    CodeActionParams, Diagnostic, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, InitializeParams, Range,
    TextDocumentIdentifier, TextDocumentPositionParams, Uri,
};
use pipeline::reported::summary;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// The name under which editors know the language.
const LANGUAGE: &str = "pvl";

/// What the server waits for.
pub(crate) enum Event {
    /// A message of the client.
    Incoming(Incoming),
    /// The proofs of a program, and the number of the search.
    Verified(String, u64, Outcome),
    /// The result of a command.
    Stepped(u64, Outcome),
    /// What was found in the kernels of a file, and the number of the search.
    Inspected(String, u64, Found),
    /// What came of a search for barriers, by its number.
    Mended(u64, mend::Found),
    /// What came of a comparison, by its number.
    Compared(u64, versions::Found),
    /// What launches say of sizes, for the request that asked: with the range that is completed.
    Sized(Value, (&'static str, Range), Result<Vec<Sizes>, String>),
}

/// Where a client and a server stand with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing was said yet.
    Silent,
    /// At work.
    Serving,
    /// The client has asked for the shutdown.
    ShutDown,
}

/// A program with its names, under the name of its first file.
pub(crate) struct Entry {
    /// The program.
    pub program: Program,
    /// Its names.
    pub(super) nodes: Nodes,
    /// What was said last of each file.
    pub(super) said: Vec<Vec<Diagnostic>>,
    /// When proofs are to be sought.
    pub(super) due: Option<Instant>,
    /// The search that goes on, and its number.
    pub(super) running: Option<(u64, Work)>,
}

impl Entry {
    /// Whether the search of this number goes on.
    fn is_running(&self, number: u64) -> bool {
        self.running.as_ref().is_some_and(|(own, _)| *own == number)
    }
}

/// The server.
pub(crate) struct Server {
    pub(super) host: Box<dyn Host>,
    pub(super) outbox: Outbox,
    pub(super) events: Sender<Event>,
    phase: Phase,
    pub(super) client: Client,
    pub(super) options: Options,
    documents: Documents,
    /// What is open and no program of ours.
    pub(super) others: BTreeSet<String>,
    pub(super) entries: BTreeMap<String, Entry>,
    /// Open files with kernels.
    pub(super) kernels: BTreeMap<String, Sheet>,
    /// Open files `alpinist.toml`.
    pub(super) projects: BTreeMap<String, Document>,
    pub(super) steps: BTreeMap<u64, Step>,
    /// Searches for barriers, and comparisons.
    pub(super) repairs: BTreeMap<u64, Repair>,
    /// Numbers for states of programs, commands and requests of ours.
    last: u64,
}

/// What a handler gives.
pub(crate) type Answer = Result<Value, Error>;

impl Server {
    /// A server that nobody has spoken to.
    pub(crate) fn new(host: Box<dyn Host>, outbox: Outbox, events: Sender<Event>) -> Server {
        Server {
            host,
            outbox,
            events,
            phase: Phase::Silent,
            client: Client::default(),
            options: Options::default(),
            documents: Documents::default(),
            others: BTreeSet::new(),
            entries: BTreeMap::new(),
            kernels: BTreeMap::new(),
            projects: BTreeMap::new(),
            steps: BTreeMap::new(),
            repairs: BTreeMap::new(),
            last: 0,
        }
    }

    /// Serves until the end; true if the client had asked for the shutdown.
    pub(crate) fn serve(&mut self, queue: &Receiver<Event>) -> bool {
        loop {
            let now = Instant::now();
            let due = self.entries.values().filter_map(|entry| entry.due);
            let due = due
                .chain(self.kernels.values().filter_map(|one| one.due))
                .min();
            // Proofs of one program at a time; the end of one is an event.
            let idle = self.entries.values().all(|one| one.running.is_none())
                && self.kernels.values().all(|one| one.running.is_none());
            let due = due.filter(|_| idle);
            let event = match due {
                Some(due) => queue.recv_timeout(due.saturating_duration_since(now)),
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Incoming(Incoming::End)) | Err(RecvTimeoutError::Disconnected) => {
                    return false;
                }
                Ok(Event::Incoming(Incoming::Malformed(why))) => {
                    let error = Error::new(Code::Parse, why);
                    self.outbox.send(rpc::response(&Value::Null, Err(error)));
                }
                Ok(Event::Incoming(Incoming::Message(value))) => match rpc::message(value) {
                    Message::Notification { method, .. } if method == "exit" => {
                        return self.phase == Phase::ShutDown;
                    }
                    message => self.guarded(message),
                },
                Ok(Event::Verified(key, generation, outcome)) => {
                    self.verified(&key, generation, outcome);
                }
                Ok(Event::Stepped(number, outcome)) => self.stepped(number, outcome),
                Ok(Event::Inspected(key, number, found)) => self.inspected(&key, number, found),
                Ok(Event::Mended(number, found)) => self.mended(number, found),
                Ok(Event::Compared(number, found)) => self.compared(number, found),
                Ok(Event::Sized(id, at, found)) => self.sized(&id, at, found),
                Err(RecvTimeoutError::Timeout) => {
                    if !self.check_kernels_that_are_due() {
                        self.verify_what_is_due();
                    }
                }
            }
        }
    }

    /// Ends all work and lets the last messages out.
    pub(crate) fn close(self) {
        drop(self.entries);
        drop(self.kernels);
        drop(self.steps);
        drop(self.repairs);
        self.outbox.close();
    }

    /// Deals with a message; a fault of ours is an answer like others.
    fn guarded(&mut self, message: Message) {
        let id = match &message {
            Message::Request { id, .. } => Some(id.clone()),
            _ => None,
        };
        let result = catch_unwind(AssertUnwindSafe(|| self.message(message)));
        if result.is_err() {
            let words = "alpinist has a fault and could not answer; please send the file";
            match id {
                Some(id) => {
                    let error = Error::new(Code::Internal, words);
                    self.outbox.send(rpc::response(&id, Err(error)));
                }
                None => self.log(1, words),
            }
        }
    }

    fn message(&mut self, message: Message) {
        match message {
            Message::Request { id, method, params } => {
                if let Some(answer) = self.request(&id, &method, params) {
                    self.outbox.send(rpc::response(&id, answer));
                }
            }
            Message::Notification { method, params } if self.phase == Phase::Serving => {
                if let Err(error) = self.notification(&method, params) {
                    self.log(2, &format!("{method}: {}", error.message));
                }
            }
            Message::Notification { .. } | Message::Response => {}
            Message::Invalid(id, why) => {
                let error = Error::new(Code::InvalidRequest, why);
                self.outbox.send(rpc::response(&id, Err(error)));
            }
        }
    }

    /// The answer to a request; none if it comes later.
    fn request(&mut self, id: &Value, method: &str, params: Value) -> Option<Answer> {
        let wrong = |code, words: &str| Some(Err(Error::new(code, words)));
        match (self.phase, method) {
            (Phase::Silent, "initialize") => return Some(self.initialize(params)),
            (Phase::Silent, _) => {
                return wrong(Code::NotInitialized, "the first request is `initialize`");
            }
            (Phase::ShutDown, _) => {
                return wrong(Code::InvalidRequest, "the server is shut down");
            }
            (Phase::Serving, "initialize") => {
                return wrong(Code::InvalidRequest, "the server is initialized");
            }
            (Phase::Serving, _) => {}
        }
        Some(match method {
            "shutdown" => {
                self.phase = Phase::ShutDown;
                self.entries.clear();
                self.kernels.clear();
                self.end_steps(|_| true, Code::Cancelled, "the server is shut down");
                Ok(Value::Null)
            }
            "textDocument/hover" => self.hover(params),
            "textDocument/definition" => self.at_place(params, |entry, place, _| {
                json!(hover::definition(&entry.program, &entry.nodes, place))
            }),
            "textDocument/documentSymbol" => self.of_document(params, |entry, _, file| {
                json!(symbols::outline(&entry.program, file))
            }),
            "textDocument/references" => self.references(params),
            "textDocument/documentHighlight" => self.at_place(params, |entry, place, _| {
                let found = references::highlights(&entry.program, &entry.nodes, place);
                let shown = found.into_iter().map(|range| json!({ "range": range }));
                shown.collect()
            }),
            "textDocument/prepareRename" => self.renamable(params),
            "textDocument/rename" => self.rename(params),
            "textDocument/completion" => return self.complete(id, params).transpose(),
            "textDocument/signatureHelp" => self.at_place(params, |entry, place, _| {
                json!(signature::help(&entry.program, &entry.nodes, place))
            }),
            "textDocument/semanticTokens/full" => self.of_document(params, |entry, _, file| {
                colours::tokens(&entry.program, &entry.nodes, file)
            }),
            "textDocument/foldingRange" => self.of_document(params, |entry, _, file| {
                json!(folding::ranges(&entry.program, file))
            }),
            "textDocument/inlayHint" => self.inlay_hints(params),
            "textDocument/codeLens" => self.lenses(params),
            "textDocument/formatting" => self.of_document(params, |entry, _, file| {
                let source = entry.program.sources.get(file as usize);
                json!(source.and_then(edits::layout))
            }),
            "textDocument/codeAction" => self.code_actions(params),
            "workspace/executeCommand" => return self.command(id, params).transpose(),
            _ => Err(Error::new(
                Code::MethodNotFound,
                format!("there is no request `{method}`"),
            )),
        })
    }

    fn notification(&mut self, method: &str, params: Value) -> Result<(), Error> {
        match method {
            "textDocument/didOpen" => {
                let params: DidOpenTextDocumentParams = read(params)?;
                let uri = params.text_document.uri.clone();
                // Some editors cannot be told of a new language, and send others as well.
                let language = params.text_document.language_id.to_string();
                if language != LANGUAGE && !uri.as_ref().ends_with(".pvl") {
                    self.others.insert(uri.to_string());
                    if Server::has_kernels(&uri) {
                        self.open_kernels(Document::of(params.text_document));
                    } else if Server::is_project(&uri) {
                        let document = Document::of(params.text_document);
                        self.projects.insert(uri.to_string(), document);
                    }
                    return Ok(());
                }
                self.documents.open(params.text_document);
                self.analyse(&uri);
                if self.options.verify != When::Command {
                    self.verify_after(&uri, Duration::ZERO);
                }
            }
            "textDocument/didChange" => {
                let params: DidChangeTextDocumentParams = read(params)?;
                let uri = params.text_document.text_document_identifier.uri;
                let Some(document) = self.documents.get_mut(&uri) else {
                    if !self.others.contains(uri.as_ref()) {
                        return Err(not_open(&uri));
                    }
                    let version = params.text_document.version;
                    if let Some(project) = self.projects.get_mut(uri.as_ref()) {
                        project.change(version, params.content_changes);
                        return Ok(());
                    }
                    self.change_kernels(&uri, version, params.content_changes);
                    return Ok(());
                };
                document.change(params.text_document.version, params.content_changes);
                self.analyse(&uri);
                if self.options.verify == When::Pause {
                    self.verify_after(&uri, Duration::from_millis(self.options.pause));
                }
            }
            "textDocument/didSave" => {
                let params: DidSaveTextDocumentParams = read(params)?;
                if self.others.contains(params.text_document.uri.as_ref()) {
                    self.save_kernels();
                }
                self.look_again(&params.text_document.uri);
                if self.options.verify != When::Command {
                    self.verify_after(&params.text_document.uri, Duration::ZERO);
                }
            }
            "workspace/didChangeWatchedFiles" => self.look_at_all(),
            "initialized" => self.ask_to_watch(),
            "textDocument/didClose" => {
                let params: DidCloseTextDocumentParams = read(params)?;
                self.others.remove(params.text_document.uri.as_ref());
                self.projects.remove(params.text_document.uri.as_ref());
                self.close_kernels(&params.text_document.uri);
                self.close_document(&params.text_document.uri);
            }
            "$/cancelRequest" => {
                let id = params.get("id").cloned().unwrap_or(Value::Null);
                self.end_steps(|step| step.id == id, Code::Cancelled, "cancelled");
                self.end_repairs(|_, one| one.id == id, Code::Cancelled, "cancelled");
            }
            "window/workDoneProgress/cancel" => {
                if let Some(token) = params.get("token").and_then(Value::as_u64) {
                    self.give_up(token);
                }
            }
            // Whoever is not known need not be answered.
            _ => {}
        }
        Ok(())
    }

    fn initialize(&mut self, params: Value) -> Answer {
        let params: InitializeParams = read(params)?;
        self.client = Client::of(params.capabilities);
        if let Some(options) = params.initialization_options.filter(|one| !one.is_null()) {
            self.options = read(options)?;
        }
        self.phase = Phase::Serving;
        Ok(json!({
            "capabilities": {
                "positionEncoding": "utf-16",
                "textDocumentSync": {"openClose": true, "change": 2, "save": true},
                "hoverProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "renameProvider": {"prepareProvider": true},
                "completionProvider": {"triggerCharacters": ["\\", "."]},
                "signatureHelpProvider": {"triggerCharacters": ["(", ","]},
                "semanticTokensProvider": {"legend": colours::legend(), "full": true},
                "foldingRangeProvider": true,
                "inlayHintProvider": true,
                "documentSymbolProvider": true,
                "documentFormattingProvider": true,
                "codeActionProvider": {"codeActionKinds": ["quickfix", "refactor.rewrite"]},
                "codeLensProvider": {"resolveProvider": false},
                "executeCommandProvider": {"commands": [VERIFY, STEP, REPAIR, EQUAL]},
            },
            "serverInfo": {"name": "alpinist", "version": env!("CARGO_PKG_VERSION")},
        }))
    }

    pub(super) fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// The program a document belongs to.
    pub(super) fn key(&self, uri: &Uri) -> Option<String> {
        let mut entries = self.entries.iter();
        let found = entries.find(|(_, entry)| entry.program.number(uri).is_some())?;
        Some(found.0.clone())
    }

    pub(super) fn entry(&self, uri: &Uri) -> Result<(&Entry, u32), Error> {
        let mut entries = self.entries.values();
        entries
            .find_map(|entry| Some((entry, entry.program.number(uri)?)))
            .ok_or_else(|| not_open(uri))
    }

    /// Reads a document's program anew, says what is wrong with it, and forgets what was
    /// proved of the text before.
    fn analyse(&mut self, uri: &Uri) {
        let generation = self.number();
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let program = Program::of(document, &self.documents, &*self.host, generation);
        let key = program.files.first().map(|file| file.uri.to_string());
        let key = key.unwrap_or_else(|| uri.to_string());
        // alpinist.toml may have changed which files belong together.
        let old = self.key(uri);
        if let Some(old) = old.filter(|old| *old != key) {
            self.forget(&old);
        }
        let nodes = Nodes::of(&program.front.program);
        let entry = Entry {
            nodes,
            said: Vec::new(),
            due: None,
            running: None,
            program,
        };
        if let Some(old) = self.entries.insert(key.clone(), entry) {
            self.no_longer_wanted(&old);
        }
        let why = "the text has changed";
        self.end_steps(|step| step.key == key, Code::ContentModified, why);
        self.publish(&key);
    }

    /// Reads a document's program anew if what it has from the disk has changed: other files,
    /// or alpinist.toml. True if it has.
    pub(super) fn look_again(&mut self, uri: &Uri) -> bool {
        let (Some(document), Ok((entry, _))) = (self.documents.get(uri), self.entry(uri)) else {
            return false;
        };
        let generation = entry.program.generation;
        let now = Program::of(document, &self.documents, &*self.host, generation);
        let changed = !now.is_same(&entry.program);
        if changed {
            self.analyse(uri);
        }
        changed
    }

    /// Something has changed on the disk, so all programs are looked at.
    fn look_at_all(&mut self) {
        let open = |entry: &Entry| {
            let mut files = entry.program.files.iter();
            let file = files.find(|file| self.documents.get(&file.uri).is_some());
            file.map(|file| file.uri.clone())
        };
        let open: Vec<Uri> = self.entries.values().filter_map(open).collect();
        for uri in open {
            if self.look_again(&uri) && self.options.verify != When::Command {
                self.verify_after(&uri, Duration::from_millis(self.options.pause));
            }
        }
    }

    /// Asks to be told when a file changes on the disk that may be one of a program.
    fn ask_to_watch(&mut self) {
        if !self.client.watches_files {
            return;
        }
        let request = self.number();
        let params = json!({"registrations": [{
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": [
                {"globPattern": "**/*.pvl"},
                {"globPattern": "**/alpinist.toml"},
            ]},
        }]});
        let message = rpc::request(request, "client/registerCapability", params);
        self.outbox.send(message);
    }

    fn close_document(&mut self, uri: &Uri) {
        if self.documents.close(uri).is_none() {
            return;
        }
        let Some(key) = self.key(uri) else { return };
        let files = self
            .entries
            .get(&key)
            .map(|entry| entry.program.files.clone());
        let mut files = files.unwrap_or_default().into_iter();
        let other = files.find(|file| self.documents.get(&file.uri).is_some());
        self.forget(&key);
        if let Some(other) = other {
            self.analyse(&other.uri);
        }
    }

    /// A program that nobody looks at any more.
    fn forget(&mut self, key: &str) {
        let why = "the text was closed";
        self.end_steps(|step| step.key == key, Code::ContentModified, why);
        if let Some(entry) = self.entries.remove(key) {
            self.no_longer_wanted(&entry);
            for file in &entry.program.files {
                self.say(&file.uri, None, &[]);
            }
        }
    }

    /// Has a document verified, unless that was done.
    pub(super) fn verify_after(&mut self, uri: &Uri, pause: Duration) {
        let Some(key) = self.key(uri) else { return };
        if let Some(entry) = self.entries.get_mut(&key)
            && entry.running.is_none()
            && entry.program.checked.is_none()
            && entry.program.is_sound()
        {
            entry.due = Instant::now().checked_add(pause);
        }
    }

    fn verify_what_is_due(&mut self) {
        let now = Instant::now();
        let due = |(key, entry): (&String, &Entry)| {
            let due = entry.due.filter(|due| *due <= now)?;
            Some((due, key.clone()))
        };
        let Some((_, key)) = self.entries.iter().filter_map(due).min() else {
            return;
        };
        let events = self.events.clone();
        let number = self.number();
        let Some(entry) = self.entries.get_mut(&key) else {
            return;
        };
        entry.due = None;
        let whose = key.clone();
        let done = move |outcome| {
            let _ = events.send(Event::Verified(whose, number, outcome));
        };
        match Work::start(&entry.program, Vec::new(), false, done) {
            Ok(work) => {
                entry.running = Some((number, work));
                let name = entry.program.name();
                self.begin(number, &format!("verifying {name}"));
                self.refresh();
            }
            Err(words) => self.log(1, &words),
        }
    }

    /// Proofs have come to an end.
    fn verified(&mut self, key: &str, number: u64, outcome: Outcome) {
        // Files that are not open may have changed since they were read.
        let entry = self.entries.get(key);
        let entry = entry.filter(|entry| entry.is_running(number));
        let files = entry.map_or(&[][..], |entry| entry.program.files.as_slice());
        let open = files
            .iter()
            .find(|file| self.documents.get(&file.uri).is_some());
        if let Some(uri) = open.map(|file| file.uri.clone())
            && self.look_again(&uri)
        {
            return self.verify_after(&uri, Duration::ZERO);
        }
        let entry = self.entries.get_mut(key);
        // Whatever was given up is not looked at.
        let Some(entry) = entry.filter(|entry| entry.is_running(number)) else {
            return;
        };
        entry.running = None;
        match outcome {
            Ok(run) => {
                let verified = run.original.as_ref();
                let words = verified.map(|one| summary::line(&run, one, true));
                entry.program.checked = Some(*run);
                self.end(number, &words.unwrap_or_default());
                self.publish(key);
            }
            Err(words) => {
                self.end(number, &words);
                self.log(1, &words);
            }
        }
        self.refresh();
    }

    /// The user does not want to wait for the end of some work.
    fn give_up(&mut self, token: u64) {
        let words = "cancelled";
        if let Some(step) = self.steps.get(&token) {
            let id = step.id.clone();
            self.end_steps(|step| step.id == id, Code::Cancelled, words);
        }
        self.end_repairs(|number, _| number == token, Code::Cancelled, words);
        self.end_kernels(token, words);
        let mut entries = self.entries.values_mut();
        if let Some(entry) = entries.find(|entry| entry.is_running(token)) {
            entry.running = None;
            self.end(token, words);
            self.refresh();
        }
    }

    /// An answer about a place.
    pub(super) fn at_place(
        &self,
        params: Value,
        act: impl FnOnce(&Entry, Place, &[Diagnostic]) -> Value,
    ) -> Answer {
        let params: TextDocumentPositionParams = read(params)?;
        if self.others.contains(params.text_document.uri.as_ref()) {
            return Ok(Value::Null);
        }
        let (entry, file) = self.entry(&params.text_document.uri)?;
        let Some((lines, source)) = entry.program.file(file) else {
            return Ok(Value::Null);
        };
        let offset = lines.lines.offset(&source.text, params.position);
        let said = entry.said.get(file as usize).map_or(&[][..], Vec::as_slice);
        Ok(act(entry, Place { file, offset }, said))
    }

    /// An answer about a document.
    pub(super) fn of_document(
        &self,
        params: Value,
        act: impl FnOnce(&Entry, &Uri, u32) -> Value,
    ) -> Answer {
        let OfDocument { text_document } = read(params)?;
        if self.others.contains(text_document.uri.as_ref()) {
            return Ok(Value::Null);
        }
        let (entry, file) = self.entry(&text_document.uri)?;
        Ok(act(entry, &text_document.uri, file))
    }

    fn code_actions(&self, params: Value) -> Answer {
        let params: CodeActionParams = read(params)?;
        if self.others.contains(params.text_document.uri.as_ref()) {
            let sheet = self.kernels.get(params.text_document.uri.as_ref());
            let found = sheet.map(|sheet| {
                let mut found = mend::actions(sheet, &params);
                found.extend(versions::actions(sheet, &params, &*self.host));
                found
            });
            return Ok(json!(found));
        }
        let (entry, file) = self.entry(&params.text_document.uri)?;
        let said = entry.said.get(file as usize).map_or(&[][..], Vec::as_slice);
        let (program, nodes) = (&entry.program, &entry.nodes);
        let found = actions::actions(program, nodes, file, &params, said, &self.client);
        Ok(json!(found))
    }
}

/// What a request about a whole document names.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OfDocument {
    /// The document.
    pub text_document: TextDocumentIdentifier,
}

pub(crate) fn not_open(uri: &Uri) -> Error {
    Error::new(Code::InvalidParams, format!("{uri} is not open"))
}

pub(crate) fn read<T: DeserializeOwned>(params: Value) -> Result<T, Error> {
    serde_json::from_value(params)
        .map_err(|error| Error::new(Code::InvalidParams, error.to_string()))
}
