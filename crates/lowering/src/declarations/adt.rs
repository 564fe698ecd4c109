//! Abstract data types and axioms: symbols, and what the user says of them.
//!
//! An axiom is assumed, and listed as trusted. It is a formula without variables of its own that
//! reads no heap, so it says the same in every state.

use crate::context::environment::Place;
use crate::context::lowerer::Lowering;
use crate::context::unsupported::{qualified, unsupported};
use crate::declarations::functions_without_rules::bad_call;
use crate::tables::declared::Ids;
use crate::tables::types::TypeArguments;
use core_lang::facts;
use core_lang::{Axiom, Expr, ExprKind};
use spec_lang::ast::{self, DeclarationKind};
use text::code::Code;
use text::diagnostics::Diagnostic;

impl<'a> Lowering<'_, 'a> {
    /// Gives each function of an abstract data type its symbol.
    pub(crate) fn adt_signatures(&mut self, adt: &'a ast::Adt, ids: &mut Ids) {
        for member in &adt.members {
            let DeclarationKind::Method(method) = &member.kind else {
                continue;
            };
            let name = qualified(&adt.name.name, &method.name.name);
            let generic = adt.type_params.iter().chain(&method.type_params).next();
            let span = method.name.span;
            let mut lowerer = self.declaration(name, TypeArguments::default());
            let function = if generic.is_some()
                && let Err(diagnostic) =
                    unsupported::<()>(Code::U010, span, "abstract data types with type parameters")
            {
                lowerer.declare_bad_function(method, diagnostic)
            } else {
                lowerer.declare_function(member.id, method)
            };
            ids.functions.insert(member.id, function);
        }
    }

    /// The axioms of an abstract data type.
    pub(crate) fn axioms(&mut self, adt: &'a ast::Adt) {
        for member in &adt.members {
            match &member.kind {
                DeclarationKind::Axiom(axiom) => self.axiom(member, axiom, &adt.name.name),
                DeclarationKind::Method(_) => {}
                DeclarationKind::Class(_)
                | DeclarationKind::Field(_)
                | DeclarationKind::Predicate(_)
                | DeclarationKind::Enum(_)
                | DeclarationKind::Adt(_)
                | DeclarationKind::Model(_)
                | DeclarationKind::Unsupported { .. } => self.output.refuse_kind(
                    member,
                    &adt.name.name,
                    Code::U010,
                    "this within an abstract data type",
                ),
            }
        }
    }

    /// An axiom is assumed where it has a rule; else the declaration is refused and
    /// the axiom is not assumed.
    pub(crate) fn axiom(
        &mut self,
        declaration: &'a ast::Declaration,
        axiom: &'a ast::Axiom,
        owner: &str,
    ) {
        let span = declaration.span;
        let name = match &axiom.name {
            Some(name) => qualified(owner, &name.name),
            None => qualified(owner, "axiom"),
        };
        let place = Place::new(None, None);
        let mut lowerer = self.declaration(name.clone(), TypeArguments::default());
        match lowerer.expr(place, &axiom.body) {
            Ok(formula) => {
                self.output.trust("axiom", &name, span);
                self.output.core.axioms.push(Axiom {
                    name,
                    span,
                    formula,
                });
            }
            Err(diagnostic) => self.output.refuse(name, span, *diagnostic),
        }
    }

    /// Axioms that read the heap, or use a function without rules, are refused: what they say
    /// would be different in different states.
    pub(crate) fn refuse_impure_axioms(&mut self) {
        let axioms = std::mem::take(&mut self.output.core.axioms);
        for axiom in axioms {
            match self.impure(&axiom.formula) {
                None => self.output.core.axioms.push(axiom),
                Some(diagnostic) => {
                    self.output.distrust(axiom.span);
                    self.output.refuse(axiom.name, axiom.span, *diagnostic);
                }
            }
        }
    }

    fn impure(&self, formula: &Expr) -> Option<Box<Diagnostic>> {
        let mut found = None;
        formula.visit(&mut |e| {
            let mut reads = facts::expr(&e.kind).heap || matches!(e.kind, ExprKind::Old(..));
            if let ExprKind::Call(function, _) = &e.kind {
                if let Some(diagnostic) = self.output.bad_functions.get(function) {
                    found.get_or_insert_with(|| bad_call(diagnostic, e.span));
                }
                reads |= core_lang::reads_heap(&self.output.core, *function);
            }
            if reads
                && let Err(diagnostic) =
                    unsupported::<()>(Code::U010, e.span, "an axiom that reads the heap")
            {
                found.get_or_insert(diagnostic);
            }
        });
        found
    }
}
