//! The strategy: which form of a question is tried with which options, and in which order.

use std::cell::LazyCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::prepare::Prepared;
use super::smtlib::{self, Script};
use super::{Value, Verdict};
use crate::cache::{Kept, Trust};
use crate::smt::{
    Identity, SolveReply, SolveRequest, SolverAnswer, SolverPool, UnknownCause, recommended_options,
};
use crate::term::{Need, Symbol, Term};
use sha2::{Digest, Sha256};

use super::{model, plain};

/// How much is tried for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Resource limit of each first attempt, in Z3's units.
    pub first_rlimit: u64,
    /// Resource limit of each later attempt, in Z3's units.
    pub rlimit: u64,
    /// Resource limit of all attempts at a proof together, in Z3's units.
    pub total_rlimit: u64,
    /// Resource limit of one search for a counterexample, in Z3's units.
    pub search_rlimit: u64,
    /// Wall-clock limit of all attempts together, in milliseconds, if the caller sets one. It is
    /// the only clock, and an answer that it ends is not kept.
    pub timeout_ms: Option<u64>,
    /// Seed of the attempts at a proof; later ones add to it. Counterexamples are looked for with seeds
    /// of their own: which model comes first decides whether it satisfies all that is assumed.
    pub seed: u32,
    /// The last attempt that is tried, 1 to 6.
    pub last_attempt: usize,
    /// Whether to find out if a proof needed the goal.
    pub core: bool,
    /// Whether the question only steers the work, so that no answer means no more than that
    /// nothing is concluded; such an answer may be kept.
    pub on_the_way: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            first_rlimit: 200_000,
            rlimit: 2_500_000,
            total_rlimit: 8_000_000,
            search_rlimit: 300_000,
            timeout_ms: None,
            seed: 0,
            last_attempt: 6,
            core: false,
            on_the_way: false,
        }
    }
}

/// What became of a question.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The answer.
    pub verdict: Verdict,
    /// The attempt that gave it, from 1; 0 if no solver was needed.
    pub attempt: usize,
    /// Z3's resource units over all attempts, if the answer was kept those it took when it was asked.
    pub rlimit_used: u64,
    /// Wall-clock time over all attempts, in milliseconds.
    pub time_ms: u64,
    /// Quantifier instances in the attempt that gave the answer.
    pub quantifier_instances: u64,
    /// Whether the proof needed the goal; none if it was not asked or there is no proof.
    pub core_uses_goal: Option<bool>,
    /// The limit that an attempt met, if the question was never thought through to its end.
    pub limit: Option<String>,
    /// Whether the answer was kept from another run.
    pub cached: bool,
    /// The question in canonical text, with interpreted operators and without options.
    pub script: String,
    /// The symbols that the text has numbers for, each with its number's symbol first.
    pub legend: Arc<[(Symbol, Symbol)]>,
}

impl Solved {
    /// The question's text with a comment that says what its numbers stand for.
    pub fn readable(&self) -> String {
        let mut text = String::new();
        for (number, symbol) in self.legend.iter() {
            // A name of the program is one word, and a comment ends with its line.
            text.push_str(&format!("; f.{} is {}\n", number.name(), symbol.name()));
        }
        text.push_str(&self.script);
        text
    }
}

/// The form a question is asked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Nonlinear terms replaced, with facts about the replacements.
    Abstract,
    /// As it is.
    Plain,
    /// As it is, with the same facts.
    PlainWithLemmas,
}

/// How much of a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Without axioms that are seldom needed, and without repetitions.
    Lean,
    /// Without repetitions.
    Most,
    /// Everything that a proof may need.
    All,
    /// Without repetitions, but with all that a counterexample must satisfy.
    Search,
}

/// One attempt.
#[derive(Clone, Copy, Debug)]
struct Step {
    attempt: usize,
    form: Form,
    /// Z3's arithmetic solver.
    arith: u32,
    /// Added to the seed.
    seed: u32,
    when: When,
}

/// When an attempt is worth making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// In any case, with the small limit.
    First,
    /// With the larger limit, after the same ended at a limit. Where the solver came to an end, more
    /// of the same does not help.
    AfterLimit,
    /// With the small limit, after the same came to an end without an answer: which instances of
    /// quantifiers it makes until then is a matter of luck.
    AfterEnd,
}

