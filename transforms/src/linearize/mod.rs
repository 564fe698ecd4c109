//! # Matrix linearization
//!
//! Lays a matrix, an array of rows, out in one array (Alpinist, section 5.5): row by row,
//! so that `m[r][c]` becomes `m[r * C + c]`, or column by column, where it becomes
//! `m[c * R + r]`.
//!
//! **Applies** if the matrix has the extents that are given (or found in `\matrix`, length
//! clauses or its allocation), its rows differ, and every index is in range. That is shown
//! by the verifier, from the program's own annotations. The extents are numbers, variables
//! that are not assigned, or fields that only a constructor sets. A matrix in a field is asked
//! for wherever a precondition or predicate has it, whatever object it is of.
//!
//! Parameters, locals and fields can be matrices. What is passed on is followed from call
//! to call, and all of it changes together: declarations, allocations, elements, lengths,
//! and what contracts say. Permissions to rows, and clauses that rows
//! are not null and differ, have no meaning any more and are removed. Any other use of a row or of the whole matrix is refused.
//!
//! A contract that speaks of the matrix changes with it. The pipeline compares it with the
//! old one, read through the index map, by itself.
//!
//! ## Before
//! ```pvl
//! gpuopt matrix_lin m R 2 n;
//! requires n > 0;
//! context \matrix(m, 2, n);
//! context (\forall* int r = 0 .. 2, int c = 0 .. n; Perm(m[r][c], write));
//! ensures m[1][0] == 3;
//! void set(int[][] m, int n) {
//!   m[1][0] = 3;
//! }
//! ```
//!
//! ## After
//! ```pvl
//! requires n > 0;
//! context \array(m, 2 * n);
//! context (\forall* int r = 0 .. 2, int c = 0 .. n; Perm(m[r * n + c], write));
//! ensures m[n] == 3;
//! void set(int[] m, int n) {
//!   m[n] = 3;
//! }
//! ```
//!
//! ## Codes
//! `A401` extents not shown, `A402` no matrix of that name, `A403` not rectangular, `A404`
//! row used by itself, `A405` matrix used as a whole, `A406` extents not known, `A407`
//! extent that changes, `A408` extent out of sight, `A409` caller or callee left out, `A410`
//! extents differ where it is passed on, `A411` index with an effect, `A412` rows not shown
//! to differ, `A413` index not shown in range, `A414` declaration of several names, `A415`
//! not decided, `A416` extents trusted.

mod arith;
mod ask;
mod check;
mod codes;
mod contracts;
mod entrance;
mod extents;
mod fields;
mod group;
mod rewrite;
mod signs;
mod sites;
mod stay;
mod world;

pub use codes::CODES;

use crate::framework::contracts::{Contracts, SameBytes};
use crate::framework::input::{Input, Refusal, Rewritten};
use crate::framework::legacy::Limits;
use crate::framework::plan::{FlagForm, Possible};
use crate::framework::probe::Probe;
use crate::framework::prover::{Outcome, Prover, ask as question};
use crate::framework::site::{Site, SiteKind, SiteName};
use crate::framework::step::{Asked, StepOrigin};
use crate::framework::transformation::{About, FlagFault, Transformation, malformed};
use crate::shared::names::fresh;
use arith::same;
use extents::{Extents, Meaning};
use group::{Group, Wanted, mentions};
use num_bigint::BigInt;
use rewrite::{Rewrite, rules};
use spec_lang::ast::build::{self, binary, int};
use spec_lang::ast::{
    Argument, BinaryOp, Clause, ClauseKind, Directive, Expr, ExprKind, Ident, NodeId, TypeKind,
};
use spec_lang::print;
use spec_lang::resolve::Profile;
use text::code::Code;
use text::diagnostics::{Diagnostic, Severity};
use text::edit::{EditSet, indentation};
use text::span::Span;
use world::{Callable, CallableBody, Kind, World};

/// The word for the sites of this transformation.
const MATRIX: SiteKind = SiteKind::Own("matrix");

/// The transformation.
#[derive(Clone, Copy, Debug)]
pub struct Linearize;

