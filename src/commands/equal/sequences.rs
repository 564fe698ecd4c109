//! The sides of a comparison that are not two kernels: a plain function, and launches one after the other.

use super::{Opened, no_pair, of};
use crate::cli::kernels::EqualArgs;
use crate::cli::sequences::{Reference, Sequence};
use crate::output::Failure;
use ::equal::{Bound, Step};
use ::text::code::Code;
use ::text::diagnostics::Diagnostic;
use clang::Sequential;
use inspect::{GraphKernel, is_meant};
use std::path::Path;

/// The endings of files of C++.
const CPP: [&str; 7] = ["cu", "cuh", "cpp", "cc", "cxx", "hpp", "hxx"];

/// How a function of a file is read.
///
/// # Errors
/// The file is in no language whose functions are read.
pub(super) fn sequential(reference: &Reference) -> Result<Sequential, Failure> {
    let extension = reference.file.extension().unwrap_or_default();
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    let c = extension == "c";
    if !c && !CPP.contains(&extension.as_str()) {
        let message = format!(
            "--reference names a function of C (.c) or C++ (.cpp, .cu), and {} is neither",
            reference.file.display()
        );
        return Err(Diagnostic::global(Code::C022, message).into());
    }
    Ok(Sequential {
        function: reference.function.clone(),
        c,
    })
}

/// Whether a file is one of C, which has functions and no kernels.
pub(super) fn is_c(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("c"))
}

/// The function of a file of C that is compared: the old one of the only pair, else the kernel's name.
///
/// # Errors
/// More than one may be meant.
pub(super) fn function_of(
    args: &EqualArgs,
    file: &Path,
    kernels: &[GraphKernel],
) -> Result<Reference, Box<Diagnostic>> {
    let named = match (args.pair.as_slice(), kernels) {
        ([(old, _)], _) => Some(old.clone()),
        ([], [one]) => Some(one.name.clone()),
        _ => None,
    };
    match named {
        Some(function) => Ok(Reference {
            file: file.to_owned(),
            function,
        }),
        None => {
            let message = format!(
                "it is not known which function of {} is meant",
                file.display()
            );
            let help = "--reference FILE:FUNCTION, or --pair FUNCTION=KERNEL, names it";
            Err(Box::new(
                Diagnostic::global(Code::K606, message).with_help(help),
            ))
        }
    }
}

/// Whether launches are compared by the names of what they pass.
pub(super) fn is_by_name(args: &EqualArgs) -> bool {
    let more = &args.sequences;
    more.old_sequence.is_some() || more.new_sequence.is_some() || !more.array.is_empty()
}

/// The launches of both sides.
///
/// # Errors
/// A kernel that is named is not there, or `--array` names no parameter.
pub(super) fn steps<'a>(
    args: &EqualArgs,
    files: [&'a Opened; 2],
) -> Result<[Vec<Step<'a>>; 2], Box<Diagnostic>> {
    let [old, new] = files;
    let more = &args.sequences;
    let mut found = [
        of_file(old, more.old_sequence.as_ref())?,
        of_file(new, more.new_sequence.as_ref())?,
    ];
    for one in &more.array {
        bind(&mut found, one)?;
    }
    Ok(found)
}

/// The launches of a file: those that are said, else its only kernel.
fn of_file<'a>(
    file: &'a Opened,
    said: Option<&Sequence>,
) -> Result<Vec<Step<'a>>, Box<Diagnostic>> {
    let Some(Sequence(said)) = said else {
        return match file.graphs.kernels.as_slice() {
            [one] => Ok(vec![Step::of(of(file, one))]),
            _ => {
                let message = format!(
                    "it is not known which kernels of {} are launched",
                    file.input.name
                );
                let help = "--old-sequence and --new-sequence name them";
                Err(Box::new(no_pair(message, file).with_help(help)))
            }
        };
    };
    let one = |launched: &::equal::Launched| {
        let kernel = kernel(file, &launched.kernel)?;
        let sizes = launched.sizes;
        Ok(Step {
            grid: sizes.map(|(grid, _)| grid),
            block: sizes.map(|(_, block)| block),
            ..Step::of(of(file, kernel))
        })
    };
    said.iter().map(one).collect()
}

/// The kernel of a name.
///
/// # Errors
/// There is none, or several.
pub(super) fn kernel<'a>(file: &'a Opened, name: &str) -> Result<&'a GraphKernel, Box<Diagnostic>> {
    let wanted = [name.to_owned()];
    let all = file.graphs.kernels.iter();
    let mut found = all.filter(|one| is_meant(&one.name, &wanted));
    let input = &file.input.name;
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (Some(_), Some(_)) => Err(no_pair(
            format!("`{name}` is several kernels of {input}"),
            file,
        )),
        (None, _) => Err(no_pair(
            format!("there is no kernel `{name}` in {input}"),
            file,
        )),
    }
}

/// Gives a parameter its name in each launch that is meant.
fn bind(sides: &mut [Vec<Step<'_>>; 2], one: &Bound) -> Result<(), Box<Diagnostic>> {
    let wanted = [one.kernel.clone()];
    let mut any = false;
    for (number, steps) in sides.iter_mut().enumerate() {
        if one.side.is_some_and(|side| side != number) {
            continue;
        }
        let of_kernel = steps
            .iter_mut()
            .filter(|step| is_meant(&step.side.kernel.name, &wanted));
        for (at, step) in (1..).zip(of_kernel) {
            if one.number.is_some_and(|number| number != at) {
                continue;
            }
            let mut all = step.side.kernel.parameters.iter();
            if all.any(|parameter| parameter.name == one.parameter) {
                step.names.insert(one.parameter.clone(), one.name.clone());
                any = true;
            }
        }
    }
    match any {
        true => Ok(()),
        false => {
            let message = format!(
                "--array: no launch is one of `{}` with a parameter `{}`",
                one.kernel, one.parameter
            );
            Err(Box::new(Diagnostic::global(Code::K606, message)))
        }
    }
}
