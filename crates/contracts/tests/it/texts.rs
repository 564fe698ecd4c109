//! What texts print as, and what they are about.

use crate::data;
use contracts::{Argument, Clause, Contract, Name, Value};

#[test]
fn texts_print_as_recorded() {
    let rows = data::rows(include_str!("texts.txt"));
    assert!(rows.len() > 50);
    for [text, printed, kind] in rows {
        let clauses = Clause::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let texts: Vec<String> = clauses.iter().map(Clause::to_string).collect();
        assert_eq!(texts.join(" ; "), printed, "{text}");
        let first = clauses.first().expect("at least one");
        assert_eq!(format!("{:?}", first.kind()), kind, "{text}");
        let contract = Contract { clauses };
        let again = Clause::parse(&contract.to_string());
        assert_eq!(again, Ok(contract.clauses), "{text}");
    }
}

#[test]
fn names_are_all_that_decides() {
    let argument = |name: &str| Argument::new(name).expect("a name");
    let clauses =
        Clause::parse("n * n < length(a) && (identical_or_disjoint(a, p.b) || nonnull(c))");
    let contract = Contract {
        clauses: clauses.expect("clauses"),
    };
    let names: Vec<String> = contract.names().iter().map(Name::to_string).collect();
    let expected = [
        "n",
        "length(a)",
        "address of a",
        "address of c",
        "address of p.b",
        "bytes of a",
        "bytes of p.b",
    ];
    assert_eq!(names, expected);
    let arguments = contract.names();
    let arguments = arguments.iter().filter_map(Name::argument);
    assert_eq!(arguments.filter(|a| a.parameter() == "p").count(), 2);
    assert_eq!(Name::Value(Value::WarpSize).argument(), None);
    assert_eq!(argument("p.b").as_str(), "p.b");
}

#[test]
fn arguments_have_names_that_are_read_as_theirs() {
    for name in ["n", "_n1", "p.width", "min", "length", "x", "p.blockDim"] {
        let argument = Argument::new(name).expect(name);
        let read = Clause::parse(&format!("{name} == 0")).expect(name);
        let names: Vec<Name> = read.iter().flat_map(Clause::names).collect();
        assert_eq!(names, [Name::Value(Value::Argument(argument))]);
    }
    let long = "n".repeat(256);
    let others = [
        "",
        ".",
        "p.",
        ".p",
        "p..q",
        "1n",
        "n m",
        " n",
        "ä",
        "n-",
        "p->q",
        "a[0]",
        "warpSize",
        "sharedBytes",
        "blockDim",
        "blockDim.x",
        "gridDim.y",
        "threadIdx.x",
        "blockIdx",
        "true",
        "NULL",
        &long,
    ];
    for name in others {
        assert!(Argument::new(name).is_err(), "{name}");
    }
}

#[test]
fn a_contract_without_clauses_has_no_text() {
    assert_eq!(Contract::default().to_string(), "");
    assert_eq!(Contract::default().eval(&|_| None), Some(true));
}
