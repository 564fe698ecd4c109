//! A reader's shell, in a fresh folder.

use crate::common::{CACHE_KEY, root};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

/// The folder in which a chapter's commands are run, one after the other.
pub struct Session {
    /// What the reader sees.
    work: tempfile::TempDir,
    /// The program, and what it keeps of the user: nothing but what this chapter put there.
    home: tempfile::TempDir,
    /// The exit status of the last command, for `echo $?`.
    status: i32,
}

impl Session {
    /// An empty folder, and a shell that finds the program.
    pub fn new() -> Session {
        let home = tempfile::tempdir().unwrap();
        symlink(env!("CARGO_BIN_EXE_alpinist"), home.path().join("alpinist")).unwrap();
        Session {
            work: tempfile::tempdir().unwrap(),
            home,
            status: 0,
        }
    }

    /// Writes a file; one of that name is replaced.
    pub fn write(&self, name: &str, lines: &[&str]) {
        let path = self.work.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, lines.join("\n") + "\n").unwrap();
    }

    /// Runs a command; what a terminal would show, without empty lines at the end.
    ///
    /// # Errors
    ///
    /// The command was ended by a signal, or printed what is no text.
    pub fn run(&mut self, line: &str) -> Result<String, String> {
        // Both outputs in one, in the order in which they are written.
        let script = format!("exec 2>&1\n(exit {})\n{line}", self.status);
        let path = std::env::var("PATH").unwrap_or_default();
        let home = self.home.path();
        let done = Command::new("sh")
            .args(["-c", &script])
            .current_dir(self.work.path())
            .env("PATH", format!("{}:{path}", home.display()))
            .env("NO_COLOR", "1")
            // The Python module, as if its package were installed.
            .env("PYTHONPATH", root().join("integrations/python"))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            // The caches of the user, in an empty home.
            .env_remove("ALPINIST_CACHE")
            .env("ALPINIST_CACHE_KEY", CACHE_KEY)
            .env("HOME", home)
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let status = done.status.code();
        self.status = status.ok_or_else(|| format!("`{line}` was ended: {}", done.status))?;
        let text = String::from_utf8(done.stdout).map_err(|error| error.to_string())?;
        let text = text.trim_end();
        match text.lines().any(|line| line.starts_with("```")) {
            true => Err(format!("`{line}` prints what would end its block")),
            false => Ok(text
                .lines()
                .map(|line| format!("{}\n", line.trim_end()))
                .collect()),
        }
    }
}
