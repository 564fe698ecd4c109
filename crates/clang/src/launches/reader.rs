//! Reads formulas from tokens.

use super::formula::{Formula, Operator, plain};
use super::{Part, Words};
use crate::tokens::TokenKind;

/// Formulas are no deeper.
pub(super) const DEPTH: u32 = 64;

/// What stands for a condition that something is not zero, while a formula is read.
const IS_SOME: &str = "!=";

/// What a name stands for.
pub(super) type Lookup<'l> = &'l dyn Fn(&str, u32) -> Option<Formula>;

/// What a call stands for: the name, what is passed, and whether it is all of the formula.
pub(super) type Calls<'l> = &'l dyn Fn(Words<'_>, &str, Part, bool) -> Option<Formula>;

/// Reads a formula from tokens; names are looked up.
pub(super) struct Reader<'a, 'l> {
    pub words: Words<'a>,
    /// Where the formula begins.
    pub start: usize,
    pub at: usize,
    pub end: usize,
    pub lookup: Lookup<'l>,
    pub calls: Calls<'l>,
    pub depth: u32,
}

impl Reader<'_, '_> {
    /// All of the tokens as one formula.
    pub(super) fn all(mut self) -> Option<Formula> {
        let formula = self.chosen()?;
        (self.at == self.end && !is_condition(&formula)).then_some(formula)
    }

    /// `a < b ? a : b` is the smaller of two, `a % b != 0 ? a / b + 1 : a / b` rounds up; else a formula
    /// without a choice.
    fn chosen(&mut self) -> Option<Formula> {
        let mut left = self.level(1)?;
        let less = match self.word() {
            "<" => Some(true),
            ">" => Some(false),
            _ => None,
        };
        if let Some(less) = less {
            self.at += 1;
            return self.least(left, less);
        }
        if self.word() == "!" {
            for word in ["!", "=", "0"] {
                self.expect(word)?;
            }
            left = Formula::Call(IS_SOME.to_owned(), vec![left]);
        }
        match (&left, self.word()) {
            (Formula::Call(name, rest), "?") if name == IS_SOME => {
                let rest = rest.first()?.clone();
                self.rounded_up(&rest)
            }
            _ => Some(left),
        }
    }

    /// Behind `a <`: `b ? a : b`.
    fn least(&mut self, left: Formula, less: bool) -> Option<Formula> {
        if self.word() == "=" {
            self.at += 1;
        }
        let right = self.level(1)?;
        self.expect("?")?;
        let first = self.level(1)?;
        self.expect(":")?;
        let second = self.level(1)?;
        let name = match (
            first == left && second == right,
            first == right && second == left,
        ) {
            (true, _) if less => "min",
            (true, _) => "max",
            (_, true) if less => "max",
            (_, true) => "min",
            _ => return None,
        };
        Some(Formula::Call(name.to_owned(), vec![left, right]))
    }

    /// Behind `a % b != 0`: `? a / b + 1 : a / b`.
    fn rounded_up(&mut self, rest: &Formula) -> Option<Formula> {
        self.expect("?")?;
        let more = self.level(1)?;
        self.expect(":")?;
        let less = self.level(1)?;
        let Formula::Binary(Operator::Rem, a, b) = rest else {
            return None;
        };
        let one = Formula::Number(1);
        let quotient = Formula::Binary(Operator::Div, a.clone(), b.clone());
        let next = Formula::Binary(
            Operator::Add,
            Box::new(quotient.clone()),
            Box::new(one.clone()),
        );
        if less != quotient || more != next {
            return None;
        }
        if let (Some(quotient), Some(rest)) = (quotient.value(), rest.value()) {
            return Some(Formula::Number(quotient + i128::from(rest != 0)));
        }
        // What is left over has the sign of what is divided.
        let zero = Formula::Number(0);
        let other = Formula::Binary(Operator::Sub, Box::new(zero), Box::new(rest.clone()));
        let least = |of: Formula| Formula::Call("min".to_owned(), vec![of, one.clone()]);
        let step = Formula::Call("max".to_owned(), vec![least(rest.clone()), least(other)]);
        Some(Formula::Binary(
            Operator::Add,
            Box::new(quotient),
            Box::new(step),
        ))
    }

    /// `ceil(a / 256.0)`, `ceil((double)a / 256)` between its brackets. In a `double` the quotient of what is
    /// less than 2^53 by so small a number is no whole number unless it is one; and of what is more than
    /// that, it is more than a grid may have.
    fn ceiling(&self, (from, to): Part) -> Option<Formula> {
        let words = self.words;
        if (from..to).any(|at| words.word(at) == "ceil") {
            return None;
        }
        let mut at = from;
        let cast = (0..3).all(|more| words.word(from + more) == ["(", "double", ")"][more]);
        if cast {
            at = from + 3;
        }
        let inner = |at: usize, end: usize| Reader {
            words,
            start: from,
            at,
            end,
            lookup: self.lookup,
            calls: self.calls,
            depth: self.depth.saturating_sub(1),
        };
        let mut left = inner(at, to);
        let a = left.unary()?;
        if left.word() != "/" {
            return None;
        }
        let next = left.at + 1;
        let literal = words
            .word(next)
            .strip_suffix(".0")
            .filter(|_| next + 1 == to);
        let b = match literal {
            Some(digits) => Formula::Number(number(digits)?),
            None if cast => inner(next, to).unary_all()?,
            None => return None,
        };
        let divisor = b.value().filter(|value| (1..=1 << 20).contains(value))?;
        let b = Box::new(Formula::Number(divisor));
        let rest = Formula::Binary(Operator::Rem, Box::new(a.clone()), b.clone());
        let step = Formula::Call("min".to_owned(), vec![rest, Formula::Number(1)]);
        let step = Formula::Call("max".to_owned(), vec![step, Formula::Number(0)]);
        let quotient = Formula::Binary(Operator::Div, Box::new(a), b);
        Some(Formula::Binary(
            Operator::Add,
            Box::new(quotient),
            Box::new(step),
        ))
    }

    fn unary_all(mut self) -> Option<Formula> {
        let formula = self.unary()?;
        (self.at == self.end).then_some(formula)
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        (self.word() == word).then(|| self.at += 1)
    }

    fn word(&self) -> &str {
        match self.at < self.end {
            true => self.words.word(self.at),
            false => "",
        }
    }

    fn operator(&self) -> Option<(Operator, usize)> {
        let next = match self.at + 1 < self.end {
            true => self.words.word(self.at + 1),
            false => "",
        };
        Some(match (self.word(), next) {
            ("<", "<") => (Operator::ShiftLeft, 2),
            (">", ">") => (Operator::ShiftRight, 2),
            ("&", "&") | ("|", "|") => return None,
            ("*", _) => (Operator::Mul, 1),
            ("/", _) => (Operator::Div, 1),
            ("%", _) => (Operator::Rem, 1),
            ("+", _) => (Operator::Add, 1),
            ("-", _) => (Operator::Sub, 1),
            ("&", _) => (Operator::And, 1),
            ("^", _) => (Operator::Xor, 1),
            ("|", _) => (Operator::Or, 1),
            _ => return None,
        })
    }

    fn level(&mut self, least: u32) -> Option<Formula> {
        self.depth = self.depth.checked_sub(1)?;
        let mut left = self.unary()?;
        while let Some((op, tokens)) = self.operator() {
            let (_, level) = op.sign();
            if level < least {
                break;
            }
            self.at += tokens;
            let right = self.level(level + 1)?;
            if is_condition(&left) || is_condition(&right) {
                return None;
            }
            left = Formula::Binary(op, Box::new(left), Box::new(right));
            // What depends on the types of literals.
            if left.is_constant() && left.value().is_none() {
                return None;
            }
        }
        self.depth += 1;
        Some(left)
    }

    fn unary(&mut self) -> Option<Formula> {
        match self.word() {
            // `--n` is no two signs.
            "-" | "+" if self.words.word(self.at + 1) == self.word() => None,
            "-" => {
                self.at += 1;
                self.depth = self.depth.checked_sub(1)?;
                let is_digits = self.word().starts_with(|c: char| c.is_ascii_digit());
                let has_sign = is_digits && !self.word().contains(['u', 'U']);
                let inner = self.unary()?;
                self.depth += 1;
                // What has no sign wraps: that is said by a suffix, by a value that is too large, or by the type
                // of a name.
                match inner {
                    Formula::Number(value) if has_sign && plain(value).is_some() => {
                        Some(Formula::Negated(Box::new(inner)))
                    }
                    _ => None,
                }
            }
            "+" => {
                self.at += 1;
                self.unary()
            }
            "(" => {
                let close = self.words.closed(self.at)?;
                let inside = (self.at + 1, close.checked_sub(1)?);
                if self.is_cast(inside, close) {
                    self.at = close;
                    return self.unary().and_then(converted);
                }
                self.bracket()
            }
            _ => self.primary(),
        }
    }

    /// What stands in brackets.
    fn bracket(&mut self) -> Option<Formula> {
        self.depth = self.depth.checked_sub(1)?;
        self.at += 1;
        let inner = self.chosen()?;
        if self.word() != ")" {
            return None;
        }
        self.at += 1;
        self.depth += 1;
        Some(inner)
    }

    /// `(int)x`: words of types in brackets, and something behind them.
    fn is_cast(&self, (from, to): Part, behind: usize) -> bool {
        self.is_wide((from, to)) && behind < self.end
    }

    /// Whether tokens are a type of whole numbers with at least 32 bits.
    fn is_wide(&self, (from, to): Part) -> bool {
        let mut typed = false;
        (from..to).all(|at| match self.words.word(at) {
            "std" | ":" | "const" => true,
            word => {
                typed = true;
                super::types::is_wide(word) && !self.words.facts.redefined.contains(word)
            }
        }) && typed
    }

    fn primary(&mut self) -> Option<Formula> {
        let word = self.word().to_owned();
        match self.words.kind(self.at).filter(|_| self.at < self.end)? {
            TokenKind::Number => {
                self.at += 1;
                number(&word).map(Formula::Number)
            }
            TokenKind::Word if word == "true" || word == "false" => {
                self.at += 1;
                Some(Formula::Number((word == "true").into()))
            }
            TokenKind::Text => {
                self.at += 1;
                character(&word).map(Formula::Number)
            }
            TokenKind::Word if word == "sizeof" => {
                let close = self
                    .words
                    .closed(self.at + 1)
                    .filter(|to| *to <= self.end)?;
                let of = self.words.slice((self.at + 2, close.checked_sub(1)?));
                let text = self.words.slice((self.at, close)).to_owned();
                self.at = close;
                Some(
                    match size_of(of).filter(|_| self.words.is_type_everywhere(of)) {
                        Some(bytes) => Formula::Number(bytes),
                        None => Formula::Other(text),
                    },
                )
            }
            TokenKind::Word if word == "static_cast" => {
                let from = self.at + 2;
                while self.at < self.end && self.word() != ">" {
                    self.at += 1;
                }
                if !self.is_wide((from, self.at)) {
                    return None;
                }
                self.at += 1;
                // With its brackets.
                if self.word() != "(" {
                    return None;
                }
                self.bracket().and_then(converted)
            }
            TokenKind::Word => self.named(),
            TokenKind::Mark => None,
        }
    }

    /// `n`, `ns::n`, `x.size(0)`, `p->n`, `min(a, b)`.
    fn named(&mut self) -> Option<Formula> {
        let mut name = String::new();
        let first = self.at;
        loop {
            if self.words.kind(self.at).filter(|_| self.at < self.end)? != TokenKind::Word {
                return None;
            }
            name.push_str(self.word());
            self.at += 1;
            let next = match self.at + 1 < self.end {
                true => self.words.word(self.at + 1),
                false => "",
            };
            let (link, tokens) = match (self.word(), next) {
                (":", ":") => ("::", 2),
                ("-", ">") => ("->", 2),
                (".", _) => (".", 1),
                _ => break,
            };
            name.push_str(link);
            self.at += tokens;
        }
        // `std::min<int>(a, b)`
        if matches!(name.as_str(), "std::min" | "std::max") && self.word() == "<" {
            let mut close = self.at + 1;
            while close < self.end && self.words.word(close) != ">" {
                close += 1;
            }
            if !self.is_wide((self.at + 1, close)) {
                return None;
            }
            self.at = close + 1;
        }
        if self.word() == "(" {
            let close = self.words.closed(self.at).filter(|to| *to <= self.end)?;
            let inside = (self.at + 1, close.checked_sub(1)?);
            if matches!(name.as_str(), "ceil" | "std::ceil")
                && !self.words.is_function_here("ceil")
                && let Some(formula) = self.ceiling(inside)
            {
                self.at = close;
                return Some(formula);
            }
            let whole = first == self.start && close == self.end;
            if let Some(formula) = (self.calls)(self.words, &name, inside, whole) {
                self.at = close;
                return Some(formula);
            }
            let mut all = Vec::new();
            for (at, end) in self.words.arguments(inside)? {
                let depth = self.depth.checked_sub(1)?;
                let inner = Reader {
                    words: self.words,
                    start: at,
                    at,
                    end,
                    lookup: self.lookup,
                    calls: self.calls,
                    depth,
                };
                let text = self.words.slice((at, end)).to_owned();
                all.push(inner.all().unwrap_or(Formula::Other(text)));
            }
            self.at = close;
            // What is called so elsewhere is something else.
            let last = name.rsplit("::").next().unwrap_or(&name);
            let usual = matches!(name.as_str(), "min" | "max" | "std::min" | "std::max");
            if matches!(last, "min" | "max") && !(usual && all.len() == 2) {
                return Some(Formula::Other(name));
            }
            let call = Formula::Call(name, all);
            // What depends on the types of literals.
            if usual && call.is_constant() && call.value().is_none() {
                return None;
            }
            return Some(call);
        }
        // `float(n)`, `int(n)`: words of types are no names.
        if super::types::is_known(&name) {
            return None;
        }
        if matches!(self.word(), "[" | "{") {
            return None;
        }
        Some((self.lookup)(&name, self.depth).unwrap_or(Formula::Name(name)))
    }
}

fn is_condition(formula: &Formula) -> bool {
    matches!(formula, Formula::Call(name, _) if name == IS_SOME)
}

/// What a conversion to a type with at least 32 bits makes of a number: that it is held is known of a
/// literal only if no such type has trouble with it.
pub(super) fn converted(formula: Formula) -> Option<Formula> {
    match formula.is_constant() {
        true => plain(formula.value()?).map(|_| formula),
        false => Some(formula),
    }
}

/// The number that a literal stands for.
pub(super) fn number(word: &str) -> Option<i128> {
    let word: String = word.chars().filter(|c| *c != '\'').collect();
    let bare = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let digits = bare.strip_prefix("0x").or_else(|| bare.strip_prefix("0X"));
    let binary = bare.strip_prefix("0b").or_else(|| bare.strip_prefix("0B"));
    match (digits, binary) {
        (Some(digits), _) => i128::from_str_radix(digits, 16).ok(),
        (None, Some(digits)) => i128::from_str_radix(digits, 2).ok(),
        (None, None) if bare.len() > 1 && bare.starts_with('0') => {
            i128::from_str_radix(bare, 8).ok()
        }
        (None, None) => bare.parse().ok(),
    }
}

/// The value of a literal of one plain character.
fn character(word: &str) -> Option<i128> {
    let inside = word.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut all = inside.chars();
    match (all.next()?, all.next(), all.next()) {
        ('\\', Some('0'), None) => Some(0),
        (one, None, _) if one.is_ascii() && one != '\\' => Some(i128::from(u32::from(one))),
        _ => None,
    }
}

fn size_of(ty: &str) -> Option<i128> {
    Some(match ty.trim() {
        "char" | "unsigned char" | "bool" | "int8_t" | "uint8_t" => 1,
        "short" | "unsigned short" | "half" | "__half" | "nv_bfloat16" | "__nv_bfloat16" => 2,
        "int" | "unsigned" | "unsigned int" | "float" | "int32_t" | "uint32_t" => 4,
        "double" | "long long" | "size_t" | "int64_t" | "uint64_t" | "float2" | "int2" => 8,
        "float4" | "int4" | "uint4" | "double2" => 16,
        _ => return None,
    })
}
