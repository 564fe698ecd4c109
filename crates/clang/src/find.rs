//! Where the clang that reads kernels is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The version of the pinned package. Change it together with `.ci/setup-clang`.
pub const VERSION: &str = "0.17.1";

/// The Python package that has the pinned clang.
pub const PACKAGE: &str = "ziglang";

/// The environment variable that names another clang.
pub const VARIABLE: &str = "ALPINIST_CLANG";

/// The command that fetches the pinned clang into a source folder.
const SETUP: &str = "./x setup";

/// A clang that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file to run.
    pub path: PathBuf,
    /// The arguments that come before all others: `clang` where the file is `zig`.
    pub leading: Vec<OsString>,
}

impl Program {
    /// The program in a file; one named `zig` has clang inside it.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let zig = path.file_stem().is_some_and(|stem| stem == "zig");
        Program {
            path,
            leading: zig.then(|| OsString::from("clang")).into_iter().collect(),
        }
    }

    /// The clang that [`VARIABLE`] names, else the pinned one: of a program that was installed with Python
    /// packages that of the package, of any other the one beside it, in a folder above it or above the
    /// working folder, or in the repository that it was built from. `None` where there is none.
    pub fn find() -> Option<Self> {
        if let Some(named) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) {
            return Some(Program::new(named));
        }
        // What was installed runs what was installed with it, and nothing that lies about in a folder.
        if let Some(packages) = installed::packages() {
            return packaged(&packages).map(Program::new);
        }
        let executable = std::env::current_exe().ok();
        let working = std::env::current_dir().ok();
        let built = Path::new(env!("CARGO_MANIFEST_DIR"));
        [executable.as_deref(), working.as_deref(), Some(built)]
            .into_iter()
            .flatten()
            .flat_map(Path::ancestors)
            .map(|folder| folder.join(".clang").join(VERSION))
            .find(|folder| folder.join("complete").is_file())
            .map(|folder| Program::new(folder.join("zig")))
    }
}

/// The program of the package [`PACKAGE`] in a folder of packages, if it is the pinned version of it.
fn packaged(packages: &Path) -> Option<PathBuf> {
    let pinned = packages.join(format!("{PACKAGE}-{VERSION}.dist-info"));
    let program = packages
        .join(PACKAGE)
        .join(format!("zig{}", std::env::consts::EXE_SUFFIX));
    (pinned.is_dir() && program.is_file()).then_some(program)
}

/// The command that brings the pinned clang, for a message.
pub fn setup() -> String {
    match installed::command(&format!("{PACKAGE}=={VERSION}")) {
        Some(command) => command,
        None => SETUP.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn only_the_pinned_package_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let packages = folder.path();
        let put = |path: &Path| std::fs::create_dir_all(path).is_ok();
        assert!(put(&packages.join("ziglang")) && put(&packages.join("ziglang-0.1.0.dist-info")));
        let program = packages
            .join("ziglang")
            .join(format!("zig{}", std::env::consts::EXE_SUFFIX));
        assert!(std::fs::write(&program, "").is_ok());
        assert_eq!(packaged(packages), None);
        assert!(put(&packages.join(format!("ziglang-{VERSION}.dist-info"))));
        assert_eq!(packaged(packages), Some(program));
    }
}
