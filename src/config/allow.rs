//! `allow` in `alpinist.toml`: what is believed although it is denied, and findings that are accepted.
//!
//! A text is a place where what is denied is believed. A table, as `[[allow]]` writes it, accepts findings: it has `place`,
//! `code`, `reason` and `date`.

use crate::config::place::At;
use crate::config::{Config, whole};
use crate::output::Failure;
use inspect::accept::{About, Entry, is_finding};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::path::{Path, PathBuf};
use text::code::Code;

/// An entry of `allow`.
#[derive(Clone, Debug)]
pub enum Allow {
    /// `FILE` or `FILE:DECLARATION`, where what is denied is believed.
    Believed(String),
    /// Findings that are accepted.
    Finding(Finding),
}

/// Findings that are accepted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Finding {
    /// `FILE`, `FILE:LINE`, `KERNEL` or `FILE:KERNEL`.
    place: String,
    /// The code that is accepted.
    code: Code,
    /// Why.
    reason: String,
    /// When it was accepted: `2026-11-29`, with quotes or without.
    #[serde(deserialize_with = "date")]
    date: String,
}

impl<'de> Deserialize<'de> for Allow {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Allow, D::Error> {
        from.deserialize_any(Either)
    }
}

/// Reads a text or a table.
struct Either;

impl<'de> Visitor<'de> for Either {
    type Value = Allow;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`FILE`, `FILE:DECLARATION` or a table with place, code, reason and date")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Allow, E> {
        Ok(Allow::Believed(text.to_owned()))
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Allow, M::Error> {
        let finding = Finding::deserialize(MapAccessDeserializer::new(map))?;
        if !is_finding(finding.code) {
            let why = format!("{} is not the code of a finding", finding.code);
            return Err(M::Error::custom(why));
        }
        if !finding.reason.contains(char::is_alphanumeric) {
            return Err(M::Error::custom("`reason` says nothing"));
        }
        if finding.place.trim().is_empty() {
            return Err(M::Error::custom("`place` names nothing"));
        }
        Ok(Allow::Finding(finding))
    }
}

/// A day, as TOML has it or as text.
fn date<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let wrong = || D::Error::custom("`date` is a day, such as 2026-11-29");
    let value = match toml::Value::deserialize(from)? {
        toml::Value::Datetime(date) => date,
        toml::Value::String(text) => text.parse::<toml::value::Datetime>().map_err(|_| wrong())?,
        toml::Value::Integer(_)
        | toml::Value::Float(_)
        | toml::Value::Boolean(_)
        | toml::Value::Array(_)
        | toml::Value::Table(_) => return Err(wrong()),
    };
    match (value.date, value.time, value.offset) {
        (Some(day), None, None) => Ok(day.to_string()),
        _ => Err(wrong()),
    }
}

/// The places where what is denied is believed.
pub fn believed(config: &Config) -> impl Iterator<Item = &str> {
    config.allow.iter().filter_map(|one| match one {
        Allow::Believed(text) => Some(text.as_str()),
        Allow::Finding(_) => None,
    })
}

/// The findings that are accepted.
pub fn accepted(config: &Config) -> Vec<Entry> {
    let each = config.allow.iter().enumerate();
    let each = each.filter_map(|(number, one)| match one {
        Allow::Finding(finding) => Some((number, finding)),
        Allow::Believed(_) => None,
    });
    let entry = |(number, finding): (usize, &Finding)| Entry {
        about: about(config, &finding.place),
        code: finding.code,
        reason: finding.reason.clone(),
        date: finding.date.clone(),
        place: at(config, number),
    };
    each.map(entry).collect()
}

/// Where an entry stands.
fn at(config: &Config, number: usize) -> String {
    let way = [At::Key("allow"), At::Number(number)];
    let line = config.origin.line(&way);
    line.unwrap_or_else(|| config.origin.path.display().to_string())
}

/// What a place names: a file that is there, perhaps with a line or a kernel, or else a kernel.
fn about(config: &Config, place: &str) -> About {
    let file = |text: &str| -> Option<PathBuf> {
        let path = config.place(Path::new(text));
        path.is_file().then(|| whole(&path))
    };
    if let Some(path) = file(place) {
        return About::File(path);
    }
    // A kernel's name has colons of its own, and a file's name may.
    let parts = place.match_indices(':').find_map(|(at, _)| {
        let (name, rest) = place.split_at_checked(at)?;
        Some((file(name)?, rest.strip_prefix(':')?))
    });
    match parts {
        Some((path, rest)) => match rest.parse::<usize>() {
            Ok(line) => About::Line(path, line),
            Err(_) => About::Kernel(Some(path), rest.to_owned()),
        },
        None => About::Kernel(None, place.to_owned()),
    }
}

/// Sees to it that a place which is written as a file's is one.
///
/// # Errors
/// `C013` if there is no such file.
pub fn check(config: &Config) -> Result<(), Failure> {
    for (number, one) in config.allow.iter().enumerate() {
        let Allow::Finding(finding) = one else {
            continue;
        };
        let About::Kernel(None, name) = about(config, &finding.place) else {
            continue;
        };
        // No name of a kernel has one of these.
        if name.contains(['/', '\\', '.']) {
            let way = [At::Key("allow"), At::Number(number), At::Key("place")];
            let why = format!("there is no file `{name}`");
            return Err(config.origin.misunderstood(&way, &why));
        }
    }
    Ok(())
}
