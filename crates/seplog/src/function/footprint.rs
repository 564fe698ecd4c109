//! What recursive and abstract functions read: their symbols are applied to the maps of
//! just that, so that their values change when it does and not otherwise.

use core_lang::{
    AssertionKind, Expr, ExprKind, FieldId, Function, FunctionBody, FunctionId, Location,
    PredicateId, Program,
};
use solver::term::Sort;

/// The parts of the heap that a function reads.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Footprint {
    /// Fields, of any object.
    pub fields: Vec<FieldId>,
    /// Elements of arrays that are parameters: the parameter's number, the element sort.
    pub arrays: Vec<(usize, Sort)>,
    /// Elements of any array, by their sort.
    pub sorts: Vec<Sort>,
}

impl Footprint {
    /// Sorts of the maps that the symbol is applied to.
    pub(crate) fn map_sorts(&self, program: &Program) -> Vec<Sort> {
        let fields = self
            .fields
            .iter()
            .map(|field| Sort::array(Sort::Ref, program.field(*field).sort.clone()));
        let arrays = self
            .arrays
            .iter()
            .map(|(_, sort)| Sort::array(Sort::Int, sort.clone()));
        let all = self
            .sorts
            .iter()
            .map(|sort| Sort::array(Sort::Ref, Sort::array(Sort::Int, sort.clone())));
        fields.chain(arrays).chain(all).collect()
    }

    /// Elements of an array: of a parameter, or of any.
    fn add_array(&mut self, parameter: Option<usize>, sort: Sort) {
        match parameter {
            Some(number) => push(&mut self.arrays, (number, sort)),
            None => push(&mut self.sorts, sort),
        }
    }
}

/// What a function and those it calls read.
pub(crate) fn of(program: &Program, function: FunctionId, group: &[FunctionId]) -> Footprint {
    let mut footprint = Footprint::default();
    let mut seen: Vec<FunctionId> = Vec::new();
    let mut work = vec![function];
    while let Some(next) = work.pop() {
        if seen.contains(&next) {
            continue;
        }
        seen.push(next);
        let declared = program.function(next);
        let mut whole = false;
        let own = |array: &Expr| {
            let own = parameter(declared, array).filter(|_| next == function);
            own.filter(|number| fixed(declared, function, *number))
        };
        #[allow(
            clippy::wildcard_enum_match_arm,
            reason = "the table of facts says of every other kind whether it reads"
        )]
        let mut visit = |e: &Expr| match &e.kind {
            ExprKind::Field(_, field) => push(&mut footprint.fields, *field),
            ExprKind::Element(array, _) | ExprKind::Values(array, ..) => {
                let sort = match (&e.kind, &e.sort) {
                    (ExprKind::Values(..), Sort::Seq(element)) => (**element).clone(),
                    (_, sort) => sort.clone(),
                };
                footprint.add_array(own(array), sort);
            }
            ExprKind::Call(callee, _) => work.push(*callee),
            // What is read of an instance is among its parts.
            ExprKind::Unfolding(..) | ExprKind::Where(..) => {}
            // What it reads nobody lists; these have no rule in functions.
            kind => whole |= core_lang::facts::expr(kind).heap,
        };
        declared.requires.visit(&mut visit);
        declared.ensures.visit(&mut visit);
        if let FunctionBody::Expr(body) = &declared.body {
            body.visit(&mut visit);
        }
        // What is required to be readable may be read by an abstract function.
        for part in declared.requires.conjuncts() {
            shares(part, &mut |location| match location {
                Location::Field(_, field) => push(&mut footprint.fields, *field),
                Location::Element(array, _, sort) => {
                    footprint.add_array(own(array), sort.clone());
                }
                // A predicate may give permission to read anything, a token to nothing.
                Location::Predicate(predicate, _) => {
                    whole |= !program.predicate(*predicate).token;
                }
            });
        }
        if whole {
            for number in 0..program.fields.len() {
                let field = FieldId(u32::try_from(number).unwrap_or(u32::MAX));
                push(&mut footprint.fields, field);
            }
            for sort in &program.element_sorts {
                push(&mut footprint.sorts, sort.clone());
            }
        }
    }
    let sorts = footprint.sorts.clone();
    footprint.arrays.retain(|(_, sort)| !sorts.contains(sort));
    if group.len() > 1 {
        // Members of a group pass arrays to each other in whatever order.
        for (_, sort) in std::mem::take(&mut footprint.arrays) {
            push(&mut footprint.sorts, sort);
        }
    }
    footprint.fields.sort();
    footprint.arrays.sort();
    footprint.sorts.sort();
    footprint
}