const fn step(attempt: usize, form: Form, arith: u32) -> Step {
    Step {
        attempt,
        form,
        arith,
        seed: 0,
        when: When::First,
    }
}

const fn again(attempt: usize, form: Form, arith: u32, seed: u32) -> Step {
    Step {
        attempt,
        form,
        arith,
        seed,
        when: When::AfterLimit,
    }
}

const fn otherwise(attempt: usize, form: Form, arith: u32, seed: u32) -> Step {
    Step {
        attempt,
        form,
        arith,
        seed,
        when: When::AfterEnd,
    }
}

const NONLINEAR: &[Step] = &[
    step(1, Form::Abstract, 6),
    step(2, Form::Abstract, 2),
    step(3, Form::Plain, 6),
    step(4, Form::PlainWithLemmas, 2),
    again(1, Form::Abstract, 6, 0),
    again(2, Form::Abstract, 2, 0),
    again(3, Form::Plain, 6, 0),
    step(4, Form::PlainWithLemmas, 6),
    again(4, Form::PlainWithLemmas, 6, 0),
    again(5, Form::Abstract, 6, 1),
    again(5, Form::Abstract, 6, 2),
    again(5, Form::PlainWithLemmas, 6, 1),
    otherwise(5, Form::Abstract, 6, 1),
    otherwise(5, Form::Abstract, 6, 2),
    otherwise(5, Form::PlainWithLemmas, 6, 1),
];

const LINEAR: &[Step] = &[
    step(1, Form::Plain, 6),
    step(2, Form::Plain, 2),
    again(1, Form::Plain, 6, 0),
    again(2, Form::Plain, 2, 0),
    again(5, Form::Plain, 6, 1),
    again(5, Form::Plain, 6, 2),
    otherwise(5, Form::Plain, 6, 1),
    otherwise(5, Form::Plain, 6, 2),
];

/// Seeds of the search with the most that one of them takes, one after the other while a search ends at its
/// limit. What a second seed finds it finds soon: of the programs of the tests all with less than half of this.
const SEARCHES: &[(u32, u64)] = &[(0, u64::MAX), (7, 40_000)];

/// When a worker counts as gone, if the caller sets no clock: a process that gets no processor time at
/// all never comes to its other limits.
const GONE_MS: u64 = 600_000;

/// Processor time of an attempt by its resource limit, in milliseconds: a second, and four for each
/// million units, of which attempts that count take one or less. So an attempt that ends by this does
/// not count its work, and would end so on any machine that is not several times slower.
const fn processor_ms(rlimit: u64) -> u64 {
    1_000 + rlimit / 250
}

struct Run<'a> {
    prepared: &'a Prepared,
    pool: &'a SolverPool,
    effort: &'a Effort,
    start: Instant,
    rlimit_used: u64,
    /// Printed forms, made when first needed.
    scripts: [Option<(Script, usize)>; 12],
    /// Forms and arithmetic solvers that ended without an answer, and those that did not.
    ended: Vec<(Form, u32)>,
    limited: Vec<(Form, u32)>,
    /// Those that went on without counting their work. They would do so again.
    uncounted: Vec<(Form, u32)>,
    limit: Option<String>,
    /// Whether the caller's clock ended an attempt.
    out_of_time: bool,
    /// Whether the limit of all attempts together was met.
    out_of_resources: bool,
    fault: Option<String>,
}

