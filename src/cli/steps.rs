//! The steps as flags: one for each transformation, in the order given.

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};
use transforms::TRANSFORMATIONS;

/// The heading of the help.
pub(super) const STEPS: &str = "Steps (repeatable, carried out left to right after the directives)";

/// The steps, with what changes them.
#[derive(Debug, Args)]
#[command(next_help_heading = STEPS)]
pub struct StepArgs {
    /// The steps, in the order given.
    #[command(flatten)]
    pub flags: StepFlags,
    /// Carry out a schedule of alpinist.toml, before the other steps.
    #[arg(long, value_name = "NAME")]
    pub schedule: Option<String>,
    /// What changes them all.
    #[command(flatten)]
    pub switches: Switches,
}

impl StepArgs {
    /// Whether any step is given.
    pub fn is_given(&self) -> bool {
        !self.flags.0.is_empty() || self.schedule.is_some()
    }
}

/// A step as given on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFlag {
    /// The flag without dashes, such as `unroll`.
    pub name: &'static str,
    /// Its value as given.
    pub value: String,
}

/// The flags of the transformations, one a line of their table, in the order given.
#[derive(Clone, Debug, Default)]
pub struct StepFlags(pub Vec<StepFlag>);

impl Args for StepFlags {
    fn augment_args(command: clap::Command) -> clap::Command {
        TRANSFORMATIONS.iter().fold(command, |command, entry| {
            let about = entry.about();
            // A shell takes the quotes away.
            let form = about.form.replace('\'', "");
            let flag = Arg::new(about.name).long(about.name).value_name(form);
            let flag = flag.help(about.help).help_heading(STEPS);
            command.arg(flag.action(ArgAction::Append))
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for StepFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut found: Vec<(usize, StepFlag)> = Vec::new();
        for entry in TRANSFORMATIONS {
            let name = entry.about().name;
            let indices = matches.indices_of(name).into_iter().flatten();
            let values = matches.get_many::<String>(name).into_iter().flatten();
            found.extend(indices.zip(values).map(|(at, value)| {
                let value = value.clone();
                (at, StepFlag { name, value })
            }));
        }
        found.sort_by_key(|(at, _)| *at);
        Ok(StepFlags(found.into_iter().map(|(_, step)| step).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The switches of the transformations: the names of those that are given.
#[derive(Clone, Debug, Default)]
pub struct Switches(pub Vec<&'static str>);

impl Switches {
    fn all() -> impl Iterator<Item = &'static transforms::Switch> {
        TRANSFORMATIONS
            .iter()
            .flat_map(|entry| entry.about().switches)
    }
}

impl Args for Switches {
    fn augment_args(command: clap::Command) -> clap::Command {
        Self::all().fold(command, |command, switch| {
            let flag = Arg::new(switch.name).long(switch.name).help(switch.help);
            command.arg(flag.help_heading(STEPS).action(ArgAction::SetTrue))
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Switches {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = Self::all().map(|switch| switch.name);
        Ok(Switches(
            given.filter(|name| matches.get_flag(name)).collect(),
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
