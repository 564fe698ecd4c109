//! From variables in private memory to locals.
//!
//! A private array becomes locals if its address never escapes: every use is a load, a store, a
//! copy or a fill of known size at a known offset, and the parts that are accessed are equal or
//! apart. The parts cover every byte that is accessed, padding included, so that a copy from or to
//! memory that others see still accesses every byte.

use super::{
    Access, ArrayId, CastOp, Expr, ExprKind, Function, Local, LocalId, Module, Place, Scalar,
    Space, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// A part of an array: first byte and number of bytes.
type Part = (u64, u32);

/// The longest part that no access names as a whole.
const WIDEST: u32 = 16;

/// Larger arrays stay in memory: they are indexed, or would become too many locals.
const MOST_BYTES: u64 = 4096;

/// Makes locals of the private arrays of a module, wherever that changes nothing else.
pub fn promote(module: &mut Module) {
    for number in 0..module.functions.len() {
        let Some(function) = module.functions.get(number) else {
            continue;
        };
        let parts = promotable(module, function);
        let mut function = function.clone();
        Rewrite::new(module, &mut function, parts).all();
        if let Some(slot) = module.functions.get_mut(number) {
            *slot = function;
        }
    }
}

/// The array and constant byte offset that an address names, if it names one.
fn constant_address(address: &Expr, width: u32) -> Option<(ArrayId, u64)> {
    if let ExprKind::Base(array) = address.kind {
        return Some((array, 0));
    }
    let ExprKind::Offset(base, offset) = &address.kind else {
        return None;
    };
    let (array, start) = constant_address(base, width)?;
    let offset = signed(offset.as_const()?, width)?;
    let at = i128::from(start).checked_add(offset)?;
    Some((array, u64::try_from(at).ok()?))
}

/// A literal of `width` bits as a signed number.
fn signed(bits: u128, width: u32) -> Option<i128> {
    let value = i128::try_from(bits).ok()?;
    let top = 1i128.checked_shl(width.checked_sub(1)?)?;
    Some(if value >= top { value - 2 * top } else { value })
}

/// Where a copy begins: an array and a byte of it.
type Start = (ArrayId, u64);

/// What a function does with its private arrays.
#[derive(Default)]
struct Uses {
    /// Arrays whose address goes where it cannot be followed.
    escaping: BTreeSet<ArrayId>,
    /// Accessed parts by array, with the type of the value.
    parts: BTreeMap<ArrayId, BTreeMap<Part, Scalar>>,
    /// Parts copied between two private arrays: to, from, how many bytes.
    copies: Vec<(Start, Start, u64)>,
    /// Ranges that are copied from or to other memory, or filled.
    ranges: Vec<(ArrayId, u64, u64)>,
}

/// The parts that become locals, by array, with the types of these locals.
fn promotable(module: &Module, function: &Function) -> BTreeMap<ArrayId, BTreeMap<Part, Scalar>> {
    let private = |id: ArrayId| {
        module
            .array(id)
            .is_some_and(|array| array.space == Space::Private && array.initial.is_none())
    };
    let mut uses = Uses::default();
    let mut declared = BTreeSet::new();
    for block in &function.blocks {
        for stmt in &block.stmts {
            collect(module, function, stmt, &mut uses);
            if let StmtKind::Declare(array) = &stmt.kind {
                declared.insert(*array);
            }
        }
        for e in block.end.exprs() {
            escape(e, &mut uses.escaping);
        }
    }
    let mut all: BTreeSet<ArrayId> = declared;
    all.extend(uses.parts.keys());
    all.extend(uses.ranges.iter().map(|(array, ..)| *array));
    for (to, from, _) in &uses.copies {
        all.extend([to.0, from.0]);
    }
    let mut good: BTreeSet<ArrayId> = all
        .into_iter()
        .filter(|id| private(*id) && !uses.escaping.contains(id))
        .filter(|id| {
            let bytes = module.array(*id).and_then(|array| array.bytes);
            bytes.is_some_and(|bytes| bytes <= MOST_BYTES)
        })
        .collect();
    loop {
        let (parts, bad) = partition(module, &uses, &good);
        if bad.is_empty() {
            return parts;
        }
        good.retain(|id| !bad.contains(id));
    }
}

/// The arrays that occur in an expression escape.
fn escape(e: &Expr, escaping: &mut BTreeSet<ArrayId>) {
    e.visit(&mut |e| {
        if let ExprKind::Base(array) = e.kind {
            escaping.insert(array);
        }
    });
}

fn collect(module: &Module, function: &Function, stmt: &Stmt, uses: &mut Uses) {
    let width = 8 * module.target.pointer;
    let at = |address: &Expr| constant_address(address, width);
    match &stmt.kind {
        StmtKind::Load {
            to,
            address,
            access,
        } => match (at(address), function.local(*to)) {
            (Some((array, offset)), Some(local)) if !access.volatile => {
                uses.part(module, array, offset, local.scalar);
            }
            _ => escape(address, &mut uses.escaping),
        },
        StmtKind::Store {
            address,
            value,
            access,
        } => {
            escape(value, &mut uses.escaping);
            match at(address) {
                Some((array, offset)) if !access.volatile => {
                    uses.part(module, array, offset, value.scalar);
                }
                _ => escape(address, &mut uses.escaping),
            }
        }
        StmtKind::Copy {
            to,
            from,
            bytes,
            access,
        } => {
            let count = bytes.as_const().and_then(|n| u64::try_from(n).ok());
            match (at(to), at(from), count) {
                (Some(to), Some(from), Some(count)) if !access.volatile => {
                    uses.copies.push((to, from, count));
                }
                (Some((array, offset)), None, Some(count)) if !access.volatile => {
                    escape(from, &mut uses.escaping);
                    uses.ranges.push((array, offset, count));
                }
                (None, Some((array, offset)), Some(count)) if !access.volatile => {
                    escape(to, &mut uses.escaping);
                    uses.ranges.push((array, offset, count));
                }
                _ => {
                    for e in [to, from, bytes] {
                        escape(e, &mut uses.escaping);
                    }
                }
            }
        }
        StmtKind::Fill {
            to,
            value,
            bytes,
            access,
        } => {
            escape(value, &mut uses.escaping);
            let count = bytes.as_const().and_then(|n| u64::try_from(n).ok());
            match (at(to), count, value.as_const()) {
                // Bytes other than zero would have to be put together.
                (Some((array, offset)), Some(count), Some(0)) if !access.volatile => {
                    uses.ranges.push((array, offset, count));
                }
                _ => escape(to, &mut uses.escaping),
            }
        }
        StmtKind::Declare(_) | StmtKind::Havoc(_) | StmtKind::Point => {}
        StmtKind::Assign { .. }
        | StmtKind::Atomic { .. }
        | StmtKind::Barrier(_)
        | StmtKind::Fence(..)
        | StmtKind::Collective { .. }
        | StmtKind::CopyAsync { .. }
        | StmtKind::WaitAsync(_)
        | StmtKind::CopyGroup(_)
        | StmtKind::Annotation(_)
        | StmtKind::Call { .. } => {
            for e in stmt.kind.exprs() {
                escape(e, &mut uses.escaping);
            }
        }
    }
}

impl Uses {
    fn part(&mut self, module: &Module, array: ArrayId, offset: u64, scalar: Scalar) {
        let part = (offset, scalar.bytes(module.target.pointer));
        let parts = self.parts.entry(array).or_default();
        match parts.get(&part) {
            // The same bytes under two types: integers hold the bits of either.
            Some(other) if *other != scalar => {
                if has_bits(*other) && has_bits(scalar) {
                    parts.insert(part, Scalar::Int(8 * part.1));
                } else {
                    self.escaping.insert(array);
                }
            }
            _ => {
                parts.insert(part, scalar);
            }
        }
    }
}

/// Whether the type is just bits, as many as its bytes have.
fn has_bits(scalar: Scalar) -> bool {
    match scalar {
        Scalar::Int(bits) => bits % 8 == 0,
        Scalar::Float(_) => true,
        Scalar::Bool | Scalar::Pointer | Scalar::Function | Scalar::Handle => false,
    }
}

/// The parts of each array, closed under copies; and arrays for which there are none.
fn partition(
    module: &Module,
    uses: &Uses,
    good: &BTreeSet<ArrayId>,
) -> (BTreeMap<ArrayId, BTreeMap<Part, Scalar>>, BTreeSet<ArrayId>) {
    let mut parts: BTreeMap<ArrayId, BTreeMap<Part, Scalar>> = good
        .iter()
        .map(|id| (*id, uses.parts.get(id).cloned().unwrap_or_default()))
        .collect();
    let mut bad = BTreeSet::new();
    // What is copied has the same parts on both sides.
    let mut changed = true;
    while changed && bad.is_empty() {
        changed = false;
        for ((to, to_at), (from, from_at), count) in &uses.copies {
            for ((one, one_at), (other, other_at)) in [
                ((to, to_at), (from, from_at)),
                ((from, from_at), (to, to_at)),
            ] {
                let Some(source) = parts.get(one).cloned() else {
                    continue;
                };
                for ((offset, bytes), scalar) in source {
                    let inside = *one_at <= offset && offset + u64::from(bytes) <= one_at + count;
                    if !inside {
                        continue;
                    }
                    let moved = (offset - one_at + other_at, bytes);
                    let Some(target) = parts.get_mut(other) else {
                        continue;
                    };
                    match target.get(&moved) {
                        None => {
                            target.insert(moved, scalar);
                            changed = true;
                        }
                        Some(existing) if *existing == scalar => {}
                        Some(existing) if has_bits(*existing) && has_bits(scalar) => {
                            let bits = Scalar::Int(8 * bytes);
                            if *existing != bits {
                                target.insert(moved, bits);
                                changed = true;
                            }
                        }
                        Some(_) => {
                            bad.extend([*one, *other]);
                        }
                    }
                }
            }
        }
    }
    // A copy or fill must take whole parts, and have parts for all its bytes.
    let mut ranges: Vec<(ArrayId, u64, u64)> = uses.ranges.clone();
    for ((to, to_at), (from, from_at), count) in &uses.copies {
        ranges.push((*to, *to_at, *count));
        ranges.push((*from, *from_at, *count));
    }
    for (id, own) in &mut parts {
        let bytes = module.array(*id).and_then(|array| array.bytes).unwrap_or(0);
        if !apart(own) || own.keys().any(|(at, n)| at + u64::from(*n) > bytes) {
            bad.insert(*id);
            continue;
        }
        for (_, start, count) in ranges.iter().filter(|(array, ..)| array == id) {
            if !fill_gaps(own, *start, *count, bytes) {
                bad.insert(*id);
            }
        }
    }
    // Filling gaps on one side only would leave the sides different.
    for ((to, to_at), (from, from_at), count) in &uses.copies {
        if let (Some(a), Some(b)) = (parts.get(to), parts.get(from))
            && within(a, *to_at, *count) != within(b, *from_at, *count)
        {
            bad.extend([*to, *from]);
        }
    }
    (parts, bad)
}

/// The parts in a range, relative to its start.
fn within(parts: &BTreeMap<Part, Scalar>, start: u64, count: u64) -> Vec<(u64, u32, Scalar)> {
    parts
        .iter()
        .filter(|((at, n), _)| *at >= start && at + u64::from(*n) <= start + count)
        .map(|((at, n), scalar)| (at - start, *n, *scalar))
        .collect()
}

/// Whether no two parts overlap.
fn apart(parts: &BTreeMap<Part, Scalar>) -> bool {
    let mut end = 0;
    parts.keys().all(|(at, bytes)| {
        let fits = *at >= end;
        end = at + u64::from(*bytes);
        fits
    })
}

/// Adds parts for the bytes of a range that have none; false if a part lies across its ends, or
/// the range is not within the array.
fn fill_gaps(parts: &mut BTreeMap<Part, Scalar>, start: u64, count: u64, bytes: u64) -> bool {
    let Some(end) = start.checked_add(count).filter(|end| *end <= bytes) else {
        return false;
    };
    let mut at = start;
    let mut gaps = Vec::new();
    for (from, n) in parts.keys().copied().collect::<Vec<_>>() {
        let to = from + u64::from(n);
        if to <= start || from >= end {
            continue;
        }
        if from < start || to > end {
            return false;
        }
        gaps.push((at, from));
        at = to;
    }
    gaps.push((at, end));
    for (mut at, end) in gaps {
        while at < end {
            let n = u32::try_from(end - at).unwrap_or(WIDEST).min(WIDEST);
            parts.insert((at, n), Scalar::Int(8 * n));
            at += u64::from(n);
        }
    }
    true
}

struct Rewrite<'a> {
    width: u32,
    function: &'a mut Function,
    parts: BTreeMap<ArrayId, BTreeMap<Part, Scalar>>,
    locals: BTreeMap<(ArrayId, Part), LocalId>,
}

