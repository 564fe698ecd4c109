//! Names and types: what every name means, the type of every expression, and
//! what is wrong with them.
//!
//! [`resolve`] first collects what is declared (`collect`), so that order does not
//! matter between declarations, then walks every declaration once
//! (`declarations`, `statements`, `expressions`), and at last looks at the whole
//! (`inlining`). It goes on after an error: a name or type that could not be
//! found is [`Type::Error`], which fits everywhere, so that one mistake is
//! reported once.
//!
//! Variables, callables and types have name spaces of their own. Where a name is
//! declared by the user, a built-in of the same name is out of sight.

mod calls;
mod choose;
mod codes;
mod collect;
mod contracts;
mod declarations;
mod expressions;
mod fits;
mod formulas;
mod ghost;
mod globals;
mod inlining;
mod labels;
mod literals;
mod locations;
mod members;
mod names;
mod operators;
mod parallel;
mod resolver;
mod scope;
mod statements;
mod types;
mod written;

use crate::nearest as suggest;
pub use codes::CODES;
pub use fits::{Bindings, substitute};
pub use types::{Builtin, Profile, Reference, Resolution, Type};

use crate::ast::Program;
use resolver::Resolver;
use text::code::Code;
use text::diagnostics::Diagnostic;

/// What [`resolve`] found.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// Types and meanings, as far as they could be found.
    pub resolution: Resolution,
    /// Errors and warnings with `N` and `T` codes, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// The names of the members that values of a built-in type have, as `length` of an array.
pub fn members_of(ty: &Type) -> Vec<String> {
    Resolver::member_names_of(ty)
}

/// The names of the functions that the language brings.
pub fn built_in_functions() -> impl Iterator<Item = &'static str> {
    Resolver::function_names()
}

/// Finds the meaning of every name and the type of every expression.
///
/// The program is well formed if no diagnostic is an error; then every
/// expression has a type other than [`Type::Error`], and every name, member,
/// call and creation a [`Reference`].
pub fn resolve(program: &Program, profile: Profile) -> Resolved {
    // The walk is as deep as the tree, which may be deeper than a thread's usual stack allows.
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || walk(program, profile));
        match worker {
            Ok(worker) => worker.join().unwrap_or_else(|_| given_up()),
            Err(_) => walk(program, profile),
        }
    })
}

/// Bytes of stack; the pages that are not used are never touched.
const STACK: usize = 256 << 20;

/// What is said if the walk ended by a defect in it: an error, so that nothing is proved.
fn given_up() -> Resolved {
    text::passing::note();
    Resolved {
        resolution: Resolution::default(),
        diagnostics: vec![Diagnostic::global(
            Code::N000,
            "names and types could not be determined because of a defect in this tool",
        )],
    }
}

fn walk(program: &Program, profile: Profile) -> Resolved {
    let mut resolver = Resolver::new(program, profile);
    resolver.collect(program);
    for declaration in &program.declarations {
        resolver.declaration(declaration);
    }
    resolver.cyclic_inlining();
    resolver.finish()
}
