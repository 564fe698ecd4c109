//! Standard output and error, and what ends a run early.

use crate::files::sentence;
use report::terminal::{self, Shown};
use std::io::{IsTerminal, Write};
use std::path::Path;
use text::code::Code;
use text::diagnostics::Diagnostic;

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

/// Whether a stream takes colours.
pub fn takes_colours(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether standard error takes colours.
pub fn colours() -> bool {
    takes_colours(&std::io::stderr())
}

/// Shows a message on standard error.
pub fn show(shown: Shown<'_>) {
    say(&terminal::render(shown, colours()));
}

/// Shows a message without a place on standard error.
pub fn tell(diagnostic: &Diagnostic) {
    show(Shown {
        diagnostic,
        files: &[],
        origin: None,
    });
}

/// Says that something cannot be written, and why.
pub fn cannot_write(path: &Path, error: &std::io::Error) -> Diagnostic {
    let message = format!("cannot write {}: {}", path.display(), sentence(error));
    Diagnostic::global(Code::C006, message).with_help(
        "check that the folder exists, that this user may write there, and that the disk has room",
    )
}
