//! The search for a counterexample.

use super::run::{Run, options, processor_ms};
use super::steps::{Form, Part};
use super::{Solved, limit_name};
use crate::encode::{Model, Verdict, model, prepare, smtlib};
use crate::smt::{SolveReply, SolveRequest, SolverAnswer, UnknownCause};
use crate::term::Term;

/// Seeds of the search with the most that one of them takes, one after the other while a search ends at its
/// limit. What a second seed finds it finds soon: of the programs of the tests all with less than half of this.
const SEARCHES: &[(u32, u64)] = &[(0, u64::MAX), (7, 40_000)];

impl Run<'_> {
    /// The last attempt: a model of everything, or one of the ground part.
    pub(super) fn search(mut self) -> Solved {
        let mut candidate = None;
        if self.effort.last_attempt >= 6 && self.fault.is_none() {
            let searches = if self.prepared.quantified {
                SEARCHES
            } else {
                &[]
            };
            for (seed, most) in searches {
                let Some(timeout) = self.left_ms() else {
                    break;
                };
                let mut options = options(6, *seed);
                options.push(("smt.mbqi".to_owned(), "true".to_owned()));
                let rlimit = self.search_rlimit().min(*most);
                let reply = self.ask((Form::Plain, Part::Search), options, rlimit, timeout, true);
                match reply.answer {
                    SolverAnswer::Unsat => {
                        return self.solved(Verdict::Proved, 6, Some(&reply));
                    }
                    SolverAnswer::Sat => {
                        let verdict = self.found(&reply);
                        return self.solved(verdict, 6, Some(&reply));
                    }
                    SolverAnswer::Unknown if reply.cause == Some(UnknownCause::ResourceLimit) => {}
                    SolverAnswer::Unknown => break,
                }
            }
            if let Some(timeout) = self.left_ms() {
                match self.ground(timeout) {
                    Ok(found) => candidate = found,
                    Err(reply) => return self.solved(Verdict::Proved, 6, Some(&reply)),
                }
            }
        }
        if self.out_of_time {
            self.limit = Some(limit_name(UnknownCause::Timeout).to_owned());
        } else if !self.out_of_resources && self.limited.iter().all(|key| self.ended.contains(key))
        {
            // Each form that met a limit came to its end with the larger one.
            self.limit = None;
        }
        let verdict = match (self.fault.take(), &self.limit) {
            (_, Some(limit)) if self.out_of_time => Verdict::Limited(limit.clone(), candidate),
            (Some(fault), _) => Verdict::Fault(fault),
            // Some form of the question was never thought through to its end.
            (None, Some(limit)) => Verdict::Limited(limit.clone(), candidate),
            (None, None) => Verdict::Failed(candidate),
        };
        self.solved(verdict, self.effort.last_attempt, None)
    }

    /// Asks the question without its quantified premises. An error is a proof.
    fn ground(&mut self, timeout_ms: u64) -> Result<Option<Model>, Box<SolveReply>> {
        let formulas: Vec<Term> = self
            .prepared
            .formulas
            .iter()
            .filter(|f| !prepare::has_quantifier(f))
            .cloned()
            .collect();
        let script = smtlib::print(&formulas, &self.prepared.asked);
        let rlimit = self.search_rlimit();
        let request = SolveRequest {
            options: options(6, 0),
            rlimit,
            timeout_ms,
            processor_ms: processor_ms(rlimit),
            want_model: script.wanted,
            ..SolveRequest::new(script.text, formulas.len())
        };
        let reply = self.reply(&request);
        match reply.answer {
            SolverAnswer::Unsat => Err(Box::new(reply)),
            SolverAnswer::Sat => {
                let mut model = model::read(self.prepared, &reply);
                // The quantified premises were left out.
                model.confirmed = false;
                Ok(Some(model))
            }
            SolverAnswer::Unknown => Ok(None),
        }
    }
}
