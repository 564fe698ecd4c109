//! Directives: where they stand, which is the next, and the steps they ask for.

use super::input::Refusal;
use super::step::{Asked, Step, StepOrigin};
use super::table::Entry;
use super::transformation;
use crate::TRANSFORMATIONS;
use spec_lang::ast::{
    Clause, ClauseKind, Declaration, DeclarationKind, Directive, NodeId, ParBlock, Program, Stmt,
    StmtKind, Visitor,
};
use spec_lang::resolve::Profile;
use std::collections::HashMap;
use text::span::Span;

/// A directive with what it stands before.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The directive.
    pub directive: Directive,
    /// What carries it.
    pub carrier: Carrier,
}

/// What a directive stands before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// A loop: the statement.
    Loop {
        /// Its identity.
        id: NodeId,
        /// Its place.
        span: Span,
    },
    /// A block of a parallel statement.
    ParBlock {
        /// Its identity.
        id: NodeId,
        /// Its place.
        span: Span,
    },
    /// A parallel statement, before its first block.
    Par {
        /// Its place.
        span: Span,
        /// Its blocks.
        blocks: Vec<NodeId>,
    },
    /// A method, among its clauses.
    Method {
        /// The declaration.
        id: NodeId,
        /// Its place.
        span: Span,
    },
    /// Anything else.
    Other,
}

/// The transformation that a directive asks for.
pub fn transformation_of(directive: &Directive) -> Option<&'static dyn Entry> {
    let mut all = TRANSFORMATIONS.iter().copied();
    all.find(|entry| entry.about().word == directive.word)
}

/// The step a directive asks for.
///
/// # Errors
/// `A002` if a number is wanted and something else stands there.
pub fn of_directive(placed: &Placed) -> Result<Step, Refusal> {
    let directive = &placed.directive;
    let entry = transformation_of(directive).ok_or_else(|| transformation::malformed(directive))?;
    let origin = StepOrigin::Directive {
        span: directive.span,
        carrier: placed.carrier.clone(),
    };
    Ok(Step {
        work: entry.of_directive(directive)?,
        asked: Asked { site: None, origin },
    })
}

/// Every directive of a program, in source order.
pub fn directives(program: &Program) -> Vec<Placed> {
    #[derive(Default)]
    struct Collect {
        /// By the directive's identity.
        carriers: HashMap<NodeId, Carrier>,
        found: Vec<Placed>,
    }
    impl Collect {
        fn carry(&mut self, directive: &Directive, carrier: &Carrier) {
            self.carriers.insert(directive.id, carrier.clone());
        }
        fn clauses(&mut self, clauses: &[Clause], carrier: &Carrier) {
            for clause in clauses {
                if let ClauseKind::Directive(directive) = &clause.kind {
                    self.carry(directive, carrier);
                }
            }
        }
    }
    impl Visitor for Collect {
        fn visit_directive(&mut self, directive: &Directive) {
            let carrier = self.carriers.remove(&directive.id);
            self.found.push(Placed {
                directive: directive.clone(),
                carrier: carrier.unwrap_or(Carrier::Other),
            });
        }
        fn visit_declaration(&mut self, declaration: &Declaration) {
            if let DeclarationKind::Method(method) = &declaration.kind {
                let carrier = Carrier::Method {
                    id: declaration.id,
                    span: declaration.span,
                };
                self.clauses(&method.contract.clauses, &carrier);
            }
            self.walk_declaration(declaration);
        }
        fn visit_stmt(&mut self, stmt: &Stmt) {
            let span = stmt.span;
            match &stmt.kind {
                StmtKind::While { contract, .. }
                | StmtKind::For { contract, .. }
                | StmtKind::RangedFor { contract, .. } => {
                    let carrier = Carrier::Loop { id: stmt.id, span };
                    self.clauses(&contract.clauses, &carrier);
                }
                StmtKind::Par(par) => {
                    let blocks = par.blocks.iter().map(|block| block.id).collect();
                    let carrier = Carrier::Par { span, blocks };
                    for directive in &par.directives {
                        self.carry(directive, &carrier);
                    }
                }
                _ => {}
            }
            self.walk_stmt(stmt);
        }
        fn visit_par_block(&mut self, block: &ParBlock) {
            let carrier = Carrier::ParBlock {
                id: block.id,
                span: block.span,
            };
            self.clauses(&block.contract.clauses, &carrier);
            self.walk_par_block(block);
        }
    }
    let mut collect = Collect::default();
    collect.visit_program(program);
    collect
        .found
        .sort_by_key(|placed| (placed.directive.span.file, placed.directive.span.start));
    collect.found
}

/// The directive to carry out next.
///
/// In source order, but a loop waits for the loops and blocks within it, so that these
/// are rewritten once and not once a copy. Otherwise the old tool's order of
/// transformations comes first under vercors-1.4.
pub fn next_directive(program: &Program, profile: Profile) -> Option<Placed> {
    let all = directives(program);
    let turn = |placed: &&Placed| match profile {
        Profile::Sound => 0,
        Profile::VerCors14 => {
            let entry = transformation_of(&placed.directive);
            entry.map_or(u8::MAX, |entry| entry.about().legacy_turn)
        }
    };
    let waits = |placed: &Placed| {
        let Carrier::Loop { span: own, .. } = placed.carrier else {
            return false;
        };
        all.iter().any(|other| match other.carrier {
            Carrier::Loop { span, .. } | Carrier::ParBlock { span, .. } => {
                span != own && own.contains(span)
            }
            Carrier::Par { .. } | Carrier::Method { .. } | Carrier::Other => false,
        })
    };
    all.iter()
        .filter(|placed| !waits(placed))
        .min_by_key(turn)
        .cloned()
}
