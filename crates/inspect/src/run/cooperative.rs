//! Whether a launch is cooperative, as a barrier of the whole grid needs it.

use super::kernel::Checked;
use crate::model::Satisfied;
use crate::sizes;
use hosts::{Hosts, Launch};
use kernel_graph::{Scope, StmtKind};

impl Checked<'_> {
    /// A launch of a kernel that waits for the whole grid has to be a cooperative one.
    pub(super) fn of_whole_grid(&self, hosts: &Hosts, launch: &Launch) -> Option<Satisfied> {
        let reached = sizes::reached(self.module, self.kernel);
        let blocks = reached.into_iter().flat_map(|function| &function.blocks);
        let mut stmts = blocks.flat_map(|block| &block.stmts);
        let waits = stmts.any(|stmt| match &stmt.kind {
            StmtKind::Barrier(barrier) => matches!(barrier.scope, Scope::Grid),
            _ => false,
        });
        if !waits {
            return None;
        }
        // What is called says it, and no word of the arguments.
        let text = hosts.unit.slice(launch.place.span);
        let called = text
            .split('(')
            .next()
            .unwrap_or("")
            .trim_start_matches("::")
            .trim();
        let plain = match called {
            "cudaLaunchCooperativeKernel" | "hipLaunchCooperativeKernel" => return None,
            "cudaLaunchKernel" | "hipLaunchKernel" | "hipLaunchKernelGGL" => true,
            _ => text.contains("<<<"),
        };
        Some(match plain {
            true => Satisfied::Violates {
                clause: "a cooperative launch".to_owned(),
                finding: Some("the barrier of the whole grid has no meaning".to_owned()),
            },
            false => Satisfied::Unchecked(
                "it is not known whether it is a cooperative launch".to_owned(),
            ),
        })
    }
}
