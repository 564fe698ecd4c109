//! What CUDA's and OpenCL's own functions and variables mean, by name.
//!
//! | file | holds |
//! |---|---|
//! | `own/threads.rs` | numbers of threads, blocks and sizes |
//! | `own/sync.rs` | barriers, fences, shuffles, votes, cooperative groups, asynchronous copies |
//! | `own/atomics.rs` | atomic operations |
//! | `own/numbers.rs` | integer and floating point functions |
//! | `own/memory.rs` | copies, vector loads and stores, loads through caches |

mod atomics;
mod memory;
mod numbers;
mod sync;
mod threads;

use crate::Lowered;
use crate::builder::Builder;
use crate::types::Shape;
use clang::tree::{Expr as CExpr, FunctionId};
use ir::kernel::{Callee, Expr};

/// A call that is being lowered.
pub(crate) struct OwnCall<'c> {
    /// The name without namespaces.
    pub name: &'c str,
    /// The call, for its type.
    pub e: &'c CExpr,
    /// The arguments as written.
    pub arguments: &'c [CExpr],
    /// Where an object goes.
    pub to: Option<&'c Expr>,
}

/// What a rule gave: nothing if the name is none of its.
pub(crate) type Known = Option<Option<Expr>>;

impl Builder<'_> {
    /// A call of a function without a body here.
    pub fn own_call(
        &mut self,
        e: &CExpr,
        id: FunctionId,
        arguments: &[CExpr],
        to: Option<&Expr>,
    ) -> Lowered<Option<Expr>> {
        let Some(function) = self.types.unit.function(id) else {
            return self.refuse("K204", "this function");
        };
        let name = function.name.clone();
        let call = OwnCall {
            name: &name,
            e,
            arguments,
            to,
        };
        if let Some(value) = self.annotation(&call)? {
            return Ok(value);
        }
        if let Some(value) = self.thread_function(&call)? {
            return Ok(value);
        }
        if let Some(value) = self.sync_function(&call)? {
            return Ok(value);
        }
        if let Some(value) = self.atomic_function(&call)? {
            return Ok(value);
        }
        if let Some(value) = self.memory_function(&call)? {
            return Ok(value);
        }
        if let Some(value) = self.number_function(&call)? {
            return Ok(value);
        }
        if function.own {
            let what = format!("`{name}`");
            return self.refuse("K204", &what);
        }
        self.external(&call)
    }

    /// A function of the user's without a body: whatever its result is.
    fn external(&mut self, call: &OwnCall<'_>) -> Lowered<Option<Expr>> {
        let values = self.values(call.arguments)?;
        let result = match self.shape(call.e.ty.id)? {
            Shape::Void => None,
            Shape::Scalar(scalar, _) => Some(scalar),
            Shape::Object => {
                // The object's bytes are arbitrary, which a fresh one's are.
                let fresh = self.scratch(call.e.ty.id)?;
                if let Some(to) = call.to {
                    self.copy(to.clone(), fresh, call.e.ty)?;
                }
                None
            }
        };
        Ok(self.emit(Callee::External(call.name.to_owned()), values, result))
    }

    /// The values of all arguments, in order; of objects their addresses.
    pub fn values(&mut self, arguments: &[CExpr]) -> Lowered<Vec<Expr>> {
        let mut values = Vec::new();
        for argument in arguments {
            let value = match (argument.category, self.shape(argument.ty.id)?) {
                (clang::tree::Category::Value, Shape::Object) => self.object(argument)?,
                (clang::tree::Category::Value, _) => self.value(argument)?,
                _ => self.place(argument)?,
            };
            values.push(self.evaluated(value));
        }
        Ok(values)
    }

    /// An arbitrary value of the call's type.
    pub fn arbitrary(&mut self, call: &OwnCall<'_>) -> Lowered<Option<Expr>> {
        match self.shape(call.e.ty.id)? {
            Shape::Void => Ok(None),
            Shape::Scalar(scalar, _) => {
                let to = self.temporary(scalar);
                self.push(ir::kernel::StmtKind::Havoc(to));
                Ok(Some(Expr::local(to, scalar)))
            }
            Shape::Object => {
                let fresh = self.scratch(call.e.ty.id)?;
                match call.to {
                    Some(to) => {
                        self.copy(to.clone(), fresh, call.e.ty)?;
                        Ok(Some(to.clone()))
                    }
                    None => Ok(Some(fresh)),
                }
            }
        }
    }
}
