//! Proofs kept in a folder, one small file each.
//!
//! A file is written whole under another name and then renamed, so that several runs may
//! use one folder. It carries its own key and a seal of its text under a secret of the user:
//! what was cut off, altered, written by another version or by somebody else is not an answer.

use crate::seal::Seal;
use solver::cache::{Kept, ProofCache, Trust};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// First line of every file.
const HEAD: &str = "alpinist proof 3";

/// First line of a file with an answer of clang's.
const ANSWER: &str = "alpinist clang 1";

/// So many digits has a seal.
const DIGITS: usize = 64;

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
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    mode: Mode,
    again: Again,
    seal: Seal,
    foreign: Arc<AtomicUsize>,
}

impl Folder {
    /// The folder need not be there yet. Only what bears this seal is an answer.
    pub fn new(path: PathBuf, mode: Mode, again: Again, seal: Seal) -> Self {
        let foreign = Arc::default();
        Folder {
            path,
            mode,
            again,
            seal,
            foreign,
        }
    }

    /// Counts the answers that were asked for and are there, but under another seal.
    pub fn foreign(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.foreign)
    }

    /// Makes the folder, if answers are to be kept in it. What is in it is of no use to others, so
    /// version control is told to pass over it.
    ///
    /// # Errors
    /// If nothing can be kept there.
    pub fn prepare(&self) -> std::io::Result<()> {
        if self.mode == Mode::Enforce {
            return Ok(());
        }
        std::fs::create_dir_all(&self.path)?;
        let ignore = self.path.join(".gitignore");
        if !ignore.exists() {
            let mut file = tempfile::NamedTempFile::new_in(&self.path)?;
            file.write_all(b"*\n")?;
            file.persist(&ignore).map_err(|error| error.error)?;
        }
        Ok(())
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

    /// Where what clang has answered is kept.
    fn answer_file(&self, key: &str) -> Option<PathBuf> {
        let (start, rest) = key.split_at_checked(2)?;
        Some(self.path.join("clang").join(start).join(rest))
    }

    /// Whether what is kept under a key is to be found out anew.
    fn is_sampled(&self, key: &str) -> bool {
        match self.again {
            Again::None => false,
            Again::Sample => key.starts_with('0') || key.starts_with("1a"),
            Again::All => true,
        }
    }

    /// What clang has answered, by the key of all that it was asked.
    pub fn answer(&self, key: &str) -> Option<Vec<u8>> {
        if self.is_sampled(key) {
            return None;
        }
        let mut bytes = std::fs::read(self.answer_file(key)?).ok()?;
        let digits = bytes.split_off(bytes.len().checked_sub(DIGITS)?);
        let digits = String::from_utf8(digits).ok()?;
        let head = answer_head(key);
        (bytes.starts_with(head.as_bytes()) && self.seal.fits(&bytes, &digits))
            .then(|| bytes.split_off(head.len()))
    }

    /// Keeps an answer of clang's.
    pub fn keep_answer(&self, key: &str, answer: &[u8]) {
        if self.mode == Mode::ReadWrite
            && let Some(path) = self.answer_file(key)
        {
            let mut bytes = answer_head(key).into_bytes();
            bytes.extend(answer);
            let seal = self.seal.of(&bytes);
            bytes.extend(seal.as_bytes());
            let _ = write(&path, &bytes);
        }
    }
}

/// Writes a file; a folder that cannot be written only means that nothing is kept.
fn write(path: &Path, bytes: &[u8]) -> Option<()> {
    let folder = path.parent()?;
    std::fs::create_dir_all(folder).ok()?;
    let mut file = tempfile::NamedTempFile::new_in(folder).ok()?;
    file.write_all(bytes).ok()?;
    file.persist(path).ok()?;
    Some(())
}

impl ProofCache for Folder {
    fn load(&self, key: &str) -> Option<(Kept, Trust)> {
        let text = std::fs::read_to_string(self.file(key)?).ok()?;
        let kept = match read(key, &text, &self.seal) {
            Found::Answer(kept) => kept,
            Found::Foreign => {
                self.foreign.fetch_add(1, Ordering::Relaxed);
                return None;
            }
            Found::Nothing => return None,
        };
        let trust = if self.is_sampled(key) {
            Trust::AskAgain
        } else {
            Trust::Full
        };
        Some((kept, trust))
    }

    fn store(&self, key: &str, kept: &Kept) {
        if let (Mode::ReadWrite, Some(text)) = (self.mode, written(key, kept, &self.seal)) {
            let _ = self
                .file(key)
                .and_then(|path| write(&path, text.as_bytes()));
        }
    }

    fn enforced(&self) -> bool {
        self.mode == Mode::Enforce
    }
}

/// What a file with an answer of clang's begins with.
fn answer_head(key: &str) -> String {
    format!("{ANSWER}\n{key}\n")
}

