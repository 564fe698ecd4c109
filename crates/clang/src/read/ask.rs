//! What clang is given, and its answer: the one that is kept, or that of a run.

use super::attempt::Attempt;
use super::kept::{self, Reach};
use super::sdk;
use super::session::{Mode, OWN, Session, Wanted, failure};
use crate::convert::Fault;
use crate::find::{VARIABLE, setup};
use crate::headers::Prelude;
use crate::process::{self, Output, RunError};
use crate::tokens::includes;
use crate::types::Target;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Folders that missing headers lie in, so that `../` in their names stays inside.
const DEPTH: usize = 8;

/// The folder of the empty files that stand for missing headers.
const MISSING: &str = "missing";

/// The file that says where clang finds its input: beside the headers of the user's folder, as a compiler does.
const OVERLAY: &str = "overlay.json";

/// What the input is called there, in front of its name: no file of the user's has it.
const PREFIX: &str = "__alpinist_";

/// Why a run of clang has no result, and what may help.
fn unfinished(error: &RunError) -> Fault {
    let fault = failure(error.to_string());
    match error {
        RunError::Start(..) => {
            let help = format!("run {}, or name a clang 19 or newer in {VARIABLE}", setup());
            Box::new(fault.with_help(help))
        }
        RunError::Time(_) | RunError::Work(_) | RunError::Output(_) | RunError::Crash(_) => fault,
    }
}

