//! The register: its type and its name.

use super::element::Element;
use crate::opened::Opened;
use clang::tree::{Expr, ExprKind, Language, Unit};
use clang::types::{FloatKind, IntKind, Type, TypeId};
use clang::{Token, TokenKind, tokens};
use text::code::Code;
use transforms::Refusal;

/// Words before a name that say nothing of the type of its elements.
const QUALIFIERS: [&str; 22] = [
    "const",
    "volatile",
    "restrict",
    "__restrict",
    "__restrict__",
    "__shared__",
    "__device__",
    "__constant__",
    "__managed__",
    "__local",
    "local",
    "__global",
    "global",
    "__constant",
    "constant",
    "__private",
    "private",
    "extern",
    "static",
    "register",
    "constexpr",
    "inline",
];

/// Words before a name with something in parentheses behind them.
const ALIGNED: [&str; 3] = ["__align__", "alignas", "__attribute__"];

/// The type of a register for the element, as the array's declaration has it.
///
/// # Errors
/// `A317` of elements that no register holds.
pub(crate) fn type_of(opened: &Opened<'_>, element: &Element) -> Result<String, Refusal> {
    let unit = &opened.reading.unit;
    let ty = element.first.ty;
    let refused = |why: &str| {
        let message = format!("`{}` is kept in no register: {why}", element.spelled.text);
        Refusal::inapplicable(Code::A317, element.first.place.span, message)
    };
    if ty.volatile {
        return Err(refused("it is volatile, so each access counts"));
    }
    match unit.types.get(ty.id) {
        Type::Array { .. } => return Err(refused("it is a row of elements")),
        Type::Record(id) if unit.record(*id).is_none_or(|one| !one.copies || one.ends) => {
            return Err(refused("a copy of it is more than a copy of its bytes"));
        }
        _ => {}
    }
    let declared = spelled(opened, element);
    let found = declared.or_else(|| canonical(unit, ty.id));
    match (found, unit.language) {
        (Some(text), _) => Ok(text),
        (None, Language::Cuda) => Ok("auto".to_owned()),
        (None, Language::OpenCl) => Err(refused("its type has no name here")),
    }
}

/// What stands before the array's name, without what is said of the array itself; none if that is more than a name.
fn spelled(opened: &Opened<'_>, element: &Element) -> Option<String> {
    let unit = &opened.reading.unit;
    let one = unit.variable(element.array)?;
    let (start, name) = (one.place.span, one.name_place.span);
    if start.file != 0 || name.file != 0 || one.name_place.spelling.is_some() {
        return None;
    }
    let is_pointer = matches!(unit.types.get(element.first.ty.id), Type::Pointer(_));
    let before = opened
        .source
        .text
        .get(start.start as usize..name.start as usize)?;
    let marks = tokens(before, 0).filter(|one| matches!(one.of(before), "*" | "&" | ","));
    let ends: Vec<Token> = marks.collect();
    let stars = ends.iter().filter(|one| one.of(before) == "*").count();
    let array = matches!(unit.types.get(one.ty.id), Type::Array { .. });
    let plain = ends.len() == stars && !is_pointer && stars == usize::from(!array);
    if !plain {
        return None;
    }
    let until = ends.first().map_or(before.len(), |one| one.start);
    let kept = before.get(..until)?;
    let mut words: Vec<&str> = Vec::new();
    let mut depth = 0usize;
    let mut skipped = false;
    for token in tokens(kept, 0) {
        let word = token.of(kept);
        match word {
            "(" if skipped || depth > 0 => depth += 1,
            ")" if depth > 0 => {
                depth -= 1;
                skipped = depth > 0;
            }
            _ if depth > 0 => {}
            _ if ALIGNED.contains(&word) => skipped = true,
            _ if QUALIFIERS.contains(&word) => {}
            _ if token.kind == TokenKind::Word => words.push(word),
            // Template arguments, names of namespaces: as they are written, with what is between.
            _ => return None,
        }
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// A type as C names it.
fn canonical(unit: &Unit, ty: TypeId) -> Option<String> {
    let opencl = unit.language == Language::OpenCl;
    let name = match unit.types.get(ty) {
        Type::Int(kind) => match (kind, opencl) {
            (IntKind::Bool, _) => "bool",
            (IntKind::Char | IntKind::SChar, _) => "char",
            (IntKind::UChar, _) => "unsigned char",
            (IntKind::Short, _) => "short",
            (IntKind::UShort, _) => "unsigned short",
            (IntKind::Int, _) => "int",
            (IntKind::UInt, _) => "unsigned int",
            (IntKind::Long, _) => "long",
            (IntKind::ULong, _) => "unsigned long",
            (IntKind::LongLong, false) => "long long",
            (IntKind::ULongLong, false) => "unsigned long long",
            _ => return None,
        },
        Type::Float(FloatKind::Half) if opencl => "half",
        Type::Float(FloatKind::Float) => "float",
        Type::Float(FloatKind::Double) => "double",
        Type::Record(id) => return unit.record(*id).map(|one| one.name.clone()),
        Type::Vector {
            element,
            count,
            ext: true,
        } if opencl => return Some(format!("{}{count}", canonical(unit, *element)?)),
        _ => return None,
    };
    Some(name.to_owned())
}

/// Names that no word of the file is, one after the other.
pub(crate) struct Names {
    taken: Vec<String>,
}

impl Names {
    pub(crate) fn of(text: &str) -> Names {
        let words = tokens(text, 0).filter(|one| one.kind == TokenKind::Word);
        Names {
            taken: words.map(|one| one.of(text).to_owned()).collect(),
        }
    }

    pub(crate) fn fresh(&mut self, wanted: &str) -> String {
        let numbered = (2u32..).map(|number| format!("{wanted}_{number}"));
        let mut all = std::iter::once(wanted.to_owned()).chain(numbered);
        let found = all.find(|name| !self.taken.contains(name));
        let found = found.unwrap_or_else(|| wanted.to_owned());
        self.taken.push(found.clone());
        found
    }
}

/// Whether an expression calls nothing but what gives the same each time.
pub(crate) fn is_steady(unit: &Unit, element: &Expr) -> bool {
    let ExprKind::Index { .. } = element.kind else {
        return false;
    };
    let mut all = super::element::indices(element).into_iter();
    all.all(|index| crate::loops::fit::effect(unit, index).is_none())
}
