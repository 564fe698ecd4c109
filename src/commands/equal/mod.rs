//! `alpinist equal`: do two versions of a kernel compute the same?

mod sequences;

use crate::cli::kernels::{Arithmetic, EqualArgs, KernelArgs, LanguageName};
use crate::files::Place;
use crate::kernels;
use crate::output::Failure;
use crate::run::settings::{About, Settings, paths};
use crate::run::{self, Closed, Run};
use ::equal::{Ask, Side, Wanted};
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use inspect::{GraphKernel, Graphs, Input};
use std::path::PathBuf;

/// Compares kernels.
///
/// # Errors
/// If the solver is not to be had, an output cannot be written, or the settings are wrong.
pub fn run(args: &EqualArgs) -> Result<Closed, Failure> {
    let settings = Settings {
        reads: reads(args),
        ..Settings::of_kernels(&args.kernels(&args.old), About::Pairs)
    };
    run::run(settings, |run| compared(args, run))
}

/// The files that are read.
fn reads(args: &EqualArgs) -> Vec<PathBuf> {
    let reference = args.sequences.reference.iter();
    let mut all = paths(std::iter::once(&args.old).chain(&args.new));
    all.extend(reference.map(|one| one.file.clone()));
    all
}

/// A file of the two, as it was read.
struct Opened {
    input: Input,
    settings: inspect::Settings,
    graphs: Graphs,
}

/// Compares what the arguments say, in a run.
///
/// # Errors
/// As [`run()`].
pub fn compared(args: &EqualArgs, run: &mut Run) -> Result<(), Failure> {
    let workers = run.workers()?;
    let keep = |settings: &mut inspect::Settings| settings.keep = Some(workers.keep());
    let Some([old, new]) = opened(args, run, &keep)? else {
        return Ok(());
    };
    for one in [&old, &new] {
        if one.graphs.kernels.is_empty() {
            let sources = one.graphs.files.iter().map(|file| file.source.clone());
            let sources: Vec<_> = sources.collect();
            for error in &one.graphs.errors {
                run.problem((error.clone(), sources.clone()));
            }
        }
    }
    let ask = ask(args);
    let mut impossible = Vec::new();
    for (side, one) in [&old, &new].into_iter().enumerate() {
        // A plain function is executed by one thread, whatever is said of the other side.
        if one.settings.sequential.is_some() {
            continue;
        }
        let size = |all: &[Option<[u32; 3]>; 2]| {
            let [old, new] = *all;
            let own = if side == 0 { old } else { new.or(old) };
            own.map(|sizes| sizes.map(races::Size::Fixed).to_vec())
        };
        let mut settings = one.settings.clone();
        settings.sizes.block = size(&ask.wanted.block);
        settings.sizes.grid = size(&ask.wanted.grid);
        kernels::is_possible(&(one.input.clone(), settings), &mut impossible);
    }
    if !impossible.is_empty() {
        run.all_problems(impossible);
        return Ok(());
    }
    let compared = match sequences::is_by_name(args) {
        true => {
            let found = sequences::steps(args, [&old, &new]);
            found.map(|[first, second]| {
                let both = [first.as_slice(), second.as_slice()];
                run.pair(::equal::compare_sequences(both, &ask, &workers.pool));
            })
        }
        false => pairs(args, &old, &new).map(|pairs| {
            if args.pair.is_empty() && old.settings.sequential.is_none() {
                for one in alone([&old, &new], &pairs) {
                    run.problem((one, Vec::new()));
                }
            }
            for (first, second) in pairs {
                let sides = [of(&old, first), of(&new, second)];
                run.pair(::equal::compare(sides, &ask, &workers.pool));
            }
        }),
    };
    if let Err(why) = compared {
        run.problem((*why, Vec::new()));
        return Ok(());
    }
    workers.confirm()?;
    Ok(())
}

/// Reads both files; none if one of them cannot be read, which is said.
fn opened(
    args: &EqualArgs,
    run: &mut Run,
    keep: &dyn Fn(&mut inspect::Settings),
) -> Result<Option<[Opened; 2]>, Failure> {
    let newer = args.new.as_ref().unwrap_or(&args.old);
    let Some((input, mut settings)) = open(&args.kernels(newer), run) else {
        return Ok(None);
    };
    keep(&mut settings);
    let Some(new) = graphs(input, settings, run) else {
        return Ok(None);
    };
    let mut reference = args.sequences.reference.clone();
    if let (None, None, Place::Path(path)) = (&reference, &args.git, &args.old)
        && sequences::is_c(path)
    {
        match sequences::function_of(args, path, &new.graphs.kernels) {
            Ok(found) => reference = Some(found),
            Err(why) => {
                run.problem((*why, Vec::new()));
                return Ok(None);
            }
        }
    }
    let place = match &reference {
        Some(reference) => Place::Path(reference.file.clone()),
        None => args.old.clone(),
    };
    let mut kernels = args.kernels(&place);
    if reference.is_some() {
        kernels.reading.language = Some(LanguageName::Cuda);
    }
    let Some((mut input, mut settings)) = open(&kernels, run) else {
        return Ok(None);
    };
    if let Some(reference) = &reference {
        settings.sequential = Some(sequences::sequential(reference)?);
    }
    if let Some(revision) = &args.git {
        input = committed(&place, input, revision)?;
    }
    keep(&mut settings);
    Ok(graphs(input, settings, run).map(|old| [old, new]))
}

/// Reads a file as graphs.
fn graphs(input: Input, settings: inspect::Settings, run: &mut Run) -> Option<Opened> {
    match inspect::graphs(&input, &settings) {
        Some(graphs) => Some(Opened {
            input,
            settings,
            graphs,
        }),
        None => {
            run.problem((in_strings(&input.name), Vec::new()));
            None
        }
    }
}

