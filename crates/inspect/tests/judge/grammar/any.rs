//! Statements at random: reads and writes at places of a thread, with barriers between them that are
//! mostly there.

use super::Grammar;

impl Grammar {
    /// A place in shared memory; it has twice as many as a block has threads.
    fn place(&mut self) -> String {
        let (b, k) = (self.all.clone(), self.small());
        match (self.random.below(16), self.loops.last().cloned()) {
            (0..=5, _) => "t".to_owned(),
            (6, _) => format!("t + {k}"),
            (7, _) => format!("(t + {k}) % {b}"),
            (8, _) => format!("{b} - 1 - t"),
            (9, _) => format!("t ^ {k}"),
            (10, _) => "2 * t".to_owned(),
            (11, _) => "t / 2".to_owned(),
            (12, _) => format!("t + {b}"),
            (13, Some(i)) => format!("(t + {i}) % (2 * {b})"),
            (14, Some(i)) => i,
            (13 | 14, None) => format!("t & ~{k}"),
            (_, _) => self.random.below(16).to_string(),
        }
    }

    /// A place in global memory.
    fn global(&mut self) -> String {
        let k = self.small();
        match self.random.below(10) {
            0..=5 => "g".to_owned(),
            6 => format!("g + {k}"),
            7 => "blockIdx.x".to_owned(),
            8 => "2 * g + (t & 1)".to_owned(),
            _ => "t".to_owned(),
        }
    }

    pub(super) fn guard(&mut self) -> String {
        let (b, k) = (self.all.clone(), self.small());
        match self.random.below(8) {
            0 => format!("t < {}", self.random.below(9)),
            1 => format!("t % {} == 0", k + 1),
            2 => "t == 0".to_owned(),
            3 => format!("t >= {b} / 2"),
            4 => format!("t < {b} / 2"),
            5 => "n > 3".to_owned(),
            6 => "g < n".to_owned(),
            _ => match self.loops.last().cloned() {
                Some(i) => format!("t < {i}"),
                None => format!("t + 1 < {b}"),
            },
        }
    }

    fn value(&mut self) -> String {
        match self.random.below(6) {
            0 => "t".to_owned(),
            1 => format!("in[{}]", self.global()),
            2 => format!("s[{}]", self.place()),
            3 => "x".to_owned(),
            4 => format!("x + s[{}]", self.place()),
            _ => format!("__shfl_down_sync(0xffffffffu, x, {})", self.small()),
        }
    }

    fn mostly_barrier(&mut self) -> &'static str {
        match self.random.below(16) {
            0 | 1 => "",
            2 => "__syncwarp();",
            3 => "__threadfence_block();",
            _ => "__syncthreads();",
        }
    }

    fn simple(&mut self) -> String {
        match self.random.below(10) {
            0..=3 => format!("s[{}] = {};", self.place(), self.value()),
            4 | 5 => format!("x += s[{}];", self.place()),
            6 => format!("out[{}] = {};", self.global(), self.value()),
            7 => format!("atomicAdd(&s[{}], 1);", self.place()),
            8 => format!("atomicAdd(&out[{}], x);", self.global()),
            _ => format!("x = {};", self.value()),
        }
    }

    fn statement(&mut self) -> String {
        self.depth += 1;
        let kind = if self.depth > 4 {
            0
        } else {
            self.random.below(12)
        };
        let text = match kind {
            0..=4 => self.simple(),
            5 | 6 => format!("if ({}) {{ {} }}", self.guard(), self.simple()),
            7 => format!(
                "if ({}) {{ {} }} else {{ {} }}",
                self.guard(),
                self.simple(),
                self.simple()
            ),
            8 if self.random.one_in(4) => {
                format!(
                    "if ({}) {{ {} {} }}",
                    self.guard(),
                    self.simple(),
                    self.mostly_barrier()
                )
            }
            8 => format!("{} {}", self.simple(), self.simple()),
            9 => {
                // Half as many threads each time.
                let d = self.name("d");
                let half = self.all.clone();
                let barrier = self.mostly_barrier();
                let work = match self.random.below(3) {
                    0 => format!("if (t < {d}) s[t] += s[t + {d}];"),
                    1 => format!("if (t >= {d}) s[t] = s[t - {d}];"),
                    _ => format!("if (t % (2 * {d}) == 0) s[t] += s[t + {d}];"),
                };
                format!("for (int {d} = {half} / 2; {d} > 0; {d} /= 2) {{ {work} {barrier} }}")
            }
            _ => {
                let i = self.name("i");
                self.loops.push(i.clone());
                let (first, between) = (self.statement(), self.mostly_barrier());
                let (second, last) = (self.simple(), self.mostly_barrier());
                self.loops.pop();
                let bound = self.pick(&["3", "n % 4", "4"]);
                format!(
                    "for (int {i} = 0; {i} < {bound}; {i}++) {{ {first} {between} {second} {last} }}"
                )
            }
        };
        self.depth -= 1;
        text
    }

    /// Statements with barriers between them.
    pub(super) fn any(&mut self, lines: &mut Vec<String>) {
        self.has("statements at random");
        for _ in 0..1 + self.random.below(3) {
            lines.push(format!("  {}", self.statement()));
            lines.push(format!("  {}", self.mostly_barrier()));
        }
        if self.random.one_in(2) {
            lines.push("  out[g] = x;".to_owned());
        }
    }
}
