//! Which variable of the host a name is: one of the function around, or one of the file. Variables of one name in one
//! function are taken to be one, and so are members of one name that are not asked of an object.

use super::super::blocks::Brace;
use super::super::{Part, Words};
use super::expr::is_name;
use std::collections::BTreeMap;

/// Words that stand before a name and do not declare it.
const NO_TYPES: [&str; 22] = [
    "return",
    "case",
    "else",
    "goto",
    "new",
    "delete",
    "sizeof",
    "throw",
    "do",
    "and",
    "or",
    "not",
    "co_return",
    "co_yield",
    "co_await",
    "public",
    "private",
    "protected",
    "using",
    "namespace",
    "operator",
    "typename",
];

/// Stands before the name of a class for calls of its objects.
pub(super) const OBJECT: &str = "()";

/// A variable: its name, and the function that it is of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) struct Var {
    pub name: String,
    pub function: Option<usize>,
}

/// A function with what stands before its body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub start: usize,
    pub open: usize,
    pub close: usize,
    /// Whether it runs on the device, and launches nothing.
    pub device: bool,
}

/// A parameter: of which function or lambda, and the how manieth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Param {
    /// The bracket before the parameters.
    pub open: usize,
    /// The name by which it is called; none for a lambda without one.
    pub callee: Option<String>,
    pub number: usize,
    /// Of how many.
    pub of: usize,
    /// Whether it refers to its argument.
    pub refers: bool,
}

/// The functions of a text, and where variables are declared.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Names {
    pub(super) regions: Vec<Region>,
    declared: BTreeMap<Var, Vec<usize>>,
    params: BTreeMap<Var, Vec<Param>>,
    /// Those that the text defines, by their names, with the brackets before their parameters.
    pub(super) functions: BTreeMap<String, Vec<usize>>,
}

impl Names {
    pub(crate) fn of(words: Words<'_>) -> Names {
        let mut names = Names {
            regions: words.regions(),
            ..Names::default()
        };
        for at in 0..words.all.len() {
            if words.facts.is_directive(at) || !words.is_word(at) || !words.is_declared(at) {
                continue;
            }
            let var = Var {
                name: words.word(at).to_owned(),
                function: names.region(at),
            };
            names.declared.entry(var.clone()).or_default().push(at);
            let Some(param) = words.param_at(at) else {
                continue;
            };
            if let Some(callee) = &param.callee {
                let all = names.functions.entry(callee.clone()).or_default();
                if !all.contains(&param.open) {
                    all.push(param.open);
                }
            }
            names.params.entry(var).or_default().push(param);
        }
        // Those without parameters.
        for at in 0..words.all.len() {
            if words.word(at) == "("
                && words.word(at + 1) == ")"
                && let Some(Some(callee)) = words.taker(at)
            {
                names.functions.entry(callee).or_default().push(at);
            }
        }
        names
    }

    /// The function that a position is in or before the body of.
    pub(crate) fn region(&self, at: usize) -> Option<usize> {
        let next = self.regions.partition_point(|region| region.start <= at);
        let found = self.regions.get(next.checked_sub(1)?)?;
        (at <= found.close).then_some(found.open)
    }

    pub(super) fn region_at(&self, at: usize) -> Option<&Region> {
        let open = self.region(at)?;
        self.regions.iter().find(|region| region.open == open)
    }

    /// What a name means at a position.
    pub(crate) fn var(&self, name: &str, at: usize) -> Var {
        let mut var = Var {
            name: name.to_owned(),
            function: self.region(at),
        };
        if !self.declared.contains_key(&var) {
            var.function = None;
        }
        var
    }

    /// Where a variable is declared.
    pub(crate) fn declared(&self, var: &Var) -> &[usize] {
        self.declared.get(var).map_or(&[], Vec::as_slice)
    }

    /// Of what a variable is a parameter.
    pub(crate) fn params(&self, var: &Var) -> &[Param] {
        self.params.get(var).map_or(&[], Vec::as_slice)
    }
}

