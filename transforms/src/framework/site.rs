//! Sites: where in a program a step can be carried out, and how they are named.

use crate::framework::input::{Input, Refusal};
use spec_lang::ast::{
    Block, Clause, ClauseKind, Contract, Declaration, DeclarationKind, Directive, Expr, ExprKind,
    Method, NodeId, ParBlock, Program, Stmt, StmtKind, Visitor,
};
use text::diagnostics::Diagnostic;
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
    fn add(
        &mut self,
        kind: SiteKind,
        id: NodeId,
        span: Span,
        body: Span,
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
        match &stmt.kind {
            StmtKind::While {
                contract,
                condition,
                body,
            } => {
                let names = loop_names(Some(condition), &[], body);
                self.add(
                    SiteKind::Loop,
                    stmt.id,
                    stmt.span,
                    body.span,
                    names,
                    contract,
                );
            }
            StmtKind::For {
                contract,
                condition,
                update,
                body,
                ..
            } => {
                let names = loop_names(condition.as_ref(), update, body);
                self.add(
                    SiteKind::Loop,
                    stmt.id,
                    stmt.span,
                    body.span,
                    names,
                    contract,
                );
            }
            StmtKind::RangedFor {
                contract,
                iterator,
                body,
            } => {
                let names = vec![iterator.name.name.clone()];
                self.add(
                    SiteKind::Loop,
                    stmt.id,
                    stmt.span,
                    body.span,
                    names,
                    contract,
                );
            }
            _ => return self.walk_stmt(stmt),
        }
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
            block.span,
            block.body.span,
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

/// The one site of this kind that a flag means.
///
/// # Errors
/// `C102` if there is none, `C103` if there are several, each with the candidates.
pub fn find_site(
    input: &Input<'_>,
    kind: SiteKind,
    name: Option<&SiteName>,
) -> Result<Site, Refusal> {
    find_site_that(input, kind, name, |_| false)
}

/// The same, where several may be meant, but only some `fit` what is asked for.
///
/// # Errors
/// As [`find_site`]; also `C103` if several fit, with these.
pub fn find_site_that(
    input: &Input<'_>,
    kind: SiteKind,
    name: Option<&SiteName>,
    fit: impl Fn(&Site) -> bool,
) -> Result<Site, Refusal> {
    let all: Vec<Site> = sites(input.program)
        .into_iter()
        .filter(|site| input.only.is_none_or(|only| site.is_in(only)))
        .collect();
    let candidates: Vec<Site> = all
        .iter()
        .filter(|site| site.kind == kind)
        .cloned()
        .collect();
    let matching = match name {
        None => candidates.clone(),
        Some(SiteName::Name(name)) => by_name(&candidates, name),
        Some(SiteName::InMethod(method, name)) => {
            let inside: Vec<Site> = candidates
                .iter()
                .filter(|site| site.is_in(method))
                .cloned()
                .collect();
            by_name(&inside, name)
        }
        Some(SiteName::Line(line)) => by_line(input, &candidates, *line),
    };
    let matching = match matching.len() {
        0 | 1 => matching,
        _ => {
            let fitting: Vec<Site> = matching.iter().filter(|s| fit(s)).cloned().collect();
            if fitting.is_empty() {
                matching
            } else {
                fitting
            }
        }
    };
    let what = match kind {
        SiteKind::Loop => "loop",
        SiteKind::ParBlock => "parallel block",
        SiteKind::Own(word) => word,
    };
    match matching.as_slice() {
        [site] => Ok(site.clone()),
        [] => {
            let message = match name {
                Some(name) => format!("there is no {what} `{name}`"),
                None => format!("there is no {what} here"),
            };
            Err(Refusal::wrong_input(listed(
                input,
                Diagnostic::global("C102", message),
                &candidates,
            )))
        }
        _ => {
            let message = match name {
                Some(name) => format!("`{name}` could be any of {} {what}s", matching.len()),
                None => format!("there are {} {what}s; say which", matching.len()),
            };
            Err(Refusal::wrong_input(listed(
                input,
                Diagnostic::global("C103", message),
                &matching,
            )))
        }
    }
}

/// Loops over a variable, the block of that name, or else the loops within such a block.
fn by_name(candidates: &[Site], name: &str) -> Vec<Site> {
    let pick = |test: &dyn Fn(&Site) -> bool| -> Vec<Site> {
        candidates
            .iter()
            .filter(|site| test(site))
            .cloned()
            .collect()
    };
    let named = pick(&|site| site.names.iter().any(|own| own == name));
    if named.is_empty() {
        pick(&|site| site.within.iter().any(|outer| outer == name))
    } else {
        named
    }
}

/// Sites whose head covers the line, or else the innermost ones around it.
fn by_line(input: &Input<'_>, candidates: &[Site], line: usize) -> Vec<Site> {
    let covers = |span: Span| {
        let last = Span {
            start: span.end.saturating_sub(1),
            ..span
        };
        (input.line(span)..=input.line(last)).contains(&line)
    };
    let heads: Vec<Site> = candidates
        .iter()
        .filter(|site| covers(site.head))
        .cloned()
        .collect();
    if !heads.is_empty() {
        return heads;
    }
    let around: Vec<&Site> = candidates.iter().filter(|site| covers(site.span)).collect();
    around
        .iter()
        .filter(|site| {
            !around
                .iter()
                .any(|other| other.id != site.id && site.span.contains(other.span))
        })
        .map(|site| (*site).clone())
        .collect()
}

/// The diagnostic with each candidate as a place, and how to name it.
fn listed(input: &Input<'_>, diagnostic: Diagnostic, candidates: &[Site]) -> Diagnostic {
    if candidates.is_empty() {
        return diagnostic;
    }
    let mut names = Vec::new();
    let mut diagnostic = diagnostic;
    for site in candidates {
        let name = name_of(input, site, candidates);
        diagnostic = diagnostic.with_label(site.head, format!("{}: `@{name}`", site.describe()));
        names.push(format!("`@{name}`"));
    }
    diagnostic.with_help(format!("one of {}", names.join(", ")))
}

/// The shortest way to name a site so that no other one is meant.
pub(crate) fn name_of(input: &Input<'_>, site: &Site, all: &[Site]) -> SiteName {
    let in_own = site.method.rsplit('.').next().unwrap_or(&site.method);
    for name in &site.names {
        if by_name(all, name).len() == 1 {
            return SiteName::Name(name.clone());
        }
        for method in [in_own, &site.method] {
            let inside: Vec<Site> = all
                .iter()
                .filter(|other| other.is_in(method))
                .cloned()
                .collect();
            if by_name(&inside, name).len() == 1 {
                return SiteName::InMethod(method.to_owned(), name.clone());
            }
        }
    }
    let body = Span {
        start: site.head.end.saturating_sub(1),
        ..site.head
    };
    SiteName::Line(input.line(body))
}
