//! Patterns that programmers know, each followed by a barrier, and kernels made of them.

use super::Grammar;

impl Grammar {
    /// A pattern; what it leaves behind needs a barrier.
    fn pattern(&mut self) -> String {
        let b = self.all.clone();
        let array = self.pick(&["s", "u", "o"]).to_owned();
        match self.random.below(16) {
            0 => self.halves(&array),
            1 => self.sums_before(&array),
            2 | 3 => self.tiles(),
            4 => self.buffers(),
            5 => self.counter(),
            6 => self.permutation(),
            7 => self.of_warp(&array),
            8 => {
                self.has("cooperative loop");
                let i = self.name("i");
                let bound = self.pick(&["2 * B", "B"]).replace('B', &b);
                format!("for (int {i} = t; {i} < {bound}; {i} += {b}) {array}[{i}] = in[{i}];")
            }
            9 => {
                self.has("halves of an array");
                let (from, to) = match self.slip("index") {
                    true => ("t + 1", format!("t + {b} - 1")),
                    false => ("t", format!("t + {b}")),
                };
                format!("if (t < {b} / 2) {array}[{to}] = {array}[{from}];")
            }
            10 if self.depth < 1 => {
                self.has("condition alike for all");
                self.depth += 1;
                let condition = self
                    .pick(&["n > 3", "blockIdx.x == 0", "gridDim.x > 1 && n < 9"])
                    .to_owned();
                let condition = match self.slip("condition") {
                    true => self.guard(),
                    false => condition,
                };
                let (first, barrier, second) = (self.phase(), self.barrier(), self.phase());
                self.depth -= 1;
                format!("if ({condition}) {{ {first} {barrier} {second} }}")
            }
            11..=13 if self.depth < 1 => self.repeated(),
            _ => self.phase(),
        }
    }

    /// A loop that all threads of the block take equally often, with barriers in it.
    fn repeated(&mut self) -> String {
        self.has("barrier in loop");
        self.depth += 1;
        let i = self.name("i");
        let bound = self.pick(&["3", "n % 4", "4", "(int)gridDim.x"]).to_owned();
        let bound = match self.slip("loop bound") {
            true => "t % 3".to_owned(),
            false => bound,
        };
        self.loops.push(i.clone());
        let (first, between) = (self.pattern(), self.barrier());
        let (second, last) = (self.phase(), self.barrier());
        self.loops.pop();
        self.depth -= 1;
        match self.random.below(4) {
            0 => {
                self.has("do loop");
                format!(
                    "{{ int {i} = 0; do {{ {first} {between} {second} {last} {i}++; }} while ({i} < {bound}); }}"
                )
            }
            1 => {
                self.has("break");
                let leave = match self.slip("exit") {
                    true => "x > 5".to_owned(),
                    false => format!("{i} > n"),
                };
                format!(
                    "for (int {i} = 0; {i} < {bound}; {i}++) {{ {first} {between} if ({leave}) break; {second} {last} }}"
                )
            }
            2 => {
                self.has("continue");
                format!(
                    "for (int {i} = 0; {i} < {bound}; {i}++) {{ {first} {between} if ({i} == n) continue; {second} {last} }}"
                )
            }
            _ => format!(
                "for (int {i} = 0; {i} < {bound}; {i}++) {{ {first} {between} {second} {last} }}"
            ),
        }
    }

    /// A sum by halves.
    fn halves(&mut self, array: &str) -> String {
        self.has("reduction");
        let (d, b) = (self.name("d"), self.all.clone());
        let row = self.block.is_none_or(|all| all == self.width);
        let less = if self.slip("guard") { "<=" } else { "<" };
        let (step, work) = match self.random.below(4) {
            0 => (
                format!("int {d} = 1; {d} < {b}; {d} *= 2"),
                format!("if (t % (2 * {d}) == 0 && t + {d} < {b}) {array}[t] += {array}[t + {d}];"),
            ),
            1 => (
                format!("int {d} = 1; {d} < {b}; {d} <<= 1"),
                format!("int j = 2 * {d} * t; if (j + {d} < {b}) {array}[j] += {array}[j + {d}];"),
            ),
            2 if row => (
                format!("unsigned {d} = {b} / 2; {d}; {d} /= 2"),
                format!("if (threadIdx.x {less} {d}) {array}[t] += {array}[t + {d}];"),
            ),
            _ => (
                format!("int {d} = {b} / 2; {d} > 0; {d} >>= 1"),
                format!("if (t {less} {d}) {array}[t] += {array}[t + {d}];"),
            ),
        };
        let barrier = self.barrier();
        format!("for ({step}) {{ {work} {barrier} }}")
    }

    /// Sums of all before, with two barriers a step.
    fn sums_before(&mut self, array: &str) -> String {
        self.has("scan");
        let (d, v, b) = (self.name("d"), self.name("v"), self.all.clone());
        let (first, second) = (self.barrier(), self.barrier());
        format!(
            "for (int {d} = 1; {d} < {b}; {d} *= 2) {{ int {v} = 0; if (t >= {d}) {v} = {array}[t - {d}]; {first} {array}[t] += {v}; {second} }}"
        )
    }

