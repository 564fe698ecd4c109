//! Proofs kept from one run to the next, in a folder or on a server, one small entry each.
//!
//! An entry carries its own key and a seal of its text under a secret of the user: what was cut off,
//! altered, written by another version or by somebody else is not an answer. Places only carry
//! bytes; whether they are an answer is decided here, in the same way wherever they come from.
//!
//! | file | decides |
//! |---|---|
//! | `seal.rs` | whose entry it is |
//! | `place.rs`, `folder.rs`, `server.rs`, `writer.rs` | where entries lie, and how they come there |
//! | `reports.rs` | when the report on a whole program is kept, and for what |
//! | `program.rs` | the hash of the running program |

mod folder;
pub mod place;
pub mod program;
pub mod reports;
pub mod seal;
#[cfg(feature = "remote-cache")]
mod server;
#[cfg(any(feature = "remote-cache", test))]
mod writer;

use self::seal::Seal;
use place::Place;
use solver::cache::{Kept, ProofCache, Trust};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::passing;

/// First line of every entry.
const HEAD: &str = "alpinist proof 3";

/// Where proofs lie, within the place.
const PROOFS: &str = "";

/// So many digits has a seal.
const DIGITS: usize = 64;

/// What is done with the answers.
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

/// What is kept beside proofs, as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// An answer of clang's.
    Clang,
    /// The report on a whole program.
    Report,
    /// The hash of a program of ours.
    Program,
}

impl Sort {
    /// Where such entries lie, within the place.
    fn folder(self) -> &'static str {
        match self {
            Sort::Clang => "clang/",
            Sort::Report => "report/",
            Sort::Program => "program/",
        }
    }

    /// What an entry begins with.
    fn head(self, key: &str) -> String {
        let first = match self {
            Sort::Clang => "alpinist clang 1",
            Sort::Report => "alpinist report 1",
            Sort::Program => "alpinist program 1",
        };
        format!("{first}\n{key}\n")
    }
}

/// Proofs that are kept.
#[derive(Clone, Debug)]
pub struct Cache {
    place: Place,
    mode: Mode,
    again: Again,
    seal: Seal,
    foreign: Arc<AtomicUsize>,
    /// How many answers were other ones than the solver gives.
    differing: Arc<AtomicUsize>,
}

impl Cache {
    /// Only what bears this seal is an answer.
    pub fn new(place: Place, mode: Mode, again: Again, seal: Seal) -> Self {
        let foreign = Arc::default();
        let differing = Arc::default();
        Cache {
            place,
            mode,
            again,
            seal,
            foreign,
            differing,
        }
    }

    /// Makes the folder, if answers are to be kept in it, or the connection.
    ///
    /// # Errors
    /// Why the place is of no use.
    pub fn prepare(&self) -> Result<(), String> {
        self.place.prepare(self.mode == Mode::ReadWrite)
    }

    /// At the end of a run: what of the cache was of no use, as warnings. Of a folder of one's own
    /// what bears another seal is told only if nothing may be asked instead; of a server always,
    /// for there others write.
    pub fn troubles(&self) -> Vec<Diagnostic> {
        let mut told = Vec::new();
        let foreign = self.foreign.load(Ordering::Relaxed);
        let enforced = self.mode == Mode::Enforce;
        if foreign > 0 && (enforced || self.place.is_shared()) {
            let message = format!(
                "{} in the cache sealed with another key, or altered, so not used",
                report::plural(foreign, "answer")
            );
            let key = seal::VARIABLE;
            let help = match enforced {
                true => format!(
                    "give the key under which the cache was filled in the variable {key}, or fill it \
                     again with this one: without `enforce`, which --cache-mode or alpinist.toml asks for"
                ),
                false => format!(
                    "those who share a cache need the same key in the variable {key}; what bore \
                     another was asked again"
                ),
            };
            told.push(warning(Code::C015, message, help));
        }
        let differing = self.differing.load(Ordering::Relaxed);
        if differing > 0 {
            let message = format!(
                "{} in the cache that the solver does not give",
                report::plural(differing, "answer")
            );
            let help = "they are replaced; why they were there is worth a look".to_owned();
            told.push(warning(Code::C015, message, help));
        }
        told
    }

