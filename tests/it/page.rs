//! The review's page in a real browser: both colour schemes, wide and narrow, by keyboard alone.
//! Needs Chromium, and for what axe finds npm as well; says so where there is none.

use crate::common::{alpinist_in, folder, root, say};
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
        say("skipped: needs chromium");
    }
    found
}

/// What a probe finds: narrow and wide, in a light or a dark scheme.
fn probe(browser: &str, home: &Path, probe: &str, page: &str, dark: bool) -> Vec<Value> {
    let script = std::fs::read_to_string(root().join("tests/data").join(probe)).unwrap();
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
            "--virtual-time-budget=20000",
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
        let frames = probe(browser, home.path(), "page-probe.js", "r.html", dark);
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
        is_readable(
            &probe(browser, home.path(), "page-probe.js", "r.html", dark),
            dark,
        );
    }
}

/// Of axe, which finds what keeps people out of a page; it is fetched for the test.
const AXE: &str = "axe-core@4.14.1";

/// Puts axe into a folder; false, with a line that says so, where it is not to be had.
fn fetch_axe(home: &Path) -> bool {
    let mut npm = Command::new("npm");
    npm.args(["install", "--prefix", ".", "--ignore-scripts", "--no-audit"]);
    npm.args(["--no-fund", "--prefer-offline", "--fetch-retries=1", AXE]);
    let fetched = npm.current_dir(home).output();
    let from = home.join("node_modules/axe-core/axe.min.js");
    let is_there = fetched.is_ok_and(|output| output.status.success())
        && std::fs::copy(from, home.join("axe.js")).is_ok();
    if !is_there {
        say(&format!(
            "skipped: needs npm, and {AXE} from where it fetches"
        ));
    }
    is_there
}

/// A kernel whose drawings are wider than a narrow page.
const WIDE: &str = "\
__global__ void reverse(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[63 - threadIdx.x];
}
";

#[test]
fn axe_finds_nothing() {
    let Some(browser) = browser() else { return };
    let home = folder(&[("wrong.pvl", WRONG), ("wide.cu", WIDE)]);
    if !fetch_axe(home.path()) {
        return;
    }
    let example = |name: &str| root().join("examples").join(name).display().to_string();
    let (blocks, orders) = (
        example("fusing/blocks.pvl"),
        example("linearizing/two-orders.pvl"),
    );
    let mut pages: Vec<(&str, i32, Vec<&str>)> = vec![
        ("wrong.html", 1, vec!["review", "wrong.pvl"]),
        ("blocks.html", 0, vec!["review", &blocks]),
        (
            "orders.html",
            0,
            vec![
                "review",
                "--linearize",
                "from:row",
                "--linearize",
                "to:col",
                &orders,
            ],
        ),
    ];
    if clang::find::Program::find().is_some() {
        let repair = vec!["repair", "--block", "64", "--grid", "1", "wide.cu"];
        pages.push(("repair.html", 5, repair));
    } else {
        say("skipped in part: there is no clang (./x setup)");
    }
    for (page, status, args) in &pages {
        let args = [&args[..], &["--html", page]].concat();
        let run = alpinist_in(home.path(), &args);
        assert_eq!(run.status, *status, "{page}: {}", run.stderr);
        for dark in [false, true] {
            let frames = probe(browser, home.path(), "axe-probe.js", page, dark);
            for (frame, width) in frames.iter().zip([360, 1280]) {
                let told = format!("{page}: {frame}");
                assert_eq!(frame["violations"], Value::Array(Vec::new()), "{told}");
                assert_eq!(
                    (&frame["width"], &frame["dark"]),
                    (&width.into(), &dark.into())
                );
                // It did look.
                let passes = frame["passes"].as_array().unwrap();
                assert!(passes.iter().any(|rule| rule == "color-contrast"), "{told}");
                assert!(passes.len() > 30, "{told}");
            }
            assert_eq!(frames.len(), 2, "{page}");
        }
    }
}