/// The text of a file.
fn written(key: &str, kept: &Kept, seal: &Seal) -> Option<String> {
    let answer = serde_json::to_string(kept).ok()?;
    let body = format!("{HEAD}\n{key}\n{answer}\n");
    let seal = seal.of(&body);
    Some(format!("{body}{seal}\n"))
}

/// What is in a file.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    /// An answer, sealed by this user.
    Answer(Kept),
    /// A whole file for this key, but with another seal: another user's, or altered.
    Foreign,
    /// Cut off, of another version, or about something else.
    Nothing,
}

/// What a file's text says.
fn read(key: &str, text: &str, seal: &Seal) -> Found {
    let parts = || {
        let body = text.strip_suffix('\n')?;
        let at = body.rfind('\n')? + 1;
        let (body, digits) = body.split_at_checked(at)?;
        let mut lines = body.lines();
        let is_right = lines.next()? == HEAD && lines.next()? == key;
        let answer = lines.next()?;
        (is_right && lines.next().is_none()).then_some((body, answer, digits))
    };
    match parts() {
        Some((body, answer, digits)) if seal.fits(body, digits) => {
            serde_json::from_str(answer).map_or(Found::Nothing, Found::Answer)
        }
        Some((_, _, digits)) if digits.len() == 64 => Found::Foreign,
        _ => Found::Nothing,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn seal() -> Seal {
        Seal::new(b"ours").unwrap()
    }

    fn kept() -> Kept {
        Kept {
            proved: true,
            open: false,
            limit: String::new(),
            attempt: 2,
            rlimit_used: 7,
            values: Vec::new(),
        }
    }

    #[test]
    fn what_is_put_in_comes_out() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::new(home.path().join("x"), Mode::ReadWrite, Again::None, seal());
        assert_eq!(folder.load("abcd"), None);
        folder.store("abcd", &kept());
        assert_eq!(folder.load("abcd"), Some((kept(), Trust::Full)));
        assert_eq!(folder.load("abce"), None);
    }

    #[test]
    fn no_other_text_is_an_answer() {
        let text = written("abcd", &kept(), &seal()).unwrap();
        let is_answer =
            |key: &str, text: &str| matches!(read(key, text, &seal()), Found::Answer(_));
        assert_eq!(read("abcd", &text, &seal()), Found::Answer(kept()));
        assert!(!is_answer("abce", &text));
        for cut in 0..text.len() {
            assert!(!is_answer("abcd", &text[..cut]), "cut at {cut}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let text = String::from_utf8(bytes).unwrap();
            assert!(!is_answer("abcd", &text), "changed at {at}");
        }
    }

    #[test]
    fn an_answer_of_another_is_counted_and_replaced() {
        let home = tempfile::tempdir().unwrap();
        let folder = |secret: &[u8]| {
            let seal = Seal::new(secret).unwrap();
            Folder::new(home.path().into(), Mode::ReadWrite, Again::None, seal)
        };
        folder(b"theirs").store("abcd", &kept());
        let ours = folder(b"ours");
        assert_eq!(ours.load("abcd"), None);
        assert_eq!(ours.foreign().load(Ordering::Relaxed), 1);
        ours.store("abcd", &kept());
        assert_eq!(ours.load("abcd"), Some((kept(), Trust::Full)));
        assert_eq!(ours.foreign().load(Ordering::Relaxed), 1);
    }

    #[test]
    fn no_other_file_is_an_answer_of_clang() {
        let home = tempfile::tempdir().unwrap();
        let folder = |secret: &[u8], again| {
            let seal = Seal::new(secret).unwrap();
            Folder::new(home.path().into(), Mode::ReadWrite, again, seal)
        };
        let ours = folder(b"ours", Again::None);
        ours.keep_answer("abcd", b"a\ntree");
        assert_eq!(ours.answer("abcd").unwrap(), b"a\ntree");
        assert_eq!(folder(b"theirs", Again::None).answer("abcd"), None);
        assert_eq!(folder(b"ours", Again::All).answer("abcd"), None);
        assert_eq!(ours.answer("abce"), None);
        let path = ours.answer_file("abcd").unwrap();
        let whole = std::fs::read(&path).unwrap();
        std::fs::create_dir_all(ours.answer_file("abce").unwrap().parent().unwrap()).unwrap();
        std::fs::write(ours.answer_file("abce").unwrap(), &whole).unwrap();
        assert_eq!(ours.answer("abce"), None);
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert_eq!(ours.answer("abcd"), None, "changed at {at}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert_eq!(ours.answer("abcd"), None, "cut at {at}");
        }
    }

    #[test]
    fn enforcing_writes_nothing() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::new(home.path().into(), Mode::Enforce, Again::None, seal());
        folder.store("abcd", &kept());
        assert_eq!(folder.load("abcd"), None);
        assert!(folder.enforced());
    }
}
