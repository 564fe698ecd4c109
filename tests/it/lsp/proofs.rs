//! What was proved of a text, and never of another.

use super::client::{Client, applied};
use crate::common::{COUNT, WRONG, alpinist_with_input, folder, root};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const URI: &str = "untitled:kernel";

fn words(said: &[Value]) -> String {
    let words = said.iter().map(|one| one["message"].as_str().unwrap());
    words.collect::<Vec<_>>().join("\n")
}

fn titles(lenses: &Value) -> Vec<String> {
    let lenses = lenses.as_array().unwrap().iter();
    lenses
        .map(|lens| lens["command"]["title"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn what_does_not_hold_is_said_where() {
    let mut client = Client::ready(json!(null));
    client.open(URI, &format!("{COUNT}\n{WRONG}"));
    assert_eq!(client.said(URI, 1), [] as [Value; 0]);
    let said = client.said(URI, 1);
    let wrong = said.iter().find(|one| one["code"] == "V022").unwrap();
    assert_eq!(wrong["severity"], 1);
    assert_eq!(wrong["source"], "alpinist");
    assert_eq!(wrong["range"]["start"], json!({"line": 12, "character": 8}));
    assert_eq!(wrong["range"]["end"], json!({"line": 12, "character": 20}));
    let message = wrong["message"].as_str().unwrap();
    assert!(message.contains("refuted: this does not hold"), "{message}");
    let holds: Vec<&Value> = said.iter().filter(|one| one["severity"] == 4).collect();
    assert_eq!(holds.len(), 1);
    assert!(words(&said).contains("verified: "), "{said:?}");
    assert_eq!(
        holds[0]["range"]["start"],
        json!({"line": 2, "character": 4})
    );
    let lenses = titles(&client.of("textDocument/codeLens", URI));
    assert!(lenses[0].starts_with("verified in 0."), "{lenses:?}");
    assert_eq!(lenses[1], "1 refuted of 1 obligation");
    client.finish();
}

#[test]
fn what_a_proof_lacks_is_proposed_and_proved_once_it_is_there() {
    let mut client = Client::ready(json!(null));
    let text = "requires a != null;\ncontext (\\forall* int i; 0 <= i && i <= a.length; Perm(a[i], 1\\2));\nvoid f(int[] a) {}\n";
    client.open(URI, text);
    let said = client.proved(URI, 1);
    assert!(said.iter().any(|one| one["severity"] == 1), "{said:?}");
    let actions = client.actions(URI, 1, 57);
    let action = &actions[0];
    assert_eq!(action["title"], "write `<`", "{actions:?}");
    assert_eq!(action["isPreferred"], false);
    let mended = applied(text, &action["edit"]["documentChanges"][0]["edits"]);
    assert_eq!(mended, text.replace("i <= a.length", "i < a.length"));
    client.change(URI, 2, &mended);
    let said = client.proved(URI, 2);
    assert!(said.iter().all(|one| one["severity"] != 1), "{said:?}");
    client.finish();
}

#[test]
fn the_clause_that_is_broken_is_related() {
    let mut client = Client::ready(json!(null));
    let text = "requires n > 0;\nvoid f(int n) {}\nvoid g() {\n  f(0);\n}\n";
    client.open(URI, text);
    let said = client.proved(URI, 1);
    let wrong = said.iter().find(|one| one["severity"] == 1).unwrap();
    assert_eq!(wrong["range"]["start"], json!({"line": 3, "character": 2}));
    let related = &wrong["relatedInformation"][0];
    assert_eq!(related["message"], "demanded here");
    assert_eq!(related["location"]["uri"], URI);
    assert_eq!(
        related["location"]["range"]["start"],
        json!({"line": 0, "character": 9})
    );
    client.finish();
}

#[test]
fn counterexamples_are_told() {
    let mut client = Client::ready(json!(null));
    let text = "requires n > 3;\nensures \\result != 4;\nint f(int n) {\n  return n;\n}\n";
    client.open(URI, text);
    let said = client.proved(URI, 1);
    let message = words(&said);
    assert!(message.contains("counterexample: n = 4"), "{message}");
    client.finish();
}

#[test]
fn what_was_proved_goes_with_the_text() {
    let mut client = Client::ready(json!({"pause": 50}));
    client.open(URI, COUNT);
    assert!(words(&client.proved(URI, 1)).contains("verified"));
    // Another text: at once nothing is said to be verified, then what is known of that.
    let wrong = COUNT.replace("\\result == n", "\\result == n + 1");
    client.change(URI, 2, &wrong);
    assert_eq!(client.said(URI, 2), [] as [Value; 0]);
    let lenses = titles(&client.of("textDocument/codeLens", URI));
    assert!(!lenses[0].starts_with("verified"), "{lenses:?}");
    assert!(words(&client.said(URI, 2)).contains("refuted"));
    // A part of the text, by its place.
    let range = json!({
        "start": {"line": 1, "character": 20}, "end": {"line": 1, "character": 24},
    });
    let params = json!({
        "textDocument": {"uri": URI, "version": 3},
        "contentChanges": [{"range": range, "text": ""}],
    });
    client.tell("textDocument/didChange", params);
    assert!(words(&client.proved(URI, 3)).contains("verified"));
    client.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": URI}}),
    );
    let closed = client.wait(|message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"].get("version").is_none()
    });
    assert_eq!(closed["params"]["diagnostics"], json!([]));
    client.finish();
}

/// Sums of cubes: nothing that the solver ends with before its time is over.
const HARD: &str = "\
requires 0 < a && 0 < b && 0 < c;
void cubes(int a, int b, int c) {
  assert a * a * a + b * b * b != c * c * c;
}
";

#[test]
fn a_change_ends_the_search() {
    let mut client = Client::ready(json!({"pause": 0}));
    client.open(URI, HARD);
    // The search is on.
    client.wait(|message| message["params"]["value"]["kind"] == "begin");
    std::thread::sleep(Duration::from_millis(700));
    let start = Instant::now();
    client.change(URI, 2, COUNT);
    let said = client.proved(URI, 2);
    assert!(words(&said).contains("verified"));
    assert!(start.elapsed() < Duration::from_secs(60));
    // Nothing was said of the first text but that it can be read.
    let first = client
        .seen
        .iter()
        .filter(|message| message["params"]["version"] == 1);
    assert_eq!(first.count(), 1);
    client.finish();
}

#[test]
fn an_end_does_not_wait_for_proofs() {
    let mut client = Client::ready(json!({"pause": 0}));
    client.open(URI, HARD);
    client.wait(|message| message["params"]["value"]["kind"] == "begin");
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    client.finish();
    // The solver has ten seconds for the first attempt alone.
    assert!(
        start.elapsed() < Duration::from_secs(8),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn the_user_can_end_the_search() {
    let mut client = Client::ready(json!({"pause": 0}));
    client.open(URI, HARD);
    let begun = client.wait(|message| message["params"]["value"]["kind"] == "begin");
    assert_eq!(begun["params"]["value"]["cancellable"], true);
    let token = &begun["params"]["token"];
    client.tell("window/workDoneProgress/cancel", json!({ "token": token }));
    let end = client.wait(|message| message["params"]["value"]["kind"] == "end");
    assert_eq!(end["params"]["token"], *token);
    let lenses = titles(&client.of("textDocument/codeLens", URI));
    assert_eq!(lenses, ["not verified: verify now"]);
    // What was begun comes to an end with its text as well.
    client.tell(
        "textDocument/didSave",
        json!({"textDocument": {"uri": URI}}),
    );
    let begun = client.wait(|message| message["params"]["value"]["kind"] == "begin");
    client.change(URI, 2, "");
    let end = client.wait(|message| message["params"]["value"]["kind"] == "end");
    assert_eq!(end["params"]["token"], begun["params"]["token"]);
    client.finish();
}

#[test]
fn what_changes_on_the_disk_is_seen_when_saving() {
    let text = COUNT;
    let home = folder(&[("alpinist.toml", ""), ("a.pvl", text)]);
    let home = home.path().canonicalize().unwrap();
    let uri = format!("file://{}/a.pvl", home.display());
    let mut client = Client::ready(json!({"pause": 0}));
    client.open(&uri, text);
    assert!(words(&client.proved(&uri, 1)).contains("verified"));
    // Saved as it is: there is nothing to do.
    let save = json!({"textDocument": {"uri": uri}});
    client.tell("textDocument/didSave", save.clone());
    let lenses = titles(&client.of("textDocument/codeLens", &uri));
    assert!(lenses[0].starts_with("verified"), "{lenses:?}");
    std::fs::write(home.join("alpinist.toml"), "rlimit = 1\n").unwrap();
    client.tell("textDocument/didSave", save);
    let said = client.proved(&uri, 1);
    assert!(words(&said).contains("unknown: "), "{said:?}");
    // Nothing is known to be wrong.
    assert!(said.iter().all(|one| one["severity"] != 1), "{said:?}");
    client.finish();
}

#[test]
fn proofs_wait_for_the_word_if_so_wanted() {
    let mut client = Client::ready(json!({"verify": "command"}));
    client.open(URI, COUNT);
    client.said(URI, 1);
    let lenses = client.of("textDocument/codeLens", URI);
    let command = &lenses[0]["command"];
    assert_eq!(command["title"], "not verified: verify now");
    let params = json!({"command": command["command"], "arguments": command["arguments"]});
    client.ask("workspace/executeCommand", params).unwrap();
    assert!(words(&client.said(URI, 1)).contains("verified"));
    client.finish();
}

#[test]
fn what_is_believed_is_said() {
    let mut client = Client::ready(json!(null));
    let text = "ensures \\result > 0;\nint f(int n) {\n  assume n > 0;\n  return n;\n}\n";
    client.open(URI, text);
    let said = client.proved(URI, 1);
    assert!(words(&said).contains("believed, not proved: assume in f"));
    let lenses = titles(&client.of("textDocument/codeLens", URI));
    assert!(lenses[0].ends_with("; the program trusts 1"), "{lenses:?}");
    client.finish();
}

/// The command behind an action.
fn command(action: &Value) -> Value {
    json!({
        "command": action["command"]["command"],
        "arguments": action["command"]["arguments"],
    })
}

fn find<'a>(actions: &'a [Value], words: &str) -> &'a Value {
    let mut all = actions.iter();
    all.find(|action| action["title"].as_str().unwrap().contains(words))
        .unwrap_or_else(|| panic!("no `{words}` among {actions:#?}"))
}

#[test]
fn a_step_is_written_once_it_is_verified() {
    let mut client = Client::ready(json!({"verify": "command"}));
    client.open(URI, COUNT);
    let actions = client.actions(URI, 6, 3);
    let action = find(&actions, "--unroll 2@i");
    assert_eq!(action["kind"], "refactor.rewrite");
    // Nothing is written by the action itself.
    assert!(action.get("edit").is_none());
    client
        .ask("workspace/executeCommand", command(action))
        .unwrap();
    let edit = client.wait(|message| message["method"] == "workspace/applyEdit");
    let change = &edit["params"]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": URI, "version": 1}));
    let expected = alpinist_with_input(root(), &["--unroll", "2@i", "-"], COUNT);
    assert_eq!(applied(COUNT, &change["edits"]), expected.stdout);
    assert_eq!(expected.status, 0);
    client.finish();
}

#[test]
fn a_step_that_is_not_verified_writes_nothing() {
    let mut client = Client::ready(json!({"verify": "command"}));
    client.open(URI, COUNT);
    // That the loop runs four times is not known.
    let actions = client.actions(URI, 6, 3);
    let action = find(&actions, "--unroll 4@i");
    let answer = client.ask("workspace/executeCommand", command(action));
    let (code, message) = answer.expect_err("refused");
    assert_eq!(code, -32803);
    assert!(message.contains("A101"), "{message}");
    // A program that does not hold is not rewritten at all.
    let wrong = COUNT.replace("\\result == n", "\\result == n + 1");
    client.change(URI, 2, &wrong);
    let actions = client.actions(URI, 6, 3);
    let stale = command(find(&actions, "--unroll 2@i"));
    let answer = client.ask("workspace/executeCommand", stale.clone());
    assert!(answer.expect_err("refused").1.contains("V022"));
    // What was offered for another text.
    client.change(URI, 3, COUNT);
    let answer = client.ask("workspace/executeCommand", stale);
    assert_eq!(answer.expect_err("refused").0, -32801);
    assert!(
        client
            .seen
            .iter()
            .all(|message| message["method"] != "workspace/applyEdit")
    );
    client.finish();
}

#[test]
fn a_step_can_be_given_up() {
    let mut client = Client::ready(json!({"verify": "command"}));
    let text = format!("{HARD}\n{COUNT}");
    client.open(URI, &text);
    let actions = client.actions(URI, 11, 3);
    let unroll = command(find(&actions, "--unroll 2@i"));
    let id = client.begin("workspace/executeCommand", unroll.clone());
    client.tell("$/cancelRequest", json!({"id": id}));
    assert_eq!(client.answer(id).expect_err("cancelled").0, -32800);
    let id = client.begin("workspace/executeCommand", unroll);
    client.change(URI, 2, COUNT);
    assert_eq!(client.answer(id).expect_err("changed").0, -32801);
    client.finish();
}

#[test]
fn directives_are_carried_out() {
    let text = COUNT.replace(
        "  loop_invariant 0 <= i;",
        "  gpuopt loop_unroll i 2;\n  loop_invariant 0 <= i;",
    );
    let mut client = Client::ready(json!({"verify": "command"}));
    client.open(URI, &text);
    let hover = client.at("textDocument/hover", URI, 4, 5);
    let said = hover["contents"]["value"].as_str().unwrap();
    assert!(
        said.contains("run K iterations of a loop ahead of it"),
        "{said}"
    );
    let actions = client.actions(URI, 4, 5);
    let action = find(&actions, "carry out this directive");
    client
        .ask("workspace/executeCommand", command(action))
        .unwrap();
    let edit = client.wait(|message| message["method"] == "workspace/applyEdit");
    let edits = &edit["params"]["edit"]["documentChanges"][0]["edits"];
    let expected = alpinist_with_input(root(), &["-"], &text);
    assert_eq!(applied(&text, edits), expected.stdout);
    client.finish();
}

#[test]
fn files_of_one_program_are_read_together() {
    let toml = "[[program]]\nfiles = [\"a.pvl\", \"b.pvl\"]\n";
    let b = "ensures \\result == 2;\nint two() {\n  return 2;\n}\n";
    let home = folder(&[("alpinist.toml", toml), ("b.pvl", b), ("a.pvl", "")]);
    let home = home.path().canonicalize().unwrap();
    let uri = |name: &str| format!("file://{}/{name}", home.display());
    let mut client = Client::ready(json!({"pause": 0}));
    // `b` is read from the disk, and `a` as it is in the editor.
    let a = "ensures \\result == 3;\nint three() {\n  int x = two();\n  return x + 1;\n}\n";
    client.open(&uri("a.pvl"), a);
    assert!(words(&client.proved(&uri("a.pvl"), 1)).contains("verified"));
    let place = client.at("textDocument/definition", &uri("a.pvl"), 2, 11);
    assert_eq!(place["uri"], uri("b.pvl"));
    assert_eq!(place["range"]["start"], json!({"line": 1, "character": 4}));
    // A change of `b` in the editor breaks `a`.
    client.open(&uri("b.pvl"), &b.replace("two", "too"));
    let said = client.wait(|message| {
        message["params"]["uri"] == uri("a.pvl")
            && message["params"]["diagnostics"][0].is_object()
            && message["params"]["diagnostics"][0]["severity"] == 1
    });
    assert!(said.to_string().contains("two"));
    client.finish();
}

const MAIN: &str = "requires n > 0;\nensures \\result > 0;\nint f(int n) {\n  int r = g(n);\n  int i = 0;\n  \
                    loop_invariant i == 0 && r > 0;\n  while (i > 0) { i = i - 1; }\n  return r;\n}\n";

/// `f` in an open file rests on `g` in one that is not.
fn two_files() -> (tempfile::TempDir, impl Fn(&str) -> String, impl Fn(i32)) {
    let toml = "[[program]]\nfiles = [\"a.pvl\", \"b.pvl\"]\n";
    let home = folder(&[("alpinist.toml", toml), ("a.pvl", MAIN)]);
    let path = home.path().canonicalize().unwrap();
    let uri = {
        let path = path.clone();
        move |name: &str| format!("file://{}/{name}", path.display())
    };
    let write = move |least: i32| {
        let text =
            format!("ensures \\result > {least};\nint g(int n) {{\n  return {least} + 1;\n}}\n");
        std::fs::write(path.join("b.pvl"), text).unwrap();
    };
    write(0);
    (home, uri, write)
}

#[test]
fn a_change_on_the_disk_that_is_told_is_looked_at() {
    let (_home, uri, write) = two_files();
    let mut client = Client::ready(json!({"pause": 0}));
    let a = uri("a.pvl");
    client.open(&a, MAIN);
    assert!(words(&client.proved(&a, 1)).contains("verified"));
    write(-5);
    let changes = json!({"changes": [{"uri": uri("b.pvl"), "type": 2}]});
    client.tell("workspace/didChangeWatchedFiles", changes);
    let said = client.proved(&a, 1);
    assert!(said.iter().any(|one| one["severity"] == 1), "{said:?}");
    client.finish();
}

#[test]
fn verify_now_is_about_the_files_as_they_are_now() {
    let (_home, uri, write) = two_files();
    let mut client = Client::ready(json!({"verify": "command"}));
    let a = uri("a.pvl");
    client.open(&a, MAIN);
    client.said(&a, 1);
    let verify = json!({"command": "alpinist.verify", "arguments": [a]});
    client
        .ask("workspace/executeCommand", verify.clone())
        .unwrap();
    assert!(words(&client.said(&a, 1)).contains("verified"));
    write(-5);
    client.ask("workspace/executeCommand", verify).unwrap();
    let said = client.proved(&a, 1);
    assert!(said.iter().any(|one| one["severity"] == 1), "{said:?}");
    client.finish();
}

#[test]
fn a_step_begins_with_the_files_as_they_are_now() {
    let (_home, uri, write) = two_files();
    let mut client = Client::ready(json!({"verify": "command"}));
    let a = uri("a.pvl");
    client.open(&a, MAIN);
    client.said(&a, 1);
    write(-5);
    let step = json!({"command": "alpinist.step", "arguments": [a, 1, ["--unroll 1@i"]]});
    let answer = client.ask("workspace/executeCommand", step);
    let (_, message) = answer.expect_err("the program does not hold any more");
    assert!(message.contains("V0"), "{message}");
    client.finish();
}

#[test]
fn files_are_watched_by_who_can() {
    let mut client = Client::start();
    let watch = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let params = json!({"processId": null, "rootUri": null, "capabilities": watch});
    client.ask("initialize", params).unwrap();
    client.tell("initialized", json!({}));
    let asked = client.wait(|message| message["method"] == "client/registerCapability");
    let wanted = &asked["params"]["registrations"][0];
    assert_eq!(wanted["method"], "workspace/didChangeWatchedFiles");
    client.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": null}));
    client.finish();
}
