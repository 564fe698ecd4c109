//! Printing of terms as SMT-LIB 2 text.
//!
//! The text depends on the terms alone. Every name gets a prefix, so that none clashes
//! with one built into the solver, and shared subterms are printed once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed};
use rustc_hash::FxHashMap;

use crate::term::{Node, Sort, Symbol, Term, TermMap, TermSet, Weight, postorder};

/// A printed set of assertions.
#[derive(Clone, Debug)]
pub struct Script {
    /// Declarations, definitions and assertions; no options and no commands.
    pub text: String,
    /// Where in the text the assertions end. What is behind declares what only the wanted terms have.
    pub asserted: usize,
    /// The terms asked for, as expressions over what the text declares.
    pub wanted: Vec<String>,
    /// The name of each constant and function that occurs.
    pub symbols: BTreeMap<Symbol, String>,
}

/// Shared ground terms with fewer nodes than this are repeated.
const SMALL: u64 = 12;

/// A quantified body is printed with `let` when it grows by more than this factor.
const GROWTH: u64 = 4;

/// Prints assertions, and makes the wanted ground terms expressible beside them.
pub fn print(assertions: &[Term], wanted: &[Term]) -> Script {
    let all = postorder(assertions);
    let mut printer = Printer::default();
    printer.declare(&all);
    printer.define_shared(&all, assertions);
    for assertion in assertions {
        printer.out.push_str("(assert ");
        printer.term(assertion);
        printer.out.push_str(")\n");
    }
    let asserted = printer.out.len();
    // What is wanted changes nothing before, so that it cannot change an answer.
    printer.declare(&postorder(wanted));
    let text = std::mem::take(&mut printer.out);
    let wanted = wanted
        .iter()
        .map(|term| {
            printer.term(term);
            std::mem::take(&mut printer.out)
        })
        .collect();
    Script {
        text,
        asserted,
        wanted,
        symbols: printer.symbols.into_iter().collect(),
    }
}

#[derive(Default)]
struct Printer {
    out: String,
    sorts: BTreeSet<Sort>,
    symbols: FxHashMap<Symbol, String>,
    /// Names of bound variables.
    variables: FxHashMap<Symbol, String>,
    /// How many symbols have a name; one name may stand for several of different sorts.
    names: HashMap<String, usize>,
    /// Names of shared ground terms.
    defined: TermMap<String>,
    /// Names of shared terms with variables, while in scope.
    lets: TermMap<String>,
    next_let: usize,
}

