//! `{NAME}` in `f"…"`: a number, if the file gives the name one and nothing else.

use super::strings;

/// `{{` and `}}` are brackets; `{NAME}` is a number that the file gives the name, if there is room. What
/// else stands in brackets is not known, and may be any text: it ends a comment and is no C.
pub(super) fn put_in(inside: &mut [u8], text: &str) {
    let code = code(text);
    let mut at = 0;
    while at < inside.len() {
        let next = inside.get(at + 1).copied();
        match (inside[at], next) {
            (b'{', Some(b'{')) | (b'}', Some(b'}')) => {
                inside[at] = b' ';
                at += 2;
            }
            (b'{', _) => {
                let Some(length) = inside[at..].iter().position(|b| *b == b'}') else {
                    return;
                };
                let name = String::from_utf8_lossy(&inside[at + 1..at + length]).into_owned();
                let value = named(name.trim(), &code).filter(|v| v.len() <= length + 1);
                let put = value.as_deref().unwrap_or("\n*/@").as_bytes();
                // Newlines stay, for places.
                let place = inside[at..=at + length].iter_mut();
                let place = place.filter(|byte| **byte != b'\n');
                let with = put.iter().copied().chain(std::iter::repeat(b' '));
                place.zip(with).for_each(|(slot, byte)| *slot = byte);
                at += length + 1;
            }
            _ => at += 1,
        }
    }
}

/// The text with blanks for strings and comments.
fn code(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut comments = bytes.clone();
    for string in strings(text) {
        for of in [&mut bytes, &mut comments] {
            let inside = of.get_mut(string.start..string.end).into_iter().flatten();
            inside
                .filter(|byte| **byte != b'\n')
                .for_each(|byte| *byte = b' ');
        }
    }
    let mut comment = false;
    for (byte, slot) in comments.iter().zip(&mut bytes) {
        match byte {
            b'#' => comment = true,
            b'\n' => comment = false,
            _ => {}
        }
        if comment {
            *slot = b' ';
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Where a word stands in a text.
fn places(word: &str, text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let alone = |at: &usize| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        let after = bytes.get(at + word.len());
        !before.copied().is_some_and(is_word) && !after.copied().is_some_and(is_word)
    };
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(alone)
        .collect()
}

/// Words of Python in whose lines a name may be given a value.
const BINDING: [&str; 14] = [
    "for", "def", "lambda", "with", "as", "import", "class", "global", "nonlocal", "del", "except",
    "case", "match", "type",
];

/// The number that lines `NAME = 128` give a name, if they agree and nothing else may give it a value.
fn named(name: &str, code: &str) -> Option<String> {
    let word = !name.is_empty() && name.bytes().all(is_word);
    let star = code
        .lines()
        .any(|line| !places("import", line).is_empty() && line.trim_end().ends_with('*'));
    if !word || star {
        return None;
    }
    let mut found: Option<String> = None;
    let mut start = 0;
    for line in code.split_inclusive('\n') {
        let at = places(name, line);
        let from = start;
        start += line.len();
        if at.is_empty() {
            continue;
        }
        match given(name, line) {
            Some(value) if at.len() == 1 && found.as_ref().is_none_or(|old| *old == value) => {
                found = Some(value);
            }
            Some(_) => return None,
            None => {
                let binds =
                    |place: &usize| binds(name, line, *place) || is_parameter(code, from + place);
                if at.iter().any(binds) {
                    return None;
                }
            }
        }
    }
    found
}

/// The number that a line gives a name, if the line is nothing else.
fn given(name: &str, line: &str) -> Option<String> {
    let rest = line.trim().strip_prefix(name)?;
    let value = rest.trim_start().strip_prefix('=')?.trim();
    let number = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
    number.then(|| value.to_owned())
}

/// Whether a name at a place in a line may get a value there.
fn binds(name: &str, line: &str, place: usize) -> bool {
    if BINDING.iter().any(|word| !places(word, line).is_empty()) {
        return true;
    }
    let after = line.get(place + name.len()..).unwrap_or_default();
    // A comparison is none; after an opened bracket it is an argument's name, unless it is this one.
    let mut compared = after.to_owned();
    for comparison in ["==", "!=", "<=", ">="] {
        compared = compared.replace(comparison, "  ");
    }
    let next = compared.trim_start();
    if next.starts_with(':') || next.starts_with('=') || compared.contains(":=") {
        return true;
    }
    let before = line.get(..place).unwrap_or_default();
    let open = before.matches(['(', '[']).count() > before.matches([')', ']']).count();
    compared.contains('=') && !open
}

/// Whether a place is among the parameters of a function.
fn is_parameter(code: &str, place: usize) -> bool {
    places("def", code).into_iter().any(|at| {
        let mut depth = 0u32;
        for (offset, byte) in code.bytes().enumerate().skip(at) {
            match byte {
                b'(' => depth += 1,
                b')' if depth <= 1 => return (at..offset).contains(&place),
                b')' => depth -= 1,
                b'\n' if depth == 0 => return false,
                _ => {}
            }
        }
        at <= place
    })
}
