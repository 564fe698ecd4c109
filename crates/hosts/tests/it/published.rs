//! The published programs.
use trials::Suite;
pub fn tests(_suite: &mut Suite) {}