impl Session<'_> {
    /// Clang's answer: the one that is kept, else that of a run.
    pub(super) fn answer(&mut self, attempt: &Attempt, prelude: &Prelude) -> Result<Output, Fault> {
        self.asked(attempt, prelude, self.tree)
    }

    pub(super) fn asked(
        &mut self,
        attempt: &Attempt,
        prelude: &Prelude,
        wanted: Wanted,
    ) -> Result<Output, Fault> {
        let text = self.text(attempt);
        let mut arguments = self.arguments(attempt.mode, wanted);
        let key = |arguments: &[OsString]| {
            let asked = kept::Asked {
                program: self.program,
                arguments,
                texts: [&text, &prelude.text],
                missing: &attempt.missing,
            };
            let reach = Reach::of(self.request)?;
            Some((kept::key(&asked, &reach)?, reach))
        };
        let keep = self.request.keep.as_deref();
        let known = keep.and_then(|_| key(&arguments));
        let found = keep.zip(known.as_ref());
        let found = found.and_then(|(keep, (key, _))| keep.load(key));
        // Of an answer that refers to files that were made, the reader wants to see the files.
        self.write(attempt, prelude, &text)?;
        if let Some(output) = found.and_then(|bytes| kept::read(&bytes)) {
            return Ok(output);
        }
        keep.inspect(|keep| keep.missed());
        let asked = arguments.clone();
        if known.is_some() {
            let last = arguments.pop();
            arguments.extend(kept::LISTING.map(OsString::from));
            arguments.extend(last);
        }
        let (folder, mut limits) = (self.folder.path(), self.request.limits);
        if self.sdk.is_some() {
            limits.output = limits.output.saturating_mul(sdk::TIMES);
        }
        let mut output = process::run(self.program, &arguments, folder, limits)
            .map_err(|error| unfinished(&error))?;
        self.runs += 1;
        if let Some(placed) = self.placed() {
            // What is read of it does not depend on where it lies.
            let quoted = serde_json::Value::from(placed.as_str()).to_string();
            output.tree = renamed(&output.tree, quoted.trim_matches('"'), self.main);
            let said = renamed(output.messages.as_bytes(), &placed, self.main);
            output.messages = String::from_utf8_lossy(&said).into_owned();
        }
        // What has changed while clang ran has no answer yet.
        if let (Some(keep), Some((name, _))) = (keep, known)
            && let Some((again, reach)) = key(&asked)
            && name == again
            && reach.covers(folder, self.main, &attempt.missing)
            && let Some(bytes) = kept::written(&output)
        {
            keep.store(&name, &bytes);
        }
        Ok(output)
    }

    /// The text that clang is given.
    fn text(&self, attempt: &Attempt) -> String {
        let mut text = self.request.text.clone();
        for include in includes(&self.request.text) {
            // A file that cannot be made: its line is blanked, which keeps all places.
            if attempt.missing.contains(&include.name) && inside(&include.name).is_none() {
                let blank = " ".repeat(include.line.len());
                text.replace_range(include.line, &blank);
            }
        }
        let launched = self.instances.asked.iter().map(|instance| &instance.asked);
        let all = self.request.instantiate.iter();
        let all = all.chain(launched).chain(&self.guesses);
        for (at, instance) in all.enumerate() {
            if self.tree == Wanted::HostTree {
                break;
            }
            text.push_str(&format!(
                "\nvoid __alp_instance_{at}() {{ (void)&{instance}; }}"
            ));
        }
        text
    }

    fn write(&self, attempt: &Attempt, prelude: &Prelude, text: &str) -> Result<(), Fault> {
        let root = self.folder.path();
        let fail = |error: std::io::Error| failure(format!("clang's input: {error}"));
        let gone = |removed: std::io::Result<()>| match removed {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(fail(error)),
            _ => Ok(()),
        };
        std::fs::write(root.join(OWN), &prelude.text).map_err(fail)?;
        // It lists what it reads behind what is there.
        gone(std::fs::remove_file(root.join(kept::LIST)))?;
        // What another attempt missed this one may miss as well, and must say so.
        gone(std::fs::remove_dir_all(root.join(MISSING)))?;
        std::fs::write(root.join(self.main), text).map_err(fail)?;
        if let Some(placed) = self.placed() {
            let overlay = serde_json::json!({
                "version": 0,
                "use-external-names": false,
                "roots": [{
                    "type": "file",
                    "name": placed,
                    "external-contents": root.join(self.main),
                }],
            });
            std::fs::write(root.join(OVERLAY), overlay.to_string()).map_err(fail)?;
        }
        for name in &attempt.missing {
            let Some(path) = inside(name) else { continue };
            let path = missing_root(root).join(path);
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(fail)?;
            }
            if !path.exists() {
                std::fs::write(path, "").map_err(fail)?;
            }
        }
        if let Some(sdk) = &self.sdk {
            sdk.write(root)?;
        }
        std::fs::create_dir_all(missing_root(root)).map_err(fail)
    }

    fn arguments(&self, mode: Mode, wanted: Wanted) -> Vec<OsString> {
        let request = self.request;
        let triple = match (request.target, wanted) {
            (Target::Bits32, Wanted::Tree) => "nvptx-unknown-unknown",
            (Target::Bits64, Wanted::Tree) => "nvptx64-unknown-unknown",
            // Launches stand in code of the host.
            (Target::Bits32, Wanted::HostTree) => "i386-unknown-linux-gnu",
            (Target::Bits64, Wanted::HostTree) => "x86_64-unknown-linux-gnu",
        };
        let mut arguments: Vec<OsString> = [
            "-cc1",
            "-triple",
            triple,
            "-ast-dump=json",
            "-w",
            // An error of clang's that other compilers do not have.
            "-Wno-register",
            "-fno-caret-diagnostics",
            "-ferror-limit",
            "0",
            // Places are looked up in the text, whatever `#line` says.
            "-fno-diagnostics-use-presumed-location",
            "-fgnuc-version=4.2.1",
            "-include",
            OWN,
        ]
        .map(OsString::from)
        .to_vec();
        let standard = request.standard.as_deref();
        let mut more = |words: &[&str]| arguments.extend(words.iter().map(OsString::from));
        match mode {
            Mode::OpenCl(usual) => {
                more(&["-x", "cl", "-cl-ext=+all", "-fdeclare-opencl-builtins"]);
                let standard = standard.unwrap_or(usual);
                more(&[&format!("-cl-std={standard}")]);
                // What every implementation of OpenCL defines, and clang leaves to it.
                more(&[&format!("-D__OPENCL_VERSION__={}", version(standard))]);
                more(&["-D__IMAGE_SUPPORT__=1"]);
            }
            Mode::Cuda | Mode::Cpp => {
                let language = if mode == Mode::Cuda { "cuda" } else { "c++" };
                more(&["-x", language, "-fcxx-exceptions", "-fexceptions"]);
                if mode == Mode::Cuda {
                    // Kernels may launch kernels.
                    more(&["-fgpu-rdc"]);
                }
                more(&[&format!("-std={}", standard.unwrap_or("c++17"))]);
                if mode == Mode::Cpp {
                    more(&["-D__ALPINIST_CPP=1"]);
                }
            }
            Mode::C => {
                more(&["-x", "c"]);
                // What is said of the other text, which is CUDA, is no standard of C.
                let standard =
                    standard.filter(|said| !said.contains("++") && !said.starts_with("CL"));
                more(&[&format!("-std={}", standard.unwrap_or("c17"))]);
            }
        }
        for define in &request.define {
            more(&["-D", define]);
        }
        for name in &request.undefine {
            more(&["-U", name]);
        }
        for file in &request.forced {
            arguments.push("-include".into());
            arguments.push(absolute(file).into());
        }
        for folder in &request.include {
            arguments.push("-I".into());
            arguments.push(absolute(folder).into());
        }
        arguments.push("-I".into());
        arguments.push(missing_root(Path::new("")).into());
        if self.sdk.is_some() {
            arguments.extend(sdk::ARGUMENTS.map(OsString::from));
        }
        match self.placed() {
            Some(placed) => {
                arguments.extend(["-ivfsoverlay", OVERLAY].map(OsString::from));
                arguments.push(placed.into());
            }
            None => {
                if let Some(folder) = &request.folder {
                    arguments.push("-iquote".into());
                    arguments.push(absolute(folder).into());
                }
                arguments.push(self.main.into());
            }
        }
        arguments
    }

    /// Where clang finds the input, if the text has a folder: what the text includes in quotes is looked for there, and
    /// what a header of another folder includes is not. None if clang may write the folder's name in another way than it
    /// was told: then all look there for what they include.
    fn placed(&self) -> Option<String> {
        let folder = absolute(self.request.folder.as_ref()?);
        let path = folder.join(format!("{PREFIX}{}", self.main));
        let path = path.to_str().map(str::to_owned)?;
        (!path.chars().any(char::is_control)).then_some(path)
    }
}