    /// At the end of the program: waits until all answers are where they are kept, and says if the place
    /// was lost before.
    pub fn finish(&self) -> Option<Diagnostic> {
        self.place.finish();
        let why = self.place.lost()?;
        let message = format!("the cache {} is lost: {why}", self.place.name());
        let help = "since then answers were asked of the solver, and not kept".to_owned();
        Some(warning(Code::C006, message, help))
    }

    /// An entry's bytes, by the name of its folder and its key.
    fn get(&self, folder: &str, key: &str) -> Option<Vec<u8>> {
        self.place.get(&name(folder, key)?)
    }

    /// Puts an entry. That it cannot be put only means that it is not kept.
    fn put(&self, folder: &str, key: &str, bytes: &[u8]) {
        if let Some(name) = name(folder, key) {
            self.place.put(&name, bytes);
        }
    }

    fn count_foreign(&self) {
        self.foreign.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether what is kept under a key is to be found out anew.
    fn is_sampled(&self, key: &str) -> bool {
        match self.again {
            Again::None => false,
            Again::Sample => key.starts_with('0') || key.starts_with("1a"),
            Again::All => true,
        }
    }

    /// Whether something is asked again although there is an answer.
    pub fn asks_again(&self) -> bool {
        self.again != Again::None
    }

    /// Whether it is a folder of this machine.
    pub fn is_local(&self) -> bool {
        !self.place.is_shared()
    }

    /// What clang has answered, unless it is to be asked again.
    pub fn answer(&self, key: &str) -> Option<Vec<u8>> {
        match self.is_sampled(key) {
            true => None,
            false => self.bytes(Sort::Clang, key),
        }
    }

    /// What is kept under the key of all that it depends on.
    pub fn bytes(&self, sort: Sort, key: &str) -> Option<Vec<u8>> {
        let found = opened(sort, key, self.get(sort.folder(), key)?, &self.seal);
        if found.is_none() && self.place.is_shared() {
            self.count_foreign();
        }
        found
    }

    /// Keeps bytes under the key of all that they depend on.
    pub fn keep_bytes(&self, sort: Sort, key: &str, kept: &[u8]) {
        if self.mode == Mode::ReadWrite {
            let mut bytes = sort.head(key).into_bytes();
            bytes.extend(kept);
            let seal = self.seal.of(&bytes);
            bytes.extend(seal.as_bytes());
            self.put(sort.folder(), key, &bytes);
        }
    }
}

impl ProofCache for Cache {
    fn load(&self, key: &str) -> Option<(Kept, Trust)> {
        let bytes = self.get(PROOFS, key)?;
        let text = String::from_utf8(bytes);
        let kept = match text.map_or(Found::Nothing, |text| read(key, &text, &self.seal)) {
            Found::Answer(kept) => kept,
            Found::Foreign => {
                self.count_foreign();
                return None;
            }
            Found::Nothing => {
                // In a folder it was cut off, say by a full disk. On a server somebody did that.
                if self.place.is_shared() {
                    self.count_foreign();
                }
                return None;
            }
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
            self.put(PROOFS, key, text.as_bytes());
        }
    }

    fn differs(&self) {
        self.differing.fetch_add(1, Ordering::Relaxed);
        // The next run finds what it is replaced by.
        passing::note();
    }

    fn enforced(&self) -> bool {
        self.mode == Mode::Enforce
    }
}

fn warning(code: Code, message: String, help: String) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::global(code, message).with_help(help)
    }
}

/// The name of an entry in its place: `folder/ab/cdef…`.
fn name(folder: &str, key: &str) -> Option<String> {
    let (start, rest) = key.split_at_checked(2)?;
    Some(format!("{folder}{start}/{rest}"))
}

