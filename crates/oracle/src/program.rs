//! What a program declares, by identity, and a few questions about it.

use spec_lang::ast::{
    Body, Call, Class, Clause, ClauseKind, Contract, Declaration, DeclarationKind, Enum, Expr,
    ExprKind, Field, Method, MethodKind, ModifierKind, NodeId, Param, Predicate, Program, Stmt,
    StmtKind, Variable, Visitor,
};
use spec_lang::facts;
use spec_lang::resolve::{Reference, Resolution, Type};
use std::collections::{BTreeMap, HashMap, HashSet};

/// A method or function with its declaration.
#[derive(Clone, Copy, Debug)]
pub struct MethodInfo<'p> {
    /// Its identity.
    pub id: NodeId,
    /// The declaration.
    pub declaration: &'p Declaration,
    /// The method.
    pub method: &'p Method,
    /// The class it is in.
    pub class: Option<NodeId>,
    /// Whether its body or contract mentions an earlier state.
    pub uses_old: bool,
}

impl MethodInfo<'_> {
    /// Whether it has a modifier.
    pub fn is(&self, kind: ModifierKind) -> bool {
        self.method.modifiers.iter().any(|m| m.kind == kind)
    }

    /// Whether it is a constructor.
    pub fn is_constructor(&self) -> bool {
        matches!(
            self.method.kind,
            MethodKind::ClassNameConstructor | MethodKind::KeywordConstructor
        )
    }

    /// Whether it works on an object.
    pub fn has_this(&self) -> bool {
        self.class.is_some() && !self.is(ModifierKind::Static)
    }
}

/// A predicate.
#[derive(Clone, Copy, Debug)]
pub struct PredicateInfo<'p> {
    /// The predicate.
    pub predicate: &'p Predicate,
    /// The class it is in.
    pub class: Option<NodeId>,
}

impl PredicateInfo<'_> {
    /// Whether an instance stands for what is in it.
    pub fn is_inline(&self) -> bool {
        let mut all = self.predicate.modifiers.iter();
        all.any(|m| m.kind == ModifierKind::Inline)
    }
}

/// A class.
#[derive(Clone, Debug)]
pub struct ClassInfo<'p> {
    /// The class.
    pub class: &'p Class,
    /// Its fields that are not static.
    pub fields: Vec<NodeId>,
    /// `resource lock_invariant()`, as of 1.4.
    pub lock_predicate: Option<&'p Expr>,
    /// `run`.
    pub run: Option<NodeId>,
}

impl<'p> ClassInfo<'p> {
    /// The lock invariant's parts.
    pub fn lock_invariant(&self) -> Vec<&'p Expr> {
        self.class
            .lock_invariants
            .iter()
            .chain(self.lock_predicate)
            .collect()
    }

    /// Whether its objects have locks.
    pub fn has_lock(&self) -> bool {
        self.lock_predicate.is_some() || !self.class.lock_invariants.is_empty()
    }
}

/// A program that resolved without errors, ready to be run.
#[derive(Debug)]
pub struct Tables<'p> {
    /// Types and meanings.
    pub resolution: &'p Resolution,
    /// Methods and functions, in source order.
    pub methods: BTreeMap<NodeId, MethodInfo<'p>>,
    /// Predicates.
    pub predicates: HashMap<NodeId, PredicateInfo<'p>>,
    /// Classes.
    pub classes: BTreeMap<NodeId, ClassInfo<'p>>,
    /// Enums.
    pub enums: HashMap<NodeId, &'p Enum>,
    /// Fields that never change after the constructor.
    pub final_fields: HashSet<NodeId>,
    /// Fields that are declared with a first value, which is this.
    pub initialised: HashMap<NodeId, &'p Expr>,
    /// Fields of no object.
    pub static_fields: HashSet<NodeId>,
    /// Names of fields and constants.
    pub names: HashMap<NodeId, &'p str>,
    /// Names of parameters and local variables.
    pub locals: HashMap<NodeId, String>,
    /// Expressions that contain a call of a method with effects.
    pub effects: HashSet<NodeId>,
    /// Variables of quantifiers and `\let`, which nothing assigns.
    pub bound: HashSet<NodeId>,
    /// The formulas of `invariant` statements, by statement.
    pub invariants: HashMap<NodeId, &'p Expr>,
}

impl<'p> Tables<'p> {
    /// Collects.
    pub fn new(program: &'p Program, resolution: &'p Resolution) -> Self {
        let mut tables = Tables {
            resolution,
            methods: BTreeMap::new(),
            predicates: HashMap::new(),
            classes: BTreeMap::new(),
            enums: HashMap::new(),
            final_fields: HashSet::new(),
            initialised: HashMap::new(),
            static_fields: HashSet::new(),
            names: HashMap::new(),
            locals: locals(program),
            effects: HashSet::new(),
            bound: HashSet::new(),
            invariants: HashMap::new(),
        };
        for declaration in &program.declarations {
            tables.declaration(declaration, None);
        }
        tables.find_effects(program);
        tables.bound = bound(program);
        tables
    }

