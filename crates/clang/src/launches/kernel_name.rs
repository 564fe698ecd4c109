//! What the names of kernels stand for.

use super::Words;
use crate::tokens::TokenKind;

impl Words<'_> {
    /// Whether a name is declared somewhere as a parameter, a variable or an argument of a macro or template,
    /// so that as a kernel's name it may stand for any.
    pub(super) fn stands_for_others(&self, name: &str) -> bool {
        let last = name.rsplit("::").next().unwrap_or(name);
        let mut places = self.facts.places(last).iter().copied();
        places.any(|at| {
            self.is_variable(at)
                || self.is_macro_parameter(at)
                || !self.facts.is_directive(at) && !self.is_plain_use(at)
        })
    }

    /// Whether a kernel of this name is declared: `__global__ void k(`.
    pub(super) fn declares_kernel(&self, name: &str) -> bool {
        let last = name.rsplit("::").next().unwrap_or(name);
        (1..self.all.len()).any(|at| {
            let before = (0..at).rev().map(|at| self.word(at));
            let mut declaration = before.take_while(|word| !matches!(*word, ";" | "{" | "}" | ""));
            self.word(at) == last
                && matches!(self.word(at + 1), "(" | "<")
                && declaration.any(|word| word == "__global__")
        })
    }

    /// `F f,`, `F &f)`, `auto *f = k`, `(*f)(int) = k`.
    fn is_variable(&self, at: usize) -> bool {
        let earlier = |back: usize| at.checked_sub(back).map_or("", |at| self.word(at));
        let is_type = |back: usize| {
            let word = at.checked_sub(back).and_then(|at| self.kind(at)) == Some(TokenKind::Word);
            word && !matches!(earlier(back), "return" | "case" | "else" | "goto" | "void")
                || earlier(back) == ">"
        };
        let typed = is_type(1)
            || matches!(earlier(1), "&" | "*" | ".")
                && (is_type(2) || matches!(earlier(2), "&" | "(" | "." | "void"));
        typed && matches!(self.word(at + 1), "," | ")" | ";" | "=" | "{" | ">" | "[")
    }

    /// Whether a name at a position is certainly that of a kernel: where it is declared or launched, and where its
    /// address is taken or passed. Anything else may declare another thing of the name.
    fn is_plain_use(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |at| self.word(at));
        let (behind, next) = (self.word(at + 1), self.word(at + 2));
        let member = before == "." || before == ">" && self.back(at, 2) == "-";
        if member {
            // A pointer in an object.
            return !(behind == "<" && next == "<");
        }
        let around = self.facts.parent(at).map_or("", |open| self.word(open));
        let word = at > 0 && self.kind(at - 1) == Some(TokenKind::Word);
        match behind {
            "<" => true,
            "(" => {
                let said = (0..at).rev().map(|at| self.word(at));
                let mut said = said.take_while(|word| !matches!(*word, ";" | "{" | "}"));
                let declared = said.any(|word| word == "__global__");
                let listed = before == "," && around != "(";
                let called = !word && !listed && !matches!(before, "*" | "&" | ">" | ")" | "]");
                around != "(" && declared || called || before == "return"
            }
            ")" | "," | ";" | "}" | "?" | ":" => {
                let address = before == "&"
                    && matches!(
                        self.back(at, 2),
                        "(" | "," | "=" | "{" | ")" | "return" | "?"
                    );
                let passed = matches!(before, "(" | "{" | "=" | "?" | "return" | ":")
                    || before == "," && matches!(around, "(" | "{") && behind != ";"
                    || before == ")" && self.is_behind_cast(at);
                address || passed
            }
            _ => false,
        }
    }

    /// `(void *)k`
    fn is_behind_cast(&self, at: usize) -> bool {
        let close = at.checked_sub(1);
        let open = close.and_then(|close| self.facts.partner(close));
        open.is_some_and(|open| {
            let named = open > 0 && self.kind(open - 1) == Some(TokenKind::Word);
            !named && self.back(at, 2) == "*"
        })
    }

    /// `#define L(f, g)`.
    fn is_macro_parameter(&self, at: usize) -> bool {
        let mut back = at;
        while let Some(before) = back.checked_sub(1) {
            back = before;
            match self.word(back) {
                "," => {}
                "(" => {
                    let define = back.checked_sub(2).map_or("", |at| self.word(at));
                    return define == "define";
                }
                _ if self.kind(back) == Some(TokenKind::Word) => {}
                _ => return false,
            }
        }
        false
    }

    /// Whether a position is in the text of a macro that has a parameter of this name.
    pub(super) fn is_of_macro(&self, name: &str, at: usize) -> bool {
        for back in (1..at).rev() {
            if (self.word(back), self.word(back - 1)) == ("define", "#") {
                let within = at < self.end_of_line(back + 1);
                let list = self.closed(back + 2).filter(|_| self.word(back + 2) == "(");
                let mut params = back + 3..list.unwrap_or(0);
                return within && params.any(|at| self.word(at) == name);
            }
        }
        false
    }
}
