//! Lowers files and prints what came of them: `cargo run -p kernels --example lower -- [--ir] FILE…`.
#![allow(clippy::print_stdout)]

use clang::tree::Language;
use clang::{Request, read};

fn main() {
    let mut with_ir = false;
    for name in std::env::args().skip(1) {
        if name == "--ir" {
            with_ir = true;
            continue;
        }
        let text = std::fs::read(&name).unwrap_or_default();
        let text = String::from_utf8_lossy(&text).into_owned();
        let language = match name.ends_with(".cl") {
            true => Language::OpenCl,
            false => Language::Cuda,
        };
        let reading = read(&Request::new(&name, text, language));
        let mut graphs = kernels::lower(&reading.unit);
        println!("{name}");
        for said in reading.errors.iter().chain(&reading.notes) {
            println!("  {} {}", said.code, said.message);
        }
        for kernel in &reading.kernels {
            for error in &kernel.errors {
                println!("  {}: {} {}", kernel.name, error.code, error.message);
            }
            if let Some(why) = kernel.function.and_then(|id| graphs.refused.get(&id)) {
                println!("  {}: {} {}", kernel.name, why.code, why.message);
            }
        }
        kernel_graph::promote(&mut graphs.module);
        if let Err(fault) = kernel_graph::check(&graphs.module) {
            println!("  malformed: {fault}");
        }
        if with_ir {
            print!("{}", kernel_graph::print(&graphs.module));
        }
    }
}
