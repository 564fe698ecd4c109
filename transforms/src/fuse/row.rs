//! The row of kernels that a step means, and what stands between them.

use crate::framework::directive::Carrier;
use crate::framework::find::find_site_that;
use crate::framework::input::{Input, Refusal};
use crate::framework::site::{Site, SiteKind, sites};
use crate::framework::step::{Asked, StepOrigin};
use spec_lang::ast::{Block, Directive, NodeId, Par, ParBlock, Stmt, StmtKind, Visitor};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// One kernel: a parallel statement of one block.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// The whole statement, what stands before `par` included.
    pub stmt: Stmt,
    /// Its block.
    pub block: ParBlock,
    /// The directives before it.
    pub directives: Vec<Directive>,
}

impl Kernel {
    fn of(stmt: &Stmt) -> Result<Option<Self>, (Span, Span)> {
        match &stmt.kind {
            StmtKind::Par(Par { directives, blocks }) => match blocks.as_slice() {
                [block] => {
                    let inner = block.contract.clauses.iter();
                    let inner = inner.filter_map(|clause| match &clause.kind {
                        spec_lang::ast::ClauseKind::Directive(directive) => Some(directive),
                        _ => None,
                    });
                    Ok(Some(Kernel {
                        stmt: stmt.clone(),
                        block: block.clone(),
                        directives: directives.iter().chain(inner).cloned().collect(),
                    }))
                }
                [first, second, ..] => Err((first.span, second.span)),
                [] => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// What it is called in messages.
    pub(super) fn describe(&self, number: usize) -> String {
        match &self.block.name {
            Some(name) => format!("kernel {number} (`{}`)", name.name),
            None => format!("kernel {number}"),
        }
    }

    /// From its first word, or its name if a directive stands before it, to its body.
    pub(super) fn head(&self) -> Span {
        let start = match self.directives.is_empty() {
            true => self.stmt.span.start,
            false => self.block.span.start,
        };
        Span {
            start,
            end: self.block.body.span.start.max(start),
            ..self.stmt.span
        }
    }
}

/// Kernels one after the other.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The first.
    pub site: Site,
    /// All of them, two at least.
    pub kernels: Vec<Kernel>,
    /// What stands before the second, the third and so on.
    pub between: Vec<Vec<Stmt>>,
    /// The directive, if one asks for it.
    pub directive: Option<Span>,
}

/// A block of statements that holds a parallel statement.
struct Place {
    statements: Vec<Stmt>,
    /// The position of the statement.
    at: usize,
    /// Whether its statements run at the same time.
    parallel: bool,
}

fn place_of(input: &Input<'_>, block: NodeId) -> Option<Place> {
    struct Find {
        block: NodeId,
        parallel: Vec<NodeId>,
        found: Option<Place>,
    }
    impl Visitor for Find {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Region {
                parallel: true,
                body,
            } = &stmt.kind
            {
                self.parallel.push(body.id);
            }
            self.walk_stmt(stmt);
        }
        fn visit_block(&mut self, block: &Block) {
            let at = block.statements.iter().position(|stmt| match &stmt.kind {
                StmtKind::Par(par) => par.blocks.iter().any(|own| own.id == self.block),
                _ => false,
            });
            if let Some(at) = at {
                self.found = Some(Place {
                    statements: block.statements.clone(),
                    at,
                    parallel: self.parallel.contains(&block.id),
                });
            }
            self.walk_block(block);
        }
    }
    let mut find = Find {
        block,
        parallel: Vec::new(),
        found: None,
    };
    find.visit_program(input.program);
    find.found
}

/// The block before which a directive stands.
fn block_of(carrier: &Carrier) -> Option<NodeId> {
    match carrier {
        Carrier::Par { blocks, .. } => blocks.first().copied(),
        Carrier::ParBlock { id, .. } => Some(*id),
        Carrier::Loop { .. } | Carrier::Method { .. } | Carrier::Other => None,
    }
}

/// The site a step means, and its directive.
fn site(input: &Input<'_>, asked: &Asked, count: u64) -> Result<(Site, Option<Span>), Refusal> {
    match &asked.origin {
        StepOrigin::Flag(_) => {
            // The last kernel of a row is none to begin with.
            let begins = |site: &Site| at_site(input, site.clone(), None, count).is_ok();
            let name = asked.site.as_ref();
            let site = find_site_that(input, SiteKind::ParBlock, name, begins)?;
            Ok((site, None))
        }
        StepOrigin::Directive { span, carrier } => {
            let site = block_of(carrier).and_then(|block| {
                sites(input.program)
                    .into_iter()
                    .find(|site| site.id == block)
            });
            match site {
                Some(site) => Ok((site, Some(*span))),
                None => Err(Refusal::inapplicable(
                    Code::A001,
                    *span,
                    "`fuse` does not stand before a `par`",
                )
                .with_help("put it before the first of the kernels")),
            }
        }
    }
}

/// The row of so many kernels that a step means.
pub(super) fn row(input: &Input<'_>, asked: &Asked, count: u64) -> Result<Row, Refusal> {
    let (site, directive) = site(input, asked, count)?;
    at_site(input, site, directive, count)
}

/// The row of so many kernels that begins at a site.
pub(super) fn at_site(
    input: &Input<'_>,
    site: Site,
    directive: Option<Span>,
    count: u64,
) -> Result<Row, Refusal> {
    let asked = directive.unwrap_or(site.head);
    if count < 2 {
        return Err(Refusal::inapplicable(
            Code::A601,
            asked,
            format!("{count} kernels are none to fuse"),
        )
        .with_help("give a number from 2"));
    }
    let Some(place) = place_of(input, site.id) else {
        return Err(Refusal::inapplicable(
            Code::A601,
            asked,
            "nothing stands behind this kernel",
        ));
    };
    if place.parallel {
        return Err(Refusal::inapplicable(
            Code::A603,
            site.head,
            "this kernel runs at the same time as the next",
        )
        .with_note("within `parallel` there is no first and no second"));
    }
    let mut kernels: Vec<Kernel> = Vec::new();
    let mut between = Vec::new();
    let mut open = Vec::new();
    for stmt in place.statements.get(place.at..).unwrap_or_default() {
        match Kernel::of(stmt) {
            Err((first, second)) => {
                return Err(Refusal::inapplicable(
                    Code::A603,
                    first,
                    "this `par` has several blocks",
                )
                .with_label(second, "runs at the same time as the first")
                .with_help("only kernels of one block each can be fused"));
            }
            Ok(Some(kernel)) => {
                if !kernels.is_empty() {
                    between.push(std::mem::take(&mut open));
                }
                kernels.push(kernel);
                if kernels.len() as u64 == count {
                    return Ok(Row {
                        site,
                        kernels,
                        between,
                        directive,
                    });
                }
            }
            Ok(None) => open.push(stmt.clone()),
        }
    }
    let found = kernels.len();
    let stand = match found {
        1 => "1 kernel stands".to_owned(),
        _ => format!("{found} kernels stand"),
    };
    let mut diagnostic = Diagnostic::error(
        Code::A601,
        asked,
        format!("{count} kernels are to be fused, but only {stand} here in a row"),
    );
    if let Some(other) = open.first() {
        diagnostic = diagnostic.with_label(other.span, "this is no kernel");
    }
    Err(Refusal::not_applicable(match found {
        0 | 1 => diagnostic,
        _ => diagnostic.with_help(format!("fuse {found}")),
    }))
}
