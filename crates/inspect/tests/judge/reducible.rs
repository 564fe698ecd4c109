//! Kernels made directly in the intermediate language: any reducible control flow (loops in loops, jumps
//! forward and out of several loops, jumps back to the head of any loop around, switches, several
//! returns), with barriers, accesses to shared and global memory, calls and assertions. All come to their
//! ends: each time a thread has been at the head of a loop some times, it leaves the loop.

use executor::Random;
use kernel_graph::{
    Access, Annotation, Array, ArrayId, Atom, AtomicOp, Barrier, BinaryOp, Block, BlockId, Callee,
    CompareOp, Dimension, Expr, ExprKind, Fences, Function, FunctionId, Layout, Linkage, Local,
    LocalId, Module, Order, Place, Scalar, Scope, Space, Stmt, StmtKind, Target, Terminator,
};

/// Elements of the shared array.
const SHARED: i128 = 16;

/// Locals of which all threads have the same value as long as they have gone the same way.
const UNIFORM: u32 = 2;

/// Locals.
const LOCALS: u32 = 6;

/// A kernel and its launch.
pub struct Program {
    pub module: Module,
    pub block: u32,
    pub grid: u32,
}

/// A block, or a loop that begins with a block.
enum Item {
    Block(u32),
    Loop(Vec<Item>),
}

impl Item {
    fn entry(&self) -> u32 {
        match self {
            Item::Block(block) => *block,
            Item::Loop(items) => items.first().map_or(0, Item::entry),
        }
    }
}

/// Where a block may go on.
#[derive(Clone, Default)]
struct Ways {
    /// Forward within the innermost loop.
    on: Vec<u32>,
    /// Behind loops around.
    out: Vec<u32>,
    /// To the heads of loops around, the innermost last.
    back: Vec<u32>,
    /// The local that counts the iterations, if the block is a head.
    fuel: Option<u32>,
}