enum Piece<'a> {
    Text(&'a str),
    Owned(String),
    Term(&'a Term),
    /// Puts names of `let` out of scope again.
    Leave(Vec<Term>),
}

impl Printer {
    /// Declares the sorts and symbols of some terms that were not declared before.
    fn declare(&mut self, all: &[Term]) {
        let mut symbols = BTreeSet::new();
        let mut sorts = BTreeSet::new();
        for term in all {
            if let Node::Quant { vars, .. } = term.node() {
                for var in vars {
                    collect_sorts(var.sort(), &mut sorts);
                }
            }
            let Some(symbol) = term.symbol() else {
                continue;
            };
            for sort in symbol.args() {
                collect_sorts(sort, &mut sorts);
            }
            collect_sorts(symbol.result(), &mut sorts);
            symbols.insert(symbol.clone());
        }
        for sort in sorts {
            if !self.sorts.contains(&sort) {
                let _ = writeln!(self.out, "(declare-sort {} 0)", sort_name(&sort));
                self.sorts.insert(sort);
            }
        }
        for symbol in symbols {
            if self.symbols.contains_key(&symbol) {
                continue;
            }
            let base = format!("f.{}", escape(symbol.name()));
            let count = self.names.entry(base.clone()).or_default();
            let name = match *count {
                0 => base,
                count => format!("{base}~{count}"),
            };
            *count += 1;
            let args: Vec<String> = symbol.args().iter().map(sort_name).collect();
            let _ = writeln!(
                self.out,
                "(declare-fun {name} ({}) {})",
                args.join(" "),
                sort_name(symbol.result())
            );
            self.symbols.insert(symbol, name);
        }
    }

    /// Defines the ground terms that occur more than once and are not small.
    fn define_shared(&mut self, all: &[Term], assertions: &[Term]) {
        let mut uses: TermMap<u32> = TermMap::default();
        for term in all.iter().flat_map(Term::children) {
            *uses.entry(term.clone()).or_default() += 1;
        }
        for term in assertions {
            *uses.entry(term.clone()).or_default() += 1;
        }
        let mut sizes: TermMap<u64> = TermMap::default();
        let mut next = 0usize;
        for term in all {
            let children = term.children();
            let mut size = 1u64;
            for child in &children {
                size = size.saturating_add(sizes.get(*child).copied().unwrap_or(1));
            }
            let shared = uses.get(term).is_some_and(|n| *n > 1);
            if shared && size >= SMALL && !term.contains_bound() {
                let mut text = String::new();
                std::mem::swap(&mut text, &mut self.out);
                self.term(term);
                std::mem::swap(&mut text, &mut self.out);
                let name = format!("d.{next}");
                next += 1;
                let sort = sort_name(term.sort());
                let _ = writeln!(self.out, "(define-fun {name} () {sort} {text})");
                self.defined.insert(term.clone(), name);
                size = 1;
            }
            sizes.insert(term.clone(), size);
        }
    }

    fn term(&mut self, root: &Term) {
        let root = root.clone();
        let mut work = vec![Piece::Term(&root)];
        while let Some(piece) = work.pop() {
            match piece {
                Piece::Text(text) => self.out.push_str(text),
                Piece::Owned(text) => self.out.push_str(&text),
                Piece::Leave(terms) => {
                    for term in &terms {
                        self.lets.remove(term);
                    }
                }
                Piece::Term(term) => self.node(term, &mut work),
            }
        }
    }

    fn node<'a>(&mut self, term: &'a Term, work: &mut Vec<Piece<'a>>) {
        if let Some(name) = self.defined.get(term).or_else(|| self.lets.get(term)) {
            self.out.push_str(name);
            return;
        }
        let args = match term.node() {
            Node::Int(value) => {
                self.out.push_str(&integer(value));
                return;
            }
            Node::Real(value) => {
                self.out.push_str(&rational(value));
                return;
            }
            Node::Bool(value) => {
                self.out.push_str(if *value { "true" } else { "false" });
                return;
            }
            Node::Bits(bits) => {
                let _ = write!(self.out, "{bits}");
                return;
            }
            Node::Const(symbol) => {
                self.out
                    .push_str(self.symbols.get(symbol).map_or("", String::as_str));
                return;
            }
            Node::Bound(symbol) => {
                if let Some(name) = self.variables.get(symbol) {
                    self.out.push_str(name);
                    return;
                }
                let name = format!("v.{}", escape(symbol.name()));
                self.out.push_str(&name);
                self.variables.insert(symbol.clone(), name);
                return;
            }
            Node::App(symbol, args) => {
                self.out.push('(');
                self.out
                    .push_str(self.symbols.get(symbol).map_or("", String::as_str));
                args
            }
            Node::Op(op, args) => {
                let _ = write!(self.out, "({op}");
                args
            }
            Node::Quant { .. } => {
                self.quantifier(term, work);
                return;
            }
        };
        work.push(Piece::Text(")"));
        for arg in args.iter().rev() {
            work.push(Piece::Term(arg));
            work.push(Piece::Text(" "));
        }
    }

    fn quantifier<'a>(&mut self, term: &'a Term, work: &mut Vec<Piece<'a>>) {
        let Node::Quant {
            forall,
            vars,
            triggers,
            body,
            label,
        } = term.node()
        else {
            return;
        };
        self.out
            .push_str(if *forall { "(forall (" } else { "(exists (" });
        for (i, var) in vars.iter().enumerate() {
            if let Node::Bound(symbol) = var.node() {
                let gap = if i == 0 { "" } else { " " };
                let (name, sort) = (escape(symbol.name()), sort_name(symbol.result()));
                let _ = write!(self.out, "{gap}(v.{name} {sort})");
            }
        }
        self.out.push_str(") (! ");
        let (opened, names) = self.open_lets(vars, body);
        // What follows the body, in reverse.
        work.push(Piece::Owned(format!(
            "{} :qid q.{}))",
            weight(label.weight()),
            escape(label.text())
        )));
        for trigger in triggers.iter().rev() {
            work.push(Piece::Text(")"));
            for (i, term) in trigger.iter().enumerate().rev() {
                work.push(Piece::Term(term));
                if i > 0 {
                    work.push(Piece::Text(" "));
                }
            }
            work.push(Piece::Text(" :pattern ("));
        }
        work.push(Piece::Leave(names));
        work.push(Piece::Owned(")".repeat(opened)));
        work.push(Piece::Term(body));
    }

    /// Opens a `let` for each subterm of a body that would else be printed too often.
    /// Returns how many are open, and for which terms.
    fn open_lets(&mut self, vars: &[Term], body: &Term) -> (usize, Vec<Term>) {
        let all = postorder(std::iter::once(body));
        let mut sizes: TermMap<u64> = TermMap::default();
        for term in &all {
            let mut size = 1u64;
            if !self.defined.contains_key(term) && !self.lets.contains_key(term) {
                for child in term.children() {
                    size = size.saturating_add(sizes.get(child).copied().unwrap_or(1));
                }
            }
            sizes.insert(term.clone(), size);
        }
        let tree = sizes.get(body).copied().unwrap_or(1);
        if tree
            <= (all.len() as u64)
                .saturating_mul(GROWTH)
                .saturating_add(200)
        {
            return (0, Vec::new());
        }
        // Variables of inner quantifiers are not in scope here.
        let mut inner = TermSet::default();
        for term in &all {
            if let Node::Quant { vars, .. } = term.node() {
                inner.extend(vars.iter().cloned());
            }
        }
        inner.retain(|v| !vars.contains(v));
        let mut uses: TermMap<u32> = TermMap::default();
        for child in all.iter().flat_map(Term::children) {
            *uses.entry(child.clone()).or_default() += 1;
        }
        let mut opened = 0;
        let mut names = Vec::new();
        for term in &all {
            let shared = uses.get(term).is_some_and(|n| *n > 1);
            let compound = !term.args().is_empty() || matches!(term.node(), Node::Quant { .. });
            let known = self.defined.contains_key(term) || self.lets.contains_key(term);
            let escapes = term.free_bound_vars().iter().any(|v| inner.contains(v));
            if !shared || !compound || known || escapes {
                continue;
            }
            let name = format!("l.{}", self.next_let);
            self.next_let += 1;
            let _ = write!(self.out, "(let (({name} ");
            self.term(term);
            self.out.push_str(")) ");
            opened += 1;
            self.lets.insert(term.clone(), name);
            names.push(term.clone());
        }
        (opened, names)
    }
}

