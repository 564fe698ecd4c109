//! Launches of what is compiled: clang is asked for the text behind its preprocessor, and what the file itself says of
//! launches counts as far as that agrees.

use super::attempt::Attempt;
use super::expanded::Expanded;
use super::session::{OWN, Outcome, Session, Wanted, line_of};
use crate::launches::{self, Launch};
use crate::tokens::includes;
use std::collections::HashSet;
use text::span::Span;

/// Words of CUDA that are macros here, and are none behind the preprocessor.
const KEPT_WORDS: [&str; 9] = [
    // Code of the host is for no such machine.
    "__CUDA_ARCH__",
    "__global__",
    "__device__",
    "__host__",
    "__shared__",
    "__constant__",
    "__managed__",
    "__grid_constant__",
    "__launch_bounds__",
];

/// Where the lines of a text begin.
fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

/// Whether it may depend on something what of a text is compiled.
fn has_conditions(text: &str) -> bool {
    let odd = text.contains("%:") || text.contains("??");
    let text = &text.replace("\\\n", "").replace("\\\r\n", "");
    odd || text.match_indices('#').any(|(at, _)| {
        let rest = text.get(at + 1..).unwrap_or("");
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\\');
        // Comments may stand between.
        rest.starts_with("if") || rest.starts_with('/')
    })
}

impl Session<'_> {
    /// What the text and what is compiled of it both say of launches.
    pub(super) fn compiled_launches(&mut self, outcome: &Outcome) -> Vec<Launch> {
        // Without one that the text shows, no size is known of any.
        if self.launches.is_empty() {
            return Vec::new();
        }
        let text = &self.request.text;
        let Some(expanded) = self.expanded(outcome) else {
            let all = self.launches.iter().cloned();
            return all.map(Launch::unread).collect();
        };
        let none = launches::Around::default();
        let starts = line_starts(text);
        let compiled = launches::launches(&expanded.text, 0, &[], &none).into_iter();
        let compiled = compiled.map(|launch| {
            let line = expanded.line(launch.place.start as usize);
            let start = line.and_then(|line| starts.get(line.checked_sub(1)?));
            match start {
                None => (None, launch.without_sizes()),
                Some(start) => {
                    let place = Span::new(0, *start, start.saturating_add(1));
                    (line, Launch { place, ..launch })
                }
            }
        });
        let compiled: Vec<(Option<usize>, Launch)> = compiled.collect();
        let alone = expanded.is_alone() && !self.misses_quoted(outcome);
        if alone && !has_conditions(text) && launches::words_stay(text, &expanded.text) {
            return compiled.into_iter().map(|(_, launch)| launch).collect();
        }
        let own = self.launches.iter().map(|launch| {
            let here = launch.place != Span::default();
            (here.then(|| line_of(text, launch.place)), launch.clone())
        });
        launches::agreed(own.collect(), compiled)
    }

    /// Whether a header of the project is not there: it may change what names mean.
    fn misses_quoted(&self, outcome: &Outcome) -> bool {
        let mut all = includes(&self.request.text).into_iter();
        all.any(|include| include.quoted && outcome.missing.contains(&include.name))
    }

    /// The file behind the preprocessor; none if clang does not get to its end.
    fn expanded(&mut self, outcome: &Outcome) -> Option<Expanded> {
        let attempt = Attempt {
            mode: outcome.mode,
            mentioned: HashSet::new(),
            without: HashSet::new(),
            missing: outcome.missing.clone(),
        };
        // The words that make a function a kernel stay what they are.
        let prelude = outcome.prelude.without(&KEPT_WORDS);
        let output = self.asked(&attempt, &prelude, Wanted::Text).ok()?;
        let ends = !output.messages.contains("fatal error:");
        let text = String::from_utf8(output.tree).ok().filter(|_| ends)?;
        Some(Expanded::of(&text, self.main, OWN))
    }
}
