//! Places in kernels: where something is written, and where a macro put it.

use text::source::SourceFile;
use text::span::Span;

/// What a file is to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The file that was asked for.
    Main,
    /// A file that it includes.
    Included,
    /// Declarations that this program puts before every file.
    Own,
}

/// A file that took part in a reading.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name and text.
    pub source: SourceFile,
    /// What it is to the user.
    pub role: Role,
    /// The file whose `#include` brought it in.
    pub included_from: Option<u32>,
}

/// A range of a program's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Where it stands after macros are taken back: in the file as the user sees it. A use of a macro
    /// is the range from the macro's name to the end of its arguments as far as clang says.
    pub span: Span,
    /// Where its characters are, if a macro's definition or argument brought them.
    pub spelling: Option<Spelling>,
}

/// Where a macro's text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spelling {
    /// The characters.
    pub span: Span,
    /// Whether they are an argument of the macro's use, rather than part of its definition.
    pub argument: bool,
}

impl Place {
    /// Whether a macro's definition brought this: a change must then be made at the use.
    pub fn in_macro(&self) -> bool {
        self.spelling.is_some_and(|spelling| !spelling.argument)
    }

    /// The characters: of the argument or definition if a macro is in between.
    pub fn text_span(&self) -> Span {
        self.spelling.map_or(self.span, |spelling| spelling.span)
    }
}
