//! A file's way: read, lower, choose, check, resolve.

use crate::assumed::{Assumed, Taken};
use crate::decide::Decided;
use crate::memory;
use crate::model::{Access, Fault, FileRun, Inferred, KernelRun, Race, Thread, Verdict, What};
use crate::one_memory::{self, OneMemory, Same, Uses};
use crate::place::{Resolver, Spot};
use crate::sizes::{self, Chosen, Origin, Wanted};
use crate::trial::{Judge, STEPS_TOGETHER, Trial};
use crate::undefinable::Undefinable;
use crate::words;
use clang::keep::Keep;
use clang::launches::Launch;
use clang::tree::Language;
use clang::types::Target;
use clang::{Reading, Request};
use ir::kernel::{
    Annotation, ArrayId, FunctionId, Graph, Module, Place, Scalar, Space, StmtKind, Terminator,
};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use races::{Finding, Options, Reason, Report, Size, Sizes, ThreadIds, Touched};
use rayon::prelude::*;
use solver::encode::Effort;
use solver::smt::SolverPool;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;

/// A file to be read.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name in messages.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The folder that `#include "…"` begins in; that of the name if absent.
    pub folder: Option<PathBuf>,
    /// How it is read.
    pub form: Form,
}

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As a text in this language.
    Source(Language),
    /// As Python, with kernels in strings.
    Python,
}

/// What is checked.
#[derive(Clone, Debug)]
pub struct Checks {
    /// Races at all; without it only divergence and assertions.
    pub races: bool,
    /// Races and divergence of threads of different blocks, too.
    pub between_blocks: bool,
    /// Two writes of the same value are no race.
    pub tolerate_equal_writes: bool,
    /// Accesses stay in arrays of known size.
    pub bounds: bool,
    /// Functions without a body are taken to write nothing but what their arguments point to.
    pub trust_external: bool,
    /// The threads of a warp of so many are taken to go in lock-step; listed as an assumption.
    pub lock_step: Option<u32>,
    /// What becomes of signed arithmetic whose result does not fit.
    pub overflow: races::Overflow,
    /// What is believed of the functions that the program declares as uninterpreted.
    pub axioms: Vec<races::Axiom>,
    /// Values of those parameters of kernels that are numbers, in order, by the kernel's name; none for
    /// any.
    pub arguments: Vec<(String, Vec<Option<u128>>)>,
    /// Whether invariants that may not hold are left out, instead of being findings.
    pub try_invariants: bool,
    /// An asynchronous copy is complete for a thread that has waited for it, without a barrier.
    pub wait_completes: bool,
    /// Families of candidate invariants that are left out, by their names.
    pub omitted: Vec<String>,
    /// What an address of which nothing is known is used for is told as use of a null pointer.
    pub unknown_is_null: bool,
    /// Only the first so many iterations of each loop are looked at, which proves nothing; all if absent.
    pub iterations: Option<u32>,
    /// Whether findings are executed, so that they may be certain.
    pub execute: bool,
    /// How hard the solver tries; the engine's own effort if absent.
    pub effort: Option<Effort>,
}

impl Default for Checks {
    fn default() -> Self {
        Checks {
            races: true,
            between_blocks: true,
            tolerate_equal_writes: false,
            bounds: true,
            trust_external: false,
            lock_step: None,
            overflow: races::Overflow::Undefined,
            axioms: Vec::new(),
            arguments: Vec::new(),
            try_invariants: false,
            wait_completes: true,
            omitted: Vec::new(),
            unknown_is_null: false,
            iterations: None,
            execute: true,
            effort: None,
        }
    }
}

/// How hard the engine tries if nobody says.
pub fn usual_effort() -> Effort {
    let one = [Size::Fixed(1); 3];
    Options::new(Sizes {
        block: one,
        grid: one,
        dimensions: None,
    })
    .effort
}

/// How files are read and checked.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The machine that they are read for.
    pub target: Target,
    /// Folders of headers.
    pub include: Vec<PathBuf>,
    /// Macros, as `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// Clang's name of a standard.
    pub standard: Option<String>,
    /// Instances of template kernels, such as `k<float, 128>`.
    pub instantiate: Vec<String>,
    /// The kernels that are meant; all if empty.
    pub kernels: Vec<String>,
    /// Of these only those that are also among these; all if empty.
    pub only: Vec<String>,
    /// The kernels that are not meant.
    pub except: Vec<String>,
    /// Sizes of launches.
    pub sizes: Wanted,
    /// What is checked.
    pub checks: Checks,
    /// Whether the kernel graph is wanted as text.
    pub graph: bool,
    /// Where clang's answers are kept, if anywhere.
    pub keep: Option<Arc<dyn Keep>>,
}

