//! From PVL's tree to the code that is emitted.
//!
//! | file | decides |
//! |---|---|
//! | `method.rs` | which methods are emitted, and what they get |
//! | `expr.rs` | expressions |
//! | `stmt.rs` | statements, of threads and of the host |
//! | `loops.rs` | loops |
//! | `atomic.rs` | which atomic blocks are one atomic addition |
//! | `ghost.rs` | that code does not depend on ghost state |
//! | `function.rs` | pure functions that code calls |

mod atomic;
mod expr;
mod function;
mod ghost;
mod loops;
mod method;
mod stmt;

pub(crate) use method::{Chosen, Shared, chosen, method, one_line};

use crate::Width;
use crate::code::{Function, Kernel, Type};
use crate::names::{Named, Names};
use crate::refusal::{Refused, refuse, refuse_with};
use spec_lang::ast::{DeclarationKind, Method, NodeId, Program};
use spec_lang::resolve::{Resolution, Type as PvlType};
use std::collections::{BTreeSet, HashMap};
use text::code::Code;
use text::span::Span;
use transforms::Input;

/// What is known of the whole program.
pub(crate) struct World<'a> {
    pub(crate) input: &'a Input<'a>,
    pub(crate) width: Width,
    /// The divisions whose operands are shown not to be negative.
    pub(crate) plain: &'a BTreeSet<NodeId>,
    methods: HashMap<NodeId, &'a Method>,
    fields: HashMap<NodeId, &'a str>,
}

impl<'a> World<'a> {
    pub(crate) fn new(
        input: &'a Input<'a>,
        width: Width,
        plain: &'a BTreeSet<NodeId>,
    ) -> World<'a> {
        let (mut methods, mut fields) = (HashMap::new(), HashMap::new());
        each_member(input.program, &mut |kind, id| match kind {
            DeclarationKind::Method(method) => {
                methods.insert(id, &**method);
            }
            DeclarationKind::Field(field) => {
                let names = field.names.iter();
                fields.extend(names.map(|one| (one.id, one.name.name.as_str())));
            }
            DeclarationKind::Class(_)
            | DeclarationKind::Predicate(_)
            | DeclarationKind::Enum(_)
            | DeclarationKind::Adt(_)
            | DeclarationKind::Axiom(_)
            | DeclarationKind::Model(_)
            | DeclarationKind::Unsupported { .. } => {}
        });
        World {
            input,
            width,
            plain,
            methods,
            fields,
        }
    }

    pub(crate) fn resolution(&self) -> &'a Resolution {
        self.input.resolution
    }
}

/// Calls `seen` for the declarations at top level and in classes.
fn each_member<'a>(program: &'a Program, seen: &mut dyn FnMut(&'a DeclarationKind, NodeId)) {
    for declaration in &program.declarations {
        seen(&declaration.kind, declaration.id);
        if let DeclarationKind::Class(class) = &declaration.kind {
            for member in &class.members {
                seen(&member.kind, member.id);
            }
        }
    }
}

/// Where statements run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// In the host function.
    Host,
    /// In the threads of this block.
    Thread(NodeId),
}

/// A method on its way.
pub(crate) struct Lowering<'w, 'a> {
    pub(crate) world: &'w World<'a>,
    pub(crate) names: Names,
    pub(crate) kernels: Vec<Kernel>,
    /// Functions that were called, with their declarations; a function stands behind those that it calls.
    pub(crate) functions: &'w mut Vec<(NodeId, Function)>,
    /// Functions that are being lowered.
    pub(crate) open: Vec<NodeId>,
    /// The names of the parameters, in order.
    pub(crate) param_names: Vec<String>,
    /// Fields that are read, in order, with their names.
    pub(crate) fields: Vec<(NodeId, String)>,
    /// The method's name in the emitted text.
    pub(crate) title: String,
    /// The names of kernels that are taken.
    pub(crate) kernel_names: &'w mut BTreeSet<String>,
}

impl Lowering<'_, '_> {
    /// The type of a scalar.
    fn scalar(&self, ty: &PvlType, span: Span, what: &str) -> Result<Type, Refused> {
        match ty {
            PvlType::Int => Ok(Type::Int),
            PvlType::Boolean => Ok(Type::Bool),
            _ => no_type(ty, span, what),
        }
    }

    /// What a declaration of such a type is.
    fn named(&self, ty: &PvlType, span: Span, what: &str) -> Result<Named, Refused> {
        match ty {
            PvlType::Array(element) => match &**element {
                PvlType::Int => Ok(Named::Array(Type::Int)),
                PvlType::Boolean => Ok(Named::Array(Type::Bool)),
                PvlType::Array(_) => refuse_with(
                    Code::E001,
                    span,
                    format!("{what} is an array of arrays, which has no counterpart on a device"),
                    "lay it out in one array: `--linearize NAME:row`",
                ),
                _ => no_type(ty, span, what),
            },
            _ => self.scalar(ty, span, what).map(Named::Scalar),
        }
    }
}

fn no_type<T>(ty: &PvlType, span: Span, what: &str) -> Result<T, Refused> {
    let shown = ty.show(&|_| None);
    let message = match ty {
        PvlType::Float32
        | PvlType::Float64
        | PvlType::Rational
        | PvlType::Frac
        | PvlType::ZFrac => {
            format!("{what} is a `{shown}`, an exact number in PVL, which no device computes with")
        }
        _ => format!("{what} has the type `{shown}`, which has no counterpart in emitted code"),
    };
    refuse(Code::E001, span, message)
}
