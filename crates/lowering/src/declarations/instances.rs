//! The instances of functions and methods with type parameters.

use core_lang::FunctionId;
use spec_lang::ast::{self, NodeId};
use spec_lang::resolve::Type;
use std::collections::HashMap;

/// The instances that there are so far.
#[derive(Default)]
pub(crate) struct Instances<'a> {
    /// Functions.
    pub functions: HashMap<(NodeId, Vec<Type>), FunctionId>,
    /// Methods, by their index.
    pub methods: HashMap<(NodeId, Vec<Type>), usize>,
    /// What is not lowered yet.
    pub pending: Vec<Pending<'a>>,
}

/// An instance that is named but not lowered yet.
pub(crate) enum Pending<'a> {
    /// A function.
    Function(NodeId, &'a ast::Method, FunctionId, Vec<Type>),
    /// A method.
    Method(NodeId, &'a ast::Method, usize, Vec<Type>),
}

impl Instances<'_> {
    /// Whether a method is an instance that is named, and its contract not known yet.
    pub(crate) fn is_pending(&self, index: usize) -> bool {
        let mut pending = self.pending.iter();
        pending.any(|next| matches!(next, Pending::Method(_, _, method, _) if *method == index))
    }
}
