//! Small kernels with contracts, made at random from what kernels are usually made of: maps,
//! stencils, reductions, loops, kernels one after the other, matrices, barriers.

use oracle::Random;

/// A program and what it is an instance of.
pub struct Generated {
    pub family: &'static str,
    pub text: String,
}

/// What programs of one kind are called, and how they are made.
type Family = (&'static str, fn(&mut Make) -> String);

/// The program of a seed.
pub fn generate(seed: u64) -> Generated {
    let mut make = Make {
        random: Random::new(seed),
    };
    let families: [Family; 12] = [
        ("map", Make::map),
        ("stencil", Make::stencil),
        ("fill", Make::fill),
        ("fill down", Make::fill_down),
        ("count", Make::count),
        ("reduction", Make::reduction),
        ("kernels", Make::kernels),
        ("shifted kernels", Make::shifted_kernels),
        ("matrix", Make::matrix),
        ("exchange", Make::exchange),
        ("loop in a kernel", Make::loop_in_kernel),
        ("rows", Make::rows),
    ];
    let at = usize::try_from(seed).unwrap_or(0) % families.len();
    let (family, text) = families[at];
    Generated {
        family,
        text: text(&mut make),
    }
}

struct Make {
    random: Random,
}

impl Make {
    fn number(&mut self, low: i64, high: i64) -> i64 {
        self.random.between(low, high)
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.below(all.len())]
    }

    /// How many there are: a parameter or a number.
    fn extent(&mut self) -> String {
        if self.random.one_in(3) {
            self.number(1, 9).to_string()
        } else {
            "n".to_owned()
        }
    }

    /// What is known of arrays of a length, and permissions to all their cells.
    fn arrays(&mut self, names: &[(&str, &str)], length: &str) -> String {
        let everywhere = self.one_of(&["context", "context_everywhere"]);
        let mut text = String::new();
        if length.contains('n') {
            text.push_str("requires 0 <= n;\n");
        }
        for (name, share) in names {
            let known = match self.number(0, 1) {
                0 => format!("{name} != null && {name}.length == {length}"),
                _ => format!("\\array({name}, {length})"),
            };
            text.push_str(&format!("{everywhere} {known};\n"));
            let shares = match self.number(0, 2) {
                0 => format!("(\\forall* int i = 0 .. {length}; Perm({name}[i], {share}))"),
                1 => format!("(\\forall* int i; 0 <= i && i < {length}; Perm({name}[i], {share}))"),
                _ => format!("Perm({name}[*], {share})"),
            };
            text.push_str(&format!("context {shares};\n"));
        }
        text
    }

    /// A number made of a cell and a variable, such as `3 * a[tid] - 2`.
    fn value(&mut self, cell: &str, variable: &str) -> String {
        if self.random.one_in(6) {
            return format!("{cell} * {cell} + {}", self.number(0, 4));
        }
        self.linear(cell, variable)
    }

    fn linear(&mut self, cell: &str, variable: &str) -> String {
        let (k, c) = (self.number(-3, 4), self.number(-5, 9));
        match self.number(0, 4) {
            0 => format!("{cell} + {}", c.abs()),
            1 => format!("{k} * {cell} + {variable}"),
            2 => format!("{cell} - {variable}"),
            3 => format!("({variable} < {} ? {cell} : {c})", c.abs()),
            _ => format!("({cell} > {c} ? {c} : {cell})"),
        }
    }

    /// A number made of a variable.
    fn plain(&mut self, variable: &str) -> String {
        let (k, c) = (self.number(-3, 4), self.number(-5, 9));
        match self.number(0, 4) {
            0 => format!("{k} * {variable} + {}", c.abs()),
            1 => variable.to_owned(),
            2 => c.to_string(),
            3 => format!("({variable} % {} == 0 ? {k} : {variable})", k.abs() + 2),
            _ => format!("{} - {variable}", c.abs()),
        }
    }

    /// A condition about a thread, or none.
    fn guard(&mut self, variable: &str, length: &str) -> Option<String> {
        let c = self.number(0, 4);
        match self.number(0, 6) {
            0 => Some(format!("{variable} % {} == 0", c + 2)),
            1 => Some(format!("{variable} < {length} - {c}")),
            2 => Some(format!("{variable} > {c}")),
            3 => Some(format!("{variable} != {c}")),
            _ => None,
        }
    }

    fn iterator(&mut self) -> &'static str {
        self.one_of(&["tid", "t", "id"])
    }

    fn read_share(&mut self) -> &'static str {
        self.one_of(&["1\\2", "1\\4", "write", "1\\3"])
    }

    /// Each thread reads its cell and writes its own.
    fn map(&mut self) -> String {
        let n = self.extent();
        let t = self.iterator();
        let share = self.read_share();
        let head = self.arrays(&[("a", share), ("b", "write")], &n);
        let value = self.value("a[@]", "@");
        let guard = self.guard("@", &n);
        let at = |text: &str, variable: &str| text.replace('@', variable);
        let value = |variable: &str| at(&value, variable);
        let premise = |variable: &str| match &guard {
            Some(guard) => format!("{} ==> ", at(guard, variable)),
            None => String::new(),
        };
        let inner = self.read_share_within(share);
        let body = match &guard {
            Some(guard) => format!(
                "if ({}) {{\n      b[{t}] = {};\n    }}",
                at(guard, t),
                value(t)
            ),
            None => format!("b[{t}] = {};", value(t)),
        };
        format!(
            "{head}ensures (\\forall int i = 0 .. {n}; {}b[i] == {});\n\
             void map(int[] a, int[] b, int n) {{\n  par T(int {t} = 0 .. {n})\n    \
             context Perm(a[{t}], {inner}) ** Perm(b[{t}], write);\n    \
             ensures {}b[{t}] == {};\n  {{\n    {body}\n  }}\n}}\n",
            premise("i"),
            value("i"),
            premise(t),
            value(t)
        )
    }

    /// A permission that is no more than another.
    fn read_share_within(&mut self, share: &str) -> &'static str {
        match share {
            "write" => self.one_of(&["write", "1\\2", "1\\5"]),
            "1\\2" => self.one_of(&["1\\2", "1\\3"]),
            "1\\3" => self.one_of(&["1\\3", "1\\7"]),
            _ => "1\\4",
        }
    }

    /// Each thread reads three neighbours; the array has a ghost cell at either end.
    fn stencil(&mut self) -> String {
        let n = self.extent();
        let t = self.iterator();
        let (x, y, z) = (self.number(1, 3), self.number(-2, 4), self.number(0, 3));
        let sum = |v: &str| format!("{x} * from[{v}] + {y} * from[{v} + 1] + {z} * from[{v} + 2]");
        let head = self.arrays(&[("to", "write")], &n);
        let share = self.one_of(&["1\\3", "1\\4", "1\\6"]);
        format!(
            "{head}context from != null && from.length == {n} + 2;\n\
             context (\\forall* int i = 0 .. {n} + 2; Perm(from[i], write));\n\
             ensures (\\forall int i = 0 .. {n}; to[i] == {});\n\
             void stencil(int[] from, int[] to, int n) {{\n  par S(int {t} = 0 .. {n})\n    \
             context Perm(to[{t}], write);\n    \
             context Perm(from[{t}], {share}) ** Perm(from[{t} + 1], {share}) ** Perm(from[{t} + 2], {share});\n    \
             ensures to[{t}] == {};\n  {{\n    to[{t}] = {};\n  }}\n}}\n",
            sum("i"),
            sum(t),
            sum(t)
        )
    }

    /// A loop fills an array from the start.
    fn fill(&mut self) -> String {
        let n = self.extent();
        let head = self.arrays(&[("a", "write")], &n);
        let value = self.plain("@");
        let value = |variable: &str| value.replace('@', variable);
        let known = "a != null && a.length == ";
        let invariants = format!(
            "  loop_invariant {known}{n};\n  loop_invariant 0 <= i && i <= {n};\n  \
             loop_invariant (\\forall* int k = 0 .. {n}; Perm(a[k], write));\n  \
             loop_invariant (\\forall int k = 0 .. i; a[k] == {});\n",
            value("k")
        );
        let code = match self.number(0, 1) {
            0 => format!(
                "  int i = 0;\n{invariants}  while (i < {n}) {{\n    a[i] = {};\n    i = i + 1;\n  }}\n",
                value("i")
            ),
            _ => format!(
                "{invariants}  for (int i = 0; i < {n}; i++) {{\n    a[i] = {};\n  }}\n",
                value("i")
            ),
        };
        format!(
            "{head}ensures (\\forall int k = 0 .. {n}; a[k] == {});\n\
             void fill(int[] a, int n) {{\n{code}}}\n",
            value("k")
        )
    }

    /// A loop fills an array from the end.
    fn fill_down(&mut self) -> String {
        let n = self.extent();
        let head = self.arrays(&[("a", "write")], &n);
        let value = self.plain("@");
        let value = |variable: &str| value.replace('@', variable);
        let invariants = format!(
            "  loop_invariant a != null && a.length == {n};\n  loop_invariant -1 <= i && i < {n};\n  \
             loop_invariant (\\forall* int k = 0 .. {n}; Perm(a[k], write));\n  \
             loop_invariant (\\forall int k = i + 1 .. {n}; a[k] == {});\n",
            value("k")
        );
        let code = match self.number(0, 1) {
            0 => format!(
                "  int i = {n} - 1;\n{invariants}  while (i >= 0) {{\n    a[i] = {};\n    i = i - 1;\n  }}\n",
                value("i")
            ),
            _ => format!(
                "{invariants}  for (int i = {n} - 1; i >= 0; i--) {{\n    a[i] = {};\n  }}\n",
                value("i")
            ),
        };
        format!(
            "{head}ensures (\\forall int k = 0 .. {n}; a[k] == {});\n\
             void fill(int[] a, int n) {{\n{code}}}\n",
            value("k")
        )
    }

    /// A loop without arrays.
    fn count(&mut self) -> String {
        let n = self.extent();
        let (start, step, by) = (self.number(-3, 3), self.number(1, 3), self.number(-2, 5));
        let symbolic = n == "n";
        let end = if symbolic {
            "n".to_owned()
        } else {
            (start + step * self.number(0, 6)).to_string()
        };
        // So many rounds that the end is met.
        let known = if symbolic {
            format!("requires n >= {start} && (n - ({start})) % {step} == 0;\n")
        } else {
            String::new()
        };
        let aligned = if step > 1 {
            format!("  loop_invariant (i - ({start})) % {step} == 0;\n")
        } else {
            String::new()
        };
        let last = if symbolic && step > 1 {
            // The remainder makes the bound reachable; it is said of the end as well.
            format!("  loop_invariant ({end} - i) % {step} == 0;\n")
        } else {
            String::new()
        };
        format!(
            "{known}ensures {step} * \\result == {by} * ({end} - ({start}));\n\
             int count(int n) {{\n  int i = {start};\n  int s = 0;\n  \
             loop_invariant {start} <= i && i <= {end};\n{aligned}{last}  \
             loop_invariant {step} * s == {by} * (i - ({start}));\n  \
             while (i < {end}) {{\n    s = s + {by};\n    i = i + {step};\n  }}\n  return s;\n}}\n"
        )
    }

    /// A loop adds up an array.
    fn reduction(&mut self) -> String {
        let n = self.extent();
        let share = self.one_of(&["1\\2", "write", "read"]);
        // A square in the sum is more than the solver finds each time.
        let value = self.linear("a[@]", "@");
        let value = |variable: &str| value.replace('@', variable);
        let head = self.arrays(&[("a", share)], &n);
        format!(
            "requires a != null && 0 <= k && k <= a.length;\n\
             requires (\\forall* int i = 0 .. a.length; Perm(a[i], read));\ndecreases k;\n\
             pure int total(int[] a, int k) = k == 0 ? 0 : total(a, k - 1) + ({});\n\n\
             {head}ensures \\result == total(a, {n});\n\
             int reduce(int[] a, int n) {{\n  int s = 0;\n  int i = 0;\n  \
             loop_invariant a != null && a.length == {n} && 0 <= i && i <= {n};\n  \
             loop_invariant (\\forall* int k = 0 .. {n}; Perm(a[k], {share}));\n  \
             loop_invariant s == total(a, i);\n  while (i < {n}) {{\n    s = s + ({});\n    i = i + 1;\n  }}\n  return s;\n}}\n",
            value("k - 1"),
            value("i")
        )
    }

    /// Kernels one after the other, each thread with its own cell.
    fn kernels(&mut self) -> String {
        let n = self.extent();
        let head = self.arrays(&[("a", "write"), ("b", "write")], &n);
        let first = self.plain("@");
        let first = |variable: &str| first.replace('@', variable);
        let (k, c) = (self.number(-2, 3), self.number(0, 6));
        let second = |variable: &str| format!("{k} * ({}) + {c}", first(variable));
        let (t, u) = (self.iterator(), self.iterator());
        let third = self.random.one_in(2);
        let more = if third {
            format!(
                "  par C(int {t} = 0 .. {n})\n    context Perm(a[{t}], write) ** Perm(b[{t}], 1\\2);\n    \
                 requires b[{t}] == {};\n    ensures b[{t}] == {} && a[{t}] == {} + 1;\n  {{\n    \
                 a[{t}] = b[{t}] + 1;\n  }}\n",
                second(t),
                second(t),
                second(t)
            )
        } else {
            String::new()
        };
        let last = if third {
            format!(
                "ensures (\\forall int i = 0 .. {n}; a[i] == {} + 1);\n",
                second("i")
            )
        } else {
            String::new()
        };
        format!(
            "{head}ensures (\\forall int i = 0 .. {n}; b[i] == {});\n{last}\
             void kernels(int[] a, int[] b, int n) {{\n  par A(int {t} = 0 .. {n})\n    \
             context Perm(a[{t}], write);\n    ensures a[{t}] == {};\n  {{\n    a[{t}] = {};\n  }}\n  \
             par B(int {u} = 0 .. {n})\n    context Perm(a[{u}], 1\\2) ** Perm(b[{u}], write);\n    \
             requires a[{u}] == {};\n    ensures b[{u}] == {};\n  {{\n    b[{u}] = {k} * a[{u}] + {c};\n  }}\n{more}}}\n",
            second("i"),
            first(t),
            first(t),
            first(u),
            second(u)
        )
    }

    /// The second kernel reads what other threads of the first wrote.
    fn shifted_kernels(&mut self) -> String {
        let n = self.extent();
        let head = self.arrays(&[("a", "write"), ("b", "write")], &n);
        let first = self.plain("@");
        let first = |variable: &str| first.replace('@', &format!("({variable})"));
        let other = self.one_of(&["mirror", "next", "guarded"]);
        let index = |v: &str| match other {
            "mirror" => format!("{n} - 1 - {v}"),
            "next" => format!("({v} + 1) % {n}"),
            _ => format!("{v} + 1"),
        };
        let guarded = other == "guarded";
        let said = |text: String| if guarded { text } else { String::new() };
        let premise = |v: &str, n: &str| said(format!("{v} < {n} - 1 ==> "));
        let guard = |v: &str, n: &str| said(format!("if ({v} < {n} - 1) "));
        let c = self.number(0, 5);
        let (t, u) = (self.iterator(), self.iterator());
        let at = index(u);
        format!(
            "{head}ensures (\\forall int i = 0 .. {n}; {}b[i] == {} + {c});\n\
             void shifted(int[] a, int[] b, int n) {{\n  par A(int {t} = 0 .. {n})\n    \
             context Perm(a[{t}], write);\n    ensures a[{t}] == {};\n  {{\n    a[{t}] = {};\n  }}\n  \
             par B(int {u} = 0 .. {n})\n    context {}Perm(a[{at}], 1\\2);\n    context Perm(b[{u}], write);\n    \
             requires {}a[{at}] == {};\n    ensures {}b[{u}] == {} + {c};\n  {{\n    {}b[{u}] = a[{at}] + {c};\n  }}\n}}\n",
            premise("i", &n),
            first(&index("i")),
            first(t),
            first(t),
            premise(u, &n),
            premise(u, &n),
            first(&at),
            premise(u, &n),
            first(&at),
            guard(u, &n)
        )
    }

    /// Each thread has a cell of a matrix.
    fn matrix(&mut self) -> String {
        let (k, l, c) = (self.number(-2, 4), self.number(-2, 4), self.number(0, 5));
        let value = |r: &str, c2: &str| format!("{k} * {r} + {l} * {c2} + {c}");
        let known = self.one_of(&["rows >= 1 && columns >= 1", "0 < rows && 0 < columns"]);
        format!(
            "requires {known};\ncontext \\matrix(m, rows, columns);\n\
             context (\\forall* int r = 0 .. rows, int c = 0 .. columns; Perm(m[r][c], write));\n\
             ensures (\\forall int r = 0 .. rows, int c = 0 .. columns; m[r][c] == {});\n\
             void matrix(int[][] m, int rows, int columns) {{\n  \
             par M(int r = 0 .. rows, int c = 0 .. columns)\n    context \\matrix(m, rows, columns);\n    \
             context Perm(m[r][c], write);\n    ensures m[r][c] == {};\n  {{\n    m[r][c] = {};\n  }}\n}}\n",
            value("r", "c"),
            value("r", "c"),
            value("r", "c")
        )
    }

    /// Threads exchange their cells at a barrier.
    fn exchange(&mut self) -> String {
        let n = self.extent();
        let head = self.arrays(&[("a", "write"), ("b", "write")], &n);
        let value = self.plain("@");
        let value = |variable: &str| value.replace('@', &format!("({variable})"));
        let t = self.iterator();
        let turn = self.random.one_in(2);
        let index = |v: &str| {
            if turn {
                format!("({v} + 1) % {n}")
            } else {
                format!("{n} - 1 - {v}")
            }
        };
        let at = index(t);
        format!(
            "{head}ensures (\\forall int i = 0 .. {n}; b[i] == {});\n\
             void exchange(int[] a, int[] b, int n) {{\n  par T(int {t} = 0 .. {n})\n    \
             context Perm(b[{t}], write);\n    requires Perm(a[{t}], write);\n    \
             ensures Perm(a[{at}], write);\n    ensures b[{t}] == {};\n  {{\n    a[{t}] = {};\n    \
             barrier(T) {{\n      requires Perm(a[{t}], write) ** a[{t}] == {};\n      \
             ensures Perm(a[{at}], write) ** a[{at}] == {};\n    }}\n    b[{t}] = a[{at}];\n  }}\n}}\n",
            value(&index("i")),
            value(&at),
            value(t),
            value(t),
            value(&at)
        )
    }

    /// A loop in each thread reads one cell again and again.
    fn loop_in_kernel(&mut self) -> String {
        let n = self.extent();
        let rounds = self.number(0, 7);
        let t = self.iterator();
        let head = self.arrays(&[("a", "1\\2"), ("b", "write")], &n);
        format!(
            "{head}ensures (\\forall int i = 0 .. {n}; b[i] == {rounds} * a[i]);\n\
             void repeat(int[] a, int[] b, int n) {{\n  par T(int {t} = 0 .. {n})\n    \
             context Perm(a[{t}], 1\\2) ** Perm(b[{t}], write);\n    ensures b[{t}] == {rounds} * a[{t}];\n  {{\n    \
             int s = 0;\n    int j = 0;\n    loop_invariant Perm(a[{t}], 1\\2);\n    \
             loop_invariant 0 <= j && j <= {rounds} && s == j * a[{t}];\n    while (j < {rounds}) {{\n      \
             s = s + a[{t}];\n      j = j + 1;\n    }}\n    b[{t}] = s;\n  }}\n}}\n"
        )
    }

    /// Threads of two numbers over one array, row by row.
    fn rows(&mut self) -> String {
        let width = self.number(1, 4);
        let (k, c) = (self.number(1, 4), self.number(0, 5));
        format!(
            "context a != null && 0 <= n && a.length == {width} * n;\n\
             context (\\forall* int i = 0 .. {width} * n; Perm(a[i], write));\n\
             ensures (\\forall int r = 0 .. n, int c = 0 .. {width}; a[{width} * r + c] == {k} * r + c + {c});\n\
             void rows(int[] a, int n) {{\n  par R(int r = 0 .. n, int c = 0 .. {width})\n    \
             context Perm(a[{width} * r + c], write);\n    \
             ensures a[{width} * r + c] == {k} * r + c + {c};\n  {{\n    \
             a[{width} * r + c] = {k} * r + c + {c};\n  }}\n}}\n"
        )
    }
}
