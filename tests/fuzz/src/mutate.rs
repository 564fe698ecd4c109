//! Changes of texts token by token and line by line, so that more of them are programs than
//! changes of bytes would leave.

use spec_lang::lex::{self, Token, TokenKind};
use std::path::Path;
use std::sync::LazyLock;

/// Lines of programs that mean something.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut lines = Vec::new();
    let mut folders = ["../../examples", "../traps"]
        .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
        .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(path) {
                lines.extend(text.lines().map(str::to_owned));
            }
        }
    }
    lines.sort();
    lines.dedup();
    lines
});

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "64",
    "1000",
    "2147483647",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "99999999999999999999",
];

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "<", "<=", "==", "!=", "&&", "||", "==>", "**", "=", "+=", "++", "->",
    "?", ":", "!", "\\",
];

/// A program that tries a check on texts, changed as here.
macro_rules! target {
    ($check:expr) => {
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::on_text(bytes, $check));
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
            mutate::mutate(data, size, most, seed)
        });
    };
}

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % end.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

/// What `LLVMFuzzerCustomMutator` does: changes `data[..size]` and gives the new size.
pub fn mutate(data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let mut random = Random(u64::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    random.below(1);
    let text = std::str::from_utf8(&data[..size]).ok().map(str::to_owned);
    let Some(mut text) = text.filter(|text| !text.is_empty() && random.below(8) != 0) else {
        return libfuzzer_sys::fuzzer_mutate(data, size, most);
    };
    for _ in 0..=random.below(3) {
        if let Some(new) = changed(&text, &mut random) {
            text = new;
        }
    }
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    data[..end].copy_from_slice(&text.as_bytes()[..end]);
    end
}

/// From a token to the bracket that closes it, or to the end of its statement.
fn group(text: &str, tokens: &[Token], from: usize) -> std::ops::Range<usize> {
    let start = tokens[from].span.range().start;
    let mut depth = 0_usize;
    for token in &tokens[from..] {
        match &text[token.span.range()] {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return start..token.span.range().end;
                }
            }
            ";" if depth == 0 => return start..token.span.range().end,
            _ => {}
        }
    }
    start..text.len()
}

fn changed(text: &str, random: &mut Random) -> Option<String> {
    let (tokens, _) = lex::tokens(text, 0);
    let tokens: Vec<Token> = tokens
        .into_iter()
        .filter(|token| token.kind != TokenKind::End)
        .collect();
    let at = random.below(tokens.len());
    let token = *tokens.get(at)?;
    let replaced = |range: std::ops::Range<usize>, with: &str| {
        let mut new = text.to_owned();
        new.replace_range(range, with);
        new
    };
    let here = token.span.range();
    Some(match random.below(10) {
        0 => replaced(here, ""),
        1 => replaced(group(text, &tokens, at), ""),
        2 => {
            let piece = format!(" {} ", &text[group(text, &tokens, at)]);
            let there = random.pick(&tokens)?.span.range().start;
            replaced(there..there, &piece)
        }
        3 | 4 => {
            let alike = |other: &&Token| {
                std::mem::discriminant(&other.kind) == std::mem::discriminant(&token.kind)
            };
            let others: Vec<&Token> = tokens.iter().filter(alike).collect();
            replaced(here, &text[random.pick(&others)?.span.range()])
        }
        5 => match token.kind {
            TokenKind::Int => replaced(here, random.pick(NUMBERS)?),
            TokenKind::Punct(_) => replaced(here, random.pick(OPERATORS)?),
            _ => {
                let other = &text[random.pick(&tokens)?.span.range()];
                replaced(here, other)
            }
        },
        6 | 7 => {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let line = random.below(lines.len());
            let start: usize = lines[..line].iter().map(|line| line.len()).sum();
            let end = if random.below(2) == 0 {
                start
            } else {
                start + lines[line].len()
            };
            replaced(start..end, &format!("{}\n", random.pick(&LINES)?))
        }
        8 => {
            // One name becomes another wherever it stands.
            let (old, new) = (&text[here], &text[random.pick(&tokens)?.span.range()]);
            let mut renamed = String::new();
            let mut done = 0;
            for token in &tokens {
                renamed.push_str(&text[done..token.span.range().start]);
                let word = &text[token.span.range()];
                renamed.push_str(if word == old { new } else { word });
                done = token.span.range().end;
            }
            renamed + &text[done..]
        }
        _ => {
            // A statement moves.
            let range = group(text, &tokens, at);
            let piece = format!(" {} ", &text[range.clone()]);
            let rest = replaced(range, "");
            let (tokens, _) = lex::tokens(&rest, 0);
            let there = random.pick(&tokens)?.span.range().start;
            let mut new = rest;
            new.insert_str(there, &piece);
            new
        }
    })
}
