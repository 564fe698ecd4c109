//! The loops of a file's kernels, and which one a step means.

use crate::opened::Opened;
use clang::place::Place;
use clang::tree::{Expr, ExprKind, FunctionId, Stmt, StmtKind, Storage, UnaryOp, Unit, VariableId};
use clang::walk::{Part, of_expr, of_stmt};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::nearest::nearest;
use text::span::Span;
use transforms::{Refusal, SiteName};

/// A loop of the text. Those of the instances of one template are one.
#[derive(Clone, Debug)]
pub(crate) struct Site<'a> {
    /// Its statement in each function of the tree that has it.
    pub stmts: Vec<&'a Stmt>,
    /// These functions.
    pub functions: Vec<FunctionId>,
    /// Where it is, without what stands before its keyword.
    pub place: Place,
    /// Where it begins, with the attributes and pragmas before it.
    pub begin: usize,
    /// From its keyword to its body.
    pub head: Span,
    /// The variables it runs over, as PVL's loops name them: those that its header updates first.
    pub names: Vec<String>,
    /// The name of its function.
    pub function: String,
    /// Whether it is one of the statements of a block in braces.
    pub in_block: bool,
}

impl<'a> Site<'a> {
    /// What it is called in messages.
    pub(crate) fn describe(&self) -> String {
        match self.names.first() {
            Some(name) => format!("loop over `{name}` in `{}`", self.function),
            None => format!("loop in `{}`", self.function),
        }
    }

    /// Its statement in the first function.
    pub(crate) fn stmt(&self) -> Option<&'a Stmt> {
        self.stmts.first().copied()
    }
}

/// Every loop of the file itself that kernels reach, in the order of the text.
pub(crate) fn sites<'a>(opened: &Opened<'a>) -> Vec<Site<'a>> {
    let unit = &opened.reading.unit;
    let mut found: Vec<Site<'a>> = Vec::new();
    for id in opened.functions() {
        let Some(function) = unit.function(id) else {
            continue;
        };
        let mut collect = Collect {
            unit,
            text: &opened.source.text,
            function: (id, &function.name),
            found: &mut found,
        };
        if let Some(body) = &function.body {
            collect.stmt(body, (None, true));
        }
    }
    found.sort_by_key(|site| (site.place.span.start, u32::MAX - site.place.span.end));
    found
}

