//! Threads write the cells that they have and exchange them at barriers: whole cells, halves of two,
//! or a part of all. The builder knows at every point who has what and what is in it.

use super::turn::Turn;
use super::{Make, clauses};

/// What each thread has of an array.
#[derive(Clone)]
enum Share {
    /// One cell or several, each with an amount.
    Cells(Vec<(Turn, &'static str)>),
    /// Of all cells as much as the others have.
    All,
}

/// An array, as the builder knows it.
#[derive(Clone)]
struct Cells {
    name: &'static str,
    share: Share,
    /// The cell to which a thread wrote last.
    place: Turn,
    /// What it wrote, of the thread `@`.
    value: String,
}

impl Cells {
    fn new(name: &'static str) -> Cells {
        Cells {
            name,
            share: Share::Cells(vec![(Turn::OWN, "write")]),
            place: Turn::OWN,
            value: format!("\\old({name}[@])"),
        }
    }

    /// What is in a cell, in terms of the thread that has it.
    fn value_at(&self, turn: Turn, thread: &str, n: &str) -> String {
        let writer = self.place.back().after(turn).of(thread, n);
        let writer = if writer.contains(' ') {
            format!("({writer})")
        } else {
            writer
        };
        self.value.replace('@', &writer)
    }

    /// The cell that a thread may write, if there is one.
    fn whole(&self) -> Option<Turn> {
        match &self.share {
            Share::Cells(cells) if cells.len() == 1 => Some(cells[0].0),
            _ => None,
        }
    }

    /// A cell that a thread may read.
    fn readable(&self) -> Turn {
        match &self.share {
            Share::Cells(cells) => cells[0].0,
            Share::All => Turn::OWN,
        }
    }
}

/// The kernel under construction.
struct Kernel<'a> {
    make: &'a mut Make,
    n: String,
    arrays: Vec<Cells>,
    body: String,
}

impl Kernel<'_> {
    /// What a thread has and knows of all arrays, as clauses. With slips.
    fn stated(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        for cells in self.arrays.clone() {
            let (name, n) = (cells.name, self.n.clone());
            match &cells.share {
                Share::Cells(shares) => {
                    for (turn, amount) in shares {
                        let turn = self.slipped(*turn);
                        let amount = self
                            .make
                            .or_slip(amount, &["write", "1\\2", "2\\3", "1\\4"]);
                        all.push(format!("Perm({name}[{}], {amount})", turn.of("t", &n)));
                        all.push(self.claim(&cells, turn));
                    }
                }
                Share::All => {
                    let amount = self
                        .make
                        .or_slip("1\\n", &["1\\2", "1\\(n + 1)", "2\\(n + 1)"]);
                    let amount = amount.replace('n', &n);
                    all.push(format!(
                        "(\\forall* int j = 0 .. {n}; Perm({name}[j], {amount}))"
                    ));
                    if !self.make.slip() {
                        all.push(format!(
                            "(\\forall int j = 0 .. {n}; {name}[j] == {})",
                            cells.value_at(Turn::OWN, "j", &n)
                        ));
                    }
                }
            }
            if self.make.slip() {
                all.pop();
            }
        }
        all
    }

    fn slipped(&mut self, turn: Turn) -> Turn {
        if self.make.slip() {
            self.make.one_of(&Turn::ALL)
        } else {
            turn
        }
    }

    /// What is in a cell.
    fn claim(&mut self, cells: &Cells, turn: Turn) -> String {
        let n = self.n.clone();
        let value = cells.value_at(self.slipped(turn), "t", &n);
        let more = self.make.or_slip("", &[" + 1", " - 1", " + t"]);
        format!("{}[{}] == {value}{more}", cells.name, turn.of("t", &n))
    }

    fn line(&mut self, text: &str) {
        self.body.push_str(&format!("    {text}\n"));
    }

