//! One text for equal questions: names and the order of declarations decide nothing.
//!
//! What a solver finds within its limits depends on the names and on the order of what it is told.
//! So every symbol that is not of a theory, every sort of the program and every bound variable gets
//! a number in the place of its name, by where it occurs; axioms, and the premises that were parts
//! of one conjunction, get an order by what they say. Where arguments have no order (a sum, a
//! conjunction) the order is that of their colours: hashes of what a term looks like, refined by
//! the contexts in which its symbols occur (Weisfeiler, Leman, 1968; here two rounds). Terms that
//! these rounds do not tell apart keep the order in which they were given.

use logic::digest;
use rustc_hash::FxHashMap;

use crate::term::{
    Node, Sort, Symbol, SymbolKind, Term, TermMap, numbered_variable, postorder, quantified,
    renamed,
};

/// How often colours are refined.
const ROUNDS: usize = 2;

/// The parts of a question, in the order in which they are asked.
pub(super) struct Parts {
    /// What is refuted.
    pub negated: Term,
    /// The premises, those closest to the goal first; the parts of one are together.
    pub premises: Vec<Vec<Term>>,
    /// Background facts.
    pub axioms: Vec<Term>,
}

impl Parts {
    /// The formulas with numbers for names, in an order that depends on what they say, and what
    /// the numbers stand for.
    pub(super) fn canonical(self) -> (Vec<Term>, Renaming) {
        let colours = Colours::of(&self);
        let groups = std::iter::once(vec![self.negated])
            .chain(self.premises)
            .chain(std::iter::once(self.axioms));
        let mut formulas: Vec<(usize, (u64, u64), Term)> = groups
            .enumerate()
            .flat_map(|(group, terms)| terms.into_iter().map(move |term| (group, term)))
            .map(|(group, term)| (group, colours.key(&term), term))
            .collect();
        formulas.sort_by_key(|(group, key, _)| (*group, *key));
        let mut renaming = Renaming::default();
        renaming.number(formulas.iter().map(|(_, _, term)| term), &colours);
        for (_, _, term) in &mut formulas {
            *term = renaming.apply(term);
        }
        // Those that colours do not tell apart differ in numbers.
        formulas.sort();
        let formulas = formulas.into_iter().map(|(_, _, term)| term).collect();
        (formulas, renaming)
    }
}

/// The terms of a question as a graph, with a colour for each.
struct Colours {
    index: TermMap<u32>,
    /// What terms look like by what is said of their symbols elsewhere.
    looks: Vec<u64>,
}

/// What is needed of a term to colour it.
struct Vertex {
    /// What it is, but for symbol and arguments.
    head: u64,
    symbol: Option<u32>,
    children: Vec<u32>,
    commutative: bool,
}

impl Colours {
    fn of(parts: &Parts) -> Colours {
        let roots = || {
            std::iter::once((&parts.negated, 1u64))
                .chain((3u64..).zip(&parts.premises).flat_map(|(place, terms)| {
                    // The order of premises is said, that of the parts of one is not.
                    terms.iter().map(move |term| (term, place))
                }))
                .chain(parts.axioms.iter().map(|term| (term, 2)))
        };
        let terms = postorder(roots().map(|(term, _)| term));
        let mut index: TermMap<u32> = TermMap::default();
        for (number, term) in (0u32..).zip(&terms) {
            index.insert(term.clone(), number);
        }
        let mut places: TermMap<u64> = TermMap::default();
        for term in &terms {
            if let Node::Quant { vars, .. } = term.node() {
                for (place, var) in vars.iter().enumerate() {
                    let place = digest((place, vars.len()));
                    let all = places.entry(var.clone()).or_default();
                    *all = all.wrapping_add(place);
                }
            }
        }
        let mut symbols: FxHashMap<Symbol, u32> = FxHashMap::default();
        let mut colours: Vec<u64> = Vec::new();
        let vertices: Vec<Vertex> = terms
            .iter()
            .map(|term| {
                let symbol = term.symbol().map(|symbol| {
                    *symbols.entry(symbol.clone()).or_insert_with(|| {
                        colours.push(symbol.shape());
                        u32::try_from(colours.len() - 1).unwrap_or(u32::MAX)
                    })
                });
                Vertex {
                    head: head(term, &places),
                    symbol,
                    children: term
                        .children()
                        .into_iter()
                        .filter_map(|child| index.get(child).copied())
                        .collect(),
                    commutative: matches!(term.node(), Node::Op(op, _) if op.is_commutative()),
                }
            })
            .collect();
        let roots: Vec<(u32, u64)> = roots()
            .filter_map(|(term, role)| Some((*index.get(term)?, role)))
            .collect();
        let mut found = looks(&vertices, &colours);
        for _ in 0..ROUNDS {
            refine(&vertices, &roots, &found, &mut colours);
            found = looks(&vertices, &colours);
        }
        Colours {
            index,
            looks: found,
        }
    }

