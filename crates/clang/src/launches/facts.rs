//! What is looked at once for a text: which tokens are those of directives, which brackets belong
//! together, what macros there are, and whether the text has something in it after which no name may be
//! what it seems.

use std::collections::{BTreeMap, BTreeSet};

use super::around::Around;
use super::stepping::Stepping;
use super::types::is_known;
use crate::tokens::{Token, TokenKind};

/// A directive `#define` or `#undef` of a macro.
#[derive(Clone, Debug)]
pub(super) struct Directive {
    /// The position of the macro's name.
    pub name: usize,
    /// Whether it defines, and does not take back.
    pub defines: bool,
    /// The first token behind the line.
    pub end: usize,
    /// The parameters; none if it is not written like a function.
    pub params: Option<Vec<String>>,
    /// The first token of what it stands for.
    pub body: usize,
}

impl Directive {
    /// The name that may be that of all arguments that are left: `#define LIST(all...) all`.
    pub(super) fn rest(&self) -> Option<&str> {
        let params = self.params.as_ref()?;
        let dots = params.iter().position(|param| param.starts_with('.'))?;
        params.get(dots.checked_sub(1)?).map(String::as_str)
    }

    /// Whether a word of what the macro stands for is a parameter, or all that are left.
    pub(super) fn is_param(&self, word: &str) -> bool {
        let mut all = self.params.iter().flatten();
        self.params.is_some() && word == "__VA_ARGS__" || all.any(|param| param == word)
    }
}

/// What is known of a text as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// For each token whether it is one of a directive.
    directive: Vec<bool>,
    /// For each token the bracket that it stands in.
    parent: Vec<Option<usize>>,
    /// For each bracket the one that belongs to it.
    partner: Vec<Option<usize>>,
    /// The directives about macros by their names.
    pub macros: BTreeMap<String, Vec<Directive>>,
    /// The words in what macros stand for, but for their own parameters.
    pub in_macros: BTreeSet<String>,
    /// The macros, of the text and of others, that may change what they are given.
    pub stepping: BTreeSet<String>,
    /// Whether a macro is used that may stand for several arguments where there seems to be one.
    pub splits: bool,
    /// The places of each word.
    places: BTreeMap<String, Vec<usize>>,
    /// The names of what may be functions, and of what is set where it is declared.
    pub functions: BTreeSet<String>,
    pub set: BTreeSet<String>,
    /// The types' words that the text gives another meaning.
    pub redefined: BTreeSet<String>,
    /// What macros there are elsewhere.
    pub around: Around,
    /// Whether names may be other than they seem: by marks written otherwise, pasted tokens, macros that
    /// change what words mean, operators that change their operands.
    pub odd: bool,
}

impl Facts {
    /// The macros of a text alone.
    pub(super) fn macros_of(text: &str, all: &[Token]) -> Facts {
        let mut facts = Facts {
            directive: directives(text, all),
            ..Facts::default()
        };
        facts.find_macros(text, all);
        facts
    }

    /// Those of a text with its tokens.
    pub(super) fn of(text: &str, all: &[Token], around: &Around) -> Facts {
        let mut facts = Facts {
            directive: directives(text, all),
            in_macros: around.in_macros.clone(),
            around: around.clone(),
            ..Facts::default()
        };
        facts.pair(text, all);
        facts.find_places(text, all);
        facts.find_macros(text, all);
        facts.find_redefined(text, all);
        let mut stepping = around.stepping.clone();
        stepping.extend(&facts.stepping_of(text, all));
        facts.stepping = stepping.all();
        let word = |at: usize| all.get(at).map_or("", |token| token.of(text));
        let mut splitting = stepping.splitting().into_iter();
        facts.splits = splitting.any(|name| facts.is_used(&name));
        // A directive may be none for us.
        facts.splits |= text.contains("??=") || text.contains("??/");
        // Sizes of the program's own making.
        facts.splits |= facts.places("dim3").iter().any(|at| {
            let mut before = (0..*at).rev().map(word);
            let mut said = before
                .by_ref()
                .take_while(|word| !matches!(*word, ";" | "{" | "}"));
            let typed = at.checked_sub(1).map_or("", word);
            let named = matches!(typed, "using" | "typename" | "class" | "auto")
                || said.any(|word| matches!(word, "struct" | "union" | "enum" | "typedef"));
            named || word(at + 1) == "=" && word(at + 2) != "="
        });
        facts.splits |= (0..all.len()).any(|at| match word(at) {
            "%" => word(at + 1) == ":" && joined(all, at),
            "\\" => parts_word(text, all, at),
            _ => false,
        });
        let mut names = facts.macros.keys().chain(&around.macros);
        facts.odd |= around.pastes || names.any(|name| is_known(name) || is_keyword(name));
        facts.odd |= [
            "??=", "??/", "??'", "??(", "??)", "??!", "??<", "??>", "??-",
        ]
        .iter()
        .any(|three| text.contains(three));
        facts.odd |= (0..all.len()).any(|at| match word(at) {
            // Digraphs, tokens that are put together, lines that go on in the middle of a name.
            "%" => word(at + 1) == ":" && joined(all, at),
            "<" => matches!(word(at + 1), "%" | ":") && joined(all, at) && word(at + 2) != ":",
            ":" => word(at + 1) == ">" && joined(all, at),
            "#" => word(at + 1) == "#" && joined(all, at),
            "\\" => {
                !facts.is_directive(at) || !ends_line(text, all, at) || parts_word(text, all, at)
            }
            "push_macro" | "pop_macro" | "setjmp" | "_Pragma" | "__pragma" => true,
            "struct" | "class" | "union" | "enum" => is_known(word(at + 1)),
            _ => false,
        });
        facts.odd |= facts.has_hostile_operators(text, all);
        facts
    }

