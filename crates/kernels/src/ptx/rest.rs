//! Instructions of which nothing is followed (PTX ISA, *Instruction Set*).

/// Whether an instruction computes its first operand from the others, and touches no memory.
pub(super) fn computes(name: &str) -> bool {
    COMPUTES.contains(&name)
}

/// Whether an instruction neither touches what threads share nor makes anybody wait.
pub(super) fn does_nothing(name: &str) -> bool {
    NOTHING.contains(&name)
}

const COMPUTES: &[&str] = &[
    "abs",
    "activemask",
    "addc",
    "and",
    "bfe",
    "bfi",
    "bfind",
    "bmsk",
    "brev",
    "clz",
    "cnot",
    "copysign",
    "cos",
    "div",
    "dp2a",
    "dp4a",
    "ex2",
    "fma",
    "fns",
    "lg2",
    "lop3",
    "mad",
    "mad24",
    "madc",
    "max",
    "min",
    "mul",
    "mul24",
    "neg",
    "not",
    "or",
    "popc",
    "prmt",
    "rcp",
    "rem",
    "rsqrt",
    "sad",
    "selp",
    "set",
    "shf",
    "shl",
    "shr",
    "sin",
    "slct",
    "sqrt",
    "subc",
    "szext",
    "tanh",
    "testp",
    "vabsdiff4",
    "vadd2",
    "vadd4",
    "vmax2",
    "vmax4",
    "vmin2",
    "vmin4",
    "vset2",
    "vset4",
    "vsub2",
    "vsub4",
    "xor",
];

const NOTHING: &[&str] = &[
    "applypriority",
    "nanosleep",
    "pmevent",
    "prefetch",
    "prefetchu",
];

#[cfg(test)]
mod tests {
    #[test]
    fn the_tables_are_in_order_and_apart() {
        assert!(super::COMPUTES.is_sorted());
        assert!(super::NOTHING.is_sorted());
        assert!(!super::COMPUTES.iter().any(|name| super::does_nothing(name)));
    }
}
