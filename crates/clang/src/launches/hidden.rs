//! Whether a constant's name may mean something else where a launch stands: a declaration of the name
//! further in, or a macro's.
//!
//! A mention counts as a declaration unless it is known to be none.

use super::Words;
use crate::tokens::TokenKind;

/// Words that a type may end with.
const TYPES: [&str; 14] = [
    "int", "unsigned", "long", "short", "char", "bool", "float", "double", "void", "auto", "const",
    "size_t", "int32_t", "uint32_t",
];

impl Words<'_> {
    /// Whether a constant that is defined before a position is certainly meant by its name at a later one.
    /// `from` is the end of the definition.
    pub(super) fn keeps_constant(&self, name: &str, from: usize, to: usize) -> bool {
        let (open, _) = self.function(to);
        let params = self.parameters(open);
        // Defined further out than the function that the launch stands in.
        let outside = from <= params;
        if self.is_macro(name) || outside && self.may_be_member(name, open, params) {
            return false;
        }
        (from..to).all(|at| {
            if self.word(at) != name || self.kind(at) != Some(TokenKind::Word) {
                return true;
            }
            if outside && at < params {
                return self.is_in_brackets(at) || self.ends_before(at, to) || self.mentions(at);
            }
            if outside && at < open {
                return matches!(self.word(at - 1), "=" | "[");
            }
            self.ends_before(at, to) || self.mentions(at)
        })
    }

    /// Where the brackets with the parameters of the function begin whose body begins at a position; the
    /// position itself if there are none.
    pub(super) fn parameters(&self, open: usize) -> usize {
        let Some(end) = open.checked_sub(1).filter(|at| self.word(*at) == ")") else {
            return open;
        };
        let mut depth = 0usize;
        for at in (0..=end).rev() {
            match self.word(at) {
                ")" => depth += 1,
                "(" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        open
    }

    /// Whether the file defines a macro of this name.
    fn is_macro(&self, name: &str) -> bool {
        (0..self.all.len()).any(|at| {
            self.word(at) == name && at > 0 && matches!(self.word(at - 1), "define" | "undef")
        })
    }

    /// Whether all definitions of a macro stand before a position and count there: behind a condition of the
    /// preprocessor only where that is that nobody else defined it.
    pub(super) fn is_defined_here(&self, name: &str, at: usize) -> bool {
        let all = (2..self.all.len()).filter(|of| {
            let before = (self.word(of - 2), self.word(of - 1));
            self.word(*of) == name && matches!(before, ("#", "define" | "undef"))
        });
        let all: Vec<usize> = all.collect();
        // What stands in a comment or a string defines nothing.
        !all.is_empty()
            && all.into_iter().all(|of| {
                let word = |back: usize| of.checked_sub(back).map_or("", |at| self.word(at));
                let guarded = (word(5), word(4), word(3)) == ("#", "ifndef", name);
                let counts = guarded || !self.leaves_condition(of, at);
                of < at && word(1) == "define" && counts && !self.includes(of, at)
            })
    }

    /// Whether a header of the project is read between two positions, which may define anything.
    fn includes(&self, from: usize, to: usize) -> bool {
        (from..to).any(|at| {
            let include = self.word(at) == "#" && self.word(at + 1) == "include";
            include && self.kind(at + 2) == Some(TokenKind::Text)
        })
    }

    /// Whether a name in the function whose body begins at `open` may be that of a member: the function is
    /// one of a class that has others above it, or that is not here.
    fn may_be_member(&self, name: &str, open: usize, params: usize) -> bool {
        let class = |word: &str| matches!(word, "struct" | "class" | "union");
        let head: Vec<&str> = self.declaration(open).collect();
        if head.iter().any(|word| class(word)) {
            return head.contains(&":");
        }
        // `void C::f(…) {`
        let named = params.checked_sub(1).unwrap_or(params);
        let qualified = named >= 3 && (self.word(named - 1), self.word(named - 2)) == (":", ":");
        if !qualified {
            return false;
        }
        let of = self.word(named - 3);
        let declared = (1..self.all.len()).find(|at| {
            self.word(*at) == of
                && matches!(self.word(at - 1), "struct" | "class" | "namespace")
                && self.word(at + 1) == "{"
        });
        let Some(close) = declared.and_then(|at| Some((at, self.closed(at + 1)?))) else {
            return true;
        };
        (close.0..close.1).any(|at| self.word(at) == name)
    }

    /// Whether a position is in a block that ends before another one, and what is declared there with it.
    pub(super) fn ends_before(&self, at: usize, to: usize) -> bool {
        let mut depth = 0usize;
        let mut outer = 0usize;
        for next in at..to {
            match self.word(next) {
                "{" => depth += 1,
                "}" if depth > 0 => depth -= 1,
                "}" => {
                    outer += 1;
                    let open = self.opening(at, outer);
                    let leaks = open.is_none_or(|open| {
                        let mut head = self.declaration(open);
                        head.any(|word| matches!(word, "enum" | "namespace" | "extern" | "union"))
                    });
                    if !leaks {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// The brace that opens the block number `number` around a position, from the inside.
    pub(super) fn opening(&self, at: usize, number: usize) -> Option<usize> {
        let (mut depth, mut found) = (0usize, 0usize);
        for back in (0..at).rev() {
            match self.word(back) {
                "}" => depth += 1,
                "{" if depth > 0 => depth -= 1,
                "{" => {
                    found += 1;
                    if found == number {
                        return Some(back);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether a name at a position is certainly a mention and no declaration.
    fn mentions(&self, at: usize) -> bool {
        let earlier = |back: usize| at.checked_sub(back).map_or("", |at| self.word(at));
        let word = |back: usize| {
            at.checked_sub(back).and_then(|at| self.kind(at)) == Some(TokenKind::Word)
        };
        let (before, next) = (earlier(1), self.word(at + 1));
        if before == "." || before == ">" && earlier(2) == "-" {
            return true;
        }
        // An enumerator, or what is given a value.
        if next == "=" && self.word(at + 2) != "=" {
            return false;
        }
        let enumerator = matches!(before, "{" | ",") && matches!(next, "}" | ",");
        let in_enum = || {
            let open = self.opening(at, 1);
            open.is_some_and(|open| self.declaration(open).any(|word| word == "enum"))
        };
        if enumerator && in_enum() {
            return false;
        }
        match before {
            "return" | "case" => true,
            _ if word(1) => false,
            "&" => false,
            "*" => !TYPES.contains(&earlier(2)) && !matches!(earlier(3), ";" | "{" | "}" | ""),
            ">" => !self.declaration(at).any(|word| word == "<"),
            ":" if earlier(2) == ":" => !self.declaration(at).any(|word| word == "using"),
            "[" | "," if self.is_bound(at) => false,
            "," => self.is_in_brackets(at) || next == ">",
            _ => true,
        }
    }

    /// Whether a position is in the brackets of `auto [a, b] = …`.
    fn is_bound(&self, at: usize) -> bool {
        let mut depth = 0usize;
        for back in (1..at).rev() {
            match self.word(back) {
                ")" | "]" | "}" => depth += 1,
                "[" if depth == 0 => return matches!(self.word(back - 1), "auto" | "&" | "const"),
                "(" | "{" | "[" if depth == 0 => return false,
                "(" | "{" | "[" => depth -= 1,
                ";" => return false,
                _ => {}
            }
        }
        false
    }
}
