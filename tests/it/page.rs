//! The review's page in a real browser: both colour schemes, wide and narrow, by keyboard alone.
//! Needs Chromium, and says so where there is none.

use crate::common::{alpinist_in, folder, root};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A thread reads its neighbour's cell, and a block asks for more than there is.
const WRONG: &str = "\
context_everywhere a != null && b != null && a.length == n && b.length == n;
context (\\forall* int i = 0 .. n; Perm(a[i], write));
context (\\forall* int i = 0 .. n; Perm(b[i], write));
void shift(int[] a, int[] b, int n) {
  par T (int t = 0 .. n)
    context Perm(a[t], write);
    context Perm(b[t], write);
  {
    a[t] = t;
    barrier(T)
      context Perm(a[t], write);
    {
    }
    if (t > 0) {
      b[t] = a[t - 1];
    }
  }
}

context_everywhere a != null && a.length == n;
context (\\forall* int i = 0 .. n; Perm(a[i], write));
void race(int[] a, int n) {
  par R (int t = 0 .. n)
    context Perm(a[t], write);
    context 0 < t ==> Perm(a[t - 1], 1\\2);
  {
    a[t] = 0;
  }
}
";

fn browser() -> Option<&'static str> {
    let runs = |name: &&str| {
        let output = Command::new(name).arg("--version").output();
        output.is_ok_and(|output| output.status.success())
    };
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| runs(name));
    if found.is_none() {
        eprintln!("skipped: needs chromium");
    }
    found
}

/// What the probe finds: narrow and wide, in a light or a dark scheme.
fn probe(browser: &str, home: &Path, page: &str, dark: bool) -> Vec<Value> {
    let script = std::fs::read_to_string(root().join("tests/data/page-probe.js")).unwrap();
    let frames = [360, 1280]
        .map(|width| format!("<iframe src=\"{page}\" width={width} height=900></iframe>"))
        .join("");
    let text = format!("<!doctype html><body>{frames}<script>{script}</script></body>");
    std::fs::write(home.join("probe.html"), text).unwrap();
    let scheme = if dark { 0 } else { 1 };
    let output = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--allow-file-access-from-files",
            "--virtual-time-budget=5000",
            "--dump-dom",
        ])
        .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
        .arg(format!(
            "--user-data-dir={}",
            home.join("browser").display()
        ))
        .arg(format!("file://{}", home.join("probe.html").display()))
        .output()
        .unwrap();
    let dom = String::from_utf8(output.stdout).unwrap();
    let text = dom.split("PROBE").nth(1).expect("the probe's answer");
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    serde_json::from_str(&text).unwrap()
}

/// What holds of every page.
fn is_readable(frames: &[Value], dark: bool) {
    assert_eq!(frames.len(), 2);
    for (frame, width) in frames.iter().zip([360, 1280]) {
        assert_eq!(frame["width"], width);
        assert_eq!(frame["dark"], dark);
        assert_eq!(frame["scrolls"], false, "{frame}");
        assert_eq!(frame["low"], Value::Array(Vec::new()), "{frame}");
        for drawn in frame["drawn"].as_array().unwrap() {
            assert!(drawn[1].as_f64().unwrap() >= 3.0, "{drawn}");
        }
        for (what, none) in [("unnamed", 0), ("dead", 0), ("overlaps", 0)] {
            assert_eq!(frame[what], none, "{what}: {frame}");
        }
        // The second key comes back to where the first one went.
        assert_ne!(frame["first"], "", "{frame}");
        assert_eq!(frame["first"], frame["back"], "{frame}");
        assert_eq!(frame["brief"], true, "{frame}");
    }
}

#[test]
fn the_cells_of_a_failure_are_marked() {
    let Some(browser) = browser() else { return };
    let home = folder(&[("wrong.pvl", WRONG)]);
    let run = alpinist_in(home.path(), &["review", "--html", "r.html", "wrong.pvl"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let page = std::fs::read_to_string(home.path().join("r.html")).unwrap();
    for words in [
        "After barrier 1: t = 1 holds nothing of a[0]",
        "At the start: t = 1 asks for 1/2 of a[0]",
        "At the start: t = 0 asks for write of a[0]",
    ] {
        assert!(page.contains(words), "{words}");
    }
    for dark in [false, true] {
        let frames = probe(browser, home.path(), "r.html", dark);
        is_readable(&frames, dark);
        let marks = frames[0]["marks"].as_array().unwrap();
        let marks: Vec<&str> = marks.iter().map(|mark| mark.as_str().unwrap()).collect();
        let mut wanted = vec![
            "t = 1, a[0]: what the failure is about",
            "t = 0, a[0]: what the failure is about",
            "t = 1, a[0]: what the failure is about",
        ];
        let mut got = marks;
        wanted.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, wanted);
        assert_eq!(frames[0]["first"], "file-0-line-15");
    }
}

#[test]
fn the_largest_example_is_readable() {
    let Some(browser) = browser() else { return };
    let home = folder(&[]);
    let example = root().join("examples/fusing/blocks.pvl");
    let args = ["review", "--html", "r.html", example.to_str().unwrap()];
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    for dark in [false, true] {
        is_readable(&probe(browser, home.path(), "r.html", dark), dark);
    }
}
