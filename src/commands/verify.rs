//! `alpinist verify`: nothing is changed.

use crate::cli::VerifyArgs;
use crate::output::Failure;
use crate::programs::{self, Template};
use crate::run::settings::{Settings, paths};
use crate::run::{self, Closed};

/// `alpinist verify`.
///
/// # Errors
/// If the solver or an output is not to be had.
pub fn run(args: &VerifyArgs) -> Result<Closed, Failure> {
    let settings = Settings {
        counts: true,
        reads: paths(&args.files),
        ..Settings::of_programs(&args.common)
    };
    let template = Template {
        directives: false,
        steps: Vec::new(),
        verify: true,
        keep_unverified: false,
    };
    run::run(settings, |run| {
        let jobs = programs::jobs(run, &args.files, args.together, &template);
        programs::check(run, &args.common, &jobs).map(drop)
    })
}
