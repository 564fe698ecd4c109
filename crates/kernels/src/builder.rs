//! The function at work: blocks, temporaries, scopes and jumps.

use crate::order::Log;
use crate::types::{Shape, TypeView};
use crate::{Lowered, function::Tables};
use clang::tree::{LabelId, Membership, VariableId};
use clang::types::{AddressSpace, TypeId};
use kernel_graph::{
    Access, Array, ArrayId, Block, BlockId, Expr, ExprKind, Function, Layout, Linkage, Local,
    LocalId, PatchPoint, Place, Scalar, Space, Stmt, StmtKind, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};
use text::code::Code;
use text::diagnostics::Diagnostic;

/// Where a function's result goes.
#[derive(Clone, Debug)]
pub(crate) enum ResultTo {
    /// It has none.
    Nothing,
    /// It is returned.
    Value(Scalar),
    /// It is written to this address, which the caller gives.
    Memory(Expr),
}

/// Elements of elements are written one by one, so a short text may have any number of statements.
const MOST_STATEMENTS: u64 = 500_000;

/// The function at work.
pub(crate) struct Builder<'a> {
    /// Tables of the unit.
    pub tables: &'a mut Tables,
    /// Its types.
    pub types: TypeView<'a>,
    /// What has been made so far.
    pub function: Function,
    /// The block that statements go to; none after a jump.
    current: Option<BlockId>,
    /// Blocks that have no terminator yet.
    open: BTreeMap<BlockId, (Vec<Stmt>, Place)>,
    /// Where variables lie: addresses.
    pub variables: BTreeMap<VariableId, Expr>,
    /// The arrays of a kernel's parameters that are images.
    pub images: BTreeMap<VariableId, ArrayId>,
    /// Variables of a surrounding function that a lambda captures, by the field of its closure.
    pub captures: BTreeMap<VariableId, clang::tree::FieldId>,
    /// Whether the function is what a call of a lambda runs.
    pub lambda: bool,
    /// The field of a closure that holds what `this` is around the lambda.
    pub captured_this: Option<clang::tree::FieldId>,
    /// Where labels are.
    pub labels: BTreeMap<LabelId, BlockId>,
    /// Of which class the function at work is a member, if of one. Instances of a template share their
    /// place, so this is not found by it.
    pub membership: Option<Membership>,
    /// The address of `this`.
    pub this: Option<Expr>,
    /// Where the result goes.
    pub result: ResultTo,
    /// The type of the result.
    pub result_type: Option<TypeId>,
    /// Whether what is lowered speaks of arguments as they come in.
    pub of_entry: bool,
    /// Parameters that stand for the function's own copies of objects.
    pub copies: BTreeSet<LocalId>,
    /// The place of the statement or expression at work.
    pub place: Place,
    /// Where a barrier could be put before what comes next.
    pub patch: Option<PatchPoint>,
    /// Where the function's body is.
    pub body: Option<text::span::Span>,
    /// Uses of macros that a statement came out of.
    pub macros: BTreeSet<(u32, u32)>,
    /// The point between what the assignment at work reads and its write, if it is a statement.
    pub apart: Option<PatchPoint>,
    /// Statements by the operands they come of.
    pub order: Log,
    /// How many statements were added, and elements looked at.
    pushed: u64,
}

impl<'a> Builder<'a> {
    /// A builder that begins at the function's entry.
    pub(crate) fn new(tables: &'a mut Tables, types: TypeView<'a>, function: Function) -> Self {
        let mut builder = Builder {
            tables,
            types,
            function,
            current: None,
            open: BTreeMap::new(),
            variables: BTreeMap::new(),
            images: BTreeMap::new(),
            captures: BTreeMap::new(),
            lambda: false,
            captured_this: None,
            labels: BTreeMap::new(),
            membership: None,
            this: None,
            result: ResultTo::Nothing,
            result_type: None,
            of_entry: false,
            copies: BTreeSet::new(),
            place: Place::default(),
            patch: None,
            body: None,
            macros: BTreeSet::new(),
            apart: None,
            order: Log::default(),
            pushed: 0,
        };
        let entry = builder.block();
        builder.current = Some(entry);
        builder
    }

