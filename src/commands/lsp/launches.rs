//! The sizes of the launches in the files of a project, for who writes `alpinist.toml`.

use crate::cli::kernels::KernelArgs;
use crate::config::Config;
use crate::kernels;
use itertools::Itertools;
use lsp::host::{Reading, Sizes};
use races::Size;
use std::path::Path;

/// Of how many files launches are read.
const FILES: usize = 16;

/// What it takes to read the launches of the entry that is meant, or of all.
pub(super) fn reading(path: &Path, text: &str, entry: Option<usize>) -> Reading {
    let (path, text) = (path.to_owned(), text.to_owned());
    Box::new(move || {
        let mut config = Config::understand(&path, &text).map_err(|wrong| wrong.0.message)?;
        if let Some(entry) = entry {
            let meant = config.kernel.get(entry).cloned();
            config.kernel = meant.into_iter().collect();
        }
        let (jobs, _) = kernels::entries(&KernelArgs::default(), &config);
        let mut found = Vec::new();
        for ((input, settings), _) in jobs.iter().take(FILES) {
            let graphs = inspect::graphs(input, settings);
            for kernel in graphs.iter().flat_map(|graphs| &graphs.kernels) {
                found.extend(kernel.launches.iter().map(|launch| Sizes {
                    file: input.name.clone(),
                    kernel: kernel.name.clone(),
                    block: shown(launch.block),
                    grid: shown(launch.grid),
                }));
            }
        }
        Ok(found.into_iter().unique_by(Sizes::clone).collect())
    })
}

fn shown(size: [u32; 3]) -> String {
    inspect::sizes::show(&size.map(Size::Fixed))
}
