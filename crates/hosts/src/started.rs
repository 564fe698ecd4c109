//! Whether a device starts a launch, whatever the values that are not known.
//!
//! What a contract asks of a launch is asked of one that is started: of another nothing goes wrong. What has to be written is
//! not written by it, though.

use crate::Hosts;
use crate::check::{BLOCKS, GRIDS, MOST_THREADS};
use crate::decide::Question;
use crate::launch::Launch;
use crate::number::Number;
use contracts::Relation;

impl Hosts {
    /// Whether blocks and grid of a launch have sizes that a device starts in any case; of a launch of which nothing is known
    /// this is not known.
    pub fn starts(&self, launch: &Launch) -> bool {
        let Ok(passed) = &launch.passed else {
            return false;
        };
        let mut question = Question::with(&self.symbols, &passed.facts);
        let mut holds = |left: &Number, relation, right: i128| {
            let formula = question.compare(left, relation, &Number::Literal(right));
            question.proves(&formula)
        };
        let sizes = [(&passed.block, BLOCKS), (&passed.grid, GRIDS)];
        let each = sizes
            .into_iter()
            .flat_map(|(sizes, most)| sizes.iter().zip(most));
        let mut each = each.map(|(size, most)| {
            holds(size, Relation::AtLeast, 1) && holds(size, Relation::AtMost, most)
        });
        let in_limits = each.all(|one| one);
        drop(each);
        let [x, y, z] = passed.block.clone();
        in_limits && holds(&x.times(y).times(z), Relation::AtMost, MOST_THREADS)
    }
}
