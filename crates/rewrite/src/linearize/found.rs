//! Which array is meant, and where its parts are in the text.

use crate::opened::Opened;
use clang::tokens;
use clang::tree::{FunctionId, Stmt, Storage, Unit, VariableId};
use clang::types::Type;
use clang::walk::{Part, of_stmt};
use num_traits::ToPrimitive;
use spec_lang::ast::{Expr, ExprKind};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;
use transforms::linearize::Arguments;
use transforms::{Asked, Refusal, SiteName};

/// An array of rows.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    /// Its name.
    pub(crate) name: String,
    /// It in each function of the tree that declares it: the instances of a template have one each.
    pub(crate) variables: Vec<VariableId>,
    /// These functions.
    pub(crate) functions: Vec<FunctionId>,
    /// Where its name is declared.
    pub(crate) place: Span,
    /// The extents in its declaration, rows first.
    pub(crate) extents: [Span; 2],
    /// Both pairs of brackets of its declaration.
    pub(crate) brackets: Span,
}

/// A variable with the function that declares it.
type Declared = (FunctionId, VariableId);

/// The array that a step means.
///
/// # Errors
/// `A402` if there is none of that name, `C103` if there are several, others of what it is.
pub(crate) fn matrix(
    opened: &Opened<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Matrix, Refusal> {
    let unit = &opened.reading.unit;
    let name = arguments.matrix.name.as_str();
    let mut all: Vec<Declared> = Vec::new();
    for id in opened.functions() {
        let body = unit
            .function(id)
            .and_then(|function| function.body.as_ref());
        let mut found = Vec::new();
        body.into_iter()
            .for_each(|body| declared(unit, body, name, &mut found));
        all.extend(found.into_iter().map(|variable| (id, variable)));
    }
    all.retain(|(function, variable)| meant(opened, asked, (*function, *variable)));
    let place = |(_, variable): &Declared| unit.variable(*variable).map(|one| one.name_place);
    let Some(first) = all.first().and_then(place) else {
        let message = format!("no kernel has an array of rows `{name}` of its own");
        let diagnostic = Diagnostic::global(Code::A402, message);
        return Err(Refusal::not_applicable(diagnostic.with_help(
            "it is an array that a kernel or device function declares with two extents, as `float tile[16][17];`",
        )));
    };
    if let Some(other) = all.iter().filter_map(place).find(|other| *other != first) {
        let message = format!("there are several arrays `{name}`; say which");
        return Err(Refusal::wrong_input(
            Diagnostic::error(Code::C103, first.span, message)
                .with_label(other.span, "another")
                .with_help("name the function or the line: `@function/name`, `@12`"),
        ));
    }
    if first.spelling.is_some() || opened.slice(first.span) != name {
        let message = format!("a macro brings the declaration of `{name}`");
        return Err(Refusal::inapplicable(Code::A009, first.span, message)
            .with_help("write the declaration out"));
    }
    let extents = extents(opened, &all, first.span)?;
    given(opened, arguments, (&all, first.span))?;
    let (rows, columns, brackets) = extents;
    Ok(Matrix {
        name: name.to_owned(),
        variables: all.iter().map(|(_, variable)| *variable).collect(),
        functions: all.iter().map(|(function, _)| *function).collect(),
        place: first.span,
        extents: [rows, columns],
        brackets,
    })
}

/// The arrays of rows of this name that a statement declares.
fn declared(unit: &Unit, stmt: &Stmt, name: &str, found: &mut Vec<VariableId>) {
    for part in of_stmt(stmt) {
        match part {
            Part::Stmt(inner) => declared(unit, inner, name, found),
            Part::Declared(id) => {
                let one = unit.variable(id).filter(|one| one.name == name);
                let own = one.filter(|one| one.name_place.span.file == 0);
                found.extend(own.and_then(|one| shape(unit, one.ty.id)).map(|_| id));
            }
            Part::Expr(_) => {}
        }
    }
}

/// Whether a type is an array with two extents.
pub(crate) fn is_rows(unit: &Unit, ty: clang::types::TypeId) -> bool {
    shape(unit, ty).is_some()
}

/// Rows and columns of an array type with exactly two extents.
fn shape(unit: &Unit, ty: clang::types::TypeId) -> Option<(u64, u64)> {
    let Type::Array {
        element,
        count: Some(rows),
    } = unit.types.get(ty)
    else {
        return None;
    };
    let Type::Array {
        element,
        count: Some(columns),
    } = unit.types.get(element.id)
    else {
        return None;
    };
    let deeper = matches!(unit.types.get(element.id), Type::Array { .. });
    (!deeper).then_some((*rows, *columns))
}

/// Whether the site of a flag, or the place of a directive, means an array.
fn meant(opened: &Opened<'_>, asked: &Asked, (function, variable): Declared) -> bool {
    let unit = &opened.reading.unit;
    let (Some(function), Some(one)) = (unit.function(function), unit.variable(variable)) else {
        return false;
    };
    let at = one.name_place.span.start as usize;
    if let Some(span) = asked.directive() {
        // The declaration begins with the next word that is no comment.
        let next = tokens(&opened.source.text, span.end as usize).next();
        return next.is_some_and(|next| {
            let until = opened.source.text.get(next.start..at);
            until.is_some_and(|text| !text.contains([';', '{', '}']))
        });
    }
    match &asked.site {
        None => true,
        Some(SiteName::Name(name)) => function.name == *name,
        Some(SiteName::InMethod(inside, _)) => function.name == *inside,
        Some(SiteName::Line(line)) => opened.source.line_column(at).line == *line,
    }
}

/// The extents of a declaration and both pairs of brackets.
fn extents(
    opened: &Opened<'_>,
    all: &[Declared],
    name: Span,
) -> Result<(Span, Span, Span), Refusal> {
    let unit = &opened.reading.unit;
    for (_, variable) in all {
        let one = unit.variable(*variable);
        let other = one.is_none_or(|one| {
            one.init.is_some() || !matches!(one.storage, Storage::Local | Storage::Static)
        });
        if other {
            let message =
                "an array with initial values, or one that others see, is used as a whole";
            return Err(Refusal::inapplicable(Code::A405, name, message));
        }
    }
    let text = &opened.source.text;
    let unread = || {
        let message = "the extents do not stand behind the name, in two pairs of brackets";
        Refusal::inapplicable(Code::A406, name, message)
            .with_help("write the declaration out, as `float tile[16][17];`")
    };
    let (first, end) = bracket(text, name.end as usize).ok_or_else(unread)?;
    let (second, last) = bracket(text, end).ok_or_else(unread)?;
    Ok((first, second, Span::new(0, name.end as usize, last)))
}

/// What stands in the brackets that begin behind a place, and where they end.
pub(crate) fn bracket(text: &str, from: usize) -> Option<(Span, usize)> {
    let mut all = tokens(text, from);
    let open = all.next().filter(|one| one.of(text) == "[")?;
    let mut depth = 0usize;
    for token in all {
        match token.of(text) {
            "(" | "[" | "{" => depth += 1,
            "]" if depth == 0 => {
                let inner = text.get(open.end..token.start)?;
                let lead = inner.len() - inner.trim_start().len();
                let kept = inner.trim();
                let start = open.end + lead;
                let comment = kept.contains("//") || kept.contains("/*");
                return (!kept.is_empty() && !comment)
                    .then(|| (Span::new(0, start, start + kept.len()), token.end));
            }
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            ";" => return None,
            _ => {}
        }
    }
    None
}

/// Extents that are given must be those of the declaration.
fn given(
    opened: &Opened<'_>,
    arguments: &Arguments,
    (all, name): (&[Declared], Span),
) -> Result<(), Refusal> {
    let Some((rows, columns)) = &arguments.extents else {
        return Ok(());
    };
    let unit = &opened.reading.unit;
    for (_, variable) in all {
        let found = unit
            .variable(*variable)
            .and_then(|one| shape(unit, one.ty.id));
        if found.map(|(rows, columns)| (Some(rows), Some(columns)))
            != Some((number(rows), number(columns)))
        {
            let (rows, columns) = found.unwrap_or_default();
            let message = format!("the array has {rows} rows of {columns}, and others are given");
            return Err(Refusal::inapplicable(Code::A401, name, message)
                .with_help("leave the extents out, or give those of the declaration as numbers"));
        }
    }
    Ok(())
}

fn number(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        ExprKind::Int(value) => value.to_u64(),
        _ => None,
    }
}
