//! The queries, and what words are called by them.

use super::{language, tree};
use tree_sitter::{Query, QueryCursor, StreamingIterator};

/// What a word of a text is called: the last pattern that says something of it wins, as in editors.
fn capture(query: &Query, text: &str, word: &str) -> Option<String> {
    let tree = tree(text);
    assert!(
        !tree.root_node().has_error(),
        "{text}: {}",
        tree.root_node()
    );
    let mut cursor = QueryCursor::new();
    let mut found: Option<(usize, &str)> = None;
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    while let Some(one) = matches.next() {
        for capture in one.captures {
            let name = query.capture_names()[capture.index as usize];
            let is_word = text.get(capture.node.byte_range()) == Some(word);
            if is_word && found.is_none_or(|(pattern, _)| pattern <= one.pattern_index) {
                found = Some((one.pattern_index, name));
            }
        }
    }
    found.map(|(_, name)| name.to_owned())
}

#[test]
fn all_queries_fit_the_grammar() {
    for (name, text) in [
        ("highlights", tree_sitter_pvl::HIGHLIGHTS_QUERY),
        ("folds", tree_sitter_pvl::FOLDS_QUERY),
        ("indents", tree_sitter_pvl::INDENTS_QUERY),
        ("locals", tree_sitter_pvl::LOCALS_QUERY),
        ("tags", tree_sitter_pvl::TAGS_QUERY),
    ] {
        if let Err(error) = Query::new(&language(), text) {
            panic!("{name}.scm: {error}");
        }
    }
}

#[test]
fn words_are_what_the_language_says() {
    let query = Query::new(&language(), tree_sitter_pvl::HIGHLIGHTS_QUERY).unwrap();
    for (text, word, wanted) in [
        ("requires n > 0; int f(int n);", "requires", "keyword"),
        ("requires n > 0; int f(int n);", "f", "function"),
        ("requires n > 0; int f(int n);", "int", "type.builtin"),
        (
            "resource lock_invariant() = true;",
            "lock_invariant",
            "function",
        ),
        ("class Cell { int x; }", "Cell", "type"),
        ("class Cell { int x; }", "x", "variable.member"),
        ("seq<int> xs;", "seq", "type.builtin"),
        ("void m() { seq = 3; }", "seq", "variable"),
        ("void m() { lock = 3; }", "lock", "variable"),
        ("void m() { lock o; }", "lock", "keyword"),
        ("rational q;", "rational", "type.builtin"),
        ("Cell q;", "Cell", "type"),
        (
            "void m() { assert Perm(x, write); }",
            "Perm",
            "function.builtin",
        ),
        (
            "void m() { assert Perm(x, write); }",
            "write",
            "constant.builtin",
        ),
        ("void m() { write(1); }", "write", "function.call"),
        ("void m() { o.read = 1; }", "read", "variable.member"),
        (
            "gpuopt tile inter 4; void m();",
            "gpuopt",
            "keyword.directive",
        ),
        (
            "gpuopt tile inter 4; void m();",
            "tile",
            "keyword.directive",
        ),
        (
            "ensures \\result == \\old(x); int m();",
            "\\result",
            "variable.builtin",
        ),
        (
            "ensures \\result == \\old(x); int m();",
            "\\old",
            "function.builtin",
        ),
        (
            "void m() { par t (int i = 0 .. 2) { } }",
            "par",
            "keyword.coroutine",
        ),
        ("void m() { par t (int i = 0 .. 2) { } }", "t", "label"),
        (
            "void m() { assert (\\forall* int i; true); }",
            "\\forall*",
            "keyword.operator",
        ),
        ("int x; // requires", "// requires", "comment"),
        ("void m() { assert a ** b; }", "**", "operator"),
    ] {
        let found = capture(&query, text, word);
        assert_eq!(found.as_deref(), Some(wanted), "`{word}` in: {text}");
    }
}
