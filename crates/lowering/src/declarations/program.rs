//! A whole program: first what there is, then what it says.

use crate::context::environment::Place;
use crate::context::lowerer::{Lowerer, Lowering};
use crate::context::output::Output;
use crate::context::unsupported::qualified;
use crate::tables::declared::{Ids, Tables};
use crate::tables::types::TypeArguments;
use core_lang::{Assertion, DataType, Method, Predicate, PredicateId};
use logic::Sort;
use spec_lang::ast::{self, DeclarationKind, NodeId};
use spec_lang::resolve::Type;
use text::code::Code;
use text::span::Span;

/// Gives all that is declared its place in the core. Bodies come later, so that declarations may
/// use each other.
pub(crate) fn signatures<'a>(
    tables: &Tables<'a>,
    output: &mut Output<'a>,
    declarations: &'a [ast::Declaration],
) -> Ids {
    let mut ids = Ids::default();
    Lowering { tables, output }.signatures(declarations, "", &mut ids);
    ids
}

impl<'a> Lowering<'_, 'a> {
    fn signatures(&mut self, declarations: &'a [ast::Declaration], class: &str, ids: &mut Ids) {
        for declaration in declarations {
            let id = declaration.id;
            match &declaration.kind {
                DeclarationKind::Class(inner) => {
                    self.signatures(&inner.members, &inner.name.name, ids);
                }
                DeclarationKind::Adt(adt) => self.adt_signatures(adt, ids),
                DeclarationKind::Method(method) if !method.type_params.is_empty() => {
                    self.unknown_instance(id, method);
                }
                DeclarationKind::Method(method) if method.is_pure() => {
                    let name = qualified(class, &method.name.name);
                    let function = self.plain(name).declare_function(id, method);
                    ids.functions.insert(id, function);
                }
                DeclarationKind::Method(method) => {
                    ids.methods.insert(id, self.output.core.methods.len());
                    let name = qualified(class, &method.name.name);
                    let declared = Method::declared(name, method.name.span);
                    self.output.core.methods.push(declared);
                }
                DeclarationKind::Predicate(predicate) => {
                    let name = qualified(class, &predicate.name.name);
                    if let Some(number) = self.plain(name).declare_predicate(id, predicate) {
                        ids.predicates.insert(id, number);
                    }
                }
                DeclarationKind::Field(_)
                | DeclarationKind::Enum(_)
                | DeclarationKind::Axiom(_)
                | DeclarationKind::Model(_)
                | DeclarationKind::Unsupported { .. } => {}
            }
        }
    }

    /// What all that is declared says.
    pub(crate) fn definitions(&mut self, declarations: &'a [ast::Declaration]) {
        // Functions first: methods that use a function without rules must know.
        self.functions(declarations);
        self.predicates();
        self.lock_invariants(declarations);
        self.methods(declarations, "");
        self.static_values();
        self.lower_pending();
        self.spread_bad_functions();
        self.refuse_impure_axioms();
        self.output.core.element_sorts = self.element_sorts();
    }

    /// The sorts of the elements of arrays.
    fn element_sorts(&self) -> Vec<Sort> {
        let resolution = self.tables.resolution;
        let types = resolution
            .types
            .values()
            .chain(resolution.declared.values());
        let mut sorts: Vec<Sort> = types
            .filter_map(|ty| {
                let Type::Array(element) = ty else {
                    return None;
                };
                let arguments = TypeArguments::default();
                self.tables.sort(element, &arguments, Span::default()).ok()
            })
            .collect();
        sorts.sort();
        sorts.dedup();
        sorts
    }

    fn functions(&mut self, declarations: &'a [ast::Declaration]) {
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Class(inner) => self.functions(&inner.members),
                DeclarationKind::Adt(adt) => self.functions(&adt.members),
                DeclarationKind::Method(method) => {
                    if self.tables.is_function(declaration.id)
                        && let Some(&function) = self.tables.ids.functions.get(&declaration.id)
                    {
                        let types = TypeArguments::default();
                        self.define_function(function, declaration.id, method, types);
                    }
                }
                DeclarationKind::Field(_)
                | DeclarationKind::Predicate(_)
                | DeclarationKind::Enum(_)
                | DeclarationKind::Axiom(_)
                | DeclarationKind::Model(_)
                | DeclarationKind::Unsupported { .. } => {}
            }
        }
    }

    /// Bodies of predicates, by which it is shown that they are well defined.
    fn predicates(&mut self) {
        let tables = self.tables;
        let mut all: Vec<(NodeId, PredicateId)> = tables
            .ids
            .predicates
            .iter()
            .map(|(id, number)| (*id, *number))
            .collect();
        all.sort_unstable_by_key(|(_, number)| number.0);
        for (id, number) in all {
            let Some(declared) = tables.predicates.get(&id).copied() else {
                continue;
            };
            let Some(body) = &declared.body else { continue };
            let of_lock = declared.name.name == "lock_invariant"
                && declared.params.is_empty()
                && tables.resolution.owner.contains_key(&id);
            if declared.is_inline() || of_lock {
                // Shown well defined where it is used.
                continue;
            }
            let predicate = self.output.core.predicate(number);
            let (params, name) = (predicate.params.clone(), predicate.name.clone());
            // One that has no rule is reported where it is folded or unfolded.
            if let Ok(body) = self.plain(name).predicate_body(id, declared, &params, body) {
                self.output.core.predicates[number.0 as usize].body = Some(body);
            }
        }
    }

    /// Lock invariants are shown to be well defined by themselves, as predicates are.
    fn lock_invariants(&mut self, declarations: &'a [ast::Declaration]) {
        for declaration in declarations {
            let DeclarationKind::Class(class) = &declaration.kind else {
                continue;
            };
            let span = class.name.span;
            let name = format!("{}.lock_invariant", class.name.name);
            let mut lowerer = self.plain(name.clone());
            let this = lowerer.fresh_local("this", Sort::Ref, DataType::Plain, span);
            let object = lowerer.local_expr(this, span);
            let place = Place::new(None, None);
            let invariant = match lowerer.lock_invariant(place, declaration.id, object, span) {
                Ok((invariant, _)) => invariant,
                Err(diagnostic) => {
                    self.output.refuse(name, span, *diagnostic);
                    continue;
                }
            };
            if invariant.conjuncts().is_empty() || is_empty_let(&invariant) {
                continue;
            }
            self.output.core.predicates.push(Predicate {
                name,
                span,
                params: vec![this],
                body: Some(invariant),
                token: false,
                lasting: false,
            });
        }
    }

    fn methods(&mut self, declarations: &'a [ast::Declaration], class: &str) {
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Class(inner) => self.methods(&inner.members, &inner.name.name),
                DeclarationKind::Method(method) if !method.is_pure() => {
                    let Some(&index) = self.tables.ids.methods.get(&declaration.id) else {
                        continue;
                    };
                    self.define_method(declaration.id, method, index, TypeArguments::default());
                }
                DeclarationKind::Adt(adt) => self.axioms(adt),
                DeclarationKind::Axiom(axiom) => self.axiom(declaration, axiom, class),
                DeclarationKind::Model(_) => {
                    let output = &mut self.output;
                    output.refuse_kind(declaration, class, Code::U030, "process algebra");
                }
                DeclarationKind::Unsupported { what } => {
                    self.output
                        .refuse_kind(declaration, class, Code::U033, what);
                }
                DeclarationKind::Method(_)
                | DeclarationKind::Field(_)
                | DeclarationKind::Predicate(_)
                | DeclarationKind::Enum(_) => {}
            }
        }
    }

    /// Contract and body of a method; without rules it is refused.
    pub(crate) fn define_method(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        index: usize,
        types: TypeArguments,
    ) {
        let name = self.output.core.methods[index].name.clone();
        let mut lowerer = self.declaration(name, types);
        if let Err(diagnostic) = lowerer.define_method(id, method, index) {
            self.output.core.methods[index].unsupported = Some(*diagnostic);
        }
    }

    /// The initial values of static fields belong to no method; each expression must be well-defined.
    fn static_values(&mut self) {
        let fields = &self.tables.fields;
        for (field, init) in &fields.static_values {
            let declared = fields.field(*field);
            let name = format!("{}.{}", declared.class, declared.name);
            let name = name.trim_start_matches('.').to_owned();
            match self.plain(name.clone()).static_value(init, &declared.sort) {
                Ok(body) => self.output.core.methods.push(Method {
                    body: Some(body),
                    has_contract: true,
                    ..Method::declared(name, init.span)
                }),
                Err(diagnostic) => self.output.refuse(name, init.span, *diagnostic),
            }
        }
    }
}

