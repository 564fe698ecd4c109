//! While a text is written: what may follow, what a call takes, what can be folded.

use super::client::Client;
use serde_json::{Value, json};

const URI: &str = "untitled:writing";

const TEXT: &str = "\
enum Colour { Red, Green }

class Base {
  int below;
}

class Cell extends Base {
  int value;
  requires by > 0;
  ensures true;
  void add(int by, boolean twice) { |IN-CLASS| }
}

pure int twice(int n) = n + n;

|TOP|
void m(int[] a, Cell c, int count) {
  int total = 0;
  { int hidden = 1; }
  |BODY|
  int later = 1;
}
";

/// A client with the text in which something is being written, and where its end is.
fn writing(mark: &str, written: &str) -> (Client, Value) {
    let mut text = TEXT.replace(mark, &format!("{written}\u{1}"));
    for other in ["|IN-CLASS|", "|TOP|", "|BODY|"] {
        text = text.replace(other, "");
    }
    let at = text.find('\u{1}').unwrap();
    let text = text.replace('\u{1}', "");
    let before = &text[..at];
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    let place = json!({"line": before.matches('\n').count(), "character": column});
    let mut client = Client::ready(json!({"verify": "command"}));
    client.open(URI, &text);
    (client, place)
}

/// What is offered where something is being written.
fn offered(mark: &str, written: &str) -> Vec<Value> {
    let (mut client, place) = writing(mark, written);
    let params = json!({"textDocument": {"uri": URI}, "position": place});
    let found = client.ask("textDocument/completion", params).unwrap();
    client.finish();
    found.as_array().unwrap().clone()
}

fn labels(items: &[Value]) -> Vec<&str> {
    items
        .iter()
        .map(|one| one["label"].as_str().unwrap())
        .collect()
}

fn has(items: &[Value], wanted: &[&str]) {
    let labels = labels(items);
    for one in wanted {
        assert!(labels.contains(one), "no {one} in {labels:?}");
    }
}

fn has_not(items: &[Value], unwanted: &[&str]) {
    let labels = labels(items);
    for one in unwanted {
        assert!(!labels.contains(one), "{one} in {labels:?}");
    }
}

fn item<'a>(items: &'a [Value], label: &str) -> &'a Value {
    items.iter().find(|one| one["label"] == label).unwrap()
}

#[test]
fn names_in_sight_are_offered() {
    let items = offered("|BODY|", "assert to");
    has(
        &items,
        &[
            "total", "count", "a", "c", "twice", "Cell", "Colour", "\\result", "Perm",
        ],
    );
    // Of another block, behind the place, of another class, no statement within an expression.
    has_not(
        &items,
        &["hidden", "later", "value", "by", "add", "while", "requires"],
    );
    let total = item(&items, "total");
    assert_eq!(total["detail"], "int");
    assert_eq!(total["textEdit"]["newText"], "total");
    let range = &total["textEdit"]["range"];
    let start = range["start"]["character"].as_u64().unwrap();
    assert_eq!(range["end"]["character"].as_u64().unwrap() - start, 2);
    assert_eq!(item(&items, "twice")["detail"], "int twice(int n)");
    let items = offered("|IN-CLASS|", "");
    has(
        &items,
        &[
            "value",
            "add",
            "by",
            "twice",
            "while",
            "assert",
            "loop_invariant",
        ],
    );
    has_not(&items, &["total", "class"]);
    // A bound variable in its formula.
    let items = offered("|BODY|", "assert (\\forall int bound = 0 .. 3; bo");
    has(&items, &["bound", "total"]);
}

#[test]
fn words_fit_their_place() {
    let items = offered("|TOP|", "req");
    has(
        &items,
        &[
            "requires",
            "ensures",
            "context_everywhere",
            "class",
            "pure",
            "gpuopt",
        ],
    );
    has_not(&items, &["while", "total", "count"]);
    let items = offered("|BODY|", "loop");
    has(&items, &["loop_invariant", "while", "par", "fold"]);
    has_not(&items, &["class"]);
    let items = offered("|TOP|", "gpuopt ");
    assert_eq!(
        labels(&items),
        [
            "fuse",
            "glob_to_reg",
            "iter_merge",
            "loop_unroll",
            "matrix_lin",
            "tile"
        ]
    );
    let items = offered("|BODY|", "assert \\res");
    has(&items, &["\\result", "\\forall", "\\old"]);
    has_not(&items, &["total"]);
    let range = &item(&items, "\\result")["textEdit"]["range"];
    let start = range["start"]["character"].as_u64().unwrap();
    assert_eq!(range["end"]["character"].as_u64().unwrap() - start, 4);
    for text in ["// to", "/* to", "string s = \"to"] {
        assert_eq!(offered("|BODY|", text), [] as [Value; 0], "{text}");
    }
}

