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
    /// Sequential C or C++ function as the old version.
    ///
    /// For example spec.c:softmax. Its parameters correspond to the kernel's by name. The launch is that of the
    /// one file that is named.
    #[arg(help_heading = SEQUENCES, long, value_name = "FILE:FUNCTION", value_parser = reference, conflicts_with_all = ["git", "new", "old_sequence"])]
    pub reference: Option<Reference>,
    /// Kernels of OLD launched in sequence: scale,add.
    ///
    /// A launch may have its own sizes: 'scale<<<4,256>>>,add<<<2x2,16x16>>>'. Parameters of the same name are
    /// the same array or value in all launches.
    #[arg(help_heading = SEQUENCES, long, value_name = "KERNELS", value_parser = sequence, conflicts_with = "pair")]
    pub old_sequence: Option<Sequence>,
    /// Kernels of NEW, in the same form.
    ///
    /// Default: the only kernel of the file.
    #[arg(help_heading = SEQUENCES, long, value_name = "KERNELS", value_parser = sequence, conflicts_with = "pair")]
    pub new_sequence: Option<Sequence>,
    /// Name a parameter in a sequence: scale.out=tmp.
    ///
    /// Also old:add.in=tmp, and step#2.in=b for the second launch of a kernel. Repeatable. Parameters of the
    /// same name are the same array or value.
    #[arg(help_heading = SEQUENCES, long, value_name = "KERNEL.PARAMETER=NAME", value_parser = equal::bound)]
    pub array: Vec<Bound>,
    /// Array that is no output, and is not compared.
    ///
    /// No result may depend on its initial contents. Repeatable.
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
