//! What is decided where some values are not known is so for all of them.

use crate::generate;
use contracts::{Clause, Name};
use num_bigint::BigInt;
use random::Random;
use std::collections::BTreeMap;

#[test]
fn more_knowledge_changes_no_answer() {
    let names = generate::names();
    let (mut decided, mut open) = (0, 0);
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let clause: Clause = generate::clause(&mut random, 2);
        let mut value = || BigInt::from(random.between(-2, 4));
        let all: BTreeMap<Name, BigInt> =
            names.iter().map(|name| (name.clone(), value())).collect();
        let hidden: Vec<&Name> = names.iter().filter(|_| random.one_in(4)).collect();
        let full = clause.eval(&|name| all.get(name).cloned());
        assert!(full.is_some(), "seed {seed}: {clause}");
        let some = clause.eval(&|name| match hidden.contains(&name) {
            true => None,
            false => all.get(name).cloned(),
        });
        match some {
            Some(_) => assert_eq!(some, full, "seed {seed}: {clause} without {hidden:?}"),
            None => assert!(hidden.iter().any(|name| clause.names().contains(*name))),
        }
        decided += usize::from(some.is_some());
        open += usize::from(some.is_none());
    }
    assert!(decided > 5_000 && open > 1_000, "{decided} {open}");
}
