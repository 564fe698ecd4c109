//! What `alpinist.toml` says of CUDA and OpenCL: `[kernels]` for all, `[[kernel]]` for some files.

use crate::cli::kernels::{Assumed, Bits};
use crate::config::place::At;
use crate::config::{Config, whole, words};
use crate::output::Failure;
use inspect::sizes::{Extent, parse};
use serde::{Deserialize, Deserializer};
use std::path::{Path, PathBuf};

/// What CUDA and OpenCL are read and checked with, where the command line does not say.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Kernels {
    /// Files and folders; of an entry alone. A file that another entry names is left out of a folder.
    pub files: Vec<PathBuf>,
    /// Only these kernels; of an entry alone.
    pub only: Vec<String>,
    /// Threads of a block, as `--block` has them.
    #[serde(deserialize_with = "extent")]
    pub block: Option<Extent>,
    /// Blocks of the grid, as `--grid` has them.
    #[serde(deserialize_with = "extent")]
    pub grid: Option<Extent>,
    /// Folders of headers.
    pub include: Vec<PathBuf>,
    /// Macros, as `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// The folder of the project's `compile_commands.json`; for all files alone.
    pub project: Option<PathBuf>,
    /// The standard of the language, in clang's words.
    pub std: Option<String>,
    /// Bits of a pointer.
    #[serde(deserialize_with = "bits")]
    pub bits: Option<Bits>,
    /// Instances of templates.
    pub instantiate: Vec<String>,
    /// The threads of a warp of so many run in lockstep.
    #[serde(deserialize_with = "warp")]
    pub warp_sync: Option<u32>,
    /// What is assumed.
    #[serde(deserialize_with = "words")]
    pub assume: Option<Vec<Assumed>>,
    /// Functions without a body write nothing but what their arguments point to.
    pub trust_external: Option<bool>,
    /// Two writes of the same value to one place are no race.
    pub tolerate_equal_writes: Option<bool>,
    /// Whether accesses stay in arrays of known size; true unless told.
    pub bounds: Option<bool>,
    /// What `alpinist ci` does with a kernel that races or diverges.
    pub repair: Option<Repair>,
}

/// What is done about barriers that are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// They are sought and shown; no file is changed.
    Check,
}

/// A size as people write it.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a size, such as 256, \"16,16\", [16, 16] or \"*\""
)]
enum Written {
    Number(u64),
    Text(String),
    List(Vec<Part>),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number or \"*\"")]
enum Part {
    Number(u64),
    Text(String),
}

fn extent<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Extent>, D::Error> {
    let text = match Written::deserialize(from)? {
        Written::Number(number) => number.to_string(),
        Written::Text(text) => text,
        Written::List(parts) => {
            let words = parts.into_iter().map(|part| match part {
                Part::Number(number) => number.to_string(),
                Part::Text(text) => text,
            });
            words.collect::<Vec<_>>().join(",")
        }
    };
    parse(&text).map(Some).map_err(serde::de::Error::custom)
}

fn bits<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Bits>, D::Error> {
    match u64::deserialize(from)? {
        32 => Ok(Some(Bits::Bits32)),
        64 => Ok(Some(Bits::Bits64)),
        other => Err(serde::de::Error::custom(format!(
            "`{other}` is none of 32, 64"
        ))),
    }
}

fn warp<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    match u32::deserialize(from)? {
        0 => Err(serde::de::Error::custom("a warp has at least one thread")),
        threads => Ok(Some(threads)),
    }
}

/// Sees to it that files are named in entries, and only there.
pub fn check(config: &Config) -> Result<(), Failure> {
    for (key, given) in [
        ("files", !config.kernels.files.is_empty()),
        ("only", !config.kernels.only.is_empty()),
    ] {
        if given {
            let why = format!("`{key}` of [kernels] belongs to a [[kernel]]: [kernels] is for all");
            let way = [At::Key("kernels"), At::Key(key)];
            return Err(config.origin.misunderstood(&way, &why));
        }
    }
    match config
        .kernel
        .iter()
        .position(|entry| entry.files.is_empty())
    {
        Some(number) => {
            let way = [At::Key("kernel"), At::Number(number)];
            let why = "a [[kernel]] names its `files`";
            Err(config.origin.misunderstood(&way, why))
        }
        None => Ok(()),
    }
}

impl Config {
    /// The entries for a file: those that name it, else those that have a folder above it.
    pub fn kernels_of(&self, file: &Path) -> Vec<&Kernels> {
        let file = whole(file);
        let places = |entry: &Kernels| -> Vec<PathBuf> {
            let all = entry.files.iter();
            all.map(|place| whole(&self.place(place))).collect()
        };
        let all = self.kernel.iter();
        let named: Vec<&Kernels> = all
            .clone()
            .filter(|one| places(one).contains(&file))
            .collect();
        match named.is_empty() {
            false => named,
            true => all
                .filter(|one| places(one).iter().any(|place| file.starts_with(place)))
                .collect(),
        }
    }
}
