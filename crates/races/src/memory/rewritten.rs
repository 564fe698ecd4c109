//! Reads of what the thread has itself written, where writes of equal values are tolerated.
//!
//! A write of the value that is there already changes nothing, so a read does not race with it. That
//! is known of bytes which the reading thread wrote before, with no barrier between: what another
//! thread writes there without order has the same value, or it is a race of these two writes.

use crate::accesses::{Access, Kind};
use crate::check::{Two, Work};
use kernel_graph::Space;
use solver::term::{Term, and, eq, not, or, tt};

/// More writes before a read are not looked at; those nearest to it come first.
const MOST_WRITES: usize = 8;

impl Work<'_, '_> {
    /// That a thread which reads has not itself written the very bytes that the other one writes:
    /// earlier in the same iterations, and with no barrier between.
    pub(crate) fn unwritten(
        &self,
        (a, b): (&Access, &Access),
        space: Space,
        two: &mut Two<'_>,
    ) -> Term {
        let (read, write, first_reads) = match (a.kind, b.kind) {
            (Kind::Read, Kind::Write) => (a, b, true),
            (Kind::Write, Kind::Read) => (b, a, false),
            _ => return tt(),
        };
        // In lock-step writes of one warp are ordered, and a copy's value is not compared.
        let plain = read.copy.is_none() && write.copy.is_none() && self.lock_step.is_none();
        if !self.options.tolerate_equal_writes || !plain {
            return tt();
        }
        let mut of = |who_reads: bool, term: &Term| match who_reads == first_reads {
            true => term.clone(),
            false => two.other.of(term),
        };
        let mut ways = Vec::new();
        for own in self.run.summary.accesses.iter().rev() {
            let earlier = own.order < read.order && read.iterations.starts_with(&own.iterations);
            let whole = own.bytes == write.bytes;
            if own.array != read.array || own.kind != Kind::Write || !earlier || !whole {
                continue;
            }
            let Some(same) = same_interval(own, read, space).filter(|_| own.copy.is_none()) else {
                continue;
            };
            ways.push(and(vec![
                of(true, &own.condition),
                of(true, &same),
                eq(of(true, &own.offset), of(false, &write.offset)),
                eq(of(true, &own.bytes), of(false, &write.bytes)),
            ]));
            if ways.len() == MOST_WRITES {
                break;
            }
        }
        not(or(ways))
    }
}

/// That no barrier of any kind that orders the memory stands between two accesses of one thread;
/// none where it is not known how many it has passed.
fn same_interval(one: &Access, other: &Access, space: Space) -> Option<Term> {
    let (a, b) = (&one.counts, &other.counts);
    let block = match space {
        Space::Shared => (&a.shared, &b.shared),
        Space::Global | Space::Constant | Space::Private => (&a.global, &b.global),
    };
    let counts = [block, (&a.grid, &b.grid), (&a.warp, &b.warp)];
    let each = counts.map(|(x, y)| Some(eq(x.clone()?, y.clone()?)));
    let each: Option<Vec<Term>> = each.into_iter().collect();
    each.map(and)
}
