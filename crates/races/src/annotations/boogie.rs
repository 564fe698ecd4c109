//! Axioms in the language Boogie: the part of it that files for GPUVerify use.
//!
//! Type synonyms of bit-vectors, functions that stand for operations on these
//! (`function {:bvbuiltin "bvule"} ULE(T, T) : bool;`), and axioms, each about all values of its
//! variables. Other functions are those that the kernel declares as uninterpreted. Anything else is
//! refused, but that an address stays the same when it becomes that of a function and back
//! (`PTR_TO_FUNCPTR`, `FUNCPTR_TO_PTR`): that is so in any case.

use num_bigint::BigInt;
use solver::term::{Sort, Term, and, bool_, bv, eq, implies, not, or};
use std::collections::BTreeMap;

/// An axiom: something that holds of all values of its variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Axiom {
    /// The types of its variables.
    pub variables: Vec<Sort>,
    /// What holds.
    pub body: Formula,
}

/// A part of an axiom.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A variable, by its number.
    Variable(usize),
    /// A literal.
    Literal(Term),
    /// An operation that is known.
    Known(Known, Vec<Formula>),
    /// A function of the program.
    Function(String, Vec<Formula>),
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Connectives.
    Not,
    /// Both.
    And,
    /// One of both.
    Or,
    /// The second follows from the first.
    Implies,
    /// Equality.
    Equal,
    /// An operation on two bit-vectors, by its number in the table.
    Bits(usize),
}

type Operation = fn(Term, Term) -> Term;

/// Operations on two bit-vectors of one width.
const OPERATIONS: &[(&str, Operation)] = &[
    ("bvadd", bv::add),
    ("bvsub", bv::sub),
    ("bvmul", bv::mul),
    ("bvand", bv::and),
    ("bvor", bv::or),
    ("bvxor", bv::xor),
    ("bvult", bv::ult),
    ("bvule", bv::ule),
    ("bvugt", bv::ugt),
    ("bvuge", bv::uge),
    ("bvslt", bv::slt),
    ("bvsle", bv::sle),
    ("bvsgt", bv::sgt),
    ("bvsge", bv::sge),
];

impl Known {
    /// The operation on terms; none if these do not fit.
    pub fn on(self, args: &[Term]) -> Option<Term> {
        let truths = args.iter().all(|arg| *arg.sort() == Sort::Bool);
        match (self, args) {
            (Known::Not, [a]) if truths => Some(not(a.clone())),
            (Known::And, [_, _]) if truths => Some(and(args.to_vec())),
            (Known::Or, [_, _]) if truths => Some(or(args.to_vec())),
            (Known::Implies, [a, b]) if truths => Some(implies(a.clone(), b.clone())),
            (Known::Equal, [a, b]) if a.sort() == b.sort() => Some(eq(a.clone(), b.clone())),
            (Known::Bits(at), [a, b]) if a.sort() == b.sort() && a.sort().width().is_some() => {
                let (_, operation) = OPERATIONS.get(at)?;
                Some(operation(a.clone(), b.clone()))
            }
            _ => None,
        }
    }
}

/// The axioms of a file.
///
/// # Errors
/// What is not understood, in a few words.
pub fn axioms(text: &str) -> Result<Vec<Axiom>, String> {
    let mut parser = Parser {
        words: words(text)?,
        at: 0,
        types: BTreeMap::new(),
        operations: BTreeMap::new(),
        variables: Vec::new(),
        of_addresses: false,
    };
    let mut all = Vec::new();
    while let Some(word) = parser.next() {
        match word.as_str() {
            "type" => parser.synonym()?,
            "function" => parser.function()?,
            "axiom" => all.extend(parser.axiom()?),
            other => return Err(format!("`{other}`")),
        }
    }
    Ok(all)
}

/// Symbols of more than one character, longest first.
const SYMBOLS: &[&str] = &["<==>", "==>", "{:", "::", "==", "!=", "&&", "||"];

