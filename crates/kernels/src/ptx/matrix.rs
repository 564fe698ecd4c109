//! Matrices that the lanes of a warp hold together (PTX ISA, *Warp Level Matrix Instructions*).

use super::{Done, Instruction, Scopes};
use crate::Lowered;
use crate::builder::{Builder, base};
use crate::convert::compare;
use kernel_graph::{
    Access, Atom, Collective, CompareOp, Expr, Layout, LayoutKind, Linkage, Scalar, Scope, Space,
    StmtKind, Terminator,
};

/// Bytes of a row of a matrix of 8 rows.
const ROW: u64 = 16;

/// Rows of a matrix.
const ROWS: i128 = 8;

impl Builder<'_> {
    /// All lanes of a warp come to an instruction for matrices, with the same operands; each warp must have all its lanes.
    pub(crate) fn matrix_meets(&mut self, operands: Vec<Expr>) {
        let to = self.temporary(Scalar::Int(32));
        self.push(StmtKind::Collective {
            to,
            op: Collective::Same,
            among: Some(Scope::Warp(self.full_mask())),
            operands,
        });
    }

    /// `ldmatrix`, `stmatrix`: each lane says where a row is, which lanes of the warp read or write.
    pub(super) fn rows_of_lanes(
        &mut self,
        scopes: &Scopes<'_>,
        one: &Instruction,
        modifiers: &[&str],
    ) -> Lowered<Option<Done>> {
        let writes = one.name == "stmatrix";
        let known = [
            "sync",
            "aligned",
            "m8n8",
            "trans",
            "shared",
            "shared::cta",
            "b16",
        ];
        let mut count = None;
        for word in modifiers {
            match *word {
                "x1" => count = Some(1),
                "x2" => count = Some(2),
                "x4" => count = Some(4),
                word if known.contains(&word) => {}
                _ => return Ok(None),
            }
        }
        let whole = modifiers.contains(&"m8n8") && modifiers.contains(&"b16");
        let (true, Some(count), [first, second]) = (whole, count, one.operands.as_slice()) else {
            return Ok(None);
        };
        let memory = if writes { first } else { second };
        let shared = modifiers.iter().any(|word| word.starts_with("shared"));
        let address = self.address_of(scopes, (memory, shared))?;
        self.matrix_meets(Vec::new());
        // Addresses that other lanes give are ignored.
        let (inside, behind) = (self.block(), self.block());
        let rows = Expr::int(32, ROWS * count);
        self.end(Terminator::Branch {
            condition: compare(CompareOp::LessUnsigned, Expr::atom(Atom::Lane), rows),
            then: inside,
            otherwise: behind,
        });
        self.enter(inside);
        self.row(address, writes);
        self.end(Terminator::Goto(behind));
        self.enter(behind);
        match writes {
            true => Ok(Some(Done::Yes)),
            false => Ok(Some(Done::AnyResult)),
        }
    }

    /// A row that lanes of the warp access, none of which is known.
    fn row(&mut self, address: Expr, writes: bool) {
        let element = Layout::scalar(Scalar::Int(8), false, self.types.pointer());
        let layout = Layout {
            size: ROW,
            kind: LayoutKind::Array(Box::new(element), Some(ROW)),
        };
        let array = self.array("", Space::Private, Linkage::Variable, layout, Some(ROW));
        self.push(StmtKind::Declare(array));
        let (to, from) = match writes {
            true => (address, base(array)),
            false => (base(array), address),
        };
        self.push(StmtKind::Copy {
            to,
            from,
            bytes: self.word(ROW),
            access: Access {
                lanes: true,
                ..Access::default()
            },
        });
    }

    /// `mma`: all lanes of the warp take part, with what they hold.
    pub(super) fn product(&mut self, modifiers: &[&str]) -> Lowered<Option<Done>> {
        if !modifiers.contains(&"sync") {
            return Ok(None);
        }
        self.matrix_meets(Vec::new());
        Ok(Some(Done::AnyResult))
    }
}
