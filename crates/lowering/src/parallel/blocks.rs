//! Parallel blocks and barriers.

use crate::assertions::clauses::{pure_part, star};
use crate::context::build::broken;
use crate::context::environment::{Here, OpenBlock, OpenInvariant, Place};
use crate::context::lowerer::Lowerer;
use crate::context::unsupported::{Lowered, unsupported};
use core_lang::{
    BarrierProof, Blame, Expr, LocalId, Offer, ParBlock, Reason, Rule, Stmt, StmtKind,
};
use spec_lang::ast::{self, NodeId};
use spec_lang::resolve::Reference;
use text::code::Code;
use text::span::Span;

/// A block that many threads, or lanes, run.
pub(crate) struct Threads<'a> {
    /// Its identity.
    pub id: NodeId,
    /// How many blocks run at once in one statement; 0 if that is not known.
    pub beside: usize,
    /// They run one after the other, so that none waits for another.
    pub ordered: bool,
    /// The thread identifiers.
    pub iterators: Iterators<'a>,
    /// What each thread needs and gives.
    pub contract: &'a ast::Contract,
    /// What each thread does.
    pub body: &'a ast::Block,
    /// Where it stands.
    pub span: Span,
}

/// What tells threads apart.
pub(crate) enum Iterators<'a> {
    /// Ranges as a block has them.
    Written(&'a [ast::Iterator]),
    /// The variable of a loop, from its first value to the one after the last, which are lowered.
    Counted(&'a ast::Variable, Box<(Expr, Expr)>),
}

impl<'a> Lowerer<'_, 'a> {
    /// `par … and …`.
    pub(crate) fn par(
        &mut self,
        here: Here<'_>,
        par: &'a ast::Par,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let mut blocks = Vec::new();
        self.hoist_ranges(
            here,
            par.blocks.iter().flat_map(|block| &block.iterators),
            out,
        )?;
        for block in &par.blocks {
            blocks.push(self.par_block(here, block, par.blocks.len(), out)?);
        }
        out.push(Stmt::new(span, StmtKind::Par(blocks)));
        Ok(())
    }

    /// Effects in the ranges of blocks that begin together, in the order of the text: what stands
    /// before one is read before it.
    pub(crate) fn hoist_ranges(
        &mut self,
        here: Here<'_>,
        iterators: impl IntoIterator<Item = &'a ast::Iterator>,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let ends = iterators.into_iter().flat_map(|i| [&i.low, &i.high]);
        let ends: Vec<&ast::Expr> = ends.collect();
        self.hoist_all(here, &ends, out)
    }

    /// `vec (…) { … }`: lanes in lockstep do what threads might do as well, so what holds of
    /// threads holds of them.
    pub(crate) fn vector(
        &mut self,
        here: Here<'_>,
        lanes: Threads<'a>,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        if let Iterators::Written(iterators) = lanes.iterators {
            self.hoist_ranges(here, iterators, out)?;
        }
        let span = lanes.span;
        let block = self.threads(here, lanes, out)?;
        out.push(Stmt::new(span, StmtKind::Par(vec![block])));
        Ok(())
    }

    pub(crate) fn par_block(
        &mut self,
        here: Here<'_>,
        block: &'a ast::ParBlock,
        beside: usize,
        out: &mut Vec<Stmt>,
    ) -> Lowered<ParBlock> {
        self.threads(
            here,
            Threads {
                id: block.id,
                beside,
                ordered: false,
                iterators: Iterators::Written(&block.iterators),
                contract: &block.contract,
                body: &block.body,
                span: block.span,
            },
            out,
        )
    }

    /// The threads of a block, or what is done as theirs; before it, what is found out where it starts.
    pub(crate) fn threads(
        &mut self,
        here: Here<'_>,
        block: Threads<'a>,
        out: &mut Vec<Stmt>,
    ) -> Lowered<ParBlock> {
        let span = block.span;
        let first_local = self.output.next_local();
        let mut iterators = Vec::new();
        let mut written: &[ast::Iterator] = &[];
        match &block.iterators {
            Iterators::Written(all) => {
                written = all;
                for iterator in *all {
                    let low = self.expr(here.place, &iterator.low)?;
                    let high = self.expr(here.place, &iterator.high)?;
                    let variable = self.declare(iterator.id, &iterator.name)?;
                    iterators.push((variable, low, high));
                }
            }
            Iterators::Counted(variable, ends) => {
                let (low, high) = &**ends;
                let local = self.declare(variable.id, &variable.name)?;
                iterators.push((local, low.clone(), high.clone()));
            }
        }
        let start_label = self.fresh_label();
        let end_label = self.fresh_label();
        let open = OpenBlock {
            id: block.id,
            alone: block.beside == 1,
            ordered: block.ordered,
            iterators: iterators.clone(),
            uniformity: self.uniformity(written, block.body),
            first_local: first_local.0,
            depth: here.depth() + 1,
        };
        let mut place = Place {
            result: None,
            ..here.place
        };
        if self.tables.reading.old_is_block_start {
            place.old = start_label;
        }
        let inside = Here {
            place,
            end: Some(end_label),
            block: Some(&open),
            ..here
        };
        let (offers, requires, ensures, body) = self.par_block_inside(inside, block, &open, out)?;
        Ok(ParBlock {
            span,
            iterators,
            offers,
            requires,
            ensures,
            body,
            end_label,
            start_label,
            take_blame: Blame::own_place(Reason::BlockPrecondition),
            give_blame: Blame::own_place(Reason::BlockPostcondition),
        })
    }

    fn par_block_inside(
        &mut self,
        here: Here<'_>,
        block: Threads<'a>,
        open: &OpenBlock,
        out: &mut Vec<Stmt>,
    ) -> Lowered<(
        Vec<Offer>,
        core_lang::Assertion,
        core_lang::Assertion,
        Vec<Stmt>,
    )> {
        let clauses = self.clauses(here.place, block.contract)?;
        if let Some(clause) = block.contract.clauses.iter().find(|clause| {
            matches!(
                clause.kind,
                ast::ClauseKind::Given(_) | ast::ClauseKind::Yields(_)
            )
        }) {
            return unsupported(Code::U078, clause.span, "ghost parameters of a block");
        }
        let mut requires = Vec::new();
        let mut ensures = clauses.ensures;
        // Within the block, loops keep what the block's own contract says throughout.
        let mut everywhere = clauses.everywhere;
        let mut offers = Vec::new();
        if !self.tables.reading.everywhere_reaches_blocks && block.beside > 0 {
            let all = clauses.requires.iter().chain(&ensures).chain(&everywhere);
            let own: Vec<&core_lang::Assertion> = all.collect();
            let at = (block.beside, block.span);
            let shares = self.shares(here, &own, &open.iterators, at, out)?;
            offers = shares.offers;
            requires = shares.requires;
            everywhere = [shares.ensures.clone(), everywhere].concat();
            ensures = [shares.ensures, ensures].concat();
        }
        if self.tables.reading.everywhere_reaches_blocks {
            // The pure parts of what holds throughout reach blocks.
            let outside: Vec<_> = here.everywhere.iter().filter_map(pure_part).collect();
            requires.extend(outside.clone());
            ensures.extend(outside.clone());
            everywhere.extend(outside);
        }
        requires.extend(clauses.requires);
        let inside = Here {
            everywhere: &everywhere,
            required: &requires,
            ..here
        };
        let mut body = Vec::new();
        self.block(inside, block.body, &mut body)?;
        let (requires, ensures) = (star(requires, block.span), star(ensures, block.span));
        Ok((offers, requires, ensures, body))
    }

    /// A barrier: each thread gives and inhales; for all threads together what is
    /// inhaled follows from what is given; and all threads come here equally often.
    pub(crate) fn barrier(
        &mut self,
        here: Here<'_>,
        stmt: &'a ast::Stmt,
        barrier: &'a ast::Barrier,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = stmt.span;
        let Some(block) = here.block else {
            return unsupported(Code::U068, span, "a barrier outside of a parallel block");
        };
        if block.ordered {
            // Nobody waits there: an iteration ends before the next one begins.
            return unsupported(Code::U068, span, "a barrier in a loop of iterations");
        }
        match self.tables.resolution.references.get(&stmt.id) {
            Some(Reference::Statement(id)) if *id == block.id => {}
            _ => {
                return unsupported(
                    Code::U068,
                    span,
                    "a barrier of a block that is not the innermost",
                );
            }
        }
        let invariants = self.opened_by_barrier(here, stmt)?;
        if here.within_atomic() {
            out.push(broken(Rule::BarrierInAtomic, span));
        }
        let iterators = block.iterators.clone();
        let first_local = block.first_local;
        let divergent = block
            .uniformity
            .divergent
            .iter()
            .find(|(at, _)| *at == stmt.id || *at == NodeId(0))
            .map(|(_, condition)| *condition);
        let uniform: Vec<LocalId> = self
            .method
            .locals
            .iter()
            .filter(|(id, local)| {
                local.0 >= first_local
                    && !block
                        .uniformity
                        .varying
                        .contains(&self.tables.resolution.canonical(**id))
            })
            .map(|(_, local)| *local)
            .collect();
        let label = self.fresh_label();
        let mut place = here.place;
        if self.tables.reading.old_is_block_start {
            place.old = label;
        }
        let clauses = self.clauses(place, &barrier.contract)?;
        let requires = star(clauses.requires, span);
        let ensures = star(clauses.ensures, span);
        let checked = !(self.tables.reading.brace_barriers_assumed && barrier.brace_form);
        if self.tables.reading.barriers_are_reached {
            // Divergence is not checked, nor the sum in the brace form.
            self.trust("profile: barrier", span);
        } else {
            let mut reached = broken(Rule::BarrierReached, span);
            if let StmtKind::Decided { holds, .. } = &mut reached.kind {
                *holds = divergent.is_none();
            }
            if let (StmtKind::Decided { because, .. }, Some(condition)) =
                (&mut reached.kind, divergent)
            {
                *because = Some(condition);
            }
            out.push(reached);
        }
        if checked {
            let mut body = Vec::new();
            if let Some(text) = &barrier.body {
                let first = self.output.next_local();
                self.block(here.in_proof_text(), text, &mut body)?;
                self.at_barrier(&body, block, first)?;
            }
            out.push(Stmt::new(
                span,
                StmtKind::BarrierProof(Box::new(BarrierProof {
                    iterators,
                    first_local: LocalId(first_local),
                    uniform: sorted(uniform),
                    // One value for all threads.
                    all_uniform: self.tables.reading.locals_are_uniform,
                    requires: requires.clone(),
                    ensures: ensures.clone(),
                    invariants,
                    body,
                    label,
                    blame: Blame::own_place(Reason::BarrierPostcondition),
                })),
            ));
        }
        out.push(Stmt::new(span, StmtKind::Mark(label)));
        out.push(Stmt::new(
            span,
            StmtKind::Barrier {
                requires,
                ensures,
                blame: Blame::own_place(Reason::BarrierPrecondition),
            },
        ));
        Ok(())
    }

    /// The resources of the invariants that a barrier opens. While all threads of the block wait
    /// nobody else may have one open: so the thread that started the block opened the
    /// invariant, and started no other block beside it.
    fn opened_by_barrier(
        &self,
        here: Here<'_>,
        stmt: &ast::Stmt,
    ) -> Lowered<Vec<core_lang::Assertion>> {
        let span = stmt.span;
        let names = self
            .tables
            .resolution
            .invariants
            .get(&stmt.id)
            .cloned()
            .unwrap_or_default();
        let alone = here.block.is_some_and(|block| block.alone);
        let mut resources = Vec::new();
        for (number, name) in names.iter().enumerate() {
            match here.invariant(*name) {
                Some(open)
                    if alone
                        && open.depth + 1 == here.depth()
                        && !names[..number].contains(name) =>
                {
                    resources.push(open.resource.clone());
                }
                _ => {
                    return unsupported(
                        Code::U069,
                        span,
                        "a barrier that opens an invariant which others may have open",
                    );
                }
            }
        }
        Ok(resources)
    }

    /// A barrier's body helps a proof that is done once for all threads, or is what one thread does
    /// while all others wait: which one is not said, so it does not depend on it.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the rest is refused")]
    fn at_barrier(&self, body: &[Stmt], block: &OpenBlock, first: LocalId) -> Lowered<()> {
        let mut other = None;
        let mut effect = None;
        let mut own = None;
        let threads_own = |local: &LocalId| local.0 >= block.first_local && *local < first;
        for stmt in body {
            stmt.visit(
                &mut |e| {
                    if let core_lang::ExprKind::Local(local) = &e.kind
                        && threads_own(local)
                    {
                        own.get_or_insert(e.span);
                    }
                },
                &mut |stmt| {
                    let fine = match &stmt.kind {
                        StmtKind::Assert(..)
                        | StmtKind::Assume(_)
                        | StmtKind::Refute(_)
                        | StmtKind::Fold(..)
                        | StmtKind::Unfold(..)
                        | StmtKind::If(..)
                        | StmtKind::Labelled(..)
                        | StmtKind::Mark(_)
                        | StmtKind::Decided { .. } => true,
                        StmtKind::Assign(local, _) => *local >= first,
                        StmtKind::Havoc(locals) => locals.iter().all(|local| *local >= first),
                        StmtKind::StoreField(..)
                        | StmtKind::StoreElement(..)
                        | StmtKind::NewObject(..)
                        | StmtKind::NewArray(..)
                        | StmtKind::Loop(_) => {
                            effect.get_or_insert(stmt.span);
                            let mut targets = core_lang::facts::acts(&stmt.kind).targets.iter();
                            targets.all(|local| *local >= first)
                        }
                        StmtKind::Call {
                            method, results, ..
                        } => {
                            let callee = self.output.core.methods.get(*method);
                            let known = callee.filter(|callee| {
                                callee.has_contract && !self.output.instances.is_pending(*method)
                            });
                            let pure = known.is_some_and(|callee| {
                                callee.requires.is_pure() && callee.ensures.is_pure()
                            });
                            if !pure {
                                effect.get_or_insert(stmt.span);
                            }
                            results.iter().all(|local| *local >= first)
                        }
                        _ => false,
                    };
                    if !fine {
                        other.get_or_insert(stmt.span);
                    }
                },
            );
        }
        if let (None, Some(_)) = (other, effect) {
            other = own;
        }
        match other {
            None => Ok(()),
            Some(span) => unsupported(
                Code::U070,
                span,
                "this in a barrier's body, which one thread runs while the others wait",
            ),
        }
    }

    /// `invariant name (R) { … }`: established before, given back after.
    pub(crate) fn invariant(
        &mut self,
        here: Here<'_>,
        stmt: &'a ast::Stmt,
        resource: &'a ast::Expr,
        body: &'a ast::Block,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = resource.span;
        let resource = self.assertion(here.place, resource)?;
        let mut mentioned = Vec::new();
        resource.visit(&mut |e| {
            if let core_lang::ExprKind::Local(local) = e.kind {
                mentioned.push(local);
            }
        });
        let open = OpenInvariant {
            id: stmt.id,
            resource: &resource,
            depth: here.depth(),
            outer: here.invariants,
        };
        let within = Here {
            invariants: Some(&open),
            ..here
        };
        let mut inside = self.not_left(within, body)?;
        if Stmt::assigned(&inside)
            .iter()
            .any(|local| mentioned.contains(local))
        {
            out.push(broken(Rule::InvariantLocal, span));
        }
        // Well defined by itself, on any heap.
        out.push(Stmt::new(
            span,
            StmtKind::Side(
                vec![Stmt::new(span, StmtKind::Inhale(resource.clone()))],
                true,
            ),
        ));
        out.push(Stmt::new(
            span,
            StmtKind::Exhale(resource.clone(), Blame::own_place(Reason::Invariant)),
        ));
        out.append(&mut inside);
        out.push(Stmt::new(span, StmtKind::InhaleChecked(resource)));
        Ok(())
    }

    /// `atomic (name, …) { … }`: the invariants are taken, and restored.
    pub(crate) fn atomic(
        &mut self,
        here: Here<'_>,
        stmt: &'a ast::Stmt,
        body: &'a ast::Block,
        out: &mut Vec<Stmt>,
    ) -> Lowered<()> {
        let span = stmt.span;
        let Some(names) = self.tables.resolution.invariants.get(&stmt.id).cloned() else {
            return unsupported(Code::U072, span, "this `atomic` block");
        };
        let mut resources = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let Some(open) = here.invariant(*name) else {
                return unsupported(Code::U072, span, "`atomic` of a block without a resource");
            };
            resources.push(open.resource.clone());
            if here.atomics.contains(name) || names[..number].contains(name) {
                out.push(broken(Rule::InvariantOpen, span));
            }
        }
        let mut atomics = here.atomics.to_vec();
        atomics.extend(&names);
        let within = Here {
            atomics: &atomics,
            ..here
        };
        let mut inside = self.not_left(within, body)?;
        for resource in &resources {
            out.push(Stmt::new(span, StmtKind::InhaleChecked(resource.clone())));
        }
        out.append(&mut inside);
        for resource in resources {
            out.push(Stmt::new(
                span,
                StmtKind::Exhale(resource, Blame::at(Reason::AtomicEnd, span)),
            ));
        }
        Ok(())
    }

    /// The statements of an `invariant` or `atomic` block, which no jump leaves.
    fn not_left(&mut self, within: Here<'_>, body: &'a ast::Block) -> Lowered<Vec<Stmt>> {
        let mut inside = Vec::new();
        self.block(within, body, &mut inside)?;
        match leaving_jump(&inside) {
            None => Ok(inside),
            Some(jump) => unsupported(
                Code::U067,
                jump,
                "a jump out of an `invariant` or `atomic` block",
            ),
        }
    }
}

fn sorted(mut locals: Vec<LocalId>) -> Vec<LocalId> {
    locals.sort_unstable();
    locals
}

/// The place of a jump that leaves the statements.
fn leaving_jump(statements: &[Stmt]) -> Option<Span> {
    let mut inside = Vec::new();
    let mut jumps = Vec::new();
    for stmt in statements {
        stmt.visit(&mut |_| {}, &mut |stmt| {
            if let StmtKind::Labelled(label, _) = &stmt.kind {
                inside.push(*label);
            } else if let StmtKind::Loop(cut) = &stmt.kind {
                inside.push(cut.continue_label);
            } else if let StmtKind::Par(blocks) = &stmt.kind {
                inside.extend(blocks.iter().map(|block| block.end_label));
            } else if let StmtKind::Jump(label) = &stmt.kind {
                jumps.push((*label, stmt.span));
            }
        });
    }
    jumps
        .into_iter()
        .find(|(label, _)| !inside.contains(label))
        .map(|(_, span)| span)
}