    /// What the text's own macros may do with what they are given.
    pub(super) fn stepping_of(&self, text: &str, all: &[Token]) -> Stepping {
        let mut stepping = Stepping::default();
        for one in self.macros.values().flatten().filter(|one| one.defines) {
            stepping.add(text, all, one);
        }
        stepping
    }

    /// Whether a word stands outside of directives.
    fn is_used(&self, word: &str) -> bool {
        let mut places = self.places(word).iter();
        places.any(|at| !self.is_directive(*at))
    }

    /// Whether a token is one of a directive.
    pub(super) fn is_directive(&self, at: usize) -> bool {
        self.directive.get(at).copied().unwrap_or(false)
    }

    /// The bracket that a token stands in.
    pub(super) fn parent(&self, at: usize) -> Option<usize> {
        self.parent.get(at).copied().flatten()
    }

    /// The other one of a pair of brackets.
    pub(super) fn partner(&self, at: usize) -> Option<usize> {
        self.partner.get(at).copied().flatten()
    }

    /// Pairs brackets outside of directives.
    fn pair(&mut self, text: &str, all: &[Token]) {
        let mut open: Vec<usize> = Vec::new();
        // How many brackets are open where conditions of the preprocessor begin.
        let mut branches: Vec<(usize, bool)> = Vec::new();
        self.parent = vec![None; all.len()];
        self.partner = vec![None; all.len()];
        for at in 0..all.len() {
            let word_at = |at: usize| all.get(at).map_or("", |token| token.of(text));
            if self.is_directive(at) {
                match (word_at(at), word_at(at + 1)) {
                    ("#", "if" | "ifdef" | "ifndef") => {
                        branches.push((open.len(), word_at(at + 2) == "__cplusplus"));
                    }
                    ("#", "else" | "elif" | "elifdef" | "elifndef") => {
                        let same = branches.last().is_some_and(|of| of.0 == open.len());
                        self.odd |= !same;
                    }
                    ("#", "endif") => match branches.pop() {
                        // `extern "C" {` stands between two such.
                        Some((_, true)) => {}
                        Some((depth, _)) => self.odd |= depth != open.len(),
                        None => self.odd = true,
                    },
                    _ => {}
                }
                continue;
            }
            let word = all.get(at).map_or("", |token| token.of(text));
            let opening = match word {
                ")" => "(",
                "]" => "[",
                "}" => "{",
                _ => "",
            };
            if !opening.is_empty() {
                // A branch closes what it did not open.
                let least = branches.last().filter(|of| !of.1).map_or(0, |of| of.0);
                self.odd |= open.len() <= least;
                match open.pop() {
                    Some(of) if all.get(of).map(|token| token.of(text)) == Some(opening) => {
                        self.set_pair(of, at);
                    }
                    _ => self.odd = true,
                }
            }
            if let Some(slot) = self.parent.get_mut(at) {
                *slot = open.last().copied();
            }
            if matches!(word, "(" | "[" | "{") {
                open.push(at);
            }
        }
        self.odd |= !open.is_empty();
    }

    fn set_pair(&mut self, a: usize, b: usize) {
        for (at, other) in [(a, b), (b, a)] {
            if let Some(slot) = self.partner.get_mut(at) {
                *slot = Some(other);
            }
        }
    }

    /// All words, each once.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// Where a word stands.
    pub(super) fn places(&self, word: &str) -> &[usize] {
        self.places.get(word).map_or(&[], Vec::as_slice)
    }

