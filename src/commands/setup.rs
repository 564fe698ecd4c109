//! `alpinist setup`.

use crate::cli::SetupArgs;
use crate::output::Failure;
use installed::headers;
use report::status::Status;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Brings what is named from the package index into the cache folder.
///
/// # Errors
/// It could not be fetched.
pub fn run(args: &SetupArgs) -> Result<Status, Failure> {
    match args.what {
        crate::cli::SetupWhat::Cuda => match headers::bring() {
            Ok(()) => Ok(Status::Holds),
            Err(None) => Ok(Status::Wrong),
            Err(Some(why)) => {
                let message = format!("the headers of CUDA were not fetched: {why}");
                Err(Diagnostic::global(Code::C006, message).into())
            }
        },
    }
}
