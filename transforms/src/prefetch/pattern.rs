//! The cell that is prefetched: an array and an index, as trees and as meanings.

use crate::framework::input::Input;
use crate::shared::names::{is_length, local};
use spec_lang::ast::{BinaryOp, Expr, ExprKind, NodeId, UnaryOp, Visitor};
use spec_lang::print;
use spec_lang::resolve::{Reference, Resolution, Type};

/// `A[PAT]` as somebody asks for it.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// `A`.
    pub array: Expr,
    /// `PAT`.
    pub index: Expr,
}

impl Pattern {
    /// Whether this element is written the same way.
    pub(super) fn is(&self, array: &Expr, index: &Expr) -> bool {
        same(&self.array, array) && same(&self.index, index)
    }

    /// Its text.
    pub(super) fn text(&self) -> String {
        let (array, index) = (print::operand(&self.array), print::expr(&self.index));
        format!("{array}[{index}]")
    }

    /// A readable name for the register: the words of the pattern.
    pub(super) fn register(&self) -> String {
        let text = format!("{} {}", print::expr(&self.array), print::expr(&self.index));
        let mut words: Vec<String> = Vec::new();
        let mut word = String::new();
        for c in text.chars().chain([' ']) {
            if c.is_ascii_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            match c {
                '+' => words.push("plus".into()),
                '-' => words.push("minus".into()),
                '*' => words.push("times".into()),
                '/' => words.push("over".into()),
                '%' => words.push("mod".into()),
                _ => {}
            }
        }
        words.retain(|word| word != "this");
        let name = words.join("_");
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        match (name.len() <= 40 && starts_well, words.first()) {
            (true, _) => name,
            (false, Some(first)) if starts_well => format!("{first}_cell"),
            _ => "cell".to_owned(),
        }
    }

    /// The names it is made of, each with what it means if this element is meant.
    pub(super) fn meaning(resolution: &Resolution, array: &Expr, index: &Expr) -> Meaning {
        struct Names<'a>(&'a Resolution, Meaning);
        impl Visitor for Names<'_> {
            fn visit_expr(&mut self, expr: &Expr) {
                if let ExprKind::Name(name) = &expr.kind {
                    let reference = match self.0.references.get(&expr.id) {
                        Some(Reference::Local(id)) => Some(Reference::Local(self.0.canonical(*id))),
                        other => other.cloned(),
                    };
                    let pair = (name.name.clone(), reference);
                    if !self.1.contains(&pair) {
                        self.1.push(pair);
                    }
                }
                self.walk_expr(expr);
            }
        }
        let mut names = Names(resolution, Vec::new());
        names.visit_expr(array);
        names.visit_expr(index);
        names.1
    }
}

/// Names and what they mean.
pub(super) type Meaning = Vec<(String, Option<Reference>)>;

/// A pattern where its names mean one thing each.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// As it was asked for.
    pub pattern: Pattern,
    /// What its names mean.
    pub meaning: Meaning,
    /// What the array holds.
    pub element: Type,
    /// What is read on the way to the array: element types of arrays of arrays.
    pub rows: Vec<Type>,
    /// What is read on the way to the array: fields.
    pub fields: Vec<NodeId>,
}

impl Cell {
    /// The locals it depends on.
    pub(super) fn locals(&self) -> Vec<NodeId> {
        self.meaning
            .iter()
            .filter_map(|(_, reference)| match reference {
                Some(Reference::Local(id)) => Some(*id),
                _ => None,
            })
            .collect()
    }

    /// Whether a place of this type may be the cell, or lie on the way to it.
    pub(super) fn may_be(&self, ty: &Type) -> bool {
        compatible(&self.element, ty)
    }

    /// Whether this element is the cell as it is written.
    pub(super) fn is(&self, resolution: &Resolution, array: &Expr, index: &Expr) -> bool {
        self.pattern.is(array, index) && Pattern::meaning(resolution, array, index) == self.meaning
    }

    /// Whether one of its names is this.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.meaning.iter().any(|(own, _)| own == name)
    }
}

/// Whether two types could be the same once type parameters are known.
pub(super) fn compatible(left: &Type, right: &Type) -> bool {
    fn open(ty: &Type) -> bool {
        match ty {
            Type::Parameter(_) | Type::Any | Type::Error | Type::Other(_) => true,
            // A class may stand for another one; an array's element type is not settled by that.
            Type::Array(inner) | Type::Seq(inner) | Type::Option(inner) => open(inner),
            _ => false,
        }
    }
    left == right
        || open(left)
        || open(right)
        || matches!((left, right), (Type::Class(..), Type::Class(..)))
}

