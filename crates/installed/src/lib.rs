//! Where the Python packages are that the running program was installed with.
//!
//! `pip install alpinist` puts the program into a folder of programs, and the solver and clang, as packages
//! of their own, into a folder of packages. What the two folders have to do with each other is Python's
//! custom; this is the one place that knows it. Nothing is run to find it out. What else a user's command can bring
//! is in `headers.rs`.

pub mod headers;

use std::path::{Path, PathBuf};

/// The folder of packages that the running program belongs to; `None` if it was installed in another way,
/// or not at all.
pub fn packages() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    packages_of(&program.canonicalize().unwrap_or(program))
}

/// The command that puts a package beside the running program, whatever became of the one that was there.
/// `package` is its name with its version, as `pip` takes it. `None` as with [`packages`].
pub fn command(package: &str) -> Option<String> {
    let packages = packages()?;
    let python = std::env::current_exe()
        .ok()
        .and_then(|program| Some(program.canonicalize().ok()?.parent()?.join("python3")))
        .filter(|python| python.exists());
    let arguments = format!("-m pip install --force-reinstall --no-deps {package}");
    Some(match python {
        Some(python) => format!("{} {arguments}", quoted(&python)),
        // Installed into a folder of its own: `pip install --target FOLDER`.
        None => format!("python3 {arguments} --target {}", quoted(&packages)),
    })
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    match text.chars().all(plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// The folder of packages of a program, which is the one that has the package `alpinist`.
fn packages_of(program: &Path) -> Option<PathBuf> {
    let programs = program.parent()?;
    let above = programs.parent()?;
    let mut folders = vec![above.to_owned(), above.join("Lib").join("site-packages")];
    for library in ["lib", "lib64", "local/lib"] {
        let entries = std::fs::read_dir(above.join(library)).into_iter().flatten();
        let mut pythons: Vec<PathBuf> = entries
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("python3"))
            .map(|entry| entry.path())
            .collect();
        // The order of a folder's entries is the system's; the answer is not.
        pythons.sort();
        for python in pythons {
            folders.extend(["site-packages", "dist-packages"].map(|name| python.join(name)));
        }
    }
    folders
        .into_iter()
        .find(|folder| folder.join("alpinist").join("__init__.py").is_file())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn place(root: &Path, packages: &str) -> Option<PathBuf> {
        let package = root.join(packages).join("alpinist");
        std::fs::create_dir_all(&package).ok()?;
        std::fs::write(package.join("__init__.py"), "").ok()?;
        packages_of(&root.join("bin/alpinist"))
    }

    #[test]
    fn each_layout_is_found() {
        for layout in [
            "",
            "lib/python3.11/site-packages",
            "lib64/python3.14/site-packages",
            "lib/python3/dist-packages",
            "Lib/site-packages",
        ] {
            let root = tempfile::tempdir().unwrap();
            assert_eq!(packages_of(&root.path().join("bin/alpinist")), None);
            let wanted = root.path().join(layout);
            assert_eq!(place(root.path(), layout), Some(wanted), "{layout}");
        }
    }

    #[test]
    fn paths_are_quoted_for_a_shell() {
        assert_eq!(quoted(Path::new("/a/b-1.2/python3")), "/a/b-1.2/python3");
        assert_eq!(quoted(Path::new("/a b/it's")), r"'/a b/it'\''s'");
    }

    /// Tests are not installed.
    #[test]
    fn a_program_that_was_built_belongs_to_no_packages() {
        assert_eq!(packages(), None);
        assert_eq!(command("z3-solver==1"), None);
    }
}
