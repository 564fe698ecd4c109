//! Lambdas: their closures, and what these capture.

use super::declarations::lost;
use super::{Converter, Res};
use crate::json::Json;
use crate::node::{Node, identity};
use crate::tokens::{TokenKind, tokens};
use crate::tree::{Capture, Closure, Expr, ExprKind, FieldId, RecordId, Storage, VariableId};
use crate::types::{Qual, Type};

impl<'t, 'a> Converter<'t, 'a> {
    pub(super) fn lambda(&mut self, node: &'t Node<'a>, ty: Qual) -> Res<ExprKind> {
        let Type::Record(record) = *self.unit.types.get(ty.id) else {
            return Err(lost(node));
        };
        if let Some(made) = self.unit.records.get_mut(record.0 as usize) {
            made.lambda = true;
        }
        let class = node
            .parts()
            .find(|part| part.kind == "CXXRecordDecl")
            .ok_or_else(|| lost(node))?;
        let fields = self.unit.record(record).map_or(0, |made| made.fields.len());
        let values: Vec<&'t Node<'a>> = node
            .parts()
            .filter(|part| part.kind != "CXXRecordDecl" && part.kind != "CompoundStmt")
            .collect();
        if values.len() != fields {
            return Err(self.unsupported(node));
        }
        let named = self.named_captures(node);
        let mut captures = Vec::new();
        for (at, value) in values.into_iter().enumerate() {
            let index = u32::try_from(at).unwrap_or(u32::MAX);
            let field = FieldId { record, index };
            let named = named.get(at).and_then(Option::as_deref);
            captures.push(self.capture(class, field, value, named)?);
        }
        self.know(
            record,
            captures.iter().map(|c| (c.variable, c.field)).collect(),
        );
        let function = class
            .parts()
            .find(|part| part.kind == "CXXMethodDecl" && part.name() == "operator()");
        let function = match function {
            Some(function) if !function.flag("isImplicit") => Some(self.function(function.id)),
            _ => None,
        };
        Ok(ExprKind::Lambda {
            record,
            function,
            captures,
        })
    }

    fn know(&mut self, record: RecordId, captures: Vec<(Option<VariableId>, FieldId)>) {
        if self
            .unit
            .closures
            .iter()
            .all(|known| known.record != record)
        {
            self.unit.closures.push(Closure { record, captures });
        }
    }

    /// What the lambda of a class captures, where the function around it is not converted: of captures
    /// that are not understood, nothing is known.
    pub(super) fn closure(&mut self, class: u64, record: RecordId) {
        let Some(node) = self.index.lambdas.get(&class).copied() else {
            return;
        };
        if let Some(made) = self.unit.records.get_mut(record.0 as usize) {
            made.lambda = true;
        }
        if self
            .unit
            .closures
            .iter()
            .any(|known| known.record == record)
        {
            return;
        }
        let Some(class) = node.parts().find(|part| part.kind == "CXXRecordDecl") else {
            return;
        };
        let fields = self.unit.record(record).map_or(0, |made| made.fields.len());
        let values: Vec<&'t Node<'a>> = node
            .parts()
            .filter(|part| part.kind != "CXXRecordDecl" && part.kind != "CompoundStmt")
            .collect();
        let mut captures = Vec::new();
        if values.len() == fields {
            let named = self.named_captures(node);
            // What the values refer to belongs to the host.
            let current = self.current.take();
            for (at, value) in values.into_iter().enumerate() {
                let index = u32::try_from(at).unwrap_or(u32::MAX);
                let field = FieldId { record, index };
                let named = named.get(at).and_then(Option::as_deref);
                if let Ok(capture) = self.capture(class, field, value, named) {
                    captures.push((capture.variable, field));
                }
            }
            self.current = current;
        }
        self.know(record, captures);
    }

    fn capture(
        &mut self,
        class: &'t Node<'a>,
        field: FieldId,
        node: &'t Node<'a>,
        named: Option<&str>,
    ) -> Res<Capture> {
        let value = self.expression(node)?;
        let variable = match named {
            // A variable of the lambda's own, which clang shows only where it is used.
            Some(name) => Some(self.own_variable(class, name, field)?),
            None => captured(&value),
        };
        if variable.is_none() && !matches!(stripped(&value).kind, ExprKind::This) {
            return Err(self.unsupported(node));
        }
        Ok(Capture {
            field,
            variable,
            value,
        })
    }

    fn own_variable(&mut self, class: &'t Node<'a>, name: &str, field: FieldId) -> Res<VariableId> {
        let ty = self
            .unit
            .record(field.record)
            .and_then(|record| Some(record.fields.get(field.index as usize)?.ty));
        let ty = ty.ok_or_else(|| lost(class))?;
        let variable = self.own_capture(name, ty, Storage::Local);
        let mut pending: Vec<&Node<'_>> = class.parts().collect();
        while let Some(part) = pending.pop() {
            pending.extend(part.parts());
            if part.kind != "DeclRefExpr" {
                continue;
            }
            let Some(target) = part.data.get("referencedDecl") else {
                continue;
            };
            let id = target.get("id").and_then(Json::text).and_then(identity);
            if let Some(id) = id
                && target.get("name").and_then(Json::text) == Some(name)
                && !self.index.entries.contains_key(&id)
            {
                self.bind(id, variable);
            }
        }
        Ok(variable)
    }

    /// For each capture that is written `name = value`, its name, in order.
    fn named_captures(&self, node: &Node<'_>) -> Vec<Option<String>> {
        let text = self.slice(node.place.text_span());
        let mut names = Vec::new();
        let (mut depth, mut word) = (0, None);
        let mut named = false;
        let mut any = false;
        for token in tokens(text, 0) {
            let part = token.of(text);
            match part {
                "[" | "(" | "{" => depth += 1,
                "]" | ")" | "}" => depth -= 1,
                "=" if depth == 1 && word.is_some() => named = true,
                "," if depth == 1 => {}
                _ if depth == 1 && token.kind == TokenKind::Word && !named => {
                    word = Some(part.to_owned());
                }
                _ => {}
            }
            if depth == 0 || (depth == 1 && part == ",") {
                // `=` and `&` alone name nothing.
                if word.is_some() {
                    names.push(word.take().filter(|_| named));
                }
                any = true;
                named = false;
            }
            if depth == 0 && any {
                break;
            }
        }
        names
    }
}

/// An expression without the conversions and copies around it.
fn stripped(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Cast { operand, .. } | ExprKind::Temporary(operand) => stripped(operand),
        ExprKind::Construct { arguments, .. } => match &arguments[..] {
            [only] => stripped(only),
            _ => expr,
        },
        ExprKind::ArrayLoop { common, .. } => stripped(common),
        _ => expr,
    }
}

/// The variable that a capture copies or refers to.
fn captured(value: &Expr) -> Option<VariableId> {
    match stripped(value).kind {
        ExprKind::Variable(variable) => Some(variable),
        _ => None,
    }
}
