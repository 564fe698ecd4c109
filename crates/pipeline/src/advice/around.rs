//! What stands around a place of a program, as far as advice needs it.

use spec_lang::ast::{
    Block, Body, Clause, ClauseKind, ClauseParts, Contract, Declaration, DeclarationKind, Expr,
    ExprKind, Ident, Method, ParBlock, Primitive, Stmt, StmtKind, TypeExpr, TypeKind, Variable,
    Visitor,
};
use text::span::Span;

/// A contract to which something could be added.
#[derive(Clone, Debug)]
pub(super) struct Owner {
    /// What it is called in a message.
    pub name: String,
    /// Behind this clause a permission stands before all postconditions; none if there is no
    /// such clause.
    pub behind: Option<Span>,
    /// Where a first clause would go: in front of this.
    pub front: Span,
    /// Names that are declared within it, so that its contract cannot mention them.
    pub inner: Vec<String>,
    /// Whether it is a parallel block.
    pub is_block: bool,
    /// Whether a first clause would stand right in front of the body.
    pub before_body: bool,
}

/// A clause with what it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Within {
    /// Its keyword.
    pub word: &'static str,
}

/// A loop of the method.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    /// All of it.
    pub span: Span,
    /// Its guard, or what stands for it.
    pub head: Span,
    /// Whether it says anything of its iterations.
    pub has_invariant: bool,
}

/// What is around.
#[derive(Debug, Default)]
pub(super) struct Around {
    target: Span,
    /// Method and blocks, outermost first.
    pub owners: Vec<Owner>,
    /// The innermost clause.
    pub clause: Option<Within>,
    /// Every loop of the method.
    pub loops: Vec<Loop>,
    /// The expression or assigned location at the place, innermost.
    pub expr: Option<Expr>,
    /// Comparisons `x <= e` within quantifiers around: variable, whole, left side, right side.
    pub reaches: Vec<(String, Span, Span, Span)>,
    /// Places and permissions to every `Perm` that the innermost owner's contract or loops name.
    pub amounts: Vec<(Span, Span)>,
    /// What the method assigns to.
    pub written: Vec<Span>,
    /// Permission amounts written as a division of numbers, which is 0.
    pub zero_permissions: Vec<Span>,
    /// The end of a body that should give a value and has no `return`.
    pub lacks_return: Option<Span>,
    /// The body of the method.
    pub body: Option<Block>,
    /// Parameters that nothing assigns.
    pub fixed: Vec<String>,
    /// Where the declaration begins.
    declaration: Span,
}

/// Looks at what is around a place.
pub(super) fn around(program: &spec_lang::ast::Program, target: Span) -> Around {
    let mut found = Around {
        target,
        ..Around::default()
    };
    found.visit_program(program);
    found
}

impl Around {
    fn owner(&mut self, name: String, contract: &Contract, front: Span, is_block: bool) {
        let mut clauses = contract.clauses.iter();
        let shown = clauses
            .clone()
            .take_while(|clause| !matches!(clause.kind, ClauseKind::Ensures(_)))
            .filter(|clause| !matches!(clause.kind, ClauseKind::Directive(_)))
            .last();
        let first = clauses.find(|clause| matches!(clause.kind, ClauseKind::Ensures(_)));
        let (front, before_body) = match (shown, first) {
            // Postconditions alone: in front of the first of them.
            (None, Some(first)) => (first.span, false),
            _ => (front, is_block),
        };
        self.owners.push(Owner {
            name,
            behind: shown.map(|clause| clause.span),
            front,
            inner: Vec::new(),
            is_block,
            before_body,
        });
    }

    fn declares(&mut self, name: &Ident) {
        // A name belongs to every owner around it.
        for owner in &mut self.owners {
            owner.inner.push(name.name.clone());
        }
    }

    fn looped(&mut self, stmt: &Stmt, contract: &Contract, head: Span) {
        let says = |clause: &Clause| {
            matches!(
                clause.kind,
                ClauseKind::LoopInvariant(_) | ClauseKind::Context(_)
            )
        };
        self.loops.push(Loop {
            span: stmt.span,
            head,
            has_invariant: contract.clauses.iter().any(says),
        });
    }
}

