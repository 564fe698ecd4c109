//! Integers as wide machine integers, for questions that are asked in bit-vectors alone.
//!
//! The integers of a question are numbers of iterations, counts of barriers and offsets of bytes.
//! All of them fit in [`WIDTH`] bits if no loop runs more than `2^56` times and no offset is larger
//! than `2^60`: no execution ends that has more.

use num_bigint::BigInt;
use solver::term::bv::{self, BvOp};
use solver::term::{
    Node, Op, Sort, Supply, Symbol, Term, TermMap, and, app, eq, ite, not, or, postorder, rebuild,
};
use std::collections::HashMap;

/// Bits of an integer.
const WIDTH: u32 = 96;

/// A translation at work.
pub(crate) struct Wide {
    images: TermMap<Term>,
    symbols: HashMap<Symbol, Symbol>,
    supply: Supply,
    /// Bounds of integers.
    pub facts: Vec<Term>,
    /// Whether something had no rule and became arbitrary.
    pub inexact: bool,
}

impl Wide {
    /// A translation.
    pub(crate) fn new() -> Wide {
        Wide {
            images: TermMap::default(),
            symbols: HashMap::new(),
            supply: Supply::new("wide "),
            facts: Vec::new(),
            inexact: false,
        }
    }

    /// The image of a term; of an integer it is a bit-vector.
    pub(crate) fn image(&mut self, root: &Term) -> Term {
        self.take_in(std::slice::from_ref(root));
        self.of(root)
    }

    /// Translates terms at once, for they share most of what they are made of.
    pub(crate) fn take_in(&mut self, roots: &[Term]) {
        for part in postorder(roots) {
            if !self.images.contains_key(&part) {
                let image = self.part(&part);
                self.images.insert(part, image);
            }
        }
    }

    /// The image of a term that was taken in.
    pub(crate) fn of(&self, term: &Term) -> Term {
        self.images
            .get(term)
            .cloned()
            .unwrap_or_else(|| term.clone())
    }

    fn sort(sort: &Sort) -> Sort {
        match *sort == Sort::Int {
            true => Sort::BitVec(WIDTH),
            false => sort.clone(),
        }
    }

    fn part(&mut self, term: &Term) -> Term {
        let args: Vec<Term> = term.args().iter().map(|arg| self.of(arg)).collect();
        match term.node() {
            Node::Int(value) => bv::lit(value.clone(), WIDTH),
            Node::Const(symbol) | Node::App(symbol, _) => self.symbol(symbol, args),
            Node::Op(op, _) => self.operator(*op, term, args),
            Node::Real(_) | Node::Bool(_) | Node::Bits(_) => term.clone(),
            Node::Quant { .. } | Node::Bound(..) => self.arbitrary(term),
        }
    }

    fn symbol(&mut self, symbol: &Symbol, args: Vec<Term>) -> Term {
        let plain = *symbol.result() != Sort::Int && !symbol.args().contains(&Sort::Int);
        if plain {
            return app(symbol, args);
        }
        let supply = &mut self.supply;
        let new = self.symbols.entry(symbol.clone()).or_insert_with(|| {
            let sorts = symbol.args().iter().map(Wide::sort).collect();
            supply.fresh_symbol(symbol.name(), sorts, Wide::sort(symbol.result()))
        });
        let term = app(new, args);
        if *symbol.result() == Sort::Int {
            let bound = |exponent: u32| BigInt::from(1) << exponent;
            self.facts
                .push(bv::slt(term.clone(), bv::lit(bound(60), WIDTH)));
            self.facts
                .push(bv::slt(bv::lit(-bound(60), WIDTH), term.clone()));
        }
        term
    }

    fn arbitrary(&mut self, term: &Term) -> Term {
        self.inexact = true;
        self.supply
            .fresh_const("arbitrary", Wide::sort(term.sort()))
    }

    fn operator(&mut self, op: Op, term: &Term, args: Vec<Term>) -> Term {
        let ints = term.args().iter().any(|arg| *arg.sort() == Sort::Int);
        if !ints && *term.sort() != Sort::Int {
            return with_args(op, term, args);
        }
        match (op, args.as_slice()) {
            (Op::Add, _) => args.into_iter().fold(bv::lit(0, WIDTH), bv::add),
            (Op::Mul, _) => args.into_iter().fold(bv::lit(1, WIDTH), bv::mul),
            (Op::Le, [a, b]) => bv::sle(a.clone(), b.clone()),
            (Op::Lt, [a, b]) => bv::slt(a.clone(), b.clone()),
            (Op::Eq, [a, b]) => eq(a.clone(), b.clone()),
            (Op::Ite, [c, a, b]) => ite(c.clone(), a.clone(), b.clone()),
            (Op::Distinct, _) => {
                let mut all = Vec::new();
                for (at, a) in args.iter().enumerate() {
                    for b in args.iter().skip(at + 1) {
                        all.push(not(eq(a.clone(), b.clone())));
                    }
                }
                and(all)
            }
            (Op::Mod, [a, b]) if positive(b) => bv::smod(a.clone(), b.clone()),
            (Op::Div, [a, b]) if positive(b) => {
                let rest = bv::smod(a.clone(), b.clone());
                bv::sdiv(bv::sub(a.clone(), rest), b.clone())
            }
            (Op::Bv(BvOp::ToNat), [a]) => match a.sort().width() {
                Some(have) if have <= WIDTH => bv::zero_extend(WIDTH - have, a.clone()),
                _ => self.arbitrary(term),
            },
            (Op::Bv(BvOp::ToInt), [a]) => match a.sort().width() {
                Some(have) if have <= WIDTH => bv::sign_extend(WIDTH - have, a.clone()),
                _ => self.arbitrary(term),
            },
            (Op::Bv(BvOp::OfInt(width)), [a]) if width <= WIDTH => {
                bv::extract(width - 1, 0, a.clone())
            }
            _ => self.arbitrary(term),
        }
    }
}

/// A term with other arguments, simplified where it is a conjunction or disjunction.
pub(crate) fn with_args(op: Op, term: &Term, args: Vec<Term>) -> Term {
    if op == Op::And {
        and(args)
    } else if op == Op::Or {
        or(args)
    } else {
        rebuild(term, args)
    }
}

fn positive(term: &Term) -> bool {
    term.as_bits()
        .is_some_and(|bits| !bits.is_zero() && !bits.is_negative())
}
