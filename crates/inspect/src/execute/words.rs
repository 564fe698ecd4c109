//! What is said of a run.

use super::Work;
use super::given::{arrays, shown};
use crate::memory;
use clang::tree::Language;
use executor::{Fault, Group, Kind, Outcome, Racing, Site, Stop, Stopped, ThreadName, Warning};
use itertools::Itertools;
use kernel_graph::{ArrayId, Layout, LayoutKind, Scalar};
use num_bigint::BigInt;
use std::fmt::Write;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// More elements of an array are not shown.
const MOST_ELEMENTS: usize = 1000;

fn numbers(all: [u32; 3]) -> String {
    let used = all.iter().rposition(|n| *n > 0).map_or(1, |last| last + 1);
    let words = all.iter().take(used).join(", ");
    match used {
        1 => words,
        _ => format!("({words})"),
    }
}

fn extent(all: [u32; 3]) -> String {
    let used = all.iter().rposition(|n| *n > 1).map_or(1, |last| last + 1);
    all.iter().take(used).join("x")
}

/// Whether the integer at an offset of a layout has a sign.
fn signed(layout: &Layout, offset: u64) -> bool {
    match &layout.kind {
        LayoutKind::Scalar { signed, .. } => *signed,
        LayoutKind::Array(element, _) => signed(element, offset % element.size.max(1)),
        LayoutKind::Struct { fields, .. } => fields
            .iter()
            .find(|f| f.offset <= offset && offset < f.offset + f.layout.size.max(1))
            .is_some_and(|f| signed(&f.layout, offset - f.offset)),
        LayoutKind::Vector(..) => true,
        LayoutKind::Opaque => false,
    }
}

