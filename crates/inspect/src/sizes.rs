//! Sizes of blocks and grids: as users write them, and which are taken for a kernel.

use contracts::Axis;
use kernel_graph::{
    Atom, Callee, Dimension, Expr, ExprKind, Function, FunctionId, Module, StmtKind,
};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use races::{Size, Sizes};
use std::collections::BTreeSet;

/// Sizes by dimension, one to three; further dimensions have size one.
pub type Extent = Vec<Size>;

/// Reads sizes: `256`, `*`, `16,16`, `[16,16]`, `(16, *)`, `16x16`.
///
/// # Errors
/// One sentence on what is wrong.
pub fn parse(text: &str) -> Result<Extent, String> {
    let text = text.trim();
    let inner = match (text.chars().next(), text.chars().last()) {
        (Some('['), Some(']')) | (Some('('), Some(')')) if text.len() >= 2 => {
            text.get(1..text.len() - 1).unwrap_or("")
        }
        _ => text,
    };
    let parts: Vec<&str> = inner.split([',', 'x', 'X']).map(str::trim).collect();
    if parts.len() > 3 {
        return Err("expected at most three dimensions".to_owned());
    }
    let size = |part: &&str| match *part {
        "*" => Ok(Size::Any),
        number => match number.parse::<u32>() {
            Ok(0) => Err("a size is at least 1".to_owned()),
            Err(_) if number.parse::<i64>().is_ok_and(i64::is_negative) => {
                Err("a size is at least 1".to_owned())
            }
            Ok(n) if n > i32::MAX.unsigned_abs() => Err(format!("{n} is too large a size")),
            Ok(n) => Ok(Size::Fixed(n)),
            Err(_) => Err(format!(
                "expected numbers or `*`, as in 256, 16,16 or 16x16, not `{text}`"
            )),
        },
    };
    parts.iter().map(size).collect()
}

/// An extent in all three dimensions.
pub fn three(extent: &[Size]) -> [Size; 3] {
    [0, 1, 2].map(|at| extent.get(at).copied().unwrap_or(Size::Fixed(1)))
}

/// As users write it: without the last dimensions of size one.
pub fn show(sizes: &[Size; 3]) -> String {
    let used = sizes
        .iter()
        .rposition(|size| *size != Size::Fixed(1))
        .map_or(1, |last| last + 1);
    let words: Vec<String> = sizes
        .iter()
        .take(used)
        .map(|size| match size {
            Size::Fixed(n) => n.to_string(),
            Size::Any => "*".to_owned(),
        })
        .collect();
    words.join(",")
}

/// Who said what size is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The command line.
    Given,
    /// The kernel demands it (`reqd_work_group_size`).
    Required,
    /// The kernel names the most threads of a block (`__launch_bounds__`).
    Bounds,
    /// A launch of the file, in which something is found.
    Launch,
    /// `alpinist.toml`.
    Config,
    /// What the kernel requires of launches.
    Contract,
    /// Nobody: any size.
    Any,
}

impl Origin {
    /// In a few words.
    pub fn words(self) -> &'static str {
        match self {
            Origin::Given => "as given",
            Origin::Required => "reqd_work_group_size",
            Origin::Bounds => "maximum of __launch_bounds__",
            Origin::Launch => "a launch in the file",
            Origin::Config => "alpinist.toml",
            Origin::Contract => "required",
            Origin::Any => "any size",
        }
    }
}

/// The sizes a kernel is checked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The sizes.
    pub sizes: Sizes,
    /// Who said which size a block has.
    pub block: Origin,
    /// Who said which size the grid has.
    pub grid: Origin,
    /// What the kernel asks about, where that decided in how many dimensions sizes are open.
    pub open: Option<Open>,
}

/// That sizes are open in fewer than three dimensions because the kernel asks about no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// How many dimensions of blocks it asks about, 1 or 2, if their size is open.
    pub block: Option<usize>,
    /// The same of the grid.
    pub grid: Option<usize>,
}

/// How many dimensions have another size than 1, at least 1.
fn used(sizes: &[Size; 3]) -> usize {
    let last = sizes.iter().rposition(|size| *size != Size::Fixed(1));
    last.map_or(1, |last| last + 1)
}

impl Chosen {
    /// How many dimensions are of interest: 1 to 3.
    pub fn dimensions(&self) -> usize {
        used(&self.sizes.block).max(used(&self.sizes.grid))
    }

    /// The same of blocks.
    pub fn block_dimensions(&self) -> usize {
        used(&self.sizes.block)
    }

