//! Symbols of one thread's execution, how far threads may differ in them, and the second thread as
//! a renaming of the first.

use crate::annotations::axioms::{Template, instances};
use crate::launch::said::{Said, of_two};
use crate::questions::abstraction::Abstraction;
use kernel_graph::ArrayId;
use num_bigint::BigInt;
use solver::term::{Sort, Supply, Symbol, Term, TermMap, app, postorder_of_new, rebuild};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// Among which threads a symbol may have different values. For a function symbol: on equal
/// arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Varies {
    /// All threads of the grid have the same.
    Never,
    /// Threads of one block have the same.
    Block,
    /// Each thread has its own.
    Thread,
}

/// What is known of a symbol.
#[derive(Clone, Debug)]
pub(crate) struct About {
    /// Who shares it.
    pub varies: Varies,
    /// For a bit-vector: values as integers, read with a sign if the least is negative.
    pub range: Option<(BigInt, BigInt)>,
    /// What is not known where it takes part.
    pub abstraction: Option<Abstraction>,
    /// The array that it says the contents of, at the place that is its last argument.
    pub contents: Option<ArrayId>,
}

/// The symbols made so far.
#[derive(Debug)]
pub(crate) struct Symbols {
    supply: Supply,
    about: HashMap<Symbol, About>,
    /// How far threads may differ in terms, as far as that was asked: terms share most of their parts with terms that
    /// were asked about before.
    differ: RefCell<TermMap<Varies>>,
    /// What is believed of functions.
    pub axioms: Vec<Template>,
    /// What clauses say of the contents of arrays.
    pub said: Vec<Said>,
}

impl Symbols {
    /// None yet.
    pub(crate) fn new() -> Symbols {
        Symbols {
            supply: Supply::new(""),
            about: HashMap::new(),
            differ: RefCell::default(),
            axioms: Vec::new(),
            said: Vec::new(),
        }
    }

    /// What is believed of functions and said of contents, for what occurs in formulas.
    pub(crate) fn instances(&self, formulas: &[Term]) -> Vec<Term> {
        let mut all = instances(&self.axioms, formulas);
        all.extend(of_two(self, formulas));
        all
    }

    /// A new function symbol, or constant if it takes no arguments.
    pub(crate) fn function(
        &mut self,
        hint: &str,
        args: Vec<Sort>,
        result: Sort,
        varies: Varies,
    ) -> Symbol {
        let symbol = self.supply.fresh_symbol(hint, args, result);
        let about = About {
            varies,
            range: None,
            abstraction: None,
            contents: None,
        };
        self.about.insert(symbol.clone(), about);
        symbol
    }

    /// A new constant.
    pub(crate) fn constant(&mut self, hint: &str, sort: Sort, varies: Varies) -> Term {
        let symbol = self.function(hint, Vec::new(), sort, varies);
        app(&symbol, Vec::new())
    }

    /// A new constant that is a bit-vector with values from `low` to `high`.
    pub(crate) fn ranged(
        &mut self,
        hint: &str,
        width: u32,
        varies: Varies,
        range: (BigInt, BigInt),
    ) -> Term {
        let symbol = self.function(hint, Vec::new(), Sort::BitVec(width), varies);
        if let Some(about) = self.about.get_mut(&symbol) {
            about.range = Some(range);
        }
        app(&symbol, Vec::new())
    }

    /// Changes how far threads may differ in a symbol.
    pub(crate) fn set_varies(&mut self, symbol: &Symbol, varies: Varies) {
        if let Some(about) = self.about.get_mut(symbol)
            && about.varies != varies
        {
            about.varies = varies;
            self.differ.get_mut().clear();
        }
    }

    /// Notes what is not known where a symbol takes part.
    pub(crate) fn set_abstraction(&mut self, symbol: &Symbol, abstraction: Abstraction) {
        if let Some(about) = self.about.get_mut(symbol) {
            about.abstraction = Some(abstraction);
        }
    }