impl Settings {
    /// Whether a kernel is to be checked.
    fn means(&self, name: &str) -> bool {
        let excepted = !self.except.is_empty() && is_meant(name, &self.except);
        is_meant(name, &self.kernels) && is_meant(name, &self.only) && !excepted
    }
}

/// How a file is read, as far as its name says.
pub fn form_of(path: &Path) -> Option<Form> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    match extension.as_str() {
        "cu" | "cuh" => Some(Form::Source(Language::Cuda)),
        "cl" | "ocl" => Some(Form::Source(Language::OpenCl)),
        "py" => Some(Form::Python),
        _ => None,
    }
}

/// Reads files and checks their kernels, all at once; without a pool nothing is checked. Each string with
/// kernels in a file of Python is a file of its own.
pub fn files(inputs: &[Input], settings: &Settings, pool: Option<&SolverPool>) -> Vec<FileRun> {
    all(inputs.iter().map(|input| (input, settings)), pool)
}

/// As [`files`], each file with settings of its own. Runs over one file that follow each other are one
/// run, if they have read the same texts.
pub fn all<'a>(
    work: impl Iterator<Item = (&'a Input, &'a Settings)>,
    pool: Option<&SolverPool>,
) -> Vec<FileRun> {
    let each = work.flat_map(|(input, settings)| {
        let all = requests(input).into_iter();
        all.map(move |request| (request, settings))
    });
    let each: Vec<(Request, &Settings)> = each.collect();
    let one = |(request, settings): &(Request, &Settings)| file(request.clone(), settings, pool);
    let found: Vec<FileRun> = each.par_iter().with_max_len(1).map(one).collect();
    let mut runs: Vec<FileRun> = Vec::new();
    for run in found {
        let other = match runs.iter_mut().find(|before| before.name == run.name) {
            Some(before) => before.join(run).map(|run| *run),
            None => Some(run),
        };
        runs.extend(other);
    }
    runs
}

/// What clang is to read of a file.
pub(crate) fn requests(input: &Input) -> Vec<Request> {
    let mut found = match input.form {
        Form::Source(language) => {
            vec![Request::new(
                input.name.clone(),
                input.text.clone(),
                language,
            )]
        }
        Form::Python => clang::python::requests(&input.name, &input.text),
    };
    if found.is_empty() {
        // Nothing to read; what is said of it is that it has no kernel.
        found.push(Request::new(input.name.clone(), "", Language::Cuda));
    }
    if let Some(folder) = &input.folder {
        for request in &mut found {
            request.folder = Some(folder.clone());
        }
    }
    found
}

/// What one kernel needs to be checked.
pub(crate) struct Checked<'a> {
    pub(crate) module: &'a Module,
    pub(crate) kernel: FunctionId,
    language: Language,
    /// The launches that may start it.
    pub(crate) launches: Vec<&'a Launch>,
    /// Those of them that certainly do.
    pub(crate) sure: Vec<&'a Launch>,
    /// The names of its parameters.
    pub(crate) params: Vec<String>,
    /// The file that was asked for.
    pub(crate) file: &'a SourceFile,
    resolver: Resolver<'a>,
    pub(crate) settings: &'a Settings,
    pub(crate) pool: &'a SolverPool,
    /// How many statements counterexamples may still execute.
    steps_left: AtomicU64,
}

/// A request in these settings.
pub(crate) fn set(request: &mut Request, settings: &Settings) {
    request.target = settings.target;
    request.include.clone_from(&settings.include);
    request.define.clone_from(&settings.define);
    request.standard.clone_from(&settings.standard);
    request.instantiate.clone_from(&settings.instantiate);
    request.keep.clone_from(&settings.keep);
}

fn file(mut request: Request, settings: &Settings, pool: Option<&SolverPool>) -> FileRun {
    set(&mut request, settings);
    of_reading(&request, settings, pool, clang::read)
}

