//! Messages as SARIF 2.1.0, the form in which code scanners exchange what they found.

use crate::document::Document;
use crate::json::pretty;
use crate::messages::{Change, Message, Place, severity};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use text::code::Code;
use text::diagnostics::Severity;

const SCHEMA: &str = "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json";

/// Where the language and the codes are explained.
const HELP: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/blob/main/docs/reference/README.md"
);

/// The log of one run.
pub(super) fn write(document: &Document<'_>) -> String {
    let mut messages = document.messages();
    // That a header was not found is about the folders of the run, and nothing to be shown in the code.
    messages.retain(|one| one.diagnostic.code != Code::K007);
    let mut known = Fingerprints::default();
    let status = document.status.code();
    let used: BTreeSet<Code> = messages.iter().map(|one| one.diagnostic.code).collect();
    let mut results: Vec<Value> = messages
        .iter()
        .map(|message| result(message, known.of(message)))
        .collect();
    let rewritten = document.subjects().filter_map(|one| one.offered());
    let rewritten: Vec<Value> = rewritten.map(|one| offered(&one)).collect();
    let mut rules: Vec<Value> = (document.codes)()
        .iter()
        .filter(|info| used.contains(&info.code))
        .map(|info| {
            json!({
                "id": info.code,
                "shortDescription": { "text": info.title },
                "fullDescription": { "text": info.text },
                "help": { "text": format!("alpinist explain {}", info.code) },
                "helpUri": HELP,
            })
        })
        .collect();
    if !rewritten.is_empty() {
        rules.push(json!({
            "id": OFFERED,
            "shortDescription": { "text": "the steps asked for can be carried out" },
            "fullDescription": { "text": "The result was verified; the fix is the change from the file to it." },
            "help": { "text": "alpinist review shows why each line is as it is" },
            "helpUri": HELP,
        }));
    }
    results.extend(rewritten);
    let mut log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "alpinist",
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": status != 101, "exitCode": status }],
            "results": results,
        }],
    });
    // What takes up logs puts a later one of the same name in the place of an earlier one, so the name says
    // which of several runs over one project this is.
    if let Some(shard) = &document.shard
        && let Some(run) = log.pointer_mut("/runs/0")
    {
        run["automationDetails"] = json!({ "id": format!("alpinist/{}", shard.name) });
    }
    pretty(&log)
}

/// The rule of a change that steps make: nothing is wrong, so it is none of the codes.
const OFFERED: &str = "steps";

/// What steps make of a program, as a result that no one needs to act on.
fn offered((text, change): &(String, Change)) -> Value {
    let place = change.replacements.first().map(|(place, _)| place);
    json!({
        "ruleId": OFFERED,
        "kind": "informational",
        "level": "none",
        "message": { "text": text },
        "locations": place.map(|place| json!({ "physicalLocation": physical(place) })).into_iter().collect::<Vec<_>>(),
        "fixes": [fixed(change)],
    })
}

fn result(message: &Message, fingerprint: String) -> Value {
    let mut result = json!({
        "ruleId": message.diagnostic.code,
        "level": level(message),
        "message": { "text": message.text() },
        // It survives a change of the lines before, unlike the place.
        "partialFingerprints": { "alpinist/v1": fingerprint },
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
    if let Some(one) = &message.accepted {
        let mut suppression = json!({
            "kind": match &one.place {
                Some(_) => "inSource",
                None => "external",
            },
            "status": "accepted",
            "justification": one.reason,
        });
        if let Some(place) = &one.place {
            suppression["location"] = json!({ "physicalLocation": physical(place) });
        }
        result["suppressions"] = json!([suppression]);
    }
    if let Some(fix) = &message.fix {
        result["fixes"] = json!([fixed(fix)]);
    }
    if let Some(obligation) = &message.obligation {
        result["partialFingerprints"]["obligation/v1"] = json!(obligation);
    }
    result
}

/// How grave a result is: what an execution or a refutation confirms is an error, what may be wrong a warning, and
/// what is unknown of a kernel a note.
fn level(message: &Message) -> &'static str {
    let is_unknown = message.diagnostic.code.as_str().starts_with("K4");
    match message.diagnostic.severity {
        Severity::Warning if is_unknown => self::severity(Severity::Note),
        other => self::severity(other),
    }
}

/// Fingerprints of results, each once in a log.
#[derive(Default)]
struct Fingerprints(BTreeMap<u64, usize>);

impl Fingerprints {
    /// Of a message: its code, file, method and the text of its line, and which of several alike it is.
    fn of(&mut self, message: &Message) -> String {
        let place = message.place.as_ref();
        let parts = [
            message.diagnostic.code.as_str(),
            place.map_or("", |place| &place.file),
            message.method.as_deref().unwrap_or_default(),
            place.map_or("", |place| &place.line),
        ];
        let hash = hash(&parts);
        let number = self.0.entry(hash).or_default();
        *number += 1;
        format!("{hash:016x}:{number}")
    }
}

/// FNV-1a: it is the same in each version of the program and on each machine.
fn hash(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn physical(place: &Place) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&place.file) },
        "region": region(place),
    })
}

fn region(place: &Place) -> Value {
    json!({
        "startLine": place.start.0,
        "startColumn": place.start.1,
        "endLine": place.end.0,
        "endColumn": place.end.1,
        "byteOffset": place.bytes.0,
        "byteLength": place.bytes.1,
    })
}

/// A change, file by file.
fn fixed(change: &Change) -> Value {
    let mut files: Vec<(&str, Vec<Value>)> = Vec::new();
    for (place, text) in &change.replacements {
        let one = json!({
            "deletedRegion": region(place),
            "insertedContent": { "text": text },
        });
        match files.iter_mut().find(|(file, _)| *file == place.file) {
            Some((_, several)) => several.push(one),
            None => files.push((&place.file, vec![one])),
        }
    }
    let changes = files.into_iter().map(|(file, replacements)| {
        json!({
            "artifactLocation": { "uri": uri(file) },
            "replacements": replacements,
        })
    });
    json!({
        "description": { "text": change.title },
        "artifactChanges": changes.collect::<Vec<_>>(),
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
