//! The reading of an old formula through the index map.

use super::super::Linearized;
use super::form::{Integers, form_without, same, text};
use crate::framework::contracts::Version;
use num_bigint::BigInt;
use num_traits::Zero;
use spec_lang::ast::build::{self, binary, int, name, truth};
use spec_lang::ast::{
    BinaryOp, Declaration, DeclarationKind, Expr, ExprKind, Ident, NodeId, Param, Visitor,
    VisitorMut,
};
use spec_lang::facts;
use spec_lang::resolve::{Profile, Reference};

/// Reads old formulas through the map and brings all to one form.
pub(super) struct Reader<'a> {
    pub(super) before: &'a Version<'a>,
    pub(super) matrices: &'a [Linearized],
    /// Names of the parameters, which hide fields.
    pub(super) params: Vec<String>,
    pub(super) integers: &'a Integers,
    /// The function `by * first + second`, if the new program has it.
    pub(super) function: Option<&'a str>,
    /// Names bound around, from outside.
    pub(super) bound: Vec<String>,
    /// Whether an extent had to be said where its name means something else.
    pub(super) captured: bool,
    /// The matrices of other objects whose extents the old contract says, by `\matrix`.
    pub(super) said: Vec<String>,
}

/// A matrix where it is named: its extents there.
struct Here {
    rows: Expr,
    columns: Expr,
    row_major: bool,
}

