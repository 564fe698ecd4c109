//! What the work of a project costs: as recorded in a file that is kept with it, else by how much text
//! there is.

use crate::commands::ci::shard::Work;
use crate::config::Config;
use crate::files::sentence;
use crate::output::Failure;
use crate::run::files::Replacement;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;
use text::code::Code;
use text::diagnostics::Diagnostic;

const HEAD: &str = "# milliseconds, and what took them; `alpinist ci --record-costs` writes it\n";

/// The file that alpinist.toml names.
///
/// # Errors
/// `C013` if it names none.
pub fn place(config: &Config) -> Result<PathBuf, Failure> {
    let named = config.costs.as_ref().map(|path| config.place(path));
    named.ok_or_else(|| {
        let message = "alpinist.toml names no file for costs";
        let help = "add `costs = \"alpinist-costs.tsv\"` before its first `[`";
        Diagnostic::global(Code::C013, message)
            .with_help(help)
            .into()
    })
}

/// Milliseconds by name, as the file has them; none where no file is named.
///
/// # Errors
/// `C013` if it is not there or not understood: machines that part a project must see the same costs.
pub fn recorded(config: &Config) -> Result<BTreeMap<String, u64>, Failure> {
    if config.costs.is_none() {
        return Ok(BTreeMap::new());
    }
    let path = place(config)?;
    let shown = path.display();
    let refused = |message: String| {
        let help = "`alpinist ci --record-costs` writes it anew; keep it with the project";
        Failure::from(Diagnostic::global(Code::C013, message).with_help(help))
    };
    let text = std::fs::read_to_string(&path)
        .map_err(|error| refused(format!("{shown}: {}", sentence(&error))))?;
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(number, line)| {
            let parts = line.split_once('\t');
            let read = parts.and_then(|(cost, name)| Some((name.to_owned(), cost.parse().ok()?)));
            read.ok_or_else(|| {
                refused(format!(
                    "{shown}:{number}: not a number, a tab and a name: {line}"
                ))
            })
        })
        .collect()
}

/// Costs in milliseconds of work whose cost is estimated by its text: what is recorded is taken as it is,
/// and says what the rest will be like.
pub fn expected(estimated: Vec<Work>, recorded: &BTreeMap<String, u64>) -> Vec<Work> {
    let known = || {
        estimated
            .iter()
            .filter_map(|one| Some((one.cost, *recorded.get(&one.name)?)))
    };
    let text: u128 = known().map(|(text, _)| u128::from(text)).sum();
    let time: u128 = known().map(|(_, time)| u128::from(time)).sum();
    let (text, time) = match (text, time) {
        (0, _) | (_, 0) => (1, 1),
        both => both,
    };
    let cost = |one: &Work| match recorded.get(&one.name) {
        Some(cost) => *cost,
        None => {
            let cost = u128::from(one.cost).saturating_mul(time) / text;
            u64::try_from(cost).unwrap_or(u64::MAX)
        }
    };
    let costs: Vec<u64> = estimated.iter().map(cost).collect();
    let all = estimated.into_iter().zip(costs);
    all.map(|(one, cost)| Work { cost, ..one }).collect()
}

/// The file with what was measured.
///
/// # Errors
/// `C013` if alpinist.toml names no file.
pub fn record(config: &Config, measured: &[(String, Duration)]) -> Result<Replacement, Failure> {
    let path = place(config)?;
    let lines: BTreeSet<(&str, u64)> = measured
        .iter()
        .map(|(name, time)| (name.as_str(), two_digits(time.as_millis())))
        .collect();
    let lines = lines.iter().map(|(name, cost)| format!("{cost}\t{name}\n"));
    let text = std::iter::once(HEAD.to_owned())
        .chain(lines)
        .collect::<String>();
    Ok(Replacement::new(path, text))
}

/// Rounded so that equal runs mostly write equal texts.
fn two_digits(time: u128) -> u64 {
    let (mut rest, mut unit) = (time.max(1), 1_u128);
    while rest >= 100 {
        rest = (rest + 5) / 10;
        unit *= 10;
    }
    u64::try_from(rest * unit).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(name: &str, cost: u64) -> Work {
        let name = name.to_owned();
        Work { name, cost }
    }

    #[test]
    fn what_is_recorded_counts_and_scales_the_rest() {
        let all = vec![work("a", 100), work("b", 300), work("c", 50)];
        assert_eq!(expected(all.clone(), &BTreeMap::new()), all);
        let recorded = BTreeMap::from([("a".to_owned(), 1000), ("b".to_owned(), 7000)]);
        // 20 ms for each byte, over both.
        let wanted = vec![work("a", 1000), work("b", 7000), work("c", 1000)];
        assert_eq!(expected(all, &recorded), wanted);
        let nothing = BTreeMap::from([("a".to_owned(), 0)]);
        assert_eq!(
            expected(vec![work("a", 5), work("b", 6)], &nothing)[1].cost,
            6
        );
    }

    #[test]
    fn costs_are_written_with_two_digits() {
        for (time, wanted) in [
            (0, 1),
            (7, 7),
            (99, 99),
            (104, 100),
            (12_345, 12_000),
            (99_900, 100_000),
        ] {
            assert_eq!(two_digits(time), wanted, "{time}");
        }
    }
}