impl Visitor for Around {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        let is_class = matches!(declaration.kind, DeclarationKind::Class(_));
        if declaration.span.contains(self.target) {
            if !is_class {
                self.declaration = declaration.span;
            }
            self.walk_declaration(declaration);
        }
    }

    fn visit_method(&mut self, method: &Method) {
        let name = format!("`{}`", method.name.name);
        let front = Span {
            end: self.declaration.start,
            ..self.declaration
        };
        self.owner(name, &method.contract, front, false);
        self.fixed = unassigned(method);
        if let Body::Block(block) = &method.body {
            self.body = Some(block.clone());
            let mut returns = Returns(false);
            returns.visit_block(block);
            let gives = !matches!(
                &method.return_type,
                TypeExpr {
                    kind: TypeKind::Primitive(Primitive::Void),
                    ..
                }
            );
            if gives && !returns.0 {
                self.lacks_return = Some(Span {
                    start: block.span.end.saturating_sub(1),
                    ..block.span
                });
            }
        }
        self.walk_method(method);
    }

    fn visit_clause(&mut self, clause: &Clause) {
        if clause.span.contains(self.target) {
            let word = match clause.kind.parts() {
                ClauseParts::One(word, _) => word,
                ClauseParts::Measures(_)
                | ClauseParts::Given(_)
                | ClauseParts::Yields(_)
                | ClauseParts::Other(..)
                | ClauseParts::Directive(_) => "context_everywhere",
            };
            self.clause = Some(Within { word });
        }
        self.walk_clause(clause);
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::While {
                contract,
                condition,
                ..
            } => self.looped(stmt, contract, condition.span),
            StmtKind::For {
                contract,
                condition,
                ..
            } => {
                let head = condition.as_ref().map_or(stmt.span, |guard| guard.span);
                self.looped(stmt, contract, head);
            }
            StmtKind::RangedFor {
                contract, iterator, ..
            } => {
                self.looped(stmt, contract, iterator.span);
                self.declares(&iterator.name);
            }
            StmtKind::Assign { target, .. } => {
                self.written.push(target.span);
                if stmt.span == self.target {
                    self.expr = Some(target.clone());
                }
            }
            _ => {}
        }
        self.walk_stmt(stmt);
    }

    fn visit_par_block(&mut self, block: &ParBlock) {
        if !block.span.contains(self.target) {
            // What another block holds says nothing of this place.
            let amounts = std::mem::take(&mut self.amounts);
            self.walk_par_block(block);
            self.amounts = amounts;
            return;
        }
        self.amounts.clear();
        let name = match &block.name {
            Some(name) => format!("the parallel block `{}`", name.name),
            None => "the parallel block".to_owned(),
        };
        for iterator in &block.iterators {
            self.declares(&iterator.name);
        }
        self.owner(name, &block.contract, block.body.span, true);
        self.walk_par_block(block);
    }

    fn visit_variable(&mut self, variable: &Variable) {
        self.declares(&variable.name);
        if let Some(init) = &variable.init {
            self.visit_expr(init);
        }
    }

    fn visit_expr(&mut self, expr: &Expr) {
        let is_here = match &expr.kind {
            // The checker's own place of an element ends before the bracket.
            ExprKind::Index(array, index) => array.span.to(index.span) == self.target,
            _ => false,
        };
        if is_here || expr.span == self.target {
            self.expr = Some(expr.clone());
        }
        match &expr.kind {
            ExprKind::Quantifier { binders, .. } if expr.span.contains(self.target) => {
                for binder in binders {
                    self.declares(&binder.name);
                    let mut reach = Reaches {
                        name: binder.name.name.clone(),
                        found: Vec::new(),
                    };
                    reach.visit_expr(expr);
                    self.reaches.extend(reach.found);
                }
            }
            ExprKind::Perm(place, amount) => {
                self.amounts.push((place.span, amount.span));
                use num_bigint::BigInt;
                if let ExprKind::Binary(spec_lang::ast::BinaryOp::Div, over, under) = &amount.kind
                    && let (ExprKind::Int(over), ExprKind::Int(under)) = (&over.kind, &under.kind)
                    && *over > BigInt::ZERO
                    && over < under
                {
                    self.zero_permissions.push(amount.span);
                }
            }
            _ => {}
        }
        self.walk_expr(expr);
    }
}

/// Parameters of a method that it does not assign to.
fn unassigned(method: &Method) -> Vec<String> {
    struct Assigned(Vec<String>);
    impl Visitor for Assigned {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            match &stmt.kind {
                // What is assigned to an element leaves the array what it is.
                StmtKind::Assign { target, .. } => {
                    if let ExprKind::Name(name) = &target.kind {
                        self.0.push(name.name.clone());
                    }
                }
                // Another variable of that name may be meant.
                StmtKind::Local { names, .. } => {
                    self.0.extend(names.iter().map(|one| one.name.name.clone()));
                }
                _ => {}
            }
            self.walk_stmt(stmt);
        }
    }
    let mut assigned = Assigned(Vec::new());
    assigned.visit_method(method);
    let names = method.params.iter().map(|param| param.name.name.clone());
    names.filter(|name| !assigned.0.contains(name)).collect()
}

/// Whether something returns.
struct Returns(bool);

impl Visitor for Returns {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        self.0 |= matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Goto(_));
        self.walk_stmt(stmt);
    }
}

/// `name <= e` in a formula.
struct Reaches {
    name: String,
    found: Vec<(String, Span, Span, Span)>,
}

impl Visitor for Reaches {
    fn visit_expr(&mut self, expr: &Expr) {
        if let ExprKind::Binary(spec_lang::ast::BinaryOp::Le, left, right) = &expr.kind
            && matches!(&left.kind, ExprKind::Name(name) if name.name == self.name)
        {
            let found = (self.name.clone(), expr.span, left.span, right.span);
            self.found.push(found);
        }
        self.walk_expr(expr);
    }
}