/// Checks the kernels of a file that `read` reads. [`files`] is this with [`clang::read`]; others put in
/// what clang has left before.
pub fn of_reading(
    request: &Request,
    settings: &Settings,
    pool: Option<&SolverPool>,
    read: impl FnOnce(&Request) -> Reading,
) -> FileRun {
    let start = Instant::now();
    let reading = read(request);
    let mut graphs = kernels::lower(&reading.unit);
    ir::kernel::promote(&mut graphs.module);
    let mut sources: Vec<SourceFile> = reading
        .unit
        .files
        .iter()
        .map(|file| file.source.clone())
        .collect();
    if sources.is_empty() {
        sources.push(SourceFile::new(request.name.clone(), request.text.clone()));
    }
    let mut run = FileRun {
        name: request.name.clone(),
        language: request.language,
        sources,
        kernels: Vec::new(),
        passed_over: Vec::new(),
        errors: reading.errors.clone(),
        notes: reading.notes.clone(),
        elsewhere: Vec::new(),
        graph: settings.graph.then(|| ir::kernel::print(&graphs.module)),
        reading: Duration::default(),
    };
    let (wanted, others): (Vec<_>, Vec<_>) = reading
        .kernels
        .iter()
        .partition(|kernel| settings.means(&kernel.name));
    run.passed_over = others.into_iter().map(|k| k.name.clone()).collect();
    run.reading = start.elapsed();
    // There is no host code in OpenCL: with an error there is no program.
    let broken =
        request.language == Language::OpenCl && run.errors.iter().any(|e| e.code == Code::K002);
    if broken {
        let help = words::of_other_language(&run);
        if let Some(error) = run.errors.iter_mut().find(|e| e.code == Code::K002) {
            error.help = error.help.take().or(help);
        }
        return run;
    }
    let check = |kernel: &&clang::Kernel| {
        let resolver = Resolver::new(&reading.unit.files);
        let mut result = KernelRun {
            name: kernel.name.clone(),
            spot: None,
            sizes: None,
            apart: Vec::new(),
            faults: Vec::new(),
            undecided: Vec::new(),
            errors: Vec::new(),
            arrays: Vec::new(),
            atomics: false,
            misplaced: Vec::new(),
            early: Vec::new(),
            assumptions: kernel
                .assumed
                .iter()
                .map(|one| Assumed {
                    kind: Taken::of_reading(one.code),
                    text: format!("{} [{}]", one.message, one.code),
                })
                .collect(),
            questions: 0,
            inferred: Vec::new(),
            time: Duration::default(),
        };
        if let Some(function) = kernel.function
            && let Some(tree) = reading.unit.functions.get(function.0 as usize)
        {
            let place = kernels_place(&tree.place);
            result.spot = Some(resolver.spot(&place, &[]));
        }
        let (wrong, gaps): (Vec<_>, Vec<_>) = kernel
            .errors
            .iter()
            .cloned()
            .partition(|error| error.code == Code::K002);
        result.errors = wrong;
        result.undecided = gaps;
        let refused = kernel.function.and_then(|f| graphs.refused.get(&f));
        result.undecided.extend(refused.cloned());
        if !result.errors.is_empty() || !result.undecided.is_empty() {
            return result;
        }
        let number = kernel.function.and_then(|f| graphs.functions.get(&f));
        let (Some(number), Some(pool)) = (number, pool) else {
            if pool.is_some() {
                let message = format!("the kernel `{}` has no graph", kernel.name);
                result
                    .undecided
                    .push(Diagnostic::global(Code::K321, message));
            }
            return result;
        };
        let params = kernel.function.and_then(|id| reading.unit.function(id));
        let params = params.map_or(&[][..], |function| function.parameters.as_slice());
        let params = params.iter().map(|id| {
            let found = reading.unit.variables.get(id.0 as usize);
            found.map(|one| one.name.clone()).unwrap_or_default()
        });
        let Some(file) = run.sources.first() else {
            return result;
        };
        let checked = Checked {
            params: params.collect(),
            file,
            module: &graphs.module,
            kernel: *number,
            language: request.language,
            sure: surely_of(&reading, &kernel.name),
            launches: launches_of(&reading, &kernel.name),
            resolver,
            settings,
            pool,
            steps_left: AtomicU64::new(STEPS_TOGETHER),
        };
        checked.check(&mut result);
        result
    };
    run.kernels = wanted.par_iter().with_max_len(1).map(check).collect();
    let told: Vec<&Diagnostic> = run
        .errors
        .iter()
        .chain(run.kernels.iter().flat_map(|kernel| &kernel.errors))
        .collect();
    let elsewhere = reading.clang.iter().filter(|error| !told.contains(error));
    run.elsewhere = elsewhere.cloned().collect();
    run
}