    /// The sizes in a counterexample, which says them for those that are open: as `block.x` and its like.
    pub(crate) fn with(&self, values: &[(String, BigInt)]) -> Sizes {
        let filled = |sizes: [Size; 3], what: &str| {
            let mut filled = sizes;
            for (size, letter) in filled.iter_mut().zip(["x", "y", "z"]) {
                let name = format!("{what}.{letter}");
                let value = values.iter().find(|(one, _)| *one == name);
                let value = value.and_then(|(_, value)| value.to_u32());
                if let (Size::Any, Some(value)) = (*size, value) {
                    *size = Size::Fixed(value);
                }
            }
            filled
        };
        Sizes {
            block: filled(self.sizes.block, "block"),
            grid: filled(self.sizes.grid, "grid"),
            ..self.sizes
        }
    }
}

/// The first so many dimensions.
pub(crate) fn each_axis(dimensions: usize) -> impl Iterator<Item = Axis> {
    Axis::ALL.into_iter().take(dimensions)
}

/// Sizes of blocks or grids that clauses fix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// By dimension.
    pub sizes: [Option<u32>; 3],
}

impl Fixed {
    /// The number of the last dimension whose size is fixed; 1 if none is.
    pub(crate) fn last(self) -> usize {
        let last = self.sizes.iter().rposition(Option::is_some);
        last.map_or(1, |last| last + 1)
    }
}

/// What is known of sizes besides the program.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Threads of a block, from the command line.
    pub block: Option<Extent>,
    /// Blocks of the grid, from the command line.
    pub grid: Option<Extent>,
    /// Threads of a block, from the file's own entry in `alpinist.toml`.
    pub entry_block: Option<Extent>,
    /// Blocks of the grid, from the file's own entry in `alpinist.toml`.
    pub entry_grid: Option<Extent>,
    /// Threads of a block, from clauses that are written before the kernel.
    pub written_block: Option<Fixed>,
    /// Blocks of the grid, from clauses that are written before the kernel.
    pub written_grid: Option<Fixed>,
    /// Threads of a block, from `alpinist.toml`.
    pub usual_block: Option<Extent>,
    /// Blocks of the grid, from `alpinist.toml`.
    pub usual_grid: Option<Extent>,
}

/// Chooses the sizes of a kernel.
pub fn choose(module: &Module, kernel: FunctionId, wanted: &Wanted) -> Chosen {
    let function = module.functions.get(kernel.0 as usize);
    let asked = Dimensions::of(module, kernel);
    let dimensions = Dimensions {
        block: asked.block.max(wanted.written_block.map_or(1, Fixed::last)),
        grid: asked.grid.max(wanted.written_grid.map_or(1, Fixed::last)),
    };
    let written = |fixed: Option<Fixed>, dimensions: usize| {
        let fixed = fixed?.sizes.into_iter().take(dimensions);
        Some(fixed.map(|n| n.map_or(Size::Any, Size::Fixed)).collect())
    };
    let written_block: Option<Extent> = written(wanted.written_block, dimensions.block);
    let written_grid: Option<Extent> = written(wanted.written_grid, dimensions.grid);
    let required = function.and_then(|f| f.required_block);
    let required = required.map(|block| block.map(|n| Size::Fixed(n.max(1))).to_vec());
    let most = function.and_then(|f| f.most_threads);
    let most = most.filter(|_| asked.block == 1);
    let most = most.map(|most| vec![Size::Fixed(most.max(1))]);
    let first = |choices: Vec<(Option<Extent>, Origin)>, dimensions: usize| {
        let mut found = choices
            .into_iter()
            .filter_map(|(extent, origin)| Some((extent?, origin)));
        let any = || (vec![Size::Any; dimensions], Origin::Any);
        found.next().unwrap_or_else(any)
    };
    let choices = vec![
        (wanted.block.clone(), Origin::Given),
        (wanted.entry_block.clone(), Origin::Config),
        (required, Origin::Required),
        (written_block, Origin::Contract),
        (most, Origin::Bounds),
        (wanted.usual_block.clone(), Origin::Config),
    ];
    let (block, block_from) = first(choices, dimensions.block);
    let choices = vec![
        (wanted.grid.clone(), Origin::Given),
        (wanted.entry_grid.clone(), Origin::Config),
        (written_grid, Origin::Contract),
        (wanted.usual_grid.clone(), Origin::Config),
    ];
    let (grid, grid_from) = first(choices, dimensions.grid);
    let fewer = |from: Origin, dimensions: usize| {
        let open = matches!(from, Origin::Any | Origin::Contract);
        (open && dimensions < 3).then_some(dimensions)
    };
    let open = Open {
        block: fewer(block_from, dimensions.block),
        grid: fewer(grid_from, dimensions.grid),
    };
    // As many as the user wrote.
    let written = match (&wanted.block, &wanted.grid) {
        (Some(block), Some(grid)) => u32::try_from(block.len().max(grid.len())).ok(),
        _ => None,
    };
    Chosen {
        sizes: Sizes {
            block: three(&block),
            grid: three(&grid),
            dimensions: written,
        },
        block: block_from,
        grid: grid_from,
        open: (open.block.is_some() || open.grid.is_some()).then_some(open),
    }
}

