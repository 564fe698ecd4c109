//! Atomic operations in place of assignments that race with themselves or each other.
//!
//! They are proposed where barriers do not help, and where they compute what the assignment does
//! ([`kernel_graph::Update`]): not where it is converted before it is written. Where its value is used, the operation gives it
//! ([`kernel_graph::UsedUpdate`]): `slot = (*n)++` is `slot = atomicAdd(n, 1)`, and `++*n` is `(atomicAdd(n, 1) + 1)`. What
//! depends on such a value races as well, and is left to the check of the new text. The
//! order of the operations may differ, which for floats is a difference in rounding; so they are written only
//! if asked for.

use crate::patch::Patch;
use crate::points::operator;
use clang::tree::Language;
use inspect::model::{FileRun, KernelRun, What};
use kernel_graph::{Update, UpdateForm, UpdateOp, UsedUpdate};
use std::ops::Range;
use text::edit::{Applied, EditSet};
use text::span::Span;

/// A text in which atomic operations stand for assignments, read and checked again.
#[derive(Clone, Debug)]
pub struct Atomics {
    /// The text.
    pub applied: Applied,
    /// The kernels that have no finding any more with them.
    pub kernels: Vec<String>,
    /// The places of the assignments in the old text, each with what is there now.
    pub places: Vec<(u32, String)>,
    /// The text, read and checked.
    pub after: FileRun,
}

/// A call in words.
struct Call {
    /// The call.
    text: String,
    /// What it computes with, as it was written.
    value: String,
}

/// An assignment as a whole, or an expression whose value is used, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// Bytes of the file, from the assignment's start to behind its semicolon, or those of the expression.
    pub range: Range<usize>,
    /// The call, of a statement with its semicolon.
    pub call: String,
    /// Whether its value is used.
    pub used: bool,
}

impl Swap {
    /// Makes the change.
    pub fn edit(&self, edits: &mut EditSet) {
        let span = Span::new(0, self.range.start, self.range.end);
        edits.replace(span, self.call.clone(), "atomic");
    }
}

/// The calls that take the place of a kernel's assignments that race with themselves or each other; none if
/// one of its races is of another kind, unless a value that is used may be its cause, or something else is wrong.
pub fn swaps(patch: &Patch<'_>, kernel: &KernelRun) -> Option<Vec<Swap>> {
    let mut all: Vec<Swap> = Vec::new();
    let mut others = false;
    for fault in &kernel.faults {
        let What::Race(race) = &fault.what else {
            return None;
        };
        let (a, b) = (race.first.spot.span, race.second.spot.span);
        if a.file != 0 || b.file != 0 {
            return None;
        }
        let both = [a.start, b.start].map(|offset| swap(patch, offset as usize));
        let [Some(one), Some(other)] = both else {
            others = true;
            continue;
        };
        for swap in [one, other] {
            if !all.contains(&swap) {
                all.push(swap);
            }
        }
    }
    let caused = !others || all.iter().any(|swap| swap.used);
    (!all.is_empty() && caused).then_some(all)
}

/// The call that takes the place of the statement around an offset, or of the smallest expression around it whose value is
/// used.
fn swap(patch: &Patch<'_>, offset: usize) -> Option<Swap> {
    let whole = patch.points.values().find_map(|point| {
        let update = point.update?;
        let range = point.offset as usize..update.end as usize;
        if !range.contains(&offset) {
            return None;
        }
        let call = call(
            patch.language,
            patch.text.get(..range.end)?,
            range.start,
            update,
        )?;
        let call = format!("{};", call.text);
        let used = false;
        Some(Swap { range, call, used })
    });
    let within = || {
        let all = patch.points.values().flat_map(|point| &point.used);
        let around =
            |one: &&UsedUpdate| (one.start as usize..one.update.end as usize).contains(&offset);
        let one = all
            .filter(around)
            .min_by_key(|one| one.update.end - one.start)?;
        let range = one.start as usize..one.update.end as usize;
        let call = used(patch.language, patch.text.get(..range.end)?, one)?;
        let used = true;
        Some(Swap { range, call, used })
    };
    whole.or_else(within)
}

