//! What an editor shows of kernels that were checked: hover, lines above, contract, sizes, earlier versions.

use super::client::{Client, applied};
use super::kernels::open;
use crate::common::folder;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const SUM: &str = "__global__ void sum(const float *a, float *out, int n) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  { float *a = s; out[blockIdx.x * 64 + threadIdx.x] = a[63 - threadIdx.x] * n; }
}
int main() {
  float *a, *out;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  sum<<<1, 64>>>(a, out, 3);
}
";

const RACE: &str = "__global__ void race(int *a) {
  a[threadIdx.x / 2] = threadIdx.x;
}
";

fn uri(home: &Path, name: &str) -> String {
    let home = std::fs::canonicalize(home).unwrap();
    format!("file://{}/{name}", home.display())
}

/// A server that has checked a text of the folder.
fn checked(home: &Path, text: &str) -> (Client, String) {
    let uri = uri(home, "k.cu");
    let mut client = Client::ready(json!({"verify": "save"}));
    open(&mut client, &uri, text);
    client.said(&uri, 1);
    (client, uri)
}

fn has_clang() -> bool {
    clang::find::Program::find().is_some()
}

fn hover(client: &mut Client, uri: &str, line: u32, character: u32) -> Option<String> {
    let found = client.at("textDocument/hover", uri, line, character);
    Some(found["contents"]["value"].as_str()?.to_owned())
}

fn titles(client: &mut Client, uri: &str) -> Vec<(u64, String)> {
    let all = client.of("textDocument/codeLens", uri);
    let all = all.as_array().unwrap().iter();
    all.map(|one| {
        let line = one["range"]["start"]["line"].as_u64().unwrap();
        (line, one["command"]["title"].as_str().unwrap().to_owned())
    })
    .collect()
}

fn hints(client: &mut Client, uri: &str) -> Value {
    let params = json!({
        "textDocument": {"uri": uri},
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
    });
    client.ask("textDocument/inlayHint", params).unwrap()
}

#[test]
fn a_name_shows_contract_footprint_and_why_no_race() {
    if !has_clang() {
        return;
    }
    let home = folder(&[("k.cu", SUM)]);
    let (mut client, uri) = checked(home.path(), SUM);
    // The kernel.
    let said = hover(&mut client, &uri, 0, 17).unwrap();
    assert!(said.contains("kernel sum: verified"), "{said}");
    assert!(said.contains("requires length(a) >= 64"), "{said}");
    assert!(said.contains("writes   out"), "{said}");
    assert!(said.contains("assumed:"), "{said}");
    // An array that is written: what of it, and why no two threads race.
    let said = hover(&mut client, &uri, 4, 19).unwrap();
    assert!(said.contains("out in sum"), "{said}");
    assert!(said.contains("writes   out"), "{said}");
    assert!(said.contains("no race  `out`: different threads"), "{said}");
    // A shared array has no footprint, but a reason.
    let said = hover(&mut client, &uri, 2, 2).unwrap();
    assert!(said.contains("no race  `s`"), "{said}");
    // A local variable that has the name of an array is none, and a number is none.
    assert_eq!(hover(&mut client, &uri, 4, 11), None);
    let local = SUM.lines().nth(4).unwrap().find("a[63").unwrap();
    let local = u32::try_from(local).unwrap();
    assert_eq!(hover(&mut client, &uri, 4, local), None);
    assert_eq!(hover(&mut client, &uri, 4, 38), None);
    // A launch: whether it meets the contract.
    let said = hover(&mut client, &uri, 10, 6).unwrap();
    assert!(said.contains("launch in line 11"), "{said}");
    // With a change nothing is known.
    client.change(&uri, 2, &SUM.replace("63", "64"));
    assert_eq!(hover(&mut client, &uri, 0, 17), None);
    client.finish();
}

