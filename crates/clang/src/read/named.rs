//! Instances of template kernels as launches name them, `k<float, 128><<<…>>>`, by the tokens of the text.
//!
//! Clang makes those itself that it finds in code that it understands. The others are asked for behind the text, where a
//! name that means nothing is left out again. So tokens choose which instances are checked, and nothing else: that a launch
//! starts another one is seen where launches are held against contracts.

use crate::tokens::{Token, TokenKind, tokens};

/// The most launches that are read.
const MOST: usize = 4096;

/// Template arguments have no more tokens than this.
const LONGEST: usize = 200;

/// Functions whose first argument is the kernel.
const CALLS: [&str; 3] = [
    "cudaLaunchKernel",
    "cudaLaunchCooperativeKernel",
    "hipLaunchKernelGGL",
];

/// A kernel as a launch names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// The kernel with its namespaces, without template arguments.
    pub kernel: String,
    /// The template arguments; empty where none are written.
    pub arguments: Vec<String>,
}

impl Named {
    /// Whether it names a kernel, by the kernel's name without namespaces.
    pub(super) fn is_of(&self, name: &str) -> bool {
        self.kernel.rsplit("::").next() == Some(name)
    }
}

/// The kernels that launches of a text name, in their order.
pub(super) fn named(text: &str) -> Vec<Named> {
    if !text.contains("<<<") && !CALLS.iter().any(|call| text.contains(call)) {
        return Vec::new();
    }
    let view = View {
        text,
        all: tokens(text, 0).collect(),
    };
    let each = (0..view.all.len()).filter_map(|at| view.launch(at));
    each.take(MOST).collect()
}

struct View<'t> {
    text: &'t str,
    all: Vec<Token>,
}

impl<'t> View<'t> {
    fn word(&self, at: usize) -> &'t str {
        self.all.get(at).map_or("", |token| token.of(self.text))
    }

    fn is_word(&self, at: usize) -> bool {
        self.all.get(at).map(|token| token.kind) == Some(TokenKind::Word)
    }

    /// Whether three signs stand at a position, with nothing between them.
    fn chevrons(&self, at: usize) -> bool {
        let beside = |at: usize| match (self.all.get(at), self.all.get(at + 1)) {
            (Some(one), Some(next)) => one.end == next.start,
            _ => false,
        };
        let signs = (at..at + 3).all(|at| self.word(at) == "<");
        signs
            && beside(at)
            && beside(at + 1)
            && at.checked_sub(1).is_some_and(|b| self.word(b) != "<")
    }

    /// The kernel of a launch at a position.
    fn launch(&self, at: usize) -> Option<Named> {
        if self.chevrons(at) {
            return self.before(at);
        }
        if !CALLS.contains(&self.word(at)) || self.word(at + 1) != "(" {
            return None;
        }
        // The first template in the first argument.
        let argument = (at + 2..self.all.len()).take(LONGEST);
        let mut argument = argument.take_while(|at| !matches!(self.word(*at), ";" | "{" | "}"));
        let name = argument.find(|at| self.is_word(*at) && self.word(at + 1) == "<")?;
        let close = self.closing(name + 1)?;
        self.before(close + 1)
    }

    /// The name that ends before a position, with the arguments of its template.
    fn before(&self, at: usize) -> Option<Named> {
        let last = at.checked_sub(1)?;
        let (name_end, arguments) = match self.word(last) {
            ">" => {
                let open = self.opening(last)?;
                (open.checked_sub(1)?, self.arguments(open + 1..last))
            }
            _ => (last, Vec::new()),
        };
        if !self.is_word(name_end) {
            return None;
        }
        let mut start = name_end;
        while let Some(before) = start.checked_sub(3)
            && self.word(start - 1) == ":"
            && self.word(start - 2) == ":"
            && self.is_word(before)
        {
            start = before;
        }
        let words = (start..=name_end).map(|at| self.word(at));
        Some(Named {
            kernel: words.collect(),
            arguments,
        })
    }

    /// Where the brackets open that close at a position.
    fn opening(&self, close: usize) -> Option<usize> {
        self.partner((0..=close).rev(), [">", "<"], [")", "("])
    }

    /// Where the brackets close that open at a position.
    fn closing(&self, open: usize) -> Option<usize> {
        self.partner(open..self.all.len(), ["<", ">"], ["(", ")"])
    }

    /// The first position, in this order, at which as many brackets have ended as begun. Within others that are round they
    /// are signs.
    fn partner(
        &self,
        order: impl Iterator<Item = usize>,
        angles: [&str; 2],
        round: [&str; 2],
    ) -> Option<usize> {
        let (mut depth, mut within) = (0usize, 0usize);
        for at in order.take(LONGEST) {
            let word = self.word(at);
            match word {
                ";" | "{" | "}" => return None,
                _ if word == round[0] => within += 1,
                _ if word == round[1] => within = within.checked_sub(1)?,
                _ if within > 0 => {}
                _ if word == angles[0] => depth += 1,
                _ if word == angles[1] => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The texts between commas.
    fn arguments(&self, within: std::ops::Range<usize>) -> Vec<String> {
        let mut found = Vec::new();
        let (mut depth, mut start) = (0usize, within.start);
        let text = |from: usize, to: usize| {
            let (first, last) = (self.all.get(from)?, self.all.get(to.checked_sub(1)?)?);
            let text = self.text.get(first.start..last.end)?;
            Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        for at in within.clone() {
            match self.word(at) {
                "<" | "(" | "[" => depth += 1,
                ">" | ")" | "]" => depth = depth.saturating_sub(1),
                "," if depth == 0 => {
                    found.extend(text(start, at));
                    start = at + 1;
                }
                _ => {}
            }
        }
        found.extend(text(start, within.end));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn launches_name_instances() {
        for (text, expected) in [
            ("k<<<1, 2>>>(a);", "k:"),
            ("k<float, 128><<<g, b>>>(a);", "k:float|128"),
            (
                "n::k<n::T<int, 4>, (2 > 1)> <<<g, b>>>(a);",
                "n::k:n::T<int, 4>|(2 > 1)",
            ),
            (
                "hipLaunchKernelGGL((k<float, 2>), g, b, 0, 0, a);",
                "k:float|2",
            ),
            ("cudaLaunchKernel((void *)n::k<4>, g, b, args);", "n::k:4"),
            ("cudaLaunchKernel((void *)k, g, b, args);", ""),
            ("x = a < b; y << 2;", ""),
            ("<<<", ""),
            (">< <<<1>>>", ""),
        ] {
            let found = named(text).into_iter();
            let found = found.map(|one| format!("{}:{}", one.kernel, one.arguments.join("|")));
            assert_eq!(found.collect::<Vec<_>>().join(";"), expected, "{text}");
        }
    }
}
