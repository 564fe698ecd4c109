//! A thread's own variables in the contracts of barriers and in conditions around them. The builder
//! knows what each variable and the thread's cell hold, and whether that is the same for all threads.

use super::turn::Turn;
use super::{Make, clauses};

/// What a variable or the cell holds, of the thread `@`; nothing if that is not known.
#[derive(Clone)]
struct Known {
    name: &'static str,
    value: Option<String>,
}

impl Known {
    /// The same for all threads.
    fn uniform(&self) -> bool {
        self.value
            .as_ref()
            .is_some_and(|value| !value.contains('@'))
    }

    fn of(&self, thread: &str) -> Option<String> {
        let thread = if thread.contains(' ') {
            format!("({thread})")
        } else {
            thread.to_owned()
        };
        self.value.as_ref().map(|value| value.replace('@', &thread))
    }
}

/// The kernel under construction: `v`, `w` and `a[t]`.
struct Kernel<'a> {
    make: &'a mut Make,
    n: &'static str,
    known: [Known; 3],
    body: String,
}

impl Kernel<'_> {
    fn line(&mut self, text: &str) {
        self.body.push_str(&format!("    {text}\n"));
    }

    /// An expression, and what it is.
    fn value(&mut self) -> (String, Option<String>) {
        let from = self.make.random.below(3);
        let Known { name, value } = self.known[from].clone();
        let plain = self
            .make
            .one_of(&["0", "1", "k", "k", "k + 1", "t", "t + k", "2 * t"]);
        match self.make.number(0, 6) {
            0 => (name.to_owned(), value),
            1 => (format!("{name} + 1"), value.map(|v| format!("({v} + 1)"))),
            2 => (
                format!("(k > 0 ? {name} : t)"),
                value.map(|v| format!("(k > 0 ? {v} : @)")),
            ),
            _ => (
                plain.to_owned(),
                Some(format!("({})", plain.replace('t', "@"))),
            ),
        }
    }

    /// A condition, what it is, and whether all threads agree on it.
    fn condition(&mut self) -> (String, Option<String>, bool) {
        let from = self.make.random.below(3);
        let Known { name, value } = self.known[from].clone();
        // Reads of cells are not shared here, and what the builder knows the checker may not.
        let uniform = from < 2 && self.known[from].uniform();
        match self.make.number(0, 5) {
            0 => ("t == 0".to_owned(), Some("@ == 0".to_owned()), false),
            1 => ("t < k".to_owned(), Some("@ < k".to_owned()), false),
            2 => ("k > 1".to_owned(), Some("k > 1".to_owned()), true),
            _ => (
                format!("{name} > 0"),
                value.map(|v| format!("{v} > 0")),
                uniform,
            ),
        }
    }

    /// A condition on which all threads agree; with a slip any.
    fn meeting(&mut self) -> String {
        let slip = self.make.slip();
        for _ in 0..8 {
            let (text, _, uniform) = self.condition();
            if uniform != slip {
                return text;
            }
        }
        "k > 0".to_owned()
    }

    /// A statement without a barrier.
    fn small(&mut self) {
        let at = self.make.random.below(3);
        let name = self.known[at].name;
        let (text, value) = self.value();
        match self.make.number(0, 3) {
            0 => {
                let (condition, holds, _) = self.condition();
                self.line(&format!("if ({condition}) {{ {name} = {text}; }}"));
                let old = self.known[at].value.clone();
                self.known[at].value = match (holds, value, old) {
                    (Some(holds), Some(new), Some(old)) => {
                        Some(format!("({holds} ? {new} : {old})"))
                    }
                    _ => None,
                };
            }
            1 if at < 2 => {
                let bound = self.make.one_of(&["3", "k", "t"]);
                let start = self.known[at].value.is_some();
                let start = if start && self.make.maybe() {
                    text
                } else {
                    "0".to_owned()
                };
                self.line(&format!("{name} = {start};"));
                self.line("loop_invariant Perm(a[t], write);");
                self.line(&format!(
                    "while ({name} < {bound}) {{ {name} = {name} + 1; }}"
                ));
                self.known[at].value = None;
                if let Some(cell) = self.known[2].of("t")
                    && self.make.maybe()
                {
                    self.line(&format!("a[t] = {cell};"));
                } else {
                    self.known[2].value = None;
                }
            }
            _ => {
                self.line(&format!("{name} = {text};"));
                self.known[at].value = value;
            }
        }
    }

    /// What is known of something, where each thread has the cell of `turn`.
    fn fact(&mut self, at: usize, turn: Turn) -> Option<String> {
        let cell = turn.of("t", self.n);
        let place = if at == 2 { cell.as_str() } else { "t" };
        let other = self.make.random.below(3);
        let slip = self.make.slip();
        let from = if slip && self.make.maybe() { other } else { at };
        let value = if slip && self.make.maybe() {
            // As if all threads had the same.
            self.known[from].of("t")?
        } else {
            self.known[from].of(place)?
        };
        let same = (0..2).find(|v| *v != at && self.known[*v].value == self.known[at].value);
        let value = match same {
            Some(same) if at != 2 || turn == Turn::OWN || self.known[same].uniform() => {
                self.known[same].name.to_owned()
            }
            _ => value,
        };
        let name = self.known[at].name.replace("a[t]", &format!("a[{cell}]"));
        let relation = self.make.one_of(&["==", "==", "==", "<=", ">="]);
        let more = self.make.or_slip("", &[" + 1", " - 1", " + t"]);
        let premise = self.make.one_of(&["", "", "t == 0 ==> ", "k > 0 ==> "]);
        Some(format!("{premise}{name} {relation} {value}{more}"))
    }

    fn barrier(&mut self, turn: Turn) -> String {
        let mut before = vec!["Perm(a[t], write)".to_owned()];
        let mut after = vec![format!("Perm(a[{}], write)", turn.of("t", self.n))];
        for at in 0..3 {
            let wanted = self.make.maybe();
            if let Some(value) = self.known[at].of("t").filter(|_| wanted) {
                if !self.make.slip() {
                    before.push(format!("{} == {value}", self.known[at].name));
                }
                after.extend(self.fact(at, turn));
            } else if self.make.random.one_in(3) {
                before.extend(self.fact(at, Turn::OWN));
            }
        }
        if self.make.slip() {
            after.push(
                self.make
                    .one_of(&["v == w", "v == k", "k > 0", "w == t"])
                    .to_owned(),
            );
        }
        let contract =
            clauses("      ", "requires", &before) + &clauses("      ", "ensures", &after);
        format!("barrier(T)\n{contract}    {{ }}")
    }

    /// A barrier, and perhaps a condition or loop around it.
    fn step(&mut self) {
        match self.make.number(0, 6) {
            0 | 1 => {
                let condition = self.meeting();
                let barrier = self.barrier(Turn::OWN);
                self.line(&format!("if ({condition}) {{ {barrier} }}"));
            }
            2 => {
                let at = self.make.random.below(2);
                let name = self.known[at].name;
                if !(self.known[at].uniform() || self.make.slip()) {
                    return;
                }
                let bound = self.make.or_slip("3", &["t", "k + t", "a[t]"]);
                self.known[at].value = None;
                self.known[2].value = None;
                let barrier = self.barrier(Turn::OWN);
                self.line("loop_invariant Perm(a[t], write);");
                self.line(&format!(
                    "while ({name} < {bound}) {{ {barrier}\n    {name} = {name} + 1; }}"
                ));
                self.known[1 - at].value = None;
            }
            3 => {
                let condition = self.meeting();
                let leave = self.make.one_of(&["break", "continue"]);
                self.known[2].value = None;
                let barrier = self.barrier(Turn::OWN);
                self.line("loop_invariant Perm(a[t], write);");
                self.line(&format!(
                    "for (int i = 0; i < 3; i++) {{ if ({condition}) {{ {leave}; }}\n    {barrier} }}"
                ));
            }
            _ => {
                let turn = self.make.one_of(&Turn::ALL);
                let barrier = self.barrier(turn);
                self.line(&barrier);
                if turn != Turn::OWN {
                    let cell = turn.of("t", self.n);
                    self.line(&format!(
                        "barrier(T) {{ requires Perm(a[{cell}], write); ensures Perm(a[t], write); }}"
                    ));
                    self.known[2].value = None;
                }
            }
        }
    }
}