#[test]
fn nothing_is_said_of_arrays_of_a_kernel_that_is_not_verified() {
    if !has_clang() {
        return;
    }
    let home = folder(&[("k.cu", RACE)]);
    let (mut client, uri) = checked(home.path(), RACE);
    let said = hover(&mut client, &uri, 0, 17).unwrap();
    assert!(said.contains("kernel race: wrong"), "{said}");
    // Only what the code of the finding means.
    let said = hover(&mut client, &uri, 1, 2).unwrap();
    assert!(
        said.starts_with("**K301") && !said.contains("a in race"),
        "{said}"
    );
    let titles = titles(&mut client, &uri);
    assert_eq!(titles.len(), 1, "{titles:?}");
    assert!(titles[0].1.starts_with("wrong; block"), "{titles:?}");
    assert_eq!(hints(&mut client, &uri), json!([]));
    client.finish();
}

#[test]
fn lines_above_a_kernel_say_verdict_sizes_and_contract() {
    if !has_clang() {
        return;
    }
    let home = folder(&[("k.cu", SUM)]);
    let uri = uri(home.path(), "k.cu");
    let mut client = Client::ready(json!({"verify": "command"}));
    open(&mut client, &uri, SUM);
    let before = client.of("textDocument/codeLens", &uri);
    assert_eq!(before.as_array().unwrap().len(), 1);
    let command = before[0]["command"].clone();
    assert_eq!(command["title"], "kernels not checked: check now");
    client.ask("workspace/executeCommand", command).unwrap();
    client.said(&uri, 1);
    let titles = titles(&mut client, &uri);
    assert_eq!(titles.len(), 2, "{titles:?}");
    assert!(titles[0].1.starts_with("verified; block 64"), "{titles:?}");
    assert!(titles[1].1.starts_with("requires "), "{titles:?}");
    assert_eq!((titles[0].0, titles[1].0), (0, 0));
    client.finish();
}

#[test]
fn the_contract_stands_at_the_body_and_a_click_writes_it() {
    if !has_clang() {
        return;
    }
    let home = folder(&[("k.cu", SUM)]);
    let (mut client, uri) = checked(home.path(), SUM);
    let found = hints(&mut client, &uri);
    assert_eq!(found.as_array().unwrap().len(), 1, "{found:#}");
    let label = found[0]["label"].as_str().unwrap();
    assert!(label.starts_with("requires "), "{label}");
    assert_eq!(found[0]["position"]["line"], 0);
    let character = found[0]["position"]["character"].as_u64().unwrap();
    assert_eq!(SUM.find('{'), usize::try_from(character).ok());
    let text = applied(SUM, &found[0]["textEdits"]);
    assert!(text.starts_with("//@ requires "), "{text}");
    // What is written is no longer inferred, and holds.
    client.change(&uri, 2, &text);
    client.said(&uri, 2);
    client.tell(
        "textDocument/didSave",
        json!({"textDocument": {"uri": uri}}),
    );
    client.said(&uri, 2);
    assert_eq!(hints(&mut client, &uri), json!([]));
    let titles = titles(&mut client, &uri);
    assert!(titles[0].1.starts_with("verified"), "{titles:?}");
    client.finish();
}

