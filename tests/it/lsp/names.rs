//! Names: where they are used, what they are, and their new names.

use super::client::{Client, applied};
use serde_json::{Value, json};

const URI: &str = "untitled:names";

const TEXT: &str = "\
class Cell {
  int value;
  constructor(int start) { value = start; }
  context Perm(value, write);
  void add(int by) { this.value = value + by; }
}

given int ghosted;
requires n > 0;
yields int seen;
int sum(int n) {
  int i = 0;
  gpuopt loop_unroll i 2;
  loop_invariant 0 <= i && i <= n;
  while (i < n) { i = i + 1; }
  seen = i;
  return i;
}

void use(int i) {
  Cell c = new Cell(i);
  int k = sum(3) given { ghosted = i } yields { i = seen };
  par block (int t = 0 .. 4) { barrier(block) { } }
}
";

/// Where a piece of the text is, `behind` characters into it.
fn place(text: &str, piece: &str, behind: usize) -> Value {
    let at = text.find(piece).unwrap_or_else(|| panic!("no {piece}")) + behind;
    let before = &text[..at];
    let line = before.matches('\n').count();
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    json!({"line": line, "character": column})
}

fn ready(text: &str) -> Client {
    let mut client = Client::ready(json!({"verify": "command"}));
    client.open(URI, text);
    client
}

fn asked(client: &mut Client, method: &str, place: &Value, more: &Value) -> Result<Value, String> {
    let mut params = json!({"textDocument": {"uri": URI}, "position": place});
    let members = params.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    client.ask(method, params).map_err(|(_, words)| words)
}

/// The lines, from 1, in which what stands at a place is named.
fn lines(client: &mut Client, place: &Value, declaration: bool) -> Vec<u64> {
    let more = json!({"context": {"includeDeclaration": declaration}});
    let found = asked(client, "textDocument/references", place, &more).unwrap();
    let places = found.as_array().unwrap().iter();
    places
        .map(|one| one["range"]["start"]["line"].as_u64().unwrap() + 1)
        .collect()
}

/// The text with another name for what stands at a place, or why there is none.
fn renamed(text: &str, place: &Value, name: &str) -> Result<String, String> {
    let mut client = ready(text);
    let more = json!({"newName": name});
    let edit = asked(&mut client, "textDocument/rename", place, &more);
    client.finish();
    edit.map(|edit| applied(text, &edit["documentChanges"][0]["edits"]))
}

#[test]
fn a_name_is_found_wherever_it_is_used() {
    let mut client = ready(TEXT);
    assert!(client.said(URI, 1).iter().all(|one| one["severity"] != 1));
    // A local, with its directive; not the parameter of the other method.
    let local = place(TEXT, "int i = 0", 4);
    assert_eq!(
        lines(&mut client, &local, true),
        [12, 13, 14, 14, 15, 15, 15, 16, 17]
    );
    assert_eq!(lines(&mut client, &local, false).len(), 8);
    let directive = place(TEXT, "loop_unroll i", 12);
    assert_eq!(lines(&mut client, &directive, true).len(), 9);
    // A field, plainly and behind a point.
    let field = place(TEXT, "this.value", 6);
    assert_eq!(lines(&mut client, &field, true), [2, 3, 4, 5, 5]);
    // A class, its type and where it is made.
    let class = place(TEXT, "Cell c", 1);
    assert_eq!(lines(&mut client, &class, true), [1, 21, 21]);
    // What a call is given, and what it yields.
    let ghost = place(TEXT, "given int ghosted", 12);
    assert_eq!(lines(&mut client, &ghost, true), [8, 22]);
    let seen = place(TEXT, "{ i = seen", 7);
    assert_eq!(lines(&mut client, &seen, true), [10, 16, 22]);
    let block = place(TEXT, "barrier(block)", 9);
    assert_eq!(lines(&mut client, &block, true), [23, 23]);
    let here = asked(
        &mut client,
        "textDocument/documentHighlight",
        &block,
        &json!({}),
    );
    assert_eq!(here.unwrap().as_array().unwrap().len(), 2);
    let nowhere = place(TEXT, "return", 2);
    assert_eq!(lines(&mut client, &nowhere, true), [] as [u64; 0]);
    client.finish();
}

