//! The secret with which the cache's answers are sealed (HMAC-SHA-256, RFC 2104), so that only this
//! user can put an answer into a folder of the cache.

use crate::output;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};

/// Names the secret, where there is no folder of the user's own: in continuous integration.
pub const VARIABLE: &str = "ALPINIST_CACHE_KEY";

/// How many bytes a secret of our own making has.
const LENGTH: usize = 32;

/// A secret, ready to be used.
#[derive(Clone)]
pub struct Seal(Hmac<Sha256>);

impl std::fmt::Debug for Seal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seal")
    }
}

impl Seal {
    /// The seal of a secret of any length.
    pub fn new(secret: &[u8]) -> Option<Seal> {
        Hmac::new_from_slice(secret).ok().map(Seal)
    }

    /// The user's: that of the variable `ALPINIST_CACHE_KEY`, else that of a file in the user's
    /// configuration, which is made at first need; else one of this process alone, with a warning.
    /// None without a source of randomness: then nothing is to be kept. `cache` is the folder of the
    /// answers, if they are in one: a secret in it would be none.
    pub fn of_user(cache: Option<&Path>) -> Option<Seal> {
        if let Some(secret) = set(VARIABLE) {
            return Seal::new(secret.as_encoded_bytes());
        }
        let why = match place() {
            Some(path) if cache.is_some_and(|cache| lies_in(&path, cache)) => {
                format!("{} would lie in the cache", path.display())
            }
            Some(path) => match kept(&path) {
                Ok(secret) => return Seal::new(&secret),
                Err(why) => why,
            },
            None => "there is no home folder".to_owned(),
        };
        of_process(&why)
    }

    /// The seal of a text, in hexadecimal digits.
    pub fn of(&self, text: impl AsRef<[u8]>) -> String {
        let mut code = self.0.clone();
        code.update(text.as_ref());
        hex::encode(code.finalize().into_bytes())
    }

    /// Whether these are the digits of the text's seal.
    pub fn fits(&self, text: impl AsRef<[u8]>, digits: &str) -> bool {
        let mut code = self.0.clone();
        code.update(text.as_ref());
        // Compared in a time that tells nothing of where they differ.
        hex::decode(digits).is_ok_and(|seal| code.verify_slice(&seal).is_ok())
    }
}

fn set(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Where the user's secret is. A relative folder would be one of the checkout, so it is none.
fn place() -> Option<PathBuf> {
    let whole = |name: &str| {
        let path = set(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let base = whole("XDG_CONFIG_HOME").or_else(|| whole("HOME").map(|home| home.join(".config")));
    Some(base?.join("alpinist").join("cache-key"))
}

/// Whether a file is within a folder, or would be.
fn lies_in(file: &Path, folder: &Path) -> bool {
    let whole = |path: &Path| {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        // Of what need not be there yet, the part that is there decides where it is.
        let there = path.ancestors().find_map(|above| {
            let rest = path.strip_prefix(above).ok()?;
            std::fs::canonicalize(above).ok().map(|at| at.join(rest))
        });
        there.unwrap_or(path)
    };
    whole(file).starts_with(whole(folder))
}

/// The secret in a file, which is made if it is not there; or why it is not to be had.
fn kept(path: &Path) -> Result<Vec<u8>, String> {
    let fail = |error: &std::io::Error| {
        let why = crate::files::sentence(error);
        format!("{} cannot be used: {why}", path.display())
    };
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            create(path).map_err(|error| fail(&error))?;
        }
        Err(error) => return Err(fail(&error)),
        Ok(_) => {}
    }
    // Read again: of several runs that made one at once, the first has won.
    let text = std::fs::read_to_string(path).map_err(|error| fail(&error))?;
    if open_to_others(path) {
        let path = path.display();
        return Err(format!(
            "others may read or write {path}; `chmod 600 {path}`, or remove it and a new one is made"
        ));
    }
    let secret = hex::decode(text.trim_end())
        .ok()
        .filter(|secret| secret.len() == LENGTH);
    secret.ok_or_else(|| format!("{} holds no key; remove it", path.display()))
}

/// A new secret: written whole under another name, which only this user may read, and then given
/// its own, unless another run was first.
fn create(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)?;
    let secret = random().ok_or(std::io::ErrorKind::Unsupported)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(format!("{}\n", hex::encode(secret)).as_bytes())?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Err(error) if error.error.kind() != std::io::ErrorKind::AlreadyExists => Err(error.error),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn open_to_others(_: &Path) -> bool {
    false
}

/// The secret of this process, and once a warning that nothing will be found again.
fn of_process(why: &str) -> Option<Seal> {
    static SECRET: OnceLock<Option<[u8; LENGTH]>> = OnceLock::new();
    let secret = SECRET.get_or_init(|| {
        let message = "no key for the cache: what this run keeps, no other run can use";
        let diagnostic = Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::global(Code::C014, message)
        };
        let help = format!("give a secret in the variable {VARIABLE}, or --no-cache");
        let diagnostic = diagnostic.with_note(why).with_help(help);
        output::tell(&diagnostic);
        random()
    });
    Seal::new(secret.as_ref()?)
}

fn random() -> Option<[u8; LENGTH]> {
    let mut secret = [0; LENGTH];
    getrandom::fill(&mut secret).ok().map(|()| secret)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_code_of_rfc_4231() {
        // Test cases 1 and 2.
        let seal = Seal::new(&[0x0b; 20]).unwrap().of("Hi There");
        assert_eq!(
            seal,
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        );
        let jefe = Seal::new(b"Jefe").unwrap();
        let seal = jefe.of("what do ya want for nothing?");
        assert_eq!(
            seal,
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        assert!(jefe.fits("what do ya want for nothing?", &seal));
        assert!(!jefe.fits("what do ya want for nothing!", &seal));
        assert!(!jefe.fits("what do ya want for nothing?", &seal[..62]));
        assert!(!jefe.fits("what do ya want for nothing?", ""));
    }

    #[test]
    fn a_secret_is_made_once() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("a/b/cache-key");
        let all: Vec<Vec<u8>> = std::thread::scope(|scope| {
            let runs: Vec<_> = (0..16)
                .map(|_| scope.spawn(|| kept(&path).unwrap()))
                .collect();
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        });
        assert!(all.iter().all(|one| one.len() == LENGTH && *one == all[0]));
        let folder = path.parent().unwrap();
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
        assert_ne!(kept(&home.path().join("other")).unwrap(), all[0]);
        assert!(!open_to_others(&path));
    }

    #[test]
    fn what_is_no_secret_is_not_used() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("cache-key");
        kept(&path).unwrap();
        let good = std::fs::read_to_string(&path).unwrap();
        for text in [
            "",
            "\n",
            "00\n",
            &good[1..],
            &good.to_uppercase().replace(char::is_numeric, "G"),
        ] {
            std::fs::write(&path, text).unwrap();
            assert!(kept(&path).is_err(), "{text}");
        }
        std::fs::write(&path, &good).unwrap();
        kept(&path).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let all = std::fs::Permissions::from_mode(0o644);
            std::fs::set_permissions(&path, all).unwrap();
            assert!(kept(&path).is_err());
        }
    }

    #[test]
    fn it_does_not_lie_where_answers_are_kept() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        assert!(lies_in(&at("x/alpinist/cache-key"), &at("x")));
        assert!(lies_in(&at("x/alpinist/cache-key"), &at("x/alpinist")));
        assert!(!lies_in(&at("x/alpinist/cache-key"), &at("x/alp")));
        assert!(!lies_in(&at("x/alpinist/cache-key"), &at("kept")));
    }
}
