//! What is said of a command line that is not understood.

use crate::cli::help;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use itertools::Itertools;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::nearest::nearest;

/// The message: what is wrong, what is meant, and how the command is used.
pub fn diagnostic(error: &clap::Error) -> Diagnostic {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (message, rest) = text.split_once('\n').unwrap_or((text, ""));
    let missing = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(all)) if error.kind() == ErrorKind::MissingRequiredArgument => {
            Some(format!("{} is missing", all.join(" and ")))
        }
        _ => None,
    };
    let listed = missing.or_else(|| excluded(error, message));
    let mut diagnostic = match &listed {
        Some(listed) => Diagnostic::global(Code::C001, listed.clone()),
        None => Diagnostic::global(Code::C001, message.trim()),
    };
    let unknown = error.kind() == ErrorKind::UnknownArgument;
    // That an option could be meant as a file named like one helps nobody; what is near is said below.
    let lines = rest
        .lines()
        .map(str::trim)
        .filter(|line| !line.starts_with("tip:"))
        .filter(|line| !line.starts_with("For more information"));
    // What is missing, or excluded, has been said.
    let lines = lines.skip_while(|line| listed.is_some() && !line.starts_with("Usage:"));
    let rest = lines.filter(|line| !line.is_empty()).join("\n");
    if !rest.is_empty() {
        diagnostic = diagnostic.with_note(rest);
    }
    let help = match (unknown, word(error)) {
        (true, Some(word)) => meant(&word, command(error).as_deref()),
        _ => value(error),
    };
    diagnostic.with_help(help.unwrap_or_else(|| "`--help` lists what there is".to_owned()))
}

/// What one can begin with: how the program is used, and its commands.
pub fn commands(cli: &mut clap::Command) -> String {
    let help = cli.render_help().to_string();
    let first = help.split("\n\nArguments:\n").next().unwrap_or(&help);
    format!(
        "{first}\n\n`alpinist --help` lists arguments, options and steps, `alpinist COMMAND --help` those of a command\n"
    )
}

/// That an option cannot stand beside several others, in one line.
fn excluded(error: &clap::Error, message: &str) -> Option<String> {
    match error.get(ContextKind::PriorArg)? {
        ContextValue::Strings(all) if error.kind() == ErrorKind::ArgumentConflict => {
            let all = all.iter().map(|one| format!("'{one}'")).join(" and ");
            Some(format!("{} {all}", message.trim().trim_end_matches(':')))
        }
        _ => None,
    }
}

/// The value that was meant.
fn value(error: &clap::Error) -> Option<String> {
    match error.get(ContextKind::SuggestedValue)? {
        ContextValue::String(near) => Some(format!("did you mean `{near}`?")),
        ContextValue::Strings(all) => Some(format!("did you mean `{}`?", all.first()?)),
        _ => None,
    }
}

fn word(error: &clap::Error) -> Option<String> {
    match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(word) => Some(word.clone()),
        _ => None,
    }
}

/// The command that was used, as the usage names it.
fn command(error: &clap::Error) -> Option<String> {
    let usage = error.get(ContextKind::Usage)?.to_string();
    let mut words = usage
        .split_whitespace()
        .skip_while(|word| *word != "alpinist");
    let second = words.nth(1)?;
    second
        .chars()
        .all(|c| c.is_ascii_lowercase())
        .then(|| second.to_owned())
}

/// Commands that work on kernels, in the order in which they are proposed to somebody who used one.
const OF_KERNELS: [&str; 5] = ["repair", "races", "contract", "equal", "run"];

/// The most commands that are named.
const NAMED: usize = 3;

/// The option of the command that was meant, or the commands that have it.
fn meant(word: &str, command: Option<&str>) -> Option<String> {
    let cli = help::command();
    let word = word.split('=').next().unwrap_or(word);
    let own = match command {
        Some(name) => cli.find_subcommand(name)?,
        None => &cli,
    };
    let of_kernels = command.is_some_and(|name| OF_KERNELS.contains(&name));
    let place = |other: &clap::Command| {
        let at = OF_KERNELS.iter().position(|name| *name == other.get_name());
        match of_kernels {
            true => at.unwrap_or(OF_KERNELS.len()),
            false => at.map_or(0, |at| at + 1),
        }
    };
    let others = cli.get_subcommands().sorted_by_key(|other| place(other));
    let others = others.collect_vec();
    let have = |flag: &str| {
        let have = others
            .iter()
            .filter(|one| options(one).iter().any(|own| own == flag));
        let have = have.map(|one| format!("`alpinist {}`", one.get_name()));
        have.take(NAMED).join(", ")
    };
    // Something that another command has is no slip.
    let having = have(word);
    if !having.is_empty() {
        return Some(format!("`{word}` is an option of {having}"));
    }
    if let Some(near) = nearest(word, options(own).iter().map(String::as_str)) {
        return Some(format!("did you mean `{near}`?"));
    }
    let all = others.iter().flat_map(|other| options(other)).collect_vec();
    let near = nearest(word, all.iter().map(String::as_str))?;
    Some(format!("`{near}` is an option of {}", have(near)))
}

fn options(command: &clap::Command) -> Vec<String> {
    command
        .get_arguments()
        .filter_map(|arg| Some(format!("--{}", arg.get_long()?)))
        .collect()
}
