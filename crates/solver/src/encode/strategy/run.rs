//! The attempts at one question, one after the other, until one gives an answer.

use super::steps::{
    FEW_LINEAR, FEW_NONLINEAR, Form, LINEAR, NONLINEAR, PLAIN_NONLINEAR, Part, Step, When,
};
use super::{Effort, Forms, Solved, limit_name};
use crate::encode::prepare::{self, Prepared};
use crate::encode::smtlib::{self, Script};
use crate::encode::{Verdict, model, nonlinear};
use crate::smt::{
    SolveReply, SolveRequest, SolverAnswer, SolverPool, UnknownCause, recommended_options,
};
use crate::term::{Need, Term};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// When a worker counts as gone, if the caller sets no clock: a process that gets no processor time at
/// all never comes to its other limits.
const GONE_MS: u64 = 600_000;

/// Processor time of an attempt by its resource limit, in milliseconds: a second, and four for each
/// million units, of which attempts that count take one or less. So an attempt that ends by this does
/// not count its work, and would end so on any machine that is not several times slower.
pub(super) const fn processor_ms(rlimit: u64) -> u64 {
    1_000 + rlimit / 250
}

pub(super) struct Run<'a> {
    pub(super) prepared: &'a Prepared,
    pub(super) pool: &'a SolverPool,
    pub(super) effort: &'a Effort,
    start: Instant,
    pub(super) rlimit_used: u64,
    /// Printed forms, made when first needed.
    scripts: [Option<(Script, usize)>; 12],
    /// Forms and arithmetic solvers that ended without an answer, and those that did not.
    pub(super) ended: Vec<(Form, u32)>,
    pub(super) limited: Vec<(Form, u32)>,
    /// Those that went on without counting their work. They would do so again.
    uncounted: Vec<(Form, u32)>,
    pub(super) limit: Option<String>,
    /// Whether the caller's clock ended an attempt.
    pub(super) out_of_time: bool,
    /// Whether the limit of all attempts together was met.
    pub(super) out_of_resources: bool,
    pub(super) fault: Option<String>,
}

/// Asks the question, attempt by attempt.
pub(super) fn run_attempts(prepared: &Prepared, pool: &SolverPool, effort: &Effort) -> Solved {
    let mut run = Run {
        prepared,
        pool,
        effort,
        start: Instant::now(),
        rlimit_used: 0,
        scripts: [const { None }; 12],
        ended: Vec::new(),
        limited: Vec::new(),
        uncounted: Vec::new(),
        limit: None,
        out_of_time: false,
        out_of_resources: false,
        fault: None,
    };
    if prepared.is_trivial() {
        return run.solved(Verdict::Proved, 0, None);
    }
    let steps = match (prepared.nonlinear, effort.forms) {
        (true, Forms::All) => NONLINEAR,
        (true, Forms::Few) => FEW_NONLINEAR,
        (true, Forms::Plain) => PLAIN_NONLINEAR,
        (false, Forms::All) => LINEAR,
        (false, Forms::Few | Forms::Plain) => FEW_LINEAR,
    };
    // Without the axioms that are seldom needed, first.
    if prepared.has_optional() {
        for step in steps
            .iter()
            .filter(|step| step.attempt <= 2 && step.when == When::First)
        {
            let Some(reply) = run.attempt(step, Part::Lean) else {
                break;
            };
            if reply.answer == SolverAnswer::Unsat {
                return run.solved(Verdict::Proved, step.attempt, Some(&reply));
            }
        }
    }
    for step in steps {
        if step.attempt > effort.last_attempt || !run.worthwhile(step) {
            continue;
        }
        let Some(reply) = run.attempt(step, Part::Most) else {
            break;
        };
        match reply.answer {
            SolverAnswer::Unsat => return run.solved(Verdict::Proved, step.attempt, Some(&reply)),
            // Without quantifiers and stand-ins the model is one of the whole question.
            SolverAnswer::Sat if step.form == Form::Plain && !prepared.quantified => {
                let own = match effort.seed {
                    0 => None,
                    _ => run.model_with_own_seed(steps),
                };
                let reply = own.unwrap_or(reply);
                let verdict = run.found(&reply);
                return run.solved(verdict, step.attempt, Some(&reply));
            }
            SolverAnswer::Sat | SolverAnswer::Unknown => run.note(step, &reply),
        }
    }
    // With what is known said once more, for other words to find it.
    if prepared.has_repeated() && effort.last_attempt >= 5 {
        for step in steps
            .iter()
            .filter(|step| step.attempt <= 2 && step.when == When::First)
        {
            let Some(reply) = run.attempt(step, Part::All) else {
                break;
            };
            if reply.answer == SolverAnswer::Unsat {
                return run.solved(Verdict::Proved, 5, Some(&reply));
            }
        }
    }
    run.search()
}