/// Two variables, a few statements, a barrier or two, assertions.
pub fn own_variables(make: &mut Make) -> String {
    let n = make.one_of(&["n", "n", "n", "2", "3"]);
    let new = |name, value: &str| Known {
        name,
        value: Some(value.to_owned()),
    };
    let mut kernel = Kernel {
        make,
        n,
        known: [new("v", "0"), new("w", "k"), new("a[t]", "0")],
        body: String::new(),
    };
    kernel.line("int v = 0;\n    int w = k;\n    a[t] = 0;");
    for _ in 0..kernel.make.number(1, 4) {
        kernel.small();
    }
    kernel.step();
    for _ in 0..kernel.make.number(0, 2) {
        kernel.small();
    }
    let at = kernel.make.random.below(3);
    if let Some(fact) = kernel.fact(at, Turn::OWN) {
        kernel.line(&format!("assert {fact};"));
    }
    if kernel.make.maybe() {
        kernel.step();
    }
    let body = kernel.body;
    format!(
        "requires {n} > 0;\ncontext_everywhere a != null && a.length == {n};\n\
         context (\\forall* int j = 0 .. {n}; Perm(a[j], write));\n\
         void m(int[] a, int n, int k) {{\n  par T(int t = 0 .. {n})\n    \
         context Perm(a[t], write);\n  {{\n{body}  }}\n}}\n"
    )
}
