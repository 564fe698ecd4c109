//! What is shown in the text of kernels that were checked as they stand: what is said of the thing under the pointer, the
//! lines above a kernel, the contract behind its head.

use crate::commands::VERIFY;
use crate::kernels::Sheet;
use crate::position::Lines;
use gen_lsp_types::{
    CodeLens, Command, Contents, Diagnostic, Hover, MarkupContent, MarkupKind, Position, Range,
};
use inspect::model::{Effect, FileRun, Head, Held, KernelRun, Verdict};
use inspect::text::{contract, effects, taken};
use inspect::words;
use serde_json::{Value, json};
use text::span::Span;

/// How much of a contract a line above a kernel shows, in characters.
const WIDE: usize = 100;

/// A text and what was found in it.
pub(crate) struct Known<'a> {
    sheet: &'a Sheet,
    lines: Lines,
}

impl<'a> Known<'a> {
    /// What is known of a file.
    pub(crate) fn of(sheet: &'a Sheet) -> Known<'a> {
        Known {
            sheet,
            lines: Lines::of(&sheet.document.text),
        }
    }

    fn range(&self, span: Span) -> Range {
        let bytes = span.start as usize..span.end as usize;
        self.lines.range(&self.sheet.document.text, bytes)
    }

    /// The kernels of the file itself, each with its head.
    fn kernels(&self) -> impl Iterator<Item = (&'a FileRun, &'a KernelRun, Head)> {
        let runs = self.sheet.found.iter();
        let all = runs.flat_map(|run| run.kernels.iter().map(move |one| (run, one)));
        all.filter_map(|(run, kernel)| Some((run, kernel, kernel.head?)))
    }

    /// What is said of the thing at a place.
    pub(crate) fn hover(&self, at: Position) -> Option<Hover> {
        let text = &self.sheet.document.text;
        let offset = self.lines.offset(text, at);
        let meets = |span: &Span| span.file == 0 && within(*span, offset);
        let mut parts: Vec<String> = Vec::new();
        let mut range = None;
        let mut say = |span: Span, words: String| {
            range = range.or(Some(span));
            if !parts.contains(&words) {
                parts.push(words);
            }
        };
        for (_, kernel, head) in self.kernels() {
            if meets(&head.name) {
                say(head.name, of_kernel(kernel));
            }
            for one in kernel.named.iter().filter(|one| meets(&one.span)) {
                if let Some(words) = of_array(kernel, &one.array) {
                    say(one.span, words);
                }
            }
        }
        for kernel in self.sheet.found.iter().flat_map(|run| &run.kernels) {
            let launches = kernel.launches.iter();
            for held in launches.filter(|held| meets(&held.span)) {
                say(held.span, of_launch(kernel, held));
            }
        }
        parts.extend(codes_at(&self.sheet.said, at));
        (!parts.is_empty()).then(|| Hover {
            contents: Contents::from(MarkupContent {
                kind: MarkupKind::Markdown,
                value: parts.join("\n\n---\n\n"),
            }),
            range: range.map(|span| self.range(span)),
        })
    }

    /// The lines above each kernel: its verdict with the sizes, and its contract. A text that was not checked as it stands has
    /// one at its head, which says so.
    pub(crate) fn lenses(&self) -> Vec<CodeLens> {
        let lens = |range: Range, title: String, command: &str| CodeLens {
            range,
            command: Some(Command {
                title,
                command: command.to_owned(),
                arguments: (!command.is_empty()).then(|| vec![json!(self.sheet.document.uri)]),
                ..Command::default()
            }),
            data: None,
        };
        if !self.sheet.checked {
            let (title, command) = match self.sheet.running.is_some() || self.sheet.due.is_some() {
                true => ("checking kernels…", ""),
                false => ("kernels not checked: check now", VERIFY),
            };
            return vec![lens(Range::default(), title.to_owned(), command)];
        }
        let mut all: Vec<(Range, String)> = Vec::new();
        for (_, kernel, head) in self.kernels() {
            let range = self.range(head.name);
            let contract = (kernel.verdict() == Verdict::Verified).then(|| required(kernel));
            for title in [Some(verdict(kernel)), contract].into_iter().flatten() {
                // Entries of alpinist.toml may say the same.
                if !all.contains(&(range, title.clone())) {
                    all.push((range, title));
                }
            }
        }
        let all = all.into_iter();
        all.map(|(range, title)| lens(range, title, "")).collect()
    }

    /// The inferred clauses of verified kernels, each at the head of the body; a click writes them above the kernel.
    pub(crate) fn hints(&self, within: Range) -> Vec<Value> {
        let text = &self.sheet.document.text;
        let mut found: Vec<Value> = Vec::new();
        for (run, kernel, head) in self.kernels() {
            let inferred = kernel.contract.iter().filter(|one| one.inferred);
            let clauses: Vec<&str> = inferred.map(|one| one.clause.as_str()).collect();
            let verified = kernel.verdict() == Verdict::Verified;
            if !verified || clauses.is_empty() {
                continue;
            }
            let place = self.range(head.body).start;
            if place < within.start || within.end < place {
                continue;
            }
            let mut hint = json!({
                "position": place,
                "label": format!("requires {}", cut(&clauses.join(" && "))),
                "tooltip": contract(kernel),
                "paddingRight": true,
            });
            let alone = FileRun {
                kernels: vec![kernel.clone()],
                ..run.clone()
            };
            if let (Ok(Some(new)), Some(members)) = (
                inspect::emit::annotated(text, std::slice::from_ref(&alone)),
                hint.as_object_mut(),
            ) {
                let edits = crate::edits::between(text, &new);
                members.insert("textEdits".to_owned(), json!(edits));
            }
            if !found.contains(&hint) {
                found.push(hint);
            }
        }
        found
    }
}

fn within(span: Span, offset: usize) -> bool {
    span.start as usize <= offset && offset <= span.end as usize
}

/// The verdict on a kernel, with the sizes it was checked for.
fn verdict(kernel: &KernelRun) -> String {
    let word = kernel.verdict().word();
    match &kernel.sizes {
        Some(chosen) => format!("{word}; {}", taken(chosen)),
        None => word.to_owned(),
    }
}

/// What launches have to satisfy, in a line.
fn required(kernel: &KernelRun) -> String {
    let clauses = kernel.contract.iter().map(|one| one.clause.as_str());
    let clauses: Vec<&str> = clauses.collect();
    match clauses.is_empty() {
        true => "requires nothing".to_owned(),
        false => format!("requires {}", cut(&clauses.join(" && "))),
    }
}

fn cut(text: &str) -> String {
    match text.chars().count() > WIDE {
        true => text.chars().take(WIDE - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// Text that Markdown shows as it is.
fn plain(text: &str) -> String {
    format!("```text\n{}\n```", text.trim_end())
}

/// What is known of a kernel: verdict, contract, what it reads and writes, what that rests on.
fn of_kernel(kernel: &KernelRun) -> String {
    let mut text = format!("kernel {}: {}\n", kernel.name, verdict(kernel));
    if kernel.verdict() == Verdict::Verified && kernel.contract.is_empty() {
        text.push_str("  requires nothing\n");
    }
    text.push_str(&contract(kernel));
    text.push_str(&effects(kernel.effects.iter()));
    if kernel.verdict() == Verdict::Verified && !kernel.assumptions.is_empty() {
        text.push_str("  assumed:\n");
        for one in &kernel.assumptions {
            text.push_str(&format!("  - {}\n", one.text));
        }
    }
    plain(&text)
}

/// What is known of an array of a kernel: what is read and written of it, and why no two threads race for it. Nothing if the
/// kernel is not verified, for then neither is known.
fn of_array(kernel: &KernelRun, array: &str) -> Option<String> {
    if kernel.verdict() != Verdict::Verified {
        return None;
    }
    let own: Vec<&Effect> = kernel.effects.iter().collect();
    let own = own.into_iter().filter(|one| one.array == array);
    let mut text = effects(own);
    for one in kernel.explained.iter().filter(|one| one.array == array) {
        text.push_str(&format!("  no race  {}\n", one.sentence));
    }
    (!text.is_empty()).then(|| plain(&format!("{array} in {}\n{text}", kernel.name)))
}

/// What is known of a launch: whether it meets the contract, and the contract.
fn of_launch(kernel: &KernelRun, held: &Held) -> String {
    plain(&format!(
        "{}\nkernel {}: {}\n{}",
        words::held(held),
        kernel.name,
        verdict(kernel),
        contract(kernel)
    ))
}

/// What the codes of the findings at a place mean.
fn codes_at(said: &[Diagnostic], at: Position) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for one in said {
        let Some(gen_lsp_types::Code::String(code)) = &one.code else {
            continue;
        };
        if one.range.start <= at && at <= one.range.end && !told.contains(code) {
            told.push(code.clone());
            let all = codes::all();
            let info = all.iter().find(|info| info.code.as_str() == code);
            found.extend(info.map(crate::hover::explain));
        }
    }
    found
}
