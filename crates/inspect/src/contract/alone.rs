//! Whether threads meet at all where there is one block, or one thread in each.

use crate::sizes::Chosen;
use races::Size;

/// Whether threads of one block, or of two, meet nowhere, for there is one alone.
pub(super) fn is_alone(same_block: bool, chosen: &Chosen) -> bool {
    let sizes = match same_block {
        true => chosen.sizes.block,
        false => chosen.sizes.grid,
    };
    sizes == [Size::Fixed(1); 3]
}