fn words(text: &str) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
            rest = rest.trim_start();
            continue;
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            symbol.len()
        } else if first == '"' {
            let end = rest.get(1..).and_then(|inner| inner.find('"'));
            end.ok_or("a text without end")? + 2
        } else if first.is_ascii_alphanumeric() || "_$".contains(first) {
            let part = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
            rest.find(|c| !part(c)).unwrap_or(rest.len())
        } else if "(){}:;,=!".contains(first) {
            1
        } else {
            return Err(format!("`{first}`"));
        };
        let (word, after) = rest.split_at(length);
        all.push(word.to_owned());
        rest = after.trim_start();
    }
    Ok(all)
}

struct Parser {
    words: Vec<String>,
    at: usize,
    types: BTreeMap<String, Sort>,
    operations: BTreeMap<String, Known>,
    variables: Vec<(String, Sort)>,
    /// Whether some of these are addresses.
    of_addresses: bool,
}

/// The types of addresses, and the functions that make one of the other.
const ADDRESSES: [&str; 2] = ["ptr", "functionPtr"];
const CONVERSIONS: [&str; 2] = ["PTR_TO_FUNCPTR", "FUNCPTR_TO_PTR"];

/// Formulas are not nested deeper.
const DEEPEST: usize = 64;

impl Parser {
    fn next(&mut self) -> Option<String> {
        let word = self.words.get(self.at).cloned();
        self.at += 1;
        word
    }

    fn is(&mut self, word: &str) -> bool {
        let found = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(found);
        found
    }

    fn want(&mut self, word: &str) -> Result<(), String> {
        match self.is(word) {
            true => Ok(()),
            false => Err(format!("no `{word}`")),
        }
    }

    fn name(&mut self) -> Result<String, String> {
        let word = self.next().ok_or("an end too early")?;
        let begins = |c: char| c.is_ascii_alphabetic() || "_$".contains(c);
        match word.starts_with(begins) {
            true => Ok(word),
            false => Err(format!("`{word}`")),
        }
    }

    fn sort(&mut self) -> Result<Sort, String> {
        let name = self.name()?;
        let width = name.strip_prefix("bv").and_then(|bits| bits.parse().ok());
        match (name.as_str(), width, self.types.get(&name)) {
            (_, _, Some(known)) => Ok(known.clone()),
            ("bool", ..) => Ok(Sort::Bool),
            (_, Some(width @ 1..=128), _) => Ok(Sort::BitVec(width)),
            _ => Err(format!("the type `{name}`")),
        }
    }

    fn synonym(&mut self) -> Result<(), String> {
        let name = self.name()?;
        self.want("=")?;
        let sort = self.sort()?;
        self.types.insert(name, sort);
        self.want(";")
    }

    fn function(&mut self) -> Result<(), String> {
        let mut operation = None;
        while self.is("{:") {
            let attribute = self.name()?;
            let value = self.next().unwrap_or_default();
            self.want("}")?;
            let value = value.trim_matches('"');
            let found = OPERATIONS.iter().position(|(name, _)| *name == value);
            match (attribute.as_str(), found) {
                ("bvbuiltin", Some(at)) => operation = Some(Known::Bits(at)),
                _ => return Err(format!("`{attribute}` `{value}`")),
            }
        }
        let name = self.name()?;
        self.want("(")?;
        while !self.is(")") {
            let start = self.at;
            let _name = self.name()?;
            if !self.is(":") {
                self.at = start;
            }
            self.sort()?;
            self.is(",");
        }
        if self.is("returns") {
            self.want("(")?;
            self.sort()?;
            self.want(")")?;
        } else {
            self.want(":")?;
            self.sort()?;
        }
        if let Some(operation) = operation {
            self.operations.insert(name, operation);
        }
        self.want(";")
    }