impl Run<'_> {
    fn worthwhile(&self, step: &Step) -> bool {
        let key = (step.form, step.arith);
        if self.uncounted.contains(&key) {
            return false;
        }
        let (limited, ended) = (self.limited.contains(&key), self.ended.contains(&key));
        match step.when {
            When::First => true,
            When::AfterLimit => {
                // With no more than before it would end as before.
                let more = self.effort.rlimit > self.effort.first_rlimit || step.seed != 0;
                limited && !ended && more
            }
            When::AfterEnd => self.prepared.quantified && ended,
        }
    }

    fn note(&mut self, step: &Step, reply: &SolveReply) {
        let key = (step.form, step.arith);
        match reply.cause {
            Some(UnknownCause::Fault) => {
                let fault = reply.fault.clone().unwrap_or_else(|| reply.reason.clone());
                self.fault.get_or_insert(fault);
            }
            Some(
                cause @ (UnknownCause::ResourceLimit
                | UnknownCause::Uncounted
                | UnknownCause::Timeout
                | UnknownCause::Memory),
            ) => {
                if cause == UnknownCause::Uncounted {
                    self.uncounted.push(key);
                }
                if !self.limited.contains(&key) {
                    self.limited.push(key);
                }
                self.limit = Some(limit_name(cause).to_owned());
            }
            Some(UnknownCause::Incomplete) | None => self.ended.push(key),
        }
    }

    /// Milliseconds until the caller's clock ends the search; none once it did.
    pub(super) fn left_ms(&mut self) -> Option<u64> {
        let Some(all) = self.effort.timeout_ms else {
            return Some(GONE_MS);
        };
        let left = all.saturating_sub(millis(self.start.elapsed()));
        if left == 0 {
            self.out_of_time = true;
        }
        (left > 0).then_some(left)
    }

    fn attempt(&mut self, step: &Step, part: Part) -> Option<SolveReply> {
        let timeout = self.left_ms()?;
        let left = self.effort.total_rlimit.saturating_sub(self.rlimit_used);
        if left == 0 {
            self.limit = Some(limit_name(UnknownCause::ResourceLimit).to_owned());
            self.out_of_resources = true;
            return None;
        }
        let rlimit = self.rlimit_of(step).min(left);
        let want_model =
            part == Part::Most && !self.prepared.quantified && step.form == Form::Plain;
        let mut options = options(step.arith, self.effort.seed.wrapping_add(step.seed));
        if step.form == Form::Abstract && step.arith == 2 {
            options.push(("smt.arith.nl".to_owned(), "false".to_owned()));
        }
        Some(self.ask((step.form, part), options, rlimit, timeout, want_model))
    }

    fn rlimit_of(&self, step: &Step) -> u64 {
        match step.when {
            When::AfterLimit => self.effort.rlimit,
            When::First | When::AfterEnd => self.effort.first_rlimit.min(self.effort.rlimit),
        }
    }

    pub(super) fn search_rlimit(&self) -> u64 {
        self.effort.rlimit.min(self.effort.search_rlimit)
    }

    /// Asks a question without quantifiers that has a model once more, as it is asked with the seed 0.
    fn model_with_own_seed(&mut self, steps: &[Step]) -> Option<SolveReply> {
        let mut limited = Vec::new();
        for step in steps {
            let again = step.when == When::AfterLimit && limited.contains(&step.arith);
            let worthwhile = step.when == When::First || again;
            if step.form != Form::Plain || step.seed != 0 || !worthwhile {
                continue;
            }
            let timeout = self.left_ms()?;
            let rlimit = self.rlimit_of(step);
            let asked = (Form::Plain, Part::Most);
            let reply = self.ask(asked, options(step.arith, 0), rlimit, timeout, true);
            if reply.answer == SolverAnswer::Sat {
                return Some(reply);
            }
            if reply.cause == Some(UnknownCause::ResourceLimit) {
                limited.push(step.arith);
            }
        }
        None
    }

    /// What a model says of the question.
    pub(super) fn found(&self, reply: &SolveReply) -> Verdict {
        let model = model::read(self.prepared, reply);
        match model.confirmed {
            true => Verdict::Refuted(model),
            false => Verdict::Failed(Some(model)),
        }
    }

    pub(super) fn ask(
        &mut self,
        (form, part): (Form, Part),
        options: Vec<(String, String)>,
        rlimit: u64,
        timeout_ms: u64,
        want_model: bool,
    ) -> SolveReply {
        let core = self.effort.core;
        let prepared = self.prepared;
        let slot = &mut self.scripts[form as usize + 3 * part as usize];
        let (script, assertions) = slot.get_or_insert_with(|| printed(prepared, form, part));
        let request = SolveRequest {
            options,
            rlimit,
            timeout_ms,
            processor_ms: processor_ms(rlimit),
            want_core: core,
            want_model: if want_model {
                script.wanted.clone()
            } else {
                Vec::new()
            },
            ..SolveRequest::new(script.text.clone(), *assertions)
        };
        self.reply(&request)
    }

    pub(super) fn reply(&mut self, request: &SolveRequest) -> SolveReply {
        let reply = self.pool.solve(request);
        self.rlimit_used = self.rlimit_used.saturating_add(reply.rlimit_used);
        if reply.cause == Some(UnknownCause::Timeout) {
            match self.effort.timeout_ms {
                Some(_) => self.out_of_time = true,
                None => {
                    let fault = "the solver does not come to an end".to_owned();
                    self.fault.get_or_insert(fault);
                }
            }
        }
        reply
    }

    pub(super) fn solved(
        &self,
        verdict: Verdict,
        attempt: usize,
        reply: Option<&SolveReply>,
    ) -> Solved {
        let proved = matches!(verdict, Verdict::Proved);
        let core_uses_goal = match reply {
            Some(reply) if proved && self.effort.core && !reply.unsat_core.is_empty() => {
                Some(reply.unsat_core.contains(&0))
            }
            _ => None,
        };
        Solved {
            verdict,
            attempt,
            rlimit_used: self.rlimit_used,
            time_ms: millis(self.start.elapsed()),
            quantifier_instances: reply.map_or(0, |r| r.quant_instantiations),
            core_uses_goal,
            limit: self.limit.clone(),
            cached: false,
            script: self.prepared.script().to_owned(),
            legend: Arc::clone(&self.prepared.legend),
        }
    }
}

