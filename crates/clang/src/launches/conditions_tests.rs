//! What is read of the control flow around launches: each block of `conditions.txt` is the body of a function with `int n`
//! and `int m`, and behind `=>` what holds where its first launch stands. With `ALPINIST_UPDATE=1` that is written anew.

#![allow(clippy::unwrap_used)]

use super::{Around, launches};
use std::fmt::Write;
use std::path::Path;

#[test]
fn what_holds_where_launches_stand() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/launches/conditions.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut found = String::new();
    for block in text.split_inclusive("\n\n") {
        let Some((host, _)) = block.split_once("=>") else {
            found.push_str(block);
            continue;
        };
        // In front of the function: a global variable, and functions that may change what they are given.
        let file = format!(
            "int g; void foo(); void foo(int *); bool bar(int &);\nvoid host(int *a, int n, int m) {{\n{host}}}\n"
        );
        let all = launches(&file, 0, &[], &Around::default());
        let conditions = all.first().map(|launch| &launch.conditions);
        let said: Vec<String> = conditions
            .into_iter()
            .flatten()
            .map(ToString::to_string)
            .collect();
        write!(found, "{host}=> {}", said.join(", ")).unwrap();
        found.truncate(found.trim_end().len());
        found.push_str("\n\n");
    }
    let found = format!("{}\n", found.trim_end());
    if std::env::var_os("ALPINIST_UPDATE").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    for (one, other) in text.split("\n\n").zip(found.split("\n\n")) {
        assert_eq!(one.trim_end(), other.trim_end());
    }
}
