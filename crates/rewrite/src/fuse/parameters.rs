//! Which parameters of two kernels are one: those that get the same argument in each pair of launches, or without launches
//! those of one name.

use super::row::{Row, words};
use crate::opened::Opened;
use crate::prefetch::register::Names;
use clang::tree::{Variable, VariableId};
use clang::types::{Qual, Type};
use std::collections::BTreeMap;
use text::code::Code;
use text::span::Span;
use transforms::Refusal;

/// A parameter of one of the kernels.
type Own<'a> = (VariableId, &'a Variable);

/// The parameters of the fused kernel.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    /// Each as it is declared.
    pub texts: Vec<String>,
    /// Their names.
    pub names: Vec<String>,
    /// Those of the second kernel that are its own, by their position there.
    pub more: Vec<usize>,
    /// What those of the second kernel are called.
    pub renamed: BTreeMap<String, String>,
    /// The same by variable, where the name is another.
    pub others: Vec<(VariableId, String)>,
}

/// The parameters of the fused kernel.
///
/// # Errors
/// `A009`, `A616`.
pub(crate) fn parameters(opened: &Opened<'_>, row: &Row) -> Result<Parameters, Refusal> {
    let unit = &opened.reading.unit;
    let of = |at: usize| -> Vec<(VariableId, &Variable)> {
        let function = row.functions.get(at).and_then(|id| unit.function(*id));
        let all = function.into_iter().flat_map(|one| &one.parameters);
        all.filter_map(|id| Some((*id, unit.variable(*id)?)))
            .collect()
    };
    let (first, second) = (of(0), of(1));
    let mut names = Names::of(&opened.source.text);
    let mut found = Parameters {
        texts: Vec::new(),
        names: Vec::new(),
        more: Vec::new(),
        renamed: BTreeMap::new(),
        others: Vec::new(),
    };
    for (_, one) in &first {
        found.texts.push(declared(opened, one, None)?);
        found.names.push(one.name.clone());
    }
    for (at, (id, one)) in second.iter().enumerate() {
        let same =
            (0..first.len()).find(|with| is_same(opened, row, (*with, at), (&first, &second)));
        if let Some(with) = same {
            let name = found.names.get(with).cloned().unwrap_or_default();
            // What one of both writes is written through it.
            let known = first.get(with);
            let constant = known.is_some_and(|(_, known)| is_constant(opened, known.ty));
            if constant
                && !is_constant(opened, one.ty)
                && let Some(text) = found.texts.get_mut(with)
            {
                *text = declared(opened, one, Some(&name))?;
            }
            if name != one.name {
                found.others.push((*id, name.clone()));
            }
            found.renamed.insert(one.name.clone(), name);
            continue;
        }
        let name = match found.names.contains(&one.name) {
            true => names.fresh(&format!("{}_{}", one.name, row.names[1])),
            false => one.name.clone(),
        };
        found.texts.push(declared(opened, one, Some(&name))?);
        found.names.push(name.clone());
        found.more.push(at);
        if name != one.name {
            found.others.push((*id, name.clone()));
        }
        found.renamed.insert(one.name.clone(), name);
    }
    apart(opened, row, &found.more, (&first, &second))?;
    Ok(found)
}

/// Refuses launches that would pass what may be the same memory for two parameters, of which the proof takes it that they
/// are apart.
fn apart(
    opened: &Opened<'_>,
    row: &Row,
    more: &[usize],
    (first, second): (&[Own<'_>], &[Own<'_>]),
) -> Result<(), Refusal> {
    let types = &opened.reading.unit.types;
    let pointer =
        |one: &(VariableId, &Variable)| matches!(types.get(one.1.ty.id), Type::Pointer(_));
    for (a, b) in &row.launches {
        let old = a.arguments.iter().zip(first);
        let old = old.filter(|(_, one)| pointer(one)).map(|(span, _)| *span);
        let mut all: Vec<Span> = old.collect();
        for at in more {
            let (Some(span), Some(one)) = (b.arguments.get(*at), second.get(*at)) else {
                continue;
            };
            if !pointer(one) {
                continue;
            }
            let text = opened.slice(*span);
            let same = |other: &&Span| {
                let other = opened.slice(**other);
                let all = clang::tokens(text, 0).filter(|one| one.kind == clang::TokenKind::Word);
                let mut all = all.map(|one| one.of(text));
                all.any(|word| clang::tokens(other, 0).any(|one| one.of(other) == word))
            };
            if let Some(other) = all.iter().find(same) {
                let message =
                    "these two arguments may be the same memory, and are no one parameter";
                return Err(Refusal::inapplicable(Code::A616, *span, message)
                    .with_label(*other, "the other"));
            }
            all.push(*span);
        }
    }
    Ok(())
}

/// Whether two parameters get the same argument wherever both kernels are launched, and have the same type but for `const`.
fn is_same(
    opened: &Opened<'_>,
    row: &Row,
    (one, other): (usize, usize),
    (first, second): (&[Own<'_>], &[Own<'_>]),
) -> bool {
    let (Some((_, left)), Some((_, right))) = (first.get(one), second.get(other)) else {
        return false;
    };
    if !alike(opened, left.ty, right.ty) {
        return false;
    }
    if row.launches.is_empty() {
        return left.name == right.name;
    }
    row.launches.iter().all(|(a, b)| {
        match (a.arguments.get(one), b.arguments.get(other)) {
            (Some(a), Some(b)) => {
                let (a, b) = (words(opened.slice(*a)), words(opened.slice(*b)));
                // What computes may compute another value the second time.
                let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ' ');
                a == b && a.chars().all(plain)
            }
            _ => false,
        }
    })
}

fn alike(opened: &Opened<'_>, left: Qual, right: Qual) -> bool {
    let types = &opened.reading.unit.types;
    match (types.get(left.id), types.get(right.id)) {
        (Type::Pointer(left), Type::Pointer(right)) => {
            left.id == right.id && left.volatile == right.volatile && left.space == right.space
        }
        _ => left.id == right.id,
    }
}

fn is_constant(opened: &Opened<'_>, ty: Qual) -> bool {
    match opened.reading.unit.types.get(ty.id) {
        Type::Pointer(to) => to.constant,
        _ => ty.constant,
    }
}

/// A parameter as it is declared, under a name.
fn declared(opened: &Opened<'_>, one: &Variable, name: Option<&str>) -> Result<String, Refusal> {
    let (place, own) = (one.place.span, one.name_place.span);
    let plain = place.file == 0 && own.file == 0 && one.name_place.spelling.is_none();
    if !plain || !place.contains(own) || own.start == own.end {
        let message = format!(
            "a macro brings the parameter `{}`, or it has no name",
            one.name
        );
        return Err(Refusal::inapplicable(Code::A009, place, message));
    }
    let before = opened.slice(Span::new(0, place.start as usize, own.start as usize));
    let behind = opened.slice(Span::new(0, own.end as usize, place.end as usize));
    Ok(format!("{before}{}{behind}", name.unwrap_or(&one.name)))
}
