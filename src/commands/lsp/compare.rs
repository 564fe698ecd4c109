//! A kernel in the editor against the version of it that git has.

use super::{Kernels, kernels_of};
use crate::cli::LspArgs;
use crate::cli::kernels::STATEMENTS;
use crate::commands::equal::committed;
use crate::files::Place;
use crate::output::Failure;
use crate::run::gate::Gate;
use ::equal::{Ask, Side, Wanted};
use inspect::{GraphKernel, Graphs, Input, Settings};
use lsp::host::{Compared, Comparing};
use report::Style;
use solver::smt::SolverPool;
use std::path::Path;
use std::sync::Arc;

/// The revision that a kernel is compared with.
const REVISION: &str = "HEAD";

/// What it takes to compare a kernel with its committed version.
pub(super) fn comparing(
    args: &LspArgs,
    path: &Path,
    text: &str,
    kernel: &str,
) -> Result<Comparing, Failure> {
    let Kernels {
        jobs,
        workers,
        config,
    } = kernels_of(args, path, text)?;
    let gate = Gate::of(&[], &config, &[]);
    let pool = Arc::clone(&workers.pool);
    let (place, name) = (Place::Path(path.to_owned()), kernel.to_owned());
    let compare = move || {
        let mut jobs = jobs.into_iter();
        let job = jobs.find(|(_, settings)| inspect::is_meant(&name, &settings.kernels));
        let (input, settings) = job.ok_or_else(|| format!("no entry reads `{name}`"))?;
        let old = committed(&place, input.clone(), REVISION).map_err(|wrong| wrong.0.message)?;
        compared([&old, &input], (&settings, &name), (&gate, &workers.pool))
    };
    Ok(Comparing {
        pool,
        compare: Box::new(compare),
    })
}

fn compared(
    inputs: [&Input; 2],
    (settings, name): (&Settings, &str),
    (gate, pool): (&Gate, &SolverPool),
) -> Result<Compared, String> {
    let read = |input: &Input| {
        let graphs = inspect::graphs(input, settings);
        graphs.ok_or_else(|| format!("{} is not read as kernels", input.name))
    };
    let [old, new] = inputs;
    let (before, after) = (read(old)?, read(new)?);
    let side = |input, graphs| side(input, settings, graphs, name);
    let ask = Ask {
        demanded: symbolic::Level::Reordered,
        accept_contract: false,
        wanted: Wanted {
            block: [None; 2],
            grid: [None; 2],
            values: Vec::new(),
            shared: [None; 2],
        },
        steps: STATEMENTS,
        temporary: Vec::new(),
    };
    let mut pair = ::equal::compare([side(old, &before)?, side(new, &after)?], &ask, pool);
    for file in pair.checked() {
        gate.check_kernels(file);
    }
    let text = ::equal::words::describe(&pair, Style::default());
    Ok(Compared {
        status: pair.status(),
        verdict: format!("{} [git {REVISION}]", ::equal::words::verdict(&pair)),
        text,
    })
}

fn side<'a>(
    input: &'a Input,
    settings: &'a Settings,
    graphs: &'a Graphs,
    name: &str,
) -> Result<Side<'a>, String> {
    let found: Option<&GraphKernel> = graphs.kernels.iter().find(|one| one.name == name);
    let kernel = found.ok_or_else(|| format!("{} has no kernel `{name}`", input.name))?;
    Ok(Side {
        input,
        settings,
        graphs,
        kernel,
    })
}
