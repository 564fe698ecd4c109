//! Choosing among overloads.

use super::Type;
use super::fits::{Bindings, bind, substitute};
use super::globals::Signature;
use super::resolver::Resolver;
use std::rc::Rc;

/// A callable that takes the arguments, with its type parameters bound.
pub(super) struct Choice {
    /// Which.
    pub signature: Rc<Signature>,
    /// What its type parameters, and those of its class, stand for.
    pub bindings: Bindings,
    /// How many arguments are widened.
    widened: usize,
}

impl Choice {
    /// A type of the signature, as this call sees it; what is not determined is open.
    pub(super) fn instantiate(&self, ty: &Type) -> Type {
        let mut bindings = self.bindings.clone();
        for param in &self.signature.type_params {
            bindings.entry(param.clone()).or_insert(Type::Any);
        }
        bounded(substitute(ty, &bindings))
    }

    /// What the call gives.
    pub(super) fn result(&self) -> Type {
        self.instantiate(&self.signature.result)
    }
}

/// A type, unless nested calls made it huge: then it stays open.
fn bounded(ty: Type) -> Type {
    const MOST_PARTS: usize = 2_000;
    let mut parts = vec![&ty];
    let mut count = 0;
    while let Some(part) = parts.pop() {
        count += 1;
        if count > MOST_PARTS {
            return Type::Any;
        }
        parts.extend(part.parts());
    }
    ty
}

impl Resolver<'_> {
    /// Those of the candidates that take the arguments best. One is what a call
    /// wants; several mean that the call is ambiguous.
    pub(super) fn applicable(
        &self,
        candidates: &[Rc<Signature>],
        receiver: Option<&Type>,
        type_args: &[Type],
        args: &[Type],
    ) -> Vec<Choice> {
        let mut choices: Vec<Choice> = candidates
            .iter()
            .filter_map(|signature| self.try_one(signature, receiver, type_args, args))
            .collect();
        let least = choices.iter().map(|choice| choice.widened).min();
        choices.retain(|choice| Some(choice.widened) == least);
        if choices.len() > 1 {
            let best: Vec<bool> = choices
                .iter()
                .map(|choice| {
                    choices
                        .iter()
                        .all(|other| self.more_special(&choice.signature, &other.signature))
                })
                .collect();
            if best.iter().filter(|best| **best).count() == 1 {
                let mut best = best.into_iter();
                choices.retain(|_| best.next().unwrap_or(false));
            }
        }
        choices
    }

    fn more_special(&self, left: &Signature, right: &Signature) -> bool {
        let generic = |signature: &Signature| !signature.type_params.is_empty();
        if generic(left) != generic(right) {
            return !generic(left);
        }
        left.params
            .iter()
            .zip(&right.params)
            .all(|(a, b)| self.globals.fits(a, b))
    }

    fn try_one(
        &self,
        signature: &Rc<Signature>,
        receiver: Option<&Type>,
        type_args: &[Type],
        args: &[Type],
    ) -> Option<Choice> {
        if signature.params.len() != args.len() {
            return None;
        }
        let mut bindings = Bindings::new();
        if let (Some(receiver), Some(owner)) = (receiver, signature.owner)
            && let Some(Type::Class(id, have)) = self.globals.view_as(receiver, owner)
            && let Some(class) = self.globals.classes.get(&id)
        {
            bindings = bind(&class.type_params, &have);
        }
        // A member's own type parameters hide those of its class.
        for param in &signature.type_params {
            bindings.remove(param);
        }
        let count = signature.type_params.len();
        if !type_args.is_empty() {
            if type_args.len() > count {
                return None;
            }
            bindings.extend(bind(&signature.type_params[..type_args.len()], type_args));
        }
        let mut widened = 0;
        let free: Vec<String> = signature
            .type_params
            .iter()
            .filter(|param| !bindings.contains_key(*param))
            .cloned()
            .collect();
        let fixed = bindings.clone();
        for (param, arg) in signature.params.iter().zip(args) {
            let param = substitute(param, &fixed);
            if !self.globals.matches(&param, arg, &free, &mut bindings) {
                return None;
            }
            if *arg != substitute(&param, &bindings) {
                widened += 1;
            }
        }
        Some(Choice {
            signature: Rc::clone(signature),
            bindings,
            widened,
        })
    }
}

impl Choice {
    /// The same choice with other bindings.
    pub(super) fn with(choice: &Choice, bindings: Bindings) -> Choice {
        Choice {
            signature: Rc::clone(&choice.signature),
            bindings,
            widened: choice.widened,
        }
    }
}
