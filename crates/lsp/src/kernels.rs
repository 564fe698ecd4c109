//! Files with kernels of CUDA and OpenCL: what `alpinist races` finds in them, at its places.

use crate::client::When;
use crate::documents::Document;
use crate::host::Checking;
use crate::messages::words;
use crate::position::Lines;
use crate::rpc::Code;
use crate::server::{Event, Server};
use crate::uri;
use gen_lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Range,
    TextDocumentContentChangeEvent, Uri,
};
use inspect::model::{FileRun, KernelRun, Verdict};
use inspect::{Form, form_of};
use report::messages::{Message, Place};
use solver::smt::SolverPool;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use text::diagnostics::Severity;

/// What comes of a search: the runs over a file, or why there is none.
pub(crate) type Found = Result<Vec<FileRun>, String>;

/// An open file with kernels.
pub(crate) struct Sheet {
    /// Its text.
    pub document: Document,
    /// What was said last of it.
    pub said: Vec<Diagnostic>,
    /// Whether it was checked as it stands.
    pub checked: bool,
    /// What was found then.
    pub found: Vec<FileRun>,
    /// When it is to be checked.
    pub due: Option<Instant>,
    /// The search that goes on, and its number.
    pub running: Option<(u64, Search)>,
}

/// A search that goes on. Dropping it ends it.
pub(crate) struct Search {
    pool: Arc<SolverPool>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.pool.stop();
    }
}

impl Search {
    /// Does work on a thread of its own that asks the solvers of `pool`; `done` is called there with what
    /// comes of it, or with words on a fault of ours.
    ///
    /// # Errors
    /// If no thread can be started.
    pub(crate) fn start<T: 'static>(
        pool: Arc<SolverPool>,
        check: impl FnOnce() -> T + Send + 'static,
        done: impl FnOnce(Result<T, String>) + Send + 'static,
    ) -> Result<Search, String> {
        let work = move || {
            let found = catch_unwind(AssertUnwindSafe(check));
            done(found.map_err(|_| {
                "alpinist has a fault and could not go on; this says nothing about your kernels"
                    .to_owned()
            }));
        };
        let thread = std::thread::Builder::new()
            .name("lsp-kernels".to_owned())
            .stack_size(pipeline::STACK)
            .spawn(work);
        thread.map_err(|error| format!("no thread can be started: {error}"))?;
        Ok(Search { pool })
    }
}

impl Server {
    /// Whether a document is a file with kernels.
    pub(super) fn has_kernels(uri: &Uri) -> bool {
        let path = uri::path(uri);
        matches!(path.as_deref().and_then(form_of), Some(Form::Source(_)))
    }

    /// A file with kernels is opened.
    pub(super) fn open_kernels(&mut self, document: Document) {
        let uri = document.uri.clone();
        let sheet = Sheet {
            document,
            said: Vec::new(),
            checked: false,
            found: Vec::new(),
            due: None,
            running: None,
        };
        self.kernels.insert(uri.to_string(), sheet);
        if self.options.verify != When::Command {
            self.check_kernels_after(&uri, Duration::ZERO);
        }
    }

    /// Its text has changed: what was found is about another one.
    pub(super) fn change_kernels(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let Some(sheet) = self.kernels.get_mut(uri.as_ref()) else {
            return;
        };
        sheet.document.change(version, changes);
        sheet.said.clear();
        sheet.checked = false;
        sheet.found.clear();
        self.give_up_kernels(uri);
        let why = "the text has changed";
        self.end_repairs(|_, one| one.uri == *uri, Code::ContentModified, why);
        self.say(uri, Some(version), &[]);
        if self.options.verify == When::Pause {
            self.check_kernels_after(uri, Duration::from_millis(self.options.pause));
        }
    }

