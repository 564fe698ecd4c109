//! Abstract data types and axioms: sorts, symbols, and what the user says of them.
//!
//! An axiom is believed, and listed as trusted. It is a formula without variables of its own that
//! reads no heap, so it says the same in every state.

use super::method::qualified;
use super::{Lowered, Lowerer, OLD, Scope, unsupported};
use ir::{Axiom, Expr, ExprKind};
use logic::Sort;
use spec_lang::ast::{self, DeclarationKind, NodeId};
use spec_lang::resolve::Type;
use text::span::Span;

impl<'a> Lowerer<'a> {
    /// What there is of an abstract data type.
    pub(super) fn declare_adt(&mut self, id: NodeId, adt: &'a ast::Adt) {
        self.adts.insert(id, adt);
        for member in &adt.members {
            if let DeclarationKind::Method(method) = &member.kind {
                self.methods.insert(member.id, method);
                self.adt_functions.insert(member.id, id);
            }
        }
    }

    /// The sort of an abstract data type: nothing is known of its values but by axioms.
    pub(super) fn adt_sort(&self, id: NodeId, args: &[Type], span: Span) -> Lowered<Sort> {
        match self.adts.get(&id) {
            // The number tells it apart from types of the same name in other files.
            Some(adt) if args.is_empty() && adt.type_params.is_empty() => {
                Ok(Sort::Adt(adt.name.name.clone(), id.0))
            }
            _ => unsupported("U010", span, "abstract data types with type parameters"),
        }
    }

    /// Gives each function of an abstract data type its symbol.
    pub(super) fn declare_adt_functions(&mut self, adt: &'a ast::Adt) {
        for member in &adt.members {
            let DeclarationKind::Method(method) = &member.kind else {
                continue;
            };
            let name = qualified(&adt.name.name, &method.name.name);
            let generic = adt.type_params.iter().chain(&method.type_params).next();
            let span = method.name.span;
            if generic.is_some()
                && let Err(diagnostic) =
                    unsupported::<()>("U010", span, "abstract data types with type parameters")
            {
                let function =
                    ir::FunctionId(u32::try_from(self.core.functions.len()).unwrap_or(u32::MAX));
                self.bad_functions.insert(function, diagnostic);
                self.functions.insert(member.id, function);
                let result = self.fresh_local("result", Sort::Int, ir::DataType::Plain, span);
                self.core.functions.push(ir::Function {
                    name,
                    span,
                    params: Vec::new(),
                    sort: Sort::Int,
                    data: ir::DataType::Plain,
                    result,
                    requires: ir::Assertion::empty(span),
                    ensures: ir::Assertion::empty(span),
                    body: ir::FunctionBody::Abstract,
                    decreases: None,
                    measure_assumed: false,
                    inline: false,
                });
                continue;
            }
            self.declare_function(member.id, method, name);
        }
    }

    /// Contracts and bodies, where they have any.
    pub(super) fn define_adt_functions(&mut self, adt: &'a ast::Adt) {
        for member in &adt.members {
            if let DeclarationKind::Method(method) = &member.kind {
                self.define_function(member.id, method);
            }
        }
    }

    /// The axioms of an abstract data type.
    pub(super) fn define_axioms(&mut self, adt: &'a ast::Adt) {
        for member in &adt.members {
            match &member.kind {
                DeclarationKind::Axiom(axiom) => {
                    self.define_axiom(member, axiom, &adt.name.name);
                }
                DeclarationKind::Method(_) => {}
                _ => self.refuse(
                    member,
                    &adt.name.name,
                    "U010",
                    "this within an abstract data type",
                ),
            }
        }
    }

    /// An axiom is believed where it has a rule; else the declaration is refused and nobody
    /// believes it.
    pub(super) fn define_axiom(
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
        self.scope = Scope {
            this: None,
            result: None,
            old: OLD,
            end: None,
            shown: false,
        };
        self.owner_name.clone_from(&name);
        match self.stated(&axiom.body) {
            Ok(formula) => {
                self.trust("axiom", span);
                self.core.axioms.push(Axiom {
                    name,
                    span,
                    formula,
                });
            }
            Err(diagnostic) => self.refuse_with(name, span, *diagnostic),
        }
    }

    pub(super) fn refuse_with(
        &mut self,
        name: String,
        span: Span,
        diagnostic: text::diagnostics::Diagnostic,
    ) {
        self.core.methods.push(ir::Method {
            unsupported: Some(diagnostic),
            ..ir::Method::declared(name, span)
        });
    }

    /// Axioms that read the heap, or use a function without rules, are refused: what they say
    /// would be different in different states.
    pub(super) fn refuse_impure_axioms(&mut self) {
        let axioms = std::mem::take(&mut self.core.axioms);
        for axiom in axioms {
            match self.impure(&axiom.formula) {
                None => self.core.axioms.push(axiom),
                Some(diagnostic) => {
                    self.trusted.retain(|entry| entry.span != axiom.span);
                    self.refuse_with(axiom.name, axiom.span, *diagnostic);
                }
            }
        }
    }

    fn impure(&self, formula: &Expr) -> Option<Box<text::diagnostics::Diagnostic>> {
        let mut found = None;
        formula.visit(&mut |e| {
            let reads = match &e.kind {
                ExprKind::Field(..)
                | ExprKind::Element(..)
                | ExprKind::Values(..)
                | ExprKind::Old(..)
                | ExprKind::CurrentPerm(_)
                | ExprKind::ForPerm { .. }
                | ExprKind::Unfolding(..) => true,
                ExprKind::Call(function, _) => {
                    if let Some(diagnostic) = self.bad_functions.get(function) {
                        found.get_or_insert_with(|| super::function::bad_call(diagnostic, e.span));
                    }
                    ir::reads_heap(&self.core, *function)
                }
                _ => false,
            };
            if reads
                && let Err(diagnostic) =
                    unsupported::<()>("U010", e.span, "an axiom that reads the heap")
            {
                found.get_or_insert(diagnostic);
            }
        });
        found
    }
}