/// The call for an expression whose value is used; `text` ends with it.
fn used(language: Language, text: &str, one: &UsedUpdate) -> Option<String> {
    let whole = format!("{text};");
    let call = call(language, &whole, one.start as usize, one.update)?;
    match one.new_value {
        false => Some(call.text),
        true => {
            let symbol = symbol(one.update.op)?;
            let alone = call.value.chars().all(|c| c.is_alphanumeric() || c == '_');
            let value = match alone {
                true => call.value,
                false => format!("({})", call.value),
            };
            Some(format!("({} {symbol} {value})", call.text))
        }
    }
}

/// The name of the operation that does what a statement does.
pub fn operation(language: Language, op: UpdateOp) -> &'static str {
    match (language, op) {
        (Language::Cuda, UpdateOp::Add) => "atomicAdd",
        (Language::Cuda, UpdateOp::Sub) => "atomicSub",
        (Language::Cuda, UpdateOp::And) => "atomicAnd",
        (Language::Cuda, UpdateOp::Or) => "atomicOr",
        (Language::Cuda, UpdateOp::Xor) => "atomicXor",
        (Language::Cuda, UpdateOp::Min) => "atomicMin",
        (Language::Cuda, UpdateOp::Max) => "atomicMax",
        (Language::OpenCl, UpdateOp::Add) => "atomic_add",
        (Language::OpenCl, UpdateOp::Sub) => "atomic_sub",
        (Language::OpenCl, UpdateOp::And) => "atomic_and",
        (Language::OpenCl, UpdateOp::Or) => "atomic_or",
        (Language::OpenCl, UpdateOp::Xor) => "atomic_xor",
        (Language::OpenCl, UpdateOp::Min) => "atomic_min",
        (Language::OpenCl, UpdateOp::Max) => "atomic_max",
    }
}

fn symbol(op: UpdateOp) -> Option<char> {
    match op {
        UpdateOp::Add => Some('+'),
        UpdateOp::Sub => Some('-'),
        UpdateOp::And => Some('&'),
        UpdateOp::Or => Some('|'),
        UpdateOp::Xor => Some('^'),
        UpdateOp::Min | UpdateOp::Max => None,
    }
}

/// The call for a statement that begins at `start` of a text and ends with it. Types are looked at where the
/// update is found; here are its words.
fn call(language: Language, text: &str, start: usize, update: Update) -> Option<Call> {
    let whole = text.get(start..)?.trim().strip_suffix(';')?.trim();
    // A comment would be lost, and a directive is no part of a statement.
    if ["//", "/*", "#", "\\"]
        .iter()
        .any(|sign| whole.contains(sign))
    {
        return None;
    }
    let sides = |at: u32| -> Option<(&str, &str)> {
        let left = text.get(start..at as usize)?.trim();
        let operator = operator(text.get(at as usize..)?)?;
        let right = text.get(at as usize + operator.len()..)?;
        Some((left, right.trim().strip_suffix(';')?.trim()))
    };
    let name = operation(language, update.op);
    let (place, value) = match update.form {
        UpdateForm::Step => {
            let sign = ["++", "--"].into_iter().find(|sign| whole.contains(sign))?;
            let place = whole.strip_prefix(sign).or(whole.strip_suffix(sign))?;
            (place.trim(), "1")
        }
        UpdateForm::Compound(at) => sides(at)?,
        UpdateForm::Plain(at) => {
            let (left, right) = sides(at)?;
            let value = match symbol(update.op) {
                None => other(left, right)?,
                Some(symbol) => {
                    let rest = right.strip_prefix(left)?.trim_start();
                    rest.strip_prefix(symbol)?.trim_start()
                }
            };
            (left, value)
        }
        UpdateForm::Turned(at) => {
            let (left, right) = sides(at)?;
            let rest = right.strip_suffix(left)?.trim_end();
            (left, rest.strip_suffix(symbol(update.op)?)?.trim_end())
        }
    };
    if place.is_empty() || value.is_empty() {
        return None;
    }
    let address = address(place);
    let text = match (language, update.form, update.op) {
        (Language::OpenCl, UpdateForm::Step, UpdateOp::Add) => format!("atomic_inc({address})"),
        (Language::OpenCl, UpdateForm::Step, _) => format!("atomic_dec({address})"),
        _ => format!("{name}({address}, {value})"),
    };
    let value = value.to_owned();
    Some(Call { text, value })
}

