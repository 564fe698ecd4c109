//! The cache of a run: where it is, and what is said of it.

use super::settings::CacheSettings;
use crate::cache::place::{self, Place};
use crate::cache::seal::Seal;
use crate::cache::{Again, Cache, Mode};
use crate::cli::{CacheMode, CacheVerify};
use crate::config::Config;
use crate::config::place::At;
use crate::output::{self, Failure};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};

/// Where answers are kept, if anywhere. The variable `ALPINIST_CACHE` names a folder or a server, or
/// says `off`, where no flag does. `speaks` and `quiet` are the run's.
///
/// # Errors
/// `C001` or `C013` for the address of a server that is none, or that this program cannot use.
pub fn cache(
    settings: &CacheSettings,
    config: &Config,
    (speaks, quiet): (bool, bool),
) -> Result<Option<Cache>, Failure> {
    let set = std::env::var_os("ALPINIST_CACHE").filter(|value| !value.is_empty());
    let mode = settings.mode.or(config.cache_mode);
    let named = settings.place.clone();
    let off = settings.off || mode == Some(CacheMode::Off);
    if off || (named.is_none() && set.as_deref().is_some_and(|value| value == "off")) {
        return Ok(None);
    }
    let words = named.or_else(|| set.map(PathBuf::from));
    let Some(place) = place_of_answers(words, config)? else {
        return Ok(None);
    };
    let mode = match mode {
        Some(CacheMode::Enforce) => Mode::Enforce,
        Some(CacheMode::ReadWrite | CacheMode::Off) | None => Mode::ReadWrite,
    };
    let again = match settings.verify {
        None => Again::None,
        Some(CacheVerify::Sample) => Again::Sample,
        Some(CacheVerify::All) => Again::All,
    };
    let Some(seal) = Seal::of_user(place.path()) else {
        return Ok(None);
    };
    let cache = Cache::new(place, mode, again, seal);
    if let Err(message) = cache.prepare()
        && !quiet
    {
        let help = "name another with --cache, or say --no-cache";
        output::tell(&Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::global(Code::C006, message).with_help(help)
        });
    }
    let mut used = USED.lock().unwrap_or_else(PoisonError::into_inner);
    used.push((cache.clone(), speaks && !quiet));
    Ok(Some(cache))
}

/// The caches of this program, and whether it may be told what becomes of them.
static USED: Mutex<Vec<(Cache, bool)>> = Mutex::new(Vec::new());

/// At the end of the program, when everything else is said: waits until all answers are kept, and says
/// if they could not be.
pub fn finish() {
    let used = std::mem::take(&mut *USED.lock().unwrap_or_else(PoisonError::into_inner));
    for (cache, speaks) in used {
        if let Some(diagnostic) = cache.finish().filter(|_| speaks) {
            output::tell(&diagnostic);
        }
    }
}

/// The place that a flag or the variable names, else that of the project, else the user's.
fn place_of_answers(words: Option<PathBuf>, config: &Config) -> Result<Option<Place>, Failure> {
    let help = "name a folder, or say --no-cache; README.md tells how to build with `remote-cache`";
    let (place, way) = match (words, &config.cache) {
        (Some(words), _) => (Some(Place::named(&words)), None),
        (None, Some(words)) if place::scheme(words).is_some() => {
            (Some(Place::named(words)), Some([At::Key("cache")]))
        }
        (None, Some(path)) => (Some(Place::named(&config.place(path))), None),
        (None, None) => (Place::usual().map(|path| Place::named(&path)), None),
    };
    place.transpose().map_err(|why| {
        let code = if way.is_some() {
            Code::C013
        } else {
            Code::C001
        };
        let diagnostic = Diagnostic::global(code, why).with_help(help);
        match way {
            Some(way) => config.origin.told(&way, diagnostic),
            None => diagnostic.into(),
        }
    })
}