impl<'a> Rewrite<'a> {
    fn new(
        module: &Module,
        function: &'a mut Function,
        parts: BTreeMap<ArrayId, BTreeMap<Part, Scalar>>,
    ) -> Self {
        let mut locals = BTreeMap::new();
        for (id, own) in &parts {
            let Some(array) = module.array(*id) else {
                continue;
            };
            for (part, scalar) in own {
                let number = LocalId(u32::try_from(function.locals.len()).unwrap_or(u32::MAX));
                function.locals.push(Local {
                    name: format!("{}{}", array.name, array.layout.path(part.0)),
                    scalar: *scalar,
                    signed: is_signed(&array.layout, part.0),
                });
                locals.insert((*id, *part), number);
            }
        }
        Rewrite {
            width: 8 * module.target.pointer,
            function,
            parts,
            locals,
        }
    }

    fn all(mut self) {
        for number in 0..self.function.blocks.len() {
            let Some(block) = self.function.blocks.get_mut(number) else {
                continue;
            };
            let stmts = std::mem::take(&mut block.stmts);
            let mut out = Vec::with_capacity(stmts.len());
            for stmt in stmts {
                self.stmt(stmt, &mut out);
            }
            if let Some(block) = self.function.blocks.get_mut(number) {
                block.stmts = out;
            }
        }
    }

