//! Functions, their locals and arrays, and modules.

use super::{Inlined, Layout, Place, Scalar, Stmt, Terminator};
use std::collections::BTreeMap;

/// Names a block of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// Names a local of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// Names an array of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayId(pub u32);

/// Names a function of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

/// What the program is translated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Bytes of a pointer: 4 or 8. All targets are little-endian.
    pub pointer: u32,
    /// Threads of a warp.
    pub warp: u32,
}

/// Where an array lies, and who sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// All threads see it: what a pointer parameter points to, or a variable of the device.
    Global,
    /// The threads of one block see it.
    Shared,
    /// All threads see it, and nobody writes it while the kernel runs.
    Constant,
    /// One thread sees it.
    Private,
}

/// Where an array comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// What the kernel's parameter of this number, from 0, points to. Arrays of two parameters are
    /// taken to be different; this is listed as an assumption.
    Parameter(u32),
    /// A variable of the program.
    Variable,
    /// Shared memory whose size the launch decides.
    Dynamic,
    /// A string or compound literal.
    Literal,
}

/// A piece of memory that no other overlaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// The name in the program.
    pub name: String,
    /// Who sees it.
    pub space: Space,
    /// Where it comes from.
    pub linkage: Linkage,
    /// How its elements lie; of a parameter's array the layout of one element.
    pub layout: Layout,
    /// How many bytes it has; none where that is not known.
    pub bytes: Option<u64>,
    /// The first bytes, where the program gives them; only of constants that are never written.
    pub initial: Option<Vec<u8>>,
    /// The functions whose addresses lie in it, by their first byte; only of constants that are
    /// never written.
    pub functions: BTreeMap<u64, FunctionId>,
    /// Where it is declared.
    pub place: Place,
}

/// A local: a value of one thread that has no address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The variable's name; empty for a temporary.
    pub name: String,
    /// Its type.
    pub scalar: Scalar,
    /// Whether an integer is signed in the program, for messages.
    pub signed: bool,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name in the program.
    pub name: String,
    /// The local that has its value at entry. A struct has a parameter for each scalar in it.
    pub local: LocalId,
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// One after the other.
    pub stmts: Vec<Stmt>,
    /// Where the terminator stands.
    pub end_place: Place,
    /// How it goes on.
    pub end: Terminator,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// The name in messages: qualified, with template arguments.
    pub name: String,
    /// Where its name stands.
    pub place: Place,
    /// Whether it is a kernel.
    pub kernel: bool,
    /// In order.
    pub params: Vec<Param>,
    /// The type of its value; none for `void`.
    pub result: Option<Scalar>,
    /// By [`LocalId`].
    pub locals: Vec<Local>,
    /// By [`BlockId`]; the first is the entry, and nothing jumps to it.
    pub blocks: Vec<Block>,
    /// Calls that were inlined, by [`super::InlinedId`].
    pub inlined: Vec<Inlined>,
    /// The size of blocks that the program demands (`reqd_work_group_size`), by dimension.
    pub required_block: Option<[u32; 3]>,
    /// The most threads a block may have (`__launch_bounds__`).
    pub most_threads: Option<u32>,
    /// Expressions, here and in what is called, whose meaning depends on the order in which their
    /// operands are evaluated where the language leaves it open; the graph has one order.
    pub order_matters: Vec<Place>,
    /// Whether it is called within an operand beside which another one accesses memory that other threads see: a
    /// barrier in it would make the order of operands matter.
    pub beside_accesses: bool,
}

/// A source file with what its kernels need.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// What it is translated for.
    pub target: Target,
    /// By [`ArrayId`].
    pub arrays: Vec<Array>,
    /// By [`FunctionId`].
    pub functions: Vec<Function>,
}

impl Function {
    /// The block with a number, if there is one.
    pub fn block(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(id.0 as usize)
    }

    /// The local with a number, if there is one.
    pub fn local(&self, id: LocalId) -> Option<&Local> {
        self.locals.get(id.0 as usize)
    }

    /// A new local without a name.
    pub fn temporary(&mut self, scalar: Scalar) -> LocalId {
        let id = LocalId(u32::try_from(self.locals.len()).unwrap_or(u32::MAX));
        self.locals.push(Local {
            name: String::new(),
            scalar,
            signed: false,
        });
        id
    }
}

impl Module {
    /// The array with a number, if there is one.
    pub fn array(&self, id: ArrayId) -> Option<&Array> {
        self.arrays.get(id.0 as usize)
    }

    /// The kernels, with their numbers.
    pub fn kernels(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        let number = |at: usize| FunctionId(u32::try_from(at).unwrap_or(u32::MAX));
        let all = self.functions.iter().enumerate();
        all.filter(|(_, function)| function.kernel)
            .map(move |(at, function)| (number(at), function))
    }
}