struct Generator {
    random: Random,
    /// Once in so many times something depends on the thread.
    wild: usize,
    threads: u32,
    locals: u32,
    blocks: u32,
    helper: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let wild = [3, 10, 40, 1000][random.below(4)];
    let threads = 1 + u32::try_from(random.below(5)).unwrap();
    let grid = 1 + u32::from(random.one_in(4));
    let helper = random.one_in(3);
    let mut generator = Generator {
        random,
        wild,
        threads,
        locals: 0,
        blocks: 0,
        helper,
    };
    let mut functions = vec![generator.function("k", true)];
    if helper {
        generator.helper = false;
        functions.push(generator.function("helper", false));
    }
    let int = Layout::scalar(Scalar::Int(32), true, 8);
    let array = |name: &str, space, linkage, bytes| Array {
        name: name.to_owned(),
        space,
        linkage,
        layout: int.clone(),
        bytes,
        initial: None,
        functions: std::collections::BTreeMap::new(),
        place: Place::default(),
    };
    let module = Module {
        target: Target {
            pointer: 8,
            warp: 32,
        },
        arrays: vec![
            array("s", Space::Shared, Linkage::Variable, Some(64)),
            array("g", Space::Global, Linkage::Parameter(0), None),
        ],
        functions,
    };
    Program {
        module,
        block: threads,
        grid,
    }
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let scalar = a.scalar;
    Expr::new(scalar, ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

fn compare(op: CompareOp, a: Expr, b: Expr) -> Expr {
    let kind = ExprKind::Compare(op, Box::new(a), Box::new(b));
    Expr::new(Scalar::Bool, kind)
}

fn int(value: i128) -> Expr {
    Expr::int(32, value)
}

fn thread() -> Expr {
    Expr::atom(Atom::Thread(Dimension::X))
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt {
        place: Place::default(),
        patch: None,
        kind,
    }
}

impl Generator {
    fn small(&mut self, below: usize) -> i128 {
        i128::try_from(self.random.below(below)).unwrap()
    }

    fn wild(&mut self) -> bool {
        self.random.one_in(self.wild)
    }

    fn local(&mut self, from: u32, to: u32) -> LocalId {
        let count = (to - from) as usize;
        LocalId(from + u32::try_from(self.random.below(count)).unwrap())
    }

    fn value_of(id: LocalId) -> Expr {
        Expr::local(id, Scalar::Int(32))
    }

    /// A value that all threads share, as long as they have gone the same way.
    fn uniform(&mut self) -> Expr {
        let local = self.local(0, UNIFORM);
        match self.random.below(3) {
            0 => int(self.small(8)),
            1 => Self::value_of(local),
            _ => {
                let by = int(1 + self.small(3));
                binary(BinaryOp::Add, Self::value_of(local), by)
            }
        }
    }

    fn any(&mut self) -> Expr {
        let local = Self::value_of(self.local(0, LOCALS));
        let other = Self::value_of(self.local(0, LOCALS));
        match self.random.below(6) {
            0 => int(self.small(16)),
            1 => thread(),
            2 => binary(BinaryOp::Add, local, other),
            3 => binary(BinaryOp::Xor, local, thread()),
            4 => binary(BinaryOp::Mul, local, int(3)),
            _ => local,
        }
    }

    fn condition(&mut self) -> Expr {
        let value = match self.wild() {
            true => self.any(),
            false => self.uniform(),
        };
        let bit = binary(BinaryOp::And, value, int(1 + self.small(3)));
        compare(CompareOp::Eq, bit, int(self.small(2)))
    }

    /// A place in memory: mostly one of the thread's own.
    fn address(&mut self) -> Expr {
        let shared = self.random.one_in(2);
        let own = match shared {
            true => thread(),
            false => Expr::atom(Atom::Global(Dimension::X)),
        };
        let index = match (self.wild(), self.random.below(4)) {
            (true, 0) => int(self.small(6)),
            (true, 1) => self.any(),
            (true, _) => binary(BinaryOp::Add, own, int(1 + self.small(2))),
            (false, 0) => binary(BinaryOp::Add, own, int(SHARED / 2)),
            (false, _) => own,
        };
        let index = match shared {
            true => binary(BinaryOp::And, index, int(SHARED - 1)),
            false => binary(BinaryOp::And, index, int(63)),
        };
        self.element(u32::from(!shared), index)
    }

    fn element(&mut self, array: u32, index: Expr) -> Expr {
        let base = Expr::new(Scalar::Pointer, ExprKind::Base(ArrayId(array)));
        let bytes = binary(BinaryOp::Mul, index, int(4));
        let cast = ExprKind::Cast(kernel_graph::CastOp::ZeroExtend, Box::new(bytes));
        let bytes = Expr::new(Scalar::Int(64), cast);
        let kind = ExprKind::Offset(Box::new(base), Box::new(bytes));
        Expr::new(Scalar::Pointer, kind)
    }

    fn barrier(&mut self) -> StmtKind {
        let fences = match self.random.below(12) {
            0 => (true, false),
            1 => (false, true),
            _ => (true, true),
        };
        StmtKind::Barrier(Barrier {
            scope: match self.random.one_in(10) {
                true => Scope::Grid,
                false => Scope::Block,
            },
            fences: Fences {
                shared: fences.0,
                global: fences.1,
            },
        })
    }

    fn stmt(&mut self) -> StmtKind {
        let access = Access::default();
        match self.random.below(24) {
            0..=3 => self.barrier(),
            4..=6 => StmtKind::Assign {
                to: self.local(0, UNIFORM),
                value: self.uniform(),
            },
            7..=9 => StmtKind::Assign {
                to: self.local(UNIFORM, LOCALS),
                value: self.any(),
            },
            10..=14 => StmtKind::Load {
                to: self.local(UNIFORM, LOCALS),
                address: self.address(),
                access,
            },
            15..=20 => StmtKind::Store {
                address: self.address(),
                value: self.any(),
                access,
            },
            21 if self.helper => StmtKind::Call {
                to: None,
                callee: Callee::Function(FunctionId(1)),
                arguments: Vec::new(),
            },
            22 => StmtKind::Atomic {
                to: None,
                op: AtomicOp::Add,
                address: self.element(1, int(64)),
                scalar: Scalar::Int(32),
                operands: vec![int(1)],
                scope: Scope::Grid,
                order: Order::Relaxed,
            },
            _ => {
                let fails = self.random.one_in(8);
                let holds = match fails {
                    true => compare(CompareOp::Ne, self.any(), int(self.small(16))),
                    false => compare(
                        CompareOp::LessUnsigned,
                        thread(),
                        int(i128::from(self.threads)),
                    ),
                };
                StmtKind::Annotation(Annotation::Assert(holds))
            }
        }
    }

    fn items(&mut self, depth: u32, count: usize) -> Vec<Item> {
        let mut found = Vec::new();
        for number in 0..count {
            let inner = depth < 3 && number > 0 && self.random.one_in(3);
            found.push(match inner {
                true => {
                    let count = 1 + self.random.below(4);
                    Item::Loop(self.items(depth + 1, count))
                }
                false => {
                    self.blocks += 1;
                    Item::Block(self.blocks - 1)
                }
            });
        }
        found
    }

    fn function(&mut self, name: &str, kernel: bool) -> Function {
        self.blocks = 0;
        self.locals = LOCALS;
        let count = 2 + self.random.below(4);
        let mut items = self.items(0, count);
        // Every loop has something behind it.
        items.push(Item::Block(self.blocks));
        self.blocks += 1;
        let mut ways = vec![Ways::default(); self.blocks as usize];
        self.ways(&items, &Ways::default(), &mut ways);
        let mut blocks = Vec::new();
        for (number, ways) in ways.iter().enumerate() {
            blocks.push(self.block(number == 0, ways));
        }
        let locals = (0..self.locals).map(|_| Local {
            name: String::new(),
            scalar: Scalar::Int(32),
            signed: true,
        });
        Function {
            name: name.to_owned(),
            place: Place::default(),
            kernel,
            params: Vec::new(),
            result: None,
            locals: locals.collect(),
            blocks,
            inlined: Vec::new(),
            required_block: None,
            most_threads: None,
            order_matters: Vec::new(),
            beside_accesses: false,
        }
    }

    /// Where the blocks of a region may go on; `around` says it of the region itself.
    fn ways(&mut self, items: &[Item], around: &Ways, all: &mut [Ways]) {
        for (at, item) in items.iter().enumerate() {
            let rest = items.iter().skip(at + 1);
            let mut ways = Ways {
                on: rest.map(Item::entry).collect(),
                out: around.out.clone(),
                back: around.back.clone(),
                fuel: None,
            };
            match item {
                Item::Block(block) => {
                    if at == 0 && !around.back.is_empty() {
                        ways.fuel = Some(self.locals);
                        self.locals += 1;
                    }
                    all[*block as usize] = ways;
                }
                Item::Loop(items) => {
                    let mut out = ways.on;
                    out.extend(ways.out);
                    ways.back.push(item.entry());
                    let inner = Ways {
                        on: Vec::new(),
                        out,
                        back: ways.back,
                        fuel: None,
                    };
                    self.ways(items, &inner, all);
                }
            }
        }
    }

    fn block(&mut self, first: bool, ways: &Ways) -> Block {
        let mut stmts = Vec::new();
        if first {
            for local in 0..self.locals {
                let value = match local {
                    0..UNIFORM => int(self.small(8)),
                    UNIFORM..LOCALS => self.any(),
                    _ => int(0),
                };
                let to = LocalId(local);
                stmts.push(stmt(StmtKind::Assign { to, value }));
            }
        }
        let mut leave = None;
        if let Some(fuel) = ways.fuel {
            let (to, bound) = (LocalId(fuel), 2 + self.small(3));
            let value = binary(BinaryOp::Add, Self::value_of(to), int(1));
            stmts.push(stmt(StmtKind::Assign { to, value }));
            let most = match self.wild() {
                true => binary(
                    BinaryOp::Add,
                    binary(BinaryOp::And, thread(), int(1)),
                    int(bound),
                ),
                false => int(bound),
            };
            let round = binary(BinaryOp::RemUnsigned, Self::value_of(to), most);
            leave = Some(compare(CompareOp::Eq, round, int(0)));
        }
        for _ in 0..self.random.below(5) {
            let kind = self.stmt();
            stmts.push(stmt(kind));
        }
        Block {
            stmts,
            end_place: Place::default(),
            end: self.end(ways, leave),
        }
    }

    fn pick(&mut self, all: &[u32]) -> Option<BlockId> {
        let at = self.random.below(all.len());
        all.get(at).map(|block| BlockId(*block))
    }

    /// How a block ends; a head of a loop leaves it where `leave` holds.
    fn end(&mut self, ways: &Ways, leave: Option<Expr>) -> Terminator {
        let next = ways.on.first().or(ways.back.last()).map(|b| BlockId(*b));
        if let Some(condition) = leave {
            return match (self.pick(&ways.out), next) {
                (Some(then), Some(otherwise)) => Terminator::Branch {
                    condition,
                    then,
                    otherwise,
                },
                (_, _) => Terminator::Return(None),
            };
        }
        let all: Vec<u32> = [&ways.on[..], &ways.out, &ways.back].concat();
        match (self.random.below(8), next) {
            (_, None) => Terminator::Return(None),
            (0, _) if self.wild() => Terminator::Return(None),
            (0..=2, Some(next)) => Terminator::Goto(next),
            (3, Some(_)) => Terminator::Goto(self.pick(&all).unwrap()),
            (4, Some(otherwise)) => {
                let value = match self.wild() {
                    true => self.any(),
                    false => self.uniform(),
                };
                let cases = [0, 1, 3].map(|value| (value, self.pick(&all).unwrap()));
                Terminator::Switch {
                    value: binary(BinaryOp::And, value, int(3)),
                    cases: cases.to_vec(),
                    otherwise,
                }
            }
            (_, Some(next)) => {
                let other = self.pick(&all).unwrap();
                let condition = self.condition();
                Terminator::Branch {
                    condition,
                    then: next,
                    otherwise: other,
                }
            }
        }
    }
}
