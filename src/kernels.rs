//! Files of kernels with the settings that they are checked with.

use crate::cli::Deny;
use crate::cli::kernels::{Assumed, Bits, KernelArgs, LanguageName, OnlyCheck};
use crate::config::kernels::{Kernels, Repair};
use crate::config::{Config, allow};
use crate::files::{self, Place};
use crate::project::{self, Flags, Project};
use clang::tree::Language;
use clang::types::Target;
use inspect::accept::{Accepting, Baseline, Obeyed};
use inspect::model::FileRun;
use inspect::sizes::{Extent, Wanted, show, three};
use inspect::{Checks, Form, Input, Settings, is_meant};
use installed::headers;
use itertools::Itertools;
use races::{MOST_IN_GRID, Overflow, Size};
use report::messages::Problem;
use solver::encode::Effort;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// A file, and how it is checked.
pub type Job = (Input, Settings);

/// The jobs for files: one for each of their entries in `alpinist.toml`, and one for the kernels that none
/// of these is about.
pub fn jobs(args: &KernelArgs, config: &Config) -> (Vec<Job>, Vec<Problem>) {
    let (files, mut problems) = inputs(args);
    let each = files
        .iter()
        .flat_map(|(input, path)| jobs_of(input, path.as_deref(), args, config));
    let jobs = each.filter(|job| is_possible(job, &mut problems)).collect();
    (jobs, problems)
}

/// As many threads as a block of CUDA has at most, and as many of them in the third dimension.
const MOST_THREADS: u64 = 1024;
const MOST_DEEP: u64 = 64;

/// As many blocks as a grid of CUDA has at most, by dimension (CUDA C++ Programming Guide, *Compute Capabilities*).
const MOST_BLOCKS: [u64; 3] = [2_147_483_647, 65_535, 65_535];

/// A size of launches on the command line and in alpinist.toml.
struct Said<'a> {
    flag: &'static str,
    ones: &'static str,
    given: &'a Option<Extent>,
    /// In alpinist.toml: of the file's own entry, and of all.
    kept: [&'a Option<Extent>; 2],
    is_possible: fn([u64; 3]) -> bool,
    limits: String,
}

/// Whether there is a launch with the sizes of a job, and kernels are checked for so many threads; takes in what is wrong
/// with them. A block of OpenCL may be as large as its device lets it.
pub fn is_possible((input, settings): &Job, problems: &mut Vec<Problem>) -> bool {
    let launched = match input.form == Form::Source(Language::Cuda) {
        true => not_launched(&settings.sizes),
        false => None,
    };
    let Some(problem) = launched.or_else(|| too_many(&settings.sizes)) else {
        return true;
    };
    if problems.iter().all(|(other, _)| *other != problem) {
        problems.push((problem, Vec::new()));
    }
    false
}

/// That numbers of threads would wrap, which no kernel is checked for.
fn too_many(sizes: &Wanted) -> Option<Diagnostic> {
    let of = |given: &Option<Extent>, entry: &Option<Extent>, usual: &Option<Extent>| {
        let said = given.as_ref().or(entry.as_ref()).or(usual.as_ref());
        let numbers = three(said.map_or(&[Size::Any; 3][..], |extent| extent));
        // Of an open size the least.
        numbers.map(|size| match size {
            Size::Fixed(n) => u64::from(n),
            Size::Any => 1,
        })
    };
    let block = of(&sizes.block, &sizes.entry_block, &sizes.usual_block);
    let grid = of(&sizes.grid, &sizes.entry_grid, &sizes.usual_grid);
    let (axis, threads) = ["x", "y", "z"]
        .into_iter()
        .zip(grid.into_iter().zip(block))
        .map(|(axis, (blocks, threads))| (axis, blocks.saturating_mul(threads)))
        .find(|(_, threads)| *threads > MOST_IN_GRID)?;
    let code = match sizes.block.is_some() || sizes.grid.is_some() {
        true => Code::C001,
        false => Code::C013,
    };
    let message = format!(
        "a grid with {threads} threads in {axis} is not supported: the limit is {MOST_IN_GRID}"
    );
    let note = "thread indices beyond it do not fit in an `int`";
    Some(Diagnostic::global(code, message).with_note(note))
}

