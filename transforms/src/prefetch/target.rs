//! What a step means: blocks in which the pattern occurs, with what its names mean there.

use super::pattern::{Cell, Pattern, is_fixed, way};
use super::refuse;
use crate::framework::input::{Input, Refusal};
use crate::framework::site::{Possibility, Site, SiteKind, SiteName, find_site, sites};
use crate::framework::step::{Step, StepKind, StepOrigin};
use spec_lang::ast::{
    ClauseKind, Declaration, Directive, DirectiveKind, Expr, ExprKind, Method, NodeId, ParBlock,
    Stmt, StmtKind, Visitor,
};
use spec_lang::parse::parse_expression;
use spec_lang::resolve::Type;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// A block and a cell in it.
pub(super) struct Target {
    /// The block.
    pub block: ParBlock,
    /// Its method, as the prover names it.
    pub method: String,
    /// The cell.
    pub cell: Cell,
}

/// The targets of a step; at least one.
pub(super) fn targets(input: &Input<'_>, step: &Step) -> Result<Vec<Target>, Refusal> {
    let (patterns, blocks, place) = match &step.origin {
        StepOrigin::Directive(span) => {
            let (patterns, blocks) = of_directive(input, *span)?;
            (patterns, blocks, *span)
        }
        StepOrigin::Flag(_) => {
            let site = find_site(input, SiteKind::ParBlock, step.site.as_ref())?;
            let block = par_block(input, site.id).into_iter();
            (
                vec![of_flag(step)?],
                block.map(|block| (block, site.method.clone())).collect(),
                site.head,
            )
        }
    };
    let mut found = Vec::new();
    for pattern in patterns {
        let before = found.len();
        for (block, method) in &blocks {
            for cell in cells(input, block, |array, index| pattern.is(array, index))? {
                if let Some(goto) = goto(block) {
                    return Err(refuse::jumps(cell.pattern.text(), goto));
                }
                found.push(Target {
                    block: block.clone(),
                    method: method.clone(),
                    cell,
                });
            }
        }
        if found.len() == before {
            return Err(not_found(pattern.text(), place));
        }
    }
    Ok(found)
}

/// Nothing is done with the pattern.
pub(super) fn not_found(text: String, place: Span) -> Refusal {
    Refusal::not_applicable(
        Diagnostic::error(
            "A301",
            place,
            format!("no parallel block accesses `{text}` in its code"),
        )
        .with_help("`alpinist plan` lists the patterns of every block"),
    )
}

fn of_flag(step: &Step) -> Result<Pattern, Refusal> {
    let StepKind::Prefetch { array, pattern } = &step.kind else {
        return Err(not_found(String::new(), Span::default()));
    };
    // Taken together again: in `m[i][j]` the array is `m[i]`.
    let text = format!("{array}[{pattern}]");
    match parse_expression(&text, 0, 0).value.map(|expr| expr.kind) {
        Some(ExprKind::Index(array, index)) => Ok(Pattern {
            array: *array,
            index: *index,
        }),
        _ => {
            let message = format!("`{text}` is not an element of an array");
            Err(Refusal::wrong_input(Diagnostic::global("C101", message)))
        }
    }
}

type Blocks = Vec<(ParBlock, String)>;

/// The patterns of a directive, and the blocks it is about: those of the method it stands
/// before, or of the statement.
fn of_directive(input: &Input<'_>, span: Span) -> Result<(Vec<Pattern>, Blocks), Refusal> {
    let misplaced = || {
        Refusal::not_applicable(
            Diagnostic::error(
                "A001",
                span,
                "`glob_to_reg` does not stand before a method or a parallel block",
            )
            .with_help("put it among the clauses of the method"),
        )
    };
    let mut find = Find {
        span,
        directive: None,
        around: None,
    };
    find.visit_program(input.program);
    let (Some(directive), Some(around)) = (find.directive, find.around) else {
        return Err(misplaced());
    };
    let DirectiveKind::GlobToReg(array, locations) = &directive.kind else {
        return Err(misplaced());
    };
    let blocks: Blocks = sites(input.program)
        .into_iter()
        .filter(|site| site.kind == SiteKind::ParBlock && around.contains(site.span))
        .filter_map(|site| Some((par_block(input, site.id)?, site.method)))
        .collect();
    let patterns = locations
        .iter()
        .map(|index| Pattern {
            array: array.clone(),
            index: index.clone(),
        })
        .collect();
    Ok((patterns, blocks))
}

/// Finds a directive and the method or parallel statement that carries it.
struct Find {
    span: Span,
    directive: Option<Directive>,
    around: Option<Span>,
}

impl Find {
    fn among<'d>(&mut self, directives: impl IntoIterator<Item = &'d Directive>, around: Span) {
        for directive in directives {
            if directive.span == self.span {
                self.directive = Some(directive.clone());
                self.around = Some(around);
            }
        }
    }
}

impl Visitor for Find {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        if let spec_lang::ast::DeclarationKind::Method(method) = &declaration.kind {
            self.among(directives(method.contract.clauses.iter()), declaration.span);
        }
        self.walk_declaration(declaration);
    }

    fn visit_stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Par(par) = &stmt.kind {
            self.among(&par.directives, stmt.span);
        }
        self.walk_stmt(stmt);
    }

    fn visit_par_block(&mut self, block: &ParBlock) {
        self.among(directives(block.contract.clauses.iter()), block.span);
        self.walk_par_block(block);
    }
}

