//! Kernels in the editor.

use super::client::Client;
use crate::common::folder;
use serde_json::{Value, json};
use std::path::Path;

const RACE: &str = "#include \"size.h\"
__global__ void shift(int *a) {
  a[threadIdx.x] = a[threadIdx.x + STEP];
}
";
const NONE: &str = "#include \"size.h\"
__global__ void shift(int *a) {
  int v = a[threadIdx.x + STEP];
  __syncthreads();
  a[threadIdx.x] = v;
}
";

fn project() -> tempfile::TempDir {
    folder(&[
        ("alpinist.toml", "[kernels]\nblock = 64\ngrid = 1\n"),
        ("size.h", "#define STEP 1\n"),
        ("k.cu", RACE),
    ])
}

fn uri(home: &Path) -> String {
    let home = std::fs::canonicalize(home).unwrap();
    format!("file://{}/k.cu", home.display())
}

pub fn open(client: &mut Client, uri: &str, text: &str) {
    let item = json!({"uri": uri, "languageId": "cuda-cpp", "version": 1, "text": text});
    client.tell("textDocument/didOpen", json!({"textDocument": item}));
}

fn codes(said: &[Value]) -> Vec<&str> {
    said.iter().filter_map(|one| one["code"].as_str()).collect()
}

#[test]
fn findings_stand_at_their_places() {
    if clang::find::Program::find().is_none() {
        return;
    }
    let home = project();
    let uri = uri(home.path());
    let mut client = Client::ready(json!({"verify": "save"}));
    open(&mut client, &uri, RACE);
    let said = client.said(&uri, 1);
    assert_eq!(codes(&said), ["K301"], "{said:#?}");
    assert_eq!(said[0]["severity"], 1);
    assert_eq!(said[0]["range"]["start"]["line"], 2);
    let other = &said[0]["relatedInformation"][0]["location"];
    assert_eq!(
        (&other["uri"], &other["range"]["start"]["line"]),
        (&json!(uri), &json!(2))
    );
    // With a change all of it is gone, until it is saved.
    client.change(&uri, 2, NONE);
    assert!(client.said(&uri, 2).is_empty());
    let saved = json!({"textDocument": {"uri": uri}});
    client.tell("textDocument/didSave", saved.clone());
    let said = client.said(&uri, 2);
    assert_eq!((codes(&said), said.len()), (vec![], 1), "{said:#?}");
    assert_eq!(said[0]["severity"], 4);
    let words = said[0]["message"].as_str().unwrap();
    assert!(
        words.starts_with("`shift` is verified: block 64 (alpinist.toml)"),
        "{words}"
    );
    // A header has changed on the disk.
    std::fs::write(home.path().join("size.h"), "#define STEP nothing\n").unwrap();
    client.tell("textDocument/didSave", saved);
    assert_eq!(codes(&client.said(&uri, 2)), ["K002"]);
    client.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": uri}}),
    );
    let gone = client.wait(|message| {
        message["method"] == "textDocument/publishDiagnostics"
            && message["params"]["version"].is_null()
    });
    assert_eq!(gone["params"]["diagnostics"], json!([]));
    client.finish();
}

#[test]
fn a_change_ends_the_search() {
    if clang::find::Program::find().is_none() {
        return;
    }
    let home = project();
    let uri = uri(home.path());
    let mut client = Client::ready(json!({"pause": 1}));
    open(&mut client, &uri, RACE);
    for version in 2..8 {
        client.change(&uri, version, if version % 2 == 0 { NONE } else { RACE });
    }
    client.change(&uri, 8, NONE);
    assert!(client.said(&uri, 8).is_empty());
    let said = client.said(&uri, 8);
    assert!(codes(&said).is_empty() && said.len() == 1, "{said:#?}");
    client.finish();
}

const TURN: &str = "__global__ void turn(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[63 - threadIdx.x];
}
";

#[test]
fn the_missing_barrier_is_inserted_once_it_is_proved() {
    if clang::find::Program::find().is_none() {
        return;
    }
    let home = project();
    let uri = uri(home.path());
    let mut client = Client::ready(json!({"verify": "save"}));
    open(&mut client, &uri, TURN);
    assert_eq!(codes(&client.said(&uri, 1)), ["K301"]);
    // Nothing is offered where nothing is wrong.
    assert!(client.actions(&uri, 0, 0).is_empty());
    let actions = client.actions(&uri, 2, 4);
    assert_eq!(actions.len(), 1, "{actions:#?}");
    assert_eq!(actions[0]["title"], "insert the missing barrier");
    assert_eq!(actions[0]["kind"], "quickfix");
    let command = actions[0]["command"].clone();
    let id = client.begin("workspace/executeCommand", command.clone());
    let edit = client.wait(|message| message["method"] == "workspace/applyEdit");
    let changes = &edit["params"]["edit"]["documentChanges"][0];
    assert_eq!(changes["textDocument"]["version"], 1);
    let text = super::client::applied(TURN, &changes["edits"]);
    let wanted = TURN.replace("  a[thread", "  __syncthreads();\n  a[thread");
    assert_eq!(text, wanted);
    assert!(client.answer(id).is_ok());
    // What was offered for another text is refused.
    client.change(&uri, 2, &wanted);
    assert!(client.ask("workspace/executeCommand", command).is_err());
    client.finish();
}

const SHORT: &str = "__global__ void add(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1;
}
int main() {
  float *a;
  cudaMalloc(&a, 100 * sizeof(float));
  add<<<4, 256>>>(a, 1000);
}
";

#[test]
fn a_launch_that_violates_the_contract_is_a_finding() {
    if clang::find::Program::find().is_none() {
        return;
    }
    let home = folder(&[("k.cu", SHORT)]);
    let uri = uri(home.path());
    let mut client = Client::ready(json!({"verify": "save"}));
    open(&mut client, &uri, SHORT);
    let said = client.said(&uri, 1);
    assert!(codes(&said).contains(&"K310"), "{said:#?}");
    let one = said.iter().find(|one| one["code"] == "K310").unwrap();
    assert_eq!(one["range"]["start"]["line"], 7);
    let kernel = &one["relatedInformation"][0]["location"];
    assert_eq!(kernel["range"]["start"]["line"], 0);
    client.finish();
}
