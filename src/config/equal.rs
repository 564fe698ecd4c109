//! What `alpinist.toml` says of pairs of kernels that are to be equal: `[[equal]]`.

use crate::cli::kernels::EqualArgs;
use crate::config::Config;
use crate::config::place::At;
use crate::output::Failure;
use clap::Parser;
use serde::Deserialize;
use std::path::PathBuf;

/// Two files whose kernels `alpinist ci` compares, as `alpinist equal` does; everything is as on its command line.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Equal {
    /// The file with the kernels as they were.
    pub old: PathBuf,
    /// The file with the kernels as they are now.
    pub new: PathBuf,
    /// A function that one thread executes in place of an old kernel, as `spec.c:softmax`; then there is no `old`.
    pub reference: Option<String>,
    /// Kernels of the old file that are launched one after the other, as `scale,add`.
    pub old_sequence: Option<String>,
    /// Kernels of the new file, in the same way.
    pub new_sequence: Option<String>,
    /// What parameters are called in a sequence, as `scale.out=tmp`.
    pub array: Vec<String>,
    /// Arrays that are no output.
    pub temporary: Vec<String>,
    /// Kernels that are a pair, as `naive=fast`.
    pub pair: Vec<String>,
    /// The level that is demanded.
    pub arithmetic: Option<String>,
    /// Whether a new kernel that needs longer arrays is accepted.
    pub accept_contract: bool,
    /// Values of integers, each a launch.
    pub sizes: Vec<String>,
    /// Threads of a block.
    pub block: Option<Word>,
    /// Blocks of the grid.
    pub grid: Option<Word>,
    /// Threads of a block of the new kernel.
    pub new_block: Option<Word>,
    /// Blocks of the grid of the new kernel.
    pub new_grid: Option<Word>,
    /// Bytes of dynamic shared memory.
    pub shared: Option<Word>,
    /// Bytes of dynamic shared memory of the new kernel.
    pub new_shared: Option<Word>,
    /// Instances of templates.
    pub instantiate: Vec<String>,
}

/// A number or a text, such as `256` or `"16,16"`.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number or a text, such as 256 or \"16,16\""
)]
pub enum Word {
    /// A number.
    Number(u64),
    /// A text.
    Text(String),
}

impl Word {
    fn text(&self) -> String {
        match self {
            Word::Number(number) => number.to_string(),
            Word::Text(text) => text.clone(),
        }
    }
}

/// The command line of an entry.
#[derive(Debug, Parser)]
struct Line {
    #[command(flatten)]
    args: EqualArgs,
}

impl Equal {
    /// The entry as a command line.
    fn words(&self, config: &Config) -> Vec<String> {
        let place = |path: &PathBuf| config.place(path).display().to_string();
        let mut words = vec!["equal".to_owned()];
        let mut say = |flag: &str, value: String| words.push(format!("--{flag}={value}"));
        for pair in &self.pair {
            say("pair", pair.clone());
        }
        for sizes in &self.sizes {
            say("sizes", sizes.clone());
        }
        if let Some(reference) = &self.reference {
            say("reference", place(&PathBuf::from(reference)));
        }
        for (flag, sequence) in [
            ("old-sequence", &self.old_sequence),
            ("new-sequence", &self.new_sequence),
        ] {
            if let Some(sequence) = sequence {
                say(flag, sequence.clone());
            }
        }
        for array in &self.array {
            say("array", array.clone());
        }
        for name in &self.temporary {
            say("temporary", name.clone());
        }
        for instance in &self.instantiate {
            say("instantiate", instance.clone());
        }
        if let Some(level) = &self.arithmetic {
            say("arithmetic", level.clone());
        }
        for (flag, word) in [
            ("block", &self.block),
            ("grid", &self.grid),
            ("new-block", &self.new_block),
            ("new-grid", &self.new_grid),
            ("shared", &self.shared),
            ("new-shared", &self.new_shared),
        ] {
            if let Some(word) = word {
                say(flag, word.text());
            }
        }
        if self.accept_contract {
            words.push("--accept-contract".to_owned());
        }
        words.push("--".to_owned());
        if self.reference.is_none() {
            words.push(place(&self.old));
        }
        words.push(place(&self.new));
        words
    }
}

impl Config {
    /// What is asked of each pair of files that are to be equal.
    ///
    /// # Errors
    /// `C013` if an entry makes no sense.
    pub fn equal_args(&self) -> Result<Vec<EqualArgs>, Failure> {
        let mut found = Vec::new();
        for (number, entry) in self.equal.iter().enumerate() {
            let way = [At::Key("equal"), At::Number(number)];
            let two = entry.reference.is_some() != entry.old.as_os_str().is_empty();
            if two || entry.new.as_os_str().is_empty() {
                let why = "an [[equal]] names a file as `old`, or a function as `reference`, and a file as `new`";
                return Err(self.origin.misunderstood(&way, why));
            }
            let line = Line::try_parse_from(entry.words(self)).map_err(|error| {
                let text = error.to_string();
                let first = text
                    .lines()
                    .next()
                    .unwrap_or("")
                    .trim_start_matches("error: ");
                self.origin.misunderstood(&way, first)
            })?;
            found.push(line.args);
        }
        Ok(found)
    }
}