    /// Tiles of an array, one after the other.
    fn tiles(&mut self) -> String {
        self.has("tiles");
        let (from, b) = (self.name("b"), self.all.clone());
        let (first, second) = (self.barrier(), self.barrier());
        let array = self.pick(&["s", "u"]).to_owned();
        let fill = match self.random.below(3) {
            0 => format!("{array}[t] = in[{from} + t];"),
            1 => format!("{array}[t] = {from} + t < n ? in[{from} + t] : 0;"),
            _ => format!("if ({from} + t < n) {array}[t] = in[{from} + t];"),
        };
        let bound = self
            .pick(&["3 * B", "B * (n % 3)", "2 * B"])
            .replace('B', &b);
        let k = self.name("k");
        format!(
            "for (int {from} = 0; {from} < {bound}; {from} += {b}) {{ {fill} {first} for (int {k} = 0; {k} < {b}; {k}++) x += {array}[{k}]; {second} }}"
        )
    }

    /// Two buffers that change places.
    fn buffers(&mut self) -> String {
        self.has("two buffers");
        let (p, q, r, i) = (
            self.name("p"),
            self.name("q"),
            self.name("r"),
            self.name("i"),
        );
        let (b, k, barrier) = (self.all.clone(), self.small(), self.barrier());
        let (start, swap) = match self.random.below(2) {
            0 => (
                format!("int *{p} = s, *{q} = s + {b};"),
                format!("int *{r} = {p}; {p} = {q}; {q} = {r};"),
            ),
            _ => (
                format!("int *{p} = s, *{q} = u;"),
                format!("int *{r} = {p}; {p} = {q}; {q} = {r};"),
            ),
        };
        format!(
            "{{ {start} for (int {i} = 0; {i} < 4; {i}++) {{ {q}[t] = {p}[(t + {k}) % {b}]; {barrier} {swap} }} }}"
        )
    }

    /// Places given out by an atomic counter.
    fn counter(&mut self) -> String {
        self.has("counter");
        let (p, barrier) = (self.name("p"), self.barrier());
        let (b, guard) = (self.all.clone(), self.guard());
        let take = match self.slip("atomic") {
            true => "c++".to_owned(),
            false => "atomicAdd(&c, 1)".to_owned(),
        };
        let again = self.barrier();
        let ty = self.pick(&["int", "unsigned", "unsigned"]).to_owned();
        format!(
            "if (t == 0) c = 0; {barrier} if ({guard}) {{ {ty} {p} = {take}; if ({p} < {b}) s[{p}] = t; }} {again}"
        )
    }

    /// Places read from memory.
    fn permutation(&mut self) -> String {
        self.has("places in memory");
        let (own, barrier) = (self.own(), self.barrier());
        let place = self.at(&own);
        format!("u[t] = {place}; {barrier} s[u[t]] = x;")
    }

    /// Work of a warp without barriers of the block.
    fn of_warp(&mut self, array: &str) -> String {
        self.has("work of a warp");
        if self.random.one_in(3) {
            let d = self.name("d");
            return format!(
                "for (int {d} = 16; {d} > 0; {d} /= 2) x += __shfl_down_sync(0xffffffffu, x, {d}); if (t % 32 == 0) {array}[t / 32] = x;"
            );
        }
        if self.block.is_none() {
            return self.phase();
        }
        let k = 1 << self.random.below(2);
        let warp = match self.slip("barrier of a warp") {
            true => "",
            false => "__syncwarp();",
        };
        let last = self.barrier();
        format!("{array}[t] = x; {warp} x += {array}[t ^ {k}]; {warp} {array}[t] = t; {last}")
    }

    /// A kernel of phases and patterns.
    pub(super) fn right(&mut self, lines: &mut Vec<String>) {
        let b = self.all.clone();
        lines.push(format!("  int *o = out + (size_t)blockIdx.x * 2 * {b};"));
        for _ in 0..1 + self.random.below(2) {
            if self.random.one_in(8) {
                self.has("early return");
                let condition = match self.slip("early return") {
                    true => self.guard(),
                    false => self.pick(&["n < 0", "blockIdx.x > 1", "n == 5"]).to_owned(),
                };
                lines.push(format!("  if ({condition}) return;"));
            }
            lines.push(format!("  {}", self.pattern()));
            lines.push(format!("  {}", self.barrier()));
        }
        match self.random.below(6) {
            0 => {
                self.has("early return");
                lines.push("  if (g >= n) return;".to_owned());
                lines.push(format!("  {}", self.phase()));
            }
            1 => lines.push("  atomicAdd(&acc[n & 3], x);".to_owned()),
            2 => {
                self.has("grid-stride loop");
                lines.push(format!(
                    "  for (long i = g; i < n; i += (long)gridDim.x * {b}) acc[i] = in[i] + x;"
                ));
            }
            3 => lines.push("  acc[g] = x;".to_owned()),
            4 => lines.push("  if (t == 0) acc[blockIdx.x] = s[0];".to_owned()),
            _ => lines.push(format!("  {}", self.phase())),
        }
    }
}
