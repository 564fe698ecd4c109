//! Where the element is looked for: in a function, in a loop, around a line, or behind a directive.

use super::element::{Element, Spelled};
use crate::opened::Opened;
use crate::sites::{find, sites};
use clang::tokens;
use clang::tree::{Function, FunctionId};
use spec_lang::nearest::nearest;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;
use transforms::{Asked, Refusal, SiteName};

/// A part of a function's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    /// All of it.
    Whole,
    /// The statements within.
    Within(Span),
    /// What touches a line.
    Line(usize),
    /// The statement that begins there.
    From(usize),
}

/// A function in which the element is, with its instances, which have the same text.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The function, and further instances of the same template.
    pub functions: Vec<FunctionId>,
    /// The element as its variables are there.
    pub element: Element,
    pub area: Area,
}

/// The function and the part of it that a step means.
///
/// # Errors
/// `A301` if the element is nowhere, `C102` and `C103` of sites.
pub(crate) fn place(
    opened: &Opened<'_>,
    spelled: &Spelled,
    asked: &Asked,
) -> Result<Place, Refusal> {
    let unit = &opened.reading.unit;
    let mut all: Vec<Place> = Vec::new();
    for id in opened.functions() {
        let function = unit.function(id).filter(|one| one.place.span.file == 0);
        let Some(function) = function else {
            continue;
        };
        let Some(element) = Element::of(unit, function, spelled) else {
            continue;
        };
        let same = |one: &&mut Place| {
            let other = one.functions.first().and_then(|id| unit.function(*id));
            other.is_some_and(|other| other.place == function.place)
        };
        match all.iter_mut().find(same) {
            Some(known) => known.functions.push(id),
            None => all.push(Place {
                functions: vec![id],
                element,
                area: Area::Whole,
            }),
        }
    }
    let name_of = |one: &Place| {
        let first = one.functions.first().and_then(|id| unit.function(*id));
        first.map_or("", |one| one.name.as_str())
    };
    let names: Vec<&str> = all.iter().map(name_of).collect();
    let (within, area) = meant(opened, asked)?;
    let fits = |one: &Place| match &within {
        None => true,
        Some(within) => one.functions.iter().any(|id| within.contains(id)),
    };
    let fitting: Vec<&Place> = all.iter().filter(|one| fits(one)).collect();
    match fitting.as_slice() {
        [one] => Ok(Place {
            area,
            ..(*one).clone()
        }),
        [] => Err(nowhere(opened, spelled, &names)),
        _ => {
            let message = format!("`{}` is in {} functions", spelled.text, fitting.len());
            let names: Vec<String> = names.iter().map(|name| format!("`@{name}`")).collect();
            let diagnostic = Diagnostic::global(Code::C103, message);
            let help = format!("say which: {}", names.join(", "));
            Err(Refusal::wrong_input(diagnostic.with_help(help)))
        }
    }
}

fn nowhere(opened: &Opened<'_>, spelled: &Spelled, elsewhere: &[&str]) -> Refusal {
    let message = format!("no kernel that is meant accesses `{}`", spelled.text);
    let refused = Refusal::not_applicable(Diagnostic::global(Code::A301, message)).with_note(
        "spelling counts, blanks and comments do not; what a macro's definition brings is not seen",
    );
    if let Some(first) = elsewhere.first() {
        return refused.with_help(format!("it is accessed in `{first}`"));
    }
    let all = opened.reading.unit.variables.iter();
    let mut names: Vec<&str> = all.map(|one| one.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let known = names.contains(&spelled.array());
    match nearest(spelled.array(), names) {
        Some(near) if !known => refused.with_help(format!("did you mean the array `{near}`?")),
        _ => refused,
    }
}

/// The functions that are meant, all if none are named, and the part of them.
fn meant(opened: &Opened<'_>, asked: &Asked) -> Result<(Option<Vec<FunctionId>>, Area), Refusal> {
    let unit = &opened.reading.unit;
    let with = |fits: &dyn Fn(&Function) -> bool| -> Vec<FunctionId> {
        let all = opened.functions().into_iter();
        all.filter(|id| unit.function(*id).is_some_and(fits))
            .collect()
    };
    if let Some(span) = asked.directive() {
        return behind(opened, span);
    }
    match &asked.site {
        None => Ok((None, Area::Whole)),
        Some(SiteName::Name(name)) => {
            let named = with(&|one| one.name == *name);
            if named.is_empty() {
                return of_loop(opened, asked);
            }
            Ok((Some(named), Area::Whole))
        }
        Some(SiteName::InMethod(..)) => of_loop(opened, asked),
        Some(SiteName::Line(line)) => {
            let at = |offset: u32| opened.source.line_column(offset as usize).line;
            let inside = with(&|one| {
                let span = one.place.span;
                span.file == 0 && (at(span.start)..=at(span.end)).contains(line)
            });
            let is_head = |id: &FunctionId| {
                let function = unit.function(*id);
                let body = function.and_then(|one| one.body.as_ref());
                body.is_some_and(|body| at(body.place.span.start) >= *line)
            };
            let area = match inside.iter().all(is_head) {
                true => Area::Whole,
                false => Area::Line(*line),
            };
            Ok((Some(inside), area))
        }
    }
}

fn of_loop(opened: &Opened<'_>, asked: &Asked) -> Result<(Option<Vec<FunctionId>>, Area), Refusal> {
    let site = find(opened, asked.site.as_ref())?;
    Ok((Some(site.functions.clone()), Area::Within(site.place.span)))
}

/// What a directive stands before: a function, a loop or another statement.
fn behind(opened: &Opened<'_>, span: Span) -> Result<(Option<Vec<FunctionId>>, Area), Refusal> {
    let unit = &opened.reading.unit;
    let text = &opened.source.text;
    let next = tokens(text, span.end as usize).next();
    let start = next.map_or(text.len(), |next| next.start);
    let mut inside = Vec::new();
    for id in opened.functions() {
        let function = unit.function(id);
        let Some(body) = function.and_then(|one| one.body.as_ref()) else {
            continue;
        };
        let place = body.place.span;
        if place.file != 0 {
            continue;
        }
        let head = text.get(start..place.start as usize);
        if head.is_some_and(|head| !tokens(head, 0).any(|one| matches!(one.of(head), ";" | "}"))) {
            return Ok((Some(vec![id]), Area::Whole));
        }
        if place.range().contains(&start) {
            inside.push(id);
        }
    }
    if inside.is_empty() {
        let message = "`glob_to_reg` stands before a kernel or within one";
        return Err(Refusal::wrong(Code::A001, span, message));
    }
    let site = sites(opened).into_iter().find(|site| site.begin == start);
    let area = site.map_or(Area::From(start), |site| Area::Within(site.place.span));
    Ok((Some(inside), area))
}
