//! Kernels inside strings of a Python file: each string in three quotes that declares a kernel is a file
//! of its own. What is not of the string is blanked, so that places are places of the Python file.

mod escapes;
mod names;

use crate::request::Request;
use crate::tokens::tokens;
use crate::tree::Language;

/// A string: its contents, and the letters before the quotes.
struct Text {
    start: usize,
    end: usize,
    raw: bool,
    formatted: bool,
    /// Whether it stands in three quotes.
    three: bool,
}

/// What to read of a Python file: a request for each string with kernels.
///
/// `name` is the file's name and `text` its text. A string that the program puts together from parts is
/// read as far as it stands in one piece; of `f"…"` numbers that the file gives names are put in.
pub fn requests(name: &str, text: &str) -> Vec<Request> {
    let mut found = Vec::new();
    for string in strings(text).into_iter().filter(|string| string.three) {
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
            escapes::put_in(&mut inside);
        }
        if string.formatted {
            names::put_in(&mut inside, text);
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

/// The strings of a file.
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
                found.push(Text {
                    start,
                    end,
                    raw,
                    formatted: letters.contains(&b'f'),
                    three,
                });
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

    /// The text of the only request.
    fn read(text: &str) -> String {
        let all = requests("m.py", text);
        assert_eq!(all.len(), 1, "{text}");
        assert_eq!(all[0].text.len(), text.len());
        all[0].text.clone()
    }

    const K: &str = "__global__ void k(int *a) {{ }}";

    #[test]
    fn escapes_outside_of_strings_mean_what_they_mean_in_python() {
        for (escape, found) in [
            ("// one \\n a[0] = 1;", "// one  \n a[0] = 1;"),
            ("// one \\x0a a", "// one    \n a"),
            ("// one \\12 a", "// one   \n a"),
            ("/* *\\57 a", "/* **/@ a"),
            ("// \\N{LINE FEED} a", "// \n*/@          a"),
            ("printf(\"x\\n\");", "printf(\"x\\n\");"),
            ("'a' \\t 'b'", "'a'    'b'"),
        ] {
            let text = format!("s = '''__global__ void k() {{ }} {escape} '''");
            assert!(read(&text).contains(found), "{escape}: {}", read(&text));
        }
    }

    #[test]
    fn names_have_the_one_number_that_the_file_gives_them() {
        for (before, known) in [
            ("B = 32 # threads", true),
            ("B = 32\ngrid = (n + B - 1) // B\nif B == 32: pass", true),
            ("def f():\n  B = 32\n  g(B, c=4)", true),
            ("B = 32\nB //= 2", false),
            ("B = 32\nfor B in (1, 2):", false),
            ("B = 32\ndef f(a, B):", false),
            ("B = 32\ndef f(a,\n  B):", false),
            ("B = 32\nf = lambda B: 1", false),
            ("B = 32\nwith x as B:", false),
            ("B = 32\na, B = 1, 2", false),
            ("B = 32\n(B := 3)", false),
            ("B = 32\nfrom x import B", false),
            ("B = 32\nfrom x import *", false),
            ("B = 32\nB: int = 3", false),
            ("B = 32\nB = 64", false),
            ("B = 32; B = 64", false),
            ("x = 3; B = 64\nB = 32", false),
            ("if x:\n  B = f()\nB = 32", false),
        ] {
            let text = format!("{before}\ns = f'''{K} int x = {{B}} ;'''\n");
            assert_eq!(read(&text).contains("int x = 32"), known, "{before}");
        }
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