/// How many dimensions a kernel and what it calls ask about, 1 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dimensions {
    /// Of blocks.
    block: usize,
    /// Of the grid.
    grid: usize,
}

impl Dimensions {
    fn of(module: &Module, kernel: FunctionId) -> Dimensions {
        let mut most = Dimensions { block: 1, grid: 1 };
        for function in reached(module, kernel) {
            each_expression(function, &mut |part| {
                if let ExprKind::Atom(atom) = &part.kind {
                    let (block, grid) = of_atom(*atom);
                    most.block = most.block.max(block);
                    most.grid = most.grid.max(grid);
                }
            });
        }
        most
    }
}

/// How many dimensions of blocks, and of the grid, a kernel and what it calls ask about.
pub(crate) fn asked(module: &Module, kernel: FunctionId) -> [usize; 2] {
    let Dimensions { block, grid } = Dimensions::of(module, kernel);
    [block, grid]
}

/// A kernel and the functions that it may call.
pub fn reached(module: &Module, kernel: FunctionId) -> Vec<&Function> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![kernel];
    while let Some(id) = open.pop() {
        let Some(function) = module.functions.get(id.0 as usize) else {
            continue;
        };
        if !seen.insert(id.0) {
            continue;
        }
        each_expression(function, &mut |part| match &part.kind {
            ExprKind::FunctionAddress(id) => open.push(*id),
            ExprKind::Base(id) => {
                let table = module.array(*id).map(|array| array.functions.values());
                open.extend(table.into_iter().flatten());
            }
            _ => {}
        });
        let called = function.blocks.iter().flat_map(|block| &block.stmts);
        open.extend(called.filter_map(|stmt| match &stmt.kind {
            StmtKind::Call {
                callee: Callee::Function(id),
                ..
            } => Some(*id),
            _ => None,
        }));
        found.push(function);
    }
    found
}

/// Shows every expression of a function, within others too.
pub fn each_expression(function: &Function, see: &mut dyn FnMut(&Expr)) {
    for block in &function.blocks {
        for stmt in &block.stmts {
            stmt.kind.exprs().into_iter().for_each(|e| e.visit(see));
        }
        block.end.exprs().into_iter().for_each(|e| e.visit(see));
    }
}

/// How many dimensions of blocks and of the grid a number of a thread asks about.
fn of_atom(atom: Atom) -> (usize, usize) {
    let number = |dimension| match dimension {
        Dimension::X => 1,
        Dimension::Y => 2,
        Dimension::Z => 3,
    };
    match atom {
        Atom::Thread(d) | Atom::BlockSize(d) => (number(d), 1),
        Atom::Block(d) | Atom::GridSize(d) => (1, number(d)),
        Atom::Global(d) | Atom::GlobalSize(d) | Atom::GlobalOffset(d) => (number(d), number(d)),
        Atom::Lane | Atom::Warp | Atom::Dimensions => (1, 1),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn sizes_are_written_in_many_ways() {
        let two = vec![Size::Fixed(16), Size::Fixed(8)];
        for text in ["16,8", "[16,8]", "(16, 8)", "16x8", " [16, 8] "] {
            assert_eq!(parse(text).unwrap(), two, "{text}");
        }
        assert_eq!(parse("*").unwrap(), [Size::Any]);
        assert_eq!(parse("[*,4]").unwrap(), [Size::Any, Size::Fixed(4)]);
        for text in ["", "0", "1,2,3,4", "a", "-1", "16;8", "99999999999", "[8"] {
            assert!(parse(text).is_err(), "{text}");
        }
        assert_eq!(show(&three(&two)), "16,8");
        assert_eq!(show(&three(&[Size::Any])), "*");
        assert_eq!(show(&three(&[])), "1");
    }
}
