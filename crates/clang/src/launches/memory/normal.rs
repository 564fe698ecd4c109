//! What is certain of an expression: which place it is read from, and by how many elements it lies behind that.

use super::super::Words;
use super::amount::Amount;
use super::chain::{First, Op, Place, chain, is_this, member};
use super::expr::{Expr, bare, choice, close, is_name, sum};
use super::flows::{Flow, Source};
use super::fresh;
use super::names::Var;

/// Variables are followed so far.
const CHAIN: u32 = 8;

/// An address.
#[derive(Clone, Debug)]
pub(super) struct Normal {
    /// What it is read from, with its elements; none for what a call gives.
    pub place: Option<Place>,
    /// The same place in words, with the numbers of elements.
    pub key: String,
    /// By how much it lies behind that.
    pub offset: Amount,
    /// The casts before something was added.
    pub units: String,
    /// Of an element: the array, and the number.
    pub element: Option<(String, Amount)>,
    /// Whether variables were followed to what they were given.
    pub followed: bool,
}

impl Words<'_> {
    /// What an expression certainly is.
    pub(super) fn normal(&self, expr: &Expr) -> Option<Normal> {
        self.normal_of(&expr.words, expr.at, CHAIN)
    }

    fn normal_of(&self, words: &[String], at: usize, depth: u32) -> Option<Normal> {
        let below = depth.checked_sub(1)?;
        let mut words = words;
        while words.first()? == "(" && close(words, 0) == Some(words.len() - 1) {
            words = &words[1..words.len() - 1];
        }
        if words
            .iter()
            .any(|word| matches!(&**word, "=" | "++" | "--" | "+=" | "-="))
            || choice(words).is_some()
        {
            return None;
        }
        if let Some(mark) = sum(words) {
            let (left, right) = (&words[..mark], &words[mark + 1..]);
            let plus = words[mark] == "+";
            let (pointer, amount, times) = match plus && self.is_amount(left, at) {
                true => (right, left, 1),
                false => (left, right, if plus { 1 } else { -1 }),
            };
            if !self.is_amount(amount, at) && self.is_pointer(amount, at) {
                return None;
            }
            let (_, casts) = bare(pointer);
            let mut found = self.normal_of(pointer, at, below)?;
            let amount = self.amount(&Expr {
                words: amount.to_vec(),
                at,
            });
            if !casts.is_empty() {
                // What was added before was in other units.
                if !found.offset.is_zero() {
                    return None;
                }
                found.units = casts;
            }
            found.offset = found.offset.plus(&amount, times);
            return Some(found);
        }
        let (inner, casts) = bare(words);
        if inner.len() < words.len() {
            let mut found = self.normal_of(inner, at, below)?;
            if !casts.is_empty() && found.offset.is_zero() {
                found.units = casts;
            }
            return Some(found);
        }
        match &**words.first()? {
            "&" => self.normal_address(&words[1..], at, below),
            "*" => {
                let (inner, _) = bare(&words[1..]);
                if inner.first()? == "&" {
                    return self.normal_of(&inner[1..], at, below);
                }
                let of = self.normal_of(inner, at, below)?;
                Some(of.read(&Amount::default()))
            }
            _ => self.normal_chain(words, at, below),
        }
    }

    /// `&x`, `&a[i]`, `&*p`
    fn normal_address(&self, words: &[String], at: usize, below: u32) -> Option<Normal> {
        let (words, _) = bare(words);
        if words.first()? == "*" {
            return self.normal_of(&words[1..], at, below);
        }
        if words.last()? == "]" {
            let open = (0..words.len())
                .rev()
                .find(|at| words[*at] == "[" && close(words, *at) == Some(words.len() - 1))?;
            let mut found = self.normal_of(&words[..open], at, below)?;
            let index = self.amount(&Expr {
                words: words[open + 1..words.len() - 1].to_vec(),
                at,
            });
            found.offset = found.offset.plus(&index, 1);
            return Some(found);
        }
        // The address of a variable is no value of it.
        let mut found = self.plain(words, at)?;
        found.key = format!("&{}", found.key);
        Some(found)
    }

    /// A name with members, without following it.
    fn plain(&self, words: &[String], at: usize) -> Option<Normal> {
        let place = super::chain::place(words, at, &self.flows.names)?;
        (!place.path.iter().any(|one| one == "*")).then(|| Normal::of(place))
    }

    fn normal_chain(&self, words: &[String], at: usize, below: u32) -> Option<Normal> {
        let (first, ops) = chain(words)?;
        let mut ops = ops.into_iter().peekable();
        let mut found = match first {
            First::Name("this") => match ops.next()? {
                Op::Member(name) => Normal::of(member(name)),
                Op::Index(_) | Op::Call(_) => return None,
            },
            First::Inner(inner) if is_this(inner) => match ops.next()? {
                Op::Member(name) => Normal::of(member(name)),
                Op::Index(_) | Op::Call(_) => return None,
            },
            First::Inner(inner) => {
                // `(*p).f` is `p->f`.
                let pointed = inner.first()? == "*" && matches!(ops.peek(), Some(Op::Member(_)));
                self.normal_of(if pointed { &inner[1..] } else { inner }, at, below)?
            }
            First::Name(_) | First::Outer(_) if matches!(ops.peek(), Some(Op::Call(_))) => {
                return Some(Normal::call(words));
            }
            First::Outer(name) => Normal::of(member(name)),
            First::Name(name) => {
                let var = self.flows.names.var(name, at);
                self.followed(&var, below).unwrap_or_else(|| {
                    Normal::of(Place {
                        var,
                        path: Vec::new(),
                    })
                })
            }
        };
        while let Some(op) = ops.next() {
            let calls = matches!(ops.peek(), Some(Op::Call(_)));
            match op {
                Op::Call(_) => return Some(Normal::call(words)),
                Op::Member(name) if calls => {
                    let own = self.flows.names.functions.contains_key(name);
                    if own || !fresh::accesses(name) {
                        return Some(Normal::call(words));
                    }
                    ops.next();
                }
                Op::Member(name) => {
                    if !found.offset.is_zero() {
                        return None;
                    }
                    found.key = format!("{}.{name}", found.key);
                    found.place = found.place.map(|one| one.further(&[name.to_owned()]));
                    found.element = None;
                }
                Op::Index(index) => {
                    let index = self.amount(&Expr {
                        words: index.to_vec(),
                        at,
                    });
                    found = found.read(&index);
                }
            }
        }
        Some(found)
    }

    /// What a variable was given where it was declared, if it has been that ever since, and what that is made of as
    /// well.
    fn followed(&self, var: &Var, below: u32) -> Option<Normal> {
        let flows: Vec<&Flow> = self
            .flows
            .named(&var.name)
            .filter(|flow| flow.to.var == *var)
            .collect();
        let [flow] = flows.as_slice() else {
            return None;
        };
        let Source::Value(value) = &flow.from else {
            return None;
        };
        let alone = flow.to.path.is_empty() && flow.declares && var.function.is_some();
        let declared = self.flows.names.declared(var);
        let param = !self.flows.names.params(var).is_empty();
        let kept = (self.statement(flow.at)..flow.at).any(|at| self.word(at) == "static");
        if !alone || declared.len() != 1 || param || kept || self.is_swapped(var) {
            return None;
        }
        let mut found = self.normal_of(&value.words, value.at, below)?;
        let place = found.place.clone()?;
        if found.element.is_some() || !self.is_fixed(&place, value.at) {
            return None;
        }
        found.followed = true;
        Some(found)
    }

    fn is_swapped(&self, var: &Var) -> bool {
        let mut all = self.flows.swaps.iter().flat_map(|swap| &swap.members);
        all.any(|one| one.var == *var)
    }

    /// Whether what stands in a place is the same from a position on.
    fn is_fixed(&self, place: &Place, at: usize) -> bool {
        let mut flows = self
            .flows
            .named(&place.var.name)
            .filter(|flow| flow.to.meets(place));
        let local = place.var.function.is_some();
        let mut members = self.flows.of_member(&place.var.name);
        let set = |flow: &Flow| {
            let before = flow.at < at;
            let own = matches!(flow.from, Source::Fresh) || flow.declares;
            own && (before || !local && matches!(flow.from, Source::Fresh))
        };
        flows.all(set) && (local || members.next().is_none()) && !self.is_swapped(&place.var)
    }

    /// Whether words are a number, and no address.
    fn is_amount(&self, words: &[String], at: usize) -> bool {
        let mut names = words.iter().enumerate().filter(|(_, word)| is_name(word));
        !words.is_empty()
            && names.all(|(place, word)| {
                let asked = place > 0 && matches!(&*words[place - 1], "." | "->" | "::");
                let asks = words
                    .get(place + 1)
                    .is_some_and(|next| matches!(&**next, "." | "->" | "("));
                asked && fresh::asks(word)
                    || asks
                        && !self.is_pointer(words, at)
                        && words.iter().any(|word| fresh::asks(word))
                    || super::super::types::is_scalar(word)
                    || word == "sizeof"
                    || self.is_numeric(&self.flows.names.var(word, at))
            })
    }

    /// Whether words have a name in them that is declared as a pointer.
    fn is_pointer(&self, words: &[String], at: usize) -> bool {
        words.iter().filter(|word| is_name(word)).any(|word| {
            let var = self.flows.names.var(word, at);
            let declared = self.flows.names.declared(&var);
            declared.iter().any(|at| self.back(*at, 1) == "*")
        }) || words.iter().any(|word| fresh::accesses(word))
    }
}

impl Normal {
    fn of(place: Place) -> Normal {
        Normal {
            key: place.path.iter().fold(
                format!("{}@{:?}", place.var.name, place.var.function),
                |key, one| format!("{key}.{one}"),
            ),
            place: Some(place),
            offset: Amount::default(),
            units: String::new(),
            element: None,
            followed: false,
        }
    }

    /// What a call gives is known by its words alone.
    fn call(words: &[String]) -> Normal {
        Normal {
            place: None,
            key: words.concat(),
            offset: Amount::default(),
            units: String::new(),
            element: None,
            followed: false,
        }
    }

    /// What is read so many elements behind it.
    fn read(self, index: &Amount) -> Normal {
        let index = self.offset.plus(index, 1);
        Normal {
            key: format!("{}[{}]", self.key, index.text()),
            place: self.place.map(|one| one.further(&["*".to_owned()])),
            offset: Amount::default(),
            units: String::new(),
            element: Some((self.key, index)),
            followed: self.followed,
        }
    }
}
