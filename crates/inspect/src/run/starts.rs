//! Which launches of a file start a kernel.

use clang::launches::Launch;
use std::collections::BTreeSet;

/// A launch that may start a kernel.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    pub(crate) launch: &'a Launch,
    /// Whether it certainly does.
    pub(crate) sure: bool,
}

/// The launches of a file that may start a kernel.
pub(crate) fn launches_of<'a>(reading: &'a clang::Reading, kernel: &str) -> Vec<&'a Launch> {
    let names = reading.kernels.iter().map(|one| last_part(&one.name));
    let kernels: BTreeSet<&str> = names.collect();
    let all = reading.launches.iter();
    // A name that is no kernel's is a variable or a macro, and may stand for any.
    let unknown =
        |launch: &Launch| !launch.declared && !kernels.contains(last_part(&launch.kernel));
    all.filter(|launch| starts(launch, kernel) || unknown(launch))
        .collect()
}

/// The same, and of each whether it certainly does.
pub(super) fn starts_of<'a>(reading: &'a clang::Reading, kernel: &str) -> Vec<Start<'a>> {
    let all = launches_of(reading, kernel).into_iter();
    let start = |launch: &'a Launch| Start {
        launch,
        sure: surely_starts(launch, kernel, &reading.kernels),
    };
    all.map(start).collect()
}

/// The last part of a kernel's name, without the arguments of its template.
pub(crate) fn last_part(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}

/// Whether a launch may start a kernel: its name is right, and its arguments of the template, if it has
/// any, are not known to be others.
fn starts(launch: &Launch, kernel: &str) -> bool {
    if launch.indirect {
        return true;
    }
    if last_part(&launch.kernel) != last_part(kernel) {
        return false;
    }
    let Some((_, arguments)) = kernel.split_once('<') else {
        return true;
    };
    let arguments = listed(arguments.strip_suffix('>').unwrap_or(arguments));
    let each = launch.template_arguments.iter().zip(&arguments);
    !each
        .into_iter()
        .any(|(one, other)| same_argument(one, other) == Some(false))
}

/// The arguments of a template: commas within brackets separate nothing.
fn listed(text: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, mark) in text.char_indices() {
        match mark {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text.get(start..at).unwrap_or("").trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text.get(start..).unwrap_or("").trim());
    found
}

/// Whether two arguments of templates are the same; none if that is not known: numbers and types of the language
/// have one name each, other types many.
fn same_argument(one: &str, other: &str) -> Option<bool> {
    let number = |word: &str| word.parse::<i128>().ok();
    let plain = |word: &str| {
        let words = word.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = match words.as_str() {
            "unsigned" => "unsigned int",
            "bool" | "char" | "signed char" | "unsigned char" | "short" | "unsigned short"
            | "int" | "unsigned int" | "float" | "double" => &words,
            _ => return None,
        };
        Some(name.to_owned())
    };
    match (number(one), number(other)) {
        (Some(a), Some(b)) => Some(a == b),
        _ => Some(plain(one)? == plain(other)?),
    }
}

/// Whether a launch certainly starts a kernel of those that there are.
fn surely_starts(launch: &Launch, kernel: &str, all: &[clang::Kernel]) -> bool {
    if launch.indirect || !launch.declared || last_part(&launch.kernel) != last_part(kernel) {
        return false;
    }
    let bare = |name: &str| name.split('<').next().unwrap_or(name).to_owned();
    let named = all
        .iter()
        .filter(|one| last_part(&one.name) == last_part(kernel));
    let named: Vec<&str> = named.map(|one| &*one.name).collect();
    // Overloads.
    if named.iter().filter(|name| **name == kernel).count() > 1 {
        return false;
    }
    let others: Vec<&str> = named.into_iter().filter(|name| *name != kernel).collect();
    let arguments = || {
        let (_, inside) = kernel.split_once('<')?;
        let own = listed(inside.strip_suffix('>')?);
        let both = launch.template_arguments.iter().zip(&own);
        let same = both
            .into_iter()
            .all(|(a, b)| same_argument(a, b) == Some(true));
        Some(same && own.len() == launch.template_arguments.len())
    };
    let one_template = others.iter().all(|other| bare(other) == bare(kernel));
    match kernel.contains('<') {
        true => one_template && arguments() == Some(true),
        false => others.is_empty(),
    }
}
