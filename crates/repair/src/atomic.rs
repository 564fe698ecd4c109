//! Atomic operations in place of assignments that race with themselves.
//!
//! They are proposed where barriers do not help. What they compute may differ in the order of the
//! operations, which for floats is a difference in rounding; so they are written only if asked for.

use crate::patch::Patch;
use crate::points::{is_operator, operator};
use clang::tree::Language;
use inspect::model::{KernelRun, What};
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
}

/// An assignment as a whole, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// Bytes of the file, from the assignment's start to behind its semicolon.
    pub range: Range<usize>,
    /// The call, with a semicolon.
    pub call: String,
}

impl Swap {
    /// Makes the change.
    pub fn edit(&self, edits: &mut EditSet) {
        let span = Span::new(0, self.range.start, self.range.end);
        edits.replace(span, self.call.clone(), "atomic");
    }
}

/// The calls that take the place of a kernel's assignments that race with themselves; none if one of its
/// races is of another kind, or something else is wrong.
pub fn swaps(patch: &Patch<'_>, kernel: &KernelRun) -> Option<Vec<Swap>> {
    let mut all: Vec<Swap> = Vec::new();
    for fault in &kernel.faults {
        let What::Race(race) = &fault.what else {
            return None;
        };
        let (a, b) = (race.first.spot.span, race.second.spot.span);
        if a.file != 0 || b.file != 0 {
            return None;
        }
        let swap = swap(patch, a.start as usize)?;
        if !swap.range.contains(&(b.start as usize)) {
            return None;
        }
        if !all.contains(&swap) {
            all.push(swap);
        }
    }
    (!all.is_empty()).then_some(all)
}

/// The call that takes the place of the assignment around an offset.
fn swap(patch: &Patch<'_>, offset: usize) -> Option<Swap> {
    let text = patch.text;
    let operators = patch
        .points
        .iter()
        .filter(|(site, _)| is_operator(text, **site));
    for (site, point) in operators {
        let end = point.braces_until? as usize;
        let mut before = patch.points.range(..site).rev();
        let own = before.find(|(other, _)| !is_operator(text, **other));
        let Some((_, own)) = own else {
            continue;
        };
        let range = own.offset as usize..end;
        if range.contains(&offset) {
            let call = call(patch.language, text, range.clone(), point.offset as usize)?;
            return Some(Swap { range, call });
        }
    }
    None
}

fn call(language: Language, text: &str, range: Range<usize>, at: usize) -> Option<String> {
    let left = text.get(range.start..at)?.trim();
    let operator = operator(text.get(at..)?)?;
    let right = text.get(at + operator.len()..range.end)?;
    let right = right.trim().strip_suffix(';')?.trim();
    // A conversion or another assignment would not stay what it is.
    if left.is_empty() || left.contains(['(', ')', ';', '{', '}']) {
        return None;
    }
    let (name, value) = match operator {
        "+=" => ("add", right.to_owned()),
        "-=" => ("sub", right.to_owned()),
        "|=" => ("or", right.to_owned()),
        "&=" => ("and", right.to_owned()),
        "^=" => ("xor", right.to_owned()),
        "=" => extreme(left, right)?,
        _ => return None,
    };
    let name = match language {
        Language::Cuda => {
            let mut letters = name.chars();
            let first = letters.next()?.to_ascii_uppercase();
            format!("atomic{first}{}", letters.as_str())
        }
        Language::OpenCl => format!("atomic_{name}"),
    };
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    let address = match left.strip_prefix('*').map(str::trim) {
        Some(pointer) if is_name(pointer) => pointer.to_owned(),
        _ => format!("&{left}"),
    };
    Some(format!("{name}({address}, {value});"))
}

/// The lesser or the greater of a place and a value, kept there: `s = min(s, x)`.
fn extreme(left: &str, right: &str) -> Option<(&'static str, String)> {
    let (name, rest) = ["min", "max"]
        .into_iter()
        .find_map(|name| Some((name, right.strip_prefix(name)?.trim_start())))?;
    let inner = rest.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0;
    let comma = inner.find(|c| {
        depth += i32::from("([".contains(c)) - i32::from(")]".contains(c));
        c == ',' && depth == 0
    })?;
    let (a, b) = (inner.get(..comma)?.trim(), inner.get(comma + 1..)?.trim());
    match (a == left, b == left) {
        (true, _) => Some((name, b.to_owned())),
        (_, true) => Some((name, a.to_owned())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(language: Language, text: &str) -> Option<String> {
        let at = text.find(['+', '|', '=', '-'])?;
        call(language, text, 0..text.len(), at)
    }

    #[test]
    fn assignments_become_calls() {
        let cuda = |text| of(Language::Cuda, text);
        assert_eq!(
            cuda("*sum += a[i];"),
            Some("atomicAdd(sum, a[i]);".to_owned())
        );
        assert_eq!(
            cuda("h[b[i]] += 1;"),
            Some("atomicAdd(&h[b[i]], 1);".to_owned())
        );
        assert_eq!(
            cuda("s = min(s, f(a, b));"),
            Some("atomicMin(&s, f(a, b));".to_owned())
        );
        assert_eq!(cuda("s = max(x, s);"), Some("atomicMax(&s, x);".to_owned()));
        assert_eq!(cuda("s = max(x, y);"), None);
        assert_eq!(cuda("s = t;"), None);
        let cl = of(Language::OpenCl, "*flags |= 1 << k;");
        assert_eq!(cl, Some("atomic_or(flags, 1 << k);".to_owned()));
    }
}
