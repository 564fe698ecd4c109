//! Programs in which a value changes between its definition and the launch.
use trials::Suite;
pub fn tests(_suite: &mut Suite) {}
