//! `alpinist run`: execute a method on concrete values.

use crate::cli::RunArgs;
use crate::commands::run_kernel;
use crate::config::Config;
use crate::files;
use crate::output::{self, Failure};
use itertools::Itertools;
use oracle::input::{random::random_call, written};
use oracle::program::{MethodInfo, Tables};
use oracle::value::Value;
use oracle::{Call, Limits, Outcome, Stop};
use pipeline::front;
use report::status::Status;
use report::terminal::Shown;
use serde_json::Value as Json;
use spec_lang::ast::Param;
use spec_lang::resolve::Profile;
use std::collections::BTreeMap;
use std::fmt::Write;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;

/// How many inputs are tried for one that satisfies the precondition.
const TRIES: u64 = 50;

/// Executes.
///
/// # Errors
/// If an argument or alpinist.toml cannot be read, there is no such method or several, or standard output cannot be written.
pub fn run(args: &RunArgs) -> Result<Status, Failure> {
    if let Some(form) = run_kernel::form(args) {
        return run_kernel::run(args, form);
    }
    let Some(method) = &args.method else {
        let message = "say which method is executed";
        return Err(Diagnostic::global(Code::R015, message).into());
    };
    let loaded = files::load(std::slice::from_ref(&args.file), true);
    let mut status = Status::Holds;
    for (diagnostic, sources) in &loaded.problems {
        say(diagnostic, sources);
        status = Status::Wrong;
    }
    let Some(unit) = loaded.units.first() else {
        return Ok(Status::Wrong);
    };
    let sources = unit.sources();
    let config = Config::find(None)?;
    let profile = args.profile.or(unit.settings.profile).or(config.profile);
    let profile = profile.map_or(Profile::default(), Profile::from);
    let front = front::front(&sources, profile);
    for diagnostic in &front.diagnostics {
        say(diagnostic, &sources);
    }
    if !front.is_sound() || status != Status::Holds {
        return Ok(Status::Wrong);
    }
    let tables = Tables::new(&front.program, &front.resolution);
    let info = named(&tables, method)?;
    let session = Session {
        args,
        tables: &tables,
        info,
        sources: &sources,
    };
    match args.random {
        Some(count) => session.at_random(count),
        None => session.as_given(),
    }
}

fn say(diagnostic: &Diagnostic, files: &[SourceFile]) {
    let shown = Shown {
        diagnostic,
        files,
        origin: None,
    };
    output::show(shown);
}

fn named<'t, 'p>(tables: &'t Tables<'p>, name: &str) -> Result<&'t MethodInfo<'p>, Failure> {
    let all = || tables.methods.values();
    let mut found: Vec<_> = all()
        .filter(|info| tables.method_name(info) == name)
        .collect();
    if found.is_empty() {
        found = all().filter(|info| info.method.name.name == name).collect();
    }
    if let [_, _, ..] = found.as_slice() {
        let mut names: Vec<String> = found.iter().map(|info| tables.method_name(info)).collect();
        names.sort();
        let message = format!("`{name}` means several methods");
        return Err(Diagnostic::global(Code::R015, message)
            .with_note(format!("there are: {}", names.join(", ")))
            .with_help("say `Class.method`")
            .into());
    }
    found.pop().ok_or_else(|| {
        let names = tables
            .methods
            .values()
            .map(|info| tables.method_name(info))
            .join(", ");
        Diagnostic::global(Code::R015, format!("there is no method `{name}`"))
            .with_note(format!("there are: {names}"))
            .into()
    })
}

/// One call of the program.
struct Session<'a, 'p> {
    args: &'a RunArgs,
    tables: &'a Tables<'p>,
    info: &'a MethodInfo<'p>,
    sources: &'a [SourceFile],
}

impl Session<'_, '_> {
    fn limits(&self) -> Limits {
        Limits {
            steps: self.args.steps,
            modular: self.args.modular,
            ..Limits::default()
        }
    }

    fn show(&self, value: &Value, heap: &oracle::heap::Heap) -> String {
        oracle::show(value, heap, &|id| {
            self.tables
                .names
                .get(&id)
                .map_or("?", |name| name)
                .to_owned()
        })
    }

