//! What the README shows is what the program prints, but for the number of obligations.

use crate::common::{alpinist_in, root, say, settled};
use clang::find::Program;

#[test]
fn the_readme_shows_real_output() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let readme = settled(&readme);
    let shows = |text: &str| {
        let text = settled(text.trim());
        assert!(readme.contains(&text), "README.md does not show\n{text}");
    };
    let gauss = "examples/unrolling/gauss.pvl";
    shows(&std::fs::read_to_string(root().join(gauss)).unwrap());
    let run = alpinist_in(root(), &["--stable", gauss]);
    shows(&run.stderr);
    shows(&run.stdout);
    let run = alpinist_in(root(), &["verify", "--stable", "examples/wrong/index.pvl"]);
    shows(&run.stderr);
    if Program::find().is_none() {
        say("skipped in part: there is no clang (./x setup)");
        return;
    }
    let kernel = "examples/kernels-c/reduction-racy.cu";
    let text = std::fs::read_to_string(root().join(kernel)).unwrap();
    let (_, body) = text.split_once("\n\n").unwrap();
    shows(body);
    for command in ["races", "repair"] {
        let args = ["--stable", "--block", "64", "--grid", "4", kernel];
        let run = alpinist_in(root(), &[&[command], &args[..]].concat());
        shows(&format!("$ alpinist {command} {}", args.join(" ")));
        shows(&run.stdout);
        shows(&run.stderr);
    }
}