    /// A new block.
    pub(crate) fn block(&mut self) -> BlockId {
        let number = self.function.blocks.len();
        let id = BlockId(u32::try_from(number).unwrap_or(u32::MAX));
        self.function.blocks.push(Block {
            stmts: Vec::new(),
            end_place: self.place,
            end: Terminator::Unreachable,
        });
        self.open.insert(id, (Vec::new(), self.place));
        id
    }

    /// Whether statements would be reached.
    pub(crate) fn reached(&self) -> bool {
        self.current.is_some()
    }

    /// Statements go to a block from here on. What was open goes on there.
    pub(crate) fn enter(&mut self, block: BlockId) {
        if self.reached() {
            self.end(Terminator::Goto(block));
        }
        self.current = Some(block);
    }

    /// Ends the block at work.
    pub(crate) fn end(&mut self, end: Terminator) {
        let Some(id) = self.current.take() else {
            return;
        };
        let stmts = self.open.remove(&id).map(|(stmts, _)| stmts);
        if let Some(block) = self.function.blocks.get_mut(id.0 as usize) {
            block.stmts = stmts.unwrap_or_default();
            block.end = end;
            block.end_place = self.place;
        }
    }

    /// Asked for each element of what is written one by one: that the function is not too long yet.
    pub(crate) fn room(&mut self) -> Lowered<()> {
        self.pushed += 1;
        match self.pushed < MOST_STATEMENTS {
            true => Ok(()),
            false => self.refuse(Code::K203, "so many elements written one by one"),
        }
    }

    /// Adds a statement. After a jump it goes to a block that nothing reaches.
    pub(crate) fn push(&mut self, kind: StmtKind) {
        self.pushed += 1;
        self.order.push(&kind);
        let id = match self.current {
            Some(id) => id,
            None => {
                let id = self.block();
                self.current = Some(id);
                id
            }
        };
        let stmt = Stmt {
            place: self.place,
            patch: self.patch.take(),
            kind,
        };
        if let Some((stmts, _)) = self.open.get_mut(&id) {
            stmts.push(stmt);
        }
    }

    /// A new local without a name.
    pub(crate) fn temporary(&mut self, scalar: Scalar) -> LocalId {
        self.function.temporary(scalar)
    }

    /// A new local with a name.
    pub(crate) fn named(&mut self, name: &str, scalar: Scalar, signed: bool) -> LocalId {
        let id = self.function.temporary(scalar);
        if let Some(local) = self.function.locals.get_mut(id.0 as usize) {
            *local = Local {
                name: name.to_owned(),
                scalar,
                signed,
            };
        }
        id
    }

    /// The value in a fresh local, so that it is evaluated here and once.
    pub(crate) fn evaluated(&mut self, value: Expr) -> Expr {
        if matches!(
            value.kind,
            ExprKind::Const(_) | ExprKind::Null | ExprKind::Base(_) | ExprKind::Atom(_)
        ) {
            return value;
        }
        let scalar = value.scalar;
        let to = self.temporary(scalar);
        self.push(StmtKind::Assign { to, value });
        Expr::local(to, scalar)
    }

    /// The value in memory.
    pub(crate) fn load(&mut self, address: Expr, scalar: Scalar, volatile: bool) -> Expr {
        let to = self.temporary(scalar);
        let access = Access {
            volatile,
            // The function's own copy of an argument is a value, not what annotations read of memory.
            ghost: self.tables.ghost && !(self.of_entry && self.is_copy(&address)),
            guess: false,
            lanes: false,
        };
        self.push(StmtKind::Load {
            to,
            address,
            access,
        });
        Expr::local(to, scalar)
    }

    /// Whether an address lies in the function's own copy of an argument.
    fn is_copy(&self, address: &Expr) -> bool {
        let from = &address.without_offsets().kind;
        matches!(from, ExprKind::Local(local) if self.copies.contains(local))
    }