/// The launches of a file that may start a kernel.
pub(crate) fn launches_of<'a>(reading: &'a clang::Reading, kernel: &str) -> Vec<&'a Launch> {
    let names = reading.kernels.iter().map(|one| last_part(&one.name));
    let kernels: BTreeSet<&str> = names.collect();
    let all = reading.launches.iter();
    // A name that is no kernel's is a variable or a macro, and may stand for any.
    let unknown =
        |launch: &Launch| !launch.declared && !kernels.contains(last_part(&launch.kernel));
    all.filter(|launch| starts(launch, kernel) || unknown(launch))
        .collect()
}

/// The launches of a file that certainly start a kernel.
fn surely_of<'a>(reading: &'a clang::Reading, kernel: &str) -> Vec<&'a Launch> {
    let all = reading.launches.iter();
    all.filter(|launch| surely_starts(launch, kernel, &reading.kernels))
        .collect()
}

/// How a kernel is checked for a launch of these sizes.
pub(crate) fn options_for(checks: &Checks, sizes: Sizes) -> Options {
    let mut options = Options::new(sizes);
    options.races = checks.races;
    options.between_blocks = checks.between_blocks;
    options.tolerate_equal_writes = checks.tolerate_equal_writes;
    options.bounds = checks.bounds;
    options.trust_external = checks.trust_external;
    options.lock_step = checks.lock_step;
    options.overflow = checks.overflow;
    options.axioms.clone_from(&checks.axioms);
    options.arguments.clone_from(&checks.arguments);
    options.try_invariants = checks.try_invariants;
    options.omitted.clone_from(&checks.omitted);
    options.unknown_is_null = checks.unknown_is_null;
    options.iterations = checks.iterations;
    options.wait_completes = checks.wait_completes;
    if let Some(effort) = &checks.effort {
        options.effort = effort.clone();
        // Who gives more for one question gives more for all.
        options.budget = options.budget.max(6 * effort.rlimit);
    }
    options
}

fn kernels_place(place: &clang::place::Place) -> ir::kernel::Place {
    ir::kernel::Place {
        spelling: place.text_span(),
        expansion: place.span,
        inlined: None,
    }
}

/// The last part of a kernel's name, without the arguments of its template.
fn last_part(name: &str) -> &str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}

/// Whether a launch may start a kernel: its name is right, and its arguments of the template, if it has
/// any, are not known to be others.
fn starts(launch: &Launch, kernel: &str) -> bool {
    if launch.indirect {
        return true;
    }
    if last_part(&launch.kernel) != last_part(kernel) {
        return false;
    }
    let Some((_, arguments)) = kernel.split_once('<') else {
        return true;
    };
    let arguments = listed(arguments.strip_suffix('>').unwrap_or(arguments));
    let each = launch.template_arguments.iter().zip(&arguments);
    !each
        .into_iter()
        .any(|(one, other)| same_argument(one, other) == Some(false))
}

/// The arguments of a template: commas within brackets separate nothing.
fn listed(text: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, mark) in text.char_indices() {
        match mark {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text.get(start..at).unwrap_or("").trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text.get(start..).unwrap_or("").trim());
    found
}

/// Whether two arguments of templates are the same; none if that is not known: numbers and types of the language
/// have one name each, other types many.
fn same_argument(one: &str, other: &str) -> Option<bool> {
    let number = |word: &str| word.parse::<i128>().ok();
    let plain = |word: &str| {
        let words = word.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = match words.as_str() {
            "unsigned" => "unsigned int",
            "bool" | "char" | "signed char" | "unsigned char" | "short" | "unsigned short"
            | "int" | "unsigned int" | "float" | "double" => &words,
            _ => return None,
        };
        Some(name.to_owned())
    };
    match (number(one), number(other)) {
        (Some(a), Some(b)) => Some(a == b),
        _ => Some(plain(one)? == plain(other)?),
    }
}

