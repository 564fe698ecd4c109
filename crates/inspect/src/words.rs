//! Sentences on findings, gaps and assumptions.

use crate::accept::Accepted;
use crate::assumed::{Assumed, Taken};
use crate::model::{
    Coverage, Fault, FileRun, Held, KernelRun, Race, SafeIf, Satisfied, Thread, Verdict, What,
    Worked,
};
use crate::place::{Resolver, Spot};
use crate::sizes::{self, Open, Origin};
use crate::trial::Trial;
use clang::looks::{Why, looks, mark};
use clang::tree::Language;
use races::{Arithmetic, Assumption, Lack, Meets, NoAnswer, Size, Who};
use std::collections::BTreeSet;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};

/// `block.x` and its like in the words of the language; none if the name is not one of a size.
pub fn size_name(name: &str, language: Language) -> Option<String> {
    let (what, at) = name.split_once('.')?;
    let number = ["x", "y", "z"].iter().position(|letter| *letter == at)?;
    let text = match (what, language) {
        ("block", Language::Cuda) => format!("blockDim.{at}"),
        ("grid", Language::Cuda) => format!("gridDim.{at}"),
        ("block", Language::OpenCl) => format!("get_local_size({number})"),
        ("grid", Language::OpenCl) => format!("get_num_groups({number})"),
        _ => return None,
    };
    Some(text)
}

/// Numbers of a thread or block in so many dimensions: `3`, `(3, 0)`.
pub fn numbers(numbers: &[u64; 3], dimensions: usize) -> String {
    let words: Vec<String> = numbers
        .iter()
        .take(dimensions.max(1))
        .map(u64::to_string)
        .collect();
    match words.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    }
}

/// `thread 3 of block 0`, in the words of the language.
pub fn thread(thread: &Thread, language: Language, dimensions: usize) -> String {
    let (one, all) = match language {
        Language::Cuda => ("thread", "block"),
        Language::OpenCl => ("work item", "work group"),
    };
    format!(
        "{one} {} of {all} {}",
        numbers(&thread.thread, dimensions),
        numbers(&thread.block, dimensions)
    )
}

/// What is wrong, in one sentence.
pub fn fault(fault: &Fault, language: Language) -> String {
    let (ones, all) = match language {
        Language::Cuda => ("threads", "block"),
        Language::OpenCl => ("work items", "work group"),
    };
    // What an execution shows is no matter of "may".
    let shown = fault.trial == Trial::Shown;
    let say = |certain: &str, possible: &str| match shown {
        true => certain.to_owned(),
        false => possible.to_owned(),
    };
    match &fault.what {
        What::Race(race) => {
            let whose = match race.same_block {
                true => format!("two {ones} of one {all}"),
                false => format!("{ones} of two {all}s"),
            };
            if race.is_mixed() {
                return format!(
                    "{}: {whose} access `{}`",
                    say(
                        "mixed atomic and plain access",
                        "possible mixed atomic and plain access"
                    ),
                    race.location
                );
            }
            format!(
                "{}{}-{} race of {whose} on `{}`",
                say("", "possible "),
                race.first.kind.noun(),
                race.second.kind.noun(),
                race.location
            )
        }
        What::Divergence { meets, who } => {
            let who = match who {
                Who::SubGroup => "sub-group",
                Who::Tile(_) => "tile",
                Who::Warp => "warp",
                Who::Block => all,
                Who::Grid => "grid",
            };
            let may = say("", "may ");
            format!("not all {ones} of a {who} {may}reach {}", meets.words())
                .trim_end_matches(',')
                .to_owned()
        }
        What::Assertion(_) => say("this assertion fails", "this assertion may not hold"),
        What::Invariant { .. } => say("this invariant fails", "this invariant may not hold"),
        What::Bounds(array) => {
            let is = say("is", "may be");
            format!("this access {is} outside of the array `{array}`")
        }
        What::ConstantWrite(array) => {
            let writes = say("writes", "may write");
            format!("this {writes} the array `{array}`, which is constant")
        }
        What::NullAccess => say(
            "a null pointer is dereferenced here",
            "a null pointer may be dereferenced here",
        ),
        What::BarrierInvariant => say(
            "this barrier invariant fails",
            "this barrier invariant may not hold",
        ),
        What::Permission => "this barrier invariant reads what another thread may write".to_owned(),
        What::Covered { array, how } => match how {
            Coverage::Missed(element) => format!("`{array}[{element}]` is not written"),
            Coverage::Twice(element) => format!("`{array}[{element}]` is written more than once"),
            Coverage::Input => format!("`{array}` is read, and it is written"),
            Coverage::Constant(element) => {
                format!("`{array}[{element}]` depends on nothing that the launch is given")
            }
            Coverage::Earlier(element) => {
                format!("`{array}[{element}]` depends on what an earlier launch has left")
            }
        },
    }
}