    /// What a term looks like by itself, which little changes, and then in the question.
    fn key(&self, term: &Term) -> (u64, u64) {
        let at = self.index.get(term).copied().unwrap_or_default();
        let look = self.looks.get(at as usize).copied().unwrap_or_default();
        (term.shape(), look)
    }
}

/// What a term is, but for its symbol and its arguments.
fn head(term: &Term, places: &TermMap<u64>) -> u64 {
    match term.node() {
        Node::Int(value) => digest((1, value)),
        Node::Real(value) => digest((2, value)),
        Node::Bool(value) => digest((3, value)),
        Node::Bits(bits) => digest((4, bits)),
        Node::Const(_) => digest(5),
        Node::Bound(symbol) => digest((6, symbol.result().shape(), places.get(term))),
        Node::App(_, args) => digest((7, args.len())),
        Node::Op(op, args) => digest((8, op, args.len())),
        Node::Quant {
            forall,
            vars,
            triggers,
            label,
            ..
        } => {
            let sorts: Vec<u64> = vars.iter().map(|var| var.sort().shape()).collect();
            let triggers: Vec<usize> = triggers.iter().map(Vec::len).collect();
            digest((9, forall, sorts, triggers, label.need(), label.weight()))
        }
    }
}

/// What every term looks like, by the colours of the symbols.
fn looks(vertices: &[Vertex], colours: &[u64]) -> Vec<u64> {
    let mut looks: Vec<u64> = Vec::with_capacity(vertices.len());
    let mut below: Vec<u64> = Vec::new();
    for vertex in vertices {
        below.clear();
        // Children come first.
        below.extend(
            vertex
                .children
                .iter()
                .filter_map(|child| looks.get(*child as usize)),
        );
        if vertex.commutative {
            below.sort_unstable();
        }
        let symbol = vertex.symbol.and_then(|at| colours.get(at as usize));
        looks.push(digest((vertex.head, symbol, &below)));
    }
    looks
}

/// Makes the colour of every symbol say in which contexts it occurs.
fn refine(vertices: &[Vertex], roots: &[(u32, u64)], looks: &[u64], colours: &mut [u64]) {
    let mut contexts: Vec<u64> = vec![0; vertices.len()];
    let add = |to: Option<&mut u64>, what: u64| {
        if let Some(to) = to {
            *to = to.wrapping_add(what);
        }
    };
    for (root, role) in roots {
        add(contexts.get_mut(*root as usize), digest(role));
    }
    let mut occurrences: Vec<u64> = vec![0; colours.len()];
    for (at, vertex) in vertices.iter().enumerate().rev() {
        let (Some(context), Some(look)) = (contexts.get(at).copied(), looks.get(at)) else {
            continue;
        };
        for (place, child) in (1u64..).zip(&vertex.children) {
            let place = if vertex.commutative { 0 } else { place };
            let seen = digest((context, look, place));
            add(contexts.get_mut(*child as usize), seen);
        }
        if let Some(symbol) = vertex.symbol {
            let seen = digest((context, look));
            add(occurrences.get_mut(symbol as usize), seen);
        }
    }
    for (colour, occurrences) in colours.iter_mut().zip(occurrences) {
        *colour = digest((*colour, occurrences));
    }
}

/// Numbers in the place of names.
#[derive(Default)]
pub(super) struct Renaming {
    symbols: FxHashMap<Symbol, Symbol>,
    sorts: FxHashMap<Sort, Sort>,
    /// Symbols that got a number.
    numbered: usize,
    /// What became of terms without free variables.
    closed: TermMap<Term>,
}

/// The variables that are bound where a term stands.
#[derive(Default)]
struct Scope {
    variables: TermMap<Term>,
    depth: usize,
    /// What became of terms with free variables.
    open: TermMap<Term>,
}

impl Renaming {
    /// What each number stands for, by number.
    pub(super) fn legend(&self) -> Vec<(Symbol, Symbol)> {
        let mut all: Vec<(Symbol, Symbol)> = self
            .symbols
            .iter()
            .filter(|(old, new)| old != new)
            .map(|(old, new)| (new.clone(), old.clone()))
            .collect();
        all.sort();
        all
    }

