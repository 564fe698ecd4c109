//! What a thread has of its own.

use crate::exec::atomic::Opened;
use crate::exec::par::BlockRun;
use crate::heap::Heap;
use crate::held::Held;
use crate::value::Value;
use spec_lang::ast::NodeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The number of a thread.
pub(crate) type ThreadId = usize;

/// The state at a method's start.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    /// Parameters.
    pub locals: HashMap<NodeId, Value>,
    /// The heap, if the method speaks of it.
    pub heap: Option<Rc<Heap>>,
}

/// The locals of a method, function or predicate under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    pub locals: HashMap<NodeId, Value>,
    pub this: Option<Value>,
    pub result: Option<Value>,
    pub entry: Rc<Entry>,
    /// The heap at labels.
    pub labels: HashMap<NodeId, Rc<Heap>>,
    /// Results of calls with effects within the expression that is being evaluated.
    pub cache: HashMap<NodeId, Value>,
    /// The method this is of.
    pub method: Option<NodeId>,
    /// Within a block: the thread's share of what `context_everywhere` holds, which it keeps to the end.
    pub share: Option<Rc<Held>>,
}

impl Frame {
    /// The same locals, with parameters as they were at entry: how a contract sees them.
    pub(crate) fn for_contract(&self) -> Frame {
        let mut frame = self.clone();
        for (id, value) in &self.entry.locals {
            frame.locals.insert(*id, value.clone());
        }
        frame
    }
}

/// A thread.
pub(crate) struct Thread {
    pub id: ThreadId,
    pub frame: Frame,
    pub held: Held,
    /// The blocks it runs in, outermost first, and its number in each.
    pub blocks: Vec<(Rc<RefCell<BlockRun>>, usize)>,
    /// `invariant` statements around it, innermost last.
    pub invariants: Vec<(NodeId, Rc<RefCell<Opened>>)>,
}

/// Permissions by which something may be read; by default none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reader<'a> {
    held: Option<&'a Held>,
    outer: Option<&'a Reader<'a>>,
    /// No permission is asked, as in an earlier state.
    pub free: bool,
}

impl<'a> Reader<'a> {
    /// By these permissions.
    pub(crate) fn of(held: &'a Held) -> Self {
        Reader {
            held: Some(held),
            outer: None,
            free: false,
        }
    }

    /// Without any question.
    pub(crate) fn free() -> Self {
        Reader {
            held: None,
            outer: None,
            free: true,
        }
    }

    /// By these permissions as well.
    pub(crate) fn with(&'a self, held: &'a Held) -> Reader<'a> {
        Reader {
            held: Some(held),
            outer: Some(self),
            free: self.free,
        }
    }

    /// Whether there is any permission.
    pub(crate) fn some_of(&self, cell: &crate::heap::Cell) -> bool {
        self.free
            || self.held.is_some_and(|held| held.some_of(cell))
            || self.outer.is_some_and(|outer| outer.some_of(cell))
    }

    /// All places of which there is some amount.
    pub(crate) fn cells(&self) -> std::collections::BTreeSet<crate::heap::Cell> {
        let own = self.held.into_iter().flat_map(|held| held.iter());
        let mut cells: std::collections::BTreeSet<_> = own
            .filter(|(_, fraction)| num_traits::Signed::is_positive(*fraction))
            .map(|(cell, _)| cell.clone())
            .collect();
        if let Some(held) = self.held {
            cells.extend(held.due.iter().cloned());
        }
        if let Some(outer) = self.outer {
            cells.extend(outer.cells());
        }
        cells
    }

    /// How much there is.
    pub(crate) fn fraction(&self, cell: &crate::heap::Cell) -> num_rational::BigRational {
        let own = self
            .held
            .map(|held| held.fraction(cell))
            .unwrap_or_default();
        match self.outer {
            Some(outer) => own + outer.fraction(cell),
            None => own,
        }
    }
}
