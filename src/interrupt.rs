//! Ctrl-C and the like: a run may be ended anywhere but between two files that belong together.

use std::sync::{Mutex, MutexGuard, PoisonError};

static REPLACING: Mutex<()> = Mutex::new(());

/// As long as this is kept, signals wait.
pub fn later() -> MutexGuard<'static, ()> {
    REPLACING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a signal ends the program as it always does, but not while files are replaced,
/// so that no temporary file is left and no half of them is new. A file that grows beyond the
/// system's limit is an error of writing, as on a full disk.
#[cfg(unix)]
pub fn prepare() {
    use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
    let flag = std::sync::Arc::default();
    // Without these the system's own way stays, which is less tidy and no less right.
    let _ = signal_hook::flag::register(SIGXFSZ, flag);
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let _whole = later();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// Signals are left to the system.
#[cfg(not(unix))]
pub fn prepare() {}