impl<'a> Lowerer<'_, 'a> {
    /// A predicate with its parameters; none if they have no sorts.
    fn declare_predicate(
        &mut self,
        id: NodeId,
        predicate: &'a ast::Predicate,
    ) -> Option<PredicateId> {
        let span = predicate.name.span;
        let mut params = Vec::new();
        if self.tables.has_receiver(id) {
            params.push(self.fresh_local("this", Sort::Ref, DataType::Plain, span));
        }
        for param in &predicate.params {
            params.push(self.declare(param.id, &param.name).ok()?);
        }
        let all = &mut self.output.core.predicates;
        let number = PredicateId(u32::try_from(all.len()).unwrap_or(u32::MAX));
        all.push(Predicate {
            name: self.method.name.clone(),
            span,
            params,
            body: None,
            token: false,
            lasting: false,
        });
        Some(number)
    }
}

/// Where floating point types are written; they are taken for rationals.
pub(crate) fn float_types(program: &ast::Program) -> Vec<Span> {
    struct Find(Vec<Span>);
    impl ast::Visitor for Find {
        fn visit_type(&mut self, ty: &ast::TypeExpr) {
            if let ast::TypeKind::Primitive(
                ast::Primitive::Float | ast::Primitive::Float32 | ast::Primitive::Float64,
            ) = ty.kind
            {
                self.0.push(ty.span);
            }
            self.walk_type(ty);
        }
    }
    let mut find = Find(Vec::new());
    ast::Visitor::visit_program(&mut find, program);
    find.0
}

fn is_empty_let(assertion: &Assertion) -> bool {
    matches!(&assertion.kind, core_lang::AssertionKind::Let(_, _, body) if body.conjuncts().is_empty())
}
