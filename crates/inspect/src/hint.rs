//! What would decide a kernel that is not decided: tried with little effort, so that it is known to help.

use crate::decide::Decided;
use crate::run::Checked;
use crate::sizes::{self, Chosen, Origin};
use contracts::Clause;
use kernel_graph::Module;
use races::{Lack, Looks, Report, Size, Sizes, Status};

/// Resource units for one try.
const BUDGET: u64 = 300_000;

/// Sizes that are tried of blocks, by how many dimensions a kernel asks about.
const BLOCKS: [[u32; 3]; 3] = [[256, 1, 1], [16, 16, 1], [8, 8, 4]];

/// Blocks of a grid that are tried, in each dimension.
const BLOCKS_OF_GRID: u32 = 4;

impl Checked<'_> {
    /// The flags with which a kernel is verified that is not decided, for sizes that nothing says; none if no limit is the
    /// reason, or none of those that were tried decides it.
    pub(crate) fn hint(&self, decided: &Decided<'_>) -> Option<String> {
        let by_limit = |lack: &Lack| matches!(lack, Lack::Solver(_) | Lack::Unconfirmed);
        let report = &decided.report;
        let limited = report.undecided.iter().all(|one| by_limit(&one.lack));
        let chosen = &decided.chosen;
        let open = [
            (chosen.block, &chosen.sizes.block),
            (chosen.grid, &chosen.sizes.grid),
        ]
        .map(|(origin, sizes)| origin == Origin::Any && sizes.contains(&Size::Any));
        if report.status() != Status::Unknown || !limited || open == [false, false] {
            return None;
        }
        // With less given it is harder: nothing helps where all that may be given does not.
        let [block, grid] = open;
        if !self.is_verified(decided, block, grid) {
            return None;
        }
        let fewer = [[true, false], [false, true]].into_iter();
        let mut fewer = fewer.filter(|_| open == [true, true]);
        let helps = fewer.find(|[block, grid]| self.is_verified(decided, *block, *grid));
        let [block, grid] = helps.unwrap_or(open);
        let with = fixed(chosen, block, grid);
        let mut flags = Vec::new();
        if block {
            flags.push(format!("--block {}", sizes::show(&with.sizes.block)));
        }
        if grid {
            flags.push(format!("--grid {}", sizes::show(&with.sizes.grid)));
        }
        Some(format!(
            "with `{}` it is verified: give the sizes that it is launched with",
            flags.join(" ")
        ))
    }

    fn is_verified(&self, decided: &Decided<'_>, block: bool, grid: bool) -> bool {
        let sizes = fixed(&decided.chosen, block, grid).sizes;
        let effort = Effort {
            units: BUDGET,
            looks: Looks::Glance,
        };
        let module = &decided.module;
        let verified = self.verifies((module, sizes), &decided.clauses, effort);
        verified.is_some()
    }

    /// What is said of the kernel if it is verified for these sizes where these clauses hold and no others, with so much
    /// effort, which is not part of that for its checks.
    pub(crate) fn verifies(
        &self,
        (module, sizes): (&Module, Sizes),
        clauses: &[Clause],
        effort: Effort,
    ) -> Option<Report> {
        let mut options = self.options(sizes);
        options.premises = clauses.to_vec();
        options.until_one = true;
        options.explain = None;
        options.budget = options.budget.min(effort.units);
        options.looks = effort.looks;
        let report = races::check(module, self.kernel, &options, self.pool);
        (report.status() == Status::Verified).then_some(report)
    }
}

/// How hard something is tried that only helps.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// Resource units.
    pub units: u64,
    /// Where the checker looks.
    pub looks: Looks,
}

/// The sizes with those of usual blocks for blocks that are open.
pub(crate) fn of_usual_blocks(chosen: &Chosen) -> Sizes {
    fixed(chosen, true, false).sizes
}

/// The sizes with numbers for those that are open.
fn fixed(chosen: &Chosen, block: bool, grid: bool) -> Chosen {
    let mut with = *chosen;
    let dimensions = chosen.dimensions();
    let of_blocks = BLOCKS.get(dimensions.saturating_sub(1)).copied();
    let of_blocks = of_blocks.unwrap_or([1; 3]);
    if block {
        for (size, n) in with.sizes.block.iter_mut().zip(of_blocks) {
            if *size == Size::Any {
                *size = Size::Fixed(n);
            }
        }
    }
    if grid {
        for size in &mut with.sizes.grid {
            if *size == Size::Any {
                *size = Size::Fixed(BLOCKS_OF_GRID);
            }
        }
    }
    with
}