/// The barrier that orders accesses to an array.
fn barrier(race: &Race, language: Language) -> &'static str {
    match (language, race.shared) {
        (Language::Cuda, _) => "`__syncthreads()`",
        // There may be one that fences the other memory.
        (Language::OpenCl, true) => "`barrier(CLK_LOCAL_MEM_FENCE)`",
        (Language::OpenCl, false) => "`barrier(CLK_GLOBAL_MEM_FENCE)`",
    }
}

/// What orders two accesses of one block.
fn ordered(race: &Race, language: Language) -> String {
    let barrier = barrier(race, language);
    let memory = match (language, race.shared) {
        (Language::Cuda, _) => "",
        (Language::OpenCl, true) => " to local memory",
        (Language::OpenCl, false) => " to global memory",
    };
    let ones = match language {
        Language::Cuda => "thread",
        Language::OpenCl => "work item",
    };
    if race.copied {
        format!(
            "a copy goes on until its thread waits for it: {barrier} behind the wait orders it with what follows, and one before its start with what precedes"
        )
    } else if race.across {
        format!(
            "consecutive iterations of the loop are unordered; {barrier} at the end of its body orders them"
        )
    } else if crate::grouped::statement(race).is_some() {
        format!(
            "both accesses are in the same statement: each {ones} must read into a local variable, pass \
             {barrier}, then write"
        )
    } else {
        format!("the two accesses{memory} are unordered; {barrier} between them orders them")
    }
}

/// What would help, in one sentence.
pub fn help(fault: &Fault, language: Language) -> Option<String> {
    let of_grid = match language {
        Language::Cuda => "atomic operations, separate launches or a grid barrier",
        Language::OpenCl => "atomic operations or separate launches",
    };
    match &fault.what {
        What::Race(race) if race.is_mixed() => Some(
            "read it atomically as well, or after a barrier: which value a plain read returns is unspecified, \
             and the compiler may hoist it"
                .to_owned(),
        ),
        What::Race(race) if !race.same_block => {
            Some(format!("only {of_grid} order threads of different blocks"))
        }
        What::Race(race) if race.first.spot.span == race.second.spot.span => Some(
            "both accesses are the same expression: use an atomic operation, a separate element for each thread, \
             or a single thread"
                .to_owned(),
        ),
        What::Race(race) => Some(ordered(race, language)),
        What::Divergence { meets, .. } => Some(together(*meets, language)),
        What::Bounds(array) => Some(format!(
            "guard the access by a condition, or enlarge `{array}`"
        )),
        _ => None,
    }
}

/// What makes threads come together.
fn together(meets: Meets, language: Language) -> String {
    let ones = match language {
        Language::Cuda => "threads",
        Language::OpenCl => "work items",
    };
    match (meets, language) {
        (Meets::Arguments, _) => format!("pass the same arguments in all {ones}"),
        (Meets::Exchange, Language::Cuda) => {
            "make all threads of its mask reach it, or pass a mask of those that do: `__ballot_sync` of the \
             condition, before it, computes one"
                .to_owned()
        }
        (Meets::LoopEntry, _) => {
            format!("make all {ones} reach the loop, or move the barrier out of it")
        }
        (Meets::NextIteration, _) => {
            format!("make all {ones} execute the same number of iterations, or move the barrier out of the loop")
        }
        (Meets::Barrier, _) | (Meets::Exchange, Language::OpenCl) => {
            format!("make all {ones} reach it: move it out of the condition or loop")
        }
    }
}