    /// An axiom; none if it says what is so in any case.
    fn axiom(&mut self) -> Result<Option<Axiom>, String> {
        self.variables.clear();
        self.of_addresses = false;
        let start = self.at;
        let quantified = self.is("(") && self.is("forall");
        if quantified {
            self.bound()?;
        } else {
            self.at = start;
        }
        let body = self.formula(0)?;
        if quantified {
            self.want(")")?;
        }
        self.want(";")?;
        let variables = self.variables.iter().map(|(_, sort)| sort.clone());
        let variables = variables.collect();
        match self.of_addresses {
            true if keeps_addresses(&body) => Ok(None),
            true => Err("an axiom about addresses".to_owned()),
            false => Ok(Some(Axiom { variables, body })),
        }
    }

    fn bound(&mut self) -> Result<(), String> {
        while !self.is("::") {
            let mut names = vec![self.name()?];
            while self.is(",") {
                names.push(self.name()?);
            }
            self.want(":")?;
            let sort = self.bound_sort()?;
            self.is(",");
            let new = names.into_iter().map(|name| (name, sort.clone()));
            self.variables.extend(new);
        }
        // Triggers: which instances are made is our own choice.
        while self.is("{") {
            while !self.is("}") {
                self.next().ok_or("an end too early")?;
            }
        }
        Ok(())
    }

    /// The type of a variable. That of an address has no terms: nothing is made of such an axiom.
    fn bound_sort(&mut self) -> Result<Sort, String> {
        let name = self.words.get(self.at).cloned().unwrap_or_default();
        if !ADDRESSES.contains(&name.as_str()) || self.types.contains_key(&name) {
            return self.sort();
        }
        self.at += 1;
        self.of_addresses = true;
        Ok(Sort::Bool)
    }

    fn formula(&mut self, depth: usize) -> Result<Formula, String> {
        if depth > DEEPEST {
            return Err("a formula too deep".to_owned());
        }
        let mut left = self.implication(depth)?;
        while self.is("<==>") {
            let right = self.implication(depth)?;
            left = Formula::Known(Known::Equal, vec![left, right]);
        }
        Ok(left)
    }

    fn implication(&mut self, depth: usize) -> Result<Formula, String> {
        if depth > DEEPEST {
            return Err("a formula too deep".to_owned());
        }
        let left = self.either(depth)?;
        if !self.is("==>") {
            return Ok(left);
        }
        let right = self.implication(depth + 1)?;
        Ok(Formula::Known(Known::Implies, vec![left, right]))
    }

    fn either(&mut self, depth: usize) -> Result<Formula, String> {
        let mut left = self.relation(depth)?;
        loop {
            let known = if self.is("&&") {
                Known::And
            } else if self.is("||") {
                Known::Or
            } else {
                return Ok(left);
            };
            let right = self.relation(depth)?;
            // Boogie wants parentheses where both are mixed.
            if let Formula::Known(before @ (Known::And | Known::Or), _) = &left
                && *before != known
            {
                return Err("`&&` beside `||`".to_owned());
            }
            left = Formula::Known(known, vec![left, right]);
        }
    }

    fn relation(&mut self, depth: usize) -> Result<Formula, String> {
        let left = self.part(depth)?;
        let (same, other) = (self.is("=="), self.is("!="));
        if !same && !other {
            return Ok(left);
        }
        let right = self.part(depth)?;
        let equal = Formula::Known(Known::Equal, vec![left, right]);
        Ok(match other {
            true => Formula::Known(Known::Not, vec![equal]),
            false => equal,
        })
    }

    fn part(&mut self, depth: usize) -> Result<Formula, String> {
        if depth > DEEPEST {
            return Err("a formula too deep".to_owned());
        }
        if self.is("!") {
            let inner = self.part(depth + 1)?;
            return Ok(Formula::Known(Known::Not, vec![inner]));
        }
        if self.is("(") {
            let inner = self.formula(depth + 1)?;
            self.want(")")?;
            return Ok(inner);
        }
        let word = self.next().ok_or("an end too early")?;
        if word == "true" || word == "false" {
            return Ok(Formula::Literal(bool_(word == "true")));
        }
        if let Some((digits, width)) = word.split_once("bv")
            && let (Ok(number), Ok(width @ 1..=128)) =
                (digits.parse::<BigInt>(), width.parse::<u32>())
        {
            return Ok(Formula::Literal(bv::lit(number, width)));
        }
        let variable = self.variables.iter().rposition(|(name, _)| *name == word);
        if let Some(variable) = variable {
            return Ok(Formula::Variable(variable));
        }
        if !self.is("(") {
            return Err(format!("`{word}`"));
        }
        let mut args = Vec::new();
        while !self.is(")") {
            args.push(self.formula(depth + 1)?);
            self.is(",");
        }
        Ok(match self.operations.get(&word) {
            Some(known) => Formula::Known(*known, args),
            None => Formula::Function(word, args),
        })
    }
}

