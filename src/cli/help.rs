//! What `--help` and `--help-all` print.
//!
//! `--help` begins with three examples and has a line for each option, so that it fits on a page or two;
//! `--help-all` prints the details of each option and all values.

use crate::cli::help_examples::{EXAMPLES, Examples};
use crate::cli::{Cli, Deny};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, CommandFactory, ValueEnum};
use itertools::Itertools;
use std::ffi::{OsStr, OsString};

/// The heading of the two options.
const HELP: &str = "Help";

/// Names of values that are listed in place of the value's name, if they are not longer than this.
const LISTED: usize = 24;

/// Commands whose options are those of another tool, with that tool's help.
const FOREIGN: [&str; 2] = ["gpuverify", "gpurepair"];

/// Commands that work on PVL only, and refuse no assumption of kernels.
const OF_PROGRAMS: [&str; 1] = ["verify"];

/// Commands that work on kernels only, and refuse no assumption of PVL.
const OF_KERNELS: [&str; 4] = ["races", "contract", "equal", "repair"];

/// The command line as it is parsed.
pub fn command() -> Command {
    let whole = laid_out(Cli::command(), "");
    let of_programs = |name: &str| OF_PROGRAMS.contains(&name);
    let of_kernels = |name: &str| OF_KERNELS.contains(&name);
    whole.mut_subcommands(|one| {
        let name = one.get_name().to_owned();
        match () {
            () if FOREIGN.contains(&name.as_str()) => one,
            () if of_programs(&name) => denying(laid_out(one, &name), Deny::of_programs),
            () if of_kernels(&name) => denying(laid_out(one, &name), Deny::of_kernels),
            // Emitted code has integers of fixed width.
            () if name == "emit" => denying(laid_out(one, &name), |kind| {
                kind.of_programs() || kind == Deny::Overflow
            }),
            () => laid_out(one, &name),
        }
    })
}

/// The command line for these words: what `--help` prints is shorter than what `--help-all` does.
pub fn command_for(words: &[OsString]) -> Command {
    let has = |asked: &str| words.iter().any(|word| word == OsStr::new(asked));
    match has("--help-all") || !(has("--help") || has("-h")) {
        true => command(),
        false => brief_whole(),
    }
}

/// The program's own `--help` lists commands; the options without a command are those of `optimize`.
fn brief_whole() -> Command {
    let whole = brief(command()).mut_subcommands(brief);
    whole.mut_args(|arg| match arg.get_help_heading() == Some(HELP) {
        true => arg,
        false => arg.hide(true),
    })
}

/// `alpinist help COMMAND` as `alpinist COMMAND --help`.
pub fn asked_by_word(mut words: Vec<OsString>) -> Vec<OsString> {
    let second = words.get(2).and_then(|word| word.to_str());
    let known = |name: &str| Cli::command().find_subcommand(name).is_some();
    let asks = words.get(1).is_some_and(|word| word == "help");
    if asks && words.len() <= 3 && second.is_none_or(known) {
        words.remove(1);
        words.push("--help".into());
    }
    words
}

/// A command with its two kinds of help and its examples.
fn laid_out(command: Command, name: &str) -> Command {
    let short = Arg::new("help").short('h').long("help");
    let short = short.action(ArgAction::HelpShort);
    let all = Arg::new("help_all").long("help-all");
    let all = all.action(ArgAction::HelpLong);
    let command = command
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .arg(short.help("Print this page").help_heading(HELP))
        .arg(all.help("Print all details").help_heading(HELP));
    let of_command = EXAMPLES.iter().find(|one| one.command == name);
    let shown = of_command.map(examples).unwrap_or_default();
    command.help_template(format!(
        "{{about-with-newline}}\n{shown}{{usage-heading}} {{usage}}\n\n{{all-args}}{{after-help}}"
    ))
}