    /// The call in words.
    fn described(&self, call: &Call) -> String {
        let mut parts = Vec::new();
        if let Some(this) = &call.this {
            parts.push(format!("this = {}", self.show(this, &call.heap)));
        }
        let params = self.params();
        let values = call.args.iter().chain(&call.given);
        for (param, value) in params.iter().zip(values) {
            parts.push(format!(
                "{} = {}",
                param.name.name,
                self.show(value, &call.heap)
            ));
        }
        format!(
            "{}({})",
            self.tables.method_name(self.info),
            parts.join(", ")
        )
    }

    fn params(&self) -> Vec<&Param> {
        let given = oracle::program::given(&self.info.method.contract);
        self.info.method.params.iter().chain(given).collect()
    }

    /// What is at the end.
    fn ended(&self, call: &Call, outcome: &Outcome) -> String {
        let Outcome::Done {
            result,
            yields,
            heap,
        } = outcome
        else {
            return String::new();
        };
        let mut text = String::new();
        if *result != Value::Nothing {
            let _ = writeln!(text, "result = {}", self.show(result, heap));
        }
        for (name, value) in yields {
            let _ = writeln!(text, "{name} = {}", self.show(value, heap));
        }
        if let Some(this) = &call.this {
            let _ = writeln!(text, "this = {}", self.show(this, heap));
        }
        for (param, value) in self
            .params()
            .iter()
            .zip(call.args.iter().chain(&call.given))
        {
            if matches!(value, Value::Array(_) | Value::Object(_)) {
                let _ = writeln!(text, "{} = {}", param.name.name, self.show(value, heap));
            }
        }
        text
    }

    fn as_given(&self) -> Result<Status, Failure> {
        let call = self.written()?;
        output::print(&format!("{}\n", self.described(&call)))?;
        for schedule in 0..self.args.schedules {
            let seed = self.args.seed.wrapping_add(schedule);
            let outcome = oracle::run(self.tables, &call, self.limits(), seed);
            if let Outcome::Stopped(stop) = &outcome {
                return Ok(self.stopped(stop, &format!("--seed {seed}")));
            }
            if schedule == 0 {
                output::print(&self.ended(&call, &outcome))?;
            }
        }
        Ok(Status::Holds)
    }

    /// Says why a run did not end by itself.
    fn stopped(&self, stop: &Stop, again: &str) -> Status {
        let name = &self.info.method.name;
        let (diagnostic, status) = match stop {
            Stop::Violation(violation) => {
                let mut diagnostic = violation
                    .diagnostic()
                    .with_note(format!("once more: {again}"));
                if !violation.trace.is_empty() {
                    let mut trace = "the last steps:".to_owned();
                    for step in &violation.trace {
                        let _ = write!(trace, "\n  {}", self.step(step));
                    }
                    diagnostic = diagnostic.with_note(trace);
                }
                (diagnostic, Status::Failed)
            }
            Stop::CannotRun(what, span) => {
                let message = format!("there is no rule to execute {what}");
                (
                    Diagnostic::error(Code::R010, *span, message),
                    Status::Unknown,
                )
            }
            Stop::Limit(what) => {
                let message = format!("the run reached its limit: {what}");
                (
                    Diagnostic::error(Code::R011, name.span, message),
                    Status::Unknown,
                )
            }
            Stop::Stuck => {
                let message = "all threads wait for each other";
                (
                    Diagnostic::error(Code::R011, name.span, message),
                    Status::Unknown,
                )
            }
            Stop::Vacuous(what, span) => {
                let message = format!("the contract promises nothing here: {what}");
                (Diagnostic::error(Code::R012, *span, message), Status::Wrong)
            }
        };
        say(&diagnostic, self.sources);
        status
    }

    fn step(&self, step: &oracle::outcome::TraceStep) -> String {
        let Some(file) = self.sources.get(step.span.file as usize) else {
            return step.thread.clone();
        };
        let line = file.line_column(step.span.start as usize).line;
        let first = file
            .slice(step.span)
            .lines()
            .next()
            .unwrap_or_default()
            .trim_end();
        format!("{}  line {line}: {first}", step.thread)
    }

