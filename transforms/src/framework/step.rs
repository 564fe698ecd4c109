//! Steps: what is to be done, where, and who asks for it.

use super::contracts::Contracts;
use super::directive::Carrier;
use super::input::{Input, Refusal, Rewritten};
use super::prover::{Prover, Watched};
use super::site::SiteName;
use super::table::{Entry, Work};
use super::transformation::{About, FlagFault};
use super::{braces, meaning, operators};
use crate::TRANSFORMATIONS;
use std::sync::Arc;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// One transformation to carry out.
#[derive(Clone, Debug)]
pub struct Step {
    /// What to do.
    pub work: Arc<dyn Work>,
    /// Where, and who asks for it.
    pub asked: Asked,
}

/// Where a step is carried out, and who asks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Where, if a flag says so; a directive is its own place.
    pub site: Option<SiteName>,
    /// Who asks for it.
    pub origin: StepOrigin,
}

impl Asked {
    /// The directive's place, if it is one.
    pub fn directive(&self) -> Option<Span> {
        match &self.origin {
            StepOrigin::Directive { span, .. } => Some(*span),
            StepOrigin::Flag(_) => None,
        }
    }
}

/// Who asks for a step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepOrigin {
    /// A directive in the program.
    Directive {
        /// Its place.
        span: Span,
        /// What it stands before.
        carrier: Carrier,
    },
    /// A flag, as written on the command line.
    Flag(String),
}

impl Step {
    /// What is said about its transformation.
    pub fn about(&self) -> &'static About {
        self.work.about()
    }

    /// How the contracts after the step relate to those before; `input` is the program before.
    pub fn contracts(&self, input: &Input<'_>) -> Box<dyn Contracts> {
        self.work.contracts(input, &self.asked)
    }
}

/// The transformation of this name.
pub fn named(name: &str) -> Option<&'static dyn Entry> {
    let mut all = TRANSFORMATIONS.iter().copied();
    all.find(|entry| entry.about().name == name)
}

/// Carries out one step: the edits, or why not.
///
/// # Errors
/// A [`Refusal`] with the class that decides the exit status.
pub fn apply(
    input: &Input<'_>,
    step: &Step,
    prover: &mut dyn Prover,
) -> Result<Rewritten, Refusal> {
    let about = step.about();
    if about.braces {
        braces::required(input, about.name)?;
    }
    operators::built_in(input, about.name)?;
    let mut watched = Watched {
        inner: prover,
        contradictory: false,
    };
    let rewritten = step.work.apply(input, &step.asked, &mut watched);
    let rewritten = match watched.contradictory {
        true => rewritten.map_err(|refusal| contradictory(about.name, &refusal))?,
        false => rewritten?,
    };
    match rewritten.edits.check(input.files) {
        Ok(()) => {
            meaning::kept(input, about.name, &rewritten.edits)?;
            Ok(rewritten)
        }
        Err(error) => Err(Refusal::unknown(Diagnostic::global(
            Code::A004,
            format!("`{}` makes changes that do not fit: {error}", about.name),
        ))),
    }
}

/// Why a step is refused that asked where everything holds, since `false` does.
fn contradictory(step: &str, refusal: &Refusal) -> Refusal {
    let message = format!("`{step}` relies on a place where the known facts contradict each other");
    let of_step = &refusal.diagnostic;
    let diagnostic = match &of_step.primary {
        Some(place) => Diagnostic::error(Code::A008, place.span, message),
        None => Diagnostic::global(Code::A008, message),
    };
    let note = "a proof from a contradiction shows nothing: no state reaches that place";
    let help = "either it is dead code, or a contract that is trusted, a lemma, an axiom or \
                something assumed before it cannot hold; `verify` warns of it with W002 or W003";
    Refusal::not_applicable(
        diagnostic
            .with_note(note)
            .with_note(format!("what could not be relied on: {}", of_step.message))
            .with_help(help),
    )
}

/// Reads the argument of `--FLAG ARGUMENT`; `flag` without the dashes, `switches` those that are
/// given.
///
/// # Errors
/// `C101` if the argument is not of the flag's form.
pub fn parse_flag(flag: &str, argument: &str, switches: &[&str]) -> Result<Step, Refusal> {
    let Some(entry) = named(flag) else {
        let message = format!("there is no step `--{flag}`");
        return Err(Refusal::wrong_input(Diagnostic::global(
            Code::C101,
            message,
        )));
    };
    let malformed = |form: &str| {
        // What stands behind a comma explains the form, and is not typed.
        let (form, more) = form.split_once(", ").unwrap_or((form, ""));
        let more = match more {
            "" => String::new(),
            more => format!(", {more}"),
        };
        let message = format!("`--{flag} {argument}` is not of the form `--{flag} {form}`{more}");
        Refusal::wrong_input(
            Diagnostic::global(Code::C101, message)
                .with_help("SITE is a loop variable, a block's name, `method/variable` or a line"),
        )
    };
    let (body, site) = split_site(argument);
    let site = match site {
        Some(text) => Some(SiteName::parse(text).ok_or_else(|| malformed("…@SITE"))?),
        None => None,
    };
    let work = entry.of_flag(body, switches).map_err(|fault| match fault {
        FlagFault::Form(more) => malformed(&format!("{}{more}", entry.about().form)),
        FlagFault::Refused(refusal) => refusal,
    })?;
    let origin = StepOrigin::Flag(format!("--{flag} {argument}"));
    Ok(Step {
        work,
        asked: Asked { site, origin },
    })
}

/// `ARGUMENT@SITE`: the site is what follows the last `@`.
fn split_site(argument: &str) -> (&str, Option<&str>) {
    match argument.rsplit_once('@') {
        Some((body, site)) => (body.trim(), Some(site.trim())),
        None => (argument.trim(), None),
    }
}
