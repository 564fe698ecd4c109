//! Places of the kernel graph as file, line and column, with macros and calls.

use clang::place::{File, Role};
use report::messages::Place;
use text::source::SourceFile;
use text::span::Span;

/// A call that was replaced by the body of its callee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The callee's name.
    pub callee: String,
    /// Where the call stands.
    pub place: Place,
    /// The line it begins on, without the blanks around.
    pub line: String,
}

/// A place in the user's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// As a range of a text.
    pub span: Span,
    /// As file, line and column: where a macro is used, if a macro brought the words.
    pub place: Place,
    /// The words in a macro's definition, if they come from one.
    pub definition: Option<Place>,
    /// The line it begins on, without the blanks around.
    pub line: String,
    /// The calls around it, the innermost first.
    pub calls: Vec<Call>,
}

impl Spot {
    /// `file:line:column`.
    pub fn short(&self) -> String {
        self.place.short()
    }
}

/// Resolves places of one file of kernels.
#[derive(Clone, Copy)]
pub struct Resolver<'a> {
    files: &'a [File],
}

impl<'a> Resolver<'a> {
    /// For places in these texts.
    pub fn new(files: &'a [File]) -> Self {
        Resolver { files }
    }

    fn source(&self, span: Span) -> Option<&'a SourceFile> {
        self.files.get(span.file as usize).map(|file| &file.source)
    }

    fn own(&self, span: Span) -> bool {
        let file = self.files.get(span.file as usize);
        file.is_some_and(|file| file.role == Role::Own)
    }

    /// A range as file, line and column; of an unknown file the start of nothing.
    pub fn place(&self, span: Span) -> Place {
        place_in(self.source(span), span)
    }

    fn line(&self, span: Span) -> String {
        self.source(span).map_or_else(String::new, |file| {
            let line = file.line_column(span.start as usize).line;
            file.line_text(line).trim().to_owned()
        })
    }

    /// Resolves a place. Words in declarations of our own stand for the call that led to them.
    pub fn spot(&self, place: &kernel_graph::Place, inlined: &[kernel_graph::Inlined]) -> Spot {
        let mut at = *place;
        let mut calls = Vec::new();
        let mut next = at.inlined;
        // Each call stands before the calls that its body makes, so this comes to an end.
        for _ in 0..=inlined.len() {
            let Some(call) = next.and_then(|id| inlined.get(id.0 as usize)) else {
                break;
            };
            next = call.call.inlined;
            if self.own(at.expansion) {
                at = call.call;
                continue;
            }
            calls.push(Call {
                callee: call.callee.clone(),
                place: self.place(call.call.expansion),
                line: self.line(call.call.expansion),
            });
        }
        // A part of an argument of a macro is written at the use.
        let within = at.expansion.contains(at.spelling);
        let span = match at.in_macro() && within {
            true => at.spelling,
            false => at.expansion,
        };
        let definition = at.in_macro() && !within && !self.own(at.spelling);
        Spot {
            span,
            place: self.place(span),
            definition: definition.then(|| self.place(at.spelling)),
            line: self.line(span),
            calls,
        }
    }
}

/// A range as file, line and column; of an unknown file the start of nothing.
pub fn place_in(file: Option<&SourceFile>, span: Span) -> Place {
    match file {
        Some(file) => Place::of(file, span),
        None => Place {
            start: (1, 1),
            end: (1, 1),
            ..Place::of(&SourceFile::new("", ""), span)
        },
    }
}
