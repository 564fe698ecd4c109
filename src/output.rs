//! Writing: standard output and error, and files that are replaced whole or not at all.

use crate::files::sentence;
use spec_lang::diagnostics::Diagnostic;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Why a run ends early: a message without a place, and status 2.
#[derive(Debug)]
pub struct Failure(pub Box<Diagnostic>);

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure(Box::new(diagnostic))
    }
}

/// Writes to standard output. A reader that has gone away is no fault.
///
/// # Errors
/// `C006` if it cannot be written, as on a full disk.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(cannot_write(Path::new("standard output"), &error).into())
        }
        _ => Ok(()),
    }
}

/// Writes to standard error; there is nowhere left to complain if that fails.
pub fn say(text: &str) {
    let mut out = std::io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// A value as indented JSON with a final line end.
pub fn json(value: &impl serde::Serialize) -> String {
    // The types of reports have no maps with keys that are not strings, so this cannot fail.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

/// Writes a file: whole under a temporary name beside it, then renamed. An existing file
/// keeps its permissions; a link keeps pointing where it does.
///
/// # Errors
/// `C006`; the old content is then untouched.
pub fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let special = std::fs::metadata(&target).is_ok_and(|data| !data.is_file() && !data.is_dir());
    let written = if special {
        // A device or pipe, such as /dev/null, cannot be replaced.
        std::fs::write(&target, text)
    } else {
        write_whole(&target, text)
    };
    written.map_err(|error| cannot_write(path, &error).into())
}

fn write_whole(target: &Path, text: &str) -> std::io::Result<()> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".alpinist-");
    #[cfg(unix)]
    {
        // What a new file would get; the process's mask still applies.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Ok(data) = std::fs::metadata(target) {
        if data.permissions().readonly() {
            return Err(std::io::ErrorKind::PermissionDenied.into());
        }
        file.as_file().set_permissions(data.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(target).map_err(|error| error.error)?;
    Ok(())
}

/// Creates a folder and those above it.
///
/// # Errors
/// `C006`.
pub fn create_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| cannot_write(path, &error).into())
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = format!("cannot write {}: {}", path.display(), sentence(error));
    Diagnostic::global("C006", message).with_help(
        "check that the folder exists, that this user may write there, and that the disk has room",
    )
}

/// The difference of two texts as a unified diff; empty if there is none.
pub fn diff(name: &str, old: &str, new: &str) -> String {
    if old == new {
        return String::new();
    }
    let name = name.replace('\\', "/");
    similar::TextDiff::from_lines(old, new)
        .unified_diff()
        .context_radius(3)
        .header(&format!("a/{name}"), &format!("b/{name}"))
        .to_string()
}

/// Where the result of a file goes within a folder.
pub fn within(folder: &Path, relative: &Path) -> PathBuf {
    folder.join(relative)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.pvl");
        replace(&path, "one").unwrap();
        replace(&path, "two\r\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two\r\n");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(
            replace(&folder.path().join("no/x"), "").unwrap_err().0.code,
            "C006"
        );
        assert_eq!(replace(folder.path(), "").unwrap_err().0.code, "C006");
    }

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(diff("x", "a\n", "a\n"), "");
        let text = diff("x", "a\nb\n", "a\nc\n");
        assert!(
            text.contains("--- a/x\n+++ b/x\n") && text.contains("-b\n+c\n"),
            "{text}"
        );
    }
}
