//! Specifications: functions whose names begin with `__spec_`, of which annotations alone say what they
//! do.
//!
//! What one requires is shown at the call. It reads and writes what it names, in arrays
//! (`__reads_from`, `__writes_to`), at any bytes for which its postconditions about accesses hold; what
//! lies in memory afterwards is unknown. Where it writes nothing its other postconditions are taken to
//! hold. That the function behind the name keeps to it is an assumption.

use crate::accesses::{Access, Kind};
use crate::annotations::claim::speaks;
use crate::annotations::contracts::old;
use crate::annotations::expand::whole;
use crate::execution::state::State;
use crate::execution::value::Target;
use crate::execution::{Exec, Executed};
use crate::memory::view::View;
use crate::report::{Lack, Unsupported};
use kernel_graph::{Annotation, Expr, Function, Place, Stmt, StmtKind, Terminator};
use solver::term::{Sort, and, big, int, le, lt, tt};

/// What a specification does at a call. None if it is more than annotations.
pub(crate) fn specification(function: &Function) -> Option<Function> {
    let [block] = function.blocks.as_slice() else {
        return None;
    };
    if !matches!(block.end, Terminator::Return(None)) {
        return None;
    }
    let writes = block.stmts.iter().any(|stmt| {
        let StmtKind::Annotation(said) = &stmt.kind else {
            return false;
        };
        matches!(said, Annotation::Footprint { write: true, .. })
    });
    let mut about_accesses = Vec::new();
    let mut stmts: Vec<Stmt> = Vec::new();
    let mut footprints: Vec<Stmt> = Vec::new();
    for (at, stmt) in block.stmts.iter().enumerate() {
        #[allow(clippy::wildcard_enum_match_arm, reason = "anything else is refused")]
        match &stmt.kind {
            StmtKind::Annotation(Annotation::Ensures(e)) => {
                let mut e = whole(function, block.stmts.get(..at)?, e)?;
                old(&mut e);
                if speaks(&e) {
                    about_accesses.push(e);
                } else if !writes {
                    let kind = StmtKind::Annotation(Annotation::Assume(e));
                    stmts.push(Stmt {
                        kind,
                        ..stmt.clone()
                    });
                }
            }
            StmtKind::Annotation(Annotation::Footprint { .. }) => footprints.push(stmt.clone()),
            StmtKind::Annotation(Annotation::Requires(_) | Annotation::Fresh(_))
            | StmtKind::Assign { .. }
            | StmtKind::Havoc(_) => stmts.push(stmt.clone()),
            StmtKind::Load { access, .. } if access.ghost => stmts.push(stmt.clone()),
            // A place for a barrier is nothing that it does.
            StmtKind::Point => {}
            _ => return None,
        }
    }
    for stmt in &mut footprints {
        if let StmtKind::Annotation(Annotation::Footprint { only, .. }) = &mut stmt.kind {
            only.clone_from(&about_accesses);
        }
    }
    stmts.extend(footprints);
    let mut done = function.clone();
    for block in &mut done.blocks {
        block.stmts.clone_from(&stmts);
    }
    Some(done)
}

impl Exec<'_> {
    /// An access of a specification: to any byte of the arrays that an address lies in, for which what
    /// is said of such an access holds.
    pub(crate) fn footprint(
        &mut self,
        state: &mut State,
        (write, address, only): (bool, &Expr, &[Expr]),
        place: Place,
    ) -> Executed<()> {
        let none = Unsupported::new(Lack::TwoThreadAnnotation, place);
        let pointer = self.pointer(state, address, place)?;
        for case in pointer.cases {
            let Target::Array(array) = case.target else {
                return Err(none);
            };
            if self.is_private(array) {
                if write {
                    state.private.remove(&array);
                }
                continue;
            }
            let offset = self.fresh(Sort::Int, "specified");
            let mut all = vec![state.path.condition(), case.guard.clone()];
            all.push(le(int(0), offset.clone()));
            let size = self.module.array(array).and_then(|found| found.bytes);
            if let Some(size) = size {
                all.push(lt(offset.clone(), big(size.into())));
            }
            for e in only {
                all.push(self.of_access(state, (e, place), (write, array), &offset)?);
            }
            if write && state.views.contains_key(&array) {
                state.views.insert(array, View::unknown());
            }
            let kind = match write {
                true => Kind::Write,
                false => Kind::Read,
            };
            let iterations = self.iteration_numbers();
            self.access(Access {
                condition: and(all),
                array,
                offset,
                bytes: int(1),
                kind,
                guess: false,
                guard: tt(),
                exact: false,
                value: None,
                place,
                counts: state.counts.clone(),
                iterations,
                stmt: self.at,
                way: state.path.clone(),
                within: tt(),
                copy: None,
                alone: false,
                lanes: false,
                order: self.summary.accesses.len(),
                margins: state.margins.clone(),
            });
        }
        Ok(())
    }
}
