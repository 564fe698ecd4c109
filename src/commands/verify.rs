//! `alpinist verify`: nothing is changed.

use crate::cli::VerifyArgs;
use crate::config::Config;
use crate::output::Failure;
use crate::session::{Session, Template, reported};
use report::status::Status;

/// `alpinist verify`.
///
/// # Errors
/// If the solver or an output is not to be had.
pub fn run(args: &VerifyArgs) -> Result<Status, Failure> {
    reported(&args.common, || verified(args))
}

fn verified(args: &VerifyArgs) -> Result<Status, Failure> {
    let template = Template {
        directives: false,
        steps: Vec::new(),
        verify: true,
        keep_unverified: false,
    };
    let config = Config::find(args.common.config.as_deref())?;
    let mut session = Session::start(&args.common, &args.files, config, &template)?;
    let runs = session.programs()?;
    if runs.len() > 1 {
        session.sum_up(&runs);
    }
    session.finish(&runs, true)
}
