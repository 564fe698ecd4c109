//! Both kernels for all sizes.

use crate::messages;
use crate::model::{EveryRun, Extent, Shown, Sizes};
use crate::work::Work;
use inspect::Contracts;
use inspect::model::FileRun;
use solver::smt::SolverPool;
use std::time::Instant;
use symbolic::{Arena, Family};

impl Work<'_> {
    /// Compares both for all sizes.
    pub(crate) fn every(&self, pool: &SolverPool) -> EveryRun {
        let start = Instant::now();
        let mut run = EveryRun {
            shown: Shown::Not(String::new()),
            launches: Vec::new(),
            alike: [false; 3],
            multiples: Vec::new(),
            laws: Vec::new(),
            beyond: Vec::new(),
            non_null: false,
            checked: Vec::new(),
            time: start.elapsed(),
        };
        if let Err(why) = self.compare_all(&mut run) {
            run.shown = Shown::Not(why);
        }
        run.time = start.elapsed();
        if matches!(run.shown, Shown::Equal(_)) {
            let both = [0, 1].into_iter();
            run.checked = both
                .filter_map(|side| self.checked_for_all(side, pool))
                .collect();
        }
        run
    }

    /// Whether a number of a launch is not the multiple that it has to be for all sizes.
    pub(crate) fn is_outside(&self, every: &EveryRun, sizes: &Sizes) -> bool {
        every.multiples.iter().any(|one| {
            let part = one.parameter.and_then(|key| self.part(key));
            let value = part.and_then(|part| self.value(part, sizes));
            value.is_some_and(|value| value % i64::from(one.of.max(1)) != 0)
        })
    }

    fn compare_all(&self, run: &mut EveryRun) -> Result<(), String> {
        if !self.is_pair() {
            return Err(
                "a plain function and a sequence are executed in given sizes alone".to_owned(),
            );
        }
        if !self.ask.temporary.is_empty() {
            return Err("arrays that are no output are known in given sizes alone".to_owned());
        }
        let mut arena = Arena::default();
        let old = self.family(0, &mut arena)?;
        let new = self.family(1, &mut arena)?;
        let show = |arena: &Arena, id| symbolic::show(arena, id, 6, &|named| self.named(named));
        let same = symbolic::same(&mut arena, (&old, &new), &show)?;
        let Some(level) = same.compared.level() else {
            let first = same.compared.open.first();
            let terms = first.map(|pair| (show(&arena, pair.old), show(&arena, pair.new)));
            let (old, new) = terms.unwrap_or_default();
            return Err(format!(
                "the values are not shown to be the same: {old} and {new}"
            ));
        };
        run.laws = same.compared.laws.iter().copied().collect();
        run.launches = same.launches;
        run.alike = same.alike;
        let multiples = same.multiples.iter();
        run.launches
            .extend(multiples.map(|one| format!("{} is a multiple of {}", one.number, one.of)));
        run.multiples = same.multiples;
        run.launches.extend(self.dimensions());
        run.non_null = old.non_null || new.non_null;
        run.beyond = same
            .beyond
            .iter()
            .filter_map(|key| self.part(*key))
            .map(|part| format!("`{}`", self.name(part)))
            .collect();
        run.shown = Shown::Equal(level);
        Ok(())
    }

    fn family(&self, side: usize, arena: &mut Arena) -> Result<Family, String> {
        let one = Extent {
            block: [1; 3],
            grid: [1; 3],
            shared: None,
        };
        let nothing = Sizes {
            extents: [vec![one], vec![one]],
            values: Vec::new(),
            together: Vec::new(),
        };
        let name = self.names.get(side).map_or("", String::as_str);
        let Some(launch) = self.launch((side, 0), &nothing) else {
            return Err(format!("`{name}` was not understood"));
        };
        let function = launch.module.functions.get(launch.kernel.0 as usize);
        if function.is_none_or(|one| one.required_block.is_some() || one.most_threads.is_some()) {
            return Err(format!("`{name}` does not allow all sizes of blocks"));
        }
        symbolic::family(&launch, arena).map_err(|refused| {
            let (what, _) = messages::reason(&refused.why);
            format!("`{name}`: {what}")
        })
    }

    /// In how many dimensions launches are checked: those about which the kernels ask.
    fn dimensions(&self) -> Option<String> {
        let all = self.all().flat_map(|(_, one)| one.side.kernel.dimensions);
        match all.max().unwrap_or(3) {
            1 => Some("launches have one dimension".to_owned()),
            2 => Some("launches have at most two dimensions".to_owned()),
            _ => None,
        }
    }

    /// The race checker's answer for all launches of a kernel.
    fn checked_for_all(&self, side: usize, pool: &SolverPool) -> Option<FileRun> {
        let one = self.start((side, 0))?.side;
        let mut settings = one.settings.clone();
        settings.kernels = vec![one.kernel.name.clone()];
        settings.only = Vec::new();
        settings.except = Vec::new();
        settings.sizes = inspect::sizes::Wanted::default();
        settings.checks.contracts = Contracts::Given;
        settings.checks.launches = false;
        settings.checks.written = false;
        settings.checks.requires = Vec::new();
        settings.checks.tolerate_equal_writes = false;
        let mut runs = inspect::files(std::slice::from_ref(one.input), &settings, Some(pool));
        let mut run = runs.swap_remove(0);
        run.kernels.retain(|kernel| kernel.name == one.kernel.name);
        Some(run)
    }
}