/// What clang wrote, with another name for its input.
fn renamed(written: &[u8], placed: &str, name: &str) -> Vec<u8> {
    let mut kept = Vec::with_capacity(written.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(written, placed) {
        kept.extend_from_slice(written.get(from..at).unwrap_or_default());
        kept.extend_from_slice(name.as_bytes());
        from = at.saturating_add(placed.len());
    }
    kept.extend_from_slice(written.get(from..).unwrap_or_default());
    kept
}

pub(super) fn absolute(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

fn missing_root(root: &Path) -> PathBuf {
    let mut path = root.join(MISSING);
    for _ in 0..DEPTH {
        path.push("d");
    }
    path
}

/// A header's path below the folder of missing ones, if it stays there.
fn inside(name: &str) -> Option<&Path> {
    let path = Path::new(name);
    let mut depth = DEPTH;
    for part in path.components() {
        match part {
            Component::ParentDir => depth = depth.checked_sub(1)?,
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    (!name.is_empty() && name.len() < 200 && !name.contains('\0') && !name.ends_with('/'))
        .then_some(path)
}

/// The number of a standard of OpenCL, as `__OPENCL_VERSION__` has it.
fn version(standard: &str) -> u32 {
    let digits: String = standard.chars().filter(char::is_ascii_digit).collect();
    digits
        .parse()
        .map_or(120, |number: u32| number.saturating_mul(10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_stay_inside() {
        assert!(inside("a/../b.h").is_some() && inside("../../c.h").is_some());
        assert!(inside("/etc/x.h").is_none() && inside(&"../".repeat(9)).is_none());
    }
}