/// Takes the answer from the cache, or asks.
pub(super) fn answer(prepared: &Prepared, pool: &SolverPool, effort: &Effort) -> Solved {
    if !super::sorted::well_sorted(&prepared.formulas) {
        let verdict = Verdict::Fault("a question that is not well sorted".to_owned());
        return without_solver(prepared, verdict, 0);
    }
    // Where the answer only steers the work, nobody reads the values.
    if effort.on_the_way
        && prepared.names.is_empty()
        && let Some(model) = plain::model(prepared)
    {
        return without_solver(prepared, Verdict::Refuted(model), 0);
    }
    let Some(cache) = pool.cache().filter(|_| !prepared.is_trivial()) else {
        return run_attempts(prepared, pool, effort);
    };
    let key = match pool.identity() {
        Ok(identity) => key(prepared, effort, identity),
        // Of whom an answer is, is not known, and there is nobody to ask.
        Err(none) => return without_solver(prepared, Verdict::Fault(none.to_string()), 0),
    };
    // A proof has no values. That there is something else is kept under the same key; only then is the
    // other key worth its making.
    let with_values = LazyCell::new(|| key_with_values(prepared, &key));
    let kept = match cache.load(&key) {
        Some((kept, trust)) if kept.proved => Some((kept, trust)),
        Some(_) => cache.load(&with_values),
        None => None,
    };
    let kept = kept.filter(|(kept, _)| !kept.open || effort.on_the_way);
    if let Some((kept, Trust::Full)) = kept {
        return taken(prepared, kept);
    }
    if cache.enforced() {
        return without_solver(prepared, Verdict::NotKept, 0);
    }
    let mut solved = run_attempts(prepared, pool, effort);
    let kept_as = |proved: bool, model: Option<&super::Model>| Kept {
        proved,
        open: false,
        limit: String::new(),
        attempt: solved.attempt,
        rlimit_used: solved.rlimit_used,
        values: model.map_or_else(Vec::new, |model| positions(&prepared.names, model)),
    };
    let found = match &solved.verdict {
        Verdict::Proved => kept_as(true, None),
        Verdict::Refuted(model) => kept_as(false, Some(model)),
        Verdict::Failed(model) if effort.on_the_way => Kept {
            open: true,
            ..kept_as(false, model.as_ref())
        },
        // Not where the clock ended the search, or a fault: the next time there may be a proof.
        Verdict::Limited(limit, model)
            if effort.on_the_way
                && [UnknownCause::ResourceLimit, UnknownCause::Uncounted]
                    .map(limit_name)
                    .contains(&limit.as_str()) =>
        {
            Kept {
                open: true,
                limit: limit.clone(),
                ..kept_as(false, model.as_ref())
            }
        }
        _ => {
            if kept.is_some_and(|(kept, _)| !kept.open) {
                solved.verdict =
                    Verdict::Fault("the cache has an answer that the solver does not give".into());
            }
            return solved;
        }
    };
    match kept {
        Some((kept, _)) if !kept.open && kept.proved != found.proved => {
            solved.verdict = Verdict::Fault("the cache says otherwise".into());
        }
        _ if found.proved => cache.store(&key, &found),
        _ => {
            cache.store(&with_values, &found);
            if *with_values != key {
                let elsewhere = Kept {
                    open: true,
                    values: Vec::new(),
                    ..found
                };
                cache.store(&key, &elsewhere);
            }
        }
    }
    solved
}

/// The values of a model by the positions of their names.
fn positions(names: &[String], model: &super::Model) -> Vec<(usize, Value)> {
    let position = |name: &String| names.iter().position(|known| known == name);
    model
        .values
        .iter()
        .filter(|(_, value)| !matches!(value, Value::Map { .. }))
        .filter_map(|(name, value)| Some((position(name)?, value.clone())))
        .collect()
}

/// What an answer depends on: the question, how it is asked, and who answers.
fn key(prepared: &Prepared, effort: &Effort, identity: &Identity) -> String {
    // A proof is one, whatever it was asked for. What the clock ends is not kept.
    let effort = Effort {
        on_the_way: false,
        timeout_ms: None,
        ..effort.clone()
    };
    let mut hash = Sha256::new();
    let about = format!(
        "{} {} {} {effort:?}\n",
        env!("SOLVER_MANNER_OF_ASKING"),
        identity.sources,
        identity.version,
    );
    hash.update(about.as_bytes());
    hash.update(prepared.script().as_bytes());
    hex(hash)
}