    fn declaration(&mut self, declaration: &'p Declaration, class: Option<NodeId>) {
        match &declaration.kind {
            DeclarationKind::Class(declared) => self.class(declaration.id, declared),
            DeclarationKind::Field(field) => {
                self.field(field, class.is_none());
            }
            DeclarationKind::Method(method) => {
                let info = MethodInfo {
                    id: declaration.id,
                    declaration,
                    method,
                    class,
                    uses_old: mentions_old(method),
                };
                if let Body::Block(block) = &method.body {
                    self.invariants_in(&block.statements);
                }
                self.methods.insert(declaration.id, info);
            }
            DeclarationKind::Predicate(predicate) => {
                let info = PredicateInfo { predicate, class };
                self.predicates.insert(declaration.id, info);
            }
            DeclarationKind::Enum(declared) => {
                for constant in &declared.constants {
                    self.names.insert(constant.id, &constant.name.name);
                }
                self.enums.insert(declaration.id, declared);
            }
            _ => {}
        }
    }

    fn invariants_in(&mut self, statements: &'p [Stmt]) {
        for stmt in statements {
            match &stmt.kind {
                StmtKind::Invariant { resource, body, .. } => {
                    self.invariants.insert(stmt.id, resource);
                    self.invariants_in(&body.statements);
                }
                StmtKind::Block(body)
                | StmtKind::Region { body, .. }
                | StmtKind::Atomic { body, .. } => self.invariants_in(&body.statements),
                StmtKind::Par(par) => {
                    for block in &par.blocks {
                        self.invariants_in(&block.body.statements);
                    }
                }
                StmtKind::If {
                    then_branch,
                    else_branch,
                    ..
                } => {
                    self.invariants_in(std::slice::from_ref(then_branch));
                    if let Some(branch) = else_branch {
                        self.invariants_in(std::slice::from_ref(branch));
                    }
                }
                StmtKind::While { body, .. }
                | StmtKind::For { body, .. }
                | StmtKind::RangedFor { body, .. }
                | StmtKind::Ghost(body)
                | StmtKind::Label(_, Some(body)) => self.invariants_in(std::slice::from_ref(body)),
                _ => {}
            }
        }
    }

    fn field(&mut self, field: &'p Field, global: bool) -> Vec<NodeId> {
        let is = |kind| field.modifiers.iter().any(|m| m.kind == kind);
        let fixed = global || is(ModifierKind::Static);
        let mut found = Vec::new();
        for name in &field.names {
            self.names.insert(name.id, &name.name.name);
            if is(ModifierKind::Final) {
                self.final_fields.insert(name.id);
            }
            if let Some(init) = &name.init {
                self.initialised.insert(name.id, init);
            }
            if fixed {
                self.static_fields.insert(name.id);
            } else {
                found.push(name.id);
            }
        }
        found
    }

    fn class(&mut self, id: NodeId, class: &'p Class) {
        let mut info = ClassInfo {
            class,
            fields: Vec::new(),
            lock_predicate: None,
            run: None,
        };
        for member in &class.members {
            match &member.kind {
                DeclarationKind::Field(field) => {
                    info.fields.extend(self.field(field, false));
                }
                DeclarationKind::Predicate(predicate)
                    if predicate.name.name == "lock_invariant" && predicate.params.is_empty() =>
                {
                    info.lock_predicate = predicate.body.as_ref();
                }
                DeclarationKind::Method(method)
                    if method.kind == MethodKind::RunBlock
                        || (method.name.name == "run" && method.params.is_empty()) =>
                {
                    info.run = Some(member.id);
                }
                _ => {}
            }
            self.declaration(member, Some(id));
        }
        self.classes.insert(id, info);
    }

    /// Marks expressions with effects that take more than one step.
    fn find_effects(&mut self, program: &'p Program) {
        struct Find<'a, 'p> {
            tables: &'a Tables<'p>,
            found: HashSet<NodeId>,
            inside: bool,
        }
        impl Visitor for Find<'_, '_> {
            fn visit_expr(&mut self, expr: &Expr) {
                let outer = std::mem::replace(&mut self.inside, false);
                self.walk_expr(expr);
                self.inside |= self.tables.is_effect(expr);
                if self.inside {
                    self.found.insert(expr.id);
                }
                self.inside |= outer;
            }
        }
        let mut find = Find {
            tables: self,
            found: HashSet::new(),
            inside: false,
        };
        find.visit_program(program);
        self.effects = find.found;
    }

