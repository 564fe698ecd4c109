//! Names, types, outlines, layout: what needs no proof.

use super::client::{Client, applied};
use crate::common::{alpinist_with_input, root};
use serde_json::{Value, json};

const URI: &str = "untitled:kernel";

const KERNEL: &str = "\
class Counter {
  int value;

  context Perm(value, write);
  ensures value == \\old(value) + by;
  void add(int by) {
    value = value + by;
  }
}

pure int twice(int n) = n + n;

requires a != null;
context (\\forall* int i; 0 <= i && i < a.length; Perm(a[i], write));
void fill(int[] a, Counter c) {
  par clear (int t = 0 .. a.length)
    context Perm(a[t], write);
  {
    a[t] = twice(t);
  }
}
";

fn ready(text: &str) -> Client {
    let mut client = Client::ready(json!({"verify": "command"}));
    client.open(URI, text);
    client
}

fn hover(client: &mut Client, line: u32, character: u32) -> String {
    let answer = client.at("textDocument/hover", URI, line, character);
    answer["contents"]["value"]
        .as_str()
        .unwrap_or("")
        .to_owned()
}

fn start(value: &Value) -> (u64, u64) {
    let place = &value["range"]["start"];
    (
        place["line"].as_u64().unwrap(),
        place["character"].as_u64().unwrap(),
    )
}

#[test]
fn types_are_told() {
    let mut client = ready(KERNEL);
    assert_eq!(client.said(URI, 1), [] as [Value; 0]);
    assert_eq!(hover(&mut client, 6, 20), "```pvl\nint by\n```\nparameter");
    assert_eq!(hover(&mut client, 6, 6), "```pvl\nint value\n```\nfield");
    assert_eq!(hover(&mut client, 18, 6), "```pvl\nint t\n```\niterator");
    assert_eq!(hover(&mut client, 18, 4), "```pvl\nint[] a\n```\nparameter");
    assert_eq!(
        hover(&mut client, 14, 27),
        "```pvl\nCounter c\n```\nparameter"
    );
    // A function with all that is known of it.
    let twice = "```pvl\npure int twice(int n) = n + n;\n```\nfunction";
    assert_eq!(hover(&mut client, 18, 12), twice);
    let add = hover(&mut client, 5, 8);
    assert!(
        add.contains("ensures value == \\old(value) + by;\nvoid add(int by)"),
        "{add}"
    );
    // An expression that is no name.
    assert_eq!(hover(&mut client, 10, 26), "```pvl\nn + n: int\n```");
    client.finish();
}

#[test]
fn names_lead_to_their_declarations() {
    let mut client = ready(KERNEL);
    let mut to = |line, character| {
        let answer = client.at("textDocument/definition", URI, line, character);
        start(&answer)
    };
    assert_eq!(to(6, 5), (1, 6));
    assert_eq!(to(18, 12), (10, 9));
    assert_eq!(to(16, 19), (15, 17));
    assert_eq!(to(13, 56), (13, 22));
    assert_eq!(to(14, 19), (0, 6));
    // A declared name leads to itself; nothing leads nowhere.
    assert_eq!(to(10, 10), (10, 9));
    let nowhere = client.at("textDocument/definition", URI, 2, 0);
    assert!(nowhere.is_null());
    client.finish();
}

#[test]
fn columns_are_utf_16() {
    let text = "/* 𝄞 é */ int f(int number) { /* 𝄞𝄞 */ return numbr; }\n";
    let mut client = ready(text);
    let said = client.said(URI, 1);
    let column = |word: &str| {
        let before = &text[..text.find(word).unwrap()];
        before.encode_utf16().count() as u64
    };
    assert_eq!(start(&said[0]), (0, column("numbr;")));
    assert_eq!(said[0]["range"]["end"]["character"], column(";"));
    // The suggested name is one action away, and is the only edit.
    let at = u32::try_from(column("numbr;")).unwrap();
    let actions = client.actions(URI, 0, at + 1);
    assert_eq!(actions[0]["title"], "write `number`");
    assert_eq!(actions[0]["kind"], "quickfix");
    assert_eq!(actions[0]["diagnostics"][0], said[0]);
    let edits = &actions[0]["edit"]["documentChanges"][0]["edits"];
    let line = edits[0]["newText"].as_str().unwrap();
    assert_eq!(line, text.replace("numbr", "number"));
    client.finish();
}