    /// It is saved, and with it perhaps what it includes.
    pub(super) fn save_kernels(&mut self) {
        if self.options.verify == When::Command {
            return;
        }
        let open: Vec<Uri> = self
            .kernels
            .values()
            .map(|one| one.document.uri.clone())
            .collect();
        for uri in open {
            self.give_up_kernels(&uri);
            self.check_kernels_after(&uri, Duration::ZERO);
        }
    }

    /// It is closed.
    pub(super) fn close_kernels(&mut self, uri: &Uri) {
        self.give_up_kernels(uri);
        let why = "the text was closed";
        self.end_repairs(|_, one| one.uri == *uri, Code::ContentModified, why);
        if self.kernels.remove(uri.as_ref()).is_some() {
            self.say(uri, None, &[]);
        }
    }

    /// Ends the search of this number, if it is one for kernels.
    pub(super) fn end_kernels(&mut self, number: u64, words: &str) {
        let mut all = self.kernels.values_mut();
        let is_meant =
            |sheet: &&mut Sheet| matches!(sheet.running, Some((own, _)) if own == number);
        if let Some(sheet) = all.find(is_meant) {
            sheet.running = None;
            self.end(number, words);
        }
    }

    fn give_up_kernels(&mut self, uri: &Uri) {
        let sheet = self.kernels.get_mut(uri.as_ref());
        let running = sheet.and_then(|sheet| {
            sheet.due = None;
            sheet.running.take()
        });
        if let Some((number, _)) = running {
            self.end(number, "no longer wanted");
        }
    }

    pub(super) fn check_kernels_after(&mut self, uri: &Uri, pause: Duration) {
        if let Some(sheet) = self.kernels.get_mut(uri.as_ref())
            && sheet.running.is_none()
        {
            sheet.due = Instant::now().checked_add(pause);
        }
    }

    /// Checks the kernels that are due; false if none are.
    pub(super) fn check_kernels_that_are_due(&mut self) -> bool {
        let now = Instant::now();
        let mut all = self.kernels.iter();
        let is_due = |sheet: &Sheet| sheet.due.is_some_and(|due| due <= now);
        let Some(key) = all.find(|(_, one)| is_due(one)).map(|(key, _)| key.clone()) else {
            return false;
        };
        let (events, number) = (self.events.clone(), self.number());
        let Some(sheet) = self.kernels.get_mut(&key) else {
            return false;
        };
        sheet.due = None;
        let Some(path) = uri::path(&sheet.document.uri) else {
            return true;
        };
        let whose = key.clone();
        let done = move |found| {
            let _ = events.send(Event::Inspected(whose, number, found));
        };
        let search = self.host.kernels(&path, &sheet.document.text);
        let search = search.and_then(|Checking { pool, check }| Search::start(pool, check, done));
        match search {
            Ok(search) => {
                sheet.running = Some((number, search));
                self.begin(number, &format!("checking {}", path.display()));
                self.refresh();
            }
            Err(words) => self.log(1, &words),
        }
        true
    }

    /// A search for kernels has come to an end.
    pub(super) fn inspected(&mut self, key: &str, number: u64, found: Found) {
        let sheet = self.kernels.get_mut(key);
        let is_meant =
            |sheet: &&mut Sheet| matches!(sheet.running, Some((own, _)) if own == number);
        // Whatever was given up is not looked at.
        let Some(sheet) = sheet.filter(is_meant) else {
            return;
        };
        sheet.running = None;
        let document = sheet.document.clone();
        match found {
            Ok(runs) => {
                let said = diagnostics(&document, &runs, self.options.hints);
                sheet.said.clone_from(&said);
                sheet.checked = true;
                let total = inspect::text::total(&runs);
                sheet.found = runs;
                self.end(number, total.trim_end());
                self.say(&document.uri, Some(document.version), &said);
            }
            Err(words) => {
                self.end(number, &words);
                self.log(1, &words);
            }
        }
        self.refresh();
    }
}

