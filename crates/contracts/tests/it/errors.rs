//! What is refused, at which byte, and why.

use crate::data;
use contracts::Clause;

#[test]
fn errors_are_as_recorded() {
    let rows = data::rows(include_str!("errors.txt"));
    assert!(rows.len() > 50);
    let mut wrong = Vec::new();
    for [text, at, why] in rows {
        let error = Clause::parse(text).expect_err(text);
        if (error.at.to_string().as_str(), error.why.as_str()) != (at, why) {
            wrong.push(format!("{text} => {} => {}", error.at, error.why));
        }
    }
    assert!(wrong.is_empty(), "found:\n{}", wrong.join("\n"));
}