#[test]
fn members_are_offered_behind_a_point() {
    let items = offered("|BODY|", "assert c.");
    assert_eq!(labels(&items), ["add", "below", "value"]);
    assert_eq!(
        item(&items, "add")["detail"],
        "void add(int by, boolean twice)"
    );
    let items = offered("|BODY|", "c.va");
    has(&items, &["value"]);
    assert_eq!(labels(&offered("|BODY|", "total = a.")), ["length"]);
    assert_eq!(
        labels(&offered("|BODY|", "assert Colour.")),
        ["Green", "Red"]
    );
    has(
        &offered("|BODY|", "assert [1, 2]."),
        &["size", "head", "tail"],
    );
    assert_eq!(offered("|BODY|", "assert nobody."), [] as [Value; 0]);
}

/// What is shown of the call that is being written.
fn shown(mark: &str, written: &str) -> Value {
    let (mut client, place) = writing(mark, written);
    let params = json!({"textDocument": {"uri": URI}, "position": place});
    let found = client.ask("textDocument/signatureHelp", params).unwrap();
    client.finish();
    found
}

#[test]
fn a_call_shows_what_it_takes() {
    let found = shown("|BODY|", "c.add(twice(1), ");
    let one = &found["signatures"][0];
    assert_eq!(one["label"], "void add(int by, boolean twice)");
    assert_eq!(one["parameters"][1]["label"], "boolean twice");
    let text = one["documentation"]["value"].as_str().unwrap();
    assert!(text.contains("requires by > 0;\nensures true;"), "{text}");
    assert_eq!(found["activeParameter"], 1);
    let found = shown("|BODY|", "c.add(twice(");
    assert_eq!(found["signatures"][0]["label"], "int twice(int n)");
    let found = shown("|BODY|", "assert Perm(a[0, 1], ");
    assert_eq!(found["signatures"][0]["label"], "Perm(location, amount)");
    assert_eq!(found["activeParameter"], 1);
    let found = shown("|BODY|", "assert \\array(a, (1 + ");
    assert_eq!(found["signatures"][0]["label"], "\\array(array, length)");
    for text in ["if (", "assert (1 + ", "nobody(", "c.add(1, true); "] {
        assert!(shown("|BODY|", text).is_null(), "{text}");
    }
}

#[test]
fn what_has_several_lines_can_be_folded() {
    let text = "// one\n// two\nclass C {\n  /* a\n     b */\n  requires true;\n  ensures true;\n  void m() {\n    int x;\n  }\n}\n\n// alone\nvoid n() { }\n";
    let mut client = Client::ready(json!({"verify": "command"}));
    client.open(URI, text);
    let found = client.of("textDocument/foldingRange", URI);
    let found: Vec<(u64, u64, &str)> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            let line = |name: &str| one[name].as_u64().unwrap();
            let kind = one["kind"].as_str().unwrap_or("");
            (line("startLine"), line("endLine"), kind)
        })
        .collect();
    let wanted = [
        (0, 1, "comment"),
        (2, 9, ""),
        (3, 4, "comment"),
        (5, 6, ""),
        (7, 8, ""),
    ];
    assert_eq!(found, wanted);
    client.finish();
}

#[test]
fn what_is_verified_has_a_mark() {
    let text = "ensures \\result == n + 1;\nint next(int n) { return n + 1; }\nensures \\result == n;\nint same(int n) { return n + 1; }\n";
    let mut client = Client::ready(json!(null));
    client.open(URI, text);
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let params = json!({"textDocument": {"uri": URI}, "range": range});
    client.said(URI, 1);
    let before = client
        .ask("textDocument/inlayHint", params.clone())
        .unwrap();
    client.said(URI, 1);
    let found = client
        .ask("textDocument/inlayHint", params.clone())
        .unwrap();
    // Nothing is marked before it was checked, nor a text that has changed since.
    if before != found {
        assert_eq!(before, json!([]));
    }
    let marks: Vec<(&Value, &str)> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["position"]["line"], one["label"].as_str().unwrap()))
        .collect();
    assert_eq!(marks, [(&json!(1), "✓"), (&json!(3), "✗")]);
    assert!(
        found[0]["tooltip"]
            .as_str()
            .unwrap()
            .starts_with("verified")
    );
    client.change(URI, 2, &format!("{text}// more\n"));
    let found = client.ask("textDocument/inlayHint", params).unwrap();
    assert_eq!(found, json!([]));
    client.finish();
}
