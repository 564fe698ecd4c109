//! The user's files: each is replaced whole or not at all, and all of a run together or none.

use crate::files::{is_program, is_source};
use crate::interrupt;
use crate::output::{Failure, cannot_write};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// A file to be replaced.
#[derive(Clone, Debug)]
pub struct Replacement {
    /// Where it is; it need not be there yet.
    pub path: PathBuf,
    /// What is to stand in it.
    pub text: String,
    /// What was read from it: if it holds anything else by now, somebody else works on it.
    pub old: Option<String>,
    /// Whether the folders above it are made where they are missing.
    pub makes_folder: bool,
}

impl Replacement {
    /// A file that gets this text, whatever it holds.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<String>) -> Replacement {
        Replacement {
            path: path.into(),
            text: text.into(),
            old: None,
            makes_folder: false,
        }
    }

    /// As [`Replacement::new`], with the folders above it.
    pub fn with_folder(path: impl Into<PathBuf>, text: impl Into<String>) -> Replacement {
        Replacement {
            makes_folder: true,
            ..Replacement::new(path, text)
        }
    }

    /// As [`Replacement::new`], of a file that was read and must hold `old` still.
    pub fn of(path: &Path, old: &str, text: impl Into<String>) -> Replacement {
        Replacement {
            old: Some(old.to_owned()),
            ..Replacement::new(path, text)
        }
    }
}

/// Whether a path is no file that keeps what was written to it: a device, a pipe, what a shell has opened.
pub(super) fn is_special(path: &Path) -> bool {
    let opened = path.starts_with("/dev") || path.starts_with("/proc");
    opened || std::fs::metadata(path).is_ok_and(|old| !old.is_file())
}

/// Whether two paths lead to one file.
pub(super) fn same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    !is_special(one) && (one == other || whole(one).is_some_and(|one| Some(one) == whole(other)))
}

/// Whether a path leads to a text that programs and kernels are read from.
pub(super) fn is_read_as_source(path: &Path) -> bool {
    let target = std::fs::canonicalize(path);
    target
        .is_ok_and(|path| is_program(&path) || is_source(&path) || path.ends_with("alpinist.toml"))
}

/// Whether a file could be written: its folder is there and takes files, and the file may be replaced.
///
/// # Errors
/// `C006`.
pub fn can_write(path: &Path) -> Result<(), Failure> {
    let written = write_beside(&Replacement::new(path, ""));
    written
        .map(drop)
        .map_err(|error| cannot_write(path, &error).into())
}

/// Writes files: each whole under a temporary name beside it, and when all are written, renamed.
/// An existing file keeps its permissions; a link keeps pointing where it does.
///
/// # Errors
/// `C006`; the old contents are then there, as before or again, but for files that the message
/// names: those could not be put back, and it says where their old content is.
pub(super) fn replace_all(files: &[Replacement]) -> Result<(), Failure> {
    let whole = interrupt::later();
    let mut written = Vec::new();
    for file in files {
        if let Some(folder) = file.path.parent().filter(|_| file.makes_folder) {
            create_folder(folder)?;
        }
        let beside = write_beside(file).map_err(|error| cannot_write(&file.path, &error))?;
        written.push((file, beside));
    }
    for (file, _) in &written {
        if file
            .old
            .as_deref()
            .is_some_and(|old| !holds(&file.path, old))
        {
            return Err(changed_meanwhile(&file.path).into());
        }
    }
    let several = written
        .iter()
        .filter(|(_, beside)| beside.is_some())
        .count()
        > 1;
    let mut old = Vec::new();
    for (file, beside) in &written {
        old.push(match beside {
            Some((_, target)) if several => {
                kept(target).map_err(|error| cannot_write(&file.path, &error))?
            }
            _ => None,
        });
    }
    let mut special = Vec::new();
    let mut moved = Vec::new();
    for ((file, beside), old) in written.into_iter().zip(old) {
        match beside {
            Some((temporary, target)) => match temporary.persist(&target) {
                Ok(_) => moved.push((target, old)),
                Err(error) => {
                    let failure = cannot_write(&file.path, &error.error);
                    return Err(put_back(moved, failure).into());
                }
            },
            None => special.push(file),
        }
    }
    // The second names of old files go while signals still wait.
    drop(moved);
    // A device or pipe, such as /dev/null, cannot be replaced, and may keep one waiting.
    drop(whole);
    for file in special {
        std::fs::write(&file.path, &file.text).map_err(|error| cannot_write(&file.path, &error))?;
    }
    Ok(())
}

fn holds(path: &Path, text: &str) -> bool {
    std::fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// A file's old content under another name beside it, until it is dropped; none if there is no
/// such file yet.
fn kept(target: &Path) -> std::io::Result<Option<NamedTempFile<()>>> {
    if !target.exists() {
        return Ok(None);
    }
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".alpinist-old-");
    // A second name for the file itself; some file systems and some owners allow none.
    let linked = builder.make_in(folder, |path| std::fs::hard_link(target, path));
    let copied = |_| builder.make_in(folder, |path| std::fs::copy(target, path).map(drop));
    linked.or_else(copied).map(Some)
}