struct Collect<'a, 'f> {
    unit: &'a Unit,
    text: &'a str,
    function: (FunctionId, &'a str),
    found: &'f mut Vec<Site<'a>>,
}

impl<'a> Collect<'a, '_> {
    /// Takes in the loops of a statement; `begin` is where attributes before it begin.
    fn stmt(&mut self, stmt: &'a Stmt, (begin, in_block): (Option<usize>, bool)) {
        if let StmtKind::Attributed { body, .. } = &stmt.kind {
            let own = line_of_pragma(self.text, stmt.place.span.start as usize);
            return self.stmt(body, (begin.or(Some(own)), in_block));
        }
        if let Some(body) = body_of(stmt) {
            self.add(stmt, body, (begin, in_block));
        }
        let is_block = matches!(stmt.kind, StmtKind::Block(_));
        for part in of_stmt(stmt) {
            match part {
                Part::Stmt(inner) => self.stmt(inner, (None, is_block)),
                Part::Expr(expr) => self.expr(expr),
                Part::Declared(id) => {
                    let init = self.unit.variable(id).and_then(|one| one.init.as_ref());
                    init.into_iter().for_each(|init| self.expr(init));
                }
            }
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        for part in of_expr(expr) {
            match part {
                Part::Stmt(inner) => self.stmt(inner, (None, false)),
                Part::Expr(inner) => self.expr(inner),
                Part::Declared(_) => {}
            }
        }
    }

    fn add(&mut self, stmt: &'a Stmt, body: &'a Stmt, (begin, in_block): (Option<usize>, bool)) {
        let span = stmt.place.span;
        if span.file != 0 {
            return;
        }
        let (id, name) = self.function;
        if let Some(known) = self.found.iter_mut().find(|one| one.place == stmt.place) {
            known.stmts.push(stmt);
            known.functions.push(id);
            return;
        }
        self.found.push(Site {
            stmts: vec![stmt],
            functions: vec![id],
            place: stmt.place,
            begin: begin.unwrap_or(span.start as usize),
            head: Span {
                end: body.place.span.start.max(span.start),
                ..span
            },
            names: names(self.unit, stmt),
            function: name.to_owned(),
            in_block,
        });
    }
}

/// The body of a loop; none of another statement.
pub(crate) fn body_of(stmt: &Stmt) -> Option<&Stmt> {
    match &stmt.kind {
        StmtKind::For { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::Do { body, .. }
        | StmtKind::ForRange { body, .. } => Some(body),
        StmtKind::Block(_)
        | StmtKind::Empty
        | StmtKind::Expr(_)
        | StmtKind::Declare(_)
        | StmtKind::If { .. }
        | StmtKind::Switch { .. }
        | StmtKind::Case { .. }
        | StmtKind::Default(_)
        | StmtKind::Label { .. }
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Attributed { .. }
        | StmtKind::Opaque(_)
        | StmtKind::Asm { .. } => None,
    }
}

/// Where an attribute begins: of `#pragma unroll` where its directive does.
pub(crate) fn line_of_pragma(text: &str, at: usize) -> usize {
    let line = text
        .get(..at)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |end| end + 1);
    let before = text.get(line..at).unwrap_or("");
    let blanks = before.len() - before.trim_start().len();
    match before.trim_start().starts_with('#') {
        true => line + blanks,
        false => at,
    }
}

/// The names of the variables that a loop runs over: written in it and read in its guard or header.
fn names(unit: &Unit, stmt: &Stmt) -> Vec<String> {
    let (guard, step, body) = match &stmt.kind {
        StmtKind::For {
            condition,
            step,
            body,
            ..
        } => (condition.as_ref(), step.as_ref(), body),
        StmtKind::While {
            condition, body, ..
        }
        | StmtKind::Do { body, condition } => (Some(condition), None, body),
        _ => return Vec::new(),
    };
    let mut updated = Touched::default();
    step.into_iter().for_each(|expr| updated.expr(unit, expr));
    let mut tested = Touched::default();
    guard.into_iter().for_each(|expr| tested.expr(unit, expr));
    let mut inside = Touched::default();
    inside.stmt(unit, body);
    let in_guard = tested
        .read
        .iter()
        .filter(|id| updated.written.contains(id) || inside.written.contains(id));
    let mut found: Vec<String> = Vec::new();
    for id in updated.written.iter().chain(in_guard) {
        let local = unit
            .variable(*id)
            .filter(|one| matches!(one.storage, Storage::Local | Storage::Parameter));
        if let Some(one) = local.filter(|one| !found.contains(&one.name)) {
            found.push(one.name.clone());
        }
    }
    found
}

/// The variables that are named, and those that an assignment or `++` writes.
#[derive(Default)]
pub(crate) struct Touched {
    pub read: Vec<VariableId>,
    pub written: Vec<VariableId>,
}

impl Touched {
    pub(crate) fn stmt(&mut self, unit: &Unit, stmt: &Stmt) {
        self.parts(unit, of_stmt(stmt));
    }

    pub(crate) fn expr(&mut self, unit: &Unit, expr: &Expr) {
        match &expr.kind {
            ExprKind::Variable(id) => self.read.push(*id),
            ExprKind::Assign { left, .. } => self.written.extend(variable(left)),
            ExprKind::Unary {
                op:
                    UnaryOp::PreIncrement
                    | UnaryOp::PreDecrement
                    | UnaryOp::PostIncrement
                    | UnaryOp::PostDecrement,
                operand,
            } => self.written.extend(variable(operand)),
            _ => {}
        }
        self.parts(unit, of_expr(expr));
    }