fn push<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

fn shares(part: &core_lang::Assertion, see: &mut dyn FnMut(&Location)) {
    match &part.kind {
        AssertionKind::Permission(location, _) => see(location),
        AssertionKind::Star(parts) => parts.iter().for_each(|part| shares(part, see)),
        AssertionKind::Implies(_, body)
        | AssertionKind::Forall { body, .. }
        | AssertionKind::Let(_, _, body) => shares(body, see),
        AssertionKind::Ite(_, a, b) => {
            shares(a, see);
            shares(b, see);
        }
        AssertionKind::Pure(_) => {}
    }
}

/// Whether a function passes a parameter on to itself unchanged, in its place.
fn fixed(declared: &Function, function: FunctionId, number: usize) -> bool {
    let mut fixed = true;
    let mut see = |e: &Expr| {
        if let ExprKind::Call(callee, args) = &e.kind
            && *callee == function
        {
            fixed &= matches!(
                args.get(number).map(|arg| &arg.kind),
                Some(ExprKind::Local(local)) if *local == declared.params[number]
            );
        }
    };
    declared.requires.visit(&mut see);
    declared.ensures.visit(&mut see);
    if let FunctionBody::Expr(body) = &declared.body {
        body.visit(&mut see);
    }
    fixed
}

/// The one predicate instance that a function requires beside formulas.
pub(crate) struct Needed<'a> {
    /// The predicate.
    pub predicate: PredicateId,
    /// Which parameters its arguments are.
    pub positions: Vec<usize>,
    /// The condition under which it is required, over the parameters alone.
    pub condition: Option<&'a Expr>,
}

/// The one predicate instance that a function requires beside formulas and tokens, if it is one.
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "where anything else is required, no instance is found"
)]
pub(crate) fn instance(program: &Program, function: FunctionId) -> Option<Needed<'_>> {
    let declared = program.function(function);
    let mut found = None;
    for part in declared.requires.conjuncts() {
        let (condition, part) = match &part.kind {
            AssertionKind::Implies(condition, body) if of_values(condition) => {
                (Some(condition), &**body)
            }
            _ => (None, part),
        };
        match &part.kind {
            AssertionKind::Pure(_) => {}
            AssertionKind::Permission(Location::Predicate(predicate, args), _) => {
                if program.predicate(*predicate).token {
                    continue;
                }
                if found.is_some() {
                    return None;
                }
                let params: Option<Vec<usize>> =
                    args.iter().map(|arg| parameter(declared, arg)).collect();
                let positions = params?;
                // The instance that is held has two arguments there, which may differ.
                let twice = |param| positions.iter().filter(|other| *other == param).count() > 1;
                if positions.iter().any(twice) {
                    return None;
                }
                found = Some(Needed {
                    predicate: *predicate,
                    positions,
                    condition,
                });
            }
            _ => return None,
        }
    }
    found
}

/// Which parameter of a function an expression is, if it is one.
fn parameter(declared: &Function, e: &Expr) -> Option<usize> {
    let ExprKind::Local(local) = e.kind else {
        return None;
    };
    declared.params.iter().position(|param| *param == local)
}

/// Whether an expression's value is one of the locals in it, whatever the heap holds.
pub(crate) fn of_values(e: &Expr) -> bool {
    let mut plain = true;
    e.visit(&mut |part| {
        let facts = core_lang::facts::expr(&part.kind);
        plain &= !facts.heap && !facts.permissions && !facts.calls;
        plain &= !matches!(part.kind, ExprKind::Old(..));
    });
    plain
}