/// What an answer with values depends on besides: which values are wanted, but not by which words
/// they are told.
fn key_with_values(prepared: &Prepared, key: &str) -> String {
    if prepared.names.is_empty() {
        return key.to_owned();
    }
    let count = prepared.names.len().min(prepared.asked.len());
    let script = smtlib::print(&prepared.formulas, &prepared.asked[..count]);
    let mut hash = Sha256::new();
    // Terms have no line feeds in them, but for the last text.
    for line in [&[key.to_owned()], &*script.wanted].concat() {
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    hash.update(script.text.as_bytes());
    hex(hash)
}

fn hex(hash: Sha256) -> String {
    let digest = hash.finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn taken(prepared: &Prepared, kept: Kept) -> Solved {
    let values: Vec<(String, Value)> = kept
        .values
        .into_iter()
        .filter_map(|(at, value)| Some((prepared.names.get(at)?.clone(), value)))
        .collect();
    let verdict = match kept.proved {
        true => Verdict::Proved,
        false if kept.open => {
            let candidate = (!values.is_empty()).then_some(super::Model {
                values,
                confirmed: false,
            });
            match kept.limit.is_empty() {
                true => Verdict::Failed(candidate),
                false => Verdict::Limited(kept.limit, candidate),
            }
        }
        false => Verdict::Refuted(super::Model {
            values,
            confirmed: true,
        }),
    };
    Solved {
        cached: true,
        rlimit_used: kept.rlimit_used,
        ..without_solver(prepared, verdict, kept.attempt)
    }
}

fn without_solver(prepared: &Prepared, verdict: Verdict, attempt: usize) -> Solved {
    Solved {
        verdict,
        attempt,
        rlimit_used: 0,
        time_ms: 0,
        quantifier_instances: 0,
        core_uses_goal: None,
        limit: None,
        cached: false,
        script: prepared.script().to_owned(),
        legend: Arc::clone(&prepared.legend),
    }
}

/// Asks the question, attempt by attempt.
fn run_attempts(prepared: &Prepared, pool: &SolverPool, effort: &Effort) -> Solved {
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
    let steps = if prepared.nonlinear {
        NONLINEAR
    } else {
        LINEAR
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
            _ => run.note(step, &reply),
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
            _ => self.ended.push(key),
        }
    }

    /// Milliseconds until the caller's clock ends the search; none once it did.
    fn left_ms(&mut self) -> Option<u64> {
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

    fn search_rlimit(&self) -> u64 {
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
            match reply.answer {
                SolverAnswer::Sat => return Some(reply),
                _ if reply.cause == Some(UnknownCause::ResourceLimit) => limited.push(step.arith),
                _ => {}
            }
        }
        None
    }

    /// What a model says of the question.
    fn found(&self, reply: &SolveReply) -> Verdict {
        let model = model::read(self.prepared, reply);
        match model.confirmed {
            true => Verdict::Refuted(model),
            false => Verdict::Failed(Some(model)),
        }
    }

    fn ask(
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

    fn reply(&mut self, request: &SolveRequest) -> SolveReply {
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

    /// The last attempt: a model of everything, or one of the ground part.
    fn search(mut self) -> Solved {
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
    fn ground(&mut self, timeout_ms: u64) -> Result<Option<super::Model>, Box<SolveReply>> {
        let formulas: Vec<Term> = self
            .prepared
            .formulas
            .iter()
            .filter(|f| !super::prepare::has_quantifier(f))
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

    fn solved(&self, verdict: Verdict, attempt: usize, reply: Option<&SolveReply>) -> Solved {
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
        .filter(|formula| match super::prepare::need(formula) {
            Need::Always => true,
            Need::Seldom => part != Part::Lean,
            Need::Repeated => part == Part::All,
            Need::Searched => part == Part::Search,
        })
        .map(|formula| match part {
            Part::Search => formula.clone(),
            Part::Lean | Part::Most | Part::All => super::prepare::without_searched(formula),
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
            let lemmas = super::nonlinear::lemmas(&base);
            let mut all = base;
            all.extend(lemmas);
            all
        }
        Form::Abstract => {
            let abstracted = super::nonlinear::abstracted(&base);
            let mut all = abstracted.formulas;
            all.extend(abstracted.facts);
            all
        }
    };
    let asked: &[Term] = if has_model { &prepared.asked } else { &[] };
    let script = smtlib::print(&formulas, asked);
    (script, formulas.len())
}

fn options(arith: u32, seed: u32) -> Vec<(String, String)> {
    let mut options = recommended_options();
    options.push(("smt.arith.solver".to_owned(), arith.to_string()));
    options.push(("smt.random_seed".to_owned(), seed.to_string()));
    options
}

fn limit_name(cause: UnknownCause) -> &'static str {
    match cause {
        UnknownCause::ResourceLimit => "resource limit (--rlimit)",
        UnknownCause::Uncounted => "the solver came to no end",
        UnknownCause::Timeout => "time limit (--timeout)",
        UnknownCause::Memory => "memory limit",
        UnknownCause::Incomplete => "incomplete",
        UnknownCause::Fault => "fault",
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
