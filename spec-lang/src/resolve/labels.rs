//! The labels of a method, known before its statements are walked: `goto` may
//! lead forward.

use crate::ast::{Method, NodeId, ParBlock, Stmt, StmtKind, Visitor};
use std::collections::BTreeMap;

/// Name to labelled statement and the parallel blocks around it; the first of a name.
pub(super) type Labels = BTreeMap<String, (NodeId, Vec<NodeId>)>;

/// The labels in a method's body.
pub(super) fn labels_of(method: &Method) -> Labels {
    #[derive(Default)]
    struct Find {
        labels: Labels,
        blocks: Vec<NodeId>,
    }
    impl Visitor for Find {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Label(label, _) = &stmt.kind {
                let blocks = self.blocks.clone();
                self.labels
                    .entry(label.name.clone())
                    .or_insert((stmt.id, blocks));
            }
            self.walk_stmt(stmt);
        }
        fn visit_par_block(&mut self, block: &ParBlock) {
            self.blocks.push(block.id);
            self.walk_par_block(block);
            self.blocks.pop();
        }
        // The statements in `with { … }` and `then { … }` are filed as labelled
        // blocks, but those words are no labels.
        fn visit_call(&mut self, _: &crate::ast::Call) {}
    }
    let mut find = Find::default();
    find.visit_method(method);
    find.labels
}
