//! Messages as SARIF 2.1.0, the form in which code scanners exchange what they found.

use super::messages::{Message, Place};
use crate::codes;
use serde_json::{Value, json};
use spec_lang::diagnostics::Severity;
use std::collections::BTreeSet;

const SCHEMA: &str = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json";

/// The log of one run.
pub fn log(messages: &[Message], status: u8) -> Value {
    let used: BTreeSet<&str> = messages.iter().map(|one| one.diagnostic.code).collect();
    let rules: Vec<Value> = codes::all()
        .iter()
        .filter(|info| used.contains(info.code))
        .map(|info| {
            json!({
                "id": info.code,
                "shortDescription": { "text": info.title },
                "fullDescription": { "text": info.text },
                "help": { "text": format!("alpinist explain {}", info.code) },
            })
        })
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "alpinist",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": status != 101, "exitCode": status }],
            "results": messages.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn result(message: &Message) -> Value {
    let level = match message.diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut result = json!({
        "ruleId": message.diagnostic.code,
        "level": level,
        "message": { "text": message.text() },
    });
    let mut location = json!({});
    if let Some(place) = &message.place {
        location["physicalLocation"] = physical(place);
    }
    if let Some(method) = &message.method {
        location["logicalLocations"] =
            json!([{ "fullyQualifiedName": method, "kind": "function" }]);
    }
    if location
        .as_object()
        .is_some_and(|members| !members.is_empty())
    {
        result["locations"] = json!([location]);
    }
    let related: Vec<Value> = message
        .related
        .iter()
        .map(|(place, text)| {
            let mut one = json!({ "physicalLocation": physical(place) });
            if !text.is_empty() {
                one["message"] = json!({ "text": text });
            }
            one
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    if let Some(obligation) = &message.obligation {
        // Survives a change of lines, unlike the place.
        result["partialFingerprints"] = json!({ "obligation/v1": obligation });
    }
    result
}

fn physical(place: &Place) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&place.file) },
        "region": {
            "startLine": place.start.0,
            "startColumn": place.start.1,
            "endLine": place.end.0,
            "endColumn": place.end.1,
            "byteOffset": place.bytes.0,
            "byteLength": place.bytes.1,
        },
    })
}

/// A file's name as a relative or `file:` reference.
fn uri(name: &str) -> String {
    let name = name.replace('\\', "/");
    let mut text = String::new();
    if name.starts_with('/') {
        text.push_str("file://");
    }
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                text.push(char::from(byte));
            }
            other => text.push_str(&format!("%{other:02X}")),
        }
    }
    text
}