/// What is said of a file; with `hints` also which kernels are verified.
fn diagnostics(document: &Document, runs: &[FileRun], hints: bool) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    for run in runs {
        let sheet = On {
            document,
            lines: Lines::of(&document.text),
            run,
        };
        said.extend(
            inspect::messages::of_file(run)
                .iter()
                .map(|one| sheet.message(one)),
        );
        let verified = |one: &&KernelRun| one.verdict() == Verdict::Verified;
        for kernel in run.kernels.iter().filter(verified).filter(|_| hints) {
            said.extend(sheet.verified(kernel));
        }
    }
    said
}

/// A run over a file that is open.
struct On<'a> {
    document: &'a Document,
    lines: Lines,
    run: &'a FileRun,
}

impl On<'_> {
    /// A place in the open file; none of another one.
    fn here(&self, place: &Place) -> Option<Range> {
        (place.file == self.run.name).then(|| {
            let (start, length) = place.bytes;
            let bytes = start..start.saturating_add(length);
            self.lines.range(&self.document.text, bytes)
        })
    }

    fn location(&self, place: &Place) -> Option<Location> {
        if let Some(range) = self.here(place) {
            return Some(Location::new(self.document.uri.clone(), range));
        }
        let mut sources = self.run.sources.iter();
        let source = sources.find(|source| source.name == place.file)?;
        let path = Path::new(&place.file);
        let (start, length) = place.bytes;
        let bytes = start..start.saturating_add(length);
        let range = Lines::of(&source.text).range(&source.text, bytes);
        path.is_absolute()
            .then(|| Location::new(uri::of(path), range))
    }

    fn message(&self, message: &Message) -> Diagnostic {
        let diagnostic = &message.diagnostic;
        let open = self
            .run
            .kernels
            .iter()
            .any(|one| one.undecided.contains(diagnostic));
        let severity = match diagnostic.severity {
            // Nothing is known to be wrong.
            Severity::Error if open => DiagnosticSeverity::Warning,
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Note => DiagnosticSeverity::Information,
        };
        let here = message.place.as_ref().and_then(|place| self.here(place));
        // What is in a header is shown at the beginning, with the place in it.
        let elsewhere = message.place.iter().filter(|_| here.is_none());
        let elsewhere = elsewhere.map(|place| (place, "here"));
        let others = message
            .related
            .iter()
            .map(|(place, words)| (place, words.as_str()));
        let related: Vec<DiagnosticRelatedInformation> = elsewhere
            .chain(others)
            .filter_map(|(place, words)| {
                let location = self.location(place)?;
                Some(DiagnosticRelatedInformation::new(
                    location,
                    words.to_owned(),
                ))
            })
            .collect();
        Diagnostic {
            range: here.unwrap_or_default(),
            severity: Some(severity),
            code: Some(diagnostic.code.to_string().into()),
            source: Some(crate::messages::SOURCE.to_owned()),
            message: words(message).into(),
            related_information: (!related.is_empty()).then_some(related),
            ..Diagnostic::default()
        }
    }

    /// That a kernel is verified, for which sizes, and what was taken for granted.
    fn verified(&self, kernel: &KernelRun) -> Option<Diagnostic> {
        let (spot, chosen) = (kernel.spot.as_ref()?, kernel.sizes?);
        let mut text = format!(
            "`{}` is verified: block {} ({}), grid {} ({})",
            kernel.name,
            inspect::sizes::show(&chosen.sizes.block),
            chosen.block.words(),
            inspect::sizes::show(&chosen.sizes.grid),
            chosen.grid.words()
        );
        for one in &kernel.assumptions {
            text.push_str(&format!("\nassumed: {}", one.text));
        }
        Some(Diagnostic {
            range: self.here(&spot.place)?,
            severity: Some(DiagnosticSeverity::Hint),
            source: Some(crate::messages::SOURCE.to_owned()),
            message: text.into(),
            ..Diagnostic::default()
        })
    }
}