/// Whether a launch certainly starts a kernel of those that there are.
fn surely_starts(launch: &Launch, kernel: &str, all: &[clang::Kernel]) -> bool {
    if launch.indirect || !launch.declared || last_part(&launch.kernel) != last_part(kernel) {
        return false;
    }
    let bare = |name: &str| name.split('<').next().unwrap_or(name).to_owned();
    let named = all
        .iter()
        .filter(|one| last_part(&one.name) == last_part(kernel));
    let named: Vec<&str> = named.map(|one| &*one.name).collect();
    // Overloads.
    if named.iter().filter(|name| **name == kernel).count() > 1 {
        return false;
    }
    let others: Vec<&str> = named.into_iter().filter(|name| *name != kernel).collect();
    let arguments = || {
        let (_, inside) = kernel.split_once('<')?;
        let own = listed(inside.strip_suffix('>')?);
        let both = launch.template_arguments.iter().zip(&own);
        let same = both
            .into_iter()
            .all(|(a, b)| same_argument(a, b) == Some(true));
        Some(same && own.len() == launch.template_arguments.len())
    };
    let one_template = others.iter().all(|other| bare(other) == bare(kernel));
    match kernel.contains('<') {
        true => one_template && arguments() == Some(true),
        false => others.is_empty(),
    }
}

/// Whether a kernel is one of those named: by its whole name, by its last part, or without the
/// arguments of its template.
pub fn is_meant(name: &str, wanted: &[String]) -> bool {
    let bare = name.split('<').next().unwrap_or(name);
    let last = bare.rsplit("::").next().unwrap_or(bare);
    wanted.is_empty() || wanted.iter().any(|w| w == name || w == bare || w == last)
}