/// What is asked of it: `--linearize NAME:row|col[:ROWS,COLS]`, `matrix_lin m R|C X Y`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments {
    /// The matrix; without a place if a flag names it.
    pub matrix: Ident,
    /// Row by row, or column by column.
    pub row_major: bool,
    /// Rows and columns, if they are given.
    pub extents: Option<(Expr, Expr)>,
}

impl Transformation for Linearize {
    type Arguments = Arguments;

    const ABOUT: &'static About = &About {
        name: "linearize",
        form: "NAME:row|col[:ROWS,COLS]",
        help: "Store a matrix in one array, by rows or columns",
        switches: &[],
        word: "matrix_lin",
        directive: "gpuopt matrix_lin m R|C ROWS COLS;",
        summary: "lay a matrix out in one array",
        codes: CODES,
        braces: false,
        legacy_turn: 0,
        legacy: Limits::NONE,
        source: include_str!("mod.rs"),
    };

    fn of_flag(argument: &str, _: &[&str]) -> Result<Arguments, FlagFault> {
        let form = || FlagFault::Form("");
        let mut parts = argument.splitn(3, ':');
        let name = parts.next().map_or("", str::trim);
        let row_major = match parts.next().map(str::trim) {
            Some("row") if !name.is_empty() => true,
            Some("col") if !name.is_empty() => false,
            _ => return Err(form()),
        };
        let extents = match parts.next() {
            Some(text) => {
                let (rows, columns) = text.split_once(',').ok_or_else(form)?;
                Some((extent(rows.trim())?, extent(columns.trim())?))
            }
            None => None,
        };
        Ok(Arguments {
            matrix: Ident {
                name: name.to_owned(),
                span: Span::default(),
            },
            row_major,
            extents,
        })
    }

    fn of_directive(directive: &Directive) -> Result<Arguments, Refusal> {
        let [
            Argument::Name(matrix),
            Argument::Choice(order),
            Argument::Int(rows),
            Argument::Int(columns),
        ] = directive.arguments.as_slice()
        else {
            return Err(malformed(directive));
        };
        Ok(Arguments {
            matrix: matrix.clone(),
            row_major: *order == "R",
            extents: Some((rows.clone(), columns.clone())),
        })
    }

    fn sites(input: &Input<'_>) -> Vec<Site> {
        sites::sites(input)
    }

    fn possible(input: &Input<'_>, site: &Site, name: &SiteName) -> Vec<Possible> {
        sites::possible(input, site, name)
    }

    fn apply(
        input: &Input<'_>,
        arguments: &Arguments,
        asked: &Asked,
        prover: &mut dyn Prover,
    ) -> Result<Rewritten, Refusal> {
        let world = World::new(input);
        let wanted = prepared(&world, arguments, asked)?;
        let group = &wanted.group;
        let column = fresh(input.program, "column");
        // The old tool's form; injectivity is assumed there of an index as it is written.
        let legacy = input.profile == Profile::VerCors14;
        let known = known_function(input);
        let function = legacy.then(|| {
            known
                .clone()
                .unwrap_or_else(|| fresh(input.program, "cell"))
        });
        let mut rewrite = Rewrite::new(&world, group, wanted.directive, column, function.clone());
        rewrite.all();
        if let Some(refusal) = rewrite.refusal.take() {
            return Err(refusal);
        }
        only(&world, group, &rewrite)?;
        let mut rewritten = Rewritten {
            edits: EditSet::new(),
            notes: Vec::new(),
            shown: Vec::new(),
        };
        match input.profile {
            Profile::Sound => {
                rewritten.shown = ask::all(&world, group, &rewrite, prover)?;
                let gone: Vec<Span> = rewrite.edits.iter().map(|(span, _, _)| *span).collect();
                for &member in &group.members {
                    signs::signs(&world, group, member, &gone, prover, &mut rewritten.edits);
                }
            }
            Profile::VerCors14 => rewritten.notes = trusted(&world, group),
        }
        if let Some(name) = function.filter(|_| known.is_none()) {
            index_function(&world, group, &name, &mut rewritten.edits);
        }
        types(&world, group, &mut rewritten.edits);
        for (span, text, rule) in rewrite.edits {
            rewritten.edits.replace(span, text, rule);
        }
        Ok(rewritten)
    }

    fn contracts(input: &Input<'_>, arguments: &Arguments, asked: &Asked) -> Box<dyn Contracts> {
        match linearized(input, arguments, asked) {
            Ok(matrices) if !matrices.is_empty() => Box::new(contracts::ThroughTheMap(matrices)),
            _ => Box::new(SameBytes),
        }
    }
}

