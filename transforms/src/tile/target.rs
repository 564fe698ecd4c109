//! The block a step means, with what stands around it.

use super::Tile;
use crate::framework::directive::Carrier;
use crate::framework::find::find_site;
use crate::framework::input::{Input, Refusal};
use crate::framework::site::{Site, SiteKind, SiteName, sites};
use crate::framework::step::{Asked, StepOrigin};
use crate::framework::transformation::Transformation;
use spec_lang::ast::{
    Block, Body, Declaration, DeclarationKind, Iterator, Method, NodeId, ParBlock, Program, Stmt,
    StmtKind, Visitor,
};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// A parallel block with its surroundings.
pub(super) struct Target {
    /// Its place and names.
    pub site: Site,
    /// The method it stands in.
    pub method: Method,
    /// The parallel statement it is a block of.
    pub stmt: Stmt,
    /// The braces whose statement that is, if it stands directly in some, and outside of
    /// `parallel` and `sequential`.
    pub parent: Option<Block>,
    /// The block.
    pub block: ParBlock,
    /// The iterator whose range is tiled.
    pub iterator: Iterator,
    /// The directive, if one asks for it.
    pub directive: Option<Span>,
}

/// The block a step means.
pub(super) fn target(input: &Input<'_>, asked: &Asked) -> Result<Target, Refusal> {
    match &asked.origin {
        StepOrigin::Directive { span, carrier } => {
            let site = of_directive(input, *span, carrier)?;
            at_site(input, &site, None, Some(*span))
        }
        StepOrigin::Flag(_) => {
            let (site, name) = of_flag(input, asked.site.as_ref())?;
            at_site(input, &site, name.as_deref(), None)
        }
    }
}

/// The block at a site, to be tiled along the iterator of this name or its only one.
pub(super) fn at_site(
    input: &Input<'_>,
    site: &Site,
    iterator: Option<&str>,
    directive: Option<Span>,
) -> Result<Target, Refusal> {
    let Some(found) = Around::of(input.program, site) else {
        return Err(Refusal::wrong(
            Code::A001,
            site.span,
            "this is not a parallel block",
        ));
    };
    let iterator = chosen(&found.block, iterator, directive.unwrap_or(site.head))?;
    Ok(Target {
        site: site.clone(),
        method: found.method,
        stmt: found.stmt,
        parent: found.parent,
        block: found.block,
        iterator,
        directive,
    })
}

/// The iterator of this name, or the only one.
fn chosen(block: &ParBlock, name: Option<&str>, at: Span) -> Result<Iterator, Refusal> {
    let named = block
        .iterators
        .iter()
        .find(|iterator| Some(iterator.name.name.as_str()) == name);
    match (named, block.iterators.as_slice()) {
        (Some(iterator), _) => Ok(iterator.clone()),
        (None, [iterator]) => Ok(iterator.clone()),
        (None, []) => Err(Refusal::inapplicable(
            Code::A504,
            at,
            "this block has no thread identifier to tile",
        )
        .with_note("without one it is run by a single thread")),
        (None, several) => {
            let names: Vec<String> = several
                .iter()
                .map(|iterator| format!("`@{}`", iterator.name.name))
                .collect();
            let mut diagnostic = Diagnostic::error(
                Code::A503,
                at,
                format!(
                    "this block has {} thread identifiers; say which is to be tiled",
                    several.len()
                ),
            )
            .with_help(format!(
                "as a flag, `--tile inter:N@SITE` with one of {}",
                names.join(", ")
            ));
            for iterator in several {
                diagnostic = diagnostic.with_label(iterator.span, "one");
            }
            Err(Refusal::not_applicable(diagnostic))
        }
    }
}

/// The block that a directive stands before, in or around.
fn of_directive(input: &Input<'_>, directive: Span, carrier: &Carrier) -> Result<Site, Refusal> {
    let below: Vec<Site> = sites(input.program)
        .into_iter()
        .filter(|site| {
            site.kind == SiteKind::ParBlock
                && match carrier {
                    Carrier::ParBlock { id, .. } => site.id == *id,
                    Carrier::Par { blocks, .. } => blocks.contains(&site.id),
                    Carrier::Method { id, .. } => site.method_id == *id,
                    Carrier::Loop { .. } | Carrier::Other => false,
                }
        })
        .collect();
    // The published tool looks at the first statement only, and so does the profile.
    let first =
        matches!(carrier, Carrier::Method { .. }) && Tile::ABOUT.limits(input.profile).first_block;
    match below.as_slice() {
        [site] => Ok(site.clone()),
        [site, ..] if first => Ok(site.clone()),
        [] => Err(Refusal::inapplicable(
            Code::A001,
            directive,
            "no parallel block follows this `tile`",
        )
        .with_help("put it before a parallel block, or before a method with one")),
        several => {
            let mut diagnostic = Diagnostic::error(
                Code::C103,
                directive,
                format!(
                    "there are {} parallel blocks here; say which",
                    several.len()
                ),
            )
            .with_help("put the directive into the contract of the block that is meant");
            for site in several {
                diagnostic = diagnostic.with_label(site.head, site.describe());
            }
            Err(Refusal::wrong_input(diagnostic))
        }
    }
}

