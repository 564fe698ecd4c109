//! What the checker called verified is executed.

use crate::judge::{FEW_STEPS, Read};
use oracle::input::random::random_call;
use oracle::program::Tables;
use oracle::{Limits, Outcome, Stop};

/// What running a kernel showed.
#[derive(Default)]
pub struct Executed {
    /// Inputs that satisfy the precondition.
    pub inputs: u64,
    /// Runs that ended.
    pub ended: u64,
    /// Runs of which nothing can be said: too long.
    pub limited: u64,
    /// What must not happen.
    pub wrong: Option<String>,
}

/// Runs each method on so many inputs, each in so many orders of its threads. Half of the orders are
/// modular. Nothing here waits for a lock, so threads that are stuck are wrong as well.
pub fn execute(read: &Read, inputs: u64, schedules: u64) -> Executed {
    let run = || {
        let tables = Tables::new(&read.program, &read.names);
        let mut found = Executed::default();
        for info in tables.methods.values() {
            let mut good = 0;
            for seed in 0..inputs * 8 {
                if good == inputs || found.limited > 4 {
                    break;
                }
                let call = random_call(&tables, info, seed);
                for schedule in 0..schedules {
                    let limits = Limits {
                        steps: FEW_STEPS,
                        modular: schedule % 2 == 1,
                        ..Limits::default()
                    };
                    match oracle::run(&tables, &call, limits, seed * 1000 + schedule) {
                        Outcome::Done { .. } => found.ended += 1,
                        Outcome::Stopped(Stop::Vacuous(..)) if schedule == 0 => break,
                        Outcome::Stopped(Stop::Limit(_) | Stop::Vacuous(..)) => {
                            found.limited += 1;
                            break;
                        }
                        Outcome::Stopped(Stop::Violation(violation)) => {
                            let line = read.file.line_column(violation.span.start as usize).line;
                            found.wrong = Some(format!(
                                "line {line}: {} {} {:?} [input {seed}, order {schedule}]",
                                violation.kind.code(),
                                violation.message,
                                violation.notes
                            ));
                            return found;
                        }
                        Outcome::Stopped(Stop::Stuck) => {
                            found.wrong = Some(format!("stuck [input {seed}, order {schedule}]"));
                            return found;
                        }
                        Outcome::Stopped(Stop::CannotRun(why, _)) => {
                            found.wrong = Some(format!("the oracle has no rule: {why}"));
                            return found;
                        }
                    }
                    if schedule == 0 {
                        good += 1;
                    }
                }
            }
            found.inputs += good;
        }
        found
    };
    oracle::on_large_stack(run).unwrap_or_else(|fault| Executed {
        wrong: Some(fault),
        ..Executed::default()
    })
}