/// Why a file may have no kernel, and what to do about it.
pub fn without_kernels(run: &FileRun) -> Option<String> {
    let file = run.sources.first()?;
    let seen = looks(&file.text, run.language)?;
    let (word, line) = (seen.word, file.line_column(seen.offset).line);
    Some(match seen.why {
        Why::Unmarked => format!(
            "`{word}` in line {line} is for kernels and what they call; write `{}` before a function that \
             is a kernel",
            mark(run.language)
        ),
        Why::OtherLanguage => {
            let (other, own, ending, name) = match run.language {
                Language::Cuda => ("OpenCL", "CUDA", "cl", "opencl"),
                Language::OpenCl => ("CUDA", "OpenCL", "cu", "cuda"),
            };
            format!(
                "`{word}` in line {line} is {other}, and the file is read as {own}: name it `.{ending}`, or \
                 say `--language {name}`"
            )
        }
    })
}

/// What to do about a file that seems to be in the other language.
pub fn of_other_language(run: &FileRun) -> Option<String> {
    let seen = looks(&run.sources.first()?.text, run.language)?;
    let other = seen.why == Why::OtherLanguage;
    other.then(|| without_kernels(run)).flatten()
}

/// How far a finding can be trusted.
pub fn certainty(fault: &Fault) -> String {
    let says = fault.trial.words();
    if fault.trial == Trial::Shown {
        return says;
    }
    let parts: Vec<&str> = fault.abstractions.iter().map(|one| one.words()).collect();
    match parts.as_slice() {
        [] => format!("possible: {says}"),
        parts => format!(
            "possible: {says}; unknown: {}, so it may be a false alarm",
            all_of(parts)
        ),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn all_of(parts: &[&str]) -> String {
    match parts {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A finding as a message.
pub fn diagnostic(found: &Fault, kernel: &KernelRun, language: Language) -> Diagnostic {
    let dimensions = kernel.sizes.map_or(1, |sizes| sizes.dimensions());
    let says = fault(found, language);
    let mut message = match found.is_certain() {
        true => Diagnostic::error(found.code, found.spot.span, says),
        false => Diagnostic::warning(found.code, found.spot.span, says),
    };
    if found.is_accepted() {
        message.severity = Severity::Note;
    }
    let who = |at: usize| {
        let found = found.threads.get(at);
        found.map(|one| thread(one, language, dimensions))
    };
    if let What::Race(race) = &found.what {
        let says = |at: usize, access: &crate::model::Access| {
            let who = who(at).unwrap_or_else(|| "a thread".to_owned());
            format!("{who} {} `{}`", access.kind.verb(), access.location)
        };
        message = message.with_text(says(0, &race.first));
        message = message.with_label(race.second.spot.span, says(1, &race.second));
    } else if let (
        What::Divergence {
            meets: Meets::Arguments,
            ..
        },
        Some(first),
        Some(second),
    ) = (&found.what, who(0), who(1))
    {
        message = message.with_text(format!("{first} and {second} pass different arguments"));
    } else if let (What::Divergence { .. }, Some(first), Some(second)) =
        (&found.what, who(0), who(1))
    {
        message = message.with_text(format!("{first} gets here, {second} does not"));
    } else if let Some(one) = who(0) {
        message = message.with_text(format!("for {one}"));
    }
    for call in &found.spot.calls {
        message = message.with_note(format!(
            "in `{}`, called at {}",
            call.callee,
            call.place.short()
        ));
    }
    if let Some(place) = &found.spot.definition {
        message = message.with_note(format!("written in a macro at {}", place.short()));
    }
    message = message.with_note(setting(found, language));
    message = message.with_note(certainty(found));
    if let Some(operations) = &found.only_where {
        message = message.with_note(format!(
            "only where {}; `--assume no-signed-overflow` assumes that this does not happen",
            operations.words()
        ));
    }
    message
        .notes
        .extend(found.accepted.as_ref().map(Accepted::words));
    message.help = help(found, language);
    message
}

/// What would make a kernel safe in which something is found.
pub fn safe_if(safe: &SafeIf) -> String {
    let clause = &safe.clause;
    let but = match safe.fits {
        true => " unless an operation overflows",
        false => "",
    };
    let lines: Vec<String> = safe.lines.iter().map(ToString::to_string).collect();
    match lines.as_slice() {
        [] => format!("safe if {clause}{but}"),
        [line] => format!("safe if {clause}{but}; the launch in line {line} has that"),
        [first @ .., last] => format!(
            "safe if {clause}{but}; the launches in lines {} and {last} have that",
            first.join(", ")
        ),
    }
}

/// How to say which sizes are meant, where nothing says it and the answer is not yes.
pub fn which_sizes(kernel: &KernelRun) -> Option<String> {
    let chosen = kernel.sizes?;
    let open =
        |origin: Origin, sizes: &[Size; 3]| origin == Origin::Any && sizes.contains(&Size::Any);
    let flags = match (
        open(chosen.block, &chosen.sizes.block),
        open(chosen.grid, &chosen.sizes.grid),
    ) {
        (true, true) => "`--block N --grid N` checks",
        (true, false) => "`--block N` checks",
        (false, true) => "`--grid N` checks",
        (false, false) => return None,
    };
    let denied = |one: &Diagnostic| one.code == Code::C024;
    let asked = match kernel.verdict() {
        Verdict::Wrong | Verdict::Suspect => true,
        Verdict::Unknown => !kernel.undecided.iter().all(denied),
        Verdict::Verified
        | Verdict::SuspectAccepted
        | Verdict::WrongAccepted
        | Verdict::NotUnderstood => false,
    };
    asked.then(|| format!("the kernel is checked for all sizes; {flags} one launch"))
}

/// The launch and the values of the counterexample, in one line.
pub fn setting(fault: &Fault, language: Language) -> String {
    let block = match language {
        Language::Cuda => "blocks",
        Language::OpenCl => "work groups",
    };
    let said = [(block, &fault.sizes.block), ("a grid", &fault.sizes.grid)];
    let said = said.map(|(what, sizes)| match sizes.contains(&Size::Any) {
        true => format!("{what} of any size"),
        false => format!("{what} of {}", crate::sizes::show(sizes)),
    });
    let mut parts = said.to_vec();
    let values = fault.values.iter();
    parts.extend(values.map(|(name, value)| format!("{name} = {value}")));
    format!("with {}", parts.join(", "))
}

/// Why a kernel is unknown, as a message.
pub fn undecided(lack: &Lack, spot: &Spot) -> Diagnostic {
    let mut message = Diagnostic::warning(lack.code(), spot.span, lack.words());
    message = message.with_help(helps(lack));
    for call in &spot.calls {
        message = message.with_note(format!(
            "in `{}`, called at {}",
            call.callee,
            call.place.short()
        ));
    }
    message
}

/// What may help to decide a kernel.
fn helps(lack: &Lack) -> &'static str {
    match lack {
        Lack::Address => {
            "pass the pointer as a separate parameter, or index an array, so that the accessed memory is known"
        }
        Lack::Call => "call the functions by name, for example in a `switch`",
        Lack::External(_) => {
            "provide its body with `-I` or `#include`; or use `--trust-external` if it writes only through its pointer arguments"
        }
        Lack::Recursion => {
            "write the recursion as a loop, which is checked for any number of iterations"
        }
        Lack::Irreducible => "write it as a loop with one entry, without a `goto` into it",
        Lack::AsyncCopy => "wait for the copy in the block of statements that starts it",
        Lack::PartialWarps => "give a block of whole warps: `--block N` with a multiple of 32",
        Lack::Lanes => "`__syncwarp()` between the two accesses orders them",
        Lack::TwoThreadAnnotation | Lack::Postcondition => {
            "remove the annotation, or write it as an assertion about one thread"
        }
        Lack::TooLarge => {
            "split the kernel, or write repeated code as a loop (`#pragma unroll` has no effect here)"
        }
        Lack::Solver(NoAnswer::Absent(_)) => {
            "run it again, without `--cache-mode enforce` if that is set"
        }
        Lack::Solver(NoAnswer::Limit(_)) | Lack::Unconfirmed => {
            "fixed sizes and parameters are easier: `--block N`, `--grid N`, `--requires 'n == N'`; or simplify \
             the index"
        }
        Lack::Absent => "pass a mask of the threads that arrive, as `__ballot_sync` computes it",
        Lack::Overflow => {
            "`--assume no-signed-overflow` assumes that this does not happen; an unsigned or 64-bit type makes it defined"
        }
        Lack::NoLaunch => {
            "bound the parameters: `--requires 'n <= N'`, or an `assert` at the kernel's beginning"
        }
        Lack::Given(_) => "compare the options with the kernel's parameters",
        Lack::ManyFindings => "correct or accept some of the findings",
        Lack::Iterations(_) => "leave `--find-bugs` out to check all iterations",
    }
}

/// That it is not known what a written contract excludes, where something is accepted.
pub(crate) fn excluded_besides() -> Diagnostic {
    let message = "whether any launch satisfies the written contract is unknown, because a finding is accepted";
    Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::global(Code::K015, message)
    }
}

/// That a written contract excludes all launches, or that two threads come to this place.
pub fn excluded(spot: Option<&Spot>) -> Diagnostic {
    match spot {
        Some(spot) => {
            let message = "under the written contract no two threads are known to reach this statement, which \
                           has findings without the contract";
            Diagnostic::warning(Code::K015, spot.span, message)
        }
        None => {
            let message = "no launch is known that satisfies the written contract";
            Diagnostic {
                severity: Severity::Warning,
                ..Diagnostic::global(Code::K015, message)
            }
        }
    }
}

/// A launch, by its line; one of a header has none.
fn launch_in(line: Option<usize>) -> String {
    line.map_or_else(
        || "a launch in a header".to_owned(),
        |line| format!("the launch in line {line}"),
    )
}

/// What was taken for granted, in one sentence.
pub fn assumption(assumption: &Assumption, resolver: &Resolver<'_>) -> Assumed {
    let text = match assumption {
        Assumption::NoAliasing => Assumed::aliasing().text,
        Assumption::Addresses => "address arithmetic does not wrap".to_owned(),
        Assumption::Lengths(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let lengths = match names.len() {
                1 => "length",
                _ => "lengths",
            };
            let names = all_of(&names);
            format!("accesses to {names} are in bounds (unknown {lengths})")
        }
        Assumption::Bounds => "all accesses are in bounds".to_owned(),
        Assumption::GlobalSize => {
            format!(
                "the grid has at most {} threads in each dimension",
                races::MOST_IN_GRID
            )
        }
        Assumption::GlobalOffset => "the global work offset is 0".to_owned(),
        Assumption::BlockSize(most) => {
            format!("a block has at most {most} threads in each dimension")
        }
        Assumption::NoSignedOverflow => {
            "no signed overflow, division by zero or oversized shift occurs".to_owned()
        }
        Assumption::Fits(place, of, signs) => {
            let spot = resolver.spot(place, &[]);
            let signs: Vec<String> = signs.iter().map(|sign| format!("`{sign}`")).collect();
            let signs = signs.join(" or ");
            let (place, line) = (spot.short(), &spot.line);
            match of {
                Arithmetic::Signed => format!("no signed {signs} overflows at {place}: {line}"),
                Arithmetic::Division => format!("no {signs} divides by zero at {place}: {line}"),
                Arithmetic::Shift => {
                    format!("no {signs} shifts by the operand's width or more at {place}: {line}")
                }
                Arithmetic::Mixed => format!("no {signs} wraps at {place}: {line}"),
                Arithmetic::IntoSigned => format!(
                    "operands and result of {signs} fit in the signed type at {place}: {line}"
                ),
            }
        }
        Assumption::LockStep(warp) => {
            format!("threads of a warp of {warp} run in lockstep")
        }
        Assumption::External(name) => {
            format!("`{name}`, which has no body, writes only through its pointer arguments")
        }
        Assumption::Specification(name) => {
            format!("`{name}` satisfies its specification and accesses nothing else")
        }
        Assumption::Order(place) => {
            let spot = resolver.spot(place, &[]);
            format!(
                "operands are evaluated left to right, and the right side of an assignment first, at {}: {}",
                spot.short(),
                spot.line
            )
        }
        Assumption::Guess(place) => {
            let spot = resolver.spot(place, &[]);
            format!(
                "the plain load at {}, where an update by compare-and-exchange starts, returns a value that the word has had: {}",
                spot.short(),
                spot.line
            )
        }
        Assumption::Gathering(place) => {
            let spot = resolver.spot(place, &[]);
            format!(
                "all participating threads converge at {}: {}",
                spot.short(),
                spot.line
            )
        }
        Assumption::User(place) => {
            let spot = resolver.spot(place, &[]);
            format!("the assumption at {}: {}", spot.short(), spot.line)
        }
    };
    let kind = Taken::of(assumption);
    Assumed { kind, text }
}

/// That launches satisfy the contract of which it is not known.
pub fn unchecked(lines: &BTreeSet<Option<usize>>) -> String {
    let named: Vec<String> = lines.iter().map(|line| launch_in(*line)).collect();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    let (satisfy, these) = match named.len() {
        1 => ("satisfies", all_of(&named)),
        _ => ("satisfy", all_of(&named)),
    };
    format!("{these} {satisfy} the contract")
}

/// That launches satisfy the contract, of which nothing is known.
pub fn no_tree(why: &str) -> String {
    format!("launches satisfy the contract; host code is not read: {why}")
}

/// That an assertion is taken to hold that fails and is accepted.
pub(crate) fn taken_to_hold(spot: &Spot) -> String {
    format!(
        "the assertion at {} holds, though a failure of it is accepted",
        spot.short()
    )
}

/// That launches satisfy the contract of a kernel that is not verified.
pub fn not_held() -> String {
    "launches satisfy the contract, which is checked only for verified kernels".to_owned()
}

/// That no other file reaches a launch in another way.
pub fn called_here(line: Option<usize>, function: &str) -> Assumed {
    let launch = launch_in(line);
    Assumed {
        kind: Taken::Launches,
        text: format!("for {launch}, `{function}` is called by this file alone"),
    }
}

/// That a launch is as it is compiled here, where names decide that.
pub fn chosen(line: Option<usize>, names: &[&str]) -> Assumed {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let decide = match names.len() {
        1 => "decides",
        _ => "decide",
    };
    let text = format!(
        "{} {decide} what is compiled around {}, as here",
        all_of(&names),
        launch_in(line)
    );
    let kind = Taken::of_reading(Code::K011);
    Assumed { kind, text }
}

/// That a launch violates the contract of a kernel; none if it does not.
pub fn violation(held: &Held, kernel: &KernelRun) -> Option<Diagnostic> {
    let Satisfied::Violates { clause, finding } = &held.status else {
        return None;
    };
    let message = format!("this launch violates the contract of `{}`", kernel.name);
    let message = match held.line {
        Some(_) => Diagnostic::error(Code::K310, held.span, message),
        None => Diagnostic::global(Code::K310, message),
    };
    let message = message.with_text(format!("it requires `{clause}`"));
    let message = match &kernel.spot {
        Some(spot) => message.with_label(spot.span, "the kernel"),
        None => message,
    };
    let message = match finding {
        Some(finding) => message.with_note(format!("with its arguments: {finding}")),
        None => message,
    };
    let mut message =
        message.with_help("correct the launch; or the kernel, so that it requires less");
    if held.is_accepted() {
        message.severity = Severity::Note;
    }
    message
        .notes
        .extend(held.accepted.as_ref().map(Accepted::words));
    Some(message)
}

/// Why a launch is right that does not satisfy a clause.
pub(crate) const ALONE: &str = "the kernel is verified for its arguments";

/// What is known of a launch, behind its line.
pub fn held(held: &Held) -> String {
    let launch = launch_in(held.line);
    match &held.status {
        Satisfied::Meets => format!("{launch} meets the contract"),
        Satisfied::Alone(clause) => {
            format!("{launch} is correct although `{clause}` does not hold: {ALONE}")
        }
        Satisfied::Violates { clause, .. } if held.is_accepted() => {
            format!("{launch} violates `{clause}`, which is accepted")
        }
        Satisfied::Violates { clause, .. } => format!("{launch} violates `{clause}`"),
        Satisfied::Conditional(text) => format!("{launch} meets the contract if `{text}`"),
        Satisfied::Unchecked(why) => format!("{launch} is unchecked: {why}"),
        Satisfied::Outside(why) => format!("{launch} is outside: {why}"),
    }
}

/// Blocks are as large as `__launch_bounds__` allows.
pub fn bounds(block: &[Size; 3]) -> String {
    format!(
        "blocks have {} threads in one dimension, the maximum of `__launch_bounds__`",
        sizes::show(block)
    )
}

/// Sizes are open in so many dimensions only.
pub fn dimensions(open: Open) -> String {
    let many = |dimensions: usize| match dimensions {
        1 => "one dimension".to_owned(),
        n => format!("{n} dimensions"),
    };
    let what = match (open.block, open.grid) {
        (Some(block), Some(grid)) if block == grid => format!("launches have {}", many(block)),
        (Some(block), Some(grid)) => {
            format!("blocks have {}, grids {}", many(block), many(grid))
        }
        (Some(block), None) => format!("blocks have {}", many(block)),
        (None, Some(grid)) => format!("grids have {}", many(grid)),
        (None, None) => "launches have 3 dimensions".to_owned(),
    };
    format!("{what}: the kernel reads no other index")
}

/// That each element of an array is written.
pub(crate) fn cover(array: &str, elements: &contracts::Number) -> String {
    format!("each element of `{array}[0 .. {elements})` is written once")
}

/// That each element of an array rests on something.
pub(crate) fn works(array: &str, elements: &contracts::Number) -> String {
    format!("each element of `{array}[0 .. {elements})` depends on what a launch is given")
}

/// What an array rests on, in one sentence.
pub(crate) fn worked(one: &Worked) -> String {
    let launches = match one.launches {
        1 => "1 small launch".to_owned(),
        n => format!("{n} small launches"),
    };
    let none = match one.without.is_empty() {
        true => String::new(),
        false => format!("; none on {}", one.without.join(", ")),
    };
    let (array, from) = (&one.array, one.from.join(", "));
    format!(
        "{array}: each element depends on what the launch is given ({from}){none}; by terms, in {launches}"
    )
}

/// That it is not known whether an array is written as it has to be.
pub(crate) fn uncovered(what: &str, span: Option<text::span::Span>) -> Diagnostic {
    let message = format!("it is not shown that {what}");
    let said = match span {
        Some(span) => Diagnostic::error(Code::K419, span, message),
        None => Diagnostic::global(Code::K419, message),
    };
    said.with_help(
        "an index that is a sum of thread numbers, block numbers and loop counters, each times a size, is understood; \
         `--block` and `--requires` say more of launches",
    )
}
