//! What the names of kernels stand for.

use super::Words;
use crate::tokens::TokenKind;

impl Words<'_> {
    /// Whether a name is declared somewhere as a parameter, a variable or an argument of a macro or template,
    /// so that as a kernel's name it may stand for any.
    pub(super) fn stands_for_others(&self, name: &str) -> bool {
        let last = name.rsplit("::").next().unwrap_or(name);
        (1..self.all.len()).any(|at| {
            self.word(at) == last
                && (self.is_variable(at) || self.is_given(at) || self.is_macro_parameter(at))
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

    /// `decltype(f) k = g`, `[k = f]`, `auto [k, n]`, `void h(void k(int))`, `auto k(f)`, `for (auto *k : all)`.
    fn is_given(&self, at: usize) -> bool {
        let next = |more: usize| self.word(at + more);
        let open = self.facts.parent(at);
        let around = open.map_or("", |open| self.word(open));
        let word = |at: usize| self.kind(at) == Some(TokenKind::Word);
        let typed = word(at - 1) && !matches!(self.word(at - 1), "return" | "void");
        let by_sign = next(1) == "=" && next(2) != "=";
        let in_list = around == "["
            && open.is_some_and(|open| {
                let before = |back: usize| open.checked_sub(back).map_or("", |at| self.word(at));
                before(1) == "auto"
                    || matches!(before(1), "&" | "const") && matches!(before(2), "auto" | "&")
            });
        let in_loop = next(1) == ":" && next(2) != ":" && around == "(";
        let as_function = next(1) == "("
            && (around == "(" && word(at - 1) || typed && self.word(at - 1) == "auto");
        by_sign || in_list || in_loop || as_function
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