/// An extent from the command line.
fn extent(text: &str) -> Result<Expr, FlagFault> {
    let piece = spec_lang::parse::parse_expression(text, 0, 0);
    match piece.value {
        Some(expr) if piece.diagnostics.is_empty() => Ok(expr.without_places()),
        _ => Err(FlagFault::Refused(Refusal::wrong_input(
            Diagnostic::global(
                Code::C101,
                format!("`{text}` is no expression, so it cannot be an extent"),
            ),
        ))),
    }
}

/// The arguments of a directive for this transformation; none if it is for another one.
fn asked_by(directive: &Directive) -> Option<Arguments> {
    if directive.word != Linearize::ABOUT.word {
        return None;
    }
    Linearize::of_directive(directive).ok()
}

/// A matrix that becomes an array, and its extents.
#[derive(Clone, Debug)]
struct Linearized {
    /// Its declaration.
    declaration: NodeId,
    /// Number of rows, in plain names that are seen where it is declared.
    rows: Expr,
    /// Number of columns.
    columns: Expr,
    /// Row by row.
    row_major: bool,
}

/// The matrices that a step makes arrays, with their extents: what is needed to compare the new
/// contracts with the old ones. Nothing is proved here.
fn linearized(
    input: &Input<'_>,
    arguments: &Arguments,
    asked: &Asked,
) -> Result<Vec<Linearized>, Refusal> {
    let world = World::new(input);
    let group = prepared(&world, arguments, asked)?.group;
    Ok(group
        .members
        .iter()
        .filter_map(|member| {
            let extents = group.extents.get(member)?;
            Some(Linearized {
                declaration: world.matrices.get(*member)?.id,
                rows: extents.rows.clone(),
                columns: extents.columns.clone(),
                row_major: group.row_major,
            })
        })
        .collect())
}

/// What a step means, with extents for every matrix it concerns.
fn prepared(world: &World<'_>, arguments: &Arguments, asked: &Asked) -> Result<Wanted, Refusal> {
    let mut wanted = group::wanted(world, arguments, asked)?;
    let root = match &wanted.given {
        Some((rows, columns)) => {
            let given = extents::extents(world, wanted.group.root, rows, columns);
            Some(given.map_err(|span| cannot_be(world, &wanted, rows, columns, span))?)
        }
        None => extents::found(world, wanted.group.root),
    };
    check::declarations(world, &wanted.group)?;
    asked_for(world, &mut wanted.group);
    extents::of_group(world, &mut wanted.group, root)?;
    Ok(wanted)
}

fn cannot_be(
    world: &World<'_>,
    wanted: &Wanted,
    rows: &Expr,
    columns: &Expr,
    span: Span,
) -> Refusal {
    let message = format!(
        "`{}` and `{}` cannot be the extents of {}",
        print::expr(rows),
        print::expr(columns),
        world.describe(wanted.group.root)
    );
    let at = match wanted.directive {
        Some(_) => Some(span),
        None => world
            .matrices
            .get(wanted.group.root)
            .map(|declared| declared.name_span),
    };
    let diagnostic = match at {
        Some(span) => Diagnostic::error(Code::A408, span, message),
        None => Diagnostic::global(Code::A408, message),
    };
    Refusal::not_applicable(diagnostic.with_note(
        "numbers, variables in scope where the matrix is declared, fields of the same \
         object, lengths and arithmetic can be",
    ))
}

