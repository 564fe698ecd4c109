//! Contracts that are written before kernels: `//@ requires n % 4 == 0;`.
//!
//! A comment belongs to the kernel whose name is the next one behind it, if no `;`, `{` or `}` is between them. Of a comment
//! that begins with `@ requires` nothing is skipped: what is no clause, or speaks of what the kernel does not have, or of
//! which the preprocessor decides whether it is there, is an error of that kernel; and one that belongs to no kernel is
//! an error of the file.

use crate::model::Required;
use crate::run::Settings;
use crate::sizes::Fixed;
use clang::annotations::{Annotation, annotations};
use clang::place::Role;
use clang::tree::{Function, Unit, Variable};
use clang::types::Type;
use clang::{Kernel, Reading};
use contracts::{Axis, Clause, Contract, Kind, Name, Number, Relation, Size, Value};
use num_traits::ToPrimitive;
use std::borrow::Cow;
use text::code::Code;
use text::diagnostics::Diagnostic;
use text::source::SourceFile;
use text::span::Span;

/// Words of other annotations, of VerCors and its like. They are not read.
const OTHERS: [&str; 27] = [
    "assert",
    "assigns",
    "assume",
    "context",
    "context_everywhere",
    "decreases",
    "ensures",
    "exhale",
    "fold",
    "ghost",
    "given",
    "inhale",
    "inline",
    "invariant",
    "kernel_invariant",
    "lemma",
    "lock_invariant",
    "loop_invariant",
    "modifies",
    "predicate",
    "pure",
    "resource",
    "then",
    "unfold",
    "variant",
    "with",
    "yields",
];

/// A clause, or several, written before a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// What is written.
    pub clauses: Vec<Clause>,
    /// What is said of where it stands.
    pub evidence: String,
}

impl Written {
    /// What it is about: the last of the kinds of its clauses.
    fn kind(&self) -> Kind {
        let kinds = self.clauses.iter().map(Clause::kind);
        kinds.max().unwrap_or(Kind::Numbers)
    }

    /// As it is shown.
    pub(crate) fn required(&self) -> Required {
        let all = Contract {
            clauses: self.clauses.clone(),
        };
        Required {
            clause: all.to_string(),
            kind: self.kind(),
            evidence: self.evidence.clone(),
            spot: None,
            inferred: false,
        }
    }
}

/// What is written in the files of a reading.
#[derive(Debug, Default)]
pub(crate) struct All {
    /// Of each kernel, in their order, what is required, or what is wrong with that.
    pub kernels: Vec<(Vec<Written>, Vec<Diagnostic>)>,
    /// What belongs to no kernel.
    pub errors: Vec<Diagnostic>,
    /// What is not read.
    pub notes: Vec<Diagnostic>,
}

/// One statement of an annotation: its first word, the rest, and where that begins in the annotation.
struct Statement<'t> {
    word: &'t str,
    rest: &'t str,
    at: usize,
    /// Whether it ends with `;`.
    ended: bool,
}

impl All {
    /// What is written in these files; `text` is that of the first one as it was read.
    pub(crate) fn of(reading: &Reading, text: &str) -> All {
        let mut all = All {
            kernels: vec![(Vec::new(), Vec::new()); reading.kernels.len()],
            ..All::default()
        };
        let files = reading.unit.files.iter().zip(0u32..);
        for (file, number) in files.filter(|(file, _)| file.role != Role::Own) {
            let text = if number == 0 { text } else { &file.source.text };
            let mut others = None;
            for annotation in annotations(text) {
                let statements = statements(&annotation.text);
                let is_other = |one: &Statement<'_>| OTHERS.contains(&one.word);
                let other = statements.iter().find(|one| is_other(one));
                if let Some(other) = other {
                    others.get_or_insert((annotation.range.clone(), other.word.to_owned()));
                }
                if !annotation.dead && statements.iter().any(|one| one.word == "requires") {
                    let file = (number, &file.source);
                    all.take(reading, file, (&annotation, &statements));
                }
            }
            if let Some((range, word)) = others {
                let message = format!("annotations are not read, such as `{word}`");
                let note = Diagnostic::warning(
                    Code::K014,
                    Span::new(number, range.start, range.end),
                    message,
                );
                let help = "of annotations only `//@ requires …;` before a kernel is read";
                all.notes.push(note.with_help(help));
            }
        }
        all
    }

