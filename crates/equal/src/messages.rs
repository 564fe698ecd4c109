//! What is said of a pair, as messages with codes and places.

use crate::model::{Outcome, PairRun, SizeRun};
use crate::pair::Step;
use crate::words;
use crate::work::Work;
use inspect::messages::of_file;
use inspect::place::Resolver;
use report::messages::{Message, Place};
use symbolic::{Refused, Why};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::nearest::nearest;
use text::span::Span;

fn global(code: Code, message: String) -> Diagnostic {
    Diagnostic::global(code, message)
}

/// A kernel that has no graph.
pub(crate) fn no_graph(sequences: [&[Step<'_>]; 2]) -> Diagnostic {
    let mut all = sequences.into_iter().flatten().map(|step| step.side);
    let without = all.find(|side| side.kernel.function.is_none());
    let (file, name) = match without {
        Some(side) => (side.input.name.as_str(), side.kernel.name.as_str()),
        None => ("", "the kernel"),
    };
    let message = format!("`{name}` in {file} cannot be executed, for it was not understood");
    let sequential = without.filter(|side| side.is_sequential());
    let why = sequential.and_then(|side| side.kernel.errors.first());
    match (why, sequential.is_some()) {
        (Some(why), _) => global(Code::K603, message).with_note(why.message.clone()),
        (None, true) => global(Code::K603, message),
        (None, false) => {
            global(Code::K603, message).with_help(format!("`alpinist races {file}` says why"))
        }
    }
}

/// Both names, where they are not the same.
fn both([old, new]: &[String; 2]) -> String {
    match old == new {
        true => format!("`{old}`"),
        false => format!("`{old}` and `{new}`"),
    }
}

/// Launches that are not understood as such.
pub(crate) fn not_launched(names: &[String; 2]) -> Diagnostic {
    let message = format!(
        "{} cannot be launched: a parameter was not understood",
        both(names)
    );
    global(Code::K603, message)
}

/// A parameter that only one of the two has.
pub(crate) fn unmatched(names: &[String; 2], name: &str) -> Diagnostic {
    let message = format!(
        "the parameter `{name}` of {} is only in one of the two",
        both(names)
    );
    global(Code::K606, message)
        .with_help("parameters are matched by name, and what is left of two kernels by place and type; rename one, or give an integer its value with --sizes; --temporary says of an array that it is no output")
}

/// Parameters of one name that are not of one kind.
pub(crate) fn unlike(names: &[String; 2], name: &str) -> Diagnostic {
    let message = format!(
        "the parameters of {} that are called `{name}` are not of one kind",
        both(names)
    );
    global(Code::K606, message)
        .with_help("in a sequence parameters of the same name are the same array or value; --array KERNEL.PARAMETER=NAME gives one another name")
}

/// An array that is to be no output, and that is not there.
pub(crate) fn no_temporary(names: &[String; 2], name: &str) -> Diagnostic {
    let message = format!(
        "`{name}` is no array of {}, so it cannot be a temporary",
        both(names)
    );
    global(Code::K606, message).with_help("--temporary names a parameter, or what --array calls it")
}

/// Launches of which not all sizes are known.
pub(crate) fn no_sizes(names: &[String; 2]) -> Diagnostic {
    let message = format!(
        "launches of {} are compared in given sizes, and of one they are not known",
        both(names)
    );
    global(Code::K606, message).with_help(
        "give them: --block, --grid, --new-block, --new-grid; in a sequence also as 'kernel<<<GRID, BLOCK>>>'",
    )
}

/// A variable of the program that a kernel accesses.
pub(crate) fn variable(names: &[String; 2], name: &str) -> Diagnostic {
    let message = format!(
        "nothing is compared of {}: the program's variable `{name}` is not one of this name and type in both",
        both(names)
    );
    global(Code::K603, message)
        .with_help("pass it as a parameter, or declare it alike in both files")
}

/// That the launches may pass the same memory for two parameters.
pub(crate) fn same_memory(one: &str, other: &str) -> Diagnostic {
    let message = format!(
        "it is not known that the launches pass different memory for `{one}` and `{other}`"
    );
    global(Code::K603, message).with_help(
        "give the sizes with --block, --grid and --sizes: then different memory is assumed",
    )
}

/// Blocks that a kernel does not allow.
pub(crate) fn not_allowed(kernel: &str, block: [u32; 3]) -> Diagnostic {
    let [x, y, z] = block;
    let message = format!("`{kernel}` does not allow blocks of {x},{y},{z}");
    global(Code::K606, message)
        .with_help("its `__launch_bounds__` or `reqd_work_group_size` says which it does: --block, --new-block")
}

/// A value for a parameter that neither kernel has; `all` are those that there are.
pub(crate) fn no_parameter(names: &[String; 2], (name, all): (&str, &[String])) -> Diagnostic {
    let [old, _] = names;
    let near = nearest(name, all.iter().map(String::as_str));
    let help = near.map(|near| format!("did you mean `{near}`?"));
    let all: Vec<String> = all.iter().map(|one| format!("`{one}`")).collect();
    let message = global(
        Code::K606,
        format!("neither kernel has a parameter `{name}`"),
    )
    .with_note(format!("the parameters of `{old}` are {}", all.join(", ")));
    match help {
        Some(help) => message.with_help(help),
        None => message,
    }
}

/// A name of several parameters.
pub(crate) fn twice(names: &[String; 2], name: &str) -> Diagnostic {
    let [old, new] = names;
    let message =
        format!("parameters of `{old}` and `{new}` do not correspond: several are called `{name}`");
    global(Code::K606, message).with_help("give each parameter of a launch a name of its own")
}

/// A value that a parameter cannot have.
pub(crate) fn unfit(name: &str, value: i64) -> Diagnostic {
    global(
        Code::K606,
        format!("{value} is no value of the parameter `{name}`, which must be an integer"),
    )
}

/// Why one of the launches was not executed.
pub(crate) fn refused(work: &Work<'_>, at: (usize, usize), refused: &Refused) -> Diagnostic {
    let (what, help) = reason(&refused.why);
    let Some(one) = work.start(at).map(|start| start.side) else {
        return global(Code::K603, what);
    };
    let name = &one.kernel.name;
    let message = format!("`{name}` is not executed symbolically: {what}");
    let inlined = &[];
    let spot = Resolver::new(&one.graphs.files).spot(&refused.place, inlined);
    // The new file's texts stand behind those of the old one.
    let old = work
        .start((0, 0))
        .map_or(0, |old| old.side.graphs.files.len());
    let first = if at.0 == 0 { 0 } else { old };
    let span = Span {
        file: spot
            .span
            .file
            .saturating_add(u32::try_from(first).unwrap_or(0)),
        ..spot.span
    };
    let [x, y, z] = refused.thread.thread;
    let [bx, by, bz] = refused.thread.block;
    let message = Diagnostic::error(Code::K603, span, message).with_note(format!(
        "thread ({x}, {y}, {z}) of block ({bx}, {by}, {bz})"
    ));
    match help {
        Some(help) => message.with_help(help),
        None => message,
    }
}

pub(crate) fn reason(why: &Why) -> (String, Option<&'static str>) {
    let sizes = "give integers on which it depends their values, as --sizes n=64";
    match why {
        Why::NoRule(what) => (format!("there is no rule for {what}"), None),
        Why::Address => ("an address depends on what lies in memory, or on a parameter without a value".to_owned(), Some(sizes)),
        Why::Decision(what) => {
            (format!("{what} depends on what lies in memory, or on a parameter without a value"), Some(sizes))
        }
        Why::MeetingInBranch => {
            ("whether threads come to this point depends on what lies in memory, or on a parameter without a value".to_owned(), Some(sizes))
        }
        Why::Meeting => ("not all threads come to where they must meet".to_owned(), None),
        Why::Unordered(array) => (format!("accesses to `{array}` are not ordered"), None),
        Why::Bounds(array) => (format!("an access outside of `{array}`"), None),
        Why::Unset => ("control flow or an address depends on an uninitialized value".to_owned(), None),
        Why::Undefined(what) => ((*what).to_owned(), None),
        Why::Trap => ("the program ends itself".to_owned(), None),
        Why::TooLarge(what) => (format!("there are too many {what}"), Some("compare smaller sizes")),
    }
}

/// All that is said of a pair but for the verdict: messages of this crate.
pub(crate) fn diagnostics(pair: &PairRun) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = pair.hindered.iter().cloned().collect();
    for run in pair.of_interest() {
        for one in of_run(pair, run) {
            // The same in many sizes is said once.
            if !found
                .iter()
                .any(|other| other.code == one.code && other.code != Code::K601)
            {
                found.push(one);
            }
        }
    }
    found
}

fn of_run(pair: &PairRun, run: &SizeRun) -> Vec<Diagnostic> {
    let names = words::names(pair);
    let sizes = words::sizes(&run.sizes);
    let mut found = Vec::new();
    let unverified = run.unverified().filter(|_| !run.checked.is_empty());
    if let Some((number, word)) = unverified {
        let (side, kernel) = pair.launch(number);
        let file = pair.files.get(side).map_or("", String::as_str);
        let message = format!("`{kernel}` in {file} is not verified in these sizes: {word}");
        let message = global(Code::K604, message).with_note(sizes.clone());
        let said = run.checked.get(number).map(of_file).unwrap_or_default();
        let why = said
            .into_iter()
            .find(Message::is_error)
            .map(|one| one.diagnostic);
        let message = match why {
            Some(why) => message.with_note(format!("{} [{}]", why.message, why.code)),
            None => message,
        };
        found.push(message.with_note("what a kernel with races computes is not determined"));
    }
    match &run.outcome {
        Outcome::Equal(level) if *level > pair.demanded => {
            let message = format!(
                "{names}: equal only as `{}`, and `{}` is demanded",
                words::level(*level),
                words::level(pair.demanded)
            );
            let laws = run.laws.iter().map(|one| words::law(*one));
            let message = global(Code::K605, message).with_note(sizes.clone());
            let message = laws.fold(message, Diagnostic::with_note);
            found.push(
                message.with_help(format!("--arithmetic {} accepts it", words::level(*level))),
            );
        }
        Outcome::Equal(_) => {}
        Outcome::Different(difference) => {
            let mut message = global(
                Code::K601,
                format!("the kernels differ: {}", difference.element),
            )
            .with_note(sizes.clone())
            .with_note(format!(
                "executed: old gives {}, new gives {}",
                difference.old, difference.new
            ));
            if !difference.inputs.is_empty() {
                message = message.with_note(format!("where {}", difference.inputs.join(", ")));
            }
            if let Some((old, new)) = &difference.terms {
                message = message
                    .with_note(format!("old: {old}"))
                    .with_note(format!("new: {new}"));
            }
            found.push(message);
        }
        Outcome::Open(count, first, (old, new)) => {
            let message = format!(
                "{names}: {} not shown to be the same, the first is {first}",
                report::plural(*count, "element") + if *count == 1 { " is" } else { " are" }
            );
            found.push(
                global(Code::K602, message)
                    .with_note(sizes.clone())
                    .with_note(format!("old: {old}"))
                    .with_note(format!("new: {new}"))
                    .with_note("no execution was found that shows a difference"),
            );
        }
        Outcome::Unset(count, first) => {
            let message = format!(
                "{names}: {} on uninitialized or unknown values; the first is {first}",
                report::plural(*count, "element") + if *count == 1 { " rests" } else { " rest" }
            );
            found.push(global(Code::K608, message).with_note(sizes.clone()));
        }
        Outcome::Nothing => {
            let message = format!(
                "{names}: neither kernel writes anything in these sizes, which shows nothing"
            );
            found.push(global(Code::K609, message).with_note(sizes.clone()));
        }
        Outcome::Refused(why) => found.push((**why).clone().with_note(sizes.clone())),
    }
    if !run.beyond.is_empty() && !pair.accept_contract {
        let message = format!(
            "the new kernel needs longer arrays than the old one: it accesses {}",
            run.beyond.join(", ")
        );
        found.push(
            global(Code::K607, message)
                .with_note(sizes)
                .with_help("--accept-contract accepts that"),
        );
    }
    found
}

/// The messages on a pair, for the reports to other programs: those of the race checker where it does not verify.
pub(crate) fn messages(pair: &PairRun) -> Vec<Message> {
    let own = diagnostics(pair).into_iter().map(|one| Message {
        method: Some(words::names(pair)),
        ..Message::new(one, |span| Place::within(&pair.sources, span))
    });
    let mut all: Vec<Message> = own.collect();
    for run in pair.runs.iter().filter(|run| run.unverified().is_some()) {
        for file in &run.checked {
            for one in of_file(file) {
                let error = one.diagnostic.severity == Severity::Error;
                let new = all.iter().all(|other| other.diagnostic != one.diagnostic);
                if error && new {
                    all.push(one);
                }
            }
        }
    }
    all
}

/// That what was tried is not all.
pub(crate) fn not_for_all(pair: &PairRun) -> Diagnostic {
    let shown = pair
        .runs
        .iter()
        .filter(|run| run.shows(pair).is_some())
        .count();
    let names = words::names(pair);
    global(
        Code::K602,
        format!(
            "{names}: equal for {shown} combinations of sizes that were tried; not shown for all"
        ),
    )
}
