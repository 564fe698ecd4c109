//! Declarations: what there is in a program, and the methods.

use super::contract::star;
use super::{Lowered, Lowerer, OLD, Scope, function, unsupported};
use ir::{
    Assertion, DataType, Expr, ExprKind, FunctionBody, FunctionId, LocalId, Method, Predicate,
    PredicateId, Stmt, StmtKind,
};
use logic::Sort;
use spec_lang::ast::{
    self, Body, ClauseKind, DeclarationKind, MethodKind, NodeId, SpecKind, Visitor,
};
use spec_lang::facts;
use spec_lang::resolve::Type;
use std::collections::HashSet;
use text::diagnostics::Diagnostic;

impl<'a> Lowerer<'a> {
    /// Everything: first what there is, then what it says.
    pub(super) fn program(&mut self) {
        let source = self.source;
        for declaration in &source.declarations {
            self.declare_item(declaration, None);
        }
        for span in float_types(source) {
            self.owner_name = "floating point".to_owned();
            self.trust("float", span);
        }
        self.declare_signatures(&source.declarations, "");
        self.define_items(&source.declarations, "");
        self.define_static_values();
        self.lower_pending();
        self.spread_bad_functions();
        self.refuse_impure_axioms();
        let mut sorts: Vec<Sort> = self
            .resolution
            .types
            .values()
            .chain(self.resolution.declared.values())
            .filter_map(|ty| match ty {
                Type::Array(element) => self.sort(element, text::span::Span::default()).ok(),
                _ => None,
            })
            .collect();
        sorts.sort();
        sorts.dedup();
        self.core.element_sorts = sorts;
    }

    fn declare_item(&mut self, declaration: &'a ast::Declaration, class: Option<NodeId>) {
        match &declaration.kind {
            DeclarationKind::Class(class) => {
                self.classes.insert(declaration.id, class);
                for member in &class.members {
                    self.declare_item(member, Some(declaration.id));
                }
            }
            DeclarationKind::Field(field) => self.declare_fields(field, class),
            DeclarationKind::Method(method) => {
                self.methods.insert(declaration.id, method);
            }
            DeclarationKind::Predicate(predicate) => {
                self.predicates.insert(declaration.id, predicate);
            }
            DeclarationKind::Enum(declared) => {
                // `null` is a value of every enum, the one that is there before any other.
                let count = declared.constants.len() + 1;
                self.enums.insert(declaration.id, count);
                for (number, constant) in declared.constants.iter().enumerate() {
                    self.enum_constants.insert(constant.id, (number + 1, count));
                }
            }
            DeclarationKind::Adt(adt) => self.declare_adt(declaration.id, adt),
            DeclarationKind::Axiom(_)
            | DeclarationKind::Model(_)
            | DeclarationKind::Unsupported { .. } => {}
        }
    }

