//! What is wrong with a kernel and barriers may mend: the action, the command behind it, and the edit that
//! comes of it once the new text is proved.

use crate::documents::Document;
use crate::edits;
use crate::host::{Mended, Mending};
use crate::kernels::{Search, Sheet};
use crate::rpc::{self, Code, Error};
use crate::server::{Answer, Event, Server, not_open};
use crate::uri;
use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, Command, Diagnostic, DocumentChange,
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextDocumentIdentifier, Uri,
    WorkspaceEdit,
};
use serde_json::{Value, json};

/// The command that puts the missing barriers into a file of kernels: `[uri, version]`.
pub(crate) const REPAIR: &str = "alpinist.repair";

/// What the action is called.
const TITLE: &str = "insert the missing barrier";

/// The findings that barriers may mend: races and divergence.
const CODES: [text::code::Code; 2] = [text::code::Code::K301, text::code::Code::K302];

/// What a search for barriers gives: the new text, or why there is none.
pub(crate) type Found = Result<Result<Mended, String>, String>;

/// A search for barriers that goes on, or a comparison.
pub(crate) struct Repair {
    /// The request.
    pub id: Value,
    /// Its document, as it was when the search began.
    pub uri: Uri,
    version: i32,
    text: String,
    /// Ends the search when dropped.
    _search: Search,
}

impl Repair {
    /// A search that a request asked for, in a text as it stands.
    pub(crate) fn of(id: &Value, document: &Document, search: Search) -> Repair {
        Repair {
            id: id.clone(),
            uri: document.uri.clone(),
            version: document.version,
            text: document.text.clone(),
            _search: search,
        }
    }
}

/// The action for what is wrong in a range of a file.
pub(crate) fn actions(sheet: &Sheet, params: &CodeActionParams) -> Vec<CodeAction> {
    let wanted = params.context.only.as_ref().is_none_or(|kinds| {
        kinds.iter().any(|kind| {
            let kind = kind.to_string();
            kind.is_empty() || kind == "quickfix"
        })
    });
    let meets = |one: &&Diagnostic| {
        let (mine, theirs) = (one.range, params.range);
        let at = |place: gen_lsp_types::Position| (place.line, place.character);
        at(mine.start) <= at(theirs.end) && at(theirs.start) <= at(mine.end)
    };
    let is_mended = |one: &&Diagnostic| {
        let named = one.code.as_ref().map(|code| json!(code));
        CODES.iter().any(|code| named == Some(json!(code.as_str())))
    };
    let found: Vec<Diagnostic> = sheet
        .said
        .iter()
        .filter(is_mended)
        .filter(meets)
        .cloned()
        .collect();
    if found.is_empty() || !wanted {
        return Vec::new();
    }
    vec![CodeAction {
        title: TITLE.to_owned(),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(found),
        command: Some(Command {
            title: TITLE.to_owned(),
            command: REPAIR.to_owned(),
            arguments: Some(vec![
                json!(sheet.document.uri),
                json!(sheet.document.version),
            ]),
            ..Command::default()
        }),
        ..CodeAction::default()
    }]
}

impl Server {
    /// Seeks the barriers that a file needs.
    pub(super) fn repair(
        &mut self,
        id: &Value,
        uri: &Uri,
        version: Option<i32>,
    ) -> Result<(), Error> {
        let failed = |words: String| Error::new(Code::Failed, words);
        if !self.client.apply_edit {
            return Err(failed("this editor does not take edits".to_owned()));
        }
        let number = self.number();
        let document = self.as_offered(uri, version)?.clone();
        let path = uri::path(uri).ok_or_else(|| not_open(uri))?;
        let Mending { pool, mend } = self.host.repair(&path, &document.text).map_err(failed)?;
        let events = self.events.clone();
        let done = move |found| {
            let _ = events.send(Event::Mended(number, found));
        };
        let search = Search::start(pool, mend, done).map_err(failed)?;
        let repair = Repair::of(id, &document, search);
        self.repairs.insert(number, repair);
        self.begin(number, &format!("seeking barriers for {}", uri::name(uri)));
        Ok(())
    }

    /// An open file of kernels, if it is still that of which something was offered.
    pub(super) fn as_offered(&self, uri: &Uri, version: Option<i32>) -> Result<&Document, Error> {
        let sheet = self.kernels.get(uri.as_ref());
        let document = &sheet.ok_or_else(|| not_open(uri))?.document;
        if version.is_some_and(|version| version != document.version) {
            let words = "the text has changed since this was offered";
            return Err(Error::new(Code::ContentModified, words));
        }
        Ok(document)
    }

    /// Gives up searches for barriers, and comparisons.
    pub(super) fn end_repairs(
        &mut self,
        which: impl Fn(u64, &Repair) -> bool,
        code: Code,
        words: &str,
    ) {
        let all = self.repairs.iter();
        let ended = all.filter(|(number, one)| which(**number, one));
        let ended: Vec<u64> = ended.map(|(number, _)| *number).collect();
        for number in ended {
            if let Some(repair) = self.repairs.remove(&number) {
                let error = Error::new(code, words);
                self.outbox.send(rpc::response(&repair.id, Err(error)));
                self.end(number, words);
            }
        }
    }

    /// A search for barriers has come to an end: the edit is sent only if the new text was proved.
    pub(super) fn mended(&mut self, number: u64, found: Found) {
        // Whoever was given up has been answered.
        let Some(repair) = self.repairs.remove(&number) else {
            return;
        };
        let answer = self.edit(&repair, found);
        let words = match &answer {
            Ok(_) => "the result is verified",
            Err(error) => error.message.lines().next().unwrap_or(""),
        };
        self.end(number, words);
        self.outbox.send(rpc::response(&repair.id, answer));
    }

    fn edit(&mut self, repair: &Repair, found: Found) -> Answer {
        let failed = |words: String| Error::new(Code::Failed, words);
        let new = found.and_then(|found| found).map_err(failed)?;
        let changes = edits::between(&repair.text, &new.text);
        let mut edit = WorkspaceEdit::default();
        match self.client.versioned_edits {
            true => {
                let identifier = TextDocumentIdentifier::new(repair.uri.clone());
                let document = OptionalVersionedTextDocumentIdentifier {
                    version: Some(repair.version),
                    text_document_identifier: identifier,
                };
                let changes = changes.into_iter().map(Into::into).collect();
                let change = TextDocumentEdit::new(document, changes);
                edit.document_changes = Some(vec![DocumentChange::from(change)]);
            }
            false => edit.changes = Some([(repair.uri.clone(), changes)].into_iter().collect()),
        }
        let request = self.number();
        let params = json!({"label": new.title, "edit": edit});
        let message = rpc::request(request, "workspace/applyEdit", params);
        self.outbox.send(message);
        let name = uri::name(&repair.uri);
        self.log(3, &format!("{name}: {}: verified", new.title));
        Ok(Value::Null)
    }
}
