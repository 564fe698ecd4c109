//! Reviews of CUDA: repairs, steps, two versions; in the terminal and as a page.

use crate::common::{Run, alpinist_in, folder};
use std::path::Path;

const TURN: &str = "__global__ void turn(const float *in, float *out) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
";

const SUMS: &str = "//@ requires n >= 2 && n <= 64;
__global__ void sums(const float *a, float *out, int n) {
  float s = 0.0f;
  for (int j = 0; j < n; j++) {
    s += a[threadIdx.x * 64 + j];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
";

fn has_clang() -> bool {
    clang::find::Program::find().is_some()
}

fn review(home: &Path, words: &str) -> Run {
    let words: Vec<&str> = ["review", "--stable"]
        .into_iter()
        .chain(words.split_whitespace())
        .collect();
    alpinist_in(home, &words)
}

/// A page without its elements of this name.
fn without(page: &str, name: &str) -> String {
    let (from, to) = (format!("<{name}>"), format!("</{name}>"));
    let mut parts = page.split(&from);
    let mut text = parts.next().unwrap_or("").to_owned();
    for part in parts {
        text.push_str(part.split_once(&to).unwrap().1);
    }
    text
}

/// What is read of a page: without styles, scripts and markup.
fn text_of(page: &str) -> String {
    let page = without(&without(page, "style"), "script");
    let parts = page.split('<').enumerate();
    let parts = parts.map(|(at, part)| match at {
        0 => part,
        _ => part.split_once('>').unwrap().1,
    });
    parts.collect()
}

#[test]
fn a_barrier_is_described_once() {
    if !has_clang() {
        return;
    }
    let home = folder(&[("turn.cu", TURN)]);
    let words = "--block 16,16 --grid 1 --html r.html turn.cu";
    let words: Vec<&str> = words.split_whitespace().collect();
    let run = alpinist_in(home.path(), &[&["repair"], &words[..]].concat());
    assert_eq!(run.status, 5, "{}", run.stderr);
    assert!(run.stderr.contains("r.html: written\n"), "{}", run.stderr);
    let page = std::fs::read_to_string(home.path().join("r.html")).unwrap();
    let text = text_of(&page);
    // The step that inserts it, and the line that it is.
    assert_eq!(text.matches("__syncthreads").count(), 2, "{text}");
    assert!(text.contains("added: step 1"), "{text}");
    assert_eq!(text.matches("of the new text stands between").count(), 1);
    // The picture names the element as the title does, and so does its axis.
    let title = text.split("two threads of one block on `").nth(1).unwrap();
    let element = title.split('`').next().unwrap();
    assert!(element.starts_with("tile["), "{element}");
    for does in ["reads", "writes"] {
        assert!(
            text.contains(&format!("{does} {element} in line")),
            "{text}"
        );
    }
    let index = element.trim_start_matches("tile[").trim_end_matches(']');
    let index = index.replace("][", ",");
    assert!(
        page.contains(&format!("y=\"28\">{index}</text>")),
        "{index}"
    );
}

#[test]
fn green_is_what_is_proved() {
    let home = folder(&[("k.pvl", "void m() {\n}\n")]);
    let run = review(home.path(), "--html r.html k.pvl");
    assert!(run.stderr.contains("r.html: written\n"), "{}", run.stderr);
    let page = std::fs::read_to_string(home.path().join("r.html")).unwrap();
    let mut seen = 0;
    let pieces: Vec<&str> = page.split('#').collect();
    for pair in pieces.windows(2) {
        let part = |at: usize| i32::from_str_radix(pair[1].get(at..at + 2)?, 16).ok();
        let (Some(red), Some(green), Some(blue)) = (part(0), part(2), part(4)) else {
            continue;
        };
        seen += 1;
        if green > red + 12 && green > blue + 12 {
            assert!(pair[0].ends_with("--proved: "), "{}", pair[1]);
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn a_step_on_a_kernel_is_reviewed() {
    if !has_clang() {
        return;
    }
    let asks = SUMS.replace("  for", "  //@ gpuopt loop_unroll j 2;\n  for");
    let home = folder(&[("sums.cu", SUMS), ("asks.cu", &asks)]);
    let sized = "--block 32 --grid 1 --sizes n=5";
    let run = review(home.path(), &format!("--unroll 2@j {sized} sums.cu"));
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    for said in [
        "Proved: `--unroll 2@j` done",
        "Steps\n  1. --unroll 2@j: done\nVerdict\n",
        "\nOne element\n  out[16] (sums; blocks of 32 in a grid of 1, n = 5): the same operations on the same operands\n",
        "\nAssumed\n",
        "copied from 5: step 1, unroll: copy of the body",
    ] {
        assert!(run.stdout.contains(said), "{said}\n{}", run.stdout);
    }
    // It stands on one of the two.
    assert_eq!(run.stderr, "");
    assert_eq!(
        std::fs::read_to_string(home.path().join("sums.cu")).unwrap(),
        SUMS
    );
    let run = review(home.path(), &format!("{sized} asks.cu"));
    assert!(run.stdout.starts_with("Proved: `gpuopt"), "{}", run.stdout);
    // What is shown in part, or not at all, is not called proved.
    let run = review(home.path(), "--unroll 2@j sums.cu");
    assert_eq!(run.status, 3);
    assert!(run.stdout.starts_with("Unknown: "), "{}", run.stdout);
    let run = review(home.path(), "--unroll 2@k sums.cu");
    assert_eq!(run.status, 2);
    let why = "Unknown: the step `--unroll 2@k` is not carried out: there is no loop `k`";
    assert!(run.stdout.starts_with(why), "{}", run.stdout);
    assert!(run.stdout.contains("Nothing is changed"));
    // A page says what it wrote, and has the verdict in the terminal.
    let run = review(
        home.path(),
        &format!("--unroll 2@j {sized} --html r.html sums.cu"),
    );
    assert!(run.stderr.ends_with("r.html: written\n"), "{}", run.stderr);
    assert!(run.stderr.contains("sums.cu: step 1, --unroll 2@j: done"));
}

const OLD: &str = "__global__ void scale(float *x, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = (x[i] + 1.0f) * f;
}
";

#[test]
fn two_versions_of_kernels_are_reviewed() {
    if !has_clang() {
        return;
    }
    let new = OLD.replace("(x[i] + 1.0f) * f", "f * (1.0f + x[i])");
    let real = OLD.replace("(x[i] + 1.0f) * f", "f * x[i] + f");
    let more = format!("{new}__global__ void more(float *x) {{ x[threadIdx.x] = 1; }}\n");
    let race = OLD.replace("x[i] =", "x[0] =");
    let home = folder(&[
        ("old.cu", OLD),
        ("new.cu", &new),
        ("bad.cu", &new.replace("1.0f", "2.0f")),
        ("real.cu", &real),
        ("more.cu", &more),
        ("race.cu", &race),
    ]);
    let run = review(home.path(), "old.cu new.cu");
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.starts_with("Proved: scale: equal"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout
            .contains("the same operations on the same operands\n"),
        "{}",
        run.stdout
    );
    // What launches have to be like for that.
    let launches = "  where in the new launch gridDim.x * blockDim.x >= n\n";
    assert!(run.stdout.contains(launches), "{}", run.stdout);
    // A line that is like the one before stands behind it.
    let rows = "   3      -   if (i < n) x[i] = (x[i] + 1.0f) * f;\n   3    3 +   if (i < n) x[i] = f * (1.0f + x[i]);";
    assert!(run.stdout.contains(rows), "{}", run.stdout);
    let run = review(home.path(), "old.cu bad.cu");
    assert_eq!(run.status, 1);
    assert!(
        run.stdout.starts_with("Refuted: scale: x[0] is "),
        "{}",
        run.stdout
    );
    assert_eq!(run.stdout.matches("K601").count(), 1, "{}", run.stdout);
    // Equal over the real numbers alone, a kernel without a counterpart, a race: none is proved.
    for new in ["real.cu", "more.cu", "race.cu"] {
        let run = review(home.path(), &format!("old.cu {new}"));
        assert!(!run.stdout.starts_with("Proved"), "{new}: {}", run.stdout);
        assert_ne!(run.status, 0, "{new}");
        if new == "real.cu" {
            let why = "Unknown: scale: equal only as `real`, and `reordered` is demanded (K605)";
            assert!(run.stdout.starts_with(why), "{}", run.stdout);
        }
    }
    let run = review(home.path(), "--html r.html old.cu new.cu");
    assert!(run.stderr.ends_with("r.html: written\n"), "{}", run.stderr);
    let page = std::fs::read_to_string(home.path().join("r.html")).unwrap();
    assert!(page.contains("<h2>One element</h2>"), "{page}");
    let run = review(home.path(), "old.cu none.cu");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("cannot read none.cu"), "{}", run.stderr);
}
