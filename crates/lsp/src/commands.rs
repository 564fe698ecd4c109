//! What the editor can have done: verify now, and carry out steps. A result is written only
//! if all of it was verified.

use crate::edits;
use crate::mend::REPAIR;
use crate::messages;
use crate::rpc::{self, Code, Error};
use crate::server::{Answer, Event, Server, not_open, read};
use crate::uri;
use crate::versions::EQUAL;
use crate::work::{Outcome, Work};
use gen_lsp_types::{ExecuteCommandParams, Uri};
use itertools::Itertools;
use pipeline::reported::{messages as reported, summary};
use report::status::Status;
use serde_json::{Value, json};
use std::time::Duration;

/// The command that verifies a document now: `[uri]`.
pub(crate) const VERIFY: &str = "alpinist.verify";

/// The command that carries out steps and writes the result if it was verified:
/// `[uri, version, flags]`; without flags the directives of the file.
pub(crate) const STEP: &str = "alpinist.step";

/// A command that is being carried out.
pub(crate) struct Step {
    /// The request.
    pub id: Value,
    uri: Uri,
    /// The program.
    pub key: String,
    generation: u64,
    /// Ends the search when dropped.
    _work: Work,
}

impl Server {
    /// Carries out a command; no answer if that takes a while.
    pub(super) fn command(&mut self, id: &Value, params: Value) -> Result<Option<Value>, Error> {
        let params: ExecuteCommandParams = read(params)?;
        let mut arguments = params.arguments.unwrap_or_default().into_iter();
        let mut next = || arguments.next().unwrap_or(Value::Null);
        match params.command.as_str() {
            VERIFY => {
                let uri: Uri = read(next())?;
                if self.kernels.contains_key(uri.as_ref()) {
                    self.check_kernels_after(&uri, Duration::ZERO);
                    return Ok(Some(Value::Null));
                }
                self.entry(&uri)?;
                self.look_again(&uri);
                self.verify_after(&uri, Duration::ZERO);
                Ok(Some(Value::Null))
            }
            STEP => {
                let (uri, version, flags) = (read(next())?, read(next())?, read(next())?);
                self.step(id, &uri, version, flags)?;
                Ok(None)
            }
            REPAIR => {
                let (uri, version) = (read(next())?, read(next())?);
                self.repair(id, &uri, version)?;
                Ok(None)
            }
            EQUAL => {
                let (uri, version, kernel) = (read(next())?, read(next())?, read(next())?);
                self.compare(id, &uri, version, kernel)?;
                Ok(None)
            }
            other => Err(Error::new(
                Code::InvalidParams,
                format!("there is no command `{other}`"),
            )),
        }
    }

    fn step(
        &mut self,
        id: &Value,
        uri: &Uri,
        version: Option<i32>,
        flags: Option<Vec<String>>,
    ) -> Result<(), Error> {
        let failed = |words: String| Error::new(Code::Failed, words);
        if !self.client.apply_edit {
            return Err(failed("this editor does not take edits".to_owned()));
        }
        let mut steps = Vec::new();
        for flag in flags.iter().flatten() {
            steps.extend(self.host.steps(flag).map_err(failed)?);
        }
        self.look_again(uri);
        let number = self.number();
        let key = self.key(uri).ok_or_else(|| not_open(uri))?;
        let events = self.events.clone();
        let (entry, file) = self.entry(uri)?;
        let here = entry.program.file(file).and_then(|(file, _)| file.version);
        if version.is_some() && version != here {
            let words = "the text has changed since this was offered";
            return Err(Error::new(Code::ContentModified, words));
        }
        if !entry.program.is_sound() {
            return Err(failed("the program has errors".to_owned()));
        }
        let done = move |outcome| {
            let _ = events.send(Event::Stepped(number, outcome));
        };
        let directives = flags.is_none();
        let generation = entry.program.generation;
        let name = entry.program.name();
        let work = Work::start(&entry.program, steps, directives, done).map_err(failed)?;
        let step = Step {
            id: id.clone(),
            uri: uri.clone(),
            key,
            generation,
            _work: work,
        };
        self.steps.insert(number, step);
        self.begin(number, &format!("verifying the result for {name}"));
        Ok(())
    }

    /// Gives up commands.
    pub(super) fn end_steps(&mut self, which: impl Fn(&Step) -> bool, code: Code, words: &str) {
        let ended: Vec<u64> = self
            .steps
            .iter()
            .filter(|(_, step)| which(step))
            .map(|(number, _)| *number)
            .collect();
        for number in ended {
            if let Some(step) = self.steps.remove(&number) {
                let error = Error::new(code, words);
                self.outbox.send(rpc::response(&step.id, Err(error)));
                self.end(number, words);
            }
        }
    }

    /// A command has come to an end: its result is written only if all of it was verified.
    pub(super) fn stepped(&mut self, number: u64, outcome: Outcome) {
        // Whoever was given up has been answered.
        let Some(step) = self.steps.remove(&number) else {
            return;
        };
        let answer = self.result(&step, outcome);
        let words = match &answer {
            Ok(_) => "the result is verified",
            Err(error) => error.message.lines().next().unwrap_or(""),
        };
        self.end(number, words);
        self.outbox.send(rpc::response(&step.id, answer));
    }

    fn result(&mut self, step: &Step, outcome: Outcome) -> Answer {
        let failed = |words: String| Error::new(Code::Failed, words);
        let run = outcome.map_err(failed)?;
        // The edit is one of the texts that were read; those that are not open may have changed.
        self.look_again(&step.uri);
        let entry = self.entries.get(&step.key);
        let entry = entry.filter(|entry| entry.program.generation == step.generation);
        let Some(entry) = entry else {
            return Err(Error::new(Code::ContentModified, "the text has changed"));
        };
        if run.status != Status::Holds || !run.complete || run.steps.is_empty() {
            let errors = reported::of_program(&run);
            let errors = errors.iter().filter(|message| message.is_error());
            let words =
                errors.map(|one| format!("{}: {}", one.diagnostic.code, messages::words(one)));
            let words: Vec<String> = words.take(5).collect();
            return Err(failed(match words.is_empty() {
                true => "nothing was verified, so nothing is written".to_owned(),
                false => words.join("\n\n"),
            }));
        }
        let results = run.history.newest(&run.files);
        let edit = edits::workspace(&entry.program, &results, self.client.versioned_edits);
        let label = run.steps.iter().map(|step| step.name.as_str()).join(", ");
        let name = uri::name(&step.uri);
        let mut verified = run.steps.iter().filter_map(|step| step.verified.as_ref());
        let line = verified
            .next_back()
            .map(|one| summary::line(&run, one, true));
        let request = self.number();
        let params = json!({"label": label, "edit": edit});
        let message = rpc::request(request, "workspace/applyEdit", params);
        self.outbox.send(message);
        let line = line.unwrap_or_default();
        self.log(3, &format!("{name}: {label}: done; result {line}"));
        Ok(Value::Null)
    }
}
