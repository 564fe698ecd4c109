//! A repair as messages, for the reports to other programs.

use crate::model::{FileRepair, KernelRepair, Outcome};
use crate::points::Site;
use crate::words;
use inspect::place::place_in;
use report::messages::{Change, Message, Place};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::Applied;
use text::span::Span;

/// What keeps a kernel from being verified in the text that counts and is not said by the words on its
/// repair: findings that barriers do not mend, and what is not decided.
pub fn remaining(repair: &FileRepair, kernel: &KernelRepair) -> Vec<Message> {
    let said = match kernel.outcome {
        // The repair that would mend it is not given out, which is said.
        Outcome::Repaired(_) => repair.rejected.is_some(),
        // Of one finding it is said why it stays.
        Outcome::Hopeless(_) => {
            let all = repair.last().kernels.iter();
            let mut all = all.filter(|one| one.name == kernel.name);
            all.all(|one| inspect::grouped::groups(&one.faults).len() < 2)
        }
        Outcome::Right | Outcome::Unknown | Outcome::Other => false,
    };
    if said {
        return Vec::new();
    }
    let all = inspect::messages::of_file(repair.last()).into_iter();
    all.filter(|one| one.method.as_ref() == Some(&kernel.name))
        .collect()
}

/// Whether the words on a repair name a code among what remains.
pub fn remains(repair: &FileRepair, code: Code) -> bool {
    let mut kernels = repair.kernels.iter();
    kernels.any(|kernel| {
        let mut left = remaining(repair, kernel).into_iter();
        left.any(|one| one.diagnostic.code == code)
    })
}

/// What keeps a file, or kernels of it, from being read at all, and so from being repaired.
pub fn not_read(repair: &FileRepair) -> Vec<Diagnostic> {
    let run = &repair.before;
    let kernels = run.kernels.iter().flat_map(|kernel| &kernel.errors);
    let all = run.errors.iter().chain(kernels).cloned();
    all.chain(inspect::messages::nothing(run)).collect()
}

/// Gives the races and divergences of repaired kernels, among messages on files, the file's change as their
/// fix, and adds what the repair says beside.
pub(crate) fn propose(repair: &FileRepair, all: &mut Vec<Message>) {
    let change = change(repair);
    for one in all.iter_mut().filter(|_| change.is_some()) {
        let place = one.place.as_ref();
        let in_file = place.is_some_and(|place| place.file == repair.before.name);
        let named = |kernel: &&KernelRepair| Some(&kernel.name) == one.method.as_ref();
        let kernel = repair.kernels.iter().find(named);
        let about = matches!(one.diagnostic.code, Code::K301 | Code::K302);
        if in_file && about && kernel.is_some_and(KernelRepair::mends) {
            one.fix.clone_from(&change);
        }
    }
    let kernels = repair.kernels.iter();
    all.extend(kernels.flat_map(|kernel| of_kernel(repair, kernel, &change)));
    if let Some(why) = &repair.rejected {
        let text = format!("the repair is rejected: {why}");
        all.push(message(None, Diagnostic::global(Code::K503, text)));
    }
}

/// The whole change of a file, if it is proved. What is proved is the text with all of it.
pub fn change(repair: &FileRepair) -> Option<Change> {
    repair.text()?;
    let applied = repair.patched.as_ref()?;
    Some(of_edits(repair, applied, title(repair)))
}

fn of_edits(repair: &FileRepair, applied: &Applied, title: String) -> Change {
    let source = repair.before.sources.first();
    let edits = applied.edits.iter();
    Change {
        title,
        replacements: edits
            .map(|edit| (place_in(source, edit.span), edit.replacement.clone()))
            .collect(),
    }
}

/// What the change of a file does, in a few words.
pub fn title(repair: &FileRepair) -> String {
    let mut said: Vec<String> = Vec::new();
    for kernel in &repair.kernels {
        let Outcome::Repaired(changes) = &kernel.outcome else {
            continue;
        };
        for one in changes {
            let words = words::change(&repair.before, one);
            if !said.contains(&words) {
                said.push(words);
            }
        }
    }
    said.join("; ")
}

fn of_kernel(repair: &FileRepair, kernel: &KernelRepair, change: &Option<Change>) -> Vec<Message> {
    let run = &repair.before;
    let name = &kernel.name;
    let place = |site: Site| -> Option<Place> {
        let span = match site {
            Site::New(file, at) => Span {
                file,
                start: at,
                end: at,
            },
            Site::There(span) => span,
        };
        Place::within(&run.sources, span)
    };
    let spot = run.kernels.iter().find(|one| one.name == *name);
    let spot = spot.and_then(|one| one.spot.as_ref().map(|spot| spot.place.clone()));
    let mut all = Vec::new();
    match &kernel.outcome {
        Outcome::Repaired(changes) if change.is_some() => {
            let text = format!(
                "with these barriers `{name}` is free of races and divergence; their cost is {}, {} before",
                kernel.weights.1, kernel.weights.0
            );
            let mut said = Diagnostic::global(Code::K501, text);
            said.severity = Severity::Note;
            for one in changes {
                said = said.with_note(words::change(run, one));
            }
            let mut places = changes.iter().filter_map(|one| place(one.site));
            let mut one = message(Some(name), said);
            one.place = places.next().or(spot);
            one.related = places.map(|place| (place, "and here".to_owned())).collect();
            one.fix.clone_from(change);
            all.push(one);
        }
        Outcome::Hopeless(why) => {
            let text = words::hopeless(run, why);
            let mut one = message(Some(name), Diagnostic::global(Code::K502, text));
            one.diagnostic.severity = Severity::Note;
            one.place = spot;
            let atomics = repair.atomics.as_ref();
            if let Some(atomics) = atomics.filter(|found| found.kernels.contains(name)) {
                let title = words::swapped(run, atomics);
                one.diagnostic.help = Some(title.clone());
                one.fix = Some(of_edits(repair, &atomics.applied, title));
            }
            all.push(one);
        }
        Outcome::Repaired(_) | Outcome::Right | Outcome::Unknown | Outcome::Other => {}
    }
    for site in &kernel.redundant {
        let text = format!(
            "`{name}` does not need this barrier: it is free of races and divergence without it"
        );
        let mut one = message(Some(name), Diagnostic::global(Code::K504, text));
        one.diagnostic.severity = Severity::Note;
        one.place = place(*site);
        all.push(one);
    }
    all
}

fn message(kernel: Option<&String>, diagnostic: Diagnostic) -> Message {
    Message {
        method: kernel.cloned(),
        ..Message::new(diagnostic, |_| None)
    }
}
