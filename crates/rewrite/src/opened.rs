//! A file whose text is rewritten, as it was read.

use clang::tree::FunctionId;
use clang::{HostReading, Reading};
use text::source::SourceFile;
use text::span::Span;

/// A file that was read.
#[derive(Clone, Copy)]
pub(crate) struct Opened<'a> {
    /// The trees of its kernels.
    pub reading: &'a Reading,
    /// The trees of its host code, if the step looks at launches and the file has such code.
    pub host: Option<&'a HostReading>,
    /// The file itself.
    pub source: &'a SourceFile,
    /// Only these kernels are meant; all if empty.
    pub only: &'a [String],
}

impl<'a> Opened<'a> {
    /// The kernels that are meant and have a tree.
    pub(crate) fn kernels(&self) -> impl Iterator<Item = &'a clang::Kernel> {
        let only = self.only;
        let meant = move |one: &&clang::Kernel| inspect::is_meant(&one.name, only);
        self.reading
            .kernels
            .iter()
            .filter(meant)
            .filter(|one| one.errors.is_empty() && one.function.is_some())
    }

    /// The functions that these kernels reach, each once.
    pub(crate) fn functions(&self) -> Vec<FunctionId> {
        let mut found: Vec<FunctionId> = Vec::new();
        for kernel in self.kernels() {
            for id in kernel.function.iter().chain(&kernel.functions) {
                if !found.contains(id) {
                    found.push(*id);
                }
            }
        }
        found
    }

    /// The names of all kernels of the file, meant or not, that reach one of these functions.
    pub(crate) fn reaching(&self, functions: &[FunctionId]) -> Vec<String> {
        let reaches = |one: &&clang::Kernel| {
            let mut own = one.function.iter().chain(&one.functions);
            own.any(|id| functions.contains(id))
        };
        let all = self.reading.kernels.iter().filter(reaches);
        all.map(|one| one.name.clone()).collect()
    }

    /// The text of a span of the file.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        self.source.slice(span)
    }
}