    /// An array's cell is written.
    fn write(&mut self) {
        let at = self.make.random.below(self.arrays.len());
        let Some(turn) = self.arrays[at].whole() else {
            return;
        };
        let n = self.n.clone();
        let name = self.arrays[at].name;
        let cell = format!("{name}[{}]", turn.of("t", &n));
        let old = self.arrays[at].value_at(turn, "@", &n);
        let c = self.make.number(0, 4);
        let (code, value) = match self.make.number(0, 4) {
            0 => (c.to_string(), c.to_string()),
            1 => (format!("{cell} + {c}"), format!("{old} + {c}")),
            2 => {
                let from = self.make.random.below(self.arrays.len());
                let from = self.arrays[from].clone();
                let turn = from.readable();
                let value = from.value_at(turn, "@", &n);
                (
                    format!("{}[{}] + {c}", from.name, turn.of("t", &n)),
                    format!("{value} + {c}"),
                )
            }
            3 => (
                format!("(t == {c} ? k : {cell})"),
                format!("(@ == {c} ? k : {old})"),
            ),
            _ => (format!("2 * t + {c}"), format!("2 * @ + {c}")),
        };
        if self.make.random.one_in(4) {
            let guard = self.make.one_of(&["t == 0", "t < k", "0 < t"]);
            self.line(&format!("if ({guard}) {{ {cell} = {code}; }}"));
            self.arrays[at].value = format!("({} ? {value} : {old})", guard.replace('t', "@"));
        } else {
            self.line(&format!("{cell} = {code};"));
            self.arrays[at].value = format!("({value})");
        }
        if !self.make.slip() {
            self.arrays[at].place = turn;
        }
    }

    /// All threads meet, and cells change hands.
    fn barrier(&mut self) {
        let before = self.stated();
        let keeps = self.make.random.one_in(4);
        for at in 0..self.arrays.len() {
            if keeps || self.make.random.one_in(3) {
                continue;
            }
            let whole = self.make.one_of(&Turn::ALL);
            let other = self.make.one_of(&Turn::ALL);
            self.arrays[at].share = match self.make.number(0, 5) {
                0..=2 => Share::Cells(vec![(whole, "write")]),
                3 => Share::Cells(vec![(whole, "1\\2"), (other, "1\\2")]),
                4 => Share::Cells(vec![(whole, "1\\4"), (other, "3\\4")]),
                _ => Share::All,
            };
        }
        let after = self.stated();
        let contract =
            clauses("      ", "requires", &before) + &clauses("      ", "ensures", &after);
        let barrier = format!("barrier(T)\n{contract}    {{ }}");
        // What changes no share may stand under a condition.
        if keeps && self.make.maybe() {
            let condition = self
                .make
                .or_slip("k > 0", &["t == 0", "t < n", "k > t", "v > 0"]);
            self.line(&format!("if ({condition}) {{ {barrier} }}"));
        } else if self.make.slip() {
            let condition = self.make.one_of(&["t < n", "k > 0", "t > 0", "v >= k"]);
            self.line(&format!("if ({condition}) {{ {barrier} }}"));
        } else {
            self.line(&barrier);
        }
    }

    fn assertion(&mut self) {
        let at = self.make.random.below(self.arrays.len());
        let cells = self.arrays[at].clone();
        let claim = self.claim(&cells, cells.readable());
        self.line(&format!("assert {claim};"));
    }
}

/// One array or two, and a few steps.
pub fn exchange(make: &mut Make) -> String {
    let n = make.one_of(&["n", "n", "n", "4", "3", "2", "1"]);
    let mut arrays = vec![Cells::new("a")];
    if make.maybe() {
        arrays.push(Cells::new("b"));
    }
    let params: Vec<String> = arrays.iter().map(|a| format!("int[] {}", a.name)).collect();
    let mut kernel = Kernel {
        make,
        n: n.to_owned(),
        arrays,
        body: String::new(),
    };
    let start = kernel.stated();
    kernel.line("int v = k;");
    let steps = kernel.make.number(2, 5);
    for _ in 0..steps {
        match kernel.make.number(0, 5) {
            0..=1 => kernel.write(),
            2 => kernel.assertion(),
            _ => kernel.barrier(),
        }
    }
    let end = kernel.stated();
    let mut head = vec![format!("{n} > 0")];
    let mut context = Vec::new();
    let mut ensures = Vec::new();
    for cells in &kernel.arrays {
        let name = cells.name;
        head.push(format!("{name} != null && {name}.length == {n}"));
        context.push(format!(
            "(\\forall* int j = 0 .. {n}; Perm({name}[j], write))"
        ));
        ensures.push(format!(
            "(\\forall int j = 0 .. {n}; {name}[j] == {})",
            cells.value_at(Turn::OWN, "j", n)
        ));
    }
    if kernel.make.slip() {
        ensures.clear();
    }
    format!(
        "{}{}{}void m({}, int n, int k) {{\n  par T(int t = 0 .. {n})\n{}{}  {{\n{}  }}\n}}\n",
        clauses("", "context_everywhere", &head),
        clauses("", "context", &context),
        clauses("", "ensures", &ensures),
        params.join(", "),
        clauses("    ", "requires", &start),
        clauses("    ", "ensures", &end),
        kernel.body
    )
}