    fn at_random(&self, count: u64) -> Result<Status, Failure> {
        let mut words: BTreeMap<&str, u64> = BTreeMap::new();
        let mut inputs = 0;
        for number in 0..count.saturating_mul(TRIES) {
            if inputs >= count {
                break;
            }
            let seed = self.args.seed.wrapping_add(number);
            let call = random_call(self.tables, self.info, seed);
            for schedule in 0..self.args.schedules {
                let outcome =
                    oracle::run(self.tables, &call, self.limits(), seed ^ (schedule << 32));
                *words.entry(outcome.word()).or_default() += 1;
                match &outcome {
                    Outcome::Stopped(stop @ (Stop::Violation(_) | Stop::CannotRun(..))) => {
                        output::print(&format!("{}\n", self.described(&call)))?;
                        let again =
                            format!("--random=1 --seed {seed} --schedules {}", schedule + 1);
                        return Ok(self.stopped(stop, &again));
                    }
                    Outcome::Stopped(Stop::Vacuous(..)) => break,
                    _ => {}
                }
                if schedule == 0 {
                    inputs += 1;
                }
            }
        }
        if inputs == 0 {
            let message = "no input was found at random that satisfies the precondition";
            let span = self.info.method.name.span;
            say(&Diagnostic::error(Code::R013, span, message), self.sources);
            return Ok(Status::Unknown);
        }
        let done = words.get("done").copied().unwrap_or(0);
        let name = self.tables.method_name(self.info);
        let mut text = format!("{name}: {inputs} inputs, {done} runs ended and violated nothing");
        for (word, what) in [("limit", "reached a limit"), ("stuck", "were stuck")] {
            if let Some(number) = words.get(word) {
                let _ = write!(text, ", {number} {what}");
            }
        }
        text.push('\n');
        output::print(&text)?;
        let cut_off = ["limit", "stuck"].map(|word| words.get(word).copied().unwrap_or(0));
        let cut_off: u64 = cut_off.iter().sum();
        if cut_off == 0 && done > 0 {
            return Ok(Status::Holds);
        }
        let message =
            format!("{cut_off} runs did not come to an end, so what they would do is unknown");
        let span = self.info.method.name.span;
        say(&Diagnostic::error(Code::R011, span, message), self.sources);
        Ok(Status::Unknown)
    }

    /// The call that the command line says.
    fn written(&self) -> Result<Call, Failure> {
        let params = self.params();
        let texts = match &self.args.json {
            Some(json) => from_json(json, &params)?,
            None => self.args.args.clone(),
        };
        if texts.len() != params.len() {
            let names = params.iter().map(|p| p.name.name.as_str()).join(", ");
            let message = format!(
                "`{}` takes {} ({names}), not {}",
                self.tables.method_name(self.info),
                report::plural(params.len(), "argument"),
                texts.len()
            );
            return Err(Diagnostic::global(Code::R014, message).into());
        }
        let mut call = random_call(self.tables, self.info, self.args.seed);
        let mut values = Vec::new();
        for (param, text) in params.iter().zip(&texts) {
            let ty = self.tables.declared(param.id);
            let value = written::argument(text, &ty, &mut call.heap).map_err(|why| {
                Diagnostic::global(
                    Code::R014,
                    format!("`{text}` for `{}`: {why}", param.name.name),
                )
            })?;
            values.push(value);
        }
        call.given = values.split_off(self.info.method.params.len().min(values.len()));
        call.args = values;
        Ok(call)
    }
}

/// The arguments in order, each as the text of a value.
fn from_json(text: &str, params: &[&Param]) -> Result<Vec<String>, Failure> {
    let wrong =
        |why: String| Failure::from(Diagnostic::global(Code::R014, format!("--json: {why}")));
    let value: Json = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    match value {
        Json::Array(values) => Ok(values.iter().map(ToString::to_string).collect()),
        Json::Object(fields) => params
            .iter()
            .map(|param| match fields.get(&param.name.name) {
                Some(value) => Ok(value.to_string()),
                None => Err(wrong(format!("`{}` is missing", param.name.name))),
            })
            .collect(),
        _ => Err(wrong("a list or an object is wanted".to_owned())),
    }
}
