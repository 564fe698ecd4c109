//! Names in the fused kernel: one for the block, one for each iterator, none captured.

use super::row::Row;
use crate::framework::input::Input;
use crate::shared::names::{fresh, takes_sum};
use spec_lang::ast::{Block, Expr, ExprKind, Ident, NodeId, ParBlock, Stmt, StmtKind, Visitor};
use spec_lang::resolve::Reference;
use std::collections::{BTreeMap, BTreeSet};
use text::source::SourceFile;
use text::span::Span;

/// What becomes of the names of all kernels.
#[derive(Clone, Debug)]
pub(super) struct Names {
    /// The fused block; none if no kernel has a name and none is needed.
    pub block: Option<String>,
    /// Made up for a block that had none.
    pub block_is_new: bool,
    /// The iterators.
    pub iterators: Vec<String>,
    /// New names of the iterators of all kernels, by their identity.
    pub by_iterator: BTreeMap<NodeId, String>,
    /// Places of names to replace, in all kernels.
    pub replacements: Vec<(Span, String)>,
}

/// Every name in a kernel.
#[derive(Default)]
struct All(Vec<Ident>);

impl Visitor for All {
    fn visit_ident(&mut self, ident: &Ident) {
        self.0.push(ident.clone());
    }
}

fn idents(block: &ParBlock) -> Vec<Ident> {
    let mut all = All::default();
    all.visit_par_block(block);
    all.0
}

/// The places where a kernel names one of its own iterators: the declaration first.
fn uses(input: &Input<'_>, block: &ParBlock, iterator: usize) -> Vec<Span> {
    struct Uses<'a>(&'a Input<'a>, NodeId, Vec<Span>);
    impl Visitor for Uses<'_> {
        fn visit_expr(&mut self, expr: &Expr) {
            if let ExprKind::Name(ident) = &expr.kind
                && self.0.resolution.references.get(&expr.id) == Some(&Reference::Local(self.1))
            {
                self.2.push(ident.span);
            }
            self.walk_expr(expr);
        }
    }
    let Some(own) = block.iterators.get(iterator) else {
        return Vec::new();
    };
    let mut uses = Uses(input, own.id, vec![own.name.span]);
    uses.visit_par_block(block);
    uses.2
}

/// The places where a kernel names its own block: the declaration first.
fn block_uses(input: &Input<'_>, block: &ParBlock) -> Vec<Span> {
    struct Uses<'a>(&'a Input<'a>, NodeId, Vec<Span>);
    impl Visitor for Uses<'_> {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Barrier(barrier) = &stmt.kind
                && let Some(name) = &barrier.block
                && self.0.resolution.references.get(&stmt.id) == Some(&Reference::Statement(self.1))
            {
                self.2.push(name.span);
            }
            self.walk_stmt(stmt);
        }
    }
    let declared = block.name.iter().map(|name| name.span).collect();
    let mut uses = Uses(input, block.id, declared);
    uses.visit_par_block(block);
    uses.2
}

