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
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    let flag = std::sync::Arc::default();
    // Without these the system's own way stays, which is less tidy and no less right.
    let _ = signal_hook::flag::register(SIGXFSZ, flag);
    let mut held = vec![SIGINT, SIGTERM];
    // Whoever has them ignored, as `nohup` does, wants that to stay.
    held.extend(
        [SIGHUP, SIGQUIT]
            .into_iter()
            .filter(|signal| is_open(*signal)),
    );
    let Ok(mut signals) = signal_hook::iterator::Signals::new(held) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let _whole = later();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
}

/// Whether a signal is known not to be ignored. Linux tells; elsewhere nothing is known.
#[cfg(unix)]
fn is_open(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else {
        return false;
    };
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The mask's lowest bit is signal 1.
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 0)
}

/// Signals are left to the system.
#[cfg(not(unix))]
pub fn prepare() {}
