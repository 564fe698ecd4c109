//! Faults of the moment, such as a thread that cannot be started for want of memory. What is said because
//! of one need not be said another time, so it must not be kept.

use std::sync::atomic::{AtomicU64, Ordering};

static COUNT: AtomicU64 = AtomicU64::new(0);

/// Something was concluded, or given up, because of such a fault.
pub fn note() {
    COUNT.fetch_add(1, Ordering::Relaxed);
}

/// How many there were in this process.
pub fn noted() -> u64 {
    COUNT.load(Ordering::Relaxed)
}
