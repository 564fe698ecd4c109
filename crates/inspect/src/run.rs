//! A file's way: read, lower, choose, check, resolve.

mod cooperative;
mod covered;
mod effects;
mod findings;
mod functions;
mod held;
mod includer;
mod kernel;
mod passed;
mod python;
mod restate;
mod settings;
mod too_short;

pub(crate) use self::kernel::Checked;
use self::kernel::{HostCode, UNITS};
pub(crate) use self::restate::restate;
pub use self::settings::{
    Annotations, Checks, Contracts, Form, Input, Settings, form_of, is_meant, usual_effort,
};
pub(crate) use self::settings::{options_for, set};
use crate::accept::{self, Accepts, Comment, Obeyed};
use crate::assumed::{Assumed, Taken};
use crate::in_body::in_body;
use crate::launched::{Declared, starts_of};
use crate::model::{FileRun, KernelRun};
use crate::named;
use crate::parameters::parameters;
use crate::place::Resolver;
use crate::trial::STEPS_TOGETHER;
use crate::words;
use crate::written::{self, Written};
use ::python::Text;
use clang::tree::Language;
use clang::{Reading, Request};
use hosts::Hosts;
use itertools::Itertools;
use rayon::prelude::*;
use solver::smt::SolverPool;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;

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
        let all = chosen(input, settings).into_iter();
        all.map(move |text| (text, input, settings))
    });
    let each: Vec<(Text, &Input, &Settings)> = each.collect();
    let one = |(text, input, settings): &(Text, &Input, &Settings)| {
        let python = input.form == Form::Python && settings.checks.launches;
        let launches = match python {
            true => ::python::launches(&input.text),
            false => Vec::new(),
        };
        let run = file((text, &launches), input, settings, pool);
        let mut run = self::python::of_string(run, text);
        if python {
            let whole = SourceFile::new(input.name.clone(), input.text.clone());
            self::python::hold_launches(&mut run, &whole, &launches);
            let accepts = Accepts {
                comments: &[],
                accepting: &settings.accept,
            };
            accept::of_launches(&mut run, &accepts);
        }
        run
    };
    let found: Vec<FileRun> = each.par_iter().with_max_len(1).map(one).collect();
    let mut runs: Vec<FileRun> = Vec::new();
    for run in found {
        let other = match runs.iter_mut().find(|before| before.name == run.name) {
            Some(before) => before.join(run).map(|run| *run),
            None => Some(run),
        };
        runs.extend(other);
    }
    accept::note(&mut runs, each.iter().map(|(_, _, settings)| *settings));
    runs
}

/// What clang is to read of a file.
pub(crate) fn requests(input: &Input) -> Vec<Request> {
    let all = texts(input, &[]).into_iter();
    all.map(|text| text.request).collect()
}

/// The texts of a file that are meant.
pub(crate) fn chosen(input: &Input, settings: &Settings) -> Vec<Text> {
    let all = texts(input, &settings.define);
    match settings.string {
        Some(number) => all.into_iter().skip(number).take(1).collect(),
        None => all,
    }
}

/// As [`requests`], with what is known of the texts of a Python file; `define` are the user's macros.
pub(crate) fn texts(input: &Input, define: &[String]) -> Vec<Text> {
    let whole = |text: &str, language| Text {
        request: Request::new(input.name.clone(), text, language),
        constants: Vec::new(),
        compiled: Vec::new(),
        undecided: None,
    };
    let mut found = match input.form {
        Form::Source(language) => vec![whole(&input.text, language)],
        Form::Python => ::python::texts(&input.name, &input.text, define),
    };
    if found.is_empty() {
        // Nothing to read; what is said of it is that it has no kernel.
        found.push(whole("", Language::Cuda));
    }
    if let Some(folder) = &input.folder {
        for text in &mut found {
            text.request.folder = Some(folder.clone());
        }
    }
    found
}

