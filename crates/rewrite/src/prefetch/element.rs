//! The element that is meant: how it is spelled, and which expressions of a function are it.

use clang::place::Place;
use clang::tokens;
use clang::tree::{Expr, ExprKind, Function, Storage, Unit, VariableId};
use clang::types::AddressSpace;
use clang::walk::{Part, of_expr, of_stmt};
use text::span::Span;

use crate::opened::Opened;
use transforms::prefetch::Arguments;
use transforms::{Asked, StepOrigin};

/// An element as somebody writes it: `a[i]`, `tile[ty][tx + 1]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelled {
    /// As it was written.
    pub text: String,
    /// Its words; blanks and comments do not count.
    words: Vec<String>,
}

impl Spelled {
    fn of(text: &str) -> Option<Spelled> {
        let words = words(text);
        let is_element = words.get(1).is_some_and(|word| word == "[")
            && words.last().is_some_and(|word| word == "]");
        is_element.then(|| Spelled {
            text: text.trim().to_owned(),
            words,
        })
    }

    /// The array's name.
    pub(crate) fn array(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    fn is(&self, text: &str) -> bool {
        self.words == words(text)
    }

    /// A name for its register: the words of its index behind the array's, if they are few.
    pub(crate) fn register(&self) -> String {
        let mut parts = self.words.iter().skip(1);
        let is_name = |word: &&String| word.chars().all(|c| c.is_alphanumeric() || c == '_');
        let index: Vec<&str> = parts.by_ref().filter(is_name).map(String::as_str).collect();
        match index.as_slice() {
            [_] | [_, _] if !self.words.iter().any(|word| word == ".") => {
                format!("{}_{}", self.array(), index.join("_"))
            }
            _ => format!("{}_own", self.array()),
        }
    }
}

/// The words of a text.
fn words(text: &str) -> Vec<String> {
    tokens(text, 0).map(|one| one.of(text).to_owned()).collect()
}

/// The elements that a step means: one, or of a directive with several indices each.
pub(crate) fn spelled(
    opened: &Opened<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Option<Vec<Spelled>> {
    match &asked.origin {
        StepOrigin::Directive { .. } => {
            let array = opened.slice(arguments.array.span);
            let all = arguments.locations.iter();
            all.map(|index| Spelled::of(&format!("{array}[{}]", opened.slice(index.span))))
                .collect()
        }
        StepOrigin::Flag(flag) => {
            // Of what PVL reads, the text is as it stands on the command line.
            let (_, argument) = flag.split_once(' ')?;
            let element = match asked.site {
                Some(_) => argument.rsplit_once('@')?.0,
                None => argument,
            };
            Some(vec![Spelled::of(element)?])
        }
    }
}

/// The element in a function, by the variables that its words mean there.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// As it is spelled.
    pub spelled: Spelled,
    /// The array.
    pub array: VariableId,
    /// Every variable of it, in the order of the text.
    pub variables: Vec<VariableId>,
    /// How many indices it has.
    pub depth: usize,
    /// Its first place in the function.
    pub first: Expr,
}

impl Element {
    /// The element of this spelling in a function, as it occurs first.
    pub(crate) fn of(unit: &Unit, function: &Function, spelled: &Spelled) -> Option<Element> {
        let body = function.body.as_ref()?;
        let first = in_parts(unit, of_stmt(body), spelled)?;
        let (array, depth) = array_of(first)?;
        Some(Element {
            spelled: spelled.clone(),
            array,
            variables: variables(first),
            depth,
            first: first.clone(),
        })
    }

    /// Whether an expression is it: spelled so, with the same meaning.
    pub(crate) fn is(&self, unit: &Unit, expr: &Expr) -> bool {
        is_spelled(unit, expr, &self.spelled) && variables(expr) == self.variables
    }

    /// Whether an expression is an element of its array, whichever.
    pub(crate) fn is_of_array(&self, expr: &Expr) -> bool {
        array_of(expr) == Some((self.array, self.depth))
    }

