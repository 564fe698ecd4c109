//! The threads of a `par`, and what becomes of its barriers.

use super::split;
use crate::code::{Axis, Expr, Shape, Stmt, Type};
use crate::lower::{Lowering, Side};
use crate::names::Named;
use crate::refusal::{Refused, refuse, refuse_with};
use num_traits::ToPrimitive;
use spec_lang::ast::{Iterator as Range, Par, ParBlock, StmtKind};
use text::code::Code;

/// Threads that a block of a device may have.
pub(crate) const MOST_THREADS: u32 = 1024;

impl Lowering<'_, '_> {
    /// The launches of a `par`. Blocks that are joined by `and` run at the same time in PVL, so one after
    /// the other is one of their orders.
    pub(crate) fn par(&mut self, par: &Par) -> Result<Vec<Stmt>, Refused> {
        let mut all = Vec::new();
        for block in &par.blocks {
            all.extend(self.par_block(block)?);
        }
        Ok(all)
    }

    fn par_block(&mut self, block: &ParBlock) -> Result<Vec<Stmt>, Refused> {
        let line = self.world.input.line(block.span);
        let wanted = block.name.as_ref().map(|name| name.name.clone());
        let wanted = wanted.unwrap_or_else(|| format!("par_{line}"));
        let name = crate::names::word(&wanted);
        let is_par = |stmt: &&spec_lang::ast::Stmt| matches!(stmt.kind, StmtKind::Par(_));
        if block.body.statements.iter().any(|stmt| is_par(&stmt)) {
            return self.blocks_of_threads(block, (&name, line));
        }
        let axes = self.axes(&block.iterators)?;
        let body = self.block(&block.body, Side::Thread(block.id))?;
        let about = match &block.name {
            Some(name) => format!("`par {}` in line {line}", name.name),
            None => format!("`par` in line {line}"),
        };
        if axes.is_empty() {
            let number = self.kernel((&name, about), Shape::Single, without_barriers(body));
            return Ok(vec![Stmt::Launch(number)]);
        }
        let has_barrier = body
            .iter()
            .any(|stmt| stmt.any(&|stmt| matches!(stmt, Stmt::Sync)));
        if !has_barrier {
            let number = self.kernel((&name, about), Shape::Grid(axes), body);
            return Ok(vec![Stmt::Launch(number)]);
        }
        let threads = threads(&axes);
        let fits = threads.is_some_and(|number| number <= u64::from(MOST_THREADS));
        let parts = match fits {
            true => None,
            false => split::at_barriers(&body, &axes),
        };
        match (parts, threads) {
            (Some(parts), _) => {
                let mut all = Vec::new();
                let count = parts.len();
                for (number, part) in (1..).zip(parts) {
                    let about = format!(
                        "{about}, part {number} of {count}: a barrier of all threads is the end of a launch"
                    );
                    let own = format!("{name}_{number}");
                    let number = self.kernel((&own, about), Shape::Grid(axes.clone()), part);
                    all.push(Stmt::Launch(number));
                }
                Ok(all)
            }
            (None, Some(number)) if !fits => refuse_with(
                Code::E005,
                block.span,
                format!(
                    "{number} threads meet at a barrier, and a block of a device has at most {MOST_THREADS}"
                ),
                "a barrier that stands in no branch or loop parts the block into launches, if no local \
                 that is assigned or read from memory lives across it",
            ),
            (None, _) => {
                let number = self.kernel((&name, about), Shape::OneBlock(axes), body);
                Ok(vec![Stmt::Launch(number)])
            }
        }
    }

    /// The identifiers of threads with their ranges.
    pub(super) fn axes(&mut self, iterators: &[Range]) -> Result<Vec<Axis>, Refused> {
        if let Some(fourth) = iterators.get(3) {
            let message = "more than three thread identifiers are not emitted";
            return refuse(Code::E006, fourth.span, message);
        }
        let mut axes = Vec::new();
        for iterator in iterators {
            let (low, high) = (self.expr(&iterator.low)?, self.expr(&iterator.high)?);
            if low.reads_memory() || high.reads_memory() {
                let message = "a range of threads that is read from memory is not emitted";
                return refuse(Code::E010, iterator.span, message);
            }
            axes.push((iterator, low, high));
        }
        // The ranges first: an identifier is not visible in them.
        let axes = axes.into_iter().map(|(iterator, low, high)| {
            let int = Named::Scalar(Type::Int);
            let name = self.names.declare(iterator.id, &iterator.name.name, int);
            Axis { name, low, high }
        });
        Ok(axes.collect())
    }
}

/// How many threads there are, if the ranges are numbers.
pub(super) fn threads(axes: &[Axis]) -> Option<u64> {
    let mut all = 1_u64;
    for axis in axes {
        let (Expr::Int(low), Expr::Int(high)) = (&axis.low, &axis.high) else {
            return None;
        };
        let one = (high - low).to_i128()?.max(0);
        all = all.checked_mul(u64::try_from(one).ok()?)?;
    }
    Some(all)
}

/// A single thread waits for nobody.
fn without_barriers(body: Vec<Stmt>) -> Vec<Stmt> {
    let each = body.into_iter().filter_map(|stmt| match stmt {
        Stmt::Sync => None,
        Stmt::If(condition, then, other) => Some(Stmt::If(
            condition,
            without_barriers(then),
            without_barriers(other),
        )),
        Stmt::While(condition, body) => Some(Stmt::While(condition, without_barriers(body))),
        Stmt::For(init, condition, update, body) => {
            Some(Stmt::For(init, condition, update, without_barriers(body)))
        }
        Stmt::Block(body) => Some(Stmt::Block(without_barriers(body))),
        other @ (Stmt::Declare(..)
        | Stmt::Assign(..)
        | Stmt::AtomicAdd(..)
        | Stmt::Break
        | Stmt::Continue
        | Stmt::Return(_)
        | Stmt::Launch(_)) => Some(other),
    });
    each.collect()
}