/// Whether a formula says that an address stays the same, converted there and back.
fn keeps_addresses(body: &Formula) -> bool {
    let Formula::Known(Known::Equal, sides) = body else {
        return false;
    };
    let [a, b] = sides.as_slice() else {
        return false;
    };
    let kept = there_and_back(a);
    kept.is_some() && kept == there_and_back(b)
}

/// The variable that a formula is, or that is converted and converted back.
fn there_and_back(formula: &Formula) -> Option<usize> {
    let inner = |formula: &Formula, by: &str| {
        let Formula::Function(name, args) = formula else {
            return None;
        };
        let [arg] = args.as_slice() else { return None };
        (name == by).then(|| arg.clone())
    };
    if let Formula::Variable(number) = formula {
        return Some(*number);
    }
    let [one, other] = CONVERSIONS;
    [(one, other), (other, one)]
        .into_iter()
        .find_map(|(outer, within)| there_and_back(&inner(&inner(formula, outer)?, within)?))
}

#[cfg(test)]
mod tests {
    use super::axioms;

    #[test]
    fn what_is_understood_and_what_is_not() {
        let good = "type T = bv32;\nfunction {:bvbuiltin \"bvule\"} ULE(T, T) : bool;\n\
                    axiom (forall x, y : T :: { A(x, y) } ULE(x, A(x, y)) && ULE(y, A(x, y)));\n\
                    axiom f(1bv32) == 2bv32;";
        assert_eq!(axioms(good).map(|all| all.len()), Ok(2));
        let nothing = "axiom (forall x : functionPtr :: {PTR_TO_FUNCPTR(FUNCPTR_TO_PTR(x))} \
                       PTR_TO_FUNCPTR(FUNCPTR_TO_PTR(x)) == x);\n\
                       axiom (forall x : ptr :: FUNCPTR_TO_PTR(PTR_TO_FUNCPTR(x)) == x);";
        assert_eq!(axioms(nothing), Ok(Vec::new()));
        for bad in [
            "axiom (forall x : ptr :: f(x) == x);",
            "axiom (forall x : ptr :: PTR_TO_FUNCPTR(x) == x);",
            "axiom (forall x : ptr :: PTR_TO_FUNCPTR(PTR_TO_FUNCPTR(x)) == x);",
            "axiom (forall x, y : ptr :: FUNCPTR_TO_PTR(PTR_TO_FUNCPTR(x)) == y);",
            "axiom (forall x : ptr :: FUNCPTR_TO_PTR(PTR_TO_FUNCPTR(x)) != x);",
            "axiom (forall x : ptr :: x);",
            "axiom (forall x, y : ptr :: x == x && x == y);",
            "axiom (forall x : bv32 :: PTR_TO_FUNCPTR(FUNCPTR_TO_PTR(x)) == y);",
            "axiom (exists x : bv32 :: f(x) == x);",
            "var x : bv32;",
            "axiom f(x) == x;",
            "function {:bvbuiltin \"bvshl\"} S(bv32, bv32) : bv32;",
            "axiom a(1bv1) && b(1bv1) || c(1bv1);",
            "axiom a(1bv1) && || b(1bv1);",
            "axiom a(1bv1) ==> <==> b(1bv1);",
            "axiom (",
        ] {
            assert!(axioms(bad).is_err(), "{bad}");
        }
    }
}