impl Work<'_> {
    /// A thread in the words of the language.
    fn thread(&self, name: ThreadName) -> String {
        let (one, all) = match self.language {
            Language::Cuda => ("thread", "block"),
            Language::OpenCl => ("work item", "work group"),
        };
        format!(
            "{one} {} of {all} {}",
            numbers(name.thread),
            numbers(name.block)
        )
    }

    fn span(&self, site: Site) -> Span {
        let inlined = site.function(self.module).map(|f| f.inlined.as_slice());
        let place = site.place(self.module);
        self.resolver.spot(&place, inlined.unwrap_or_default()).span
    }

    fn array(&self, id: ArrayId) -> &str {
        self.module
            .array(id)
            .map_or("?", |array| array.name.as_str())
    }

    fn location(&self, id: ArrayId, (offset, bytes): (i64, u32)) -> String {
        let Some(array) = self.module.array(id) else {
            return "?".to_owned();
        };
        let offset = BigInt::from(offset);
        memory::name(array, Some(&offset), Some(u64::from(bytes)), true).words()
    }

    /// The call in one line.
    pub(super) fn described(&self) -> String {
        let function = self.module.functions.get(self.kernel.0 as usize);
        let params = function.into_iter().flat_map(|f| &f.params);
        let values = params.filter_map(|param| {
            let local = function?.local(param.local)?;
            let value = self.launch.argument(self.module, &param.name, local.scalar);
            let value = shown(value, local.scalar, local.signed);
            Some(format!("{} = {value}", param.name))
        });
        let values = values.collect_vec().join(", ");
        let (block, grid) = (extent(self.launch.block), extent(self.launch.grid));
        let (threads, blocks) = match self.language {
            Language::Cuda => ("thread", "block"),
            Language::OpenCl => ("work item", "work group"),
        };
        let many = |extent: &str| if extent == "1" { "" } else { "s" };
        format!(
            "{}({values}): {grid} {blocks}{} of {block} {threads}{}\n",
            self.name,
            many(&grid),
            many(&block)
        )
    }

    /// Memory at the end, an element in a line.
    pub(super) fn values(&self, outcome: &Outcome) -> String {
        let mut out = String::new();
        for written in &outcome.arrays {
            let layout = self.module.array(written.array).map(|array| &array.layout);
            for element in written.elements.iter().take(MOST_ELEMENTS) {
                let bytes = element.scalar.bytes(self.module.target.pointer);
                let name = self.location(written.array, (element.offset, bytes));
                let sign = layout.is_some_and(|layout| {
                    let size = i64::try_from(layout.size.max(1)).unwrap_or(1);
                    let within = element.offset.rem_euclid(size).cast_unsigned();
                    !matches!(element.scalar, Scalar::Bool) && signed(layout, within)
                });
                let value = shown(element.value, element.scalar, sign);
                let by = element.by.map(|name| self.thread(name));
                let by = by.unwrap_or_else(|| "an asynchronous copy".to_owned());
                let place = element.site.map_or_else(String::new, |site| {
                    let place = self.resolver.place(self.span(site));
                    format!(", line {}", place.start.0)
                });
                let _ = writeln!(out, "{name} = {value}    ({by}{place})");
            }
            if let Some(more) = written.elements.len().checked_sub(MOST_ELEMENTS + 1) {
                let _ = writeln!(out, "{} and {} more", self.array(written.array), more + 1);
            }
        }
        if outcome.arbitrary {
            out.push_str("some values were chosen at random where the kernel leaves them open\n");
        }
        out
    }

    /// What is odd and no fault.
    pub(super) fn warnings(&self, outcome: &Outcome) -> Vec<Diagnostic> {
        let warning = |warning: &Warning| match warning {
            Warning::Uninitialized(array, site) => {
                let message = format!("`{}` is read before it is written", self.array(*array));
                Diagnostic::warning(Code::R005, self.span(*site), message)
            }
            Warning::NotEvaluated(site) => {
                let message = "this annotation is not evaluated in a run";
                Diagnostic::warning(Code::R010, self.span(*site), message)
            }
        };
        outcome.warnings.iter().map(warning).collect()
    }

    /// Why a run ended early.
    pub(super) fn stopped(&self, stop: &Stopped, schedule: u64) -> Diagnostic {
        let span = self.span(stop.site);
        let mut message = match &stop.why {
            Stop::Fault(fault) => self.fault(fault, span),
            Stop::Outside(why) => Diagnostic::error(Code::R012, span, *why),
            Stop::Unsupported(what) => {
                let message = format!("there is no rule to execute {what}");
                Diagnostic::error(Code::R010, span, message)
            }
            Stop::Limit => {
                let message = "the run reached its limit of steps (--steps)";
                Diagnostic::error(Code::R011, span, message)
            }
            Stop::Trap => Diagnostic::error(Code::R012, span, "the program ends itself"),
        };
        message = message.with_note(format!("by {}", self.thread(stop.thread)));
        for call in stop.calls.iter().rev() {
            message = message.with_label(self.span(*call), "called here");
        }
        if matches!(stop.why, Stop::Fault(_)) {
            let seed = self.wish.seed;
            let again = format!("once more: --seed {seed} --schedules {}", schedule + 1);
            message = message.with_note(again);
            let open = arrays(self.module, self.kernel);
            let open = open
                .iter()
                .filter(|id| !self.launch.contents.contains_key(id))
                .map(|id| self.array(*id))
                .join(", ");
            if !open.is_empty() {
                message = message.with_note(format!("contents chosen by the seed: {open}"));
            }
        }
        message
    }

    fn racing(&self, racing: &Racing, array: ArrayId) -> String {
        let who = racing.who.map(|name| self.thread(name));
        let who = who.unwrap_or_else(|| "an asynchronous copy".to_owned());
        let what = match racing.kind {
            Kind::Read => "reads",
            Kind::Write => "writes",
            Kind::Atomic(_) => "atomically changes",
        };
        format!("{who} {what} {}", self.location(array, racing.unit))
    }

    fn fault(&self, fault: &Fault, span: Span) -> Diagnostic {
        match fault {
            Fault::Race {
                array,
                first,
                second,
                ..
            } => {
                let message = format!("data race on `{}`", self.array(*array));
                Diagnostic::error(Code::R003, span, message)
                    .with_text(self.racing(second, *array))
                    .with_label(self.span(first.site), self.racing(first, *array))
            }
            Fault::Divergence {
                group,
                other,
                elsewhere,
            } => {
                let all = match (group, self.language) {
                    (Group::Warp(_), _) => "its warp",
                    (Group::Block, Language::Cuda) => "its block",
                    (Group::Block, Language::OpenCl) => "its work group",
                    (Group::Grid, _) => "the grid",
                };
                let message = format!("not all threads of {all} come here");
                let found = Diagnostic::error(Code::R004, span, message);
                let other = self.thread(*other);
                match elsewhere {
                    Some(site) => found.with_label(self.span(*site), format!("{other} waits here")),
                    None => found.with_note(format!("{other} has ended, or says something else")),
                }
            }
            Fault::OutOfBounds {
                array,
                offset,
                bytes,
                extent,
                declared,
            } => {
                let unit = (*offset, u32::try_from(*bytes).unwrap_or(u32::MAX));
                let message = format!(
                    "{} is outside of `{}`, which has {extent} bytes",
                    self.location(*array, unit),
                    self.array(*array)
                );
                let found = Diagnostic::error(Code::R005, span, message);
                match declared {
                    true => found,
                    false => found.with_note("the size is that of --array"),
                }
            }
            Fault::Null => Diagnostic::error(Code::R005, span, "a null pointer is followed"),
            Fault::ConstantWrite(array) => {
                let message = format!("`{}` is constant and written", self.array(*array));
                Diagnostic::error(Code::R005, span, message)
            }
            Fault::Assertion => Diagnostic::error(Code::R001, span, "this does not hold"),
            Fault::Division => Diagnostic::error(Code::R005, span, "a division by zero"),
        }
    }
}