    fn find_places(&mut self, text: &str, all: &[Token]) {
        let word = |at: usize| all.get(at).map_or("", |token| token.of(text));
        let is_word = |at: usize| {
            all.get(at)
                .is_some_and(|token| token.kind == TokenKind::Word)
        };
        for at in (0..all.len()).filter(|at| is_word(*at)) {
            let name = word(at);
            self.places.entry(name.to_owned()).or_default().push(at);
            let Some(before) = at.checked_sub(1) else {
                continue;
            };
            let typed = match word(before) {
                "return" | "else" | "case" => false,
                // `T *f(`, and not `a * f(`.
                "*" | "&" => {
                    before >= 1 && is_word(before - 1) && {
                        let first = before.checked_sub(2).map_or(";", word);
                        let named = before >= 2 && is_word(before - 2) && first != "return";
                        named || matches!(first, ";" | "{" | "}" | ">" | ":")
                    }
                }
                ">" if word(before.wrapping_sub(1)) == "-" => false,
                ">" => {
                    let back = (0..before).rev().map(word);
                    let mut said = back.take_while(|word| !matches!(*word, ";" | "{" | "}"));
                    said.any(|word| word == "<")
                }
                _ => is_word(before),
            };
            let into = match word(at + 1) {
                "(" if typed => &mut self.functions,
                "=" if typed => &mut self.set,
                _ => continue,
            };
            into.insert(name.to_owned());
        }
    }

    fn find_macros(&mut self, text: &str, all: &[Token]) {
        let word = |at: usize| all.get(at).map_or("", |token| token.of(text));
        for at in 0..all.len() {
            let starts = at == 0 || !self.is_directive(at - 1) || new_line(text, all, at);
            if !(self.is_directive(at) && word(at) == "#" && starts) {
                continue;
            }
            let defines = match word(at + 1) {
                "define" => true,
                "undef" => false,
                _ => continue,
            };
            let name = at + 2;
            let mut end = name + 1;
            while end < all.len() && self.is_directive(end) && !new_line(text, all, end) {
                end += 1;
            }
            let mut body = name + 1;
            let mut params = None;
            if defines && word(body) == "(" && joined(all, name) {
                let close = (body..end).find(|at| word(*at) == ")").unwrap_or(end);
                let names = (body + 1..close).map(word).filter(|word| *word != ",");
                params = Some(names.map(str::to_owned).collect::<Vec<String>>());
                body = (close + 1).min(end);
            }
            let own = |word: &str| {
                let mut all = params.iter().flatten();
                all.any(|param| param == word)
            };
            // Brackets of macros pair with others where they are used.
            let mut depth = 0i32;
            for at in body..end {
                depth += match word(at) {
                    "(" | "[" | "{" => 1,
                    ")" | "]" | "}" => -1,
                    _ => 0,
                };
                self.odd |= depth < 0;
            }
            self.odd |= depth != 0;
            for at in body..end {
                let kind = all.get(at).map(|token| token.kind);
                if kind == Some(TokenKind::Word) && !own(word(at)) {
                    self.in_macros.insert(word(at).to_owned());
                }
            }
            let list = self.macros.entry(word(name).to_owned()).or_default();
            list.push(Directive {
                name,
                defines,
                end,
                params,
                body,
            });
        }
    }

