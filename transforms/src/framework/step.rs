//! Steps: what is to be done, as flags and directives say it.

use crate::framework::input::Refusal;
use crate::framework::site::SiteName;
use num_traits::ToPrimitive;
use spec_lang::ast::{
    ClauseKind, Contract, Directive, DirectiveKind, Expr, ExprKind, ParBlock, Program, Stmt,
    StmtKind, Visitor,
};
use spec_lang::resolve::Profile;
use text::diagnostics::Diagnostic;
use text::span::Span;

/// One transformation to carry out.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What to do.
    pub kind: StepKind,
    /// Where, if a flag says so; a directive is its own place.
    pub site: Option<SiteName>,
    /// Who asks for it.
    pub origin: StepOrigin,
}

/// Who asks for a step.
#[derive(Clone, Debug, PartialEq)]
pub enum StepOrigin {
    /// A directive in the program, at this place.
    Directive(Span),
    /// A flag, as written on the command line.
    Flag(String),
}

/// How many iterations to unroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Number(u64),
    /// All of them; the loop goes.
    All,
}

/// The transformations with their arguments.
///
/// What a directive says in an expression is kept as text where a flag could say it
/// too, and looked up in the program otherwise.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// `--unroll K`, `loop_unroll v K`.
    Unroll {
        /// How many iterations.
        count: Count,
        /// Put every copy under the loop's guard instead of showing that it holds.
        guard: bool,
    },
    /// `--merge M`, `iter_merge v M`.
    Merge {
        /// Iterations that become one.
        count: u64,
    },
    /// `--prefetch 'A[PAT]'`, `glob_to_reg A L1 …`.
    Prefetch {
        /// The array; empty for a directive, which has it as a tree.
        array: String,
        /// The index; empty for a directive.
        pattern: String,
    },
    /// `--linearize NAME:row|col[:ROWS,COLS]`, `matrix_lin m R|C X Y`.
    Linearize {
        /// The matrix.
        matrix: String,
        /// Row by row, or column by column.
        row_major: bool,
        /// Rows and columns as expressions; none for a directive, which has them as trees.
        extents: Option<(String, String)>,
    },
    /// `--tile inter|intra:N`, `tile inter|intra N`.
    Tile {
        /// True for `inter`.
        inter: bool,
        /// Tile size.
        size: u64,
    },
    /// `--fuse F[:BLOCKS]`, `fuse F N`.
    Fuse {
        /// How many kernels.
        kernels: u64,
        /// Thread blocks, 1 unless told.
        blocks: u64,
    },
}

impl StepKind {
    /// The transformation's name, as in [`crate::TransformationInfo`].
    pub fn name(&self) -> &'static str {
        match self {
            StepKind::Unroll { .. } => "unroll",
            StepKind::Merge { .. } => "merge",
            StepKind::Prefetch { .. } => "prefetch",
            StepKind::Linearize { .. } => "linearize",
            StepKind::Tile { .. } => "tile",
            StepKind::Fuse { .. } => "fuse",
        }
    }
}

