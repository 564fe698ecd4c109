//! What holds for no reason is warned of, also where the contradiction is so plain that the
//! solver is never asked about it.

use crate::common::{alpinist_in, folder};

/// The lines of the warnings about a program that verifies.
fn warned(program: &str, code: &str) -> Vec<usize> {
    let place = folder(&[("a.pvl", program)]);
    let run = alpinist_in(
        place.path(),
        &["verify", "--stable", "--format", "json", "a.pvl"],
    );
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let mut lines = Vec::new();
    let mut work = vec![&report];
    while let Some(value) = work.pop() {
        if value["code"] == code {
            let line = value["place"]["line"].as_u64();
            lines.push(usize::try_from(line.unwrap()).unwrap());
        }
        match value {
            serde_json::Value::Array(parts) => work.extend(parts),
            serde_json::Value::Object(parts) => work.extend(parts.values()),
            _ => {}
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

#[test]
fn a_loop_without_its_update() {
    let program = "class C {
          ensures \\result == 5;
          int f() {
            int i = 0;
            while (i < 10) loop_invariant i == 0; { }
            assert 1 == 2;
            return i;
          }
          void g() {
            par (int t = 0 .. 4) {
              int i = 0;
              while (i < 10) loop_invariant i == 0; { }
              assert 1 == 2;
            }
          }
        }";
    assert_eq!(warned(program, "W003"), [5, 12]);
}

#[test]
fn what_is_assumed_or_ensured_plainly_contradicts_itself() {
    let program = "class C {
          ensures \\result == 5;
          int f(int x) { assume x == x + 1; return 1; }
          ensures 1 == 2;
          void g() { while (true) { } }
          ensures \\result == 5;
          int h() { g(); return 1; }
        }";
    assert_eq!(warned(program, "W003"), [3, 7]);
}

#[test]
fn who_says_so_means_it() {
    let program = "class C {
          ensures \\result == 5;
          int f() { assume false; return 1; }
          ensures false;
          void abort() { while (true) { } }
          ensures \\result == 5;
          int g(int x) { if (x < 0) { abort(); } return 5; }
          ensures \\result == 5;
          int h(int x) { while (true) { if (x == 5) { return x; } x = 5; } return 1; }
          requires false;
          ensures \\result == 5;
          int i() { return 1; }
        }";
    assert_eq!(warned(program, "W003"), [0; 0]);
}