/// Gives files back what they held, the last first, and says of which that did not succeed.
fn put_back(
    moved: Vec<(PathBuf, Option<NamedTempFile<()>>)>,
    mut failure: Diagnostic,
) -> Diagnostic {
    for (target, old) in moved.into_iter().rev() {
        let name = target.display().to_string();
        let note = match old {
            None => match std::fs::remove_file(&target) {
                Ok(()) => continue,
                Err(_) => format!("{name} is written, and could not be removed again"),
            },
            Some(old) => match old.persist(&target) {
                Ok(()) => continue,
                Err(error) => {
                    let place = error.file.into_temp_path().keep();
                    let place = place.map_or_else(
                        |_| "nowhere".to_owned(),
                        |place| place.display().to_string(),
                    );
                    format!("{name} is new already; its old content is in {place}")
                }
            },
        };
        failure = failure.with_note(note);
    }
    failure
}

/// The new content under a temporary name, and the file that it shall become; none for what
/// is no file and cannot be replaced.
fn write_beside(file: &Replacement) -> std::io::Result<Option<(NamedTempFile, PathBuf)>> {
    let old = std::fs::metadata(&file.path).ok();
    match &old {
        Some(old) if old.is_dir() => return Err(std::io::ErrorKind::IsADirectory.into()),
        Some(_) if is_special(&file.path) => return Ok(None),
        _ => {}
    }
    let target = match std::fs::canonicalize(&file.path) {
        Ok(target) => target,
        // A link that leads nowhere would be lost.
        Err(error) if file.path.is_symlink() => return Err(error),
        Err(_) => file.path.clone(),
    };
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
    let mut temporary = builder.tempfile_in(folder)?;
    temporary.write_all(file.text.as_bytes())?;
    if let Some(old) = old {
        if old.permissions().readonly() {
            return Err(std::io::ErrorKind::PermissionDenied.into());
        }
        #[cfg(unix)]
        {
            // Only root can give a file to another user; for others it is their own already.
            use std::os::unix::fs::{MetadataExt, fchown};
            let _ = fchown(temporary.as_file(), Some(old.uid()), Some(old.gid()));
        }
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.as_file().sync_all()?;
    Ok(Some((temporary, target)))
}

/// Creates a folder and those above it.
///
/// # Errors
/// `C006`.
pub(super) fn create_folder(path: &Path) -> Result<(), Failure> {
    if path.as_os_str().is_empty() {
        return Ok(());
    }
    std::fs::create_dir_all(path).map_err(|error| cannot_write(path, &error).into())
}

fn changed_meanwhile(path: &Path) -> Diagnostic {
    let message = format!("{} was changed while alpinist worked on it", path.display());
    Diagnostic::global(Code::C006, message)
        .with_note("the result is that of the old text, and replacing the new one would lose it")
        .with_help("run it again")
}

/// Two results must not go to one file; these are their places in the output folder.
///
/// # Errors
/// `C007` if two are the same.
pub fn no_collisions(places: impl Iterator<Item = PathBuf>) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    for place in places {
        let message = format!(
            "two results would both be {} in the output folder",
            place.display()
        );
        if !seen.insert(place) {
            let help = "name the folder above them, or use --in-place";
            return Err(Diagnostic::global(Code::C007, message)
                .with_help(help)
                .into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn replace(path: &Path, text: &str) -> Result<(), Failure> {
        replace_all(&[Replacement::new(path, text)])
    }

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
            Code::C006
        );
        assert_eq!(replace(folder.path(), "").unwrap_err().0.code, Code::C006);
    }

    #[test]
    fn files_are_replaced_together_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        let both = |old: Option<&str>| {
            let mut both = [&one, &two].map(|path| Replacement::new(path, "new"));
            both[1].old = old.map(str::to_owned);
            replace_all(&both)
        };
        let read = || [&one, &two].map(|path| std::fs::read_to_string(path).ok());
        replace(&two, "changed").unwrap();
        assert_eq!(both(Some("as read")).unwrap_err().0.code, Code::C006);
        assert_eq!(read(), [None, Some("changed".to_owned())]);
        both(Some("changed")).unwrap();
        assert_eq!(read(), [Some("new".to_owned()), Some("new".to_owned())]);
        // The second cannot be written.
        std::fs::remove_file(&two).unwrap();
        std::fs::create_dir(&two).unwrap();
        replace(&one, "old").unwrap();
        assert_eq!(both(None).unwrap_err().0.code, Code::C006);
        assert_eq!(read(), [Some("old".to_owned()), None]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_was_renamed_before_a_failure_is_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        // Too long a name for a file, which shows only when it is given.
        let third = folder.path().join("x".repeat(300));
        replace(&one, "old").unwrap();
        let all = [&one, &two, &third].map(|path| Replacement::new(path, "new"));
        let failure = replace_all(&all).unwrap_err().0;
        assert_eq!(failure.code, Code::C006);
        assert_eq!(failure.notes.len(), 0, "{failure:?}");
        assert_eq!(std::fs::read_to_string(&one).unwrap(), "old");
        assert!(!two.exists());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_nowhere_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.pvl");
        std::os::unix::fs::symlink("nowhere", &path).unwrap();
        assert_eq!(replace(&path, "").unwrap_err().0.code, Code::C006);
        assert!(path.is_symlink());
    }
}
