//! A kernel against the version of it that git has: the action, the command behind it, and what is said of the result.

use crate::host::{Compared, Comparing, Host};
use crate::kernels::{Search, Sheet};
use crate::mend::Repair;
use crate::position::Lines;
use crate::rpc::{self, Code, Error};
use crate::server::{Event, Server, not_open};
use crate::uri;
use gen_lsp_types::{CodeAction, CodeActionKind, CodeActionParams, Command, Uri};
use report::status::Status;
use serde_json::{Value, json};

/// The command that compares a kernel with the version of it that git's `HEAD` has: `[uri, version, kernel]`.
pub(crate) const EQUAL: &str = "alpinist.equal";

/// What a comparison gives: its result, or why there is none.
pub(crate) type Found = Result<Result<Compared, String>, String>;

/// The action for each kernel whose head is in a range of a file.
pub(crate) fn actions(
    sheet: &Sheet,
    params: &CodeActionParams,
    host: &dyn Host,
) -> Vec<CodeAction> {
    let wanted = params.context.only.as_ref().is_none_or(|kinds| {
        let kinds = kinds.iter().map(ToString::to_string);
        kinds
            .into_iter()
            .any(|kind| kind.is_empty() || kind == "source")
    });
    let path = uri::path(&sheet.document.uri);
    if !wanted || !path.is_some_and(|path| host.is_versioned(&path)) {
        return Vec::new();
    }
    let text = &sheet.document.text;
    let chosen = Lines::of(text).bytes(text, params.range);
    let mut names: Vec<&str> = Vec::new();
    for kernel in sheet.found.iter().flat_map(|run| &run.kernels) {
        let (Some(all), Some(head)) = (kernel.definition, kernel.head) else {
            continue;
        };
        let meets = all.file == 0
            && all.start as usize <= chosen.end
            && chosen.start <= head.body.start as usize;
        if meets && !names.contains(&kernel.name.as_str()) {
            names.push(&kernel.name);
        }
    }
    let action = |name: &str| {
        let title = format!("prove `{name}` equal to the version in git HEAD");
        CodeAction {
            title: title.clone(),
            // Nothing is changed.
            kind: Some(CodeActionKind::Source),
            command: Some(Command {
                title,
                command: EQUAL.to_owned(),
                arguments: Some(vec![
                    json!(sheet.document.uri),
                    json!(sheet.document.version),
                    json!(name),
                ]),
                ..Command::default()
            }),
            ..CodeAction::default()
        }
    };
    names.into_iter().map(action).collect()
}

impl Server {
    /// Compares a kernel with the version of it that git has.
    pub(super) fn compare(
        &mut self,
        id: &Value,
        uri: &Uri,
        version: Option<i32>,
        kernel: String,
    ) -> Result<(), Error> {
        let failed = |words: String| Error::new(Code::Failed, words);
        let number = self.number();
        let document = self.as_offered(uri, version)?.clone();
        let path = uri::path(uri).ok_or_else(|| not_open(uri))?;
        let Comparing { pool, compare } = self
            .host
            .compare(&path, &document.text, &kernel)
            .map_err(failed)?;
        let events = self.events.clone();
        let done = move |found| {
            let _ = events.send(Event::Compared(number, found));
        };
        let search = Search::start(pool, compare, done).map_err(failed)?;
        self.repairs
            .insert(number, Repair::of(id, &document, search));
        self.begin(number, &format!("comparing {kernel} with git HEAD"));
        Ok(())
    }

    /// A comparison has come to an end: the verdict is shown, the rest is in the log.
    pub(super) fn compared(&mut self, number: u64, found: Found) {
        // Whoever was given up has been answered.
        let Some(asked) = self.repairs.remove(&number) else {
            return;
        };
        let answer = match found.and_then(|found| found) {
            Ok(compared) => {
                self.end(number, &compared.verdict);
                let kind = match compared.status {
                    Status::Holds => 3,
                    Status::Failed | Status::Wrong => 1,
                    Status::Unknown | Status::NotApplicable | Status::WouldChange => 2,
                };
                let params = json!({"type": kind, "message": compared.verdict});
                let message = rpc::notification("window/showMessage", params);
                self.outbox.send(message);
                self.log(kind, compared.text.trim_end());
                Ok(json!({"status": compared.status.code(), "text": compared.text}))
            }
            Err(words) => {
                self.end(number, &words);
                Err(Error::new(Code::Failed, words))
            }
        };
        self.outbox.send(rpc::response(&asked.id, answer));
    }
}
