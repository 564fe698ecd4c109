//! Contents of memory in launches that are tried: of a simple form, so that all threads see the same. Each array has
//! the same value everywhere, or numbers that rise with the address; where parts of one cell are read, the same byte
//! everywhere.

use crate::execution::Exec;
use crate::execution::symbols::Varies;
use crate::integers::align::is_multiple;
use kernel_graph::{ArrayId, Linkage};
use num_bigint::BigInt;
use solver::term::{Node, Sort, Supply, Symbol, Term, app, bv, postorder};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What memory contains in the launches that are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// The same value in all cells of an array.
    Same,
    /// A value, and the address of the cell within the array.
    Rising,
}

/// Terms in which constants of the launch say what depends on memory.
pub(crate) struct Memory<'w, 'a> {
    run: &'w Exec<'a>,
    contents: Contents,
    /// Arrays that are read in one width alone, at multiples of it.
    cells: BTreeSet<ArrayId>,
    constants: HashMap<(ArrayId, Option<Symbol>), Term>,
    /// Of which symbol each constant gives the value.
    pub origins: HashMap<Symbol, Symbol>,
    supply: Supply,
}

impl<'w, 'a> Memory<'w, 'a> {
    /// For these terms.
    pub(crate) fn new(
        run: &'w Exec<'a>,
        contents: Contents,
        terms: impl Iterator<Item = Term>,
    ) -> Memory<'w, 'a> {
        let terms: Vec<Term> = terms.collect();
        let mut read: BTreeMap<ArrayId, (BTreeSet<Sort>, bool)> = BTreeMap::new();
        for part in postorder(&terms) {
            let (Node::App(symbol, _), Some(place)) = (part.node(), part.args().last()) else {
                continue;
            };
            let about = run.symbols.about(symbol);
            let Some(array) = about.and_then(|about| about.contents) else {
                continue;
            };
            let (sorts, aligned) = read.entry(array).or_insert((BTreeSet::new(), true));
            let bytes = part.sort().width().map_or(1, |width| width.div_ceil(8));
            *aligned &= is_multiple(place, &BigInt::from(bytes));
            sorts.insert(part.sort().clone());
        }
        let cells = read
            .into_iter()
            .filter(|(_, (sorts, aligned))| sorts.len() == 1 && *aligned);
        Memory {
            run,
            contents,
            cells: cells.map(|(array, _)| array).collect(),
            constants: HashMap::new(),
            origins: HashMap::new(),
            supply: Supply::new("contents "),
        }
    }

    /// The array of which a symbol says what it contains, if the launch gives that: what a parameter points to, as long as
    /// the kernel does not write it. A variable may have a value that was not understood. What else is not known,
    /// such as what a function gives or what threads exchange, may be fixed by the program, so no value is chosen
    /// for it.
    fn array(&self, symbol: &Symbol) -> Option<ArrayId> {
        let symbols = &self.run.symbols;
        let about = symbols.about(symbol);
        let array = about
            .filter(|about| about.varies == Varies::Never)?
            .contents?;
        let linkage = self.run.module.array(array).map(|array| array.linkage);
        let given = matches!(linkage, Some(Linkage::Parameter(_)));
        let spoken_of = symbols.axioms.iter().any(|axiom| axiom.speaks_of(symbol));
        let fits = match self.contents {
            Contents::Same => !symbols.said.iter().any(|said| said.differs(array)),
            Contents::Rising => true,
        };
        (given && !spoken_of && fits).then_some(array)
    }

    /// What memory contains at a place, if a term says that.
    pub(crate) fn value(&mut self, term: &Term, place: &Term) -> Option<Term> {
        let Node::App(symbol, _) = term.node() else {
            return None;
        };
        let array = self.array(symbol)?;
        if self.cells.contains(&array) {
            let constant = self.constant((array, Some(symbol)), symbol, symbol.result().clone());
            return Some(match self.contents {
                Contents::Same => constant,
                Contents::Rising => rising(&constant, place),
            });
        }
        // A cell has one value, in whatever parts it is read.
        let width = symbol.result().width().filter(|width| width % 8 == 0)?;
        let byte = self.constant((array, None), symbol, Sort::BitVec(8));
        Some(bv::repeat(width / 8, byte))
    }

    fn constant(
        &mut self,
        (array, of): (ArrayId, Option<&Symbol>),
        symbol: &Symbol,
        sort: Sort,
    ) -> Term {
        let key = (array, of.cloned());
        if let Some(known) = self.constants.get(&key) {
            return known.clone();
        }
        let new = self.supply.fresh_symbol(symbol.name(), Vec::new(), sort);
        let constant = app(&new, Vec::new());
        self.origins.insert(new, symbol.clone());
        self.constants.insert(key, constant.clone());
        constant
    }
}

/// A value, and the number of a place; the value alone where there is no such number.
fn rising(value: &Term, place: &Term) -> Term {
    match (value.sort(), place.sort()) {
        (Sort::BitVec(width), Sort::Int) => {
            bv::add(value.clone(), bv::of_int(*width, place.clone()))
        }
        _ => value.clone(),
    }
}