/// Extents that directives give for other matrices of the group.
fn asked_for(world: &World<'_>, group: &mut Group) {
    for (number, callable) in world.callables.iter().enumerate() {
        for clause in &callable.contract.clauses {
            let ClauseKind::Directive(directive) = &clause.kind else {
                continue;
            };
            let Some(Arguments {
                matrix,
                extents: Some((rows, columns)),
                ..
            }) = asked_by(directive)
            else {
                continue;
            };
            for &member in &group.members {
                let own = world.matrices.get(member).is_some_and(|declared| {
                    declared.name == matrix.name && declared.callable == Some(number)
                });
                if own && let Ok(given) = extents::extents(world, member, &rows, &columns) {
                    group.extents.insert(member, given);
                }
            }
        }
    }
}

/// What the old profile believes, one note a matrix.
fn trusted(world: &World<'_>, group: &Group) -> Vec<Diagnostic> {
    let mut notes = Vec::new();
    for &member in &group.members {
        let (Some(declared), Some(extents)) =
            (world.matrices.get(member), group.extents.get(&member))
        else {
            continue;
        };
        let mut note = Diagnostic::warning(
            Code::A416,
            declared.name_span,
            format!(
                "trusted: {} has the extents {}, and its indices are in range",
                world.describe(member),
                extents.describe()
            ),
        )
        .with_note("`--profile vercors-1.4` believes the extents; the default profile shows them");
        note.severity = Severity::Note;
        notes.push(note);
    }
    notes
}

/// The function for the number of an element that an earlier step has put there.
fn known_function(input: &Input<'_>) -> Option<String> {
    use spec_lang::ast::{Body, DeclarationKind};
    input.program.declarations.iter().find_map(|declaration| {
        let DeclarationKind::Method(method) = &declaration.kind else {
            return None;
        };
        let ([by, first, second], Body::Expr(body)) = (method.params.as_slice(), &method.body)
        else {
            return None;
        };
        let word = |param: &spec_lang::ast::Param| build::name(&param.name.name);
        let ints = method.params.iter().map(|param| &param.ty);
        let is_it = method.contract.clauses.is_empty()
            && ints
                .chain([&method.return_type])
                .all(|ty| print::type_expr(ty) == "int")
            && same(
                body,
                &binary(
                    BinaryOp::Add,
                    binary(BinaryOp::Mul, word(by), word(first)),
                    word(second),
                ),
            );
        is_it.then(|| method.name.name.clone())
    })
}

/// With `--only`, nothing but the methods named is verified again, so nothing else may change.
fn only(world: &World<'_>, group: &Group, rewrite: &Rewrite<'_>) -> Result<(), Refusal> {
    let Some(only) = world.input.only else {
        return Ok(());
    };
    let changed = |callable: &Callable| {
        let declared = group.members.iter().any(|member| {
            world
                .matrices
                .get(*member)
                .is_some_and(|declared| callable.span.contains(declared.name_span))
        });
        declared
            || rewrite
                .edits
                .iter()
                .any(|(span, _, _)| callable.span.contains(*span))
    };
    match world
        .callables
        .iter()
        .find(|own| own.name != only && own.short != only && changed(own))
    {
        None => Ok(()),
        Some(callable) => Err(Refusal::inapplicable(
            Code::A409,
            callable.name_span,
            format!(
                "`{}` would change too, but only `{only}` is selected",
                callable.name
            ),
        )
        .with_help("leave out `--only`")),
    }
}

/// A function for the number of an element, ahead of the declaration that has the matrix.
fn index_function(world: &World<'_>, group: &Group, name: &str, edits: &mut EditSet) {
    let Some(declared) = world.matrices.get(group.root) else {
        return;
    };
    let around = world.input.program.declarations.iter();
    let around = around.map(|declaration| declaration.span);
    let Some(span) = around
        .into_iter()
        .find(|span| span.contains(declared.name_span))
    else {
        return;
    };
    let text = format!("pure int {name}(int by, int first, int second) = by * first + second;\n");
    edits
        .insert(span.file, span.start as usize, text, rules::FUNCTION)
        .origin = Some(declared.name_span);
}

/// Each declaration with one pair of brackets less.
fn types(world: &World<'_>, group: &Group, edits: &mut EditSet) {
    for &member in &group.members {
        if let Some(declared) = world.matrices.get(member)
            && let TypeKind::Array(row, _) = &declared.ty.kind
        {
            edits.replace(declared.ty.span, print::type_expr(row), rules::DECLARATION);
        }
    }
}