/// What is wrong with sizes that no launch of CUDA has.
fn not_launched(sizes: &Wanted) -> Option<Diagnostic> {
    let block = Said {
        flag: "block",
        ones: "a block",
        given: &sizes.block,
        kept: [&sizes.entry_block, &sizes.usual_block],
        is_possible: |[x, y, z]| {
            x.saturating_mul(y).saturating_mul(z) <= MOST_THREADS && z <= MOST_DEEP
        },
        limits: format!("a block has at most {MOST_THREADS} threads, and at most {MOST_DEEP} in z"),
    };
    let [x, y, z] = MOST_BLOCKS;
    let grid = Said {
        flag: "grid",
        ones: "a grid",
        given: &sizes.grid,
        kept: [&sizes.entry_grid, &sizes.usual_grid],
        is_possible: |sizes| sizes.iter().zip(MOST_BLOCKS).all(|(n, most)| *n <= most),
        limits: format!("a grid has at most {x} blocks in x, {y} in y and {z} in z"),
    };
    [block, grid].into_iter().find_map(|said| said.problem())
}

impl Said<'_> {
    /// What is wrong with it, if no launch has it.
    fn problem(&self) -> Option<Diagnostic> {
        let too_large = |extent: &Option<Extent>| {
            let sizes = three(extent.as_deref()?);
            let numbers = sizes.map(|size| match size {
                Size::Fixed(n) => u64::from(n),
                Size::Any => 1,
            });
            (!(self.is_possible)(numbers)).then(|| show(&sizes))
        };
        let (said, code, place) = match too_large(self.given) {
            Some(said) => (said, Code::C001, format!("`--{}`", self.flag)),
            None => {
                let said = self.kept.into_iter().find_map(too_large)?;
                (
                    said,
                    Code::C013,
                    format!("`{}` in alpinist.toml", self.flag),
                )
            }
        };
        let ones = self.ones;
        let message = format!("{ones} of {said}, set by {place}, is too large for CUDA");
        Some(Diagnostic::global(code, message).with_note(self.limits.clone()))
    }
}

/// The files with kernels that are named or stand in a folder that is, each with its path.
pub fn inputs(args: &KernelArgs) -> (Vec<(Input, Option<PathBuf>)>, Vec<Problem>) {
    let (found, mut problems) = files::read_kernels(&args.files);
    if let Some(project) = &args.project
        && let Err(problem) = Project::read(project)
    {
        problems.push((*problem, Vec::new()));
    }
    let named = |path: Option<&Path>| {
        args.files.iter().any(|place| match place {
            Place::Path(named) => Some(named.as_path()) == path,
            Place::Stdin => path.is_none(),
        })
    };
    let mut inputs = Vec::new();
    for file in found {
        let is_named = named(file.path.as_deref());
        let path = file.path.clone();
        let language = args
            .reading
            .language
            .or_else(|| header(args, file.path.as_deref()));
        match input(file, language, is_named) {
            Ok(Some(input)) => inputs.push((input, path)),
            Ok(None) => {}
            Err(problem) => problems.push(*problem),
        }
    }
    (inputs, problems)
}

/// The jobs for one file.
pub fn jobs_of(input: &Input, path: Option<&Path>, args: &KernelArgs, config: &Config) -> Vec<Job> {
    let entries = path.map(|path| config.kernels_of(path)).unwrap_or_default();
    let (input, of_project) = in_project(input, path, args, config);
    let input = &input;
    let settings = |args: &KernelArgs, config: &Config, entry: &Kernels| {
        let mut settings = settings(args, config, entry);
        if let Some((flags, within)) = &of_project {
            apply(flags, &args.reading.define, &mut settings);
            settings.within.clone_from(within);
        }
        settings
    };
    let mut jobs = Vec::new();
    let mut except = Vec::new();
    for entry in &entries {
        except.extend(entry.only.iter().cloned());
        jobs.push((input.clone(), settings(args, config, entry)));
    }
    if entries.iter().all(|entry| !entry.only.is_empty()) {
        let rest = Settings {
            except,
            ..settings(args, config, &Kernels::default())
        };
        jobs.push((input.clone(), rest));
    }
    jobs
}

