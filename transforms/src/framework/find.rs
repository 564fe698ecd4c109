//! How a flag names a site: which one a name means, and the shortest name of each.

use super::input::{Input, Refusal};
use super::site::{Site, SiteKind, SiteName, sites};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::nearest::nearest;
use text::span::Span;

/// The one site of this kind that a flag means.
///
/// # Errors
/// `C102` if there is none, `C103` if there are several, each with the candidates.
pub fn find_site(
    input: &Input<'_>,
    kind: SiteKind,
    name: Option<&SiteName>,
) -> Result<Site, Refusal> {
    find_site_that(input, kind, name, |_| false)
}

/// The same, where several may be meant, but only some `fit` what is asked for.
///
/// # Errors
/// As [`find_site`]; also `C103` if several fit, with these.
pub(crate) fn find_site_that(
    input: &Input<'_>,
    kind: SiteKind,
    name: Option<&SiteName>,
    fit: impl Fn(&Site) -> bool,
) -> Result<Site, Refusal> {
    let all: Vec<Site> = sites(input.program)
        .into_iter()
        .filter(|site| input.only.is_none_or(|only| site.is_in(only)))
        .collect();
    let candidates: Vec<Site> = all
        .iter()
        .filter(|site| site.kind == kind)
        .cloned()
        .collect();
    let matching = match name {
        None => candidates.clone(),
        Some(SiteName::Name(name)) => by_name(&candidates, name),
        Some(SiteName::InMethod(method, name)) => {
            let inside: Vec<Site> = candidates
                .iter()
                .filter(|site| site.is_in(method))
                .cloned()
                .collect();
            by_name(&inside, name)
        }
        Some(SiteName::Line(line)) => by_line(input, &candidates, *line),
    };
    let matching = match matching.len() {
        0 | 1 => matching,
        _ => {
            let fitting: Vec<Site> = matching.iter().filter(|s| fit(s)).cloned().collect();
            if fitting.is_empty() {
                matching
            } else {
                fitting
            }
        }
    };
    let what = match kind {
        SiteKind::Loop => "loop",
        SiteKind::ParBlock => "parallel block",
        SiteKind::Own(word) => word,
    };
    match matching.as_slice() {
        [site] => Ok(site.clone()),
        [] => {
            let message = match name {
                Some(name) => format!("there is no {what} `{name}`"),
                None => format!("the program has no {what}"),
            };
            let mut refused = listed(input, Diagnostic::global(Code::C102, message), &candidates);
            let names: Vec<String> = candidates
                .iter()
                .map(|site| name_of(input, site, &candidates).to_string())
                .collect();
            let wanted = name.map(ToString::to_string).unwrap_or_default();
            if let Some(near) = nearest(&wanted, names.iter().map(String::as_str)) {
                refused.help = Some(match names.len() {
                    1 => format!("did you mean `@{near}`? There is only this one"),
                    _ => format!(
                        "did you mean `@{near}`? {}",
                        refused.help.unwrap_or_default()
                    ),
                });
            }
            Err(Refusal::wrong_input(refused))
        }
        _ => {
            let message = match name {
                Some(name) => format!("`{name}` could be any of {} {what}s", matching.len()),
                None => format!("there are {} {what}s; say which", matching.len()),
            };
            Err(Refusal::wrong_input(listed(
                input,
                Diagnostic::global(Code::C103, message),
                &matching,
            )))
        }
    }
}

/// Loops over a variable, the block of that name, or else the loops within such a block.
fn by_name(candidates: &[Site], name: &str) -> Vec<Site> {
    let pick = |test: &dyn Fn(&Site) -> bool| -> Vec<Site> {
        candidates
            .iter()
            .filter(|site| test(site))
            .cloned()
            .collect()
    };
    let named = pick(&|site| site.names.iter().any(|own| own == name));
    if named.is_empty() {
        pick(&|site| site.within.iter().any(|outer| outer == name))
    } else {
        named
    }
}

/// Sites whose head covers the line, or else the innermost ones around it.
fn by_line(input: &Input<'_>, candidates: &[Site], line: usize) -> Vec<Site> {
    let covers = |span: Span| {
        let last = Span {
            start: span.end.saturating_sub(1),
            ..span
        };
        (input.line(span)..=input.line(last)).contains(&line)
    };
    let heads: Vec<Site> = candidates
        .iter()
        .filter(|site| covers(site.head))
        .cloned()
        .collect();
    if !heads.is_empty() {
        return heads;
    }
    let around: Vec<&Site> = candidates.iter().filter(|site| covers(site.span)).collect();
    around
        .iter()
        .filter(|site| {
            !around
                .iter()
                .any(|other| other.id != site.id && site.span.contains(other.span))
        })
        .map(|site| (*site).clone())
        .collect()
}

/// The diagnostic with each candidate as a place, and how to name it.
fn listed(input: &Input<'_>, diagnostic: Diagnostic, candidates: &[Site]) -> Diagnostic {
    if candidates.is_empty() {
        return diagnostic;
    }
    let mut names = Vec::new();
    let mut diagnostic = diagnostic;
    for site in candidates {
        let name = name_of(input, site, candidates);
        diagnostic = diagnostic.with_label(site.head, format!("{}: `@{name}`", site.describe()));
        names.push(format!("`@{name}`"));
    }
    diagnostic.with_help(match names.as_slice() {
        [only] => format!("there is only {only}"),
        _ => format!("one of {}", names.join(", ")),
    })
}

/// The shortest way to name a site so that no other one is meant.
pub(crate) fn name_of(input: &Input<'_>, site: &Site, all: &[Site]) -> SiteName {
    let in_own = site.method.rsplit('.').next().unwrap_or(&site.method);
    for name in &site.names {
        if by_name(all, name).len() == 1 {
            return SiteName::Name(name.clone());
        }
        for method in [in_own, &site.method] {
            let inside: Vec<Site> = all
                .iter()
                .filter(|other| other.is_in(method))
                .cloned()
                .collect();
            if by_name(&inside, name).len() == 1 {
                return SiteName::InMethod(method.to_owned(), name.clone());
            }
        }
    }
    let body = Span {
        start: site.head.end.saturating_sub(1),
        ..site.head
    };
    // Where it begins is where one looks for it, unless another one is meant by that line.
    let first = input.line(site.head);
    match by_line(input, all, first).as_slice() {
        [only] if only.id == site.id => SiteName::Line(first),
        _ => SiteName::Line(input.line(body)),
    }
}
