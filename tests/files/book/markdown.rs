//! As much of Markdown as the book is written in.

use std::ops::Range;

/// What a fenced block is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// ```` ```LANGUAGE,file=NAME ````: the text of a file.
    File { language: String, name: String },
    /// ```` ```console ````: lines `$ COMMAND`, each followed by what it prints.
    Console,
}

impl Kind {
    /// Whether clang is needed for it.
    pub fn is_kernel(&self) -> bool {
        let kernels = ["cuda", "opencl", "python"];
        matches!(self, Kind::File { language, .. } if kernels.contains(&language.as_str()))
    }
}

/// A fenced block.
#[derive(Clone, Debug)]
pub struct Block {
    pub kind: Kind,
    /// The lines between the fences, counted from 0.
    pub body: Range<usize>,
}

/// The fenced blocks of a text. What no test could run is an error: so is a block of another kind.
pub fn blocks(text: &str) -> Result<Vec<Block>, String> {
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let wrong = |what: &str| format!("line {}: {what}: {line}", at + 1);
        let kind = kind(info).ok_or_else(|| wrong("neither a file nor commands"))?;
        let end = lines.by_ref().find(|(_, line)| *line == "```");
        let (end, _) = end.ok_or_else(|| wrong("this block has no end"))?;
        let first = text.lines().nth(at + 1).unwrap_or_default();
        if kind == Kind::Console && !first.starts_with("$ ") {
            return Err(wrong("this block does not begin with a command"));
        }
        found.push(Block {
            kind,
            body: at + 1..end,
        });
    }
    Ok(found)
}

fn kind(info: &str) -> Option<Kind> {
    if info == "console" {
        return Some(Kind::Console);
    }
    let (language, name) = info.split_once(",file=")?;
    let inside = !name.is_empty() && !name.starts_with('/') && !name.contains("..");
    inside.then(|| Kind::File {
        language: language.to_owned(),
        name: name.to_owned(),
    })
}

/// The lines outside of fenced blocks, with their numbers from 1.
pub fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().enumerate().filter_map(move |(at, line)| {
        let fence = line.starts_with("```");
        inside ^= fence;
        (!inside && !fence).then_some((at + 1, line))
    })
}

/// The codes in a text: a letter of a kind of message and three digits, as a word.
pub fn codes(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = prose(text).flat_map(|(_, line)| line.split(|c: char| !c.is_ascii_alphanumeric()));
    let code = |word: &&str| {
        let (letter, digits) = word.split_at_checked(1).unwrap_or_default();
        "ACKNRSTUVW".contains(letter)
            && digits.len() == 3
            && digits.bytes().all(|digit| digit.is_ascii_digit())
    };
    words.filter(code).map(str::to_owned)
}