impl Reader<'_> {
    pub(super) fn known(&self, declaration: NodeId) -> Option<&Linearized> {
        self.matrices
            .iter()
            .find(|matrix| matrix.declaration == declaration)
    }

    pub(super) fn agree(&mut self, old: &Expr, new: &Expr, what: &str) -> Result<(), String> {
        if self.through(old) != self.plain(new) {
            return Err(format!(
                "{what} is not the old one read through the index map"
            ));
        }
        match self.captured {
            true => Err("an extent means something else within a formula".to_owned()),
            false => Ok(()),
        }
    }

    /// The form of an old formula, read through the map.
    pub(super) fn through(&mut self, expr: &Expr) -> String {
        let mut copy = expr.clone();
        Through { reader: self }.visit_expr(&mut copy);
        self.plain(&copy)
    }

    /// The form of a new formula, without what holds of the array anyway.
    pub(super) fn plain(&self, expr: &Expr) -> String {
        struct Inline<'f>(Option<&'f str>);
        impl VisitorMut for Inline<'_> {
            fn visit_expr(&mut self, expr: &mut Expr) {
                self.walk_expr(expr);
                if let ExprKind::Call(call) = &expr.kind
                    && self.0 == Some(call.name.name.as_str())
                    && let [by, first, second] = call.args.as_slice()
                {
                    let product = binary(BinaryOp::Mul, by.clone(), first.clone());
                    *expr = binary(BinaryOp::Add, product, second.clone());
                }
            }
        }
        let mut copy = expr.clone();
        Inline(self.function).visit_expr(&mut copy);
        form_without(&copy, self.integers, &mut |fact| self.holds_anyway(fact))
    }

    /// The declared names of the matrices, with their extents in the words of a new formula.
    fn spoken(&self) -> Vec<(Expr, Expr, Expr)> {
        let mut found = Vec::new();
        let mut add = |declaration: NodeId, own: &str, field: bool| {
            if let Some(matrix) = self.known(declaration) {
                let word = |expr: &Expr| match field {
                    true => self.field_words(expr, None),
                    false => expr.clone(),
                };
                found.push((name(own), word(&matrix.rows), word(&matrix.columns)));
            }
        };
        struct Names(Vec<(NodeId, String, bool)>);
        impl Visitor for Names {
            fn visit_param(&mut self, param: &Param) {
                self.0.push((param.id, param.name.name.clone(), false));
            }
            fn visit_declaration(&mut self, declaration: &Declaration) {
                if let DeclarationKind::Field(field) = &declaration.kind {
                    let names = field.names.iter();
                    self.0
                        .extend(names.map(|name| (name.id, name.name.name.clone(), true)));
                }
                self.walk_declaration(declaration);
            }
        }
        let mut names = Names(Vec::new());
        names.visit_program(self.before.program);
        for (id, own, field) in &names.0 {
            if *field || self.params.contains(own) {
                add(*id, own, *field);
            }
        }
        found
    }

    /// Field extents as they are said of `this` (none) or of another object.
    fn field_words(&self, extent: &Expr, object: Option<&Expr>) -> Expr {
        struct Words<'r, 'a> {
            reader: &'r Reader<'a>,
            object: Option<&'r Expr>,
        }
        impl VisitorMut for Words<'_, '_> {
            fn visit_expr(&mut self, expr: &mut Expr) {
                let ExprKind::Name(own) = &expr.kind else {
                    return self.walk_expr(expr);
                };
                let hidden =
                    self.reader.params.contains(&own.name) || self.reader.bound.contains(&own.name);
                let member =
                    |object: Expr| build::expr(ExprKind::Member(Box::new(object), own.clone()));
                *expr = match self.object {
                    Some(object) => member(object.clone()),
                    None if hidden => member(build::expr(ExprKind::This)),
                    None => return,
                };
            }
        }
        let mut copy = extent.clone();
        Words {
            reader: self,
            object,
        }
        .visit_expr(&mut copy);
        copy
    }

    /// Facts that a new contract may state besides: of the array's length and the signs of
    /// the extents.
    fn holds_anyway(&self, fact: &Expr) -> bool {
        let zero = build::expr(ExprKind::Int(BigInt::zero()));
        let mut spoken = self.spoken();
        spoken.extend(self.of_object(fact));
        spoken.iter().any(|(array, rows, columns)| {
            let product = binary(BinaryOp::Mul, rows.clone(), columns.clone());
            let is_array = |expr: &Expr| match &expr.kind {
                _ if text(expr) == text(array) => true,
                ExprKind::Member(object, own) => {
                    matches!(object.kind, ExprKind::This) && text(&name(&own.name)) == text(array)
                }
                _ => false,
            };
            let is_length = |expr: &Expr| {
                matches!(&expr.kind, ExprKind::Member(inner, own)
                    if own.name == "length" && is_array(inner))
            };
            match &fact.kind {
                ExprKind::ArrayOf(inner, size) => is_array(inner) && same(size, &product),
                ExprKind::Binary(BinaryOp::Eq, one, other) => {
                    (is_length(one) && same(other, &product))
                        || (is_length(other) && same(one, &product))
                }
                ExprKind::Binary(BinaryOp::Le, low, high) => {
                    same(low, &zero) && (same(high, rows) || same(high, columns))
                }
                ExprKind::Binary(BinaryOp::Implies, some, then) => {
                    matches!(&some.kind, ExprKind::Binary(BinaryOp::Lt, low, high)
                        if same(low, &zero) && same(high, rows))
                        && matches!(&then.kind, ExprKind::Binary(BinaryOp::Le, low, high)
                            if same(low, &zero) && same(high, columns))
                }
                _ => false,
            }
        })
    }

    /// The matrix of another object whose length a new formula states, with its extents in
    /// the words of that object.
    fn of_object(&self, fact: &Expr) -> Option<(Expr, Expr, Expr)> {
        let ExprKind::ArrayOf(array, _) = &fact.kind else {
            return None;
        };
        let ExprKind::Member(object, own) = &array.kind else {
            return None;
        };
        if matches!(object.kind, ExprKind::This) || !self.said.contains(&text(array)) {
            return None;
        }
        struct Fields<'n>(&'n str, Vec<NodeId>);
        impl Visitor for Fields<'_> {
            fn visit_declaration(&mut self, declaration: &Declaration) {
                if let DeclarationKind::Field(field) = &declaration.kind {
                    let names = field.names.iter();
                    let named = names.filter(|name| name.name.name == self.0);
                    self.1.extend(named.map(|name| name.id));
                }
                self.walk_declaration(declaration);
            }
        }
        let mut fields = Fields(&own.name, Vec::new());
        fields.visit_program(self.before.program);
        // Of several fields of the name it could be any.
        let [field] = fields.1.as_slice() else {
            return None;
        };
        let matrix = self.known(*field)?;
        Some((
            (**array).clone(),
            self.field_words(&matrix.rows, Some(object)),
            self.field_words(&matrix.columns, Some(object)),
        ))
    }

    /// The matrix that an old expression names.
    fn named(&mut self, expr: &Expr) -> Option<Here> {
        let (id, field) = match (&expr.kind, self.before.resolution.references.get(&expr.id)?) {
            (ExprKind::Name(_), Reference::Local(id)) => {
                (self.before.resolution.canonical(*id), false)
            }
            (ExprKind::Name(_) | ExprKind::Member(..), Reference::Field(id, _)) => (*id, true),
            _ => return None,
        };
        let matrix = self.known(id)?.clone();
        let mut say = |extent: &Expr| match (field, &expr.kind) {
            (true, ExprKind::Member(object, _)) if !matches!(object.kind, ExprKind::This) => {
                self.field_words(extent, Some(object))
            }
            (true, _) => self.field_words(extent, None),
            (false, _) => {
                struct Names<'n>(&'n [String], bool);
                impl Visitor for Names<'_> {
                    fn visit_ident(&mut self, ident: &Ident) {
                        self.1 |= self.0.contains(&ident.name);
                    }
                }
                let mut names = Names(&self.bound, false);
                names.visit_expr(extent);
                self.captured |= names.1;
                extent.clone()
            }
        };
        Some(Here {
            rows: say(&matrix.rows),
            columns: say(&matrix.columns),
            row_major: matrix.row_major,
        })
    }
}

