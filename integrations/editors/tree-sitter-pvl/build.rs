//! Compiles the generated parser.

fn main() {
    println!("cargo:rerun-if-changed=src/parser.c");
    cc::Build::new()
        .std("c11")
        .include("src")
        .warnings(false)
        // Nothing here is slow, and the table of states takes a compiler long.
        .opt_level(1)
        .file("src/parser.c")
        .compile("tree-sitter-pvl");
}