    fn take(
        &mut self,
        reading: &Reading,
        (file, source): (u32, &SourceFile),
        (annotation, statements): (&Annotation, &[Statement<'_>]),
    ) {
        let names = reading.kernels.iter().map(|kernel| {
            let place = reading.unit.function(kernel.function?)?.name_place.span;
            let start = usize::try_from(place.start).ok()?;
            let follows = annotation.range.end <= start && start < annotation.until;
            (place.file == file && follows).then_some(start)
        });
        let names: Vec<Option<usize>> = names.collect();
        let here = |start: usize, end: usize| Span::new(file, start, end);
        let range = &annotation.range;
        let Some(next) = names.iter().flatten().min().copied() else {
            // Of a definition that is not read, nothing is said.
            if annotation.in_directive || !annotation.defines {
                let message = "this clause belongs to no kernel";
                let error = Diagnostic::error(Code::K013, here(range.start, range.end), message);
                let help = "write it directly before the definition of a kernel";
                self.errors.push(error.with_help(help));
            }
            return;
        };
        let decided = annotation.in_directive || annotation.condition.is_some_and(|at| at < next);
        let line = source.line_column(range.start).line;
        for (number, _) in names
            .iter()
            .enumerate()
            .filter(|(_, name)| **name == Some(next))
        {
            let (Some(kernel), Some((written, errors))) =
                (reading.kernels.get(number), self.kernels.get_mut(number))
            else {
                continue;
            };
            if decided {
                let message = "the preprocessor decides whether this clause is there";
                let error = Diagnostic::error(Code::K013, here(range.start, range.end), message);
                let help = "write it where no `#if`, `#else` or `#endif` is between it and the kernel's name";
                errors.push(error.with_help(help));
                continue;
            }
            for statement in statements {
                let start = range.start + statement.at;
                let span = |at: usize| {
                    let end = start + statement.rest.trim_end().len();
                    here(start + at, end.max(start + at + 1))
                };
                match read(&reading.unit, kernel, statement) {
                    Ok(clauses) if clauses.is_empty() => {}
                    Ok(clauses) => written.push(Written {
                        clauses,
                        evidence: match file {
                            0 => format!("written in line {}", line_of(source, start)),
                            _ => format!("written in {}, line {line}", source.name),
                        },
                    }),
                    Err((at, why)) => {
                        errors.push(Diagnostic::error(Code::K013, span(at), why));
                    }
                }
            }
        }
    }
}

fn line_of(source: &SourceFile, at: usize) -> usize {
    source.line_column(at).line
}

/// The statements of an annotation, which `;` ends; none if it begins with no word of one.
fn statements(text: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    let mut add = |from: usize, to: usize, ended: bool| {
        let part = text.get(from..to).unwrap_or("");
        let said = part.trim_start();
        if said.is_empty() {
            return;
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = said.find(|c| !is_word(c)).unwrap_or(said.len());
        let (word, rest) = said.split_at(length);
        let blank = rest.len() - rest.trim_start().len();
        found.push(Statement {
            word,
            rest: rest.trim_start(),
            at: from + (part.len() - said.len()) + length + blank,
            ended,
        });
    };
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => {
                add(start, at, true);
                start = at + 1;
            }
            _ => {}
        }
    }
    add(start, text.len(), false);
    let begins = |one: &Statement<'_>| one.word == "requires" || OTHERS.contains(&one.word);
    match found.first().is_some_and(begins) {
        true => found,
        false => Vec::new(),
    }
}

/// The clauses of a statement: none of another annotation. What is wrong, and where in its rest.
fn read(
    unit: &Unit,
    kernel: &Kernel,
    statement: &Statement<'_>,
) -> Result<Vec<Clause>, (usize, String)> {
    if OTHERS.contains(&statement.word) {
        return Ok(Vec::new());
    }
    if statement.word != "requires" {
        let why = "`requires` is expected behind a clause's `;`";
        return Err((0, why.to_owned()));
    }
    let clauses = Clause::parse(statement.rest);
    let clauses =
        clauses.map_err(|error| (error.at, format!("this is no clause: {}", error.why)))?;
    if !statement.ended {
        let why = "a clause ends with `;`";
        return Err((statement.rest.trim_end().len(), why.to_owned()));
    }
    let function = kernel.function.and_then(|id| unit.function(id));
    for name in clauses.iter().flat_map(Clause::names) {
        if let Some(why) = function.and_then(|function| misnamed(unit, function, &name)) {
            return Err((0, why));
        }
    }
    Ok(clauses)
}

/// Why a clause about a kernel cannot name this.
fn misnamed(unit: &Unit, function: &Function, name: &Name) -> Option<String> {
    let argument = name.argument()?;
    let parameters = function.parameters.iter();
    let mut parameters = parameters.filter_map(|id| unit.variables.get(id.0 as usize));
    let own = |one: &&Variable| one.name == argument.parameter();
    let Some(parameter) = parameters.find(own) else {
        return Some(format!(
            "`{}` is no parameter of `{}`",
            argument.parameter(),
            function.name
        ));
    };
    let ty = unit.types.get(parameter.ty.id);
    let member = argument.as_str() != argument.parameter();
    let fits = match (ty, name) {
        (Type::Record(_), _) => member,
        _ if member => false,
        (Type::Int(_) | Type::Enum(_), Name::Value(Value::Argument(_))) => true,
        (Type::Pointer(_) | Type::Array { .. }, name) => {
            !matches!(name, Name::Value(Value::Argument(_)))
        }
        _ => false,
    };
    (!fits).then(|| match name {
        Name::Value(_) if matches!(name, Name::Value(Value::Argument(_))) => {
            format!("`{argument}` is no integer")
        }
        _ => format!("`{argument}` is no pointer"),
    })
}

/// The sizes that clauses fix, if one of them is about sizes of this kind and nothing else.
pub(crate) fn fixed(clauses: &[Clause], size: Size) -> Option<Fixed> {
    let of = |number: &Number| match number {
        Number::Value(Value::Size(one, axis)) if *one == size => Some(*axis as usize),
        _ => None,
    };
    let literal = |number: &Number| match number {
        Number::Literal(value) => value.to_u32().filter(|n| *n > 0),
        _ => None,
    };
    let mut found: Option<Fixed> = None;
    for clause in clauses {
        let names = clause.names();
        let is_about =
            |name: &Name| matches!(name, Name::Value(Value::Size(one, _)) if *one == size);
        if names.is_empty() || !names.iter().all(is_about) {
            continue;
        }
        let fixed = found.get_or_insert_default();
        if let Clause::Compare(a, Relation::Equal, b) = clause
            && let Some((axis, n)) = of(a).zip(literal(b)).or(of(b).zip(literal(a)))
            && let Some(slot) = fixed.sizes.get_mut(axis)
        {
            *slot = Some(n);
        }
    }
    found
}

/// That a block has no more threads than the kernel is compiled for, where clauses about blocks say for which sizes it is
/// checked.
pub(crate) fn bounded(written: &[Written], most: Option<u32>) -> Option<Written> {
    let clauses: Vec<Clause> = written.iter().flat_map(|one| one.clauses.clone()).collect();
    let most = Number::from(i64::from(most?));
    fixed(&clauses, Size::Block)?;
    let sizes = Axis::ALL.map(|axis| Number::Value(Value::Size(Size::Block, axis)));
    Some(Written {
        clauses: vec![Clause::Compare(
            Number::product(sizes),
            Relation::AtMost,
            most,
        )],
        evidence: "`__launch_bounds__`".to_owned(),
    })
}

/// The settings with which a kernel is checked before which this is written.
pub(crate) fn settings<'a>(settings: &'a Settings, written: &[Written]) -> Cow<'a, Settings> {
    let clauses = written.iter().flat_map(|one| &one.clauses);
    let clauses: Vec<Clause> = clauses.cloned().collect();
    if clauses.is_empty() {
        return Cow::Borrowed(settings);
    }
    let mut own = settings.clone();
    own.sizes.written_block = fixed(&clauses, Size::Block);
    own.sizes.written_grid = fixed(&clauses, Size::Grid);
    own.checks.requires.extend(clauses);
    Cow::Owned(own)
}

