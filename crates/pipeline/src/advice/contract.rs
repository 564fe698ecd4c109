//! What the contract of a block gets wrong, said in the words of a race: which threads may use one location
//! at once, what a thread does not give back, which threads a barrier waits for in vain.

use super::values::{self, Values};
use super::{line_at, text_at};
use seplog::report::{ObligationReport, ThreadValues};
use spec_lang::ast::{Expr, ExprKind};
use spec_lang::parse::parse_expression;
use text::code::Code;
use text::source::SourceFile;

/// Says what an obligation about a block is about.
pub(super) fn name(obligation: &mut ObligationReport, files: &[SourceFile]) {
    let looking = Looking { obligation, files };
    let said = match obligation.code {
        Code::V041 => looking.shared(),
        Code::V043 => looking.not_given_back(),
        Code::V045 => looking.in_vain(),
        _ => None,
    };
    if let Some(said) = said {
        obligation.message = said;
    }
}

struct Looking<'a> {
    obligation: &'a ObligationReport,
    files: &'a [SourceFile],
}

impl<'a> Looking<'a> {
    /// Several threads get one location from the block's precondition.
    fn shared(&self) -> Option<String> {
        let threads = &self.obligation.threads;
        // Parts that add up to more than there is let nobody write.
        let head = |writes: bool| match writes {
            true => "the block's precondition allows a data race on",
            false => "the block's precondition shares out more than there is of",
        };
        match threads.as_slice() {
            [all] if all.values.iter().any(|(_, value)| value == "all") => {
                let (place, whole) = self.wanted(all)?;
                let head = head(whole);
                let amount = if whole {
                    "the whole of it"
                } else {
                    "a part of it"
                };
                let line = line_at(self.files, all.span);
                Some(format!(
                    "{head} `{place}`: all threads ask for {amount} (line {line})"
                ))
            }
            [one, other] => {
                let (place, _) = self.wanted(one)?;
                let whole = |thread: &ThreadValues| thread.amount.as_deref() == Some("1");
                let head = head(whole(one) || whole(other));
                let asks = |thread: &ThreadValues| {
                    let amount = match thread.amount.as_deref()? {
                        "1" => "the whole of it".to_owned(),
                        part => format!("{part} of it"),
                    };
                    let (who, line) = (shown(thread), line_at(self.files, thread.span));
                    Some(format!("{who} asks for {amount} (line {line})"))
                };
                Some(format!(
                    "{head} `{place}`: {}, {}",
                    asks(one)?,
                    asks(other)?
                ))
            }
            _ => None,
        }
    }

    /// The location that a thread asks for, with the values of the counterexample, and whether it is all of it.
    fn wanted(&self, thread: &ThreadValues) -> Option<(String, bool)> {
        let text = text_at(self.files, thread.span)?;
        let ExprKind::Perm(place, amount) = parse_expression(text, 0, 0).value?.kind else {
            return None;
        };
        let whole = matches!(amount.kind, ExprKind::Write | ExprKind::Int(_));
        let mut numbers = values::given(&self.obligation.counterexample);
        numbers.extend(values::given(&thread.values));
        let values = Values {
            numbers,
            ..Values::default()
        };
        Some((located(text, &place, &values), whole))
    }

    /// What a thread does not hold at its end.
    fn not_given_back(&self) -> Option<String> {
        let clause = text_at(self.files, self.obligation.span)?;
        Some(format!(
            "a thread may not hold `{clause}` at its end, and the block's postcondition gives it back"
        ))
    }

    /// Which threads do not come to a barrier.
    fn in_vain(&self) -> Option<String> {
        let span = self.obligation.demanded_by?;
        let (condition, line) = (text_at(self.files, span)?, line_at(self.files, span));
        Some(format!(
            "barrier divergence: `{condition}` (line {line}) decides which threads come to this barrier, \
             and they may wait for others in vain"
        ))
    }
}

/// A location with numbers for its indices, as far as they are known.
fn located(text: &str, place: &Expr, values: &Values<'_>) -> String {
    let written = |e: &Expr| text.get(e.span.range()).unwrap_or("…").to_owned();
    match &place.kind {
        ExprKind::Index(base, index) => {
            let number = values.number(index);
            let index = number.map_or_else(|| written(index), |number| number.to_string());
            format!("{}[{index}]", located(text, base, values))
        }
        _ => written(place),
    }
}

/// A thread by its number; of several dimensions all of them.
fn shown(thread: &ThreadValues) -> String {
    let numbers: Vec<&str> = thread
        .values
        .iter()
        .map(|(_, value)| value.as_str())
        .collect();
    match numbers.as_slice() {
        [] => "a thread".to_owned(),
        [one] => format!("thread {one}"),
        several => format!("thread ({})", several.join(", ")),
    }
}
