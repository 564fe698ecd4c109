//! In which iteration of which loop a call is. Threads meet at a barrier only in the same iterations of
//! the loops around it: OpenCL says that all execute it in each iteration before any goes on, and the
//! barrier variables of *Interleaving and Lock-Step Semantics* (Collingbourne et al., 2013) count so.

use kernel_graph::{BlockId, Function, Graph};

/// The loops of a function, by block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loops {
    /// The heads of the loops around each block, outermost first; a head is in its own loop.
    around: Vec<Vec<u32>>,
}

/// The loop that a call is in, by its head, and the number of the iteration from 1.
pub(crate) type Round = (u32, u64);

impl Loops {
    /// Those of a function. Of one that is not reducible none are known.
    pub(crate) fn of(function: &Function) -> Loops {
        let mut around = vec![Vec::new(); function.blocks.len()];
        let known = function.blocks.iter().all(|block| {
            let next = block.end.successors();
            next.iter().all(|to| function.block(*to).is_some())
        });
        if let (true, Ok(graph)) = (known, Graph::new(function)) {
            let mut loops: Vec<_> = graph.loops.values().collect();
            // A loop has more blocks than those in it.
            loops.sort_by_key(|one| std::cmp::Reverse(one.blocks.len()));
            for one in loops {
                for block in &one.blocks {
                    if let Some(heads) = around.get_mut(block.0 as usize) {
                        heads.push(one.head.0);
                    }
                }
            }
        }
        Loops { around }
    }

    /// Notes that a call goes on at a block.
    pub(crate) fn enter(&self, rounds: &mut Vec<Round>, to: BlockId) {
        let heads = self
            .around
            .get(to.0 as usize)
            .map_or(&[][..], Vec::as_slice);
        let still = rounds.iter().zip(heads);
        let still = still
            .take_while(|((head, _), other)| head == *other)
            .count();
        rounds.truncate(still);
        if heads.last() == Some(&to.0) {
            match rounds.last_mut() {
                Some((head, count)) if *head == to.0 => *count = count.saturating_add(1),
                _ => rounds.push((to.0, 1)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_loops_begin_anew_in_each_iteration() {
        let loops = Loops {
            around: vec![vec![], vec![1], vec![1, 2], vec![1, 2], vec![1], vec![]],
        };
        let mut rounds = Vec::new();
        let mut go = |path: &[u32]| {
            for block in path {
                loops.enter(&mut rounds, BlockId(*block));
            }
            rounds.clone()
        };
        assert_eq!(go(&[1, 2, 3, 2, 3]), [(1, 1), (2, 2)]);
        assert_eq!(go(&[4, 1, 2]), [(1, 2), (2, 1)]);
        assert_eq!(go(&[5]), []);
    }
}