/// The jobs of the entries of `alpinist.toml`, each with what is to be done about missing barriers.
/// `args` are what the command line says of all.
pub fn entries(args: &KernelArgs, config: &Config) -> (Vec<(Job, Option<Repair>)>, Vec<Problem>) {
    let (mut jobs, mut problems) = (Vec::new(), Vec::new());
    for entry in &config.kernel {
        let places: Vec<PathBuf> = entry.files.iter().map(|path| config.place(path)).collect();
        let all: Vec<Place> = places.iter().cloned().map(Place::Path).collect();
        let (found, more) = files::read_kernels(&all);
        problems.extend(more);
        for file in found {
            let path = file.path.clone().unwrap_or_default();
            // Whatever has an entry of its own is not one of many.
            let mut own = config.kernels_of(&path).into_iter();
            if !own.any(|one| std::ptr::eq(one, entry)) {
                continue;
            }
            match input(file, None, places.contains(&path)) {
                Ok(Some(input)) => {
                    let repair = entry.repair.or(config.kernels.repair);
                    let of_project = in_project(&input, Some(&path), args, config);
                    let (input, flags) = of_project;
                    let mut settings = settings(args, config, entry);
                    if let Some((flags, within)) = flags {
                        apply(&flags, &args.reading.define, &mut settings);
                        settings.within = within;
                    }
                    let job = (input, settings);
                    if is_possible(&job, &mut problems) {
                        jobs.push((job, repair));
                    }
                }
                Ok(None) => {}
                Err(problem) => problems.push(*problem),
            }
        }
    }
    (jobs, problems)
}

/// A file as it is read; none for a program in Python that was not named and has no kernels.
fn input(
    file: files::Input,
    language: Option<LanguageName>,
    is_named: bool,
) -> Result<Option<Input>, Box<Problem>> {
    let named = file.path.as_deref().and_then(inspect::form_of);
    let asked = language.map(|language| match language {
        LanguageName::Cuda => Form::Source(Language::Cuda),
        LanguageName::Opencl => Form::Source(Language::OpenCl),
    });
    let Some(form) = asked.or(named) else {
        let name = &file.source.name;
        let message = format!("it is not known in which language {name} is");
        let help = match name.ends_with(".pvl") {
            true => format!("`alpinist verify {name}` verifies a program of PVL"),
            false => "name it .cu, .cuh or .cl, or say --language cuda or opencl".to_owned(),
        };
        let problem = Diagnostic::global(Code::C022, message).with_help(help);
        return Err(Box::new((problem, Vec::new())));
    };
    let empty =
        form == Form::Python && !is_named && python::texts("", &file.source.text, &[]).is_empty();
    Ok((!empty).then(|| Input {
        folder: file.path.is_none().then(PathBuf::new),
        name: file.source.name,
        text: file.source.text,
        form,
    }))
}

/// The language of a header that is named with a project.
fn header(args: &KernelArgs, path: Option<&Path>) -> Option<LanguageName> {
    let extension = path?.extension()?.to_str()?;
    let header = matches!(extension, "h" | "hh" | "hpp" | "hxx" | "inl" | "inc");
    (header && args.project.is_some()).then_some(LanguageName::Cuda)
}

/// The file that is read for one of a project, with its flags; a header is read through one that includes it.
fn in_project(
    input: &Input,
    path: Option<&Path>,
    args: &KernelArgs,
    config: &Config,
) -> (Input, Option<(Flags, Option<PathBuf>)>) {
    let of_config = config.kernels.project.as_ref();
    let place = args
        .project
        .clone()
        .or(of_config.map(|path| config.place(path)));
    let project = place.and_then(|place| Project::read(&place).ok());
    let (Some(project), Some(path)) = (project, path) else {
        return (input.clone(), None);
    };
    if let Some(entry) = project.entry(path) {
        return (input.clone(), Some((entry.flags.clone(), None)));
    }
    let includer = project.includer(path).and_then(|entry| {
        let text = std::fs::read_to_string(&entry.file).ok()?;
        let name = shown(&entry.file);
        Some((
            Input {
                name,
                text,
                ..input.clone()
            },
            entry.flags.clone(),
        ))
    });
    match includer {
        Some((other, flags)) => (other, Some((flags, Some(path.to_owned())))),
        None => (input.clone(), None),
    }
}

/// The name of a file in messages: from here, if it lies below.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().map(|here| project::same(&here));
    let path = project::same(path);
    let below = here
        .ok()
        .and_then(|here| Some(path.strip_prefix(here).ok()?.to_owned()));
    below.unwrap_or(path).display().to_string()
}

/// Adds the flags of a project to settings; `define` is what the command line says, which wins.
pub fn apply(flags: &Flags, define: &[String], settings: &mut Settings) {
    let mut all = flags.define.clone();
    all.append(&mut settings.define);
    settings.define = all;
    let given = |name: &String| define.iter().any(|one| project::name_of(one) == name);
    let undefine = flags.undefine.iter().filter(|name| !given(name));
    settings.undefine.extend(undefine.cloned());
    settings.include.extend(flags.include.iter().cloned());
    settings.forced.extend(flags.forced.iter().cloned());
    settings.standard = settings.standard.take().or_else(|| flags.standard.clone());
}