    fn is_effect(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::New(_) => true,
            ExprKind::Call(_) | ExprKind::Binary(..) => {
                match self.resolution.references.get(&expr.id) {
                    Some(Reference::Method(id, _)) => self
                        .methods
                        .get(id)
                        .is_some_and(|info| !info.is(ModifierKind::Pure)),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// What a name means.
    pub fn reference(&self, id: NodeId) -> Option<&Reference> {
        self.resolution.references.get(&id)
    }

    /// The type of a declared name.
    pub fn declared(&self, id: NodeId) -> Type {
        self.resolution
            .declared
            .get(&id)
            .cloned()
            .unwrap_or(Type::Any)
    }

    /// The name of a method, `Class.method` within a class.
    pub fn method_name(&self, info: &MethodInfo<'_>) -> String {
        let name = &info.method.name.name;
        match info.class.and_then(|class| self.classes.get(&class)) {
            Some(class) => format!("{}.{name}", class.class.name.name),
            None => name.clone(),
        }
    }
}

/// Ghost parameters of a contract.
pub fn given(contract: &Contract) -> impl Iterator<Item = &Param> {
    contract
        .clauses
        .iter()
        .flat_map(|clause| match &clause.kind {
            ClauseKind::Given(params) => params.as_slice(),
            _ => &[],
        })
}

/// Ghost results of a contract.
pub fn yields(contract: &Contract) -> impl Iterator<Item = &Param> {
    contract
        .clauses
        .iter()
        .flat_map(|clause| match &clause.kind {
            ClauseKind::Yields(params) => params.as_slice(),
            _ => &[],
        })
}

/// What is asked before: the formulas in order.
pub fn preconditions(contract: &Contract) -> impl Iterator<Item = &Expr> {
    contract.clauses.iter().filter_map(precondition)
}

fn precondition(clause: &Clause) -> Option<&Expr> {
    match &clause.kind {
        ClauseKind::Requires(e) | ClauseKind::Context(e) | ClauseKind::ContextEverywhere(e) => {
            Some(e)
        }
        _ => None,
    }
}

/// What is given afterwards: the formulas in order.
pub fn postconditions(contract: &Contract) -> impl Iterator<Item = &Expr> {
    contract
        .clauses
        .iter()
        .filter_map(|clause| match &clause.kind {
            ClauseKind::Ensures(e) | ClauseKind::Context(e) | ClauseKind::ContextEverywhere(e) => {
                Some(e)
            }
            _ => None,
        })
}

/// What a function's body is: the expression, also of `{ return e; }`.
pub fn function_body(body: &Body) -> Option<&Expr> {
    match body {
        Body::Abstract => None,
        Body::Expr(e) => Some(e),
        Body::Block(block) => match block.statements.as_slice() {
            [one] => match &one.kind {
                spec_lang::ast::StmtKind::Return(value) => value.as_ref(),
                _ => None,
            },
            _ => None,
        },
    }
}

/// The expressions of ghost arguments and results.
pub(crate) fn ghost_expressions(call: &Call) -> Vec<&Expr> {
    fn collect<'e>(stmt: &'e Stmt, found: &mut Vec<&'e Expr>) {
        match &stmt.kind {
            StmtKind::Block(block) => {
                for stmt in &block.statements {
                    collect(stmt, found);
                }
            }
            StmtKind::Label(_, Some(inner)) | StmtKind::Ghost(inner) => collect(inner, found),
            StmtKind::Assign { target, value, .. } => found.extend([target, value]),
            _ => {}
        }
    }
    let mut found: Vec<&Expr> = call
        .given
        .iter()
        .chain(&call.yields)
        .map(|g| &g.right)
        .collect();
    for stmt in &call.ghost_statements {
        collect(stmt, &mut found);
    }
    found
}

fn bound(program: &Program) -> HashSet<NodeId> {
    struct Find(HashSet<NodeId>);
    impl Visitor for Find {
        fn visit_expr(&mut self, expr: &Expr) {
            self.0
                .extend(facts::bound(expr).into_iter().map(|(id, _)| id));
            self.walk_expr(expr);
        }
    }
    let mut find = Find(HashSet::new());
    find.visit_program(program);
    find.0
}

fn locals(program: &Program) -> HashMap<NodeId, String> {
    struct Find(HashMap<NodeId, String>);
    impl Visitor for Find {
        fn visit_variable(&mut self, variable: &Variable) {
            self.0.insert(variable.id, variable.name.name.clone());
            if let Some(init) = &variable.init {
                self.visit_expr(init);
            }
        }
        fn visit_param(&mut self, param: &Param) {
            self.0.insert(param.id, param.name.name.clone());
        }
    }
    let mut find = Find(HashMap::new());
    find.visit_program(program);
    find.0
}

fn mentions_old(method: &Method) -> bool {
    struct Find(bool);
    impl Visitor for Find {
        fn visit_expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr.kind, ExprKind::Old(..));
            self.walk_expr(expr);
        }
    }
    let mut find = Find(false);
    find.visit_method(method);
    find.0
}
