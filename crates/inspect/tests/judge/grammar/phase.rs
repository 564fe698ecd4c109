//! Phases: between two barriers each array has a role, and what keeps to the roles does not race.

use super::Grammar;

/// A map from threads to places of which no two threads have the same.
#[derive(Clone, Debug)]
pub(super) struct Own {
    /// The place in the program's words; `@` stands for the thread's number.
    place: String,
    /// Places of this distance belong to the thread, too.
    further: Option<String>,
}

/// What threads may do with an array in a phase.
#[derive(Clone, Debug)]
pub(super) enum Role {
    /// Each thread reads and writes places of its own.
    Own(Own),
    /// All read.
    Read,
    /// All change it by atomic operations.
    Atomic,
    /// One thread reads and writes.
    One(String),
}

/// Arrays of the block: two in shared memory, and its part of one in global memory.
pub(super) const ARRAYS: [&str; 3] = ["s", "u", "o"];

/// The roles of [`ARRAYS`].
pub(super) type Roles = [Role; 3];

impl Grammar {
    /// A map that no two threads share a place of; there are twice as many places as threads.
    pub(super) fn own(&mut self) -> Own {
        let (b, k) = (self.all.clone(), self.small());
        let own = |place: String| Own {
            place,
            further: None,
        };
        if self.slip("place of two threads") {
            let all = [
                own("@ / 2".to_owned()),
                own(format!("@ & ~{k}")),
                own(format!("(@ + {k}) % ({b} - 1)")),
                own(format!("@ * {k} % {b}")),
                own(format!("(tx + {k}) % {b}")),
                own(format!("ty + {k}")),
            ];
            return all[self.random.below(all.len())].clone();
        }
        match self.random.below(14) {
            0..=4 => own("@".to_owned()),
            5 => own(format!("(@ + {k}) % {b}")),
            6 => own(format!("{b} - 1 - @")),
            7 if self.block.is_some() => {
                self.has("exclusive or");
                let k = self.random.below(self.block.unwrap_or(1) as usize);
                own(format!("(@ ^ {k})"))
            }
            8 => own(format!("@ + {b}")),
            9 => own("2 * @".to_owned()),
            10 => own("2 * @ + 1".to_owned()),
            11 => {
                self.has("two places a thread");
                Own {
                    place: "2 * @".to_owned(),
                    further: Some("1".to_owned()),
                }
            }
            12 => {
                self.has("two places a thread");
                Own {
                    place: "@".to_owned(),
                    further: Some(b),
                }
            }
            13 if self.block.is_some() && self.width > 1 => {
                let height = self.block.unwrap_or(1) / self.width;
                self.has("columns");
                own(format!(
                    "((@) % {w} * {height} + (@) / {w})",
                    w = self.width
                ))
            }
            _ => own("@".to_owned()),
        }
    }

    /// A place of a thread.
    pub(super) fn at(&mut self, own: &Own) -> String {
        let place = own.place.replace('@', "t");
        match &own.further {
            Some(by) if self.random.one_in(2) => format!("{place} + {by}"),
            _ if self.slip("index") => format!("{place} + {}", self.small()),
            _ => place,
        }
    }

    /// A place of anybody, within bounds.
    pub(super) fn anywhere(&mut self) -> String {
        if self.slip("bounds") {
            let b = self.all.clone();
            return format!("t + {b} + 1");
        }
        let (b, k) = (self.all.clone(), self.small());
        match (self.random.below(10), self.loops.last().cloned()) {
            (0, _) => "t".to_owned(),
            (1, _) => format!("(t + {k}) % {b}"),
            (2, _) => format!("t + {b}"),
            (3, _) => "t / 2".to_owned(),
            (4, _) => "2 * t".to_owned(),
            (5, _) => "0".to_owned(),
            (6, Some(i)) => format!("(t + {i}) % {b}"),
            (7, Some(i)) => format!("{i} % 4"),
            (8, _) => "(in[g] & 7)".to_owned(),
            (_, _) => format!("{b} - 1 - t"),
        }
    }

    pub(super) fn roles(&mut self) -> Roles {
        let mut role = || match self.random.below(9) {
            0..=4 => Role::Own(self.own()),
            5 | 6 => Role::Read,
            7 => Role::Atomic,
            _ => Role::One(match self.random.below(3) {
                0 => "t == 0".to_owned(),
                1 => format!("t == {}", self.random.below(4)),
                _ => format!("t == {} - 1", self.all),
            }),
        };
        [role(), role(), role()]
    }