/// What is kept in an entry's bytes.
fn opened(sort: Sort, key: &str, mut bytes: Vec<u8>, seal: &Seal) -> Option<Vec<u8>> {
    let digits = bytes.split_off(bytes.len().checked_sub(DIGITS)?);
    let digits = String::from_utf8(digits).ok()?;
    let head = sort.head(key);
    (bytes.starts_with(head.as_bytes()) && seal.fits(&bytes, &digits))
        .then(|| bytes.split_off(head.len()))
}

/// The text of an entry.
fn written(key: &str, kept: &Kept, seal: &Seal) -> Option<String> {
    let answer = serde_json::to_string(kept).ok()?;
    let body = format!("{HEAD}\n{key}\n{answer}\n");
    let seal = seal.of(&body);
    Some(format!("{body}{seal}\n"))
}

/// What is in an entry.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    /// An answer, sealed by this user.
    Answer(Kept),
    /// A whole entry for this key, but with another seal: another user's, or altered.
    Foreign,
    /// Cut off, of another version, or about something else.
    Nothing,
}

/// What an entry's text says.
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
    use std::path::PathBuf;

    fn seal() -> Seal {
        Seal::new(b"ours").unwrap()
    }

    fn at(path: PathBuf) -> Place {
        Place::Folder(folder::Folder::new(path))
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
        let folder = Cache::new(
            at(home.path().join("x")),
            Mode::ReadWrite,
            Again::None,
            seal(),
        );
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
            Cache::new(at(home.path().into()), Mode::ReadWrite, Again::None, seal)
        };
        folder(b"theirs").store("abcd", &kept());
        let ours = folder(b"ours");
        assert_eq!(ours.load("abcd"), None);
        assert_eq!(ours.foreign.load(Ordering::Relaxed), 1);
        ours.store("abcd", &kept());
        assert_eq!(ours.load("abcd"), Some((kept(), Trust::Full)));
        assert_eq!(ours.foreign.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn no_other_file_is_what_was_kept() {
        let home = tempfile::tempdir().unwrap();
        let folder = |secret: &[u8], again| {
            let seal = Seal::new(secret).unwrap();
            Cache::new(at(home.path().into()), Mode::ReadWrite, again, seal)
        };
        let ours = folder(b"ours", Again::None);
        ours.keep_bytes(Sort::Clang, "abcd", b"a\ntree");
        assert_eq!(ours.bytes(Sort::Clang, "abcd").unwrap(), b"a\ntree");
        let theirs = folder(b"theirs", Again::None);
        assert_eq!(theirs.bytes(Sort::Clang, "abcd"), None);
        assert_eq!(ours.answer("abcd").unwrap(), b"a\ntree");
        assert_eq!(folder(b"ours", Again::All).answer("abcd"), None);
        assert_eq!(ours.bytes(Sort::Clang, "abce"), None);
        let place = |sort: Sort, key: &str| home.path().join(name(sort.folder(), key).unwrap());
        let file = |key: &str| place(Sort::Clang, key);
        let path = file("abcd");
        // A report is none of clang's answers, even where one is put in its place.
        assert_eq!(ours.bytes(Sort::Report, "abcd"), None);
        let report = place(Sort::Report, "abcd");
        std::fs::create_dir_all(report.parent().unwrap()).unwrap();
        std::fs::copy(&path, report).unwrap();
        assert_eq!(ours.bytes(Sort::Report, "abcd"), None);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(file("abce"), &whole).unwrap();
        assert_eq!(ours.bytes(Sort::Clang, "abce"), None);
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert_eq!(ours.bytes(Sort::Clang, "abcd"), None, "changed at {at}");
            std::fs::write(&path, &whole[..at]).unwrap();
            assert_eq!(ours.bytes(Sort::Clang, "abcd"), None, "cut at {at}");
        }
    }

    #[test]
    fn enforcing_writes_nothing() {
        let home = tempfile::tempdir().unwrap();
        let folder = Cache::new(at(home.path().into()), Mode::Enforce, Again::None, seal());
        folder.store("abcd", &kept());
        assert_eq!(folder.load("abcd"), None);
        folder.keep_bytes(Sort::Report, "abcd", b"x");
        assert_eq!(folder.bytes(Sort::Report, "abcd"), None);
        assert!(folder.enforced());
    }
}
