//! What the programs of a folder need, one with another.

use crate::measure::{Bench, OfFile};
use std::path::{Path, PathBuf};

/// Of many files: how many, and what the middle one, the one at 95 of 100, and the last one need.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// How many.
    pub files: usize,
    /// Seconds of the middle file, of the one at 95 in a hundred, and of the slowest.
    pub seconds: [f64; 3],
    /// The slowest file.
    pub slowest: String,
    /// The solver's resource units of all together.
    pub units: u64,
}

/// Measures all `.pvl` files below a folder; none if there are none.
///
/// # Errors
/// As of [`Bench::files`].
pub fn measure(bench: &Bench, folder: &Path) -> Result<Option<Spread>, String> {
    let mut files = Vec::new();
    below(folder, &mut files);
    files.sort();
    Ok(spread(bench.files(&files)?))
}

fn below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => below(&path, files),
            false if path.extension().is_some_and(|ending| ending == "pvl") => files.push(path),
            false => {}
        }
    }
}

fn spread(mut files: Vec<OfFile>) -> Option<Spread> {
    files.sort_by(|one, two| one.seconds.total_cmp(&two.seconds));
    let at = |hundredth: usize| files.get((files.len().checked_sub(1)?) * hundredth / 100);
    Some(Spread {
        files: files.len(),
        seconds: [at(50)?.seconds, at(95)?.seconds, at(100)?.seconds],
        slowest: at(100)?.name.clone(),
        units: files.iter().map(|file| file.units).sum(),
    })
}