/// The clauses that a check can assume. The others say of pointers, and of what it knows no number for, what it takes for
/// granted in any case; launches are held against them.
pub(crate) fn usable(clauses: &[Clause]) -> Vec<Clause> {
    let known = |name: &Name| match name {
        Name::Value(Value::Size(..) | Value::Argument(_)) | Name::Contents(_) => true,
        // How long arrays are decides no race: it is asked apart from that.
        Name::Value(Value::SharedBytes | Value::WarpSize | Value::Length(_))
        | Name::Address(_)
        | Name::Bytes(_) => false,
    };
    let usable = |clause: &&Clause| clause.names().iter().all(known);
    clauses.iter().filter(usable).cloned().collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_with_semicolons() {
        let words = |text: &str| {
            let all = statements(text);
            let all = all.iter().map(|one| {
                assert!(text[one.at..].starts_with(one.rest), "{text}");
                format!("{}|{}|{}", one.word, one.rest.trim(), one.ended)
            });
            all.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            words("   requires n > 0; requires(m);ensures (\\forall int i; x)"),
            "requires|n > 0|true requires|(m)|true ensures|(\\forall int i; x)|false"
        );
        for text in ["", "}", "x requires", "requiresn > 0;"] {
            assert_eq!(words(text), "", "{text}");
        }
    }

    #[test]
    fn equalities_fix_sizes() {
        let of = |text: &str| fixed(&Clause::parse(text).unwrap(), Size::Block);
        assert_eq!(of("n == 4"), None);
        assert_eq!(of("blockDim.x == n"), None);
        assert_eq!(of("gridDim.x == 4"), None);
        assert_eq!(of("blockDim.x <= 4"), Some(Fixed::default()));
        let sizes = [Some(4), None, Some(1)];
        let both = "4 == blockDim.x && blockDim.z == 1";
        assert_eq!(of(both), Some(Fixed { sizes }));
    }
}
