//! Tokens to the syntax tree.
//!
//! Written with `nom` over a slice of tokens: a function for each rule of the grammar, with the
//! rule in front of it, of which the reference has a copy (`docs/reference/grammar.md`). No
//! alternative is tried that could nest: where a few tokens do not decide, the parser scans
//! ahead over them, so that reading takes time linear in the text. The parser never fails; what
//! it could not read is reported and left out.

mod ahead;
mod binder;
mod builtin;
mod call;
mod codes;
mod combine;
mod contract;
mod control;
mod decl;
mod directive;
mod expr;
mod input;
mod literal;
mod logic;
mod method;
mod misspelt;
mod node;
mod par;
mod primary;
mod problem;
mod proof;
mod recover;
mod simple;
mod skipped;
mod stmt;
mod suffix;
mod tokens;
mod types;
mod words;

pub use codes::CODES;
pub use combine::MAX_NESTING;
pub use node::MAX_HEIGHT;
pub use words::CLAUSES;

use crate::ast::{Declaration, Directive, Expr, Program};
use crate::lex;
use input::{Context, Input, PResult};
use problem::{Problem, failure, problem_of};
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;

/// Enough for [`MAX_NESTING`] constructs within each other in a debug build.
const STACK: usize = 256 << 20;

/// A program as far as it could be read, and what could not.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The declarations of all files, in order. Identities are unique, from 1.
    pub program: Program,
    /// Errors (`S…`) and warnings (`W…`), in the order of files and places.
    pub diagnostics: Vec<Diagnostic>,
}

/// A piece of text that is not a whole program, such as an expression.
#[derive(Clone, Debug)]
pub struct Piece<T> {
    /// What was read; none if there is an error.
    pub value: Option<T>,
    /// Errors (`S…`).
    pub diagnostics: Vec<Diagnostic>,
    /// The first identity that is still free.
    pub next_id: u32,
}

/// Whether a word is a keyword wherever it stands (but after a point), so that a thing
/// of that name must be written between backticks.
pub fn is_reserved(word: &str) -> bool {
    words::is_reserved(word)
}

/// Reads the files of a program; the `file` of a span is the index in `files`.
pub fn parse(files: &[SourceFile]) -> Parsed {
    on_large_stack(|| parse_here(files)).unwrap_or_else(|diagnostic| Parsed {
        program: Program::default(),
        diagnostics: vec![*diagnostic],
    })
}

fn parse_here(files: &[SourceFile]) -> Parsed {
    let mut parsed = Parsed::default();
    let mut next_id = 1;
    for (number, file) in (0u32..).zip(files) {
        let (declarations, mut diagnostics, next) = parse_file(&file.text, number, next_id);
        next_id = next;
        parsed.program.declarations.extend(declarations);
        parsed.diagnostics.append(&mut diagnostics);
    }
    parsed
}

fn parse_file(text: &str, file: u32, first_id: u32) -> (Vec<Declaration>, Vec<Diagnostic>, u32) {
    let (tokens, mut diagnostics) = lex::tokens(text, file);
    let context = Context::new(text, &tokens, first_id);
    let read = decl::file(Input::new(&context));
    let declarations = read.map_or_else(|_| Vec::new(), |(_, declarations)| declarations);
    add_parser_diagnostics(&mut diagnostics, &context);
    misspelt::suggest(&mut diagnostics, text, file);
    (declarations, diagnostics, context.next_id.get())
}

/// Adds what the parser says to what the lexer said, each place once, in order.
fn add_parser_diagnostics(diagnostics: &mut Vec<Diagnostic>, context: &Context<'_>) {
    let place = |diagnostic: &Diagnostic| {
        diagnostic
            .primary
            .as_ref()
            .map_or(0, |label| label.span.start)
    };
    let known: Vec<u32> = diagnostics.iter().map(place).collect();
    let found = std::mem::take(&mut *context.diagnostics.borrow_mut());
    diagnostics.extend(
        found
            .into_iter()
            .filter(|d| known.binary_search(&place(d)).is_err()),
    );
    diagnostics.sort_by_key(place);
}

/// Reads one expression; nothing may follow it. Identities count from `first_id`, spans
/// are of file number `file`.
pub fn parse_expression(text: &str, file: u32, first_id: u32) -> Piece<Expr> {
    piece(text, file, first_id, expr::expr)
}

/// Reads one directive from `gpuopt` to `;`; nothing may follow it.
pub fn parse_directive(text: &str, file: u32, first_id: u32) -> Piece<Directive> {
    piece(text, file, first_id, directive::whole_directive)
}

fn piece<T: Send>(
    text: &str,
    file: u32,
    first_id: u32,
    parser: for<'a> fn(Input<'a>) -> PResult<'a, T>,
) -> Piece<T> {
    let read = || {
        let (tokens, mut diagnostics) = lex::tokens(text, file);
        let context = Context::new(text, &tokens, first_id);
        let input = Input::new(&context);
        let result = parser(input).and_then(|(rest, value)| {
            if rest.at_end() {
                Ok(value)
            } else {
                Err(failure(Problem::expected(rest, "the end")))
            }
        });
        let value = result
            .map_err(|error| context.report(problem_of(input, error)))
            .ok();
        add_parser_diagnostics(&mut diagnostics, &context);
        let value = value.filter(|_| diagnostics.is_empty());
        Piece {
            value,
            diagnostics,
            next_id: context.next_id.get(),
        }
    };
    on_large_stack(read).unwrap_or_else(|diagnostic| Piece {
        value: None,
        diagnostics: vec![*diagnostic],
        next_id: first_id,
    })
}

/// Runs a parser where nesting up to the limit cannot exhaust the stack, whatever the
/// caller's stack is.
fn on_large_stack<T: Send>(read: impl FnOnce() -> T + Send) -> Result<T, Box<Diagnostic>> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("parser".to_string())
            .stack_size(STACK)
            .spawn_scoped(scope, read);
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                text::passing::note();
                let message =
                    format!("the program could not be read: no thread could be started ({error})");
                Err(Box::new(Diagnostic::global(Code::S018, message)))
            }
        }
    })
}