#[test]
fn a_new_name_is_written_everywhere() {
    let at = place(TEXT, "int i = 0", 4);
    let new = renamed(TEXT, &at, "index").unwrap();
    let part = TEXT[..TEXT.find("void use").unwrap()].replace("int i = 0", "int index = 0");
    let part = part
        .replace("unroll i", "unroll index")
        .replace("<= i ", "<= index ");
    let part = part
        .replace("&& i ", "&& index ")
        .replace("(i < n)", "(index < n)");
    let part = part.replace("{ i = i + 1", "{ index = index + 1");
    let part = part
        .replace("= i;", "= index;")
        .replace("return i", "return index");
    assert_eq!(new, part + &TEXT[TEXT.find("void use").unwrap()..]);
    // A class with its constructors; a constructor leads to the class.
    let new = renamed(TEXT, &place(TEXT, "new Cell", 5), "Box").unwrap();
    assert_eq!(new, TEXT.replace("Cell", "Box"));
    let old = TEXT.replace("constructor", "Cell");
    let new = renamed(&old, &place(&old, "Cell c", 0), "Box").unwrap();
    assert_eq!(new, old.replace("Cell", "Box"));
    // A place just behind a name is the name's.
    let new = renamed(TEXT, &place(TEXT, "ghosted", 7), "other").unwrap();
    assert_eq!(new, TEXT.replace("ghosted", "other"));
}

#[test]
fn a_name_that_would_change_the_meaning_is_refused() {
    // It would catch a name that means something else.
    let text = "int y;\nvoid m(int x) { int k = 0; k = x; assert k == k; }\n";
    let words = renamed(text, &place(text, "int k", 4), "x").unwrap_err();
    assert!(words.contains("would"), "{words}");
    let text = "class C { int f; void m(int p) { int q = f + p; } }\n";
    let words = renamed(text, &place(text, "int p", 4), "f").unwrap_err();
    assert!(words.contains("mean something else"), "{words}");
    // No names, words of the language.
    let at = place(TEXT, "int i = 0", 4);
    for (name, why) in [
        ("1x", "no name"),
        ("", "no name"),
        ("a b", "no name"),
        ("while", "word of the language"),
        ("run", "word of the language"),
    ] {
        let words = renamed(TEXT, &at, name).unwrap_err();
        assert!(words.contains(why), "{name}: {words}");
    }
    // What has a name of the language's.
    let text = "class T { void run() { } resource lock_invariant() = true; }\n";
    for piece in ["run()", "lock_invariant"] {
        let words = renamed(text, &place(text, piece, 1), "other").unwrap_err();
        assert!(words.contains("name of the language"), "{words}");
    }
    let words = renamed(TEXT, &place(TEXT, "return", 1), "other").unwrap_err();
    assert!(words.contains("no name of yours"), "{words}");
    // A method that another class of the family has as well.
    let text = "class A { void f() { } }\nclass B extends A { void f() { } }\n";
    let words = renamed(text, &place(text, "f()", 0), "g").unwrap_err();
    assert!(
        words.contains("inherit") || words.contains("errors"),
        "{words}"
    );
    // With errors nobody knows what names mean.
    let text = "void m(int x) { x = y; }\n";
    let words = renamed(text, &place(text, "int x", 4), "z").unwrap_err();
    assert!(words.contains("no errors"), "{words}");
}

#[test]
fn what_can_be_renamed_is_told_first() {
    let mut client = ready(TEXT);
    let at = place(TEXT, "this.value", 6);
    let found = asked(&mut client, "textDocument/prepareRename", &at, &json!({})).unwrap();
    assert_eq!(found["placeholder"], "value");
    assert_eq!(found["range"]["start"], place(TEXT, "this.value", 5));
    let at = place(TEXT, "return", 1);
    assert!(asked(&mut client, "textDocument/prepareRename", &at, &json!({})).is_err());
    client.finish();
}

#[test]
fn names_have_colours_of_their_own() {
    let text =
        "enum E { A }\nclass C { int f; }\npure int g(int p) = p;\nvoid m(C c) { c.f = g(1); }\n";
    let mut client = ready(text);
    let found = client.of("textDocument/semanticTokens/full", URI);
    let data: Vec<u64> = found["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one.as_u64().unwrap())
        .collect();
    let kinds = [
        "class",
        "enum",
        "enumMember",
        "struct",
        "interface",
        "function",
        "method",
        "property",
        "parameter",
        "variable",
        "namespace",
    ];
    let (mut line, mut column) = (0, 0);
    let mut told = Vec::new();
    for token in data.chunks(5) {
        column = if token[0] == 0 {
            column + token[1]
        } else {
            token[1]
        };
        line += token[0];
        let start = usize::try_from(column).unwrap();
        let end = start + usize::try_from(token[2]).unwrap();
        let word = &text.lines().nth(usize::try_from(line).unwrap()).unwrap()[start..end];
        let kind = kinds[usize::try_from(token[3]).unwrap()];
        let declares = if token[4] & 1 == 1 { "!" } else { "" };
        told.push(format!("{word} {kind}{declares}"));
    }
    let wanted = "E enum!, A enumMember!, C class!, f property!, g function!, p parameter!, \
                  p parameter, m method!, C class, c parameter!, c parameter, f property, g function";
    assert_eq!(told.join(", "), wanted);
    client.finish();
}