/// The address of a place, as one would write it.
fn address(place: &str) -> String {
    let place = bare(place);
    match place.strip_prefix('*').map(str::trim) {
        Some(pointer) if is_name(pointer) => pointer.to_owned(),
        Some(pointer) if bare(pointer).len() < pointer.len() => bare(pointer).to_owned(),
        _ => format!("&{place}"),
    }
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A text without parentheses around all of it.
fn bare(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let Some(inner) = inner else {
        return text;
    };
    let mut depth = 0;
    let around = inner.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    });
    match around && depth == 0 {
        true => bare(inner.trim()),
        false => text,
    }
}

/// What a place is compared with where the lesser or the greater of both is kept there: the other argument.
fn other<'t>(place: &str, right: &'t str) -> Option<&'t str> {
    let inner = right.get(right.find('(')? + 1..)?.strip_suffix(')')?;
    let mut depth = 0;
    let comma = inner.find(|c| {
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
        c == ',' && depth == 0
    })?;
    let (a, b) = (inner.get(..comma)?.trim(), inner.get(comma + 1..)?.trim());
    match (a == place, b == place) {
        (true, _) => Some(b),
        (_, true) => Some(a),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(language: Language, text: &str, op: UpdateOp, form: fn(u32) -> UpdateForm) -> String {
        let at = [" += ", " |= ", " = "]
            .iter()
            .find_map(|sign| text.find(sign))
            .map_or(0, |at| at + 1);
        let update = Update {
            op,
            form: form(u32::try_from(at).unwrap_or_default()),
            end: u32::try_from(text.len()).unwrap_or_default(),
        };
        let call = call(language, text, 0, update);
        call.map_or_else(String::new, |call| format!("{};", call.text))
    }

    #[test]
    fn assignments_become_calls() {
        use UpdateOp::{Add, Max, Min, Or};
        let compound = |text, op| of(Language::Cuda, text, op, UpdateForm::Compound);
        let plain = |text, op| of(Language::Cuda, text, op, UpdateForm::Plain);
        let turned = |text, op| of(Language::Cuda, text, op, UpdateForm::Turned);
        assert_eq!(compound("*sum += a[i];", Add), "atomicAdd(sum, a[i]);");
        assert_eq!(
            compound("(*sum) += (a, b);", Add),
            "atomicAdd(sum, (a, b));"
        );
        assert_eq!(compound("*(p + 1) += x;", Add), "atomicAdd(p + 1, x);");
        assert_eq!(compound("h[b[i]] += 1;", Add), "atomicAdd(&h[b[i]], 1);");
        assert_eq!(compound("s += /* all */ 1;", Add), "");
        assert_eq!(
            plain("s = min(s, f(a, b));", Min),
            "atomicMin(&s, f(a, b));"
        );
        assert_eq!(plain("s = max(x, s);", Max), "atomicMax(&s, x);");
        assert_eq!(plain("s = max(x, y);", Max), "");
        assert_eq!(plain("s = s + x * y;", Add), "atomicAdd(&s, x * y);");
        assert_eq!(plain("s = (s) + x;", Add), "");
        assert_eq!(turned("s = x + s;", Add), "atomicAdd(&s, x);");
        let cl = of(
            Language::OpenCl,
            "*flags |= 1 << k;",
            Or,
            UpdateForm::Compound,
        );
        assert_eq!(cl, "atomic_or(flags, 1 << k);");
        let step = |language, text| of(language, text, Add, |_| UpdateForm::Step);
        assert_eq!(step(Language::Cuda, "h[x]++;"), "atomicAdd(&h[x], 1);");
        assert_eq!(step(Language::OpenCl, "++(*n);"), "atomic_inc(n);");
    }
}