    /// Writes a value.
    pub(crate) fn store(&mut self, address: Expr, value: Expr, volatile: bool) {
        let access = Access {
            volatile,
            ghost: self.tables.ghost,
            guess: false,
            lanes: false,
        };
        self.push(StmtKind::Store {
            address,
            value,
            access,
        });
    }

    /// A new array in private memory, and its address.
    pub(crate) fn private(&mut self, name: &str, ty: TypeId) -> Lowered<Expr> {
        let bytes = self.types.size(ty);
        if bytes.is_none() {
            return self.refuse(Code::K203, "a variable of unknown size");
        }
        if self.types.ends(ty) {
            return self.refuse(Code::K203, "an object whose destructor does something");
        }
        let layout = self.types.layout(ty);
        let array = self.array(name, Space::Private, Linkage::Variable, layout, bytes);
        self.push(StmtKind::Declare(array));
        Ok(base(array))
    }

    /// A new array of the module.
    pub(crate) fn array(
        &mut self,
        name: &str,
        space: Space,
        linkage: Linkage,
        layout: Layout,
        bytes: Option<u64>,
    ) -> ArrayId {
        self.tables.array(Array {
            name: name.to_owned(),
            space,
            linkage,
            layout,
            bytes,
            initial: None,
            functions: BTreeMap::new(),
            place: self.place,
        })
    }

    /// A temporary object of a type, and its address.
    pub(crate) fn scratch(&mut self, ty: TypeId) -> Lowered<Expr> {
        self.private("", ty)
    }

    /// What a type is, or that it has no rule.
    pub(crate) fn shape(&self, ty: TypeId) -> Lowered<Shape> {
        match self.types.shape(ty) {
            Some(shape) => Ok(shape),
            None => self.refuse(Code::K203, "values of this type"),
        }
    }

    /// The scalar of a type that must have one.
    pub(crate) fn scalar(&self, ty: TypeId) -> Lowered<(Scalar, bool)> {
        match self.shape(ty)? {
            Shape::Scalar(scalar, signed) => Ok((scalar, signed)),
            Shape::Void | Shape::Object => self.refuse(Code::K203, "a value of this type here"),
        }
    }

    /// Says that something has no rule.
    pub(crate) fn refuse<T>(&self, code: Code, what: &str) -> Lowered<T> {
        Err(Box::new(
            Diagnostic::error(
                code,
                self.place.expansion,
                format!("there is no rule for {what} yet"),
            )
            .with_note("a kernel that reaches it is unknown"),
        ))
    }

    /// An integer as wide as a pointer.
    pub(crate) fn word(&self, value: u64) -> Expr {
        Expr::int(8 * self.types.pointer(), i128::from(value))
    }

    /// An address so many bytes further.
    pub(crate) fn further(&self, address: Expr, bytes: u64) -> Expr {
        if bytes == 0 {
            return address;
        }
        offset(address, self.word(bytes))
    }
}

/// The address of an array.
pub(crate) fn base(array: ArrayId) -> Expr {
    Expr::new(Scalar::Pointer, ExprKind::Base(array))
}

/// An address `by` bytes further.
pub(crate) fn offset(address: Expr, by: Expr) -> Expr {
    Expr::new(
        Scalar::Pointer,
        ExprKind::Offset(Box::new(address), Box::new(by)),
    )
}

/// The memory that an address space of C names.
pub(crate) fn space(of: AddressSpace) -> Space {
    match of {
        AddressSpace::Local => Space::Shared,
        AddressSpace::Global => Space::Global,
        AddressSpace::Constant => Space::Constant,
        AddressSpace::Default | AddressSpace::Private | AddressSpace::Generic => Space::Private,
    }
}

/// A place of the tree as one of the graph.
pub(crate) fn place_of(place: &clang::place::Place) -> Place {
    Place {
        spelling: place.text_span(),
        expansion: place.span,
        inlined: None,
    }
}
