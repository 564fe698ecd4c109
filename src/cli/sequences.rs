//! The command line of `alpinist equal`, as far as it says what the two are besides two kernels.

use clap::Args;
use equal::{Bound, Launched};
use std::path::PathBuf;

/// Headings of the help.
const SEQUENCES: &str = "Functions and sequences";

/// A function of a file of C or C++.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The file.
    pub file: PathBuf,
    /// The function.
    pub function: String,
}

/// The launches of a side.
#[derive(Clone, Debug)]
pub struct Sequence(pub Vec<Launched>);

/// A plain function in place of a kernel, and launches one after the other.
#[derive(Clone, Debug, Default, Args)]
pub struct SequenceArgs {
    /// A function of a file of C (.c) or C++ that one thread executes, as the old side: spec.c:softmax. Its parameters
    /// correspond to the kernel's by name. The launch is that of the one file that is named.
    #[arg(help_heading = SEQUENCES, long, value_name = "FILE:FUNCTION", value_parser = reference, conflicts_with_all = ["git", "new", "old_sequence"])]
    pub reference: Option<Reference>,
    /// Kernels of OLD that are launched one after the other: scale,add. A launch may have sizes of its own, as in
    /// 'scale<<<4,256>>>,add<<<2x2,16x16>>>'. What has one name is one array or number in all launches.
    #[arg(help_heading = SEQUENCES, long, value_name = "KERNELS", value_parser = sequence, conflicts_with = "pair")]
    pub old_sequence: Option<Sequence>,
    /// Kernels of NEW, in the same way. By default the kernel that a sequence or a function is compared with is the only one
    /// of the file.
    #[arg(help_heading = SEQUENCES, long, value_name = "KERNELS", value_parser = sequence, conflicts_with = "pair")]
    pub new_sequence: Option<Sequence>,
    /// What a parameter is called in a sequence: scale.out=tmp, old:add.in=tmp, step#2.in=b for the second launch of a kernel;
    /// repeatable. Two parameters of one name are one array or number.
    #[arg(help_heading = SEQUENCES, long, value_name = "KERNEL.PARAMETER=NAME", value_parser = equal::bound)]
    pub array: Vec<Bound>,
    /// An array that is no output: what is left in it is not compared, and nothing may rest on what it contains at first;
    /// repeatable.
    #[arg(help_heading = SEQUENCES, long, value_name = "NAME", value_delimiter = ',')]
    pub temporary: Vec<String>,
}

fn reference(text: &str) -> Result<Reference, String> {
    let wrong = "expected FILE:FUNCTION, as spec.c:softmax";
    let (file, function) = text.rsplit_once(':').ok_or(wrong)?;
    match file.is_empty() || function.is_empty() {
        true => Err(wrong.to_owned()),
        false => Ok(Reference {
            file: PathBuf::from(file),
            function: function.to_owned(),
        }),
    }
}

fn sequence(text: &str) -> Result<Sequence, String> {
    equal::sequence(text).map(Sequence)
}