    fn parts(&mut self, unit: &Unit, parts: Vec<Part<'_>>) {
        for part in parts {
            match part {
                Part::Stmt(inner) => self.stmt(unit, inner),
                Part::Expr(inner) => self.expr(unit, inner),
                Part::Declared(id) => {
                    let init = unit.variable(id).and_then(|one| one.init.as_ref());
                    init.into_iter().for_each(|init| self.expr(unit, init));
                }
            }
        }
    }
}

/// The variable that an expression is.
pub(crate) fn variable(expr: &Expr) -> Option<VariableId> {
    match &expr.kind {
        ExprKind::Variable(id) => Some(*id),
        ExprKind::Cast { operand, .. } => variable(operand),
        _ => None,
    }
}

/// The one loop that a step means.
///
/// # Errors
/// `C102` if there is none, `C103` if there are several, each with the candidates.
pub(crate) fn find<'a>(opened: &Opened<'a>, name: Option<&SiteName>) -> Result<Site<'a>, Refusal> {
    let all = sites(opened);
    let matching: Vec<&Site<'_>> = match name {
        None => all.iter().collect(),
        Some(SiteName::Name(name)) => named(&all, name),
        Some(SiteName::InMethod(function, name)) => {
            let inside = named(&all, name).into_iter();
            inside.filter(|site| site.function == *function).collect()
        }
        Some(SiteName::Line(line)) => at_line(opened, &all, *line),
    };
    match matching.as_slice() {
        [site] => Ok((*site).clone()),
        [] => {
            let message = match name {
                Some(name) => format!("there is no loop `{name}`"),
                None => "no kernel of the file has a loop".to_owned(),
            };
            let every: Vec<&Site<'_>> = all.iter().collect();
            let mut refused = listed(
                opened,
                (&every, &all),
                Diagnostic::global(Code::C102, message),
            );
            let names: Vec<String> = all
                .iter()
                .map(|one| name_of(opened, one, &all).to_string())
                .collect();
            let wanted = name.map(ToString::to_string).unwrap_or_default();
            if let Some(near) = nearest(&wanted, names.iter().map(String::as_str)) {
                let rest = refused.help.filter(|_| names.len() > 1);
                refused.help = Some(match rest {
                    Some(rest) => format!("did you mean `@{near}`? {rest}"),
                    None => format!("did you mean `@{near}`? There is only this one"),
                });
            }
            Err(Refusal::wrong_input(refused))
        }
        _ => {
            let message = match name {
                Some(name) => format!("`{name}` could be any of {} loops", matching.len()),
                None => format!("there are {} loops; say which", matching.len()),
            };
            let message = Diagnostic::global(Code::C103, message);
            Err(Refusal::wrong_input(listed(
                opened,
                (&matching, &all),
                message,
            )))
        }
    }
}

fn named<'s, 'a>(all: &'s [Site<'a>], name: &str) -> Vec<&'s Site<'a>> {
    let runs_over = |site: &&Site<'_>| site.names.iter().any(|own| own == name);
    all.iter().filter(runs_over).collect()
}

/// Loops whose header covers the line, or else the innermost ones around it.
fn at_line<'s, 'a>(opened: &Opened<'_>, all: &'s [Site<'a>], line: usize) -> Vec<&'s Site<'a>> {
    let line_at = |at: u32| opened.source.line_column(at as usize).line;
    let covers = |span: Span| {
        let last = span.end.saturating_sub(1).max(span.start);
        (line_at(span.start)..=line_at(last)).contains(&line)
    };
    let heads: Vec<&Site<'_>> = all.iter().filter(|site| covers(site.head)).collect();
    if !heads.is_empty() {
        return heads;
    }
    let around: Vec<&Site<'_>> = all.iter().filter(|site| covers(site.place.span)).collect();
    let holds = |site: &Site<'_>, other: &Site<'_>| {
        site.place != other.place && site.place.span.contains(other.place.span)
    };
    around
        .iter()
        .filter(|site| !around.iter().any(|other| holds(site, other)))
        .copied()
        .collect()
}

/// The diagnostic with each candidate as a place, and how to name it.
fn listed(
    opened: &Opened<'_>,
    (candidates, all): (&[&Site<'_>], &[Site<'_>]),
    mut diagnostic: Diagnostic,
) -> Diagnostic {
    let mut names = Vec::new();
    for site in candidates {
        let name = name_of(opened, site, all);
        diagnostic = diagnostic.with_label(site.head, format!("{}: `@{name}`", site.describe()));
        names.push(format!("`@{name}`"));
    }
    match names.as_slice() {
        [] => diagnostic,
        [only] => diagnostic.with_help(format!("there is only {only}")),
        _ => diagnostic.with_help(format!("one of {}", names.join(", "))),
    }
}

/// The shortest way to name a loop so that no other one is meant.
pub(crate) fn name_of(opened: &Opened<'_>, site: &Site<'_>, all: &[Site<'_>]) -> SiteName {
    for name in &site.names {
        let same = named(all, name);
        if same.len() == 1 {
            return SiteName::Name(name.clone());
        }
        if same
            .iter()
            .filter(|other| other.function == site.function)
            .count()
            == 1
        {
            return SiteName::InMethod(site.function.clone(), name.clone());
        }
    }
    SiteName::Line(
        opened
            .source
            .line_column(site.place.span.start as usize)
            .line,
    )
}