    /// Notes that a symbol says the contents of an array.
    pub(crate) fn set_contents(&mut self, symbol: &Symbol, array: ArrayId) {
        if let Some(about) = self.about.get_mut(symbol) {
            about.abstraction = Some(Abstraction::Memory);
            about.contents = Some(array);
        }
    }

    /// What is known of a symbol.
    pub(crate) fn about(&self, symbol: &Symbol) -> Option<&About> {
        self.about.get(symbol)
    }

    /// How far threads may differ in a symbol; what is not known counts as each thread's own.
    pub(crate) fn varies(&self, symbol: &Symbol) -> Varies {
        self.about.get(symbol).map_or(Varies::Thread, |a| a.varies)
    }

    /// How far threads may differ in the value of a term where the symbols of `equal` have equal
    /// values. They are always the same symbols, and more from one question to the next only by such as are in no term
    /// yet: so what was found of a term stays true until [`Symbols::set_varies`] changes something.
    pub(crate) fn term_varies(&self, term: &Term, equal: &BTreeSet<Symbol>) -> Varies {
        let mut known = self.differ.borrow_mut();
        let mut work = vec![(term, false)];
        while let Some((term, done)) = work.pop() {
            if known.contains_key(term) {
                continue;
            }
            let below = match term.args() {
                [] => term.children(),
                args => args.iter().collect(),
            };
            if !done {
                work.push((term, true));
                work.extend(below.into_iter().map(|part| (part, false)));
                continue;
            }
            let own = term.symbol().filter(|symbol| !equal.contains(symbol));
            let own = own.map_or(Varies::Never, |symbol| self.varies(symbol));
            let parts = below.into_iter().filter_map(|part| known.get(part));
            let most = parts.copied().fold(own, Varies::max);
            known.insert(term.clone(), most);
        }
        known.get(term).copied().unwrap_or(Varies::Thread)
    }
}

impl Default for Symbols {
    fn default() -> Self {
        Symbols::new()
    }
}

/// The second thread: what each symbol of the first is for it.
#[derive(Debug)]
pub(crate) struct Other<'a> {
    symbols: &'a Symbols,
    same_block: bool,
    renamed: HashMap<Symbol, Symbol>,
    memo: TermMap<Term>,
    supply: Supply,
}

impl<'a> Other<'a> {
    /// A thread of the same block, or of another.
    pub(crate) fn new(symbols: &'a Symbols, same_block: bool) -> Other<'a> {
        Other {
            symbols,
            same_block,
            renamed: HashMap::new(),
            memo: TermMap::default(),
            supply: Supply::new("other "),
        }
    }

    fn symbol(&mut self, symbol: &Symbol) -> Symbol {
        let own = match self.symbols.varies(symbol) {
            Varies::Never => false,
            Varies::Block => !self.same_block,
            Varies::Thread => true,
        };
        if !own {
            return symbol.clone();
        }
        if let Some(known) = self.renamed.get(symbol) {
            return known.clone();
        }
        let (args, result) = (symbol.args().to_vec(), symbol.result().clone());
        let new = self.supply.fresh_symbol(symbol.name(), args, result);
        self.renamed.insert(symbol.clone(), new.clone());
        new
    }

    /// The symbol of the first thread that was renamed to each of the second's.
    pub(crate) fn origins(&self) -> HashMap<Symbol, Symbol> {
        let swap = |(from, to): (&Symbol, &Symbol)| (to.clone(), from.clone());
        self.renamed.iter().map(swap).collect()
    }

    /// The value of a term for the second thread.
    pub(crate) fn of(&mut self, term: &Term) -> Term {
        for sub in postorder_of_new([term], &|one| self.memo.contains_key(one)) {
            let args: Vec<Term> = sub
                .args()
                .iter()
                .map(|arg| self.memo.get(arg).unwrap_or(arg).clone())
                .collect();
            let image = match sub.symbol() {
                Some(symbol) => app(&self.symbol(symbol), args),
                None => rebuild(&sub, args),
            };
            self.memo.insert(sub, image);
        }
        self.memo.get(term).unwrap_or(term).clone()
    }
}