    /// Whether other functions can name the array.
    pub(crate) fn is_visible(&self, unit: &Unit) -> bool {
        unit.variable(self.array).is_none_or(|one| {
            matches!(one.storage, Storage::Global | Storage::Extern)
                || (one.storage == Storage::Static && one.space != AddressSpace::Local)
        })
    }
}

fn in_parts<'a>(unit: &'a Unit, parts: Vec<Part<'a>>, spelled: &Spelled) -> Option<&'a Expr> {
    parts.into_iter().find_map(|part| match part {
        Part::Stmt(inner) => in_parts(unit, of_stmt(inner), spelled),
        Part::Expr(expr) => in_expr(unit, expr, spelled),
        Part::Declared(id) => {
            let init = unit.variable(id)?.init.as_ref()?;
            in_expr(unit, init, spelled)
        }
    })
}

fn in_expr<'a>(unit: &'a Unit, expr: &'a Expr, spelled: &Spelled) -> Option<&'a Expr> {
    match is_spelled(unit, expr, spelled) && array_of(expr).is_some() {
        true => Some(expr),
        false => in_parts(unit, of_expr(expr), spelled),
    }
}

/// The elements that a function accesses several times, as they are written.
pub(crate) fn candidates(opened: &Opened<'_>, function: &Function) -> Vec<String> {
    let mut found: Vec<(String, usize)> = Vec::new();
    if let Some(body) = &function.body {
        counted(opened, of_stmt(body), &mut found);
    }
    let several = found.into_iter().filter(|(_, count)| *count > 1);
    several.map(|(text, _)| text).collect()
}

fn counted(opened: &Opened<'_>, parts: Vec<Part<'_>>, found: &mut Vec<(String, usize)>) {
    for part in parts {
        match part {
            Part::Stmt(inner) => counted(opened, of_stmt(inner), found),
            Part::Expr(expr) => {
                let element = array_of(expr).and_then(|_| written_at(expr.place));
                if let Some(text) = element.map(|span| opened.slice(span)) {
                    match found
                        .iter_mut()
                        .find(|(known, _)| words(known) == words(text))
                    {
                        Some((_, count)) => *count += 1,
                        None => found.push((text.to_owned(), 1)),
                    }
                }
                counted(opened, of_expr(expr), found);
            }
            Part::Declared(id) => {
                let variable = opened.reading.unit.variable(id);
                if let Some(init) = variable.and_then(|one| one.init.as_ref()) {
                    counted(opened, vec![Part::Expr(init)], found);
                }
            }
        }
    }
}

/// Whether an expression is written so, in the file itself.
fn is_spelled(unit: &Unit, expr: &Expr, spelled: &Spelled) -> bool {
    matches!(expr.kind, ExprKind::Index { .. })
        && written_at(expr.place).is_some_and(|span| spelled.is(unit.slice(span)))
}

/// Where an expression is written in the file: at its place, or as the argument of a macro; none if the definition of a macro
/// brings it.
pub(crate) fn written_at(place: Place) -> Option<Span> {
    let span = match place.spelling {
        None => place.span,
        Some(spelling) if spelling.argument => spelling.span,
        Some(_) => return None,
    };
    (span.file == 0).then_some(span)
}

/// The array of an element and the number of its indices; none if the array is no variable.
pub(crate) fn array_of(expr: &Expr) -> Option<(VariableId, usize)> {
    let ExprKind::Index { base, .. } = &expr.kind else {
        return None;
    };
    match &bare(base).kind {
        ExprKind::Variable(id) => Some((*id, 1)),
        ExprKind::Index { .. } => array_of(bare(base)).map(|(id, depth)| (id, depth + 1)),
        _ => None,
    }
}

/// The indices of an element, the first one first.
pub(crate) fn indices(expr: &Expr) -> Vec<&Expr> {
    let ExprKind::Index { base, index } = &expr.kind else {
        return Vec::new();
    };
    let mut all = indices(bare(base));
    all.push(index);
    all
}

/// The variables of an expression, in the order of the text.
fn variables(expr: &Expr) -> Vec<VariableId> {
    let mut found = Vec::new();
    if let ExprKind::Variable(id) = &expr.kind {
        found.push(*id);
    }
    for part in of_expr(expr) {
        if let Part::Expr(inner) = part {
            found.extend(variables(inner));
        }
    }
    found
}

/// An expression without the conversions around it.
pub(crate) fn bare(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { operand, .. } => bare(operand),
        _ => expr,
    }
}
