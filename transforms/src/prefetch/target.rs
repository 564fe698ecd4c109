//! What a step means: blocks in which the pattern occurs, with what its names mean there.

use super::pattern::{Cell, Pattern, is_fixed, way};
use super::{Arguments, Prefetch, refuse};
use crate::framework::directive::Carrier;
use crate::framework::find::find_site;
use crate::framework::input::{Input, Refusal};
use crate::framework::plan::{FlagForm, Possible};
use crate::framework::site::{Site, SiteKind, SiteName, sites};
use crate::framework::step::{Asked, StepOrigin};
use crate::framework::transformation::Transformation;
use spec_lang::ast::{Expr, ExprKind, Method, NodeId, ParBlock, Stmt, StmtKind, Visitor};
use spec_lang::resolve::Type;
use text::code::Code;
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
pub(super) fn targets(
    input: &Input<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Vec<Target>, Refusal> {
    let (blocks, place) = match &asked.origin {
        StepOrigin::Directive { span, carrier } => (within(input, carrier, *span)?, *span),
        StepOrigin::Flag(_) => {
            let site = find_site(input, SiteKind::ParBlock, asked.site.as_ref())?;
            let block = par_block(input, site.id).into_iter();
            (
                block.map(|block| (block, site.method.clone())).collect(),
                site.head,
            )
        }
    };
    let patterns = arguments.locations.iter().map(|index| Pattern {
        array: arguments.array.clone(),
        index: index.clone(),
    });
    let mut found = Vec::new();
    let mut absent = None;
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
            let refusal = not_found(pattern.text(), place);
            if !Prefetch::ABOUT.limits(input.profile).absent_ignored {
                return Err(refusal);
            }
            absent.get_or_insert(refusal);
        }
    }
    match absent {
        Some(refusal) if found.is_empty() => Err(refusal),
        _ => Ok(found),
    }
}

/// Nothing is done with the pattern.
pub(super) fn not_found(text: String, place: Span) -> Refusal {
    Refusal::inapplicable(
        Code::A301,
        place,
        format!("no parallel block accesses `{text}` in its code"),
    )
    .with_help("`alpinist plan` lists the patterns of every block")
}

type Blocks = Vec<(ParBlock, String)>;

/// The blocks that a directive is about: those of the method it stands before, or of the
/// statement.
fn within(input: &Input<'_>, carrier: &Carrier, directive: Span) -> Result<Blocks, Refusal> {
    let around = match carrier {
        Carrier::Method { span, .. }
        | Carrier::Par { span, .. }
        | Carrier::ParBlock { span, .. } => *span,
        Carrier::Loop { .. } | Carrier::Other => {
            return Err(Refusal::inapplicable(
                Code::A001,
                directive,
                "`glob_to_reg` does not stand before a method or a parallel block",
            )
            .with_help("put it among the clauses of the method"));
        }
    };
    Ok(sites(input.program)
        .into_iter()
        .filter(|site| site.kind == SiteKind::ParBlock && around.contains(site.span))
        .filter_map(|site| Some((par_block(input, site.id)?, site.method)))
        .collect())
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
pub(super) fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
    if site.kind != SiteKind::ParBlock {
        return Vec::new();
    }
    let Some(block) = par_block(input, site.id) else {
        return Vec::new();
    };
    let mut found: Vec<Possible> = Vec::new();
    for (expr, array, index) in elements(input, &block) {
        let pattern = Pattern {
            array: array.clone(),
            index: index.clone(),
        };
        let flag = FlagForm::whole(format!("--prefetch '{}'@{name}", pattern.text()));
        if found.iter().any(|known| known.flag == flag) {
            continue;
        }
        let obstacle = match (cell_of(input, &expr, array, index), goto(&block)) {
            (Err(refusal), _) => Some(*refusal.diagnostic),
            (Ok(cell), Some(goto)) => Some(*refuse::jumps(cell.pattern.text(), goto).diagnostic),
            (Ok(_), None) => None,
        };
        found.push(Possible { flag, obstacle });
    }
    found
}
