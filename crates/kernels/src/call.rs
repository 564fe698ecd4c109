//! Calls of functions with a body.

use crate::Lowered;
use crate::builder::Builder;
use crate::builtins::BuiltinCall;
use crate::types::Shape;
use clang::kinds::CastKind;
use clang::tree::{Category, Expr as CExpr, ExprKind as C, FunctionId, Membership, UnaryOp};
use kernel_graph::{Callee, Expr, Scalar, StmtKind};
use text::code::Code;

impl Builder<'_> {
    /// A call. An object that it gives is written to `to`; a scalar or the address that a reference
    /// stands for is returned.
    pub(crate) fn call(
        &mut self,
        e: &CExpr,
        callee: &CExpr,
        arguments: &[CExpr],
        to: Option<&Expr>,
    ) -> Lowered<Option<Expr>> {
        match direct(callee) {
            Some(C::Function(id)) => {
                let id = *id;
                let Some(function) = self.types.unit.function(id) else {
                    return self.refuse(Code::K204, "this function");
                };
                self.is_bound(function)?;
                if function.body.is_none() && !function.defaulted {
                    return self.own_call(e, id, arguments, to);
                }
                let bytes = self.copies_bytes(function);
                // The first argument of a member that is an operator is the object.
                let object_first = matches!(function.membership, Membership::Method(_));
                match (object_first, arguments) {
                    (true, [object, rest @ ..]) => {
                        let object = self.place(object)?;
                        let object = self.evaluated(object);
                        if function.body.is_none() || bytes {
                            return self.defaulted(id, object, rest);
                        }
                        self.call_function(id, Some(object), rest, to)
                    }
                    _ => self.call_function(id, None, arguments, to),
                }
            }
            Some(C::Method {
                base,
                arrow,
                function: id,
            }) => {
                let id = *id;
                let Some(function) = self.types.unit.function(id) else {
                    return self.refuse(Code::K204, "this function");
                };
                self.is_bound(function)?;
                if function.own && function.body.is_none() && !function.defaulted {
                    let name = function.name.clone();
                    let call = BuiltinCall {
                        name: &name,
                        e,
                        arguments,
                        to,
                    };
                    return self.own_method(&call, id, base, *arrow);
                }
                if matches!(function.membership, Membership::StaticMethod(_)) {
                    self.effect(base)?;
                    return self.call_function(id, None, arguments, to);
                }
                let object = self.whole(base, *arrow)?;
                let object = self.evaluated(object);
                if function.body.is_none() || self.copies_bytes(function) {
                    return self.defaulted(id, object, arguments);
                }
                self.call_function(id, Some(object), arguments, to)
            }
            _ => {
                let pointer = self.value(callee)?;
                let pointer = self.evaluated(pointer);
                let mut values = Vec::new();
                let mut written = None;
                let result = match self.shape(e.ty.id)? {
                    _ if e.category != Category::Value => Some(Scalar::Pointer),
                    Shape::Void => None,
                    Shape::Scalar(scalar, _) => Some(scalar),
                    Shape::Object => {
                        let address = match to {
                            Some(to) => to.clone(),
                            None => self.scratch(e.ty.id)?,
                        };
                        written = Some(address.clone());
                        values.push(address);
                        None
                    }
                };
                values.extend(self.plain_arguments(arguments)?);
                let value = self.emit(Callee::Pointer(pointer), values, result);
                Ok(value.or(written))
            }
        }
    }

    /// That a call executes the body of the function that it names and nothing else: an object of a class with
    /// virtual functions may be of another class, which has its own, and a destructor ends the parts as well.
    fn is_bound(&mut self, function: &clang::tree::Function) -> Lowered<()> {
        let ends = matches!(function.membership, Membership::Destructor(_));
        let (Membership::Method(id) | Membership::Destructor(id)) = function.membership else {
            return Ok(());
        };
        let record = self.types.unit.record(id);
        if record.is_none_or(|record| record.dynamic) {
            return self.refuse(Code::K204, "a member of a class with virtual functions");
        }
        if ends && record.is_some_and(|record| self.types.parts_end(record)) {
            return self.refuse(
                Code::K204,
                "a destructor of an object whose parts have destructors",
            );
        }
        Ok(())
    }

    /// Whether a member that the compiler made copies the bytes of an object: an assignment, or a
    /// constructor from one other object.
    pub(crate) fn copies_bytes(&self, function: &clang::tree::Function) -> bool {
        let (Membership::Method(id) | Membership::Constructor(id)) = function.membership else {
            return false;
        };
        let [from] = function.parameters.as_slice() else {
            return false;
        };
        let copies = self
            .types
            .unit
            .record(id)
            .is_some_and(|record| record.copies);
        let from = self
            .types
            .unit
            .variable(*from)
            .map(|from| self.types.get(from.ty.id));
        let same = match from {
            Some(clang::types::Type::Reference { to, .. }) => {
                matches!(self.types.get(to.id), clang::types::Type::Record(of) if *of == id)
            }
            _ => false,
        };
        function.defaulted && copies && same
    }

    /// A member that the compiler made: a copy, or nothing.
    fn defaulted(
        &mut self,
        id: FunctionId,
        object: Expr,
        arguments: &[CExpr],
    ) -> Lowered<Option<Expr>> {
        let Some(function) = self.types.unit.function(id) else {
            return self.refuse(Code::K204, "this function");
        };
        match (function.membership, arguments) {
            (Membership::Destructor(_), _) if function.defaulted => Ok(None),
            (Membership::Method(_), [from]) if function.defaulted => {
                let ty = from.ty;
                let from = self.place(from)?;
                self.copy(object.clone(), from, ty)?;
                Ok(Some(object))
            }
            _ => self.refuse(Code::K204, "a function without a body"),
        }
    }

    /// Values of arguments that go by value and are scalars.
    fn plain_arguments(&mut self, arguments: &[CExpr]) -> Lowered<Vec<Expr>> {
        let mut values = Vec::new();
        for argument in arguments {
            let value = if argument.category != Category::Value {
                self.place(argument)?
            } else if self.shape(argument.ty.id)? == Shape::Object {
                let copy = self.scratch(argument.ty.id)?;
                self.write(argument, &copy)?;
                copy
            } else {
                self.value(argument)?
            };
            values.push(self.evaluated(value));
        }
        Ok(values)
    }

    /// A call of a function of the file.
    pub(crate) fn call_function(
        &mut self,
        id: FunctionId,
        this: Option<Expr>,
        arguments: &[CExpr],
        to: Option<&Expr>,
    ) -> Lowered<Option<Expr>> {
        let Some(number) = self.tables.functions.get(&id).copied() else {
            return self.refuse(Code::K204, "a function without a body");
        };
        let Some(function) = self.types.unit.function(id) else {
            return self.refuse(Code::K204, "this function");
        };
        let result = match function.membership {
            Membership::Constructor(_) | Membership::Destructor(_) => Shape::Void,
            Membership::Free | Membership::Method(_) | Membership::StaticMethod(_) => {
                self.shape(function.result.id)?
            }
        };
        let mut values = Vec::new();
        let mut written = None;
        if result == Shape::Object {
            let address = match to {
                Some(to) => to.clone(),
                None => self.scratch(function.result.id)?,
            };
            written = Some(address.clone());
            values.push(address);
        }
        values.extend(this);
        values.extend(self.plain_arguments(arguments)?);
        let scalar = match result {
            Shape::Scalar(scalar, _) => Some(scalar),
            Shape::Void | Shape::Object => None,
        };
        let value = self.emit(Callee::Function(number), values, scalar);
        Ok(value.or(written))
    }

    /// Adds a call; gives its value.
    pub(crate) fn emit(
        &mut self,
        callee: Callee,
        arguments: Vec<Expr>,
        result: Option<Scalar>,
    ) -> Option<Expr> {
        let to = result.map(|scalar| self.temporary(scalar));
        self.push(StmtKind::Call {
            to,
            callee,
            arguments,
        });
        result.zip(to).map(|(scalar, to)| Expr::local(to, scalar))
    }
}

/// The function that is called, if its name stands there.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "what is no name is called by its value"
)]
pub(crate) fn direct(callee: &CExpr) -> Option<&C> {
    match &callee.kind {
        C::Function(_) | C::Method { .. } => Some(&callee.kind),
        C::Cast {
            kind: CastKind::FunctionToPointerDecay | CastKind::NoOp | CastKind::BuiltinFnToFnPtr,
            operand,
            ..
        } => direct(operand),
        // An argument of a template stands for a function by its address.
        C::Unary {
            op: UnaryOp::Address | UnaryOp::Deref,
            operand,
            ..
        } => direct(operand).filter(|called| matches!(called, C::Function(_))),
        _ => None,
    }
}