/// The folders of an SDK's headers: of the one that is named, else of those that were fetched.
fn sdk(named: Option<&Path>) -> Vec<PathBuf> {
    let sdk = named.map(Path::to_path_buf).or_else(headers::folder);
    sdk.map_or_else(Vec::new, |sdk| headers::roots(&sdk))
}

/// How a file is read and checked: flags, then its entry in `alpinist.toml`, then what that says for all.
pub fn settings(args: &KernelArgs, config: &Config, entry: &Kernels) -> Settings {
    let usual = &config.kernels;
    let mut include = args.reading.include.clone();
    let folders = entry.include.iter().chain(&usual.include);
    include.extend(folders.map(|path| config.place(path)));
    let define = usual
        .define
        .iter()
        .chain(&entry.define)
        .chain(&args.reading.define);
    let instantiate = args.instantiate.iter().chain(&entry.instantiate);
    let bits = args.reading.bits.or(entry.bits).or(usual.bits);
    let said = |part: fn(&Kernels) -> Option<bool>| part(entry).or(part(usual));
    let assumed = [
        Some(&args.assume),
        entry.assume.as_ref(),
        usual.assume.as_ref(),
    ];
    let assumed = |what: Assumed| {
        assumed
            .into_iter()
            .flatten()
            .flatten()
            .any(|one| *one == what)
    };
    Settings {
        vector_operators: false,
        target: match bits.unwrap_or(Bits::Bits64) {
            Bits::Bits32 => Target::Bits32,
            Bits::Bits64 => Target::Bits64,
        },
        include,
        sdk: sdk(args.reading.cuda_path.as_deref()),
        define: define.cloned().collect(),
        undefine: Vec::new(),
        forced: Vec::new(),
        within: None,
        standard: args
            .reading
            .std
            .clone()
            .or(entry.std.clone())
            .or(usual.std.clone()),
        instantiate: instantiate.chain(&usual.instantiate).cloned().collect(),
        kernels: args.kernel.clone(),
        only: entry.only.clone(),
        except: Vec::new(),
        sizes: Wanted {
            block: args.block.as_ref().map(|sizes| sizes.0.clone()),
            grid: args.grid.as_ref().map(|sizes| sizes.0.clone()),
            entry_block: entry.block.clone(),
            entry_grid: entry.grid.clone(),
            usual_block: usual.block.clone(),
            usual_grid: usual.grid.clone(),
            ..Wanted::default()
        },
        checks: Checks {
            races: args.only != Some(OnlyCheck::Divergence),
            between_blocks: args.only != Some(OnlyCheck::Block),
            tolerate_equal_writes: args.tolerate_equal_writes
                || said(|one| one.tolerate_equal_writes).unwrap_or(false),
            bounds: !args.no_bounds && said(|one| one.bounds).unwrap_or(true),
            trust_external: args.trust_external || said(|one| one.trust_external).unwrap_or(false),
            lock_step: args.warp_sync.or(entry.warp_sync).or(usual.warp_sync),
            overflow: match (
                assumed(Assumed::NoSignedOverflow),
                assumed(Assumed::SignedWraps),
            ) {
                (true, _) => Overflow::Never,
                (false, true) => Overflow::Told,
                (false, false) => Overflow::Undefined,
            },
            fits: !denied(args, config).any(|one| matches!(one, Deny::Overflow)),
            iterations: args.find_bugs,
            effort: effort(args, config),
            ..Checks::default()
        },
        accept: Accepting {
            obeyed: match denied(args, config).any(|one| *one == Deny::Accepted) {
                true => Obeyed::Denied,
                false => Obeyed::Obeyed,
            },
            entries: allow::accepted(config),
            baseline: Baseline::Without,
            judges: looks_at_all(args),
        },
        string: None,
        sequential: None,
        graph: false,
        keep: None,
        watch: None,
    }
}

/// Whether nothing on the command line leaves a part of what a project checks out.
fn looks_at_all(args: &KernelArgs) -> bool {
    args.only.is_none()
        && !args.no_bounds
        && args.find_bugs.is_none()
        && args.kernel.is_empty()
        && args.block.is_none()
        && args.grid.is_none()
}

/// What is denied, by flags and by alpinist.toml.
fn denied<'a>(args: &'a KernelArgs, config: &'a Config) -> impl Iterator<Item = &'a Deny> {
    args.deny.iter().chain(config.deny.iter().flatten())
}

