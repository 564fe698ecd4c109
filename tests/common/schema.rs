//! As much of JSON Schema as `docs/report.schema.json` uses; any other keyword is an error.

use serde_json::Value;

/// Where a value is not as the schema has it.
pub fn violations(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "$", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    for (keyword, wanted) in schema.as_object().unwrap() {
        let good = match keyword.as_str() {
            "$schema" | "title" | "description" | "$defs" => true,
            "$ref" => {
                let name = wanted.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                check(root, &root["$defs"][name], value, at, found);
                true
            }
            "type" => match wanted.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "integer" => value.is_u64() || value.is_i64(),
                "number" => value.is_number(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                other => panic!("type {other}"),
            },
            "const" => value == wanted,
            "enum" => wanted.as_array().unwrap().contains(value),
            "minimum" => value.as_f64() >= wanted.as_f64(),
            "maximum" => value.as_f64() <= wanted.as_f64(),
            "pattern" => matches_code(wanted.as_str().unwrap(), value.as_str().unwrap_or("")),
            "required" => wanted
                .as_array()
                .unwrap()
                .iter()
                .all(|name| value.get(name.as_str().unwrap()).is_some()),
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(member) = value.get(name) {
                        check(root, schema, member, &format!("{at}.{name}"), found);
                    }
                }
                true
            }
            "additionalProperties" => value.as_object().is_none_or(|members| {
                members
                    .keys()
                    .all(|name| schema["properties"].get(name).is_some())
            }),
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, item, &format!("{at}[{number}]"), found);
                }
                true
            }
            "anyOf" => wanted.as_array().unwrap().iter().any(|one| {
                let mut inner = Vec::new();
                check(root, one, value, at, &mut inner);
                inner.is_empty()
            }),
            other => panic!("keyword {other}"),
        };
        if !good {
            found.push(format!("{at}: {keyword} {wanted}, found {value}"));
        }
    }
}

/// Patterns of the form `^[LETTERS][0-9]{3}$`.
fn matches_code(pattern: &str, text: &str) -> bool {
    let letters = pattern
        .strip_prefix("^[")
        .unwrap()
        .strip_suffix("][0-9]{3}$")
        .unwrap();
    let mut characters = text.chars();
    characters
        .next()
        .is_some_and(|first| letters.contains(first))
        && text.len() == 4
        && characters.all(|digit| digit.is_ascii_digit())
}

#[test]
fn violations_are_found() {
    let schema: Value = serde_json::from_str(
        r#"{"type":"object","required":["a"],"additionalProperties":false,
            "properties":{"a":{"type":"array","items":{"anyOf":[{"type":"null"},{"minimum":1}]}}}}"#,
    )
    .unwrap();
    let count = |text: &str| violations(&schema, &serde_json::from_str(text).unwrap()).len();
    assert_eq!(count(r#"{"a":[null,1,2]}"#), 0);
    assert_eq!(count(r#"{"a":[0]}"#), 1);
    assert_eq!(count(r#"{"b":1}"#), 2);
    assert_eq!(count("3"), 2);
}
