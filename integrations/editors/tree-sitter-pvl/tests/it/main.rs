//! The grammar beside the verifier's parser.
#![allow(unreachable_pub, reason = "modules of one test binary")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![allow(clippy::print_stdout, reason = "what a test says")]

mod accepted;
mod colours;
mod trees;

use tree_sitter::{Language, Parser, Tree};

fn language() -> Language {
    tree_sitter_pvl::LANGUAGE.into()
}

fn tree(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&language()).unwrap();
    parser.parse(text, None).unwrap()
}

/// The parser is generated; nobody may forget it.
#[test]
fn the_parser_is_that_of_the_grammar() {
    use sha2::{Digest, Sha256};
    let grammar = include_bytes!("../../grammar.js");
    let digest = Sha256::digest(grammar);
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let kept = include_str!("../../src/grammar.sha256").trim();
    assert_eq!(
        kept, hex,
        "grammar.js has changed: run integrations/editors/tree-sitter-pvl/generate"
    );
}