    /// A value that a thread may have in this phase; `together` where all threads of the block come.
    pub(super) fn of_phase(&mut self, roles: &Roles, together: bool) -> String {
        match self.random.below(10) {
            0 => "t".to_owned(),
            1 => "in[g]".to_owned(),
            2 => {
                self.has("function");
                format!("get(in, {})", self.small())
            }
            3 => "x".to_owned(),
            4 => "n".to_owned(),
            5 if together => {
                self.has("shuffle");
                let k = self.small();
                let all = [
                    format!("__shfl_down_sync(0xffffffffu, x, {k})"),
                    format!("__shfl_up_sync(0xffffffffu, x, {k})"),
                    format!("__shfl_xor_sync(0xffffffffu, x + t, {k})"),
                    format!("__shfl_sync(0xffffffffu, x, {k})"),
                ];
                all[self.random.below(4)].clone()
            }
            6 if together => {
                self.has("vote");
                let all = [
                    "__any_sync(0xffffffffu, x > 3)",
                    "__all_sync(0xffffffffu, x > 3)",
                    "(int)__ballot_sync(0xffffffffu, x > 3)",
                    "__popc(__ballot_sync(0xffffffffu, t < 3))",
                ];
                self.pick(&all).to_owned()
            }
            _ => {
                let at = self.random.below(3);
                let array = ARRAYS[at];
                match &roles[at] {
                    Role::Own(own) => format!("{array}[{}]", self.at(&own.clone())),
                    Role::Read => format!("{array}[{}]", self.anywhere()),
                    Role::Atomic | Role::One(_) => "x".to_owned(),
                }
            }
        }
    }

    /// A statement that keeps to the roles.
    fn keeps(&mut self, roles: &Roles, together: bool) -> String {
        let at = self.random.below(3);
        let array = ARRAYS[at];
        match &roles[at] {
            Role::Own(own) => {
                let own = own.clone();
                let (place, value) = (self.at(&own), self.of_phase(roles, together));
                match self.random.below(6) {
                    0 => {
                        self.has("function");
                        format!("put({array}, {place}, {value});")
                    }
                    1 => {
                        self.has("pointer into array");
                        let p = self.name("p");
                        format!("int *{p} = {array} + ({place}); *{p} = {value};")
                    }
                    2 => format!("{array}[{place}] += {value};"),
                    3 if own.place == "2 * @" && own.further.is_some() && array == "s" => {
                        self.has("vector store");
                        format!("((int2 *)s)[t] = make_int2({value}, x);")
                    }
                    _ => format!("{array}[{place}] = {value};"),
                }
            }
            Role::Read => match self.random.below(4) {
                0 => {
                    self.has("pointer into array");
                    let p = self.name("p");
                    format!("for (int *{p} = {array}; {p} < {array} + 4; {p}++) x += *{p};")
                }
                1 => {
                    let i = self.name("i");
                    format!("for (int {i} = 0; {i} < t; {i}++) x += {array}[{i}];")
                }
                2 => format!("x += get({array}, {});", self.anywhere()),
                _ => format!("x += {array}[{}];", self.anywhere()),
            },
            Role::Atomic => {
                self.has("atomics");
                let place = self.anywhere();
                let value = self.of_phase(roles, together);
                if self.slip("atomic") {
                    return format!("{array}[{place}] += {value};");
                }
                let all = [
                    format!("atomicAdd(&{array}[{place}], {value});"),
                    format!("atomicMax({array} + ({place}), {value});"),
                    format!("more(behind({array}, {place}), {value});"),
                    format!("x += atomicExch(&{array}[{place}], {value});"),
                ];
                all[self.random.below(4)].clone()
            }
            Role::One(guard) => {
                let guard = guard.clone();
                if self.slip("guard") {
                    return format!("{array}[{}] = x;", self.small());
                }
                format!("if ({guard}) {array}[{}] = n;", self.small())
            }
        }
    }

    /// A statement of a phase, perhaps under a condition or in a loop that need not be alike for all.
    fn in_phase(&mut self, roles: &Roles) -> String {
        match self.random.below(10) {
            0..=3 => self.keeps(roles, true),
            4 | 5 => {
                let guard = self.guard();
                format!("if ({guard}) {{ {} }}", self.keeps(roles, false))
            }
            6 => {
                let guard = self.guard();
                let (a, b) = (self.keeps(roles, false), self.keeps(roles, false));
                format!("if ({guard}) {{ {a} }} else {{ {b} }}")
            }
            7 => {
                self.has("switch");
                let (a, b) = (self.keeps(roles, false), self.keeps(roles, false));
                format!(
                    "switch (t & 3) {{ case 0: {{ {a} }} break; case 2: {{ {b} }} default: x++; }}"
                )
            }
            8 => {
                let i = self.name("i");
                let bound = self.pick(&["t", "n % 4", "in[g] & 3"]).to_owned();
                let work = self.keeps(roles, false);
                format!("for (int {i} = 0; {i} < {bound}; {i}++) {{ {work} if (x > 99) break; }}")
            }
            _ => {
                self.has("function in condition");
                let work = self.keeps(roles, false);
                format!("if (small(t, {}) && x < n) {{ {work} }}", self.small())
            }
        }
    }

    /// What happens between two barriers.
    pub(super) fn phase(&mut self) -> String {
        let roles = self.roles();
        let count = 1 + self.random.below(2);
        let all: Vec<String> = (0..count).map(|_| self.in_phase(&roles)).collect();
        all.join(" ")
    }
}
