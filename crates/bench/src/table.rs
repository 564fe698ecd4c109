//! What was measured, as Markdown.

use crate::families::Family;
use crate::folders::Spread;
use crate::measure::Measured;
use std::fmt::Write as _;

/// A family with what its members needed, from small to large.
pub type Row = (Family, Vec<(u64, Measured)>);

/// The day of a number of seconds since 1970, as `2026-11-26`.
pub fn date(seconds: u64) -> String {
    // After Howard Hinnant, `civil_from_days`: years begin in March, eras have 400 of them.
    let days = seconds / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

/// Digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The tables of families.
pub fn families(rows: &[Row]) -> String {
    let mut text = String::new();
    for (family, members) in rows {
        let _ = write!(
            text,
            "\n### {}\n\n{}.\n\n| {} | seconds | resource units | obligations | more than one attempt | outcome |\n|--:|--:|--:|--:|--:|---|\n",
            capital(family.name),
            capital(family.about),
            family.counts
        );
        for (size, measured) in members {
            let called = (family.called)(*size).map_or_else(|| grouped(*size), str::to_owned);
            let outcome = match measured.status {
                0 => "verified".to_owned(),
                other => format!("status {other}"),
            };
            let _ = writeln!(
                text,
                "| {called} | {:.2} | {} | {} | {} | {outcome} |",
                measured.seconds,
                grouped(measured.units),
                grouped(measured.obligations),
                grouped(measured.retried)
            );
        }
        if crate::plot::can_be_drawn(members) {
            let _ = writeln!(
                text,
                "\n![Resource units and seconds of {0}](images/bench-{0}.svg)",
                family.name
            );
        }
    }
    text
}

/// The table of folders.
pub fn folders(rows: &[(String, Spread)]) -> String {
    let mut text = String::from(
        "| programs | files | median s | 95 of 100 s | slowest s | slowest | resource units |\n\
         |---|--:|--:|--:|--:|---|--:|\n",
    );
    for (name, spread) in rows {
        let [middle, late, last] = spread.seconds;
        let _ = writeln!(
            text,
            "| {name} | {} | {middle:.3} | {late:.2} | {last:.2} | {} | {} |",
            grouped(spread.files as u64),
            spread.slowest,
            grouped(spread.units)
        );
    }
    text
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