fn collect_sorts(sort: &Sort, into: &mut BTreeSet<Sort>) {
    match sort {
        Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) => {}
        Sort::Array(index, value) => {
            collect_sorts(index, into);
            collect_sorts(value, into);
        }
        Sort::Ref
        | Sort::Seq(_)
        | Sort::Set(_)
        | Sort::Bag(_)
        | Sort::Map(..)
        | Sort::Option(_)
        | Sort::Tuple(_)
        | Sort::String
        | Sort::Parameter(_)
        | Sort::Adt(..) => {
            into.insert(sort.clone());
        }
    }
}

/// The printed name of a sort.
pub fn sort_name(sort: &Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Int => "Int".to_owned(),
        Sort::Real => "Real".to_owned(),
        Sort::Ref => "S.ref".to_owned(),
        Sort::Array(index, value) => {
            format!("(Array {} {})", sort_name(index), sort_name(value))
        }
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Seq(_)
        | Sort::Set(_)
        | Sort::Bag(_)
        | Sort::Map(..)
        | Sort::Option(_)
        | Sort::Tuple(_)
        | Sort::String
        | Sort::Parameter(_)
        | Sort::Adt(..) => format!("D.{}", escape(&sort.to_string())),
    }
}

/// A name as a plain symbol; different names stay different.
fn escape(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(char::from(byte)),
            b'_' | b'.' | b'!' | b'@' | b'$' | b'*' | b'+' | b'-' | b'/' | b'<' | b'>' | b'='
            | b'?' | b'&' | b'^' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "%{byte:02x}");
            }
        }
    }
    out
}

fn integer(value: &BigInt) -> String {
    if value.is_negative() {
        format!("(- {})", value.abs())
    } else {
        value.to_string()
    }
}

fn rational(value: &BigRational) -> String {
    let size = value.abs();
    let text = if size.denom().is_one() {
        format!("{}.0", size.numer())
    } else {
        format!("(/ {}.0 {}.0)", size.numer(), size.denom())
    };
    if value.is_negative() {
        format!("(- {text})")
    } else {
        text
    }
}

fn weight(weight: Weight) -> &'static str {
    match weight {
        Weight::Usual => "",
        Weight::Dear => " :weight 5",
        Weight::Dearest => " :weight 25",
    }
}