    /// The array and offset of an address, if the array becomes locals.
    fn own(&self, address: &Expr) -> Option<(ArrayId, u64)> {
        constant_address(address, self.width).filter(|(array, _)| self.parts.contains_key(array))
    }

    /// The local of a part and its type.
    fn local(&self, array: ArrayId, part: Part) -> Option<(LocalId, Scalar)> {
        let scalar = self.parts.get(&array)?.get(&part)?;
        Some((*self.locals.get(&(array, part))?, *scalar))
    }

    fn stmt(&mut self, stmt: Stmt, out: &mut Vec<Stmt>) {
        let Stmt { place, patch, kind } = stmt;
        let first = out.len();
        match self.replaced(&kind, place) {
            Some(stmts) => out.extend(stmts),
            None => out.push(Stmt {
                place,
                patch: None,
                kind,
            }),
        }
        if let Some(stmt) = out.get_mut(first) {
            stmt.patch = patch;
        }
    }

    /// What stands for a statement about arrays that become locals; none for any other.
    fn replaced(&mut self, kind: &StmtKind, place: Place) -> Option<Vec<Stmt>> {
        let plain = |kind: StmtKind| Stmt {
            place,
            patch: None,
            kind,
        };
        match kind {
            StmtKind::Load { to, address, .. } => {
                let (array, offset) = self.own(address)?;
                let wanted = self.function.local(*to)?.scalar;
                let part = (offset, wanted.bytes(self.width / 8));
                let (local, scalar) = self.local(array, part)?;
                let value = as_type(Expr::local(local, scalar), wanted);
                Some(vec![plain(StmtKind::Assign { to: *to, value })])
            }
            StmtKind::Store { address, value, .. } => {
                let (array, offset) = self.own(address)?;
                let part = (offset, value.scalar.bytes(self.width / 8));
                let (local, scalar) = self.local(array, part)?;
                let value = as_type(value.clone(), scalar);
                Some(vec![plain(StmtKind::Assign { to: local, value })])
            }
            StmtKind::Declare(array) => {
                let own = self.parts.get(array)?;
                let havoc = own.keys().filter_map(|part| self.local(*array, *part));
                Some(
                    havoc
                        .map(|(local, _)| plain(StmtKind::Havoc(local)))
                        .collect(),
                )
            }
            StmtKind::Fill { to, bytes, .. } => {
                let (array, start) = self.own(to)?;
                let count = u64::try_from(bytes.as_const()?).ok()?;
                let parts = within(self.parts.get(&array)?, start, count);
                let mut stmts = Vec::new();
                for (at, n, scalar) in parts {
                    let (local, _) = self.local(array, (start + at, n))?;
                    let kind = StmtKind::Assign {
                        to: local,
                        value: zero(scalar),
                    };
                    stmts.push(plain(kind));
                }
                Some(stmts)
            }
            StmtKind::Copy {
                to,
                from,
                bytes,
                access,
            } => self.copy(to, from, bytes, *access, place),
            // Arrays that occur in these escape (`collect`).
            StmtKind::Assign { .. }
            | StmtKind::Atomic { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Fence(..)
            | StmtKind::Collective { .. }
            | StmtKind::CopyAsync { .. }
            | StmtKind::WaitAsync(_)
            | StmtKind::CopyGroup(_)
            | StmtKind::Havoc(_)
            | StmtKind::Annotation(_)
            | StmtKind::Point
            | StmtKind::Call { .. } => None,
        }
    }

    fn copy(
        &mut self,
        to: &Expr,
        from: &Expr,
        bytes: &Expr,
        access: Access,
        place: Place,
    ) -> Option<Vec<Stmt>> {
        let plain = |kind: StmtKind| Stmt {
            place,
            patch: None,
            kind,
        };
        let count = u64::try_from(bytes.as_const()?).ok()?;
        let mut stmts = Vec::new();
        match (self.own(to), self.own(from)) {
            (Some((a, a_at)), Some((b, b_at))) => {
                // All are read before any is written.
                let mut writes = Vec::new();
                for (at, n, scalar) in within(self.parts.get(&b)?, b_at, count) {
                    let (source, _) = self.local(b, (b_at + at, n))?;
                    let (target, _) = self.local(a, (a_at + at, n))?;
                    let between = self.function.temporary(scalar);
                    stmts.push(plain(StmtKind::Assign {
                        to: between,
                        value: Expr::local(source, scalar),
                    }));
                    writes.push(plain(StmtKind::Assign {
                        to: target,
                        value: Expr::local(between, scalar),
                    }));
                }
                stmts.extend(writes);
            }
            (Some((a, a_at)), None) => {
                for (at, n, _) in within(self.parts.get(&a)?, a_at, count) {
                    let (target, _) = self.local(a, (a_at + at, n))?;
                    stmts.push(plain(StmtKind::Load {
                        to: target,
                        address: self.further(from, at),
                        access,
                    }));
                }
            }
            (None, Some((b, b_at))) => {
                for (at, n, scalar) in within(self.parts.get(&b)?, b_at, count) {
                    let (source, _) = self.local(b, (b_at + at, n))?;
                    stmts.push(plain(StmtKind::Store {
                        address: self.further(to, at),
                        value: Expr::local(source, scalar),
                        access,
                    }));
                }
            }
            (None, None) => return None,
        }
        Some(stmts)
    }

    /// An address so many bytes further.
    fn further(&self, address: &Expr, by: u64) -> Expr {
        if by == 0 {
            return address.clone();
        }
        let by = Expr::int(self.width, i128::from(by));
        Expr::new(
            Scalar::Pointer,
            ExprKind::Offset(Box::new(address.clone()), Box::new(by)),
        )
    }
}

/// The same bits as a value of another type of the same width.
fn as_type(value: Expr, to: Scalar) -> Expr {
    if value.scalar == to {
        return value;
    }
    Expr::new(to, ExprKind::Cast(CastOp::Bits, Box::new(value)))
}

/// The value whose bytes are all zero.
fn zero(scalar: Scalar) -> Expr {
    match scalar {
        Scalar::Bool | Scalar::Int(_) | Scalar::Float(_) => Expr::new(scalar, ExprKind::Const(0)),
        Scalar::Pointer | Scalar::Function | Scalar::Handle => Expr::new(scalar, ExprKind::Null),
    }
}

fn is_signed(layout: &super::Layout, offset: u64) -> bool {
    use super::LayoutKind;
    match &layout.kind {
        LayoutKind::Scalar { signed, .. } => *signed,
        LayoutKind::Array(element, _) if element.size > 0 => {
            is_signed(element, offset % element.size)
        }
        LayoutKind::Struct { fields, .. } => fields
            .iter()
            .find(|f| f.offset <= offset && offset < f.offset + f.layout.size)
            .is_some_and(|f| is_signed(&f.layout, offset - f.offset)),
        LayoutKind::Array(..) | LayoutKind::Vector(..) | LayoutKind::Opaque => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::super::{
        Array, Block, BlockId, FieldLayout, Layout, LayoutKind, Linkage, Target, Terminator, check,
        print,
    };
    use super::*;

    fn array(name: &str, space: Space, layout: Layout, bytes: Option<u64>) -> Array {
        Array {
            name: name.to_owned(),
            space,
            linkage: Linkage::Variable,
            layout,
            bytes,
            initial: None,
            functions: BTreeMap::new(),
            place: Place::default(),
        }
    }

    /// `struct pair { int a; char b; }`, of eight bytes.
    fn pair() -> Layout {
        let field = |name: &str, offset, bits| FieldLayout {
            name: name.to_owned(),
            offset,
            layout: Layout::scalar(Scalar::Int(bits), true, 8),
            bits: None,
        };
        Layout {
            size: 8,
            kind: LayoutKind::Struct {
                name: "pair".to_owned(),
                fields: vec![field("a", 0, 32), field("b", 4, 8)],
            },
        }
    }

    fn base(number: u32) -> Expr {
        Expr::new(Scalar::Pointer, ExprKind::Base(ArrayId(number)))
    }

    fn at(number: u32, offset: i128) -> Expr {
        let offset = Box::new(Expr::int(64, offset));
        Expr::new(
            Scalar::Pointer,
            ExprKind::Offset(Box::new(base(number)), offset),
        )
    }

    fn module(stmts: Vec<StmtKind>, locals: Vec<Scalar>) -> Module {
        let stmts = stmts.into_iter().map(|kind| Stmt {
            place: Place::default(),
            patch: None,
            kind,
        });
        let block = |stmts, end| Block {
            stmts,
            end_place: Place::default(),
            end,
        };
        let function = Function {
            name: "k".to_owned(),
            place: Place::default(),
            kernel: true,
            params: Vec::new(),
            result: None,
            locals: locals
                .into_iter()
                .map(|scalar| Local {
                    name: String::new(),
                    scalar,
                    signed: true,
                })
                .collect(),
            blocks: vec![
                block(stmts.collect(), Terminator::Goto(BlockId(1))),
                block(Vec::new(), Terminator::Return(None)),
            ],
            inlined: Vec::new(),
            required_block: None,
            most_threads: None,
            order_matters: Vec::new(),
            beside_accesses: false,
        };
        Module {
            target: Target {
                pointer: 8,
                warp: 32,
            },
            arrays: vec![
                array("p", Space::Global, pair(), None),
                array("x", Space::Private, pair(), Some(8)),
                array("y", Space::Private, pair(), Some(8)),
            ],
            functions: vec![function],
        }
    }

    fn copy(to: Expr, from: Expr) -> StmtKind {
        StmtKind::Copy {
            to,
            from,
            bytes: Expr::int(64, 8),
            access: Access::default(),
        }
    }

    fn load(to: u32, address: Expr) -> StmtKind {
        StmtKind::Load {
            to: LocalId(to),
            address,
            access: Access::default(),
        }
    }

    #[test]
    fn a_copy_from_global_memory_reads_every_byte() {
        let mut module = module(
            vec![
                StmtKind::Declare(ArrayId(1)),
                copy(base(1), base(0)),
                copy(base(2), base(1)),
                load(0, at(2, 4)),
            ],
            vec![Scalar::Int(8)],
        );
        check(&module).unwrap();
        promote(&mut module);
        check(&module).unwrap();
        let text = print(&module);
        // The byte that is used, and those around it as they come.
        assert_eq!(text.matches("= load").count(), 3, "{text}");
        for bytes in ["i32", "i8", "i24"] {
            assert!(text.contains(&format!(": {bytes} = load")), "{text}");
        }
        assert!(text.contains("%y.b"), "{text}");
    }

    fn stays(stmts: Vec<StmtKind>, locals: Vec<Scalar>) {
        let mut module = module(stmts, locals);
        let before = module.clone();
        promote(&mut module);
        assert_eq!(module, before);
    }

    #[test]
    fn what_is_indexed_stays_in_memory() {
        let index = Box::new(Expr::local(LocalId(1), Scalar::Int(64)));
        let offset = ExprKind::Offset(Box::new(base(1)), index);
        let address = Expr::new(Scalar::Pointer, offset);
        stays(
            vec![copy(base(1), base(0)), load(0, address)],
            vec![Scalar::Int(8), Scalar::Int(64)],
        );
    }

    #[test]
    fn parts_that_overlap_stay_in_memory() {
        stays(
            vec![load(0, base(1)), load(1, at(1, 1))],
            vec![Scalar::Int(32), Scalar::Int(32)],
        );
    }

    #[test]
    fn an_address_that_escapes_keeps_the_array() {
        let call = StmtKind::Call {
            to: None,
            callee: super::super::Callee::External("use".to_owned()),
            arguments: vec![base(1)],
        };
        stays(vec![load(0, base(1)), call], vec![Scalar::Int(32)]);
    }
}