fn examples(examples: &Examples) -> String {
    let width = examples.lines.iter().map(|(line, _)| line.chars().count());
    let width = width.max().unwrap_or_default();
    let lines = examples.lines.iter();
    let lines = lines.map(|(line, effect)| format!("  alpinist {line:width$}  # {effect}\n"));
    format!("Examples:\n{}\n", lines.format(""))
}

/// `--deny` with the kinds of assumptions that the command can make.
fn denying(command: Command, is_one: fn(Deny) -> bool) -> Command {
    let kinds = || Deny::value_variants().iter().copied();
    let kinds = move || kinds().filter(move |kind| is_one(*kind));
    let names = kinds().filter_map(|kind| kind.to_possible_value());
    let parser = PossibleValuesParser::new(names.collect_vec());
    command.mut_arg("deny", |arg| {
        arg.value_parser(parser.try_map(|name| Deny::from_str(&name, false)))
    })
}

/// A line for each option: the first sentence, and few values in place of the value's name.
fn brief(command: Command) -> Command {
    if FOREIGN.contains(&command.get_name()) {
        return command;
    }
    command.mut_args(|arg| {
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let first = help.split(". ").next().unwrap_or_default().to_owned();
        let values = arg.get_possible_values();
        let names = values.iter().map(|value| value.get_name()).join("|");
        let takes = arg.get_action().takes_values() && !values.is_empty();
        let arg = arg
            .help(first)
            .hide_default_value(true)
            .hide_possible_values(true);
        match takes && names.chars().count() <= LISTED {
            true => arg.value_name(names),
            false => arg,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest page.
    const LINES: usize = 80;

    #[test]
    fn help_fits_and_begins_with_examples() {
        let whole = brief_whole();
        let all = whole.get_subcommands().chain([&whole]);
        for one in all.filter(|one| !FOREIGN.contains(&one.get_name())) {
            let name = one.get_name();
            let page = one.clone().term_width(100).render_help().to_string();
            let lines = page.lines().count();
            assert!(lines < LINES, "{name}: {lines} lines\n{page}");
            let example = page.find("Examples:\n  alpinist ");
            let few = ["lsp", "setup", "completions", "man"].contains(&name);
            assert!(few || example < page.find("Usage:"), "{name}\n{page}");
            assert!(few || example.is_some(), "{name}\n{page}");
        }
    }

    #[test]
    fn examples_are_understood() {
        for (line, _) in EXAMPLES.iter().flat_map(|one| one.lines) {
            let words = shlex::split(&format!("alpinist {line}")).unwrap_or_default();
            let parsed = command().try_get_matches_from(words);
            assert!(parsed.is_ok(), "{line}: {parsed:?}");
        }
    }

    #[test]
    fn a_command_has_its_own_kinds_of_assumptions() {
        let refused = |words: &str| {
            let words = words.split(' ');
            command().try_get_matches_from(words).is_err()
        };
        for kernels in OF_KERNELS {
            assert!(refused(&format!(
                "alpinist {kernels} --deny axiom a.cu b.cu"
            )));
            assert!(!refused(&format!(
                "alpinist {kernels} --deny=aliasing a.cu b.cu"
            )));
        }
        assert!(refused("alpinist verify --deny aliasing a.pvl"));
        assert!(!refused("alpinist verify --deny axiom a.pvl"));
        assert!(!refused("alpinist optimize --deny axiom,aliasing a.pvl"));
    }

    #[test]
    fn the_word_help_is_the_option() {
        let asked = |words: &str| {
            let words = words.split(' ').map(OsString::from).collect();
            asked_by_word(words)
                .into_iter()
                .map(|word| word.to_string_lossy().into_owned())
                .join(" ")
        };
        assert_eq!(asked("alpinist help races"), "alpinist races --help");
        assert_eq!(asked("alpinist help"), "alpinist --help");
        assert_eq!(asked("alpinist help nothing"), "alpinist help nothing");
    }
}
