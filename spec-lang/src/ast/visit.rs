//! The one descent over the tree.
//!
//! A single text gives [`Visitor`] (reads) and [`VisitorMut`] (rewrites in place),
//! so that both always see the same children in source order. Override a method to
//! act on a kind of node, and call the `walk_` method of the same name to go on below.

use super::*;

macro_rules! visitor {
    ($(#[$doc:meta])* $trait:ident $(, $mut:ident)?) => {
        $(#[$doc])*
        pub trait $trait {
            /// The identity and place of every node, called before its children.
            fn visit_place(&mut self, _id: &$($mut)? NodeId, _span: &$($mut)? Span) {}
            /// Every name, declared or used.
            fn visit_ident(&mut self, ident: &$($mut)? Ident) {
                let mut none = NodeId(0);
                let _ = &mut none;
                self.visit_place(&$($mut)? none, &$($mut)? ident.span);
            }
            /// The whole program.
            fn visit_program(&mut self, program: &$($mut)? Program) {
                for declaration in &$($mut)? program.declarations {
                    self.visit_declaration(declaration);
                }
            }
            /// A declaration.
            fn visit_declaration(&mut self, declaration: &$($mut)? Declaration) {
                self.walk_declaration(declaration);
            }
            /// A method.
            fn visit_method(&mut self, method: &$($mut)? Method) {
                self.walk_method(method);
            }
            /// A contract.
            fn visit_contract(&mut self, contract: &$($mut)? Contract) {
                for clause in &$($mut)? contract.clauses {
                    self.visit_clause(clause);
                }
            }
            /// A clause.
            fn visit_clause(&mut self, clause: &$($mut)? Clause) {
                self.walk_clause(clause);
            }
            /// A directive.
            fn visit_directive(&mut self, directive: &$($mut)? Directive) {
                self.walk_directive(directive);
            }
            /// A block in braces.
            fn visit_block(&mut self, block: &$($mut)? Block) {
                self.walk_block(block);
            }
            /// A statement.
            fn visit_stmt(&mut self, stmt: &$($mut)? Stmt) {
                self.walk_stmt(stmt);
            }
            /// A block of a parallel statement.
            fn visit_par_block(&mut self, block: &$($mut)? ParBlock) {
                self.walk_par_block(block);
            }
            /// A declared local or field, or the variable of a `\let`.
            fn visit_variable(&mut self, variable: &$($mut)? Variable) {
                let mut span = variable.name.span;
                let _ = &mut span;
                self.visit_place(&$($mut)? variable.id, &$($mut)? span);
                self.visit_ident(&$($mut)? variable.name);
                if let Some(init) = &$($mut)? variable.init {
                    self.visit_expr(init);
                }
            }
            /// A parameter.
            fn visit_param(&mut self, param: &$($mut)? Param) {
                self.visit_place(&$($mut)? param.id, &$($mut)? param.span);
                self.visit_type(&$($mut)? param.ty);
                self.visit_ident(&$($mut)? param.name);
            }
            /// A ranged variable of a statement.
            fn visit_iterator(&mut self, iterator: &$($mut)? Iterator) {
                self.visit_place(&$($mut)? iterator.id, &$($mut)? iterator.span);
                self.visit_type(&$($mut)? iterator.ty);
                self.visit_ident(&$($mut)? iterator.name);
                self.visit_expr(&$($mut)? iterator.low);
                self.visit_expr(&$($mut)? iterator.high);
            }
            /// A bound variable of a formula.
            fn visit_binder(&mut self, binder: &$($mut)? Binder) {
                self.visit_place(&$($mut)? binder.id, &$($mut)? binder.span);
                self.visit_type(&$($mut)? binder.ty);
                self.visit_ident(&$($mut)? binder.name);
                if let Some((low, high)) = &$($mut)? binder.range {
                    self.visit_expr(low);
                    self.visit_expr(high);
                }
                if let Some(from) = &$($mut)? binder.from {
                    self.visit_expr(from);
                }
            }
            /// A type as written.
            fn visit_type(&mut self, ty: &$($mut)? TypeExpr) {
                self.walk_type(ty);
            }
            /// An expression.
            fn visit_expr(&mut self, expr: &$($mut)? Expr) {
                self.walk_expr(expr);
            }
            /// A call or creation.
            fn visit_call(&mut self, call: &$($mut)? Call) {
                if let Some(receiver) = &$($mut)? call.receiver {
                    self.visit_expr(receiver);
                }
                self.visit_ident(&$($mut)? call.name);
                for ty in &$($mut)? call.type_args {
                    self.visit_type(ty);
                }
                for arg in &$($mut)? call.args {
                    self.visit_expr(arg);
                }
                for ghost in &$($mut)? call.given {
                    self.visit_ident(&$($mut)? ghost.left);
                    self.visit_expr(&$($mut)? ghost.right);
                }
                for ghost in &$($mut)? call.yields {
                    self.visit_ident(&$($mut)? ghost.left);
                    self.visit_expr(&$($mut)? ghost.right);
                }
                for stmt in &$($mut)? call.ghost_statements {
                    self.visit_stmt(stmt);
                }
            }
            /// The parts of a declaration.
            fn walk_declaration(&mut self, declaration: &$($mut)? Declaration) {
                self.visit_place(&$($mut)? declaration.id, &$($mut)? declaration.span);
                match &$($mut)? declaration.kind {
                    DeclarationKind::Class(class) => {
                        self.visit_ident(&$($mut)? class.name);
                        for param in &$($mut)? class.type_params {
                            self.visit_ident(param);
                        }
                        for base in &$($mut)? class.bases {
                            self.visit_type(base);
                        }
                        for invariant in &$($mut)? class.lock_invariants {
                            self.visit_expr(invariant);
                        }
                        for member in &$($mut)? class.members {
                            self.visit_declaration(member);
                        }
                    }
                    DeclarationKind::Field(field) => {
                        for modifier in &$($mut)? field.modifiers {
                            let mut none = NodeId(0);
                            let _ = &mut none;
                            self.visit_place(&$($mut)? none, &$($mut)? modifier.span);
                        }
                        self.visit_type(&$($mut)? field.ty);
                        for name in &$($mut)? field.names {
                            self.visit_variable(name);
                        }
                    }
                    DeclarationKind::Method(method) => self.visit_method(method),
                    DeclarationKind::Predicate(predicate) => {
                        self.visit_contract(&$($mut)? predicate.contract);
                        for modifier in &$($mut)? predicate.modifiers {
                            let mut none = NodeId(0);
                            let _ = &mut none;
                            self.visit_place(&$($mut)? none, &$($mut)? modifier.span);
                        }
                        self.visit_ident(&$($mut)? predicate.name);
                        for param in &$($mut)? predicate.type_params {
                            self.visit_ident(param);
                        }
                        for param in &$($mut)? predicate.params {
                            self.visit_param(param);
                        }
                        if let Some(body) = &$($mut)? predicate.body {
                            self.visit_expr(body);
                        }
                    }
                    DeclarationKind::Enum(declared) => {
                        self.visit_ident(&$($mut)? declared.name);
                        for constant in &$($mut)? declared.constants {
                            let mut span = constant.name.span;
                            let _ = &mut span;
                            self.visit_place(&$($mut)? constant.id, &$($mut)? span);
                            self.visit_ident(&$($mut)? constant.name);
                        }
                    }
                    DeclarationKind::Adt(adt) => {
                        self.visit_ident(&$($mut)? adt.name);
                        for param in &$($mut)? adt.type_params {
                            self.visit_ident(param);
                        }
                        for member in &$($mut)? adt.members {
                            self.visit_declaration(member);
                        }
                    }
                    DeclarationKind::Axiom(axiom) => {
                        if let Some(name) = &$($mut)? axiom.name {
                            self.visit_ident(name);
                        }
                        self.visit_expr(&$($mut)? axiom.body);
                    }
                    DeclarationKind::Model(model) => self.visit_ident(&$($mut)? model.name),
                    DeclarationKind::Unsupported { .. } => {}
                }
            }
            /// The parts of a method.
            fn walk_method(&mut self, method: &$($mut)? Method) {
                self.visit_contract(&$($mut)? method.contract);
                for modifier in &$($mut)? method.modifiers {
                    let mut none = NodeId(0);
                    let _ = &mut none;
                    self.visit_place(&$($mut)? none, &$($mut)? modifier.span);
                }
                self.visit_type(&$($mut)? method.return_type);
                self.visit_ident(&$($mut)? method.name);
                for param in &$($mut)? method.type_params {
                    self.visit_ident(param);
                }
                for param in &$($mut)? method.params {
                    self.visit_param(param);
                }
                match &$($mut)? method.body {
                    Body::Abstract => {}
                    Body::Expr(expr) => self.visit_expr(expr),
                    Body::Block(block) => self.visit_block(block),
                }
            }
            /// The parts of a clause.
            fn walk_clause(&mut self, clause: &$($mut)? Clause) {
                self.visit_place(&$($mut)? clause.id, &$($mut)? clause.span);
                match &$($mut)? clause.kind {
                    ClauseKind::Requires(expr)
                    | ClauseKind::Ensures(expr)
                    | ClauseKind::Context(expr)
                    | ClauseKind::ContextEverywhere(expr)
                    | ClauseKind::LoopInvariant(expr)
                    | ClauseKind::LockInvariant(expr)
                    | ClauseKind::KernelInvariant(expr) => self.visit_expr(expr),
                    ClauseKind::Decreases(exprs) => {
                        for expr in exprs {
                            self.visit_expr(expr);
                        }
                    }
                    ClauseKind::Given(params) | ClauseKind::Yields(params) => {
                        for param in params {
                            self.visit_param(param);
                        }
                    }
                    ClauseKind::Other(keyword, exprs) => {
                        self.visit_ident(keyword);
                        for expr in exprs {
                            self.visit_expr(expr);
                        }
                    }
                    ClauseKind::Directive(directive) => self.visit_directive(directive),
                }
            }
            /// The parts of a directive.
            fn walk_directive(&mut self, directive: &$($mut)? Directive) {
                self.visit_place(&$($mut)? directive.id, &$($mut)? directive.span);
                for argument in &$($mut)? directive.arguments {
                    match argument {
                        Argument::Name(name) => self.visit_ident(name),
                        Argument::Choice(_) => {}
                        Argument::Array(expr) | Argument::Int(expr) => self.visit_expr(expr),
                    }
                }
            }
            /// The statements of a block.
            fn walk_block(&mut self, block: &$($mut)? Block) {
                self.visit_place(&$($mut)? block.id, &$($mut)? block.span);
                for stmt in &$($mut)? block.statements {
                    self.visit_stmt(stmt);
                }
            }
            /// The parts of a statement.
            #[allow(clippy::too_many_lines, reason = "a table of kinds")]
            fn walk_stmt(&mut self, stmt: &$($mut)? Stmt) {
                self.visit_place(&$($mut)? stmt.id, &$($mut)? stmt.span);
                match &$($mut)? stmt.kind {
                    StmtKind::Block(block) => self.visit_block(block),
                    StmtKind::Local { modifiers, ty, names } => {
                        for modifier in modifiers {
                            let mut none = NodeId(0);
                            let _ = &mut none;
                            self.visit_place(&$($mut)? none, &$($mut)? modifier.span);
                        }
                        self.visit_type(ty);
                        for name in names {
                            self.visit_variable(name);
                        }
                    }
                    StmtKind::Assign { target, value, .. } => {
                        self.visit_expr(target);
                        self.visit_expr(value);
                    }
                    StmtKind::Expr(expr) | StmtKind::Spec(_, expr) => self.visit_expr(expr),
                    StmtKind::If { condition, then_branch, else_branch } => {
                        self.visit_expr(condition);
                        self.visit_stmt(then_branch);
                        if let Some(branch) = else_branch {
                            self.visit_stmt(branch);
                        }
                    }
                    StmtKind::While { contract, condition, body } => {
                        self.visit_contract(contract);
                        self.visit_expr(condition);
                        self.visit_stmt(body);
                    }
                    StmtKind::For { contract, init, condition, update, body } => {
                        self.visit_contract(contract);
                        for stmt in init {
                            self.visit_stmt(stmt);
                        }
                        if let Some(condition) = condition {
                            self.visit_expr(condition);
                        }
                        for stmt in update {
                            self.visit_stmt(stmt);
                        }
                        self.visit_stmt(body);
                    }
                    StmtKind::RangedFor { contract, iterator, body } => {
                        self.visit_contract(contract);
                        self.visit_iterator(iterator);
                        self.visit_stmt(body);
                    }
                    StmtKind::Return(value) => {
                        if let Some(value) = value {
                            self.visit_expr(value);
                        }
                    }
                    StmtKind::Break(label) | StmtKind::Continue(label) => {
                        if let Some(label) = label {
                            self.visit_ident(label);
                        }
                    }
                    StmtKind::Goto(label) => self.visit_ident(label),
                    StmtKind::Label(label, inner) => {
                        self.visit_ident(label);
                        if let Some(inner) = inner {
                            self.visit_stmt(inner);
                        }
                    }
                    StmtKind::Package(wand, body) => {
                        self.visit_expr(wand);
                        if let Some(body) = body {
                            self.visit_block(body);
                        }
                    }
                    StmtKind::Ghost(inner) => self.visit_stmt(inner),
                    StmtKind::Par(par) => {
                        for directive in &$($mut)? par.directives {
                            self.visit_directive(directive);
                        }
                        for block in &$($mut)? par.blocks {
                            self.visit_par_block(block);
                        }
                    }
                    StmtKind::Region { body, .. } => self.visit_block(body),
                    StmtKind::Barrier(barrier) => {
                        if let Some(block) = &$($mut)? barrier.block {
                            self.visit_ident(block);
                        }
                        for invariant in &$($mut)? barrier.invariants {
                            self.visit_ident(invariant);
                        }
                        self.visit_contract(&$($mut)? barrier.contract);
                        if let Some(body) = &$($mut)? barrier.body {
                            self.visit_block(body);
                        }
                    }
                    StmtKind::Invariant { name, resource, body } => {
                        if let Some(name) = name {
                            self.visit_ident(name);
                        }
                        self.visit_expr(resource);
                        self.visit_block(body);
                    }
                    StmtKind::Atomic { names, body } => {
                        for name in names {
                            self.visit_ident(name);
                        }
                        self.visit_block(body);
                    }
                    StmtKind::Vector { iterators, contract, body } => {
                        for iterator in iterators {
                            self.visit_iterator(iterator);
                        }
                        self.visit_contract(contract);
                        self.visit_block(body);
                    }
                    StmtKind::Unsupported { body, .. } => {
                        if let Some(body) = body {
                            self.visit_block(body);
                        }
                    }
                    StmtKind::Empty => {}
                }
            }
            /// The parts of a block of a parallel statement.
            fn walk_par_block(&mut self, block: &$($mut)? ParBlock) {
                self.visit_place(&$($mut)? block.id, &$($mut)? block.span);
                if let Some(name) = &$($mut)? block.name {
                    self.visit_ident(name);
                }
                for iterator in &$($mut)? block.iterators {
                    self.visit_iterator(iterator);
                }
                self.visit_contract(&$($mut)? block.contract);
                self.visit_block(&$($mut)? block.body);
            }
            /// The parts of a type.
            fn walk_type(&mut self, ty: &$($mut)? TypeExpr) {
                self.visit_place(&$($mut)? ty.id, &$($mut)? ty.span);
                match &$($mut)? ty.kind {
                    TypeKind::Primitive(_) => {}
                    TypeKind::Named(name, args) | TypeKind::Other(name, args) => {
                        self.visit_ident(name);
                        for arg in args {
                            self.visit_type(arg);
                        }
                    }
                    TypeKind::Array(element, size) => {
                        self.visit_type(element);
                        if let Some(size) = size {
                            self.visit_expr(size);
                        }
                    }
                    TypeKind::Seq(element)
                    | TypeKind::Set(element)
                    | TypeKind::Bag(element)
                    | TypeKind::Option(element) => self.visit_type(element),
                    TypeKind::Map(key, value) => {
                        self.visit_type(key);
                        self.visit_type(value);
                    }
                    TypeKind::Tuple(parts) => {
                        for part in parts {
                            self.visit_type(part);
                        }
                    }
                }
            }
            /// The parts of an expression.
            #[allow(clippy::too_many_lines, reason = "a table of kinds")]
            fn walk_expr(&mut self, expr: &$($mut)? Expr) {
                self.visit_place(&$($mut)? expr.id, &$($mut)? expr.span);
                match &$($mut)? expr.kind {
                    ExprKind::Int(_)
                    | ExprKind::Float(_)
                    | ExprKind::Bool(_)
                    | ExprKind::Str(_)
                    | ExprKind::Char(_)
                    | ExprKind::Null
                    | ExprKind::This
                    | ExprKind::Result
                    | ExprKind::Write
                    | ExprKind::Read
                    | ExprKind::NoPerm
                    | ExprKind::OptionNone
                    | ExprKind::CurrentThread
                    | ExprKind::Any => {}
                    ExprKind::Name(name) => self.visit_ident(name),
                    ExprKind::Unary(_, inner)
                    | ExprKind::AllElements(inner)
                    | ExprKind::Value(inner)
                    | ExprKind::CurrentPerm(inner)
                    | ExprKind::Held(inner)
                    | ExprKind::Idle(inner)
                    | ExprKind::Running(inner)
                    | ExprKind::Committed(inner)
                    | ExprKind::Size(inner)
                    | ExprKind::Choose(inner)
                    | ExprKind::ChooseFresh(inner) => self.visit_expr(inner),
                    ExprKind::Increment { target, .. } => self.visit_expr(target),
                    ExprKind::Binary(_, left, right)
                    | ExprKind::Index(left, right)
                    | ExprKind::Perm(left, right)
                    | ExprKind::HPerm(left, right)
                    | ExprKind::Scale(left, right)
                    | ExprKind::ArrayOf(left, right)
                    | ExprKind::Unfolding(left, right)
                    | ExprKind::PolarityDependent(left, right) => {
                        self.visit_expr(left);
                        self.visit_expr(right);
                    }
                    ExprKind::Conditional(first, second, third)
                    | ExprKind::Update(first, second, third)
                    | ExprKind::PointsTo(first, second, third)
                    | ExprKind::Matrix(first, second, third)
                    | ExprKind::Values(first, second, third) => {
                        self.visit_expr(first);
                        self.visit_expr(second);
                        self.visit_expr(third);
                    }
                    ExprKind::Slice(sequence, low, high) => {
                        self.visit_expr(sequence);
                        if let Some(low) = low {
                            self.visit_expr(low);
                        }
                        if let Some(high) = high {
                            self.visit_expr(high);
                        }
                    }
                    ExprKind::Member(inner, name) => {
                        self.visit_expr(inner);
                        self.visit_ident(name);
                    }
                    ExprKind::Call(call) | ExprKind::New(call) => self.visit_call(call),
                    ExprKind::NewArray(ty, sizes) => {
                        self.visit_type(ty);
                        for size in sizes {
                            if let Some(size) = size {
                                self.visit_expr(size);
                            }
                        }
                    }
                    ExprKind::Quantifier { binders, range, body, .. } => {
                        for binder in binders {
                            self.visit_binder(binder);
                        }
                        if let Some(range) = range {
                            self.visit_expr(range);
                        }
                        self.visit_expr(body);
                    }
                    ExprKind::Let { ty, variable, body } => {
                        self.visit_type(ty);
                        self.visit_variable(variable);
                        self.visit_expr(body);
                    }
                    ExprKind::Trigger(exprs, _) => {
                        for inner in exprs {
                            self.visit_expr(inner);
                        }
                    }
                    ExprKind::Old(label, inner) => {
                        if let Some(label) = label {
                            self.visit_ident(label);
                        }
                        self.visit_expr(inner);
                    }
                    ExprKind::SeqLiteral(ty, elements)
                    | ExprKind::SetLiteral(ty, elements)
                    | ExprKind::BagLiteral(ty, elements) => {
                        if let Some(ty) = ty {
                            self.visit_type(ty);
                        }
                        for element in elements {
                            self.visit_expr(element);
                        }
                    }
                    ExprKind::MapLiteral(key, value, entries) => {
                        self.visit_type(key);
                        self.visit_type(value);
                        for (key, value) in entries {
                            self.visit_expr(key);
                            self.visit_expr(value);
                        }
                    }
                    ExprKind::TupleLiteral(types, elements) => {
                        for ty in types {
                            self.visit_type(ty);
                        }
                        for element in elements {
                            self.visit_expr(element);
                        }
                    }
                    ExprKind::Range { low, high, .. } => {
                        self.visit_expr(low);
                        self.visit_expr(high);
                    }
                    ExprKind::Comprehension { ty, element, binders, condition } => {
                        if let Some(ty) = ty {
                            self.visit_type(ty);
                        }
                        self.visit_expr(element);
                        for binder in binders {
                            self.visit_binder(binder);
                        }
                        if let Some(condition) = condition {
                            self.visit_expr(condition);
                        }
                    }
                    ExprKind::Cast(ty, inner) => {
                        self.visit_type(ty);
                        self.visit_expr(inner);
                    }
                    ExprKind::InstanceOf(inner, ty) => {
                        self.visit_expr(inner);
                        self.visit_type(ty);
                    }
                    ExprKind::Builtin(name, args) => {
                        self.visit_ident(name);
                        for arg in args {
                            self.visit_expr(arg);
                        }
                    }
                    ExprKind::During(keyword, first, second) => {
                        self.visit_ident(keyword);
                        self.visit_expr(first);
                        self.visit_expr(second);
                    }
                    ExprKind::ForPerm(binders, location, body) => {
                        for binder in binders {
                            self.visit_binder(binder);
                        }
                        self.visit_expr(location);
                        self.visit_expr(body);
                    }
                }
            }
        }
    };
}

visitor!(
    /// Reads a tree.
    Visitor
);
visitor!(
    /// Rewrites a tree in place.
    VisitorMut,
    mut
);