#[test]
fn a_fix_is_taken_from_the_message() {
    let text = "void f() {\n  int x = 1\n  x = 2;\n}\n";
    let mut client = ready(text);
    let said = client.said(URI, 1);
    let actions = client.actions(URI, 1, 11);
    assert_eq!(actions[0]["title"], "add `;`");
    assert_eq!(actions[0]["isPreferred"], true);
    assert_eq!(actions[0]["diagnostics"][0], said[0]);
    assert_eq!(
        applied(text, &actions[0]["edit"]["documentChanges"][0]["edits"]),
        text.replace("int x = 1", "int x = 1;")
    );
    client.finish();
}

#[test]
fn codes_are_explained() {
    let mut client = ready("int f() { return x; } //~ V002\n");
    let code = client.said(URI, 1)[0]["code"].as_str().unwrap().to_owned();
    let unknown = hover(&mut client, 0, 17);
    assert!(unknown.contains(&format!("**{code}: ")), "{unknown}");
    let written = hover(&mut client, 0, 27);
    assert!(written.starts_with("**V002: "), "{written}");
    client.finish();
}

#[test]
fn the_outline_has_what_is_declared() {
    let mut client = ready(KERNEL);
    let outline = client.of("textDocument/documentSymbol", URI);
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().unwrap().iter();
        list.map(|one| format!("{} {}", one["name"].as_str().unwrap(), one["kind"]))
            .collect()
    };
    assert_eq!(names(&outline), ["Counter 5", "twice 12", "fill 6"]);
    assert_eq!(names(&outline[0]["children"]), ["value 8", "add 6"]);
    assert_eq!(names(&outline[2]["children"]), ["clear 3"]);
    assert_eq!(
        outline[2]["range"]["start"],
        json!({"line": 12, "character": 0})
    );
    assert_eq!(
        outline[2]["selectionRange"]["start"],
        json!({"line": 14, "character": 5})
    );
    client.finish();
}

#[test]
fn layout_is_that_of_fmt() {
    let text = KERNEL
        .replace("  par clear", "par    clear")
        .replace("value + by", "value+by");
    let mut client = ready(&text);
    let edits = client.of("textDocument/formatting", URI);
    let expected = alpinist_with_input(root(), &["fmt", "-"], &text);
    assert_ne!(expected.stdout, text);
    assert_eq!(applied(&text, &edits), expected.stdout);
    assert!(edits.as_array().unwrap().len() > 1);
    // What cannot be read is left alone.
    client.change(URI, 2, "int f( {");
    assert!(client.of("textDocument/formatting", URI).is_null());
    client.finish();
}

#[test]
fn what_cannot_be_done_says_why() {
    let text = "void f() {\n  int i = 0;\n  while (true) {\n    i = i + 1;\n  }\n}\n";
    let mut client = ready(text);
    let actions = client.actions(URI, 2, 4);
    assert!(!actions.is_empty());
    for action in &actions {
        let reason = action["disabled"]["reason"].as_str();
        assert!(
            reason.is_some() || action["command"].is_object(),
            "{action}"
        );
    }
    client.finish();
}

#[test]
fn texts_of_other_languages_are_left_alone() {
    let mut client = Client::ready(json!(null));
    let open = |client: &mut Client, uri: &str| {
        let item = json!({
            "uri": uri, "languageId": "plaintext", "version": 1, "text": "int f() { return x; }",
        });
        client.tell("textDocument/didOpen", json!({"textDocument": item}));
    };
    open(&mut client, "file:///notes.txt");
    assert!(
        client
            .at("textDocument/hover", "file:///notes.txt", 0, 5)
            .is_null()
    );
    assert!(
        client
            .of("textDocument/codeLens", "file:///notes.txt")
            .is_null()
    );
    client.change("file:///notes.txt", 2, "}");
    // The ending will do.
    open(&mut client, "file:///kernel.pvl");
    assert_eq!(client.said("file:///kernel.pvl", 1).len(), 1);
    assert!(
        client
            .seen
            .iter()
            .all(|message| !message.to_string().contains("notes.txt"))
    );
    client.finish();
}
