//! Methods: their contracts and bodies.

use crate::assertions::clauses::star;
use crate::context::environment::{Here, Place};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use crate::declarations::function::given;
use core_lang::{Assertion, AssertionKind, Blame, DataType, Expr, Reason, Stmt, StmtKind};
use logic::Sort;
use spec_lang::ast::{self, Body, ClauseKind, MethodKind, NodeId, SpecKind, Visitor};
use spec_lang::facts;
use spec_lang::resolve::Type;
use text::code::Code;
use text::span::Span;

impl<'a> Lowerer<'_, 'a> {
    /// Contract and body of a method.
    pub(crate) fn define_method(
        &mut self,
        id: NodeId,
        method: &'a ast::Method,
        index: usize,
    ) -> Lowered<()> {
        let span = method.name.span;
        let owner = self.tables.resolution.owner.get(&id).copied();
        let is_constructor = matches!(
            method.kind,
            MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
        );
        if let Some(class) = owner.and_then(|owner| self.tables.classes.get(&owner))
            && !class.type_params.is_empty()
        {
            return unsupported(Code::U053, class.name.span, "classes with type parameters");
        }
        let mut params = Vec::new();
        let this = match owner {
            Some(_) if !self.tables.is_static(id) => {
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
            let ty = self
                .tables
                .resolution
                .type_of(method.return_type.id)
                .clone();
            if ty != Type::Void {
                let sort = self.sort(&ty, span)?;
                let data = self.data_type(&ty);
                let local = self.fresh_local("\\result", sort, data, span);
                result = Some(local);
                results.push(local);
            }
        }
        for clause in &method.contract.clauses {
            if let ClauseKind::Given(given) = &clause.kind {
                for param in given {
                    params.push(self.declare(param.id, &param.name)?);
                }
            } else if let ClauseKind::Yields(yields) = &clause.kind {
                for param in yields {
                    results.push(self.declare(param.id, &param.name)?);
                }
            }
        }
        let place = Place::new(this, result);
        let clauses = self.clauses(place, &method.contract)?;
        let ends = clauses.decreases.is_some();
        let required = clauses.requires.clone();
        {
            let target = &mut self.output.core.methods[index];
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
        if let (true, Some(this), Some(owner)) = (is_constructor, this, owner)
            && let Some((_, true)) = self.run_of(owner)
        {
            // The tokens of `void run()` are implicit: a new object can be forked.
            let object = self.local_expr(this, span);
            if let Some(token) = self.idle_token(owner, object, span) {
                let ensures = self.output.core.methods[index].ensures.clone();
                self.output.core.methods[index].ensures = star(vec![ensures, token], span);
            }
        }
        let body = match &method.body {
            Body::Abstract => {
                self.trust("abstract method", span);
                return Ok(());
            }
            Body::Block(block) => {
                self.output.core.methods[index].waits = waits(block);
                let here = Here {
                    ends,
                    everywhere: &clauses.everywhere,
                    required: &required,
                    ..Here::new(place)
                };
                self.method_body(here, id, method, block)?
            }
            Body::Expr(e) => {
                return unsupported(Code::U057, e.span, "a method whose body is an expression");
            }
        };
        self.output.core.methods[index].body = Some(body);
        Ok(())
    }

    fn method_body(
        &mut self,
        here: Here<'_>,
        id: NodeId,
        method: &'a ast::Method,
        block: &'a ast::Block,
    ) -> Lowered<Vec<Stmt>> {
        let span = block.span;
        let end = self.fresh_label();
        let here = Here {
            end: Some(end),
            ..here
        };
        let mut prologue = Vec::new();
        // Parameters in the contract mean their values at entry; the body has copies.
        for param in method.params.iter().chain(given(method)) {
            let Some(&entry) = self.method.locals.get(&param.id) else {
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
        ) && let (Some(this), Some(owner)) =
            (here.place.this, self.tables.resolution.owner.get(&id))
        {
            let fields = self.tables.fields.of(*owner);
            let class = self.tables.class_name(*owner);
            if !self.tables.reading.semantics.finals_need_permission {
                self.finals_first(*owner, block)?;
            }
            self.constructor_start(*owner, block, &mut prologue);
            prologue.push(Stmt {
                span: method.name.span,
                kind: StmtKind::NewObject(this, fields, class),
            });
            self.initialise(here, *owner, this, &mut prologue)?;
            let object = self.local_expr(this, span);
            if let Some(token) = self.idle_token(*owner, object, span) {
                prologue.push(Stmt::new(span, StmtKind::InhaleChecked(token)));
            }
        }
        let mut body = Vec::new();
        self.block(here, block, &mut body)?;
        let last = block.statements.last().map(|stmt| &stmt.kind);
        let returns = matches!(last, Some(ast::StmtKind::Return(_)));
        let optional = self.tables.reading.results_are_optional;
        if here.place.result.is_some() && !returns && !optional {
            body.push(not_reached(span));
        }
        prologue.push(Stmt::new(span, StmtKind::Labelled(end, body)));
        if matches!(
            method.kind,
            MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
        ) && let (Some(this), Some(owner)) = (
            here.place.this,
            self.tables.resolution.owner.get(&id).copied(),
        ) {
            self.constructor_end(here, owner, this, method.name.span, &mut prologue)?;
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
            resolution: self.tables.resolution,
            id,
            found: false,
        };
        ast::Visitor::visit_block(&mut find, block);
        find.found
    }
}

/// That nothing reaches the end of a body, which has a result to give.
fn not_reached(body: Span) -> Stmt {
    let end = Span {
        start: body.end.saturating_sub(1),
        ..body
    };
    let never = Expr::bool_(false, end);
    let assertion = Assertion::new(end, AssertionKind::Pure(never));
    let blame = Blame::at(Reason::NoReturn, end);
    Stmt::new(end, StmtKind::Assert(assertion, blame))
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
