//! Beginning, end, and whatever else may come in.

use super::client::Client;
use serde_json::{Value, json};

fn code(answer: Result<Value, (i64, String)>) -> i64 {
    answer.expect_err("an error").0
}

#[test]
fn a_life_in_order() {
    let mut client = Client::start();
    assert_eq!(code(client.ask("textDocument/hover", json!({}))), -32002);
    client.tell("initialized", json!({}));
    let params = json!({"processId": null, "rootUri": null, "capabilities": {}});
    let hello = client.ask("initialize", params.clone()).unwrap();
    assert_eq!(hello["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(hello["serverInfo"]["name"], "alpinist");
    assert_eq!(code(client.ask("initialize", params)), -32600);
    assert_eq!(code(client.ask("textDocument/moniker", json!({}))), -32601);
    assert_eq!(code(client.ask("$/whatever", json!(null))), -32601);
    assert_eq!(code(client.ask("textDocument/hover", json!([1]))), -32602);
    client.tell("$/whatever", json!(3));
    client.tell("textDocument/didChange", json!({"contentChanges": 3}));
    client.tell("workspace/didChangeConfiguration", json!({}));
    assert_eq!(client.ask("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(code(client.ask("shutdown", Value::Null)), -32600);
    client.tell("exit", Value::Null);
    assert_eq!(client.status(), 0);
}

#[test]
fn an_end_without_a_shutdown_is_status_1() {
    let mut client = Client::ready(json!(null));
    client.tell("exit", Value::Null);
    assert_eq!(client.status(), 1);
    let mut client = Client::start();
    client.tell("exit", Value::Null);
    assert_eq!(client.status(), 1);
    // The editor is gone.
    assert_eq!(Client::ready(json!(null)).status(), 1);
}

#[test]
fn nonsense_is_answered_and_survived() {
    let mut client = Client::ready(json!(null));
    let deep = "[".repeat(100_000);
    for text in ["{", "", "\u{0}", "{\"id\": 1e999}", &deep] {
        client.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
        let message =
            client.wait(|message| message["id"].is_null() && message["error"].is_object());
        assert_eq!(message["error"]["code"], -32700, "{text}");
    }
    client.raw(b"Hello: you\r\n\r\n");
    let message = client.wait(|message| message["error"]["code"] == -32700);
    assert!(message["id"].is_null());
    for value in [
        json!([]),
        json!(1),
        json!({"id": true, "method": "x"}),
        json!({"id": 7}),
    ] {
        client.send(&value);
        client.wait(|message| message["error"]["code"] == -32600);
    }
    // Identities come back as they were, large numbers and strings too.
    for id in [json!("a b"), json!(9_007_199_254_740_993_i64), json!(-1)] {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "x/y"}));
        client.wait(|message| message["id"] == id && message["error"]["code"] == -32601);
    }
    client.finish();
}

#[test]
fn options_that_are_none_are_refused() {
    let mut client = Client::start();
    let params = |options: Value| {
        json!({
            "processId": null, "rootUri": null, "capabilities": {},
            "initializationOptions": options,
        })
    };
    let answer = client.ask("initialize", params(json!({"verify": "never"})));
    assert_eq!(code(answer), -32602);
    client
        .ask("initialize", params(json!({"verify": "save"})))
        .unwrap();
    client.finish();
}

#[test]
fn no_place_in_no_text_is_a_fault() {
    let mut client = Client::ready(json!({"verify": "command"}));
    let uri = "untitled:one";
    client.open(uri, "");
    let text = "class C { int f; /*𝄞*/ requires f == 𝄞; int g(int[] a) { par b (int t = 0 .. a.length)\
                requires Perm(a[t], 1); { a[t] = f; barrier(b) { ensures true; } } return lenght; } }";
    let mut version = 1;
    // Every beginning of the text, and every text with a part cut out.
    let cuts = text.char_indices().map(|(at, _)| at).step_by(3);
    for at in cuts {
        let cut = text.get(at..).and_then(|rest| rest.char_indices().nth(9));
        let rest = cut.map_or("", |(more, _)| &text[at + more..]);
        for text in [text[..at].to_owned(), format!("{}{rest}", &text[..at])] {
            version += 1;
            client.change(uri, version, &text);
            let far = u32::try_from(at).unwrap();
            for (line, character) in [(0, far), (0, far + 1), (3, 0), (u32::MAX, u32::MAX)] {
                client.at("textDocument/hover", uri, line, character);
                client.at("textDocument/definition", uri, line, character);
                client.actions(uri, line, character);
            }
            for method in ["documentSymbol", "codeLens", "formatting"] {
                client.of(&format!("textDocument/{method}"), uri);
            }
        }
    }
    client.finish();
}

/// The blocks of a language in a text.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let blocks = text.split(&fence).skip(1);
    blocks
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

#[test]
fn the_settings_that_are_shown_can_be_read() {
    let text = std::fs::read_to_string(crate::common::root().join("docs/editors.md")).unwrap();
    let toml: toml::Value = toml::from_str(blocks(&text, "toml")[0]).unwrap();
    assert_eq!(toml["language"][0]["file-types"][0].as_str(), Some("pvl"));
    // The options are the server's, with these words.
    for verify in ["pause", "save", "command"] {
        assert!(text.contains(&format!("`\"{verify}\"`")), "{verify}");
        let options = json!({"verify": verify, "pause": 500, "hints": true});
        Client::ready(options).finish();
    }
}