    fn declare_signatures(&mut self, declarations: &'a [ast::Declaration], class: &str) {
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Class(inner) => {
                    self.declare_signatures(&inner.members, &inner.name.name);
                }
                DeclarationKind::Adt(adt) => self.declare_adt_functions(adt),
                DeclarationKind::Method(method) if !method.type_params.is_empty() => {
                    self.unknown_instance(declaration.id, method);
                }
                DeclarationKind::Method(method) if method.is_pure() => {
                    let name = qualified(class, &method.name.name);
                    self.declare_function(declaration.id, method, name);
                }
                DeclarationKind::Method(method) => {
                    let index = self.core.methods.len();
                    self.method_ids.insert(declaration.id, index);
                    let span = method.name.span;
                    self.core
                        .methods
                        .push(Method::declared(qualified(class, &method.name.name), span));
                }
                DeclarationKind::Predicate(predicate) => {
                    self.declare_predicate(declaration.id, predicate, class);
                }
                _ => {}
            }
        }
    }

    fn declare_predicate(&mut self, id: NodeId, predicate: &'a ast::Predicate, class: &str) {
        let span = predicate.name.span;
        let mut params = Vec::new();
        if self.resolution.owner.contains_key(&id) && !self.is_static(id) {
            params.push(self.fresh_local("this", Sort::Ref, DataType::Plain, span));
        }
        for param in &predicate.params {
            match self.declare(param.id, &param.name) {
                Ok(local) => params.push(local),
                Err(_) => return,
            }
        }
        let number = PredicateId(u32::try_from(self.core.predicates.len()).unwrap_or(u32::MAX));
        self.predicate_ids.insert(id, number);
        self.core.predicates.push(Predicate {
            name: qualified(class, &predicate.name.name),
            span,
            params,
            body: None,
            token: false,
        });
    }

    fn define_items(&mut self, declarations: &'a [ast::Declaration], class: &str) {
        // Functions first: methods that use a function without rules must know.
        self.define_functions(declarations);
        self.define_predicates();
        self.define_lock_invariants(declarations);
        self.define_methods(declarations, class);
    }

    /// Bodies of predicates, by which it is shown that they are well defined.
    fn define_predicates(&mut self) {
        let mut all: Vec<(NodeId, PredicateId)> = self
            .predicate_ids
            .iter()
            .map(|(id, number)| (*id, *number))
            .collect();
        all.sort_unstable_by_key(|(_, number)| number.0);
        for (id, number) in all {
            let Some(declared) = self.predicates.get(&id).copied() else {
                continue;
            };
            let Some(body) = &declared.body else { continue };
            let of_lock = declared.name.name == "lock_invariant"
                && declared.params.is_empty()
                && self.resolution.owner.contains_key(&id);
            if declared.is_inline() || of_lock {
                // Shown well defined where it is used.
                continue;
            }
            let params = self.core.predicate(number).params.clone();
            // One that has no rule is reported where it is folded or unfolded.
            if let Ok(body) = self.predicate_body(id, declared, &params, body) {
                self.core.predicates[number.0 as usize].body = Some(body);
            }
        }
    }

    /// Lock invariants are shown to be well defined by themselves, as predicates are.
    fn define_lock_invariants(&mut self, declarations: &'a [ast::Declaration]) {
        for declaration in declarations {
            let DeclarationKind::Class(class) = &declaration.kind else {
                continue;
            };
            let span = class.name.span;
            let this = self.fresh_local("this", Sort::Ref, DataType::Plain, span);
            let object = self.local_expr(this, span);
            let name = format!("{}.lock_invariant", class.name.name);
            let invariant = match self.lock_invariant(declaration.id, object, span) {
                Ok((invariant, _)) => invariant,
                Err(diagnostic) => {
                    self.refuse_with(name, span, *diagnostic);
                    continue;
                }
            };
            if invariant.conjuncts().is_empty() || is_empty_let(&invariant) {
                continue;
            }
            self.core.predicates.push(Predicate {
                name,
                span,
                params: vec![this],
                body: Some(invariant),
                token: false,
            });
        }
    }

    fn define_functions(&mut self, declarations: &'a [ast::Declaration]) {
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Class(inner) => self.define_functions(&inner.members),
                DeclarationKind::Adt(adt) => self.define_adt_functions(adt),
                DeclarationKind::Method(method) if method.is_pure() => {
                    self.define_function(declaration.id, method);
                }
                _ => {}
            }
        }
    }

    fn define_methods(&mut self, declarations: &'a [ast::Declaration], class: &str) {
        for declaration in declarations {
            match &declaration.kind {
                DeclarationKind::Class(inner) => {
                    self.define_methods(&inner.members, &inner.name.name);
                }
                DeclarationKind::Method(method) if !method.is_pure() => {
                    let Some(&index) = self.method_ids.get(&declaration.id) else {
                        continue;
                    };
                    if let Err(diagnostic) = self.define_method(declaration.id, method, index) {
                        self.core.methods[index].unsupported = Some(*diagnostic);
                    }
                }
                DeclarationKind::Adt(adt) => self.define_axioms(adt),
                DeclarationKind::Axiom(axiom) => self.define_axiom(declaration, axiom, class),
                DeclarationKind::Model(_) => {
                    self.refuse(declaration, class, "U030", "process algebra");
                }
                DeclarationKind::Unsupported { what } => {
                    self.refuse(declaration, class, "U033", what);
                }
                _ => {}
            }
        }
    }

    /// A declaration without rules stands in the report as one that was not checked.
    pub(super) fn refuse(
        &mut self,
        declaration: &'a ast::Declaration,
        class: &str,
        code: &'static str,
        what: &str,
    ) {
        let span = declaration.span;
        let Err(diagnostic) = unsupported::<()>(code, span, what) else {
            return;
        };
        self.core.methods.push(Method {
            unsupported: Some(*diagnostic),
            ..Method::declared(qualified(class, what), span)
        });
    }

    /// Forgets what another body, or another instance of a generic method, left behind.
    pub(super) fn begin_body(&mut self) {
        self.everywhere.clear();
        self.blocks.clear();
        self.hoisted.clear();
        self.passed_labels.clear();
        self.loop_labels.clear();
    }

    pub(super) fn define_method(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        index: usize,
    ) -> Lowered<()> {
        let span = method.name.span;
        self.owner_name = self.core.methods[index].name.clone();
        self.begin_body();
        let owner = self.resolution.owner.get(&id).copied();
        let is_constructor = matches!(
            method.kind,
            MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
        );
        if let Some(class) = owner.and_then(|owner| self.classes.get(&owner))
            && !class.type_params.is_empty()
        {
            return unsupported("U053", class.name.span, "classes with type parameters");
        }
        let mut params = Vec::new();
        let this = match owner {
            Some(_) if !self.is_static(id) => {
                let this = self.fresh_local("this", Sort::Ref, DataType::Plain, span);
                if !is_constructor {
                    params.push(this);
                }
                Some(this)
            }
            _ => None,
        };
        for param in &method.params {
            params.push(self.declare(param.id, &param.name)?);
        }
        let mut results = Vec::new();
        let mut result = None;
        if is_constructor {
            results.extend(this);
        } else {
            let ty = self.resolution.type_of(method.return_type.id).clone();
            if ty != Type::Void {
                let sort = self.sort(&ty, span)?;
                let data = self.data_type(&ty);
                let local = self.fresh_local("\\result", sort, data, span);
                result = Some(local);
                results.push(local);
            }
        }
        for clause in &method.contract.clauses {
            match &clause.kind {
                ClauseKind::Given(given) => {
                    for param in given {
                        params.push(self.declare(param.id, &param.name)?);
                    }
                }
                ClauseKind::Yields(yields) => {
                    for param in yields {
                        let local = self.declare(param.id, &param.name)?;
                        results.push(local);
                    }
                }
                _ => {}
            }
        }
        self.scope = Scope {
            this,
            result,
            old: OLD,
            end: None,
            shown: false,
        };
        let clauses = self.clauses(&method.contract)?;
        self.ends = clauses.decreases.is_some();
        {
            let target = &mut self.core.methods[index];
            target.params = params.clone();
            target.has_receiver = this.is_some() && !is_constructor;
            target.results = results.clone();
            target.requires = star(clauses.requires, span);
            target.ensures = star(clauses.ensures, span);
            target.decreases = clauses.decreases;
            target.measure_assumed = clauses.measure_assumed;
            target.is_constructor = is_constructor;
            target.has_contract = true;
        }
        self.everywhere = clauses.everywhere;
        if let (true, Some(this), Some(owner)) = (is_constructor, this, owner)
            && let Some((_, true)) = self.run_of(owner)
        {
            // The tokens of `void run()` are implicit: a new object can be forked.
            let object = self.local_expr(this, span);
            if let Some(token) = self.idle_token(owner, object, span) {
                let ensures = self.core.methods[index].ensures.clone();
                self.core.methods[index].ensures = star(vec![ensures, token], span);
            }
        }
        let body = match &method.body {
            Body::Abstract => {
                self.trust("abstract method", span);
                return Ok(());
            }
            Body::Block(block) => {
                self.core.methods[index].waits = waits(block);
                self.method_body(id, method, block, result)?
            }
            Body::Expr(e) => {
                return unsupported("U057", e.span, "a method whose body is an expression");
            }
        };
        self.core.methods[index].body = Some(body);
        Ok(())
    }

    fn method_body(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        block: &'a ast::Block,
        result: Option<LocalId>,
    ) -> Lowered<Vec<Stmt>> {
        let span = block.span;
        let end = self.fresh_label();
        self.scope.end = Some(end);
        self.scope.result = result;
        let mut prologue = Vec::new();
        // Parameters in the contract mean their values at entry; the body has copies.
        let all_params = method.params.iter().chain(
            method
                .contract
                .clauses
                .iter()
                .filter_map(|clause| match &clause.kind {
                    ClauseKind::Given(given) => Some(given.iter()),
                    _ => None,
                })
                .flatten(),
        );
        for param in all_params {
            let Some(&entry) = self.locals.get(&param.id) else {
                continue;
            };
            if !self.is_assigned(param.id, block) {
                continue;
            }
            let value = self.local_expr(entry, param.name.span);
            let copy = self.declare(param.id, &param.name)?;
            prologue.push(Stmt {
                span: param.name.span,
                kind: StmtKind::Assign(copy, value),
            });
        }
        if matches!(
            method.kind,
            MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
        ) && let (Some(this), Some(owner)) = (self.scope.this, self.resolution.owner.get(&id))
        {
            let fields = self.class_fields.get(owner).cloned().unwrap_or_default();
            let class = self
                .classes
                .get(owner)
                .map_or(String::new(), |class| class.name.name.clone());
            if !self.legacy() {
                self.finals_first(*owner, block)?;
            }
            self.constructor_start(*owner, block, &mut prologue);
            prologue.push(Stmt {
                span: method.name.span,
                kind: StmtKind::NewObject(this, fields, class),
            });
            self.initialise(*owner, this, &mut prologue)?;
            let object = self.local_expr(this, span);
            if let Some(token) = self.idle_token(*owner, object, span) {
                prologue.push(Stmt::new(span, StmtKind::Receive(token)));
            }
        }
        let mut body = Vec::new();
        self.block(block, &mut body)?;
        prologue.push(Stmt {
            span,
            kind: StmtKind::Labelled(end, body),
        });
        if matches!(
            method.kind,
            MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
        ) && let (Some(this), Some(owner)) =
            (self.scope.this, self.resolution.owner.get(&id).copied())
        {
            self.constructor_end(owner, this, method.name.span, &mut prologue)?;
        }
        Ok(prologue)
    }

    /// Whether the variable is assigned anywhere in a block.
    fn is_assigned(&self, id: NodeId, block: &'a ast::Block) -> bool {
        struct Find<'r> {
            resolution: &'r spec_lang::resolve::Resolution,
            id: NodeId,
            found: bool,
        }
        impl Find<'_> {
            fn target(&mut self, e: &ast::Expr) {
                if let Some(spec_lang::resolve::Reference::Local(id)) =
                    self.resolution.references.get(&e.id)
                    && self.resolution.canonical(*id) == self.id
                {
                    self.found = true;
                }
            }
        }
        impl ast::Visitor for Find<'_> {
            fn visit_stmt(&mut self, stmt: &ast::Stmt) {
                if let ast::StmtKind::Assign { target, .. } = &stmt.kind {
                    self.target(target);
                }
                self.walk_stmt(stmt);
            }
            fn visit_variable(&mut self, variable: &ast::Variable) {
                if self.resolution.canonical(variable.id) == self.id {
                    self.found = true;
                }
                if let Some(init) = &variable.init {
                    self.visit_expr(init);
                }
            }
            fn visit_expr(&mut self, e: &ast::Expr) {
                if let ast::ExprKind::Increment { target, .. } = &e.kind {
                    self.target(target);
                }
                if let ast::ExprKind::Call(call) | ast::ExprKind::New(call) = &e.kind {
                    for ghost in &call.yields {
                        self.target(&ghost.right);
                        self.found |= !call.yields.is_empty();
                    }
                    self.found |= !call.ghost_statements.is_empty();
                }
                self.walk_expr(e);
            }
        }
        let mut find = Find {
            resolution: self.resolution,
            id,
            found: false,
        };
        ast::Visitor::visit_block(&mut find, block);
        find.found
    }

    /// Whoever calls a function without rules has none either.
    fn spread_bad_functions(&mut self) {
        loop {
            let mut found = Vec::new();
            for (number, declared) in self.core.functions.iter().enumerate() {
                let id = FunctionId(u32::try_from(number).unwrap_or(u32::MAX));
                if self.bad_functions.contains_key(&id) {
                    continue;
                }
                let mut bad = None;
                let mut see = |e: &Expr| {
                    if let ExprKind::Call(callee, _) = &e.kind
                        && let Some(diagnostic) = self.bad_functions.get(callee)
                    {
                        bad.get_or_insert_with(|| function::bad_call(diagnostic, e.span));
                    }
                };
                declared.requires.visit(&mut see);
                declared.ensures.visit(&mut see);
                if let FunctionBody::Expr(body) = &declared.body {
                    body.visit(&mut see);
                }
                if let Some(bad) = bad {
                    found.push((id, bad));
                }
            }
            if found.is_empty() {
                break;
            }
            self.bad_functions.extend(found);
        }
        let mut refused = Vec::new();
        let mut names = HashSet::new();
        for (id, diagnostic) in &self.bad_functions {
            let declared = self.core.function(*id);
            if names.insert(*id) {
                refused.push((
                    id.0,
                    declared.name.clone(),
                    declared.span,
                    diagnostic.clone(),
                ));
            }
        }
        refused.sort_by_key(|entry| entry.0);
        let bad: Vec<_> = self
            .core
            .methods
            .iter()
            .map(|method| match method.unsupported {
                None => self.bad_function_in(method),
                Some(_) => None,
            })
            .collect();
        for (method, bad) in self.core.methods.iter_mut().zip(bad) {
            if let Some(bad) = bad {
                method.unsupported = Some(*bad);
            }
        }
        for (_, name, span, diagnostic) in refused {
            self.core.methods.push(Method {
                unsupported: Some(*diagnostic),
                ..Method::declared(name, span)
            });
        }
    }

    fn bad_function_in(&self, method: &Method) -> Option<Box<Diagnostic>> {
        let mut bad = None;
        let mut see = |e: &Expr| {
            if let ExprKind::Call(callee, _) = &e.kind
                && let Some(diagnostic) = self.bad_functions.get(callee)
            {
                bad.get_or_insert_with(|| function::bad_call(diagnostic, e.span));
            }
        };
        method.requires.visit(&mut see);
        method.ensures.visit(&mut see);
        for stmt in method.body.iter().flatten() {
            stmt.visit(&mut see, &mut |_| {});
        }
        let mut callee = None;
        for stmt in method.body.iter().flatten() {
            stmt.visit(&mut |_| {}, &mut |stmt| {
                if let StmtKind::Call { method, .. } = &stmt.kind
                    && let Some(called) = self.core.methods.get(*method)
                    && !called.has_contract
                    && let Some(diagnostic) = &called.unsupported
                {
                    callee.get_or_insert_with(|| function::bad_call(diagnostic, stmt.span));
                }
            });
        }
        bad.or(callee)
    }
}

pub(super) fn qualified(class: &str, name: &str) -> String {
    if class.is_empty() {
        name.to_owned()
    } else {
        format!("{class}.{name}")
    }
}

/// Where floating point types are written; they are taken for rationals.
fn float_types(program: &ast::Program) -> Vec<text::span::Span> {
    struct Find(Vec<text::span::Span>);
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
    match &assertion.kind {
        ir::AssertionKind::Let(_, _, body) => body.conjuncts().is_empty(),
        _ => false,
    }
}

/// Whether a statement in it waits for other threads or starts one. What it calls is not looked at.
fn waits(body: &ast::Block) -> bool {
    struct Look(bool);
    impl Visitor for Look {
        fn visit_stmt(&mut self, stmt: &ast::Stmt) {
            let starts = matches!(&stmt.kind, ast::StmtKind::Spec(SpecKind::Fork, _));
            self.0 |= starts || facts::stmt(&stmt.kind).blocks.may();
            self.walk_stmt(stmt);
        }
    }
    let mut look = Look(false);
    look.visit_block(body);
    look.0
}
