//! Kernels inside strings of a Python file: each string in three quotes that declares a kernel is a file
//! of its own. What is not of the string is blanked, so that places are places of the Python file.

use crate::request::Request;
use crate::tokens::tokens;
use crate::tree::Language;

/// A string in three quotes: its contents, and the letters before the quotes.
struct Text {
    start: usize,
    end: usize,
    raw: bool,
    formatted: bool,
}

/// What to read of a Python file: a request for each string with kernels.
///
/// `name` is the file's name and `text` its text. A string that the program puts together from parts is
/// read as far as it stands in one piece; of `f"…"` numbers that the file gives names are put in.
pub fn requests(name: &str, text: &str) -> Vec<Request> {
    let mut found = Vec::new();
    for string in strings(text) {
        let Some(inside) = text.get(string.start..string.end) else {
            continue;
        };
        let language = if declares(inside, "__global__") {
            Language::Cuda
        } else if declares(inside, "__kernel") {
            Language::OpenCl
        } else {
            continue;
        };
        let mut blanked: Vec<u8> = text
            .bytes()
            .map(|byte| if byte == b'\n' { b'\n' } else { b' ' })
            .collect();
        let mut inside = inside.as_bytes().to_vec();
        if !string.raw {
            unescape(&mut inside);
        }
        if string.formatted {
            put_in(&mut inside, text);
        }
        if let Some(place) = blanked.get_mut(string.start..string.end) {
            place.copy_from_slice(&inside);
        }
        // Only whole characters were replaced, by blanks.
        if let Ok(text) = String::from_utf8(blanked) {
            found.push(Request::new(name, text, language));
        }
    }
    found
}

/// Whether a word stands before a function without a value, rather than in a sentence.
fn declares(text: &str, word: &str) -> bool {
    let mut near = 0;
    for token in tokens(text, 0) {
        match token.of(text) {
            found if found == word => near = NEAR,
            "void" if near > 0 => return true,
            _ => near = near.saturating_sub(1),
        }
    }
    false
}

/// A kernel's `void` stands no further behind its first word; attributes are between.
const NEAR: u32 = 16;

/// The strings in three quotes of a file.
fn strings(text: &str) -> Vec<Text> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'#' => {
                while at < bytes.len() && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            quote @ (b'"' | b'\'') => {
                let letters = bytes[..at]
                    .iter()
                    .rev()
                    .take(2)
                    .take_while(|b| b.is_ascii_alphabetic());
                let letters: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
                let raw = letters.contains(&b'r');
                let three = bytes.get(at..at + 3) == Some(&[quote; 3]);
                let start = at + if three { 3 } else { 1 };
                let end = ending(bytes, start, quote, three);
                if three {
                    found.push(Text {
                        start,
                        end,
                        raw,
                        formatted: letters.contains(&b'f'),
                    });
                }
                at = end + if three { 3 } else { 1 };
            }
            _ => at += 1,
        }
    }
    found
}

/// Where a string ends: at its quotes, or where the text or, with one quote, the line does.
fn ending(bytes: &[u8], start: usize, quote: u8, three: bool) -> usize {
    let mut at = start;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' if !three => return at,
            byte if byte == quote && (!three || bytes.get(at..at + 3) == Some(&[quote; 3])) => {
                return at;
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// `\\`, `\"` and `\'` lose their first character, which becomes a blank; other escapes stay, for they
/// mean the same in C's strings.
fn unescape(inside: &mut [u8]) {
    let mut at = 0;
    while at + 1 < inside.len() {
        if inside[at] == b'\\' {
            if matches!(inside[at + 1], b'\\' | b'"' | b'\'') {
                inside[at] = b' ';
            }
            at += 1;
        }
        at += 1;
    }
}

/// `{{` and `}}` are brackets; `{NAME}` is a number that the file gives the name, if there is room.
fn put_in(inside: &mut [u8], text: &str) {
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
                if let Some(value) = named(name.trim(), text).filter(|v| v.len() <= length + 1) {
                    let place = &mut inside[at..=at + length];
                    place.fill(b' ');
                    place[..value.len()].copy_from_slice(value.as_bytes());
                }
                at += length + 1;
            }
            _ => at += 1,
        }
    }
}

/// The number of a line `NAME = 128`, if there is one such line.
fn named(name: &str, text: &str) -> Option<String> {
    let mut found: Option<String> = None;
    for line in text.lines() {
        let Some(value) = line
            .trim()
            .strip_prefix(name)
            .and_then(|rest| rest.trim_start().strip_prefix('='))
        else {
            continue;
        };
        let value = value.split('#').next().unwrap_or("").trim();
        let number = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
        if !number || found.as_deref().is_some_and(|other| other != value) {
            return None;
        }
        found = Some(value.to_owned());
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_python_file() {
        let text = "B = 64 # threads\ns = r'''\n__global__ void k() { int é; }\n'''\n\
                    t = f\"\"\"__global__ void j() {{ int a[{B}]; printf(\"\\\\n\"); }}\"\"\"\nu = \"__global__\"\n";
        let all = requests("m.py", text);
        assert_eq!(all.len(), 2);
        for request in &all {
            assert_eq!(request.text.len(), text.len());
        }
        assert_eq!(
            text.find("__global__ void k"),
            all[0].text.find("__global__ void k")
        );
        assert!(all[1].text.contains(" { int a[64 ]; printf(\" \\n\");  }"));
        assert!(!all[1].text.contains("void k"));
    }

    #[test]
    fn unfinished_strings_end_with_the_text() {
        for text in [
            "'''__global__",
            "\"\"\"__global__\\",
            "f'''__global__ {",
            "'''",
            "'\\",
        ] {
            let _ = requests("m.py", text);
        }
    }
}