/// The engine's effort, with what the user says of it.
fn effort(args: &KernelArgs, config: &Config) -> Option<Effort> {
    let proof = config.proof();
    let (timeout, rlimit, seed) = (
        args.run.timeout.or(proof.timeout),
        args.run.rlimit.or(proof.rlimit),
        args.run.seed.or(proof.seed),
    );
    if timeout.is_none() && rlimit.is_none() && seed.is_none() {
        return None;
    }
    let mut effort = inspect::usual_effort();
    if let Some(timeout) = timeout {
        effort.timeout_ms = Some(timeout);
    }
    if let Some(rlimit) = rlimit {
        // More than usual in all is more for each question, and for all of them together.
        let times = rlimit / effort.total_rlimit.max(1);
        effort.total_rlimit = rlimit;
        effort.rlimit = effort.rlimit.saturating_mul(times.max(1)).min(rlimit);
        effort.first_rlimit = effort.first_rlimit.min(rlimit);
    }
    effort.seed = seed.unwrap_or(effort.seed);
    Some(effort)
}

/// The instances that are asked for of templates that no file has: each is a mistake of the command line.
pub fn without_template<'a>(
    instances: &[String],
    runs: impl IntoIterator<Item = &'a FileRun>,
) -> Vec<Diagnostic> {
    let base = |name: &str| {
        let (base, _) = name.split_once('<')?;
        let last = base.rsplit("::").next().unwrap_or(base);
        Some(last.trim().to_owned())
    };
    let runs = runs.into_iter();
    // A file that could not be read may have it.
    let all = runs.map(|run| run.errors.is_empty().then_some(run));
    let Some(runs) = all.collect::<Option<Vec<&FileRun>>>() else {
        return Vec::new();
    };
    let names = runs.iter().flat_map(|run| {
        let kernels = run.kernels.iter().map(|kernel| kernel.name.as_str());
        kernels.chain(run.passed_over.iter().map(String::as_str))
    });
    // A template without an instance, or with a body that is none, has no arguments in its name.
    let bare = runs.iter().flat_map(|run| &run.kernels).filter(|kernel| {
        let mut open = kernel.undecided.iter();
        !kernel.errors.is_empty() || open.any(|one| one.code == Code::K009)
    });
    let bare = bare.map(|kernel| kernel.name.clone());
    let templates: BTreeSet<String> = names.filter_map(base).chain(bare).collect();
    let missing = instances.iter().filter(|instance| {
        let named = base(instance);
        named.is_none_or(|named| !templates.contains(&named))
    });
    let problem = |instance: &String| {
        let message = format!("there is no template of a kernel for `--instantiate '{instance}'`");
        let help = match templates.is_empty() {
            true => "the files have no template of a kernel".to_owned(),
            false => format!("there are templates `{}`", templates.iter().join("`, `")),
        };
        Diagnostic::global(Code::C023, message).with_help(help)
    };
    missing.map(problem).collect()
}

/// The kernels that flags or alpinist.toml name and no file has: each is a mistake, or was renamed.
pub fn without_kernel<'a>(
    jobs: impl IntoIterator<Item = &'a Job>,
    runs: &'a [FileRun],
) -> Vec<Diagnostic> {
    // A file that could not be read may have it.
    if runs.iter().any(|run| !run.errors.is_empty()) {
        return Vec::new();
    }
    let names = |run: &'a FileRun| {
        let kernels = run.kernels.iter().map(|kernel| &kernel.name);
        kernels.chain(&run.passed_over)
    };
    let mut problems: Vec<Diagnostic> = Vec::new();
    for (input, settings) in jobs {
        let own = runs.iter().filter(|run| is_of(run, input));
        let everywhere: Vec<&String> = runs.iter().flat_map(names).collect();
        let here: Vec<&String> = own.flat_map(names).collect();
        for (wanted, there) in [(&settings.kernels, &everywhere), (&settings.only, &here)] {
            for name in wanted {
                let one = std::slice::from_ref(name);
                if there.iter().any(|kernel| is_meant(kernel, one)) {
                    continue;
                }
                let message = format!("there is no kernel `{name}`");
                let problem = Diagnostic::global(Code::C023, message);
                let problem = match there.is_empty() {
                    true => problem,
                    false => {
                        let all = there.iter().unique().join("`, `");
                        problem.with_help(format!("there are `{all}`"))
                    }
                };
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
    }
    problems
}

/// Whether a run is about a file, or about a string in it. `a.cuh` is not a part of `a.cu`.
fn is_of(run: &FileRun, input: &Input) -> bool {
    let rest = run.name.strip_prefix(&input.name);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
}
