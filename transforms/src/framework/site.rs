//! Sites: where in a program a step can be carried out, and how they are named.

use spec_lang::ast::{
    Block, Clause, ClauseKind, Contract, Declaration, DeclarationKind, Directive, Expr, ExprKind,
    Method, NodeId, ParBlock, Program, Stmt, StmtKind, Visitor,
};
use text::span::Span;

/// A site as a flag names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteName {
    /// A loop variable or a block.
    Name(String),
    /// `method/variable`.
    InMethod(String, String),
    /// A line, from 1.
    Line(usize),
}

impl SiteName {
    /// Reads what stands behind `@`; none if it is empty or not a name.
    pub fn parse(text: &str) -> Option<Self> {
        let is_name = |name: &str| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'))
        };
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            return text.parse().ok().map(SiteName::Line);
        }
        match text.split_once('/') {
            Some((method, variable)) if is_name(method) && is_name(variable) => {
                Some(SiteName::InMethod(method.into(), variable.into()))
            }
            None if is_name(text) => Some(SiteName::Name(text.into())),
            _ => None,
        }
    }
}

impl std::fmt::Display for SiteName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SiteName::Name(name) => write!(formatter, "{name}"),
            SiteName::InMethod(method, variable) => write!(formatter, "{method}/{variable}"),
            SiteName::Line(line) => write!(formatter, "{line}"),
        }
    }
}

/// What a site is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// A loop.
    Loop,
    /// A block of a parallel statement.
    ParBlock,
    /// What a transformation finds by itself ([`crate::Transformation::sites`]); the word for it.
    Own(&'static str),
}

/// A loop or a parallel block.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Which.
    pub kind: SiteKind,
    /// The statement (loops) or the block (parallel blocks).
    pub id: NodeId,
    /// From its first clause to its end.
    pub span: Span,
    /// The part before the body.
    pub head: Span,
    /// Loops: the variables it runs over, the guard's first. Blocks: the name.
    pub names: Vec<String>,
    /// Names of the parallel blocks around it, from outside.
    pub within: Vec<String>,
    /// Identities of the loops around it, from outside.
    pub loops: Vec<NodeId>,
    /// The block in braces whose statement it is; none where it is the only statement of a
    /// branch, loop or label, or the body of a `par`, `atomic` or `invariant`.
    pub parent: Option<NodeId>,
    /// The declaration of its method.
    pub method_id: NodeId,
    /// `method` or `Class.method`.
    pub method: String,
    /// The directives it carries.
    pub directives: Vec<Directive>,
}

impl Site {
    /// Whether `name` is its method, with or without the class.
    pub fn is_in(&self, name: &str) -> bool {
        self.method == name || self.method.rsplit('.').next() == Some(name)
    }

    /// What it is called in messages.
    pub fn describe(&self) -> String {
        let what = match self.kind {
            SiteKind::Loop => "loop over",
            SiteKind::ParBlock => "block",
            SiteKind::Own(word) => word,
        };
        match self.names.first() {
            Some(name) => format!("{what} `{name}` in `{}`", self.method),
            None if self.kind == SiteKind::Loop => format!("loop in `{}`", self.method),
            None => format!("unnamed block in `{}`", self.method),
        }
    }
}

/// Every loop and parallel block, in source order.
pub fn sites(program: &Program) -> Vec<Site> {
    let mut collect = Collect::default();
    collect.visit_program(program);
    collect
        .sites
        .sort_by_key(|site| (site.span.file, site.span.start, u32::MAX - site.span.end));
    collect.sites
}

#[derive(Default)]
struct Collect {
    class: Option<String>,
    method: Option<(NodeId, String)>,
    declaration: NodeId,
    within: Vec<String>,
    loops: Vec<NodeId>,
    children: Vec<(NodeId, Vec<NodeId>)>,
    sites: Vec<Site>,
}

impl Collect {
    /// Adds a site with its place and that of its body.
    fn add(
        &mut self,
        kind: SiteKind,
        id: NodeId,
        (span, body): (Span, Span),
        names: Vec<String>,
        contract: &Contract,
    ) {
        let Some((method_id, method)) = self.method.clone() else {
            return;
        };
        let parent = self
            .children
            .last()
            .filter(|(_, statements)| statements.contains(&id))
            .map(|(block, _)| *block);
        self.sites.push(Site {
            kind,
            id,
            span,
            head: Span {
                end: body.start.max(span.start),
                ..span
            },
            names,
            within: self.within.clone(),
            loops: self.loops.clone(),
            parent,
            method_id,
            method,
            directives: contract.clauses.iter().filter_map(directive).collect(),
        });
    }
}