/// Whether two trees say the same, places aside.
pub(super) fn same(left: &Expr, right: &Expr) -> bool {
    left.without_places() == right.without_places()
}

/// Whether a formula has one value as long as only `written` is assigned: it reads no memory
/// but lengths, and none of these variables.
pub(super) fn is_fixed(resolution: &Resolution, expr: &Expr, written: &[NodeId]) -> bool {
    let fixed = |inner: &Expr| is_fixed(resolution, inner, written);
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Null | ExprKind::This => true,
        ExprKind::Name(_) => match local(resolution, expr) {
            Some(id) => !written.contains(&id),
            None => matches!(
                resolution.references.get(&expr.id),
                Some(Reference::EnumConstant(_))
            ),
        },
        ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Not, inner)
        | ExprKind::Size(inner) => fixed(inner),
        ExprKind::Binary(op, left, right) => {
            let known = matches!(
                op,
                BinaryOp::Add
                    | BinaryOp::Sub
                    | BinaryOp::Mul
                    | BinaryOp::Div
                    | BinaryOp::Mod
                    | BinaryOp::Pow
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Implies
                    | BinaryOp::Iff
                    | BinaryOp::Eq
                    | BinaryOp::Ne
                    | BinaryOp::Lt
                    | BinaryOp::Le
                    | BinaryOp::Gt
                    | BinaryOp::Ge
            );
            known && fixed(left) && fixed(right)
        }
        ExprKind::Conditional(test, left, right) => fixed(test) && fixed(left) && fixed(right),
        ExprKind::Member(inner, _) if is_length(resolution, expr) => {
            matches!(inner.kind, ExprKind::Name(_)) && fixed(inner)
        }
        _ => false,
    }
}

/// What is read on the way to the array; none if it is not a variable, a field or a row.
pub(super) fn way(input: &Input<'_>, array: &Expr) -> Option<(Vec<Type>, Vec<NodeId>)> {
    let resolution = input.resolution;
    match &array.kind {
        ExprKind::Name(_) => match resolution.references.get(&array.id) {
            Some(Reference::Local(_)) => Some((Vec::new(), Vec::new())),
            Some(Reference::Field(id, _)) => Some((Vec::new(), vec![*id])),
            _ => None,
        },
        ExprKind::Member(object, _) => {
            let Some(Reference::Field(id, _)) = resolution.references.get(&array.id) else {
                return None;
            };
            let plain =
                matches!(object.kind, ExprKind::This) || local(resolution, object).is_some();
            plain.then(|| (Vec::new(), vec![*id]))
        }
        ExprKind::Index(outer, index) => {
            let (mut rows, fields) = way(input, outer)?;
            if !is_fixed(resolution, index, &[]) {
                return None;
            }
            rows.push(resolution.type_of(array.id).clone());
            Some((rows, fields))
        }
        _ => None,
    }
}

/// A type as PVL writes it; none for one that has no register.
pub(super) fn type_text(input: &Input<'_>, ty: &Type) -> Option<String> {
    has_register(input, ty).then(|| ty.show(&|id| declared_name(input, id)))
}

fn has_register(input: &Input<'_>, ty: &Type) -> bool {
    let itself = match ty {
        Type::Void | Type::Resource | Type::Null | Type::Any | Type::Other(_) | Type::Error => {
            false
        }
        Type::Class(id, _) | Type::Adt(id, _) | Type::Enum(id) => {
            declared_name(input, *id).is_some()
        }
        _ => true,
    };
    itself && ty.parts().into_iter().all(|part| has_register(input, part))
}

fn declared_name(input: &Input<'_>, id: NodeId) -> Option<String> {
    use spec_lang::ast::DeclarationKind;
    input
        .program
        .declarations
        .iter()
        .filter(|declaration| declaration.id == id)
        .find_map(|declaration| match &declaration.kind {
            DeclarationKind::Class(class) => Some(class.name.name.clone()),
            DeclarationKind::Adt(adt) => Some(adt.name.name.clone()),
            DeclarationKind::Enum(declared) => Some(declared.name.name.clone()),
            _ => None,
        })
}
