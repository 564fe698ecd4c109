//! `parallel { … }` and `sequential { … }` around blocks.
//!
//! Blocks in sequence beside others are one thread more: it needs what its first step needs,
//! gives what its last one gives, and does them one after the other.

use super::Flow;
use super::par::{Lanes, Work};
use crate::frame::{Frame, Thread};
use crate::machine::{Machine, cannot};
use crate::outcome::Stop;
use crate::program::{postconditions, preconditions};
use spec_lang::ast::{Block, Expr, Stmt, StmtKind};

/// Which end of what runs in sequence.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum End {
    First,
    Last,
}

impl<'p> Machine<'p> {
    pub(super) async fn region(
        &self,
        thread: &mut Thread,
        stmt: &Stmt,
        parallel: bool,
        body: &Block,
    ) -> Result<Flow, Stop> {
        if !parallel {
            return self.block(thread, body).await;
        }
        let mut all = Vec::new();
        at_once(&body.statements, &mut all)?;
        self.give_way(thread, stmt.span).await;
        self.par(thread, stmt, all).await
    }

    /// What the first or last step of a sequence asks for or gives, in this thread's state.
    pub(super) fn end_of_sequence<'a>(
        &self,
        thread: &mut Thread,
        body: &'a Block,
        end: End,
    ) -> Result<Vec<(&'a Expr, Frame)>, Stop> {
        let mut steps: Vec<Vec<Work<'a>>> = Vec::new();
        for stmt in &body.statements {
            let mut step = Vec::new();
            at_once(std::slice::from_ref(stmt), &mut step)?;
            if !step.is_empty() {
                steps.push(step);
            }
        }
        let step = match end {
            End::First => steps.into_iter().next(),
            End::Last => steps.into_iter().next_back(),
        };
        let mut stated = Vec::new();
        for work in step.into_iter().flatten() {
            match work {
                Work::Lanes(lanes) => {
                    for (frame, _) in self.frames(thread, &lanes)? {
                        stated.extend(of_lanes(&lanes, &frame, end));
                    }
                }
                Work::Sequence(_, body) => {
                    stated.extend(self.deeper(|| self.end_of_sequence(thread, body, end))?);
                }
            }
        }
        Ok(stated)
    }
}

/// What the contract of one of these threads asks for or gives.
pub(super) fn of_lanes<'a>(lanes: &Lanes<'a>, frame: &Frame, end: End) -> Vec<(&'a Expr, Frame)> {
    let of = |e: &'a Expr| (e, frame.clone());
    match end {
        End::First => preconditions(lanes.contract).map(of).collect(),
        End::Last => postconditions(lanes.contract).map(of).collect(),
    }
}

/// What these statements, all within `parallel`, run at once.
fn at_once<'a>(statements: &'a [Stmt], all: &mut Vec<Work<'a>>) -> Result<(), Stop> {
    for stmt in statements {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Par(par) => {
                all.extend(par.blocks.iter().map(|block| Work::Lanes(Lanes::of(block))));
            }
            StmtKind::Region {
                parallel: true,
                body,
            } => at_once(&body.statements, all)?,
            // Without blocks it is no thread.
            StmtKind::Region { body, .. } => {
                let mut inside = Vec::new();
                at_once(&body.statements, &mut inside)?;
                if !inside.is_empty() {
                    all.push(Work::Sequence(stmt, body));
                }
            }
            _ => return cannot("this statement in a `parallel` region", stmt.span),
        }
    }
    Ok(())
}
