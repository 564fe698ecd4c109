//! A `par` of nothing but `par`: blocks of threads. An identifier of the outer one is a block, one of the
//! inner one a thread; the end of an inner one is a barrier of the block.

use super::split::declared;
use crate::code::{Axis, Shape, Stmt};
use crate::lower::{Lowering, Side};
use crate::refusal::{Refused, refuse, refuse_with};
use spec_lang::ast::{ParBlock, StmtKind};
use text::code::Code;

impl Lowering<'_, '_> {
    /// The launch of a `par` that holds others.
    pub(super) fn blocks_of_threads(
        &mut self,
        block: &ParBlock,
        (name, line): (&str, usize),
    ) -> Result<Vec<Stmt>, Refused> {
        let [_] = block.iterators.as_slice() else {
            let message = "blocks of threads are emitted with one identifier of blocks";
            return refuse(Code::E006, block.span, message);
        };
        let Some(outer) = self.axes(&block.iterators)?.pop() else {
            return refuse(Code::E006, block.span, "a block has no identifier");
        };
        let mut inner: Option<Axis> = None;
        let mut body: Vec<Stmt> = Vec::new();
        for stmt in &block.body.statements {
            let StmtKind::Par(par) = &stmt.kind else {
                let code = self.stmt(stmt, Side::Thread(block.id))?;
                // Every thread of the block computes it.
                let shared = |stmt: &Stmt| matches!(stmt, Stmt::Declare(..)) && !stmt.uses_memory();
                if !code.iter().all(shared) {
                    return refuse_with(
                        Code::E006,
                        stmt.span,
                        "a statement between blocks of threads that does more than declare a local is not emitted",
                        "move it into the `par` before or behind it",
                    );
                }
                body.extend(code);
                continue;
            };
            for threads in &par.blocks {
                let [only] = threads.iterators.as_slice() else {
                    let message = "a block of threads is emitted with one identifier of threads";
                    return refuse(Code::E006, threads.span, message);
                };
                let Some(axis) = self.axes(&threads.iterators)?.pop() else {
                    return refuse(Code::E006, threads.span, "a block has no threads");
                };
                match &inner {
                    None => inner = Some(axis),
                    Some(first) if first.low == axis.low && first.high == axis.high => {
                        self.names.share(only.id, &first.name.clone());
                        body.push(Stmt::Sync);
                    }
                    Some(_) => {
                        return refuse_with(
                            Code::E006,
                            only.span,
                            "the blocks of threads have different ranges, and a launch has one size of blocks",
                            "give them one range, with a condition inside",
                        );
                    }
                }
                body.extend(self.block(&threads.body, Side::Thread(threads.id))?);
            }
        }
        let Some(inner) = inner else {
            return refuse(Code::E006, block.span, "a block has no threads");
        };
        let mut varies = declared(&body);
        varies.insert(outer.name.clone());
        let names = inner.low.names().into_iter().chain(inner.high.names());
        if names.into_iter().any(|name| varies.contains(&name)) {
            return refuse(
                Code::E006,
                block.span,
                "the range of threads depends on the block, and a launch has one size of blocks",
            );
        }
        let about = format!("`par` in line {line}: blocks of threads");
        let number = self.kernel((name, about), Shape::Blocks(outer, inner), body);
        Ok(vec![Stmt::Launch(number)])
    }
}