fn printed(prepared: &Prepared, form: Form, part: Part) -> (Script, usize) {
    let base: Vec<Term> = prepared
        .formulas
        .iter()
        .filter(|formula| match prepare::need(formula) {
            Need::Always => true,
            Need::Seldom => part != Part::Lean,
            Need::Repeated => part == Part::All,
            Need::Searched => part == Part::Search,
        })
        .map(|formula| match part {
            Part::Search => formula.clone(),
            Part::Lean | Part::Most | Part::All => prepare::without_searched(formula),
        })
        .collect();
    // Of a question with quantifiers only the search has a model.
    let has_model = form == Form::Plain && (!prepared.quantified || part == Part::Search);
    let formulas = match form {
        Form::Plain if base == prepared.formulas && has_model != prepared.quantified => {
            return (prepared.whole.clone(), base.len());
        }
        Form::Plain => base,
        Form::PlainWithLemmas => {
            let lemmas = nonlinear::lemmas(&base);
            let mut all = base;
            all.extend(lemmas);
            all
        }
        Form::Abstract => {
            let abstracted = nonlinear::abstracted(&base);
            let mut all = abstracted.formulas;
            all.extend(abstracted.facts);
            all
        }
    };
    let asked: &[Term] = if has_model { &prepared.asked } else { &[] };
    let script = smtlib::print(&formulas, asked);
    (script, formulas.len())
}

pub(super) fn options(arith: u32, seed: u32) -> Vec<(String, String)> {
    let mut options = recommended_options();
    options.push(("smt.arith.solver".to_owned(), arith.to_string()));
    options.push(("smt.random_seed".to_owned(), seed.to_string()));
    options
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
