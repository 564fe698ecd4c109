//! Texts at the limits and beyond them.

use contracts::{Clause, Contract};

#[test]
fn what_is_read_at_the_limits_is_printed_and_evaluated() {
    let texts = [
        format!("{}n{} < 3", "(".repeat(50), ")".repeat(50)),
        format!("{}n{} < 3", "-(".repeat(49), ")".repeat(49)),
        format!("n{} < 3", " + n".repeat(999)),
        format!("n{} < 3", " / n".repeat(999)),
        format!("n{} < 3", " / (n".repeat(50)).replace(" < 3", &format!("{} < 3", ")".repeat(50))),
        format!("{}n{} < 3", "min(n, ".repeat(50), ")".repeat(50)),
        format!("n < 3{}", " && n < 3".repeat(332)),
        format!("n < 3{}", " || n < 3".repeat(249)),
        format!("{}n < 3", " ".repeat((1 << 20) - 5)),
        format!("{} < 3", "n".repeat(255)),
        format!("n < {}1", "0x".to_owned() + &"0".repeat(63)),
    ];
    for text in texts {
        let clauses = Clause::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let contract = Contract { clauses };
        assert_eq!(
            Clause::parse(&contract.to_string()).as_ref(),
            Ok(&contract.clauses)
        );
        assert!(contract.eval(&|_| Some(1.into())).is_some());
        assert_eq!(contract.names().len(), 1);
        assert_eq!(contract.clone(), contract);
    }
}

#[test]
fn beyond_the_limits_is_an_error() {
    let rows = [
        (
            format!("{}n < 3", "(".repeat(51)),
            50,
            "parentheses are more than 50 deep here",
        ),
        (
            format!("n{} < 3", "+n".repeat(1001)),
            2001,
            "a contract has at most 1000 operators, parentheses and commas",
        ),
        (
            " ".repeat((1 << 20) + 1),
            0,
            "a contract has at most 1048576 bytes",
        ),
        (
            format!("1 < {}", "n".repeat(256)),
            4,
            "a name has at most 255 bytes",
        ),
        (
            format!("n < 1{}", "0".repeat(1_000_000)),
            4,
            "a literal is below 2^128",
        ),
    ];
    for (text, at, why) in rows {
        let error = Clause::parse(&text).expect_err(why);
        assert_eq!((error.at, error.why.as_str()), (at, why));
    }
}