fn directives<'c>(
    clauses: impl Iterator<Item = &'c spec_lang::ast::Clause>,
) -> impl Iterator<Item = &'c Directive> {
    clauses.filter_map(|clause| match &clause.kind {
        ClauseKind::Directive(directive) => Some(directive),
        _ => None,
    })
}

fn par_block(input: &Input<'_>, id: NodeId) -> Option<ParBlock> {
    struct Blocks(NodeId, Option<ParBlock>);
    impl Visitor for Blocks {
        fn visit_par_block(&mut self, block: &ParBlock) {
            if block.id == self.0 {
                self.1 = Some(block.clone());
            }
            self.walk_par_block(block);
        }
    }
    let mut find = Blocks(id, None);
    find.visit_program(input.program);
    find.1
}

/// The elements that code of a block accesses, blocks inside apart.
fn elements(input: &Input<'_>, block: &ParBlock) -> Vec<(Expr, Expr, Expr)> {
    struct Elements<'a>(&'a Input<'a>, Vec<(Expr, Expr, Expr)>);
    impl Visitor for Elements<'_> {
        fn visit_par_block(&mut self, _: &ParBlock) {}
        fn visit_contract(&mut self, _: &spec_lang::ast::Contract) {}
        fn visit_stmt(&mut self, stmt: &Stmt) {
            match &stmt.kind {
                StmtKind::Spec(..) | StmtKind::Package(..) | StmtKind::Vector { .. } => {}
                StmtKind::Invariant { body, .. } => self.visit_block(body),
                _ => self.walk_stmt(stmt),
            }
        }
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Index(array, index) = &expr.kind
                && matches!(self.0.resolution.type_of(array.id), Type::Array(_))
            {
                self.1
                    .push((expr.clone(), (**array).clone(), (**index).clone()));
            }
            self.walk_expr(expr);
        }
    }
    let mut find = Elements(input, Vec::new());
    find.visit_block(&block.body);
    find.1
}

/// The cells that some elements of a block are: one for each meaning of the names.
fn cells(
    input: &Input<'_>,
    block: &ParBlock,
    wanted: impl Fn(&Expr, &Expr) -> bool,
) -> Result<Vec<Cell>, Refusal> {
    let mut found: Vec<Cell> = Vec::new();
    for (expr, array, index) in elements(input, block) {
        if !wanted(&array, &index)
            || found
                .iter()
                .any(|cell| cell.is(input.resolution, &array, &index))
        {
            continue;
        }
        found.push(cell_of(input, &expr, array, index)?);
    }
    Ok(found)
}

fn cell_of(input: &Input<'_>, expr: &Expr, array: Expr, index: Expr) -> Result<Cell, Refusal> {
    let mut cell = Cell {
        meaning: Pattern::meaning(input.resolution, &array, &index),
        element: input.resolution.type_of(expr.id).clone(),
        pattern: Pattern { array, index },
        rows: Vec::new(),
        fields: Vec::new(),
    };
    if !is_fixed(input.resolution, &cell.pattern.index, &[]) {
        return Err(refuse::moving(
            &cell,
            expr.span,
            "its index is read from memory or computed by a call",
        ));
    }
    match way(input, &cell.pattern.array) {
        Some((rows, fields)) => (cell.rows, cell.fields) = (rows, fields),
        None => {
            return Err(refuse::moving(
                &cell,
                expr.span,
                "its array is no variable, field or row of a matrix",
            ));
        }
    }
    Ok(cell)
}

/// The first `goto` of a block.
fn goto(block: &ParBlock) -> Option<Span> {
    struct Goto(Option<Span>);
    impl Visitor for Goto {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if matches!(stmt.kind, StmtKind::Goto(_)) {
                self.0.get_or_insert(stmt.span);
            }
            self.walk_stmt(stmt);
        }
        fn visit_expr(&mut self, _: &Expr) {}
        fn visit_method(&mut self, _: &Method) {}
    }
    let mut find = Goto(None);
    find.visit_block(&block.body);
    find.0
}

/// What could be done at a site, and what stands in the way as far as can be said
/// without a proof; nothing if the site is not of the kind.
pub fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possibility> {
    if site.kind != SiteKind::ParBlock {
        return Vec::new();
    }
    let Some(block) = par_block(input, site.id) else {
        return Vec::new();
    };
    let mut found: Vec<Possibility> = Vec::new();
    for (expr, array, index) in elements(input, &block) {
        let pattern = Pattern {
            array: array.clone(),
            index: index.clone(),
        };
        let flag = format!("--prefetch '{}'@{name}", pattern.text());
        if found.iter().any(|known| known.flag == flag) {
            continue;
        }
        let obstacle = match (cell_of(input, &expr, array, index), goto(&block)) {
            (Err(refusal), _) => Some(*refusal.diagnostic),
            (Ok(cell), Some(goto)) => Some(*refuse::jumps(cell.pattern.text(), goto).diagnostic),
            (Ok(_), None) => None,
        };
        found.push(Possibility {
            transformation: "prefetch",
            flag,
            obstacle,
        });
    }
    found
}