/// Reads the argument of `--FLAG ARGUMENT`; `flag` without the dashes.
///
/// # Errors
/// `C101` if the argument is not of the flag's form.
pub fn parse_flag(flag: &str, argument: &str, guard: bool) -> Result<Step, Refusal> {
    let malformed = |form: &str| {
        let message = format!("`--{flag} {argument}` is not of the form `--{flag} {form}`");
        Refusal::wrong_input(
            Diagnostic::global("C101", message)
                .with_help("SITE is a loop variable, a block's name, `method/variable` or a line"),
        )
    };
    let (body, site) = split_site(argument);
    let site = match site {
        Some(text) => Some(SiteName::parse(text).ok_or_else(|| malformed("…@SITE"))?),
        None => None,
    };
    let number = |text: &str| text.parse::<u64>().ok();
    let kind = match flag {
        "unroll" => match body {
            "all" => Some(StepKind::Unroll {
                count: Count::All,
                guard,
            }),
            _ => number(body).map(|count| StepKind::Unroll {
                count: Count::Number(count),
                guard,
            }),
        }
        .ok_or_else(|| malformed("K[@SITE], where K is a number or `all`"))?,
        "merge" => number(body)
            .map(|count| StepKind::Merge { count })
            .ok_or_else(|| malformed("M[@SITE]"))?,
        "prefetch" => prefetch(body).ok_or_else(|| malformed("'A[PAT]'[@SITE]"))?,
        "linearize" => linearize(body).ok_or_else(|| malformed("NAME:row|col[:ROWS,COLS]"))?,
        "tile" => match body.split_once(':') {
            Some(("inter", size)) => number(size).map(|size| StepKind::Tile { inter: true, size }),
            Some(("intra", size)) => number(size).map(|size| StepKind::Tile { inter: false, size }),
            _ => None,
        }
        .ok_or_else(|| malformed("inter|intra:N[@SITE]"))?,
        "fuse" => {
            let (kernels, blocks) = body.split_once(':').unwrap_or((body, "1"));
            match (number(kernels), number(blocks)) {
                (Some(kernels), Some(blocks)) => StepKind::Fuse { kernels, blocks },
                _ => return Err(malformed("F[:BLOCKS][@SITE]")),
            }
        }
        _ => {
            let message = format!("there is no step `--{flag}`");
            return Err(Refusal::wrong_input(Diagnostic::global("C101", message)));
        }
    };
    Ok(Step {
        kind,
        site,
        origin: StepOrigin::Flag(format!("--{flag} {argument}")),
    })
}

/// `ARGUMENT@SITE`: the site is what follows the last `@`.
fn split_site(argument: &str) -> (&str, Option<&str>) {
    match argument.rsplit_once('@') {
        Some((body, site)) => (body.trim(), Some(site.trim())),
        None => (argument.trim(), None),
    }
}

fn prefetch(body: &str) -> Option<StepKind> {
    let (array, rest) = body.split_once('[')?;
    let pattern = rest.trim_end().strip_suffix(']')?;
    (!array.trim().is_empty() && !pattern.trim().is_empty()).then(|| StepKind::Prefetch {
        array: array.trim().to_owned(),
        pattern: pattern.trim().to_owned(),
    })
}

fn linearize(body: &str) -> Option<StepKind> {
    let mut parts = body.splitn(3, ':');
    let matrix = parts
        .next()
        .map(str::trim)
        .filter(|name| !name.is_empty())?;
    let row_major = match parts.next()?.trim() {
        "row" => true,
        "col" => false,
        _ => return None,
    };
    let extents = match parts.next() {
        Some(text) => {
            let (rows, columns) = text.split_once(',')?;
            Some((rows.trim().to_owned(), columns.trim().to_owned()))
        }
        None => None,
    };
    Some(StepKind::Linearize {
        matrix: matrix.to_owned(),
        row_major,
        extents,
    })
}

/// A number as a directive writes it.
pub(crate) fn literal(expr: &Expr) -> Option<u64> {
    match &expr.kind {
        ExprKind::Int(value) => value.to_u64(),
        _ => None,
    }
}

