//! The table of transformations without their types: what a list can hold.

use super::contracts::Contracts;
use super::input::{Input, Refusal, Rewritten};
use super::plan::Possible;
use super::prover::Prover;
use super::site::{Site, SiteName};
use super::step::Asked;
use super::transformation::{About, FlagFault, Transformation};
use spec_lang::ast::Directive;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A [`Transformation`] as the table has it; each is one by itself.
pub trait Entry: Sync {
    /// What is said about it.
    fn about(&self) -> &'static About;

    /// See [`Transformation::of_flag`].
    ///
    /// # Errors
    /// As there.
    fn of_flag(&self, argument: &str, switches: &[&str]) -> Result<Arc<dyn Work>, FlagFault>;

    /// See [`Transformation::of_directive`].
    ///
    /// # Errors
    /// As there.
    fn of_directive(&self, directive: &Directive) -> Result<Arc<dyn Work>, Refusal>;

    /// See [`Transformation::sites`].
    fn sites(&self, input: &Input<'_>) -> Vec<Site>;

    /// See [`Transformation::possible`].
    fn possible(&self, input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible>;
}

impl<T: Transformation> Entry for T {
    fn about(&self) -> &'static About {
        T::ABOUT
    }

    fn of_flag(&self, argument: &str, switches: &[&str]) -> Result<Arc<dyn Work>, FlagFault> {
        Ok(Arc::new(Bound::<T>(T::of_flag(argument, switches)?)))
    }

    fn of_directive(&self, directive: &Directive) -> Result<Arc<dyn Work>, Refusal> {
        Ok(Arc::new(Bound::<T>(T::of_directive(directive)?)))
    }

    fn sites(&self, input: &Input<'_>) -> Vec<Site> {
        T::sites(input)
    }

    fn possible(&self, input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
        T::possible(input, site, name)
    }
}

/// A transformation with its arguments.
pub trait Work: fmt::Debug + Send + Sync {
    /// What is said about the transformation.
    fn about(&self) -> &'static About;

    /// Its [`Transformation::Arguments`], for whoever carries it out on another language.
    fn arguments(&self) -> &dyn Any;

    /// See [`Transformation::apply`].
    ///
    /// # Errors
    /// As there.
    fn apply(
        &self,
        input: &Input<'_>,
        asked: &Asked,
        prover: &mut dyn Prover,
    ) -> Result<Rewritten, Refusal>;

    /// See [`Transformation::contracts`].
    fn contracts(&self, input: &Input<'_>, asked: &Asked) -> Box<dyn Contracts>;
}

/// The arguments of a transformation, which know by their type what to do.
struct Bound<T: Transformation>(T::Arguments);

impl<T: Transformation> fmt::Debug for Bound<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {:?}", T::ABOUT.name, self.0)
    }
}

impl<T: Transformation> Work for Bound<T> {
    fn about(&self) -> &'static About {
        T::ABOUT
    }

    fn arguments(&self) -> &dyn Any {
        &self.0
    }

    fn apply(
        &self,
        input: &Input<'_>,
        asked: &Asked,
        prover: &mut dyn Prover,
    ) -> Result<Rewritten, Refusal> {
        T::apply(input, &self.0, asked, prover)
    }

    fn contracts(&self, input: &Input<'_>, asked: &Asked) -> Box<dyn Contracts> {
        T::contracts(input, &self.0, asked)
    }
}
