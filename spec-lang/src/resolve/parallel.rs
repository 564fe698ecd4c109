//! Parallel blocks, barriers, invariants.

use super::resolver::{Pure, Resolver};
use super::{Reference, suggest};
use crate::ast::{Barrier, Block, Contract, Expr, Ident, Iterator, NodeId, Par, Stmt};
use text::code::Code;
use text::diagnostics::Diagnostic;

impl Resolver<'_> {
    /// A parallel statement.
    pub(super) fn par(&mut self, par: &Par) {
        for block in &par.blocks {
            self.thread(
                block.id,
                block.name.as_ref(),
                &block.iterators,
                &block.contract,
                &block.body,
            );
        }
        for directive in &par.directives {
            self.directive(directive);
        }
    }

    /// What each thread of a block does: its locals are its own, the others' only read.
    pub(super) fn thread(
        &mut self,
        id: NodeId,
        name: Option<&Ident>,
        iterators: &[Iterator],
        contract: &Contract,
        body: &Block,
    ) {
        let leavable = std::mem::take(&mut self.around.leavable);
        self.around
            .blocks
            .push((id, name.map(|name| name.name.clone())));
        self.scopes.open_thread();
        let names: Vec<&Ident> = iterators.iter().map(|iterator| &iterator.name).collect();
        self.once_each(&names);
        // All ranges are evaluated before there is any thread.
        for iterator in iterators {
            self.range(iterator);
        }
        for iterator in iterators {
            self.iterator_name(iterator);
        }
        self.statement_contract(contract);
        self.block(body);
        self.scopes.close_thread();
        self.around.blocks.pop();
        self.around.leavable = leavable;
    }

    /// The iterations of a loop with a contract of theirs: they could as well be threads, so what
    /// threads may not do, they may not either.
    pub(super) fn iterations(&mut self, id: NodeId, contract: &Contract, body: &Stmt) {
        let leavable = std::mem::take(&mut self.around.leavable);
        self.around.blocks.push((id, None));
        self.scopes.open_thread();
        self.statement_contract(contract);
        self.stmt(body);
        self.scopes.close_thread();
        self.around.blocks.pop();
        self.around.leavable = leavable;
    }

    /// A barrier: the block it is of, the invariants it names, its contract.
    pub(super) fn barrier(&mut self, stmt: &Stmt, barrier: &Barrier) {
        let found = self
            .around
            .blocks
            .iter()
            .rev()
            .find(|(_, name)| match &barrier.block {
                Some(wanted) => name.as_deref() == Some(wanted.name.as_str()),
                None => true,
            })
            .map(|(id, _)| *id);
        match (found, &barrier.block) {
            (Some(id), _) => self.refer(stmt.id, Reference::Statement(id)),
            (None, Some(name)) => {
                let near = suggest::nearest(
                    &name.name,
                    self.around
                        .blocks
                        .iter()
                        .filter_map(|(_, name)| name.as_deref()),
                );
                let message = format!("no block around is called `{}`", name.name);
                let mut diagnostic = Diagnostic::error(Code::N011, name.span, message);
                if let Some(near) = near {
                    diagnostic = diagnostic.with_name(name.span, near);
                }
                self.report(diagnostic);
            }
            (None, None) => self.error(
                Code::N011,
                stmt.span,
                "a barrier outside any parallel block",
            ),
        }
        self.invariants_named(stmt, &barrier.invariants);
        self.statement_contract(&barrier.contract);
        if let Some(body) = &barrier.body {
            self.block(body);
        }
    }

    /// Files the statements of the invariants that are named.
    pub(super) fn invariants_named(&mut self, stmt: &Stmt, names: &[Ident]) {
        let mut statements = Vec::new();
        for name in names {
            let found = self
                .around
                .invariants
                .iter()
                .rev()
                .find(|(_, other)| other.as_deref() == Some(name.name.as_str()));
            match found {
                Some((id, _)) => statements.push(*id),
                None => {
                    let near = suggest::nearest(
                        &name.name,
                        self.around
                            .invariants
                            .iter()
                            .filter_map(|(_, name)| name.as_deref()),
                    );
                    let message = format!("no invariant around is called `{}`", name.name);
                    let mut diagnostic = Diagnostic::error(Code::N011, name.span, message);
                    if let Some(near) = near {
                        diagnostic = diagnostic.with_name(name.span, near);
                    }
                    self.report(diagnostic);
                }
            }
        }
        self.out.invariants.insert(stmt.id, statements);
    }

    /// `invariant name (resource) { … }`.
    pub(super) fn invariant(
        &mut self,
        stmt: &Stmt,
        name: Option<&Ident>,
        resource: &Expr,
        body: &Block,
    ) {
        self.purely(Pure::Contract, |this| this.expect_resource(resource));
        self.around
            .invariants
            .push((stmt.id, name.map(|name| name.name.clone())));
        self.block(body);
        self.around.invariants.pop();
    }
}
