//! New barriers that others make needless.
//!
//! Each clause is true of the choice in whose trial its race was found; a barrier that comes later may make
//! known a value by which that race is none; and what is checked on the way, with one meaning of signed arithmetic,
//! may not be shown where it is with another. So the last word is that of a trial without each new barrier, checked
//! as the user wants.

use crate::cover::Var;
use crate::search::{Trial, Work};
use crate::with::How;
use std::collections::BTreeSet;

impl Work<'_> {
    /// The trial without new barriers that are not needed beside the others, the dearest first.
    pub(crate) fn without_needless(&mut self, mut trial: Trial, there: &BTreeSet<Var>) -> Trial {
        let mut new: Vec<Var> = trial.chosen.difference(there).copied().collect();
        // A single one is needed: without it something is wrong.
        if new.len() < 2 {
            return trial;
        }
        let prices = self.choices.prices(self.search.options);
        new.sort_by_key(|var| std::cmp::Reverse(prices.get(*var).map(|price| price.cost)));
        for var in new {
            if self.is_spent() {
                break;
            }
            let mut fewer = trial.chosen.clone();
            fewer.remove(&var);
            let tried = self.as_wanted(&fewer, &How::usual());
            if let Some(tried) = tried.filter(Trial::stands) {
                trial = tried;
                self.least = false;
            }
        }
        trial
    }
}