impl Words<'_> {
    /// The outermost bodies of functions and lambdas.
    fn regions(&self) -> Vec<Region> {
        let mut all: Vec<Region> = Vec::new();
        let mut at = 0;
        while at < self.all.len() {
            let open = at;
            at += 1;
            if self.word(open) != "{" || self.facts.is_directive(open) {
                continue;
            }
            let code = match self.brace(open) {
                Brace::Body => true,
                // Members that are set from braces stand before it.
                Brace::Unknown | Brace::List => self.back(open, 1) == "}",
                Brace::Namespace | Brace::Class => false,
            };
            let Some(close) = self.facts.partner(open).filter(|_| code) else {
                continue;
            };
            let start = self.head(open);
            let has = |word: &str| (start..open).any(|at| self.word(at) == word);
            let on_device = has("__global__") || has("__device__") && !has("__host__");
            let launches = (open..close).any(|at| self.word(at) == "<" && self.run(at, "<"));
            all.push(Region {
                start,
                open,
                close,
                device: on_device && !launches,
            });
            at = close;
        }
        all
    }

    /// Where what stands before a body begins.
    fn head(&self, open: usize) -> usize {
        let mut start = self.statement(open);
        // `: a(x), b{y} {`
        while let Some(before) = self.before(start) {
            let list = self.word(before) == "}"
                && matches!(self.word(start), "," | "{")
                && self.facts.partner(before).is_some();
            match self.facts.partner(before).filter(|_| list) {
                Some(other) => start = self.statement(other),
                None => break,
            }
        }
        start
    }

    /// Whether a name is declared at a position: a type stands before it.
    fn is_declared(&self, at: usize) -> bool {
        let Some(before) = self.before(at) else {
            return false;
        };
        let word = self.word(before);
        let next = self.ahead(at, 1);
        if matches!(next, "::") || self.word(at + 1) == ":" && self.word(at + 2) == ":" {
            return false;
        }
        if matches!(
            self.word(at),
            "const" | "__restrict__" | "restrict" | "volatile"
        ) {
            return false;
        }
        if self.is_word(before) {
            return !NO_TYPES.contains(&word) && is_name(word);
        }
        match word {
            "*" | "&" => self.is_typed(before),
            ">" => self.ends_type(before) && !matches!(next, "" | "::"),
            "," | "[" => self.is_further(at, before),
            _ => false,
        }
    }

    /// Whether the `*` or `&` before a name stand behind a type.
    fn is_typed(&self, mark: usize) -> bool {
        let mut at = mark;
        let mut references = 0;
        loop {
            match self.word(at) {
                "&" => references += 1,
                "*" | "const" | "__restrict__" | "restrict" | "volatile" => {}
                _ => break,
            }
            match self.before(at) {
                Some(before) => at = before,
                None => return false,
            }
        }
        let word = self.word(at);
        if word == "," {
            return self.is_further(mark, at);
        }
        if word == ">" {
            return self.ends_type(at);
        }
        // `a && b` is none.
        let named = self.is_word(at) && is_name(word) && !NO_TYPES.contains(&word);
        named && (references < 2 || word == "auto")
    }

    /// Whether a `>` ends the arguments of a template that is a type.
    fn ends_type(&self, close: usize) -> bool {
        let mut depth = 0usize;
        let mut at = close;
        loop {
            match self.word(at) {
                ">" => depth += 1,
                "<" => depth = depth.saturating_sub(1),
                "," | "*" | "&" | ":" => {}
                ")" | "(" | "[" | "]" => {}
                _ if self.kind(at).is_some() && self.word(at) != ";" => {}
                _ => return false,
            }
            if matches!(self.word(at), ";" | "{" | "}" | "=" | "?" | "&&") {
                return false;
            }
            if depth == 0 {
                return self.before(at).is_some_and(|name| self.is_word(name));
            }
            match self.before(at) {
                Some(before) => at = before,
                None => return false,
            }
        }
    }

    /// `float *a, b`, `auto [a, b]`: a name behind a comma that its declaration goes on with.
    fn is_further(&self, at: usize, mark: usize) -> bool {
        let parent = self.facts.parent(mark);
        let bracket = parent.map_or("", |open| self.word(open));
        if self.word(mark) == "[" || bracket == "[" {
            let open = match self.word(mark) {
                "[" => Some(mark),
                _ => parent,
            };
            let before = open.and_then(|open| self.before(open));
            let mut before = before;
            while let Some(one) = before.filter(|at| self.word(*at) == "&") {
                before = self.before(one);
            }
            return before.is_some_and(|at| self.word(at) == "auto");
        }
        if !matches!(bracket, "" | "{") {
            return false;
        }
        let start = self.statement(mark);
        // A declaration begins with two words, or a type and a mark.
        let mut first = start;
        while matches!(
            self.word(first),
            "const" | "static" | "constexpr" | "extern" | "__device__" | "__managed__" | "auto"
        ) {
            first = self.after(first);
        }
        let next = self.after(first);
        self.is_word(first)
            && first < at
            && !NO_TYPES.contains(&self.word(first))
            && (self.is_word(next) || matches!(self.word(next), "*" | "&" | "<" | ":"))
    }

    /// The parameter that is declared at a position.
    fn param_at(&self, at: usize) -> Option<Param> {
        let open = self.facts.parent(at)?;
        let callee = self.taker(open)?;
        let close = self.facts.partner(open)?;
        let parts = self.parts_of_types((open + 1, close));
        let number = parts
            .iter()
            .position(|(from, to)| (*from..*to).contains(&at))?;
        Some(Param {
            open,
            callee,
            number,
            of: parts.len(),
            refers: self.back(at, 1) == "&",
        })
    }

    /// Parts between commas that stand in no bracket, also none of templates.
    pub(super) fn parts_of_types(&self, (from, to): Part) -> Vec<Part> {
        let mut all: Vec<Part> = Vec::new();
        for part in self.template_parts((from, to)) {
            all.push(part);
        }
        all
    }

    /// What takes what stands in a bracket, if that are parameters before a body: its name, none for a lambda
    /// that has no name.
    pub(super) fn taker(&self, open: usize) -> Option<Option<String>> {
        if self.word(open) != "(" || self.facts.is_directive(open) {
            return None;
        }
        let named = self.before(open)?;
        self.behind(open)?;
        if self.word(named) == "]" {
            let list = self.facts.partner(named)?;
            let before = self.before(list)?;
            let name = self.before(before).filter(|_| self.word(before) == "=");
            return Some(name.map(|name| self.word(name).to_owned()));
        }
        // `operator()(…)`: called by the names of objects of the class.
        if self.word(named) == ")" && self.back(named, 2) == "operator" {
            let class = self.brace_around(open)?;
            let mut head = self.statement(class)..class;
            let name = head.find(|at| matches!(self.word(*at), "struct" | "class"))?;
            return Some(Some(format!("{OBJECT}{}", self.word(name + 1))));
        }
        let word = self.word(named);
        let control = matches!(
            word,
            "if" | "for" | "while" | "switch" | "catch" | "constexpr" | "__launch_bounds__"
        );
        (self.is_word(named) && !control).then(|| Some(word.to_owned()))
    }

    /// The body behind parameters, also behind what initializes members.
    pub(super) fn behind(&self, open: usize) -> Option<usize> {
        let mut at = self.after(self.facts.partner(open)?);
        let mut list = false;
        for _ in 0..super::super::LONGEST {
            match self.word(at) {
                "{" => {
                    // `: a{x} {`
                    let named = list && self.before(at).is_some_and(|name| self.is_word(name));
                    if !named {
                        return Some(at);
                    }
                    at = self.after(self.facts.partner(at)?);
                }
                ":" if self.word(at + 1) != ":" && self.back(at, 1) != ":" => {
                    list = true;
                    at = self.after(at);
                }
                "(" | "[" => at = self.after(self.facts.partner(at)?),
                "const" | "noexcept" | "override" | "final" | "mutable" | "-" | ">" | "<" | "*"
                | "&" | ":" => at = self.after(at),
                "," if list => at = self.after(at),
                // The type of a result, what is initialized.
                _ if self.is_word(at)
                    && (list || self.back(at, 1) == ">" || self.is_result(at)) =>
                {
                    at = self.after(at);
                }
                _ => return None,
            }
        }
        None
    }

    /// Whether a word belongs to the type of a result, `-> std::vector<float *>`.
    fn is_result(&self, at: usize) -> bool {
        let mut back = at;
        while let Some(before) = self.before(back) {
            back = before;
            match self.word(back) {
                "-" => return self.word(back + 1) == ">",
                ")" | ";" | "{" | "}" => return false,
                _ => {}
            }
        }
        false
    }
}