fn directive(clause: &Clause) -> Option<Directive> {
    match &clause.kind {
        ClauseKind::Directive(directive) => Some(directive.clone()),
        _ => None,
    }
}

impl Visitor for Collect {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        let outer = self.declaration;
        self.declaration = declaration.id;
        if let DeclarationKind::Class(class) = &declaration.kind {
            let outer = self.class.replace(class.name.name.clone());
            self.walk_declaration(declaration);
            self.class = outer;
        } else {
            self.walk_declaration(declaration);
        }
        self.declaration = outer;
    }

    fn visit_method(&mut self, method: &Method) {
        let name = match &self.class {
            Some(class) => format!("{class}.{}", method.name.name),
            None => method.name.name.clone(),
        };
        let outer = self.method.replace((self.declaration, name));
        self.walk_method(method);
        self.method = outer;
    }

    fn visit_block(&mut self, block: &Block) {
        // A body without braces is its only statement, and holds nothing beside it.
        let statements = match crate::framework::braces::bare(block) {
            Some(_) => Vec::new(),
            None => block.statements.iter().map(|stmt| stmt.id).collect(),
        };
        self.children.push((block.id, statements));
        self.walk_block(block);
        self.children.pop();
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        let (names, contract, body) = match &stmt.kind {
            StmtKind::While {
                contract,
                condition,
                body,
            } => (loop_names(Some(condition), &[], body), contract, body),
            StmtKind::For {
                contract,
                condition,
                update,
                body,
                ..
            } => (loop_names(condition.as_ref(), update, body), contract, body),
            StmtKind::RangedFor {
                contract,
                iterator,
                body,
            } => (vec![iterator.name.name.clone()], contract, body),
            _ => return self.walk_stmt(stmt),
        };
        let spans = (stmt.span, body.span);
        self.add(SiteKind::Loop, stmt.id, spans, names, contract);
        self.loops.push(stmt.id);
        self.walk_stmt(stmt);
        self.loops.pop();
    }

    fn visit_par_block(&mut self, block: &ParBlock) {
        let names: Vec<String> = block.name.iter().map(|name| name.name.clone()).collect();
        let name = names.first().cloned();
        self.add(
            SiteKind::ParBlock,
            block.id,
            (block.span, block.body.span),
            names,
            &block.contract,
        );
        self.within.extend(name.clone());
        self.walk_par_block(block);
        if name.is_some() {
            self.within.pop();
        }
    }
}

/// The variables a loop runs over: written in it and named in its guard or update.
fn loop_names(guard: Option<&Expr>, update: &[Stmt], body: &Stmt) -> Vec<String> {
    struct Names {
        read: Vec<String>,
        written: Vec<String>,
    }
    impl Visitor for Names {
        fn visit_expr(&mut self, expr: &Expr) {
            match &expr.kind {
                ExprKind::Name(name) => self.read.push(name.name.clone()),
                ExprKind::Increment { target, .. } => {
                    if let ExprKind::Name(name) = &target.kind {
                        self.written.push(name.name.clone());
                    }
                }
                _ => {}
            }
            self.walk_expr(expr);
        }
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Assign { target, .. } = &stmt.kind
                && let ExprKind::Name(name) = &target.kind
            {
                self.written.push(name.name.clone());
            }
            self.walk_stmt(stmt);
        }
    }
    let collect = |walk: &dyn Fn(&mut Names)| {
        let mut names = Names {
            read: Vec::new(),
            written: Vec::new(),
        };
        walk(&mut names);
        names
    };
    let tested = collect(&|names| {
        if let Some(guard) = guard {
            names.visit_expr(guard);
        }
    });
    let updated = collect(&|names| update.iter().for_each(|stmt| names.visit_stmt(stmt)));
    let inside = collect(&|names| names.visit_stmt(body));
    let mut found: Vec<String> = Vec::new();
    let in_guard = tested
        .read
        .iter()
        .filter(|name| updated.written.contains(name) || inside.written.contains(name));
    for name in updated.written.iter().chain(in_guard) {
        if !found.contains(name) {
            found.push(name.clone());
        }
    }
    found
}