/// The reading itself: outermost forms first, since a form decides what its parts are.
struct Through<'r, 'a> {
    reader: &'r mut Reader<'a>,
}

impl Through<'_, '_> {
    /// `m[r]`: the extents and the row.
    fn row(&mut self, expr: &Expr) -> Option<(Here, Expr, Expr)> {
        match &expr.kind {
            ExprKind::Index(matrix, row) => Some((
                self.reader.named(matrix)?,
                (**matrix).clone(),
                (**row).clone(),
            )),
            ExprKind::Trigger(parts, _) => match parts.as_slice() {
                [part] => self.row(part),
                _ => None,
            },
            _ => None,
        }
    }

    fn cell(&mut self, here: &Here, matrix: Expr, mut row: Expr, mut column: Expr) -> Expr {
        self.visit_expr(&mut row);
        self.visit_expr(&mut column);
        let (first, by, second) = match here.row_major {
            true => (row, here.columns.clone(), column),
            false => (column, here.rows.clone(), row),
        };
        let index = binary(BinaryOp::Add, binary(BinaryOp::Mul, first, by), second);
        build::expr(ExprKind::Index(Box::new(matrix), Box::new(index)))
    }

    fn read(&mut self, expr: &Expr) -> Option<Expr> {
        match &expr.kind {
            ExprKind::Index(array, column) => {
                let (here, matrix, row) = self.row(array)?;
                Some(self.cell(&here, matrix, row, (**column).clone()))
            }
            ExprKind::Member(inner, own) if own.name == "length" => match self.row(inner) {
                Some((here, _, _)) => Some(here.columns),
                None => Some(self.reader.named(inner)?.rows),
            },
            ExprKind::Trigger(parts, _) => match parts.as_slice() {
                [
                    Expr {
                        kind: ExprKind::Member(inner, own),
                        ..
                    },
                ] if own.name == "length" => Some(self.row(inner)?.0.columns),
                _ => None,
            },
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
                let null = |expr: &Expr| matches!(expr.kind, ExprKind::Null);
                for (one, other) in [(left, right), (right, left)] {
                    if null(other) && self.row(one).is_some() {
                        return Some(truth(*op == BinaryOp::Ne));
                    }
                    // The old profile may speak of the array's length already.
                    if self.reader.before.profile == Profile::VerCors14
                        && let ExprKind::Member(matrix, own) = &one.kind
                        && own.name == "length"
                        && let Some(here) = self.reader.named(matrix)
                        && same(other, &binary(BinaryOp::Mul, here.rows, here.columns))
                    {
                        return Some(truth(*op == BinaryOp::Eq));
                    }
                }
                let ((_, first, mut row), (_, second, mut other)) =
                    (self.row(left)?, self.row(right)?);
                if text(&first) != text(&second) {
                    return None;
                }
                self.visit_expr(&mut row);
                self.visit_expr(&mut other);
                Some(binary(*op, row, other))
            }
            ExprKind::Matrix(matrix, rows, columns) => {
                let here = self.reader.named(matrix)?;
                let (mut rows, mut columns) = ((**rows).clone(), (**columns).clone());
                self.visit_expr(&mut rows);
                self.visit_expr(&mut columns);
                Some(binary(
                    BinaryOp::And,
                    binary(BinaryOp::Eq, rows, here.rows),
                    binary(BinaryOp::Eq, columns, here.columns),
                ))
            }
            ExprKind::Perm(location, _) | ExprKind::Value(location) => {
                if self.row(location).is_some() {
                    return Some(truth(true));
                }
                let ExprKind::AllElements(array) = &location.kind else {
                    return None;
                };
                if self.reader.named(array).is_some() {
                    return Some(truth(true));
                }
                let (here, matrix, row) = self.row(array)?;
                let counted = "\\column";
                let cell = self.cell(&here, matrix, row, name(counted));
                let body = match &expr.kind {
                    ExprKind::Perm(_, amount) => {
                        let mut amount = (**amount).clone();
                        self.visit_expr(&mut amount);
                        build::perm(cell, amount)
                    }
                    _ => build::expr(ExprKind::Value(Box::new(cell))),
                };
                Some(build::forall_star(counted, int(0), here.columns, body))
            }
            _ => None,
        }
    }
}

impl VisitorMut for Through<'_, '_> {
    fn visit_expr(&mut self, expr: &mut Expr) {
        let outer = self.reader.bound.len();
        let own = facts::bound(expr).into_iter().map(|(_, name)| name.name);
        self.reader.bound.extend(own);
        match self.read(expr) {
            Some(new) => *expr = new,
            None => self.walk_expr(expr),
        }
        self.reader.bound.truncate(outer);
    }
}