impl Checked<'_> {
    /// Checks the kernel for each way in which launches pass one pointer for several of its parameters.
    fn check(&self, result: &mut KernelRun) {
        let each: Same = (0..self.params.len()).collect();
        let of = (self.module, self.kernel);
        let passed = OneMemory::of(&self.launches, of, self.params.len());
        let line =
            |start: Option<u32>| start.map(|start| self.file.line_column(start as usize).line);
        let none = [(each.clone(), None)].into();
        let ways = match passed.ways.is_empty() {
            true => &none,
            false => &passed.ways,
        };
        let untouched = result.clone();
        let mut uses = Uses::default();
        for (number, (same, start)) in ways.iter().enumerate() {
            if number > 0 && result.verdict() != Verdict::Verified {
                break;
            }
            let mut one = untouched.clone();
            if *same == each {
                let touched = self.check_one(&mut one);
                touched.iter().for_each(|one| uses.add(one, of, same));
            } else {
                let module = one_memory::merged(self.module, self.kernel, same);
                let merged = self.with_module(&module);
                let touched = merged.check_one(&mut one);
                touched.iter().for_each(|one| uses.add(one, of, same));
                let groups = one_memory::groups(same, &self.params);
                one.assumptions
                    .push(words::one_memory(&groups, line(*start)));
            }
            let before = std::mem::replace(result, one);
            if number > 0 {
                let more = before.assumptions.into_iter();
                let new: Vec<Assumed> = more
                    .filter(|one| result.assumptions.iter().all(|it| it.text != one.text))
                    .collect();
                result.assumptions.extend(new);
                result.questions += before.questions;
                result.time += before.time;
            }
        }
        for (start, meeting) in &passed.meetings {
            if !uses.matter(meeting.arguments) {
                continue;
            }
            let texts = (&*meeting.texts.0, &*meeting.texts.1);
            match meeting.parts {
                true => result.assumptions.push(words::parts(line(*start), texts)),
                false => result.undecided.push(words::meeting(line(*start), texts)),
            }
        }
        for (start, at, variable) in &passed.variables {
            if uses.matters_with(*at, variable) {
                let param = self.params.get(*at).map_or("", String::as_str);
                let message = words::variable(line(*start), param, variable);
                result.undecided.push(message);
            }
        }
        if uses.some_matter() {
            let unread = passed.unread.iter();
            let messages = unread.map(|start| words::unread(line(*start)));
            result.undecided.extend(messages);
        }
    }

    /// Checks it once; says what of memory it touches.
    fn check_one(&self, result: &mut KernelRun) -> Vec<Touched> {
        let shared = self.module.arrays.iter();
        let shared = shared.filter(|array| array.space != Space::Private);
        result.arrays = shared.map(|array| array.name.clone()).collect();
        result.atomics = sizes::reached(self.module, self.kernel).iter().any(|f| {
            let mut stmts = f.blocks.iter().flat_map(|block| &block.stmts);
            stmts.any(|stmt| matches!(stmt.kind, StmtKind::Atomic { .. }))
        });
        result.misplaced = self.misplaced();
        result.early = self.early();
        let start = Instant::now();
        let decided = self.decide();
        result.time = start.elapsed();
        result.sizes = decided.first().map(|one| one.chosen);
        if decided.len() > 1 {
            result.apart = decided.iter().map(|one| one.chosen).collect();
        }
        let each = decided.into_iter().map(|one| {
            let with = self.with_module(&one.module);
            with.tell(&one, result);
            one.report.touched
        });
        each.collect()
    }

    /// The same for another form of the program, with the same numbers of functions and arrays.
    fn with_module<'b>(&'b self, module: &'b Module) -> Checked<'b> {
        Checked {
            module,
            launches: self.launches.clone(),
            sure: self.sure.clone(),
            params: self.params.clone(),
            steps_left: AtomicU64::new(STEPS_TOGETHER),
            ..*self
        }
    }

    /// Adds what a check has found.
    fn tell(&self, decided: &Decided<'_>, result: &mut KernelRun) {
        let report = &decided.report;
        result.questions += report.questions;
        result.inferred.extend(self.inferred(report));
        let faults = report.findings.iter();
        result
            .faults
            .extend(faults.map(|finding| self.fault(finding, decided)));
        // What is taken for granted and an execution refutes is no assumption; what it shows is decided.
        let mut refuted = BTreeSet::new();
        for suspected in &report.suspected {
            let fault = self.fault(suspected, decided);
            if fault.trial == Trial::Shown {
                result.faults.push(fault);
                refuted.insert(suspected.place);
            }
        }
        let open = report.undecided.iter().filter(|lack| {
            let shown = matches!(lack.lack, races::Lack::Unconfirmed | races::Lack::Absent);
            !shown || !refuted.contains(&lack.place)
        });
        let undecided = open.map(|lack| {
            let spot = self.resolver.spot(&lack.place, &report.inlined);
            words::undecided(&lack.lack, &spot)
        });
        result.undecided.extend(undecided);
        for one in self.assumed(decided, &refuted) {
            if !result.assumptions.contains(&one) {
                result.assumptions.push(one);
            }
        }
    }

    /// What a check takes for granted, but for what comes together at these places.
    fn assumed(&self, decided: &Decided<'_>, refuted: &BTreeSet<Place>) -> Vec<Assumed> {
        let chosen = &decided.chosen;
        let mut found = Vec::new();
        for one in &decided.report.assumptions {
            match one {
                races::Assumption::Gathering(place) if refuted.contains(place) => {}
                races::Assumption::Launches => {
                    found.extend(decided.launched.assumed(self.launches.len() > 1));
                }
                one => found.push(words::assumption(one, &self.resolver)),
            }
        }
        if chosen.block == Origin::Launches || chosen.grid == Origin::Launches {
            // Those of headers have no place.
            let here = self.launches.iter();
            let here = here.filter(|launch| launch.place != Span::default());
            let lines = here.map(|launch| {
                let at = self.file.line_column(launch.place.start as usize);
                at.line
            });
            found.push(Assumed {
                kind: Taken::Launches,
                text: words::launches(lines.collect()),
            });
        }
        if chosen.block == Origin::Bounds {
            found.push(Assumed {
                kind: Taken::Sizes,
                text: words::bounds(&chosen.sizes.block),
            });
        }
        if let Some(open) = chosen.open {
            found.push(Assumed {
                kind: Taken::Sizes,
                text: words::dimensions(open),
            });
        }
        found
    }

    /// The candidate invariants of its loops.
    fn inferred(&self, report: &Report) -> Vec<Inferred> {
        let each = report.inferred.iter().map(|one| Inferred {
            spot: self.resolver.spot(&one.place, &report.inlined),
            tried: one.tried.clone(),
            kept: one.kept.clone(),
        });
        each.collect()
    }

    /// Invariants outside of the heads of loops, in the kernel and what it calls.
    fn misplaced(&self) -> Vec<Spot> {
        let mut found = Vec::new();
        for function in sizes::reached(self.module, self.kernel) {
            let Ok(graph) = Graph::new(function) else {
                continue;
            };
            for block in graph
                .order
                .iter()
                .filter(|at| !graph.loops.contains_key(at))
            {
                let stmts = function.block(*block).into_iter().flat_map(|b| &b.stmts);
                let wrong = stmts.filter(|stmt| match &stmt.kind {
                    StmtKind::Annotation(Annotation::Everywhere(inner)) => {
                        matches!(**inner, Annotation::Invariant(_))
                    }
                    StmtKind::Annotation(one) => matches!(one, Annotation::Invariant(_)),
                    _ => false,
                });
                found.extend(wrong.map(|stmt| self.resolver.spot(&stmt.place, &[])));
            }
        }
        found
    }

    /// Invariants of all loops that do not stand at the end of their function.
    fn early(&self) -> Vec<Spot> {
        let functions = sizes::reached(self.module, self.kernel);
        let blocks = functions.into_iter().flat_map(|function| &function.blocks);
        let inside = blocks.filter(|block| !matches!(block.end, Terminator::Return(_)));
        let stmts = inside.flat_map(|block| &block.stmts);
        let early = stmts
            .filter(|stmt| matches!(stmt.kind, StmtKind::Annotation(Annotation::EveryLoop(_))));
        early
            .map(|stmt| self.resolver.spot(&stmt.place, &[]))
            .collect()
    }

    fn name_of(&self, array: ArrayId) -> String {
        let array = self.module.array(array);
        array.map_or_else(|| "?".to_owned(), |array| array.name.clone())
    }

    fn fault(&self, finding: &Finding, decided: &Decided<'_>) -> Fault {
        let Decided { report, chosen, .. } = decided;
        let what = match &finding.fault {
            races::Fault::Race {
                array,
                first,
                second,
                same_block,
                across,
            } => What::Race(Box::new(Race {
                across: *across,
                ..self.race(*array, [first, second], *same_block, report)
            })),
            races::Fault::Divergence { what, who } => What::Divergence {
                meets: *what,
                who: *who,
            },
            races::Fault::Broken(Reason::Assertion) => What::Assertion,
            races::Fault::Broken(Reason::Invariant) => What::Invariant,
            races::Fault::Broken(Reason::Bounds(array)) => What::Bounds(self.name_of(*array)),
            races::Fault::Broken(Reason::ConstantWrite(array)) => {
                What::ConstantWrite(self.name_of(*array))
            }
            races::Fault::Broken(Reason::BarrierInvariant) => What::BarrierInvariant,
            races::Fault::Broken(Reason::Permission) => What::Permission,
            // The rest is not decided, or told as an access by a null pointer.
            races::Fault::Broken(
                Reason::NullAccess
                | Reason::UnknownAddress
                | Reason::UnknownCallee
                | Reason::Recursion,
            ) => What::NullAccess,
        };
        let values = finding.values.iter();
        let (trial, launch) = match self.settings.checks.execute {
            true => {
                let judge = Judge {
                    module: self.module,
                    kernel: self.kernel,
                    checks: &self.settings.checks,
                    chosen,
                    left: &self.steps_left,
                };
                judge.trial(finding)
            }
            false => (Trial::NotTried("nobody asked for it"), None),
        };
        let blocks = decided.open.block;
        let grids = decided.open.grid && self.asks_about_grids(finding);
        let trial = match trial {
            Trial::Shown if blocks || grids => Trial::OtherSizes,
            other => other,
        };
        Fault {
            code: finding.fault.code(),
            what,
            spot: self.resolver.spot(&finding.place, &report.inlined),
            threads: finding
                .threads
                .iter()
                .map(|ids| thread(ids, finding, chosen))
                .collect(),
            values: values
                .map(|(name, value)| self.value(name, value))
                .collect(),
            abstractions: finding.abstractions.clone(),
            trial,
            launch,
            only_where: finding
                .only_by_overflow
                .then(|| Undefinable::of(self.module, self.kernel)),
        }
    }

    /// Whether it may depend on the size of the grid that something happens: it does not for threads of the first
    /// block, which all grids have, of a kernel that does not ask for the size.
    fn asks_about_grids(&self, finding: &Finding) -> bool {
        let first = finding.threads.iter().all(|ids| ids.block == [0; 3]);
        !first || sizes::asks_about_grids(self.module, self.kernel)
    }

    fn race(
        &self,
        array: ArrayId,
        both: [&races::Racing; 2],
        same_block: bool,
        report: &Report,
    ) -> Race {
        let found = self.module.array(array);
        let named = |offset: Option<&BigInt>, bytes: Option<u64>, fields: bool| {
            found.map(|array| memory::name(array, offset, bytes, fields))
        };
        let words = |offset: Option<&BigInt>, bytes: Option<u64>| {
            named(offset, bytes, true).map_or_else(|| "?".to_owned(), |named| named.words())
        };
        let access = |racing: &races::Racing| Access {
            kind: racing.kind,
            spot: self.resolver.spot(&racing.place, &report.inlined),
            location: words(racing.offset.as_ref(), racing.bytes),
            bytes: racing.bytes,
        };
        let [first, second] = both;
        let (offset, bytes) = shared_bytes(first, second);
        let published = named(offset.as_ref(), bytes, false);
        Race {
            array: self.name_of(array),
            location: words(offset.as_ref(), bytes),
            published: published.map_or_else(|| "?".to_owned(), |named| named.published()),
            first: access(first),
            second: access(second),
            same_block,
            across: false,
            shared: found.is_some_and(|array| array.space == Space::Shared),
        }
    }

    /// A parameter's or size's name and value as the program has them.
    fn value(&self, name: &str, value: &BigInt) -> (String, String) {
        if let Some(words) = words::size_name(name, self.language) {
            return (words, value.to_string());
        }
        let function = self.module.functions.get(self.kernel.0 as usize);
        let local = function.and_then(|function| {
            let param = function.params.iter().find(|param| param.name == name)?;
            function.local(param.local)
        });
        let text = match local.map(|local| (local.scalar, local.signed)) {
            Some((Scalar::Int(bits), true)) if value.bits() == u64::from(bits) => {
                (value - (BigInt::from(1) << bits)).to_string()
            }
            Some((Scalar::Float(_), _)) => format!("bits 0x{value:x}"),
            _ => value.to_string(),
        };
        (name.to_owned(), text)
    }
}