fn file(
    (text, launches): (&Text, &[::python::Launch]),
    input: &Input,
    settings: &Settings,
    pool: Option<&SolverPool>,
) -> FileRun {
    let mut request = text.request.clone();
    set(&mut request, settings);
    // Nothing is proved of a text that may be another.
    let pool = pool.filter(|_| text.undecided.is_none());
    let add = |hosts: &mut Hosts, reading: &Reading| passed::add(hosts, reading, text, launches);
    // What is read from a stream is in no folder.
    if input.form != Form::Python && input.folder.is_none() {
        let reading = clang::read(&request);
        return match includer::through(&request, &reading, settings) {
            Some(other) => {
                let of = (&other.settings, pool);
                with_launches(&other.request, of, |_, _| {}, |_| other.reading)
            }
            None => with_launches(&request, (settings, pool), add, |_| reading),
        };
    }
    with_launches(&request, (settings, pool), add, |request| {
        let mut reading = clang::read(request);
        // What is shown is the Python file where its lines are others, or the text is not known.
        let lines = |text: &str| {
            text.match_indices('\n')
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        };
        let python = input.form == Form::Python && request.text.len() == input.text.len();
        let differs = || text.undecided.is_some() || lines(&request.text) != lines(&input.text);
        let first = reading.unit.files.first_mut();
        if let Some(first) = first.filter(|_| python && differs()) {
            first.source = SourceFile::new(request.name.clone(), input.text.clone());
        }
        reading
    })
}

/// Checks the kernels of a file that `read` reads. [`files`] is this with [`clang::read`]; others put in
/// what clang has left before.
pub fn of_reading(
    request: &Request,
    settings: &Settings,
    pool: Option<&SolverPool>,
    read: impl FnOnce(&Request) -> Reading,
) -> FileRun {
    with_launches(request, (settings, pool), |_, _| {}, read)
}

/// As [`of_reading`], with launches that host code in another language makes.
fn with_launches(
    request: &Request,
    (settings, pool): (&Settings, Option<&SolverPool>),
    add: impl FnOnce(&mut Hosts, &Reading),
    read: impl FnOnce(&Request) -> Reading,
) -> FileRun {
    let start = Instant::now();
    let reading = read(request);
    let mut graphs = kernels::lower(&reading.unit);
    kernel_graph::promote(&mut graphs.module);
    restate(&mut graphs, &settings.checks);
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
        comments: Vec::new(),
        graph: settings.graph.then(|| kernel_graph::print(&graphs.module)),
        reading: Duration::default(),
    };
    let (wanted, others): (Vec<_>, Vec<_>) = reading
        .kernels
        .iter()
        .enumerate()
        .filter(|(_, kernel)| settings.means_file(kernel, &reading.unit))
        .partition(|(_, kernel)| settings.means(&kernel.name));
    run.passed_over = others.into_iter().map(|(_, k)| k.name.clone()).collect();
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
    if settings.checks.modular {
        // Functions that no kernel calls are looked at as well.
        let refused = graphs.refused.values();
        let wrong = refused.filter(|one| one.code == Code::K208);
        let wrong: Vec<Diagnostic> = wrong.cloned().collect();
        run.errors
            .extend(wrong.into_iter().unique_by(|one| one.message.clone()));
    }
    let held = settings.checks.launches && request.language == Language::Cuda;
    let mut hosts = held.then(|| hosts::read(request));
    if let Some(Ok(hosts)) = &mut hosts {
        add(hosts, &reading);
    }
    let names: Vec<String> = reading.kernels.iter().map(|one| one.name.clone()).collect();
    let written = match settings.checks.written {
        true => written::All::of(&reading, &request.text),
        false => written::All::default(),
    };
    run.errors.extend(written.errors);
    run.notes.extend(written.notes);
    if settings.accept.obeyed != Obeyed::Unread {
        let (comments, wrong) = accept::read(&reading, &request.text);
        run.comments = comments;
        run.notes.extend(wrong);
    }
    let work = Kernels {
        written: &written.kernels,
        comments: &run.comments,
        hosts: hosts.as_ref(),
        names: &names,
        request,
        settings,
        pool,
        reading: &reading,
        graphs: &graphs,
        file: run.sources.first(),
    };
    let watch = settings.watch.as_deref();
    if let Some(watch) = watch {
        watch.stated(wanted.len());
    }
    let check = |(number, kernel): &(usize, &clang::Kernel)| {
        if let Some(watch) = watch {
            watch.started(&kernel.name);
        }
        let checked = work.check(*number, kernel);
        if let Some(watch) = watch {
            watch.finished(&checked.name, checked.verdict());
        }
        checked
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

/// The kernels of a file that was read.
struct Kernels<'a> {
    /// What is written before each of them, or what is wrong with that.
    written: &'a [(Vec<Written>, Vec<Diagnostic>)],
    /// The comments of its files that accept findings.
    comments: &'a [Comment],
    hosts: Option<&'a HostCode>,
    names: &'a [String],
    request: &'a Request,
    settings: &'a Settings,
    pool: Option<&'a SolverPool>,
    reading: &'a Reading,
    graphs: &'a kernels::Graphs,
    file: Option<&'a SourceFile>,
}

