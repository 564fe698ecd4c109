//! That there is one block along a dimension, or one thread in each: of kernels that are written for one, as the last step of
//! a sum.
//!
//! A kernel that does not ask for the number of its block, or thread, may be such a one, or one in which that number is
//! forgotten. So the clause is proposed only if of each launch of the file it is known how many there are along the dimension,
//! and one of them has one: what is forgotten is found in the launch that has more, which violates the clause.

use super::linear::axis_of;
use super::meaning::{About, Contract, Proposed, Weight, blocks, threads};
use crate::launched::last_part;
use crate::run::Checked;
use crate::sizes::{Chosen, Origin, each_expression};
use contracts::{Axis, Clause, Name, Number, Relation, Value};
use kernel_graph::{Atom, Dimension, ExprKind, FunctionId, Module};
use races::Size;
use std::collections::BTreeSet;

/// What a clause says that there is one of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum One {
    Block,
    Thread,
}

impl Checked<'_> {
    /// The clauses for the kernel, the calls of which are inlined in this program.
    pub(super) fn of_one(&self, module: &Module, chosen: &Chosen) -> Vec<Proposed> {
        let each = [
            (One::Block, chosen.grid, chosen.sizes.grid),
            (One::Thread, chosen.block, chosen.sizes.block),
        ];
        let each = each.into_iter().filter(|(_, by, _)| *by == Origin::Any);
        each.flat_map(|(one, _, sizes)| self.alone_in(one, module, sizes))
            .collect()
    }

    fn alone_in(&self, one: One, module: &Module, sizes: [Size; 3]) -> Vec<Proposed> {
        let asked = asked(one, module, self.kernel);
        let axes = [Dimension::X, Dimension::Y, Dimension::Z].into_iter();
        let axes = axes.zip(sizes).enumerate();
        let open = axes.filter(|(_, (axis, size))| *size == Size::Any && !asked.contains(axis));
        let open = open.filter(|(at, _)| self.is_launched_with(one, *at));
        open.map(|(_, (axis, _))| one.clause(axis_of(axis)))
            .collect()
    }

    /// Whether of all launches of the file it is known how many there are in a dimension, and in one of them there is one.
    fn is_launched_with(&self, one: One, at: usize) -> bool {
        let Some(hosts) = self.host_code() else {
            return false;
        };
        let own = last_part(self.name());
        let mut unread = hosts.unread.iter();
        if unread.any(|other| other.kernel.as_deref().is_none_or(|name| name == own)) {
            return false;
        }
        let sizes = self.starts.iter().map(|start| {
            let given = self.given_by(start.launch).filter(|_| start.sure)?;
            let (block, grid) = given.sizes_alone();
            let sizes = match one {
                One::Block => grid,
                One::Thread => block,
            };
            sizes.get(at).copied()
        });
        let sizes: Option<Vec<Size>> = sizes.collect();
        sizes.is_some_and(|all| !all.contains(&Size::Any) && all.contains(&Size::Fixed(1)))
    }
}

impl One {
    fn clause(self, axis: Axis) -> Proposed {
        let (of, number, word, about) = match self {
            One::Block => (blocks(axis), "blockIdx", "block", About::Blocks),
            One::Thread => (threads(axis, false), "threadIdx", "thread", About::Threads),
        };
        Proposed {
            clause: Clause::Compare(of, Relation::Equal, Number::from(1)),
            about,
            evidence: format!(
                "the kernel does not ask for `{number}.{axis}`, and is launched with one {word}"
            ),
            weight: Weight::Little,
        }
    }
}

/// The dimensions in which a kernel asks for the number of its block, or thread, or for how many there are.
fn asked(one: One, module: &Module, kernel: FunctionId) -> BTreeSet<Dimension> {
    let all = [Dimension::X, Dimension::Y, Dimension::Z];
    let mut found = BTreeSet::new();
    let Some(function) = module.functions.get(kernel.0 as usize) else {
        return BTreeSet::from(all);
    };
    each_expression(function, &mut |part| {
        let ExprKind::Atom(atom) = &part.kind else {
            return;
        };
        let axis = match (one, atom) {
            (_, Atom::Global(axis) | Atom::GlobalSize(axis) | Atom::GlobalOffset(axis))
            | (One::Block, Atom::Block(axis) | Atom::GridSize(axis))
            | (One::Thread, Atom::Thread(axis) | Atom::BlockSize(axis)) => *axis,
            (One::Thread, Atom::Lane | Atom::Warp) => {
                found.extend(all);
                return;
            }
            (
                _,
                Atom::Block(_)
                | Atom::GridSize(_)
                | Atom::Thread(_)
                | Atom::BlockSize(_)
                | Atom::Lane
                | Atom::Warp
                | Atom::Dimensions,
            ) => return,
        };
        found.insert(axis);
    });
    found
}

impl Contract {
    /// The sizes of a grid, with those that a clause fixes.
    pub(super) fn grid(&self, sizes: &[Size; 3]) -> [Size; 3] {
        self.fixed(&About::Blocks, sizes)
    }

    /// The same of blocks.
    pub(super) fn threads(&self, sizes: &[Size; 3]) -> [Size; 3] {
        self.fixed(&About::Threads, sizes)
    }

    fn fixed(&self, about: &About, sizes: &[Size; 3]) -> [Size; 3] {
        let mut sizes = *sizes;
        for one in self.clauses.iter().filter(|one| one.about == *about) {
            for name in one.clause.names() {
                if let Name::Value(Value::Size(_, axis)) = name
                    && let Some(at) = Axis::ALL.iter().position(|one| *one == axis)
                    && let Some(size) = sizes.get_mut(at)
                {
                    *size = Size::Fixed(1);
                }
            }
        }
        sizes
    }

    /// Whether threads of one block, or of two, meet nowhere, for there is one alone.
    pub(super) fn is_alone(&self, same_block: bool, chosen: &Chosen) -> bool {
        let sizes = match same_block {
            true => self.threads(&chosen.sizes.block),
            false => self.grid(&chosen.sizes.grid),
        };
        sizes == [Size::Fixed(1); 3]
    }
}
