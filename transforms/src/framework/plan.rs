//! The plan: every site of a program, with what could be done there as far as can be said
//! without a proof.

use super::find::name_of;
use super::input::Input;
use super::site::{Site, SiteName, sites};
use crate::TRANSFORMATIONS;
use std::fmt;
use text::diagnostics::Diagnostic;

/// A flag that would ask for a step; a letter stands for a number that is left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagForm {
    before: String,
    /// The letter, if there is one, and what follows it.
    open: Option<(&'static str, String)>,
}

impl FlagForm {
    /// A flag that leaves nothing open.
    pub(crate) fn whole(flag: String) -> Self {
        FlagForm {
            before: flag,
            open: None,
        }
    }

    /// A flag with a number left open between two pieces of text.
    pub(crate) fn open(before: impl Into<String>, letter: &'static str, after: String) -> Self {
        FlagForm {
            before: before.into(),
            open: Some((letter, after)),
        }
    }

    /// The flag with each of these numbers; the flag itself if it leaves nothing open.
    pub fn filled(&self, numbers: &[&str]) -> Vec<String> {
        match &self.open {
            None => vec![self.before.clone()],
            Some((_, after)) => numbers
                .iter()
                .map(|number| format!("{}{number}{after}", self.before))
                .collect(),
        }
    }
}

impl fmt::Display for FlagForm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.open {
            None => write!(formatter, "{}", self.before),
            Some((letter, after)) => write!(formatter, "{}{letter}{after}", self.before),
        }
    }
}

/// What could be done at a site.
#[derive(Clone, Debug)]
pub struct Possible {
    /// The flag that would ask for it.
    pub flag: FlagForm,
    /// What stands in the way; none if only a proof can tell.
    pub obstacle: Option<Diagnostic>,
}

/// The same, with who could do it.
#[derive(Clone, Debug)]
pub struct Possibility {
    /// The transformation's name.
    pub transformation: &'static str,
    /// The flag that would ask for it.
    pub flag: FlagForm,
    /// What stands in the way; none if only a proof can tell.
    pub obstacle: Option<Diagnostic>,
}

/// A site with what could be done there.
#[derive(Clone, Debug)]
pub struct PlanEntry {
    /// The site.
    pub site: Site,
    /// How a flag would name it.
    pub name: SiteName,
    /// What could be done.
    pub possible: Vec<Possibility>,
}

/// Every site of the program with what could be done there; nothing is proved.
pub fn plan(input: &Input<'_>) -> Vec<PlanEntry> {
    let mut all: Vec<Site> = sites(input.program);
    for entry in TRANSFORMATIONS {
        all.extend(entry.sites(input));
    }
    all.retain(|site| input.only.is_none_or(|only| site.is_in(only)));
    all.sort_by_key(|site| (site.span.file, site.span.start, u32::MAX - site.span.end));
    all.iter()
        .map(|site| {
            let peers: Vec<Site> = all
                .iter()
                .filter(|other| other.kind == site.kind)
                .cloned()
                .collect();
            let name = name_of(input, site, &peers);
            let possible = TRANSFORMATIONS.iter().flat_map(|entry| {
                let found = entry.possible(input, site, &name).into_iter();
                found.map(|one| Possibility {
                    transformation: entry.about().name,
                    flag: one.flag,
                    obstacle: one.obstacle,
                })
            });
            PlanEntry {
                site: site.clone(),
                possible: possible.collect(),
                name: name.clone(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::FlagForm;

    #[test]
    fn letters_become_numbers() {
        let unroll = FlagForm::open("--unroll ", "K", "@k".to_owned());
        assert_eq!(unroll.to_string(), "--unroll K@k");
        assert_eq!(unroll.filled(&["2", "4"]), ["--unroll 2@k", "--unroll 4@k"]);
        let whole = FlagForm::whole("--prefetch 'a[K]'@b".to_owned());
        assert_eq!(whole.filled(&["2", "4"]), ["--prefetch 'a[K]'@b"]);
    }
}
