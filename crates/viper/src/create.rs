//! New objects and arrays, with all their permissions.

use super::writer::{Text, Writer, gap};
use core_lang::{DataType, Expr, FieldId, LocalId};
use logic::Sort;
use text::span::Span;

/// What a new cell holds.
fn default(sort: &Sort) -> Option<&'static str> {
    Some(match sort {
        Sort::Int => "0",
        Sort::Bool => "false",
        Sort::Real => "none",
        Sort::Ref => "null",
        Sort::BitVec(_) | Sort::Array(..) | Sort::Seq(_) | Sort::Set(_) | Sort::Bag(_) => {
            return None;
        }
        Sort::Map(..) | Sort::Option(_) | Sort::Tuple(_) | Sort::String => return None,
        Sort::Parameter(_) | Sort::Adt(..) => return None,
    })
}

impl Writer<'_> {
    /// A new object with all permissions to its fields, which hold defaults.
    pub(crate) fn new_object(
        &mut self,
        local: LocalId,
        fields: &[FieldId],
        _span: Span,
    ) -> Text<()> {
        let object = self.local(local);
        let names: Vec<String> = fields.iter().map(|field| self.field(*field)).collect();
        self.line(&format!("{object} := new({})", names.join(", ")));
        for (field, name) in fields.iter().zip(&names) {
            let declared = self.program.field(*field);
            let is_final = self.program.is_constant(*field);
            if let Some(value) = default(&declared.sort)
                && declared.data != DataType::Fraction
            {
                if !is_final {
                    self.line(&format!("inhale {object}.{name} == {value}"));
                } else if !self.stored.contains(field) {
                    self.line(&format!("inhale final_{name}({object}) == {value}"));
                }
            }
        }
        Ok(())
    }

    /// A new array with all permissions, which holds defaults.
    pub(crate) fn new_array(
        &mut self,
        local: LocalId,
        sizes: &[Expr],
        element: &Sort,
        span: Span,
    ) -> Text<()> {
        let mut lengths = Vec::new();
        for size in sizes {
            self.require(&[size])?;
            let text = self.expr(size)?;
            self.line(&format!("assert 0 <= {text}"));
            let length = self.variable("size", "Int");
            self.line(&format!("{length} := {text}"));
            lengths.push(length);
        }
        let array = self.local(local);
        self.line(&format!("{array} := new()"));
        let cell = self.element(element, span)?;
        match lengths.as_slice() {
            [length] => {
                self.line(&format!("inhale len({array}) == {length}"));
                let i = self.fresh("i");
                let range = format!("forall {i}: Int :: 0 <= {i} && {i} < {length} ==>");
                self.line(&format!(
                    "inhale ({range} acc(loc({array}, {i}).{cell}, write))"
                ));
                if let Some(value) = default(element) {
                    self.line(&format!(
                        "inhale ({range} loc({array}, {i}).{cell} == {value})"
                    ));
                }
            }
            [rows, columns] => {
                self.line(&format!("inhale len({array}) == {rows}"));
                let (i, j) = (self.fresh("i"), self.fresh("j"));
                // The rows are new arrays, as many as there are numbers.
                self.used.rows = true;
                let row = format!("row({array}, {i})");
                if !self.program.semantics.fixed_rows {
                    let of = self.element(&Sort::Ref, span)?;
                    let one = format!("forall {i}: Int :: 0 <= {i} && {i} < {rows} ==>");
                    let cell = format!("loc({array}, {i}).{of}");
                    self.line(&format!("inhale ({one} acc({cell}, write))"));
                    self.line(&format!(
                        "inhale ({one} {cell} == {row} && len({row}) == {columns})"
                    ));
                }
                let all = format!(
                    "forall {i}: Int, {j}: Int :: 0 <= {i} && {i} < {rows} && 0 <= {j} && {j} < {columns} ==>"
                );
                self.line(&format!(
                    "inhale ({all} acc(loc({row}, {j}).{cell}, write))"
                ));
                if let Some(value) = default(element)
                    && !self.program.semantics.fixed_rows
                {
                    self.line(&format!("inhale ({all} loc({row}, {j}).{cell} == {value})"));
                }
            }
            _ => return gap(span, "new arrays of more than two dimensions"),
        }
        Ok(())
    }
}