/// The first kernel's names where they mean nothing else in any kernel, else new ones.
pub(super) fn names(input: &Input<'_>, row: &Row) -> Names {
    let mut names = Names {
        block: None,
        block_is_new: false,
        iterators: Vec::new(),
        by_iterator: BTreeMap::new(),
        replacements: Vec::new(),
    };
    let Some(first) = row.kernels.first() else {
        return names;
    };
    let all: Vec<Vec<Ident>> = row
        .kernels
        .iter()
        .map(|kernel| idents(&kernel.block))
        .collect();
    for (index, iterator) in first.block.iterators.iter().enumerate() {
        let wish = &iterator.name.name;
        let own: Vec<Vec<Span>> = row
            .kernels
            .iter()
            .map(|kernel| uses(input, &kernel.block, index))
            .collect();
        let otherwise = all.iter().zip(&own).any(|(idents, own)| {
            idents
                .iter()
                .any(|ident| ident.name == *wish && !own.contains(&ident.span))
        });
        let taken = names.iterators.contains(wish);
        let chosen = match otherwise || taken {
            true => fresh(input.program, &format!("{wish}_fused")),
            false => wish.clone(),
        };
        for (kernel, own) in row.kernels.iter().zip(own) {
            if let Some(iterator) = kernel.block.iterators.get(index) {
                names.by_iterator.insert(iterator.id, chosen.clone());
                if iterator.name.name != chosen {
                    let places = own.into_iter().map(|span| (span, chosen.clone()));
                    names.replacements.extend(places);
                }
            }
        }
        names.iterators.push(chosen);
    }
    let own: Vec<Vec<Span>> = row
        .kernels
        .iter()
        .map(|kernel| block_uses(input, &kernel.block))
        .collect();
    let wish = first.block.name.as_ref().map(|name| name.name.clone());
    names.block_is_new = wish.is_none();
    let wish = wish.unwrap_or_else(|| fresh(input.program, "fused"));
    let otherwise = all.iter().zip(&own).any(|(idents, own)| {
        idents
            .iter()
            .any(|ident| ident.name == wish && !own.contains(&ident.span))
    });
    let chosen = match otherwise {
        true => fresh(input.program, &format!("{wish}_fused")),
        false => wish,
    };
    for (kernel, own) in row.kernels.iter().zip(own) {
        if kernel
            .block
            .name
            .as_ref()
            .is_some_and(|name| name.name != chosen)
        {
            let places = own.into_iter().map(|span| (span, chosen.clone()));
            names.replacements.extend(places);
        }
    }
    names.block = Some(chosen);
    names
}

impl Names {
    /// The names where the threads stand in blocks: the iterator is a sum.
    pub(super) fn in_blocks(&mut self, input: &Input<'_>, row: &Row, lane: &str, thread: &str) {
        for kernel in &row.kernels {
            let own = uses(input, &kernel.block, 0);
            self.replacements.retain(|(place, _)| !own.contains(place));
            for (index, place) in own.into_iter().enumerate() {
                let bare = |file: &SourceFile| takes_sum(&file.text, place, false);
                let text = match index {
                    0 => lane.to_owned(),
                    _ if input.file(place).is_some_and(bare) => thread.to_owned(),
                    _ => format!("({thread})"),
                };
                self.replacements.push((place, text));
            }
        }
    }
}

/// Whether a kernel's body declares, at its top level, a name that another kernel uses.
pub(super) fn needs_scope(row: &Row, kernel: usize) -> bool {
    let Some(own) = row.kernels.get(kernel) else {
        return false;
    };
    let declared = top_level(&own.block.body);
    let mut said = All::default();
    said.visit_contract(&own.block.contract);
    // Barriers and assertions say what the contract says, where the body's names are known.
    if said.0.iter().any(|ident| declared.contains(&ident.name)) {
        return true;
    }
    row.kernels
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != kernel)
        .any(|(_, other)| {
            idents(&other.block)
                .iter()
                .any(|ident| declared.contains(&ident.name))
        })
}

/// Names that live until the end of a block.
pub(super) fn top_level(block: &Block) -> BTreeSet<String> {
    fn declared(stmt: &Stmt, found: &mut BTreeSet<String>) {
        match &stmt.kind {
            StmtKind::Local { names, .. } => {
                found.extend(names.iter().map(|name| name.name.name.clone()));
            }
            StmtKind::Ghost(inner) => match &inner.kind {
                StmtKind::Block(block) => {
                    block
                        .statements
                        .iter()
                        .for_each(|stmt| declared(stmt, found));
                }
                _ => declared(inner, found),
            },
            StmtKind::Label(_, Some(inner)) => declared(inner, found),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for stmt in &block.statements {
        declared(stmt, &mut found);
    }
    found
}

/// Every name in some statements.
pub(super) fn names_in(stmts: &[Stmt]) -> BTreeSet<String> {
    let mut all = All::default();
    for stmt in stmts {
        all.visit_stmt(stmt);
    }
    all.0.into_iter().map(|ident| ident.name).collect()
}

/// Every name in a kernel.
pub(super) fn names_of(block: &ParBlock) -> BTreeSet<String> {
    idents(block).into_iter().map(|ident| ident.name).collect()
}
