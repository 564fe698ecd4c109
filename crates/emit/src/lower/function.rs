//! Pure functions that code calls.

use super::{Lowering, refuse, refuse_with};
use crate::code::{Expr, Function, Param, Type};
use crate::names::{Named, Names};
use crate::refusal::Refused;
use spec_lang::ast::{Body, Call, Expr as Pvl, Method, NodeId, StmtKind};
use spec_lang::resolve::{Reference, Type as PvlType};
use text::code::Code;

impl Lowering<'_, '_> {
    /// A call in code: of a pure function of scalars.
    pub(super) fn call(&mut self, expr: &Pvl, call: &Call) -> Result<Expr, Refused> {
        self.typed(expr)?;
        let name = &call.name.name;
        let declared = match self.world.resolution().references.get(&expr.id) {
            Some(Reference::Method(id, _)) => self.world.methods.get(id).map(|found| (*id, *found)),
            _ => None,
        };
        let Some((id, method)) = declared else {
            let message = format!("`{name}` has no counterpart in emitted code");
            return refuse(Code::E003, expr.span, message);
        };
        if !method.is_pure() {
            return refuse_with(
                Code::E003,
                expr.span,
                format!("`{name}` is a method: calls of methods are not emitted"),
                "write its body here, or make it a pure function",
            );
        }
        if !call.given.is_empty() || !call.yields.is_empty() || !call.ghost_statements.is_empty() {
            let message = format!("`{name}` is called with ghost arguments");
            return refuse(Code::E008, expr.span, message);
        }
        let name = self.function(id, method, expr)?;
        let args = call.args.iter().map(|arg| self.expr(arg));
        let args = args.collect::<Result<Vec<Expr>, Refused>>()?;
        Ok(Expr::Call(name, args))
    }

    /// The name of a function, which is lowered if it was not yet.
    fn function(&mut self, id: NodeId, method: &Method, at: &Pvl) -> Result<String, Refused> {
        if let Some((_, known)) = self.functions.iter().find(|(other, _)| *other == id) {
            return Ok(known.name.clone());
        }
        let name = &method.name.name;
        if self.open.contains(&id) {
            let message = format!("`{name}` is recursive, which OpenCL forbids");
            return refuse(Code::E003, at.span, message);
        }
        let body = match &method.body {
            Body::Expr(body) => body,
            Body::Block(block) => match block.statements.as_slice() {
                [only] => match &only.kind {
                    StmtKind::Return(Some(body)) => body,
                    _ => return no_body(name, at),
                },
                _ => return no_body(name, at),
            },
            Body::Abstract => return no_body(name, at),
        };
        let result = self.world.resolution().declared.get(&id).cloned();
        let result = result.unwrap_or(PvlType::Error);
        let result = self.scalar(&result, at.span, &format!("the result of `{name}`"))?;
        let outer = std::mem::take(&mut self.names);
        self.open.push(id);
        let lowered = self.parts(method, body, at);
        self.open.pop();
        self.names = outer;
        let (params, body) = lowered?;
        let taken = |wanted: &str| self.functions.iter().any(|(_, one)| one.name == wanted);
        let base = format!("pure_{}", crate::names::word(name));
        let mut unique = base.clone();
        let mut number = 2;
        while taken(&unique) {
            unique = format!("{base}_{number}");
            number += 1;
        }
        let function = Function {
            name: unique.clone(),
            result,
            params,
            body,
        };
        self.functions.push((id, function));
        Ok(unique)
    }

    fn parts(
        &mut self,
        method: &Method,
        body: &Pvl,
        at: &Pvl,
    ) -> Result<(Vec<Param>, Expr), Refused> {
        let name = &method.name.name;
        self.names = Names::default();
        let fields = self.fields.len();
        let mut params = Vec::new();
        for param in &method.params {
            let ty = match self.declared(param.id) {
                PvlType::Int => Type::Int,
                PvlType::Boolean => Type::Bool,
                _ => {
                    let own = &param.name.name;
                    let message = format!(
                        "`{name}` has the parameter `{own}`, which is neither an integer nor a Boolean"
                    );
                    return refuse(Code::E003, at.span, message);
                }
            };
            let own = self
                .names
                .declare(param.id, &param.name.name, Named::Scalar(ty));
            params.push(Param::Scalar(ty, own));
        }
        let body = self.expr(body)?;
        if self.fields.len() != fields || body.reads_memory() {
            let message = format!("`{name}` reads memory, and is called in code");
            return refuse(Code::E003, at.span, message);
        }
        Ok((params, body))
    }
}

fn no_body<T>(name: &str, at: &Pvl) -> Result<T, Refused> {
    let message = format!("`{name}` has no expression as its body, so it cannot be computed");
    refuse(Code::E003, at.span, message)
}
