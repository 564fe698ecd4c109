//! Proofs kept in a folder, one small file each.
//!
//! A file is written whole under another name and then renamed, so that several runs may
//! use one folder. It carries its own key and a hash of its text: what was cut off,
//! altered, or written by another version is not an answer.

use checker::cache::{Kept, ProofCache, Trust};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};

/// First line of every file.
const HEAD: &str = "alpinist proof 2";

/// What is done with the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Answers are taken from it and put into it.
    ReadWrite,
    /// Answers are only taken, and the solver is never asked.
    Enforce,
}

/// How many of the answers that are there are asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// None.
    None,
    /// About one in ten, always the same ones.
    Sample,
    /// Every one.
    All,
}

/// A folder of proofs.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    mode: Mode,
    again: Again,
}

impl Folder {
    /// The folder need not be there yet.
    pub fn new(path: PathBuf, mode: Mode, again: Again) -> Self {
        Folder { path, mode, again }
    }

    /// Where proofs are kept if nothing else is said; none if there is no home.
    pub fn usual() -> Option<PathBuf> {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let base = set("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .or_else(|| set("HOME").map(|home| Path::new(&home).join(".cache")))?;
        Some(base.join("alpinist"))
    }

    fn file(&self, key: &str) -> Option<PathBuf> {
        let (start, rest) = key.split_at_checked(2)?;
        Some(self.path.join(start).join(rest))
    }

    /// Writes a file; a folder that cannot be written only means that nothing is kept.
    fn write(&self, key: &str, text: &str) -> Option<()> {
        let path = self.file(key)?;
        let folder = path.parent()?;
        std::fs::create_dir_all(folder).ok()?;
        let mut file = tempfile::NamedTempFile::new_in(folder).ok()?;
        file.write_all(text.as_bytes()).ok()?;
        file.persist(&path).ok()?;
        Some(())
    }
}

impl ProofCache for Folder {
    fn load(&self, key: &str) -> Option<(Kept, Trust)> {
        let text = std::fs::read_to_string(self.file(key)?).ok()?;
        let kept = read(key, &text)?;
        let chosen = match self.again {
            Again::None => false,
            Again::Sample => key.starts_with('0') || key.starts_with("1a"),
            Again::All => true,
        };
        let trust = if chosen { Trust::AskAgain } else { Trust::Full };
        Some((kept, trust))
    }

    fn store(&self, key: &str, kept: &Kept) {
        if let (Mode::ReadWrite, Some(text)) = (self.mode, written(key, kept)) {
            let _ = self.write(key, &text);
        }
    }

    fn enforced(&self) -> bool {
        self.mode == Mode::Enforce
    }
}

/// The text of a file.
fn written(key: &str, kept: &Kept) -> Option<String> {
    let answer = serde_json::to_string(kept).ok()?;
    let body = format!("{HEAD}\n{key}\n{answer}\n");
    let sum = hash(&body);
    Some(format!("{body}{sum}\n"))
}

/// The answer in a file's text; none if it is not whole, or is about something else.
fn read(key: &str, text: &str) -> Option<Kept> {
    let body = text.strip_suffix('\n')?;
    let at = body.rfind('\n')? + 1;
    let (body, sum) = body.split_at_checked(at)?;
    let mut lines = body.lines();
    let is_right = lines.next()? == HEAD && lines.next()? == key && hash(body) == sum;
    is_right.then(|| serde_json::from_str(lines.next()?).ok())?
}

fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn kept() -> Kept {
        Kept {
            proved: true,
            open: false,
            limit: String::new(),
            rung: 2,
            values: Vec::new(),
        }
    }

    #[test]
    fn what_is_put_in_comes_out() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::new(home.path().join("x"), Mode::ReadWrite, Again::None);
        assert_eq!(folder.load("abcd"), None);
        folder.store("abcd", &kept());
        assert_eq!(folder.load("abcd"), Some((kept(), Trust::Full)));
        assert_eq!(folder.load("abce"), None);
    }

    #[test]
    fn no_other_text_is_an_answer() {
        let text = written("abcd", &kept()).unwrap();
        assert_eq!(read("abcd", &text), Some(kept()));
        assert_eq!(read("abce", &text), None);
        for cut in 0..text.len() {
            assert_eq!(read("abcd", &text[..cut]), None, "cut at {cut}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let text = String::from_utf8(bytes).unwrap();
            assert_eq!(read("abcd", &text), None, "changed at {at}");
        }
    }

    #[test]
    fn enforcing_writes_nothing() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::new(home.path().into(), Mode::Enforce, Again::None);
        folder.store("abcd", &kept());
        assert_eq!(folder.load("abcd"), None);
        assert!(folder.enforced());
    }
}