    /// Numbers the symbols of some formulas by their first occurrence.
    fn number<'a>(&mut self, formulas: impl Iterator<Item = &'a Term>, colours: &Colours) {
        let mut seen = crate::term::TermSet::default();
        let mut work: Vec<Term> = formulas.cloned().collect();
        work.reverse();
        while let Some(term) = work.pop() {
            if !seen.insert(term.clone()) {
                continue;
            }
            if let Some(symbol) = term.symbol() {
                self.symbol(symbol);
            } else if let Node::Quant { vars, .. } = term.node() {
                for var in vars {
                    self.sort(var.sort());
                }
            }
            let mut children: Vec<Term> = term.children().into_iter().cloned().collect();
            if matches!(term.node(), Node::Op(op, _) if op.is_commutative()) {
                children.sort_by_cached_key(|child| colours.key(child));
            }
            work.extend(children.into_iter().rev());
        }
    }

    fn sort(&mut self, sort: &Sort) -> Sort {
        match sort {
            Sort::Bool | Sort::Int | Sort::Real | Sort::Ref | Sort::String | Sort::BitVec(_) => {
                sort.clone()
            }
            Sort::Array(index, value) => Sort::array(self.sort(index), self.sort(value)),
            Sort::Seq(element) => Sort::seq(self.sort(element)),
            Sort::Set(element) => Sort::set(self.sort(element)),
            Sort::Bag(element) => Sort::bag(self.sort(element)),
            Sort::Map(key, value) => Sort::map(self.sort(key), self.sort(value)),
            Sort::Option(element) => Sort::option(self.sort(element)),
            Sort::Tuple(parts) => Sort::Tuple(parts.iter().map(|part| self.sort(part)).collect()),
            Sort::Parameter(_) | Sort::Adt(..) => {
                let number = u32::try_from(self.sorts.len()).unwrap_or(u32::MAX);
                self.sorts
                    .entry(sort.clone())
                    .or_insert_with(|| Sort::Adt(String::new(), number))
                    .clone()
            }
        }
    }

    fn symbol(&mut self, symbol: &Symbol) -> Symbol {
        if let Some(known) = self.symbols.get(symbol) {
            return known.clone();
        }
        let kind = if symbol.kind().is_of_theory() {
            symbol.kind().clone()
        } else {
            self.numbered += 1;
            SymbolKind::Numbered(self.numbered)
        };
        let args: Vec<Sort> = symbol.args().iter().map(|sort| self.sort(sort)).collect();
        let result = self.sort(symbol.result());
        let same = kind == *symbol.kind() && args == symbol.args() && result == *symbol.result();
        let new = match same {
            true => symbol.clone(),
            false => Symbol::of_kind(kind, args, result),
        };
        self.symbols.insert(symbol.clone(), new.clone());
        new
    }

    /// The term with numbers for names; a symbol that was not met before gets the next one.
    pub(super) fn apply(&mut self, term: &Term) -> Term {
        self.rename(term, &mut Scope::default())
    }

    /// What became of a term, if that is known.
    fn image<'a>(&'a self, term: &Term, scope: &'a Scope) -> Option<&'a Term> {
        match term.contains_bound() {
            true => scope.open.get(term),
            false => self.closed.get(term),
        }
    }

    fn rename(&mut self, root: &Term, scope: &mut Scope) -> Term {
        let mut work = vec![(root.clone(), false)];
        while let Some((term, done)) = work.pop() {
            if self.image(&term, scope).is_some() {
                continue;
            }
            let image = match term.node() {
                Node::Int(_) | Node::Real(_) | Node::Bool(_) | Node::Bits(_) => term.clone(),
                Node::Bound(_) => scope.variables.get(&term).unwrap_or(&term).clone(),
                Node::Const(symbol) => crate::term::app(&self.symbol(symbol), Vec::new()),
                Node::Quant { .. } => self.quantifier(&term, scope),
                Node::App(_, args) | Node::Op(_, args) if !done => {
                    work.push((term.clone(), true));
                    work.extend(args.iter().map(|arg| (arg.clone(), false)));
                    continue;
                }
                Node::App(_, args) | Node::Op(_, args) => {
                    let args: Vec<Term> = args
                        .iter()
                        .map(|arg| self.image(arg, scope).unwrap_or(arg).clone())
                        .collect();
                    match term.symbol() {
                        Some(symbol) => crate::term::app(&self.symbol(symbol), args),
                        None => renamed(&term, args),
                    }
                }
            };
            let known = match term.contains_bound() {
                true => &mut scope.open,
                false => &mut self.closed,
            };
            known.insert(term, image);
        }
        self.image(root, scope).unwrap_or(root).clone()
    }

    fn quantifier(&mut self, term: &Term, scope: &Scope) -> Term {
        let Node::Quant {
            forall,
            vars,
            triggers,
            body,
            label,
        } = term.node()
        else {
            return term.clone();
        };
        let mut inner = Scope {
            variables: scope.variables.clone(),
            // One that stands alone is the same wherever it stands.
            depth: if term.contains_bound() {
                scope.depth
            } else {
                0
            },
            open: TermMap::default(),
        };
        let vars: Vec<Term> = vars
            .iter()
            .map(|var| {
                let new = numbered_variable(inner.depth, self.sort(var.sort()));
                inner.depth += 1;
                inner.variables.insert(var.clone(), new.clone());
                new
            })
            .collect();
        let body = self.rename(body, &mut inner);
        let triggers = triggers
            .iter()
            .map(|set| {
                set.iter()
                    .map(|part| self.rename(part, &mut inner))
                    .collect()
            })
            .collect();
        quantified(*forall, vars, triggers, body, label.anonymous())
    }
}
