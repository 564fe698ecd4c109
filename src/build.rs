//! Makes the solver's program find Z3 when it runs: hands on the linker arguments that the crate of the worker worked out.

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    println!("cargo::rerun-if-env-changed=DEP_SOLVER_Z3_LINK_ARGS");
    for argument in std::env::var("DEP_SOLVER_Z3_LINK_ARGS")
        .unwrap_or_default()
        .split(';')
        .filter(|argument| !argument.is_empty())
    {
        println!("cargo::rustc-link-arg-bin=alpinist-solver={argument}");
    }
}
