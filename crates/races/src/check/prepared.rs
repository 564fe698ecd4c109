//! A kernel made ready to be executed: its calls are inlined, its control flow is known.

use super::options::Options;
use super::slice::slice;
use crate::calls::inline::inline;
use crate::execution::Choices;
use crate::launch::Size;
use crate::loops::unroll::{Copies, unrolled};
use crate::overflow::extents::mark;
use crate::overflow::relevant::{Relevant, Wanted, decisive, relevant};
use crate::overflow::{Fitting, Matter, Overflow};
use crate::questions::Source;
use crate::questions::memo::Deciding;
use crate::report::{Lack, Report, Unsupported};
use kernel_graph::{Annotation, ArrayId, Function, FunctionId, Graph, Module, Place, StmtKind};
use std::collections::BTreeSet;
use std::rc::Rc;
use text::span::Span;

/// A kernel that is ready to be executed.
pub(crate) struct Prepared {
    pub function: Function,
    pub graph: Graph,
    pub choices: Choices,
    /// Blocks of loops that were taken apart; empty if none was.
    pub copies: Copies,
    /// Arrays that are read in what was left out of the function, because it decides nothing.
    pub read: BTreeSet<ArrayId>,
}

/// Takes a kernel's calls, and its loops where only some iterations are looked at, apart.
pub(crate) fn prepared(
    (module, kernel): (&Module, FunctionId),
    (options, left_out): (&Options, &BTreeSet<Place>),
    source: &Source<'_>,
    report: &mut Report,
) -> Result<Prepared, Unsupported> {
    let mut function = inline(module, kernel)?;
    let mut copies = Copies::default();
    if let Some(iterations) = options.iterations {
        (function, copies) = unrolled(function, iterations)?;
    }
    mark(&mut function);
    for (block, grid) in options.sizes.block.iter().zip(&options.sizes.grid) {
        // A thread's number in the grid is taken to fit in 32 bits.
        if let (Size::Fixed(block), Size::Fixed(grid)) = (block, grid)
            && block.checked_mul(*grid).is_none()
        {
            return Err(Unsupported::new(Lack::TooLarge, function.place));
        }
    }
    report.inlined.clone_from(&function.inlined);
    let mut graph = graph_of(&function)?;
    // The checks of one kernel differ in what is taken to overflow, and in how many iterations are looked at.
    let deciding = source.deciding(options.iterations, || deciding(module, &function, options));
    // Where no operation may overflow, each is executed.
    let mut read = BTreeSet::new();
    if options.overflow != Overflow::Excluded {
        let (decisive, _) = &deciding;
        read = slice(module, &mut function, decisive, options.lengths.is_some());
        graph = graph_of(&function)?;
    }
    let choices = choices((module, kernel), (options, left_out), deciding);
    Ok(Prepared {
        function,
        graph,
        choices,
        copies,
        read,
    })
}

/// The control flow of a function.
pub(super) fn graph_of(function: &Function) -> Result<Graph, Unsupported> {
    Graph::new(function).map_err(|irreducible| {
        let block = function.block(irreducible.at);
        Unsupported::new(
            Lack::Irreducible,
            block.map(|b| b.end_place).unwrap_or_default(),
        )
    })
}

/// What decides anything in a function.
pub(super) fn deciding(module: &Module, function: &Function, options: &Options) -> Deciding {
    let wanted = Wanted {
        values: options.tolerate_equal_writes,
        lengths: options.lengths.is_some(),
    };
    let decisive = decisive(module, function, wanted);
    (Rc::new(decisive), relevant(module, function, wanted))
}

/// What is chosen for an execution of a kernel.
pub(super) fn choices(
    (module, kernel): (&Module, FunctionId),
    (options, left_out): (&Options, &BTreeSet<Place>),
    (decisive, matter): Deciding,
) -> Choices {
    let name = module.functions.get(kernel.0 as usize).map(|f| &f.name);
    let mut arguments = options.arguments.iter().filter(|(of, _)| Some(of) == name);
    Choices {
        bounds: options.bounds,
        trust_external: options.trust_external,
        fitting: match options.overflow {
            Overflow::Wraps | Overflow::Told => Fitting::None,
            Overflow::Excluded => Fitting::All(matter),
            Overflow::Never | Overflow::Undefined => {
                let mut relevant = matter;
                // Of what decides nothing values are not followed, so that none is known to fit either.
                let Relevant { stmts, values } = &decisive.from;
                relevant.stmts.retain(|stmt| stmts.contains(stmt));
                relevant.values.retain(|stmt| values.contains(stmt));
                let listed = options.overflow == Overflow::Undefined;
                Fitting::Matter(Matter {
                    relevant,
                    lists_signed: listed,
                    decisive: listed,
                })
            }
        },
        arguments: arguments
            .next()
            .map_or_else(Vec::new, |(_, values)| values.clone()),
        omitted: options.omitted.clone(),
        tries_candidates: options.lengths.is_none(),
        postconditions: postconditions(module),
        infers: options.infers,
        demands_unreachable: options.unknown_is_null,
        try_invariants: options.try_invariants,
        left_out: left_out.clone(),
        decisive,
    }
}

/// Where the postconditions of a module's functions stand.
fn postconditions(module: &Module) -> BTreeSet<Span> {
    let blocks = module
        .functions
        .iter()
        .flat_map(|function| &function.blocks);
    let stmts = blocks.flat_map(|block| &block.stmts);
    let places = stmts.filter_map(|stmt| {
        let StmtKind::Annotation(said) = &stmt.kind else {
            return None;
        };
        let said = if let Annotation::Everywhere(inner) = said {
            inner
        } else {
            said
        };
        matches!(said, Annotation::Ensures(_)).then_some(stmt.place.expansion)
    });
    places.collect()
}