const PROJECT: &str = "[[kernel]]
files = [\"k.cu\"]
block = 
grid = \"
[[kernel]]
files = [\"other.cu\"]
";

#[test]
fn sizes_of_launches_are_offered_in_the_project() {
    if !has_clang() {
        return;
    }
    let two = SUM.replace("<<<1, 64>>>", "<<<dim3(2, 3), 64>>>");
    let home = folder(&[
        ("k.cu", &two),
        ("other.cu", &SUM.replace("64>>>", "32>>>")),
        ("alpinist.toml", PROJECT),
    ]);
    let uri = uri(home.path(), "alpinist.toml");
    let mut client = Client::ready(json!({}));
    let item = json!({"uri": uri, "languageId": "toml", "version": 1, "text": PROJECT});
    client.tell("textDocument/didOpen", json!({"textDocument": item}));
    let labels = |found: &Value| -> Vec<String> {
        let all = found.as_array().unwrap().iter();
        all.map(|one| one["label"].as_str().unwrap().to_owned())
            .collect()
    };
    // The other line is not written either: nothing can be read of such a text.
    let params = json!({
        "textDocument": {"uri": uri},
        "position": {"line": 2, "character": 8},
    });
    assert!(client.ask("textDocument/completion", params).is_err());
    let text = PROJECT.replace("grid = \"\n", "");
    client.change(&uri, 2, &text);
    let found = client.at("textDocument/completion", &uri, 2, 8);
    assert_eq!(labels(&found), ["64", "\"*\""], "{found:#}");
    let edit = json!([found[0]["textEdit"]]);
    assert_eq!(
        applied(&text, &edit),
        text.replace("block = ", "block = 64")
    );
    assert!(found[0]["detail"].as_str().unwrap().contains("`sum` in "));
    let text = PROJECT.replace("block = \n", "");
    client.change(&uri, 3, &text);
    let found = client.at("textDocument/completion", &uri, 2, 8);
    assert_eq!(labels(&found), ["\"2,3\"", "\"*\""], "{found:#}");
    // No sizes stand there.
    let found = client.at("textDocument/completion", &uri, 1, 9);
    assert_eq!(found, Value::Null);
    client.finish();
}

fn git(home: &Path, words: &[&str]) {
    let own = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
    let done = Command::new("git")
        .arg("-C")
        .arg(home)
        .args(own)
        .args(words)
        .output()
        .unwrap();
    assert!(done.status.success(), "{words:?}");
}

#[test]
fn a_kernel_is_proved_equal_to_its_committed_version() {
    if !has_clang() {
        return;
    }
    let home = folder(&[("k.cu", SUM)]);
    let new = SUM.replace(
        "s[threadIdx.x] = a[threadIdx.x];",
        "s[63 - threadIdx.x] = a[63 - threadIdx.x];",
    );
    let (mut client, uri) = checked(home.path(), &new);
    // Nothing keeps versions here.
    let equal = |client: &mut Client| -> Vec<Value> {
        let mut all = client.actions(&uri, 0, 3);
        all.retain(|one| one["command"]["command"] == "alpinist.equal");
        all
    };
    assert!(equal(&mut client).is_empty());
    git(home.path(), &["init", "-q"]);
    let actions = equal(&mut client);
    assert_eq!(actions.len(), 1, "{actions:#?}");
    assert_eq!(
        actions[0]["title"],
        "prove `sum` equal to the version in git HEAD"
    );
    // Not within a body.
    let mut within = client.actions(&uri, 4, 3);
    within.retain(|one| one["command"]["command"] == "alpinist.equal");
    assert!(within.is_empty());
    let run = |client: &mut Client, action: &Value| {
        client.ask("workspace/executeCommand", action["command"].clone())
    };
    // Nothing is committed.
    let why = run(&mut client, &actions[0]).unwrap_err().1;
    assert!(why.contains("git has no k.cu"), "{why}");
    git(home.path(), &["add", "k.cu"]);
    git(home.path(), &["commit", "-q", "-m", "first"]);
    let done = run(&mut client, &actions[0]).unwrap();
    let shown = client.wait(|one| one["method"] == "window/showMessage");
    let words = shown["params"]["message"].as_str().unwrap();
    assert!(words.starts_with("sum: equal"), "{words}\n{done:#}");
    assert_eq!(
        (&done["status"], &shown["params"]["type"]),
        (&json!(0), &json!(3))
    );
    // The faulty twin differs.
    client.change(&uri, 2, &new.replace("= a[63 -", "= 2 * a[63 -"));
    client.said(&uri, 2);
    client.tell(
        "textDocument/didSave",
        json!({"textDocument": {"uri": uri}}),
    );
    client.said(&uri, 2);
    assert!(run(&mut client, &actions[0]).is_err());
    let actions = equal(&mut client);
    let done = run(&mut client, &actions[0]).unwrap();
    let shown = client.wait(|one| one["method"] == "window/showMessage");
    assert_eq!(shown["params"]["type"], 1, "{done:#}");
    assert!(
        shown["params"]["message"]
            .as_str()
            .unwrap()
            .starts_with("sum: different"),
        "{shown:#}"
    );
    client.finish();
}