fn of<'a>(opened: &'a Opened, kernel: &'a GraphKernel) -> Side<'a> {
    Side {
        input: &opened.input,
        settings: &opened.settings,
        graphs: &opened.graphs,
        kernel,
    }
}

/// Reads one of the files; what is wrong with it is said.
fn open(kernels: &KernelArgs, run: &mut Run) -> Option<kernels::Job> {
    let (files, problems) = kernels::inputs(kernels);
    let hindered = !problems.is_empty();
    run.all_problems(problems);
    let mut files = files.into_iter();
    let (Some((input, path)), None) = (files.next(), files.next()) else {
        if !hindered {
            let message = "two files are compared, each with one version of the kernels";
            run.problem((Diagnostic::global(Code::C001, message), Vec::new()));
        }
        return None;
    };
    let jobs = kernels::jobs_of(&input, path.as_deref(), kernels, run.config());
    jobs.into_iter().next()
}

/// A file as git has it at a revision. It is read where the file is, so that it includes what that includes.
///
/// # Errors
/// If git has no such file there.
pub fn committed(place: &Place, input: Input, revision: &str) -> Result<Input, Failure> {
    let Place::Path(path) = place else {
        let message = "--git compares a file, and standard input is none";
        return Err(Diagnostic::global(Code::C001, message).into());
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(std::path::Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let wrong = |why: &str| {
        let message = format!("git has no {name} at `{revision}`: {}", why.trim());
        Failure::from(Diagnostic::global(Code::C002, message))
    };
    // A revision that looks like an option is none.
    if revision.starts_with('-') {
        return Err(wrong("this is no revision"));
    }
    let shown = std::process::Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["show", "--no-textconv", &format!("{revision}:./{name}")])
        .output()
        .map_err(|error| wrong(&error.to_string()))?;
    if !shown.status.success() {
        return Err(wrong(&String::from_utf8_lossy(&shown.stderr)));
    }
    let text = String::from_utf8(shown.stdout).map_err(|_| wrong("it is no text"))?;
    Ok(Input {
        name: format!("{revision}:{}", input.name),
        folder: Some(folder.to_owned()),
        text,
        ..input
    })
}

fn in_strings(name: &str) -> Diagnostic {
    let message = format!("{name}: kernels in strings of Python are not compared");
    Diagnostic::global(Code::C022, message)
        .with_help("put each version into a file of CUDA or OpenCL")
}

/// The kernels that are compared.
fn pairs<'a>(
    args: &EqualArgs,
    old: &'a Opened,
    new: &'a Opened,
) -> Result<Vec<(&'a GraphKernel, &'a GraphKernel)>, Box<Diagnostic>> {
    if !args.pair.is_empty() {
        let each = args.pair.iter();
        return each
            .map(|(a, b)| Ok((sequences::kernel(old, a)?, sequences::kernel(new, b)?)))
            .collect();
    }
    let mut found = Vec::new();
    for one in &old.graphs.kernels {
        let other = new
            .graphs
            .kernels
            .iter()
            .filter(|other| other.name == one.name);
        found.extend(other.map(|other| (one, other)));
    }
    if let ([], [one], [other]) = (
        found.as_slice(),
        old.graphs.kernels.as_slice(),
        new.graphs.kernels.as_slice(),
    ) {
        found.push((one, other));
    }
    match found.is_empty() {
        true => Err(no_pair(
            "the files have no kernel of one name".to_owned(),
            new,
        )),
        false => Ok(found),
    }
}

/// A warning for each kernel that only one of the files has, and that is compared with none.
fn alone(files: [&Opened; 2], pairs: &[(&GraphKernel, &GraphKernel)]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (side, file) in files.into_iter().enumerate() {
        for kernel in &file.graphs.kernels {
            let compared = pairs.iter().any(|(old, new)| {
                let own = if side == 0 { *old } else { *new };
                std::ptr::eq(own, kernel)
            });
            if !compared {
                let message = format!(
                    "`{}` of {} is compared with none, for the other file has no kernel of that name",
                    kernel.name, file.input.name
                );
                let message = Diagnostic::global(Code::K606, message);
                found.push(Diagnostic {
                    severity: text::diagnostics::Severity::Warning,
                    ..message.with_help("--pair OLD=NEW says which kernel is which")
                });
            }
        }
    }
    found
}

fn no_pair(message: String, of: &Opened) -> Box<Diagnostic> {
    let names: Vec<&str> = of
        .graphs
        .kernels
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    let message = Diagnostic::global(Code::K606, message)
        .with_help("--pair OLD=NEW says which kernel is which");
    Box::new(match names.is_empty() {
        true => message,
        false => message.with_note(format!("{} has {}", of.input.name, names.join(", "))),
    })
}

fn ask(args: &EqualArgs) -> Ask {
    let fixed = |sizes: &Option<crate::cli::kernels::Fixed>| sizes.map(|sizes| sizes.0);
    Ask {
        demanded: match args.arithmetic {
            Arithmetic::Exact => symbolic::Level::Exact,
            Arithmetic::Reordered => symbolic::Level::Reordered,
            Arithmetic::Real => symbolic::Level::Real,
        },
        accept_contract: args.accept_contract,
        wanted: Wanted {
            block: [fixed(&args.block), fixed(&args.new_block)],
            grid: [fixed(&args.grid), fixed(&args.new_grid)],
            values: args.sizes.clone(),
            shared: [args.shared, args.new_shared],
        },
        steps: args.steps,
        temporary: args.sequences.temporary.clone(),
    }
}