/// The bytes that both accesses touch.
fn shared_bytes(first: &races::Racing, second: &races::Racing) -> (Option<BigInt>, Option<u64>) {
    let (Some(a), Some(b)) = (&first.offset, &second.offset) else {
        return (first.offset.clone().or_else(|| second.offset.clone()), None);
    };
    let start = a.max(b).clone();
    let bytes = match (first.bytes, second.bytes) {
        (Some(x), Some(y)) => (a + x).min(b + y) - &start,
        _ => return (Some(start), None),
    };
    (Some(start), bytes.to_u64().filter(|bytes| *bytes > 0))
}

fn thread(ids: &ThreadIds, finding: &Finding, chosen: &Chosen) -> Thread {
    let size = |at: usize| match chosen.sizes.block.get(at) {
        Some(Size::Fixed(n)) => Some(u64::from(*n)),
        _ => {
            let name = format!("block.{}", ["x", "y", "z"].get(at)?);
            let found = finding.values.iter().find(|(n, _)| *n == name)?;
            found.1.to_u64()
        }
    };
    let (thread, block) = (ids.thread.map(u64::from), ids.block.map(u64::from));
    let mut global = Some([0; 3]);
    for at in 0..3 {
        let number = size(at).and_then(|size| {
            let first = block.get(at)?.checked_mul(size)?;
            first.checked_add(*thread.get(at)?)
        });
        global = match (global, number) {
            (Some(mut all), Some(number)) => {
                if let Some(slot) = all.get_mut(at) {
                    *slot = number;
                }
                Some(all)
            }
            _ => None,
        };
    }
    Thread {
        thread,
        block,
        global,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_named_in_full_or_in_part() {
        let wanted = |name: &str| vec![name.to_owned()];
        for name in ["a::k<int>", "k", "a::k"] {
            assert!(is_meant("a::k<int>", &wanted(name)), "{name}");
        }
        assert!(!is_meant("a::k<int>", &wanted("a")));
        assert!(is_meant("k", &[]));
    }
}