/// The step a directive asks for.
///
/// # Errors
/// `A002` if a number is wanted and something else stands there.
pub fn of_directive(directive: &Directive) -> Result<Step, Refusal> {
    let number = |expr: &Expr, what: &str| {
        literal(expr).ok_or_else(|| {
            Refusal::not_applicable(
                Diagnostic::error(
                    "A002",
                    expr.span,
                    format!("{what} must be a number written out"),
                )
                .with_note("how much code results depends on it, so it cannot be left open"),
            )
        })
    };
    let kind = match &directive.kind {
        DirectiveKind::LoopUnroll(_, count) => StepKind::Unroll {
            count: Count::Number(number(count, "the number of iterations")?),
            guard: false,
        },
        DirectiveKind::IterMerge(_, count) => StepKind::Merge {
            count: number(count, "the number of iterations")?,
        },
        DirectiveKind::MatrixLin {
            matrix, row_major, ..
        } => StepKind::Linearize {
            matrix: matrix.name.clone(),
            row_major: *row_major,
            extents: None,
        },
        DirectiveKind::GlobToReg(..) => StepKind::Prefetch {
            array: String::new(),
            pattern: String::new(),
        },
        DirectiveKind::Tile { inter, size } => StepKind::Tile {
            inter: *inter,
            size: number(size, "the tile size")?,
        },
        DirectiveKind::Fuse(kernels, blocks) => StepKind::Fuse {
            kernels: number(kernels, "the number of kernels")?,
            blocks: number(blocks, "the number of thread blocks")?,
        },
    };
    Ok(Step {
        kind,
        site: None,
        origin: StepOrigin::Directive(directive.span),
    })
}

/// Every directive of a program, in source order.
pub fn directives(program: &Program) -> Vec<Directive> {
    struct Collect(Vec<Directive>);
    impl Visitor for Collect {
        fn visit_directive(&mut self, directive: &Directive) {
            self.0.push(directive.clone());
        }
    }
    let mut collect = Collect(Vec::new());
    collect.visit_program(program);
    collect
        .0
        .sort_by_key(|directive| (directive.span.file, directive.span.start));
    collect.0
}

/// The directive to carry out next.
///
/// In source order, but a loop waits for the loops and blocks within it, so that these
/// are rewritten once and not once a copy. Otherwise the old tool's order of
/// transformations comes first under vercors-1.4 (legacy.md).
pub fn next_directive(program: &Program, profile: Profile) -> Option<Directive> {
    let placed = placed_directives(program);
    let rank = |directive: &Directive| match profile {
        Profile::Sound => 0,
        Profile::VerCors14 => legacy_rank(&directive.kind),
    };
    let waits = |directive: &Directive| {
        let own = placed
            .iter()
            .find(|place| place.directive.id == directive.id);
        let Some(own) = own.filter(|place| place.on_loop) else {
            return false;
        };
        placed
            .iter()
            .any(|inner| inner.span != own.span && own.span.contains(inner.span))
    };
    directives(program)
        .into_iter()
        .filter(|directive| !waits(directive))
        .min_by_key(rank)
}

/// The old tool's order: linearize, fuse, merge, prefetch, tile, unroll.
fn legacy_rank(kind: &DirectiveKind) -> u8 {
    match kind {
        DirectiveKind::MatrixLin { .. } => 0,
        DirectiveKind::Fuse(..) => 1,
        DirectiveKind::IterMerge(..) => 2,
        DirectiveKind::GlobToReg(..) => 3,
        DirectiveKind::Tile { .. } => 4,
        DirectiveKind::LoopUnroll(..) => 5,
    }
}

/// A directive with what carries it.
struct Placed {
    /// The loop or block.
    span: Span,
    on_loop: bool,
    directive: Directive,
}

/// The directives that loops and parallel blocks carry.
fn placed_directives(program: &Program) -> Vec<Placed> {
    struct Collect(Vec<Placed>);
    impl Collect {
        fn add(&mut self, span: Span, on_loop: bool, contract: &Contract) {
            for clause in &contract.clauses {
                if let ClauseKind::Directive(directive) = &clause.kind {
                    self.0.push(Placed {
                        span,
                        on_loop,
                        directive: directive.clone(),
                    });
                }
            }
        }
    }
    impl Visitor for Collect {
        fn visit_stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::While { contract, .. }
            | StmtKind::For { contract, .. }
            | StmtKind::RangedFor { contract, .. } = &stmt.kind
            {
                self.add(stmt.span, true, contract);
            }
            self.walk_stmt(stmt);
        }
        fn visit_par_block(&mut self, block: &ParBlock) {
            self.add(block.span, false, &block.contract);
            self.walk_par_block(block);
        }
    }
    let mut collect = Collect(Vec::new());
    collect.visit_program(program);
    collect.0
}