    /// `typedef … WORD;`, `using WORD = …` for a word that is known as a type: `unsigned int` is what some
    /// call `uint`.
    fn find_redefined(&mut self, text: &str, all: &[Token]) {
        let word = |at: usize| all.get(at).map_or("", |token| token.of(text));
        for at in 0..all.len() {
            // `const int uint = 8;`: no word of the language itself, and a name.
            let before = at.checked_sub(1).map_or("", word);
            let named = matches!(word(at + 1), "=" | ";" | "," | ")" | "[" | "{" | "(");
            let mut said = (0..at).rev().map(word);
            let mut said = said
                .by_ref()
                .take_while(|word| !matches!(*word, ";" | "{" | "}"));
            let typed = is_known(before) && !said.any(|word| word == "typedef");
            if is_known(word(at)) && !is_of_language(word(at)) && typed && named {
                self.redefined.insert(word(at).to_owned());
            }
            match word(at) {
                "struct" | "class" | "union" | "enum" if is_known(word(at + 1)) => {
                    self.redefined.insert(word(at + 1).to_owned());
                }
                "using" if is_known(word(at + 1)) && word(at + 2) != ":" => {
                    self.redefined.insert(word(at + 1).to_owned());
                }
                "typedef" => {
                    let end = (at..all.len()).find(|at| word(*at) == ";").unwrap_or(at);
                    let said: Vec<&str> = (at + 1..end).map(word).collect();
                    let usual = matches!(
                        said.as_slice(),
                        ["unsigned", "int", "uint"] | ["unsigned", "uint"]
                    );
                    if !usual {
                        // `typedef short uint;`, `typedef int (*uint)(int);`, `typedef int uint[2];`
                        let names = (at + 1..end).filter(|name| {
                            let pointer =
                                word(*name + 1) == ")" && matches!(word(*name - 1), "*" | "&");
                            let last = *name + 1 == end || matches!(word(*name + 1), "[" | ",");
                            last || pointer
                        });
                        let known = names.map(word).filter(|name| is_known(name));
                        self.redefined.extend(known.map(str::to_owned));
                    }
                }
                "template" => {
                    let close = (at..all.len()).find(|at| matches!(word(*at), "{" | ";"));
                    let head = at + 2..close.unwrap_or(at);
                    for at in head {
                        let named = matches!(word(at - 1), "typename" | "class" | ".");
                        if named && is_known(word(at)) {
                            self.redefined.insert(word(at).to_owned());
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether an operator of the text may change a whole number that it is given.
    fn has_hostile_operators(&self, text: &str, all: &[Token]) -> bool {
        let word = |at: usize| all.get(at).map_or("", |token| token.of(text));
        let harmless = |at: usize| {
            let name = word(at);
            let vector = [
                "float", "double", "int", "uint", "half", "char", "uchar", "short",
            ]
            .iter()
            .any(|ty| {
                let rest = name.strip_prefix(ty).unwrap_or("");
                matches!(rest, "1" | "2" | "3" | "4")
            });
            let class = |of: usize| {
                word(of) == name
                    && matches!(word(of.wrapping_sub(1)), "struct" | "class")
                    && matches!(word(of + 1), "{" | ":")
            };
            vector || name == "ostream" || name == "istream" || (1..all.len()).any(class)
        };
        (0..all.len())
            .filter(|at| word(*at) == "operator")
            .any(|at| {
                // Calls of an object's own are calls of what is not known.
                let Some(open) = (at + 1..all.len()).find(|at| word(*at) == "(") else {
                    return false;
                };
                if word(at + 1) == "(" && word(at + 2) == ")" {
                    return false;
                }
                let Some(close) = self.partner(open) else {
                    return true;
                };
                (open..close).filter(|at| word(*at) == "&").any(|at| {
                    let from = (open..at).rev().find(|at| matches!(word(*at), "," | "("));
                    let constant = (from.unwrap_or(open)..at).any(|at| word(at) == "const");
                    !constant && !harmless(at - 1)
                })
            })
    }
}

/// Whether a token stands at once behind the one before.
pub(super) fn joined(all: &[Token], at: usize) -> bool {
    match (all.get(at), all.get(at + 1)) {
        (Some(a), Some(b)) => a.end == b.start,
        _ => false,
    }
}

/// Whether a token is the first of its line, where lines that end with a backslash go on.
fn new_line(text: &str, all: &[Token], at: usize) -> bool {
    let (Some(before), Some(token)) = (at.checked_sub(1).and_then(|at| all.get(at)), all.get(at))
    else {
        return true;
    };
    let between = text.get(before.end..token.start).unwrap_or("");
    before.of(text) != "\\" && between.contains('\n')
}

fn ends_line(text: &str, all: &[Token], at: usize) -> bool {
    let from = all.get(at).map_or(0, |token| token.end);
    let rest = text.get(from..).unwrap_or("");
    let line = rest.split('\n').next().unwrap_or("");
    line.trim().is_empty()
}

/// Whether the mark of a line that goes on stands in the middle of a word.
fn parts_word(text: &str, all: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1);
    let closely = before.is_some_and(|before| joined(all, before));
    let from = all.get(at).map_or(0, |token| token.end);
    let rest = text.get(from..).unwrap_or("");
    let next = rest.split_once('\n').map_or("", |(_, next)| next);
    closely && next.starts_with(|first: char| first.is_alphanumeric() || first == '_')
}

/// For each token whether it is one of a directive: a line that begins with `#`, and those that it goes
/// on in.
fn directives(text: &str, all: &[Token]) -> Vec<bool> {
    let mut found = vec![false; all.len()];
    let mut inside = false;
    for at in 0..all.len() {
        if at == 0 || new_line(text, all, at) {
            inside = all.get(at).is_some_and(|token| token.of(text) == "#");
        }
        if let Some(slot) = found.get_mut(at) {
            *slot = inside;
        }
    }
    found
}

/// Whether a word of a type is one that cannot be declared.
fn is_of_language(word: &str) -> bool {
    let whole = matches!(
        word,
        "int" | "unsigned" | "signed" | "long" | "short" | "char"
    );
    whole || matches!(word, "bool" | "float" | "double" | "auto")
}

/// Words whose meaning this reader relies on.
fn is_keyword(word: &str) -> bool {
    let words = [
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "case",
        "return",
        "goto",
        "struct",
        "class",
        "union",
        "enum",
        "namespace",
        "extern",
        "template",
        "typename",
        "operator",
        "sizeof",
        "static_cast",
        "const",
        "constexpr",
        "static",
        "volatile",
        "using",
        "typedef",
    ];
    words.contains(&word)
}
