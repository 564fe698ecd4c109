//! What steps could do in a file: each tried where it may be meant, without a proof.

use crate::fuse::fusing;
use crate::opened::Opened;
use crate::prefetch::element::candidates;
use crate::rewriting::rewriting;
use crate::sites::{name_of, sites};
use inspect::{Input, Settings};
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;
use transforms::parse_flag;

/// A place where steps may be carried out.
#[derive(Clone, Debug)]
pub struct Planned {
    /// What it is.
    pub what: String,
    /// How a flag names it.
    pub site: String,
    /// Where it is, in the first of the files.
    pub span: Span,
    /// The steps.
    pub possible: Vec<Possible>,
}

/// A step that may be carried out there.
#[derive(Clone, Debug)]
pub struct Possible {
    /// Its name.
    pub step: &'static str,
    /// The flag, as it can be typed.
    pub flag: String,
    /// What stands in the way; none if only a proof can tell.
    pub obstacle: Option<Box<Diagnostic>>,
}

/// Every place of a file where a step may be carried out; none of a file that is not of CUDA or OpenCL.
pub fn plan(input: &Input, settings: &Settings) -> (Vec<SourceFile>, Vec<Planned>) {
    let Some(reading) = inspect::trees(input, settings) else {
        return (Vec::new(), Vec::new());
    };
    let files: Vec<SourceFile> = reading
        .unit
        .files
        .iter()
        .map(|file| file.source.clone())
        .collect();
    let Some(source) = files.first() else {
        return (files, Vec::new());
    };
    let host = inspect::host_trees(input, settings);
    let opened = Opened {
        reading: &reading,
        host: host.as_ref(),
        source,
        only: &settings.kernels,
    };
    let mut found = of_kernels(&opened);
    found.extend(of_loops(&opened));
    found.sort_by_key(|one| one.span.start);
    (files.clone(), found)
}

fn of_loops(opened: &Opened<'_>) -> Vec<Planned> {
    let all = sites(opened);
    let each = all.iter().map(|site| {
        let name = name_of(opened, site, &all).to_string();
        let steps = [
            ("unroll", format!("2@{name}")),
            ("merge", format!("2@{name}")),
        ];
        Planned {
            what: site.describe(),
            site: name,
            span: site.head,
            possible: tried(opened, steps),
        }
    });
    each.collect()
}

fn of_kernels(opened: &Opened<'_>) -> Vec<Planned> {
    let unit = &opened.reading.unit;
    let kernels: Vec<_> = opened
        .kernels()
        .filter_map(|one| unit.function(one.function?))
        .filter(|one| one.place.span.file == 0)
        .collect();
    let mut found: Vec<Planned> = Vec::new();
    for function in &kernels {
        let name = &function.name;
        if found.iter().any(|one| one.span == function.name_place.span) {
            continue;
        }
        let mut steps = Vec::new();
        for element in candidates(opened, function) {
            steps.push(("prefetch", format!("{element}@{name}")));
        }
        for id in (0..).zip(&unit.variables).filter_map(|(at, one)| {
            let inside = function.place.span.contains(one.name_place.span);
            let rows = crate::linearize::found::is_rows(unit, one.ty.id);
            (inside && rows).then_some(clang::tree::VariableId(at))
        }) {
            let array = unit.variable(id).map_or("", |one| one.name.as_str());
            steps.push(("linearize", format!("{array}:row@{name}")));
        }
        steps.push(("tile", format!("inter:2@{name}")));
        steps.push(("fuse", format!("2@{name}")));
        // What a step has nothing to do with is not listed.
        let mut possible = tried(opened, steps);
        possible.retain(|one| {
            let code = one.obstacle.as_ref().map(|one| one.code);
            use text::code::Code;
            !matches!(
                (one.step, code),
                ("prefetch", Some(Code::A301))
                    | ("fuse", Some(Code::A616))
                    | ("tile", Some(Code::A504))
            )
        });
        possible.dedup_by(|one, other| one.flag == other.flag);
        found.push(Planned {
            what: format!("kernel `{name}`"),
            site: name.clone(),
            span: function.name_place.span,
            possible,
        });
    }
    found
}

/// Each of these steps, with what stands in its way as far as can be said without a proof.
fn tried(
    opened: &Opened<'_>,
    steps: impl IntoIterator<Item = (&'static str, String)>,
) -> Vec<Possible> {
    let one = |(step, argument): (&'static str, String)| {
        let quoted = match argument.contains(['[', ' ', '*']) {
            true => format!("--{step} '{argument}'"),
            false => format!("--{step} {argument}"),
        };
        let done = parse_flag(step, &argument, &[]).and_then(|parsed| {
            let arguments = parsed.work.arguments();
            match arguments.downcast_ref::<transforms::fuse::Arguments>() {
                Some(arguments) => fusing(opened, arguments, &parsed.asked).map(|_| ()),
                None => rewriting(opened, &parsed).map(|_| ()),
            }
        });
        Possible {
            step,
            flag: quoted,
            obstacle: done.err().map(|refusal| refusal.diagnostic),
        }
    };
    steps.into_iter().map(one).collect()
}