impl Kernels<'_> {
    /// Where a kernel is declared, and others of its name.
    fn declared(&self, kernel: &clang::Kernel) -> Declared {
        let place = |one: &clang::Kernel| {
            let function = one.function.and_then(|id| self.reading.unit.function(id));
            function.map(|function| function.name_place.span)
        };
        let same = self.reading.kernels.iter();
        let same = same.filter(|one| one.name == kernel.name && one.function != kernel.function);
        Declared {
            own: place(kernel),
            others: same.filter_map(place).collect(),
        }
    }

    fn check(&self, number: usize, kernel: &clang::Kernel) -> KernelRun {
        let mut result = self.read(kernel);
        let (written, wrong) = match self.written.get(number) {
            Some((written, wrong)) => (written.as_slice(), wrong.as_slice()),
            None => (&[][..], &[][..]),
        };
        result.errors.extend(wrong.iter().cloned());
        if !result.errors.is_empty() || !result.undecided.is_empty() {
            return result;
        }
        let number = kernel.function.and_then(|f| self.graphs.functions.get(&f));
        let (Some(number), Some(pool)) = (number, self.pool) else {
            if self.pool.is_some() {
                let message = format!("the kernel `{}` has no graph", kernel.name);
                let message = Diagnostic::global(Code::K321, message);
                result.undecided.push(message);
            }
            return result;
        };
        let unit = &self.reading.unit;
        let Some(file) = self.file else {
            return result;
        };
        let code = self.hosts.and_then(|hosts| hosts.as_ref().ok());
        let declared = self.declared(kernel);
        let starts = code.map(|code| starts_of(code, &kernel.name, self.names, Some(&declared)));
        let starts = starts.unwrap_or_default();
        let tree = kernel.function.and_then(|id| unit.function(id));
        let tree = tree.filter(|_| self.settings.checks.written);
        let said = tree.map(|function| in_body(unit, function, file));
        let (more, said): (Vec<Written>, Vec<Span>) = said.unwrap_or_default().into_iter().unzip();
        let mut written = [written, more.as_slice()].concat();
        let functions = &self.graphs.module.functions;
        let most = functions
            .get(number.0 as usize)
            .and_then(|f| f.most_threads);
        written.extend(written::bounded(&written, most));
        let settings = written::settings(self.settings, &written);
        let twice = kernel.function.and_then(|id| unit.function(id));
        let twice = twice.map_or_else(BTreeSet::new, |tree| several(unit, tree));
        let checked = Checked {
            twice: &twice,
            written: &written,
            accepts: Accepts {
                comments: self.comments,
                accepting: &self.settings.accept,
            },
            said: &said,
            bare: self.settings,
            file,
            module: &self.graphs.module,
            kernel: *number,
            language: self.request.language,
            starts,
            restricted: restricted(unit, kernel),
            hosts: self.hosts,
            names: (&kernel.name, self.names),
            resolver: Resolver::new(&unit.files),
            settings: &settings,
            pool,
            steps_left: AtomicU64::new(STEPS_TOGETHER),
            units_left: Arc::new(AtomicU64::new(UNITS)),
        };
        races::together(|| checked.check(&mut result));
        result
    }

    /// What is known of a kernel before it is checked.
    fn read(&self, kernel: &clang::Kernel) -> KernelRun {
        let unit = &self.reading.unit;
        let function = kernel.function.and_then(|id| unit.function(id));
        let place = function.map(|tree| kernels_place(&tree.place));
        let errors = kernel.errors.iter().cloned();
        let (errors, mut undecided): (Vec<_>, Vec<_>) =
            errors.partition(|error| error.code == Code::K002);
        let refused = kernel.function.and_then(|f| self.graphs.refused.get(&f));
        undecided.extend(refused.cloned());
        // A reader is told where to go on.
        for one in undecided.iter_mut().filter(|one| one.help.is_none()) {
            one.help = Some(format!(
                "`alpinist explain {}` says what may be written instead; `--kernel` leaves this kernel out",
                one.code
            ));
        }
        let assumed = kernel.assumed.iter().map(|one| Assumed {
            kind: Taken::of_reading(one.code),
            text: format!("{} [{}]", one.message, one.code),
        });
        KernelRun {
            name: kernel.name.clone(),
            spot: place.map(|place| Resolver::new(&unit.files).spot(&place, &[])),
            sizes: None,
            faults: Vec::new(),
            safe_if: None,
            undecided,
            errors,
            arrays: Vec::new(),
            atomics: false,
            misplaced: Vec::new(),
            intervals: 0,
            early: Vec::new(),
            contract: Vec::new(),
            effects: Vec::new(),
            apart: Vec::new(),
            parameters: function.map_or_else(Vec::new, |tree| parameters(unit, tree)),
            definition: function
                .filter(|tree| tree.name_place.spelling.is_none())
                .map(|tree| tree.place.span),
            head: function.and_then(|tree| named::head(unit, tree)),
            named: match (function, self.settings.checks.explain) {
                (Some(tree), true) => named::places(unit, tree),
                (Some(_), false) | (None, _) => Vec::new(),
            },
            launches: Vec::new(),
            explained: Vec::new(),
            worked: Vec::new(),
            assumptions: assumed.collect(),
            questions: 0,
            inferred: Vec::new(),
            time: Duration::default(),
        }
    }
}

/// Names that several parameters of a function have, as those of a pack.
fn several(unit: &clang::tree::Unit, function: &clang::tree::Function) -> BTreeSet<String> {
    let names = function.parameters.iter();
    let names = names.filter_map(|id| Some(unit.variable(*id)?.name.as_str()));
    names.duplicates().map(str::to_owned).collect()
}

/// Whether a kernel promises the compiler that pointers point to different memory, itself or in what it calls: by a
/// variable that is `__restrict__`, or by `__ldg`, which loads what nobody writes.
fn restricted(unit: &clang::tree::Unit, kernel: &clang::Kernel) -> bool {
    let functions = kernel.functions.iter();
    let functions: Vec<_> = functions.filter_map(|id| unit.function(*id)).collect();
    let within = |span| functions.iter().any(|one| one.place.span.contains(span));
    let mut restrict = unit.variables.iter().filter(|one| one.ty.restrict);
    functions.iter().any(|one| one.name == "__ldg") || restrict.any(|one| within(one.place.span))
}

fn kernels_place(place: &clang::place::Place) -> kernel_graph::Place {
    kernel_graph::Place {
        spelling: place.text_span(),
        expansion: place.span,
        inlined: None,
    }
}
