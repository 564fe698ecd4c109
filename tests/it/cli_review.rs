//! The review of a change: in the terminal and as a page.

use crate::common::{COUNT, alpinist_in, folder};

#[test]
fn each_changed_line_has_its_reason_and_its_proofs() {
    let home = folder(&[("count.pvl", COUNT)]);
    let run = alpinist_in(home.path(), &["review", "--unroll", "2@i", "count.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for says in [
        "--unroll 2@i: done",
        "1 contract as callers see them: unchanged",
        "+ assert 0 <= i; added from 5: step 1, unroll: invariant between copies; 1 proved",
        "+ i = i + 1; copied from 8: step 1, unroll: copy of the body",
        "changed from 5: step 1, unroll: bound moved by the unrolled updates; 2 proved",
        "… 2 lines the same",
    ] {
        // How wide the columns are is of no account.
        let squeezed = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed.contains(says), "no `{says}` in\n{}", run.stdout);
    }
    // The file itself is left alone.
    let text = std::fs::read_to_string(home.path().join("count.pvl")).unwrap();
    assert_eq!(text, COUNT);
}

#[test]
fn contracts_that_a_step_changed_are_not_called_unchanged() {
    let kernel = crate::common::root().join("examples/linearizing/by-columns.pvl");
    let home = folder(&[("m.pvl", &std::fs::read_to_string(kernel).unwrap())]);
    let steps = [
        "--linearize",
        "m:col",
        "--unroll",
        "1@c",
        "--guard",
        "m.pvl",
    ];
    let run = alpinist_in(home.path(), &[&["review"], &steps[..]].concat());
    assert_eq!(run.status, 0, "{}", run.stderr);
    let says = "step 1: 1 contract read through the index map, 0 contracts unchanged; \
                step 2: 1 contract unchanged";
    assert!(run.stdout.contains(says), "{}", run.stdout);
    assert!(!run.stdout.contains("as callers see them"));
    let sarif = ["--format", "sarif", "--report", "r.sarif"];
    alpinist_in(home.path(), &[&sarif[..], &steps[..]].concat());
    let log = std::fs::read_to_string(home.path().join("r.sarif")).unwrap();
    assert!(
        log.contains(&format!("the result is verified; {says}")),
        "{log}"
    );
}

#[test]
fn what_fails_is_shown_and_decides_the_status() {
    let wrong = COUNT.replace("return i;", "return i + 1;");
    let home = folder(&[("count.pvl", COUNT), ("wrong.pvl", &wrong)]);
    let run = alpinist_in(home.path(), &["review", "count.pvl", "wrong.pvl"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains("wrong.pvl:2: V022"), "{}", run.stdout);
    assert!(run.stdout.contains("+   return i + 1;"), "{}", run.stdout);
    let changed = COUNT.replace("requires 2 <= n", "requires 3 <= n");
    std::fs::write(home.path().join("other.pvl"), changed).unwrap();
    let run = alpinist_in(home.path(), &["review", "count.pvl", "other.pvl"]);
    assert!(
        run.stdout.contains("the contract of count is not the same"),
        "{}",
        run.stdout
    );
    let run = alpinist_in(
        home.path(),
        &["review", "count.pvl", "other.pvl", "--unroll", "2"],
    );
    assert_eq!(run.status, 2);
}

#[test]
fn the_page_stands_alone() {
    let kernel = "\
context_everywhere a != null && a.length == n && 0 < n;
context (\\forall* int i = 0 .. n; Perm(a[i], write));
void fill(int[] a, int n) {
  par T (int t = 0 .. n)
    context Perm(a[t], write);
  {
    a[t] = 1; // <script>alert(\"&\")</script>
  }
}
";
    let home = folder(&[("k.pvl", kernel)]);
    let run = alpinist_in(home.path(), &["review", "--html", "r.html", "k.pvl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let page = std::fs::read_to_string(home.path().join("r.html")).unwrap();
    // Nothing is fetched, and nothing of the program is taken for markup.
    for fetched in ["src=", "http://", "https://", "@import", "url("] {
        assert!(!page.contains(fetched), "{fetched}");
    }
    assert!(page.contains("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;"));
    // Eight threads, each with its own cell, before and after.
    assert_eq!(page.matches("<rect class=\"whole\"").count(), 16);
    assert!(page.contains("t = 3 holds write of a[3]"));
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
}