/// The block a flag means; a name may also be that of a thread identifier.
fn of_flag(input: &Input<'_>, name: Option<&SiteName>) -> Result<(Site, Option<String>), Refusal> {
    let error = match find_site(input, SiteKind::ParBlock, name) {
        Ok(site) => return Ok((site, None)),
        Err(error) => error,
    };
    let (method, wanted) = match name {
        Some(SiteName::Name(name)) => (None, name),
        Some(SiteName::InMethod(method, name)) => (Some(method), name),
        _ => return Err(error),
    };
    let mut found = sites(input.program).into_iter().filter(|site| {
        site.kind == SiteKind::ParBlock
            && input.only.is_none_or(|only| site.is_in(only))
            && method.is_none_or(|method| site.is_in(method) || site.names.contains(method))
            && Around::of(input.program, site).is_some_and(|around| {
                let mut iterators = around.block.iterators.iter();
                iterators.any(|iterator| iterator.name.name == *wanted)
            })
    });
    match (found.next(), found.next()) {
        (Some(site), None) => Ok((site, Some(wanted.clone()))),
        _ => Err(error),
    }
}

/// The ways to name a block for a flag: by its own name, or one for each of several
/// thread identifiers.
pub(super) fn named(
    input: &Input<'_>,
    site: &Site,
    own: &SiteName,
) -> Vec<(Option<String>, SiteName)> {
    let iterators = Around::of(input.program, site)
        .map(|around| around.block.iterators)
        .unwrap_or_default();
    if iterators.len() < 2 {
        return vec![(None, own.clone())];
    }
    let mut found = Vec::new();
    for iterator in iterators {
        let name = iterator.name.name;
        let mut candidates = vec![SiteName::Name(name.clone())];
        for around in site.names.iter().chain(std::iter::once(&site.method)) {
            candidates.push(SiteName::InMethod(around.clone(), name.clone()));
        }
        let meant = candidates.into_iter().find(|candidate| {
            matches!(of_flag(input, Some(candidate)),
                Ok((found, Some(_))) if found.id == site.id)
        });
        found.extend(meant.map(|meant| (Some(name), meant)));
    }
    if found.is_empty() {
        found.push((None, own.clone()));
    }
    found
}

/// Looks for a block, and remembers what stands around it.
struct Around {
    wanted: NodeId,
    place: Span,
    method: Option<Method>,
    blocks: Vec<Block>,
    found: Option<Found>,
}

struct Found {
    method: Method,
    stmt: Stmt,
    parent: Option<Block>,
    block: ParBlock,
}

impl Around {
    fn of(program: &Program, site: &Site) -> Option<Found> {
        let mut around = Around {
            wanted: site.id,
            place: site.span,
            method: None,
            blocks: Vec::new(),
            found: None,
        };
        around.visit_program(program);
        around.found
    }
}

impl Visitor for Around {
    fn visit_declaration(&mut self, declaration: &Declaration) {
        if !declaration.span.contains(self.place) {
            return;
        }
        if let DeclarationKind::Method(method) = &declaration.kind {
            let outer = self.method.replace((**method).clone());
            self.walk_declaration(declaration);
            self.method = outer;
        } else {
            self.walk_declaration(declaration);
        }
    }
    fn visit_block(&mut self, block: &Block) {
        self.blocks.push(block.clone());
        self.walk_block(block);
        self.blocks.pop();
    }
    fn visit_stmt(&mut self, stmt: &Stmt) {
        if self.found.is_some() || !stmt.span.contains(self.place) {
            return;
        }
        match &stmt.kind {
            StmtKind::Par(par) => {
                let block = par.blocks.iter().find(|block| block.id == self.wanted);
                if let (Some(block), Some(method)) = (block, &self.method) {
                    let parent = self
                        .blocks
                        .last()
                        .filter(|parent| parent.statements.iter().any(|inner| inner.id == stmt.id));
                    self.found = Some(Found {
                        method: method.clone(),
                        stmt: stmt.clone(),
                        parent: parent.cloned(),
                        block: block.clone(),
                    });
                    return;
                }
                self.walk_stmt(stmt);
            }
            StmtKind::Region { body, .. } => {
                // Nothing but blocks may stand among them.
                self.blocks.push(Block {
                    statements: Vec::new(),
                    ..body.clone()
                });
                for inner in &body.statements {
                    self.visit_stmt(inner);
                }
                self.blocks.pop();
            }
            _ => self.walk_stmt(stmt),
        }
    }
}

/// The first statement of a method, looking into `invariant` statements.
pub(super) fn first_statement(method: &Method) -> Option<&Stmt> {
    let Body::Block(body) = &method.body else {
        return None;
    };
    let mut first = body.statements.first()?;
    while let StmtKind::Invariant { body, .. } = &first.kind {
        first = body.statements.first()?;
    }
    Some(first)
}
