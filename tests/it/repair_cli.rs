//! `alpinist repair` and `alpinist gpurepair`, from outside.

use crate::common::{alpinist_in, folder, root, say, schema};
use clang::find::Program;
use serde_json::Value;

/// A kernel without the barrier that it needs, in a folder of its own.
fn racy(name: &str) -> Option<tempfile::TempDir> {
    if Program::find().is_none() {
        say("skipped: there is no clang (./x setup)");
        return None;
    }
    let home = tempfile::tempdir().unwrap();
    let from = root().join("examples/kernels-c").join(name);
    std::fs::copy(from, home.path().join("k.cu")).unwrap();
    Some(home)
}

#[test]
fn a_missing_barrier_is_written_into_the_source() {
    let Some(home) = racy("stencil-no-barrier.cu") else {
        return;
    };
    let sizes = ["--jobs", "1", "--block", "64", "--grid", "2", "k.cu"];
    let run = |args: &[&str]| {
        let all: Vec<&str> = args.iter().chain(&sizes).copied().collect();
        alpinist_in(home.path(), &all)
    };
    let shown = run(&["repair"]);
    assert_eq!(shown.status, 5, "{}", shown.stderr);
    let added = |line: &&str| line.starts_with('+') && !line.starts_with("+++");
    let added: Vec<&str> = shown.stdout.lines().filter(added).collect();
    assert_eq!(added.len(), 1, "{}", shown.stdout);
    assert!(added[0].contains("__syncthreads();"), "{}", shown.stdout);
    assert!(
        !shown
            .stdout
            .lines()
            .any(|l| l.starts_with('-') && !l.starts_with("---"))
    );
    assert_eq!(run(&["repair", "--check"]).status, 5);
    assert_eq!(run(&["repair", "--in-place"]).status, 0);
    assert_eq!(run(&["races"]).status, 0);
    assert_eq!(run(&["repair"]).status, 0);
}

#[test]
fn gpurepair_says_what_is_published() {
    let Some(home) = racy("stencil-no-barrier.cu") else {
        return;
    };
    let args = ["gpurepair", "--blockDim=64", "--gridDim=2", "k.cu"];
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("Number of changes required: 1."),
        "{}",
        run.stdout
    );
    let summary = std::fs::read_to_string(home.path().join("k.summary")).unwrap();
    assert!(
        summary.starts_with("Add a barrier at location "),
        "{summary}"
    );
    assert!(home.path().join("k.fixed.cu").exists());
}

const RACE: &str = "__global__ void turn(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void sum(int *all, int *a) {
  *all += a[threadIdx.x];
}
";

/// A folder with a kernel that races, and what alpinist.toml says of it.
fn project() -> Option<tempfile::TempDir> {
    if Program::find().is_none() {
        say("skipped: there is no clang (./x setup)");
        return None;
    }
    let toml = "[[kernel]]\nfiles = [\"k.cu\"]\nblock = 64\ngrid = 1\nrepair = \"check\"\n";
    Some(folder(&[("k.cu", RACE), ("alpinist.toml", toml)]))
}

#[test]
fn a_code_scanner_is_told_the_fix() {
    let Some(home) = project() else { return };
    let args = ["repair", "--jobs", "1", "--format", "sarif", "k.cu"];
    let run = alpinist_in(home.path(), &args);
    let log: Value = serde_json::from_str(&run.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let of = |code: &str| -> Vec<&Value> {
        let all = results.iter();
        all.filter(|one| one["ruleId"] == code).collect()
    };
    let (races, repaired, hopeless) = (of("K301"), of("K501"), of("K502"));
    assert_eq!((repaired.len(), hopeless.len()), (1, 1), "{results:#?}");
    for one in repaired.iter().chain([&races[0]]) {
        let change = &one["fixes"][0]["artifactChanges"][0];
        assert_eq!(change["artifactLocation"]["uri"], "k.cu");
        let part = &change["replacements"][0];
        assert_eq!(part["insertedContent"]["text"], "  __syncthreads();\n");
        assert_eq!(part["deletedRegion"]["startLine"], 4);
    }
    // Of the other kernel it is an atomic operation, with the barrier of this one.
    let parts = &hopeless[0]["fixes"][0]["artifactChanges"][0]["replacements"];
    let call = "atomicAdd(all, a[threadIdx.x]);";
    assert_eq!(parts[1]["insertedContent"]["text"], call, "{parts:#}");
    let named = hopeless[0]["message"]["text"].as_str().unwrap();
    assert!(named.contains("`atomicAdd`"), "{named}");
    let wrong = alpinist_in(home.path(), &["repair", "--format", "junit", "k.cu"]);
    assert_eq!(wrong.status, 2);
    let args = ["repair", "--jobs", "1", "--atomics", "--in-place", "k.cu"];
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let said = "it is verified, which is applied";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    let text = std::fs::read_to_string(home.path().join("k.cu")).unwrap();
    assert!(
        text.contains(call) && text.contains("__syncthreads();"),
        "{text}"
    );
}

#[test]
fn diffs_of_absolute_paths_can_be_applied() {
    let Some(home) = project() else { return };
    let path = home.path().join("k.cu").display().to_string();
    let run = alpinist_in(home.path(), &["repair", "--jobs", "1", &path]);
    let header = format!("--- a/{}", path.trim_start_matches('/'));
    assert!(run.stdout.starts_with(&header), "{}", run.stdout);
}

#[test]
fn ci_shows_the_barriers_that_are_missing() {
    let Some(home) = project() else { return };
    let run = alpinist_in(home.path(), &["ci", "--jobs", "1"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    for says in ["[K501]", "[K502]", "+  __syncthreads();"] {
        assert!(run.stderr.contains(says), "no `{says}` in\n{}", run.stderr);
    }
    let text = std::fs::read_to_string(home.path().join("k.cu")).unwrap();
    assert_eq!(text, RACE);
    let args = ["ci", "--jobs", "1", "--format", "sarif"];
    let run = alpinist_in(home.path(), &args);
    let log: Value = serde_json::from_str(&run.stdout).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let race = results.iter().find(|one| one["ruleId"] == "K301").unwrap();
    let change = &race["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "  __syncthreads();\n");
}

#[test]
fn the_json_of_ci_has_the_repairs() {
    let Some(home) = project() else { return };
    let run = alpinist_in(home.path(), &["ci", "--jobs", "1", "--format", "json"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let shape = std::fs::read_to_string(root().join("docs/report.schema.json")).unwrap();
    let shape: Value = serde_json::from_str(&shape).unwrap();
    let violations = schema::violations(&shape, &report);
    assert!(violations.is_empty(), "{violations:#?}");
    let repair = &report["repairs"][0];
    assert_eq!(repair["file"], "k.cu");
    assert_eq!(repair["kernels"][0]["outcome"], "repaired");
    assert_eq!(repair["kernels"][0]["changes"][0]["before"]["line"], 4);
    assert_eq!(repair["kernels"][1]["outcome"], "not repaired");
    let call = "atomicAdd(all, a[threadIdx.x]);";
    assert_eq!(repair["atomics"]["places"][0]["call"], call);
    let text = repair["text"].as_str().unwrap();
    assert!(text.contains("  __syncthreads();\n"), "{text}");
    // Those of the command are the same.
    let run = alpinist_in(
        home.path(),
        &["repair", "--jobs", "1", "--format", "json", "k.cu"],
    );
    let own: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        own["files"][0]["kernels"][0]["changes"],
        repair["kernels"][0]["changes"]
    );
}

/// Programs, each with the exit status that `gpurepair` has for it.
const PUBLISHED: [(&str, u8); 9] = [
    ("a[get_local_id(0)] = 1;", 0),
    ("int t = a[get_local_id(0) + 1]; a[get_local_id(0)] = t;", 0),
    ("for (int i = 0; __invariant(i == 5), i < 8; i++) {}", 6),
    ("need(0);", 6),
    (
        "if (get_local_id(0) < 3) async_work_group_copy(l, a, 4, 0);",
        6,
    ),
    ("__assert(a[0] == 1);", 201),
    ("a[0] = get_local_id(0);", 202),
    ("if (get_local_id(0) < 3) SYNC;", 203),
    ("hidden(a);", 4),
];

#[test]
fn gpurepair_ends_as_is_published() {
    let Some(home) = project() else { return };
    for (statement, status) in PUBLISHED {
        let text = format!(
            "#define SYNC barrier(CLK_LOCAL_MEM_FENCE)\n\
             void hidden(__global int *a) {{ hidden(a); }}\n\
             void need(int x) {{ __requires(x > 0); }}\n\
             __kernel void k(__global int *a, __local int *l) {{\n  {statement}\n}}\n"
        );
        std::fs::write(home.path().join("p.cl"), text).unwrap();
        let args = ["gpurepair", "--local_size=64", "--num_groups=1", "p.cl"];
        let run = alpinist_in(home.path(), &args);
        let said = format!("{statement}: {}{}", run.stdout, run.stderr);
        assert_eq!(run.status, i32::from(status), "{said}");
    }
    let wrong = alpinist_in(
        home.path(),
        &["gpurepair", "--loop-depth-weight=many", "p.cl"],
    );
    assert_eq!(wrong.status, 1, "{}", wrong.stderr);
    std::fs::create_dir(home.path().join("k.summary")).unwrap();
    let args = ["gpurepair", "--blockDim=64", "--gridDim=1", "k.cu"];
    std::fs::write(
        home.path().join("k.cu"),
        RACE.split("__global__ void sum").next().unwrap(),
    )
    .unwrap();
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 204, "{}{}", run.stdout, run.stderr);
}

#[test]
fn the_exit_status_says_what_came_of_it() {
    let Some(home) = project() else { return };
    let kernels = [
        ("a[threadIdx.x] = 1;", 0, 0),
        ("int t = a[threadIdx.x + 1]; a[threadIdx.x] = t;", 5, 0),
        ("a[0] = threadIdx.x;", 1, 1),
        ("hidden(a);", 3, 3),
        ("a[0] = ;", 2, 2),
    ];
    for (statement, status, written) in kernels {
        let text = format!(
            "__device__ void hidden(int *a);\n__global__ void k(int *a) {{\n  {statement}\n}}\n"
        );
        std::fs::write(home.path().join("p.cu"), &text).unwrap();
        let run = |how: &str| {
            let sizes = ["--jobs", "1", "--block", "64", "--grid", "1", "p.cu"];
            let all: Vec<&str> = ["repair", how].iter().chain(&sizes).copied().collect();
            alpinist_in(home.path(), &all)
        };
        let shown = run("--diff");
        assert_eq!(shown.status, status, "{statement}: {}", shown.stderr);
        assert_eq!(shown.stdout.is_empty(), status != 5, "{}", shown.stdout);
        let asked = run("--check");
        assert_eq!(asked.status, status, "{statement}: {}", asked.stderr);
        assert!(asked.stdout.is_empty(), "{}", asked.stdout);
        let now = std::fs::read_to_string(home.path().join("p.cu")).unwrap();
        assert_eq!(now, text);
        let run = run("--in-place");
        assert_eq!(run.status, written, "{statement}: {}", run.stderr);
    }
}

/// Two kernels that call one function, which lacks a barrier.
const SHARED: &str = "__device__ void put(int *s, int *a, int t) {
  s[t] = t;
  a[t] = s[63 - t];
}
__global__ void one(int *a) {
  __shared__ int s[64];
  put(s, a, threadIdx.x);
}
__global__ void two(int *a) {
  __shared__ int s[64];
  put(s, a, 63 - threadIdx.x);
}
";

#[test]
fn what_another_kernel_gets_mends_a_kernel() {
    let Some(home) = project() else { return };
    std::fs::write(home.path().join("k.cu"), SHARED).unwrap();
    let run = alpinist_in(
        home.path(),
        &["repair", "--jobs", "1", "--in-place", "k.cu"],
    );
    assert_eq!(run.status, 0, "{}", run.stderr);
    let said = "kernel `two`: repaired [K501] by the changes for other kernels of the file";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    std::fs::write(home.path().join("k.cu"), SHARED).unwrap();
    let args = ["gpurepair", "--blockDim=64", "--gridDim=1", "k.cu"];
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_repair_is_reviewed() {
    let Some(home) = project() else { return };
    let run = alpinist_in(home.path(), &["review", "--jobs", "1", "k.cu"]);
    for says in [
        "old: `turn` is wrong for block 64 (alpinist.toml)",
        "new: `turn` is verified for block 64 (alpinist.toml)",
        "+ __syncthreads(); added: step 1",
        "thread 0 of block 0 writes",
        "Nothing but barriers is changed",
    ] {
        let squeezed = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(squeezed.contains(says), "no `{says}` in\n{}", run.stdout);
    }
    let args = ["repair", "--jobs", "1", "--html", "page.html", "k.cu"];
    assert_eq!(alpinist_in(home.path(), &args).status, 1);
    let page = std::fs::read_to_string(home.path().join("page.html")).unwrap();
    for says in ["excluded that", "__syncthreads();", "class=\"note\""] {
        assert!(page.contains(says), "no `{says}`");
    }
}

/// What the page says of a race are the numbers that it draws; the barrier of the repair is the line between.
#[test]
fn a_race_is_drawn_thread_by_address() {
    let Some(home) = project() else { return };
    let kernel = crate::common::root().join("examples/kernels-c/reduction-racy.cu");
    let text = std::fs::read_to_string(kernel).unwrap();
    std::fs::create_dir(home.path().join("sub")).unwrap();
    std::fs::write(home.path().join("sub/sum.cu"), text).unwrap();
    let toml = "[[kernel]]\nfiles = [\"sub\"]\nblock = 64\ngrid = 4\n";
    std::fs::write(home.path().join("alpinist.toml"), toml).unwrap();
    let args = ["review", "--jobs", "1", "--html", "r.html", "sub/sum.cu"];
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 5, "{}", run.stderr);
    let page = std::fs::read_to_string(home.path().join("r.html")).unwrap();
    assert!(page.contains("<title>Review of sum.cu</title>"));
    let banner = "<p class=\"banner proved\"><strong>Proved:</strong> kernel `sum` free of races and \
                  divergence, 1 barrier added, 2 assumptions</p>";
    assert!(
        page.contains(banner),
        "{}",
        &page[page.find("banner proved").unwrap_or(0)..][..300]
    );
    let figures: Vec<&str> = page.split("<figure").skip(1).collect();
    let figures: Vec<&str> = figures
        .iter()
        .map(|figure| figure.split("</figure>").next().unwrap())
        .collect();
    let [old, new] = figures.as_slice() else {
        panic!("{} figures", figures.len())
    };
    let titles = |figure: &str| -> Vec<String> {
        let all = figure.split("<title>").skip(1);
        all.map(|rest| rest.split("</title>").next().unwrap().to_owned())
            .collect()
    };
    // What is said stands in the picture, with both threads marked.
    let racing = |figure: &str| -> Vec<String> {
        let all = titles(figure).into_iter();
        all.filter_map(|title| Some(title.strip_suffix(": one of the two that race")?.to_owned()))
            .collect()
    };
    for figure in [old, new] {
        let racing = racing(figure);
        assert_eq!(racing.len(), 2, "{racing:?}");
        let sentence = figure
            .split("<p>")
            .nth(1)
            .unwrap()
            .split("</p>")
            .next()
            .unwrap();
        let sentence = sentence.to_lowercase();
        for one in &racing {
            assert!(sentence.contains(one), "no `{one}` in `{sentence}`");
            assert!(titles(figure).contains(one), "{one}");
        }
        let writes = racing
            .iter()
            .filter(|one| one.contains(" writes s[16] in line 8"));
        let reads = racing
            .iter()
            .filter(|one| one.contains(" reads s[16] in line 9"));
        assert_eq!((writes.count(), reads.count()), (1, 1), "{racing:?}");
    }
    // All that the threads do to the array between two barriers is drawn, in both texts the same.
    let accesses = |figure: &str| -> Vec<String> {
        let all = titles(figure).into_iter();
        let mut all: Vec<String> = all.filter(|title| title.contains(" in line ")).collect();
        all.sort();
        all
    };
    assert!(accesses(old).len() > 40);
    assert_eq!(accesses(old), accesses(new));
    assert!(old.contains("nothing stands between"));
    assert!(!old.contains("class=\"barrier\""));
    assert!(new.contains("line 9 of the new text stands between"));
    assert_eq!(new.matches("<line class=\"barrier\"").count(), 1);
    // The line lies below the writes before it and above the reads behind it.
    let height = |figure: &str, words: &str| -> f64 {
        let at = figure.find(words).unwrap();
        let rect = figure[..at].rfind("y=\"").unwrap();
        let number = figure[rect + 3..].split('"').next().unwrap();
        number.parse().unwrap()
    };
    let line = new.split("<line class=\"barrier\"").nth(1).unwrap();
    let line: f64 = line
        .split("y1=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let writes = racing(new)
        .into_iter()
        .find(|one| one.contains("writes"))
        .unwrap();
    let reads = racing(new)
        .into_iter()
        .find(|one| one.contains("reads"))
        .unwrap();
    assert!(height(new, &format!("{writes}: one of")) < line);
    assert!(height(new, &format!("{reads}: one of")) > line);
}

/// What clang does not understand is told as `races` tells it.
#[test]
fn what_cannot_be_read_is_told() {
    let Some(home) = project() else { return };
    let text = "__global__ void k(int *a) {\n  a[threadIdx.x] = undeclared;\n}\n";
    std::fs::write(home.path().join("p.cu"), text).unwrap();
    let run = alpinist_in(home.path(), &["repair", "--jobs", "1", "p.cu"]);
    assert_eq!(run.status, 2, "{}", run.stderr);
    let checked = alpinist_in(home.path(), &["races", "--jobs", "1", "p.cu"]);
    let (error, _) = checked.stderr.split_once("p.cu:1: kernel").unwrap();
    assert!(error.contains("error[K002]") && error.contains("p.cu:2:20"));
    assert!(run.stderr.contains(error), "{}", run.stderr);
    let args = ["repair", "--jobs", "1", "--format", "json", "p.cu"];
    let run = alpinist_in(home.path(), &args);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let error = &report["files"][0]["errors"][0];
    assert_eq!(error["code"], "K002", "{report:#}");
    assert_eq!(error["place"]["line"], 2);
    // A file without kernels shows nothing, and says so.
    std::fs::write(home.path().join("p.cu"), "int f() { return 0; }\n").unwrap();
    let run = alpinist_in(home.path(), &["repair", "--jobs", "1", "p.cu"]);
    assert_eq!(run.status, 3);
    assert!(run.stderr.contains("[K320]"), "{}", run.stderr);
}

/// A kernel of which barriers mend a part is not called repaired without more words.
#[test]
fn what_a_repair_leaves_is_told() {
    let Some(home) = project() else { return };
    let text = "__global__ void k(int *a) {\n  __shared__ int s[64];\n  s[threadIdx.x] = threadIdx.x;\n  \
                a[threadIdx.x] = s[63 - threadIdx.x];\n  s[threadIdx.x + 1] = 1;\n}\n";
    std::fs::write(home.path().join("p.cu"), text).unwrap();
    let sizes = ["--jobs", "1", "--block", "64", "--grid", "1", "p.cu"];
    let run = |more: &[&str]| {
        let args = [&["repair"], more, &sizes].concat();
        alpinist_in(home.path(), &args)
    };
    let shown = run(&[]);
    assert_eq!(shown.status, 1, "{}", shown.stderr);
    for says in [
        "kernel `k`: repaired in part [K501], 1 finding remains; barrier cost",
        "\n  remains [K305] at p.cu:7: this access is outside of the array `s`\n",
    ] {
        assert!(shown.stderr.contains(says), "{}", shown.stderr);
    }
    assert!(shown.stdout.contains("+  __syncthreads();"));
    let report: Value = serde_json::from_str(&run(&["--format", "json"]).stdout).unwrap();
    let remaining = &report["files"][0]["kernels"][0]["remaining"];
    assert_eq!(remaining[0]["code"], "K305", "{report:#}");
    // Where barriers help nothing it is said what is wrong.
    let text = "__global__ void k(int *a) {\n  __shared__ int s[8];\n  s[threadIdx.x] = 1;\n}\n";
    std::fs::write(home.path().join("p.cu"), text).unwrap();
    let shown = run(&[]);
    assert_eq!(shown.status, 1);
    let says = "the findings are not about barriers\n  remains [K305] at p.cu:3: ";
    assert!(shown.stderr.contains(says), "{}", shown.stderr);
}

#[test]
fn a_kernel_in_a_string_is_repaired_in_its_file() {
    if Program::find().is_none() {
        return;
    }
    let kernel = "__global__ void k(int *a) {\n  __shared__ int s[64];\n  s[threadIdx.x] = a[threadIdx.x];\n  a[threadIdx.x] = s[63 - threadIdx.x];\n}\n";
    let python = |quote: &str, text: &str| {
        format!(
            "# a \u{fc}ber comment\nimport cupy\nk = cupy.RawKernel({quote}{text}{quote}, 'k')\n"
        )
    };
    let text = python("r'''", kernel);
    let home = folder(&[("model.py", text.as_str())]);
    let sizes = ["--block", "64", "--grid", "1"];
    let args = [&["repair", "--in-place", "model.py"][..], &sizes].concat();
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let patched = kernel.replace("  a[", "  __syncthreads();\n  a[");
    let written = std::fs::read_to_string(home.path().join("model.py")).unwrap();
    assert_eq!(written, python("r'''", &patched));
    // A literal of one line has no place for a line more: nothing is written.
    let line = kernel.replace('\n', " ");
    let text = python("'", &line).replace(", 'k'", ", \"k\"");
    let home = folder(&[("model.py", text.as_str())]);
    let run = alpinist_in(home.path(), &args);
    let left = std::fs::read_to_string(home.path().join("model.py")).unwrap();
    match run.status {
        0 => assert!(left.contains("__syncthreads();"), "{left}"),
        _ => assert_eq!(left, text, "{}", run.stderr),
    }
}

const SLOTS: &str = "__global__ void keep(const int *in, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    int slot = (*count)++;
    out[slot] = in[i];
  }
}
__global__ void numbered(int *first, unsigned *count, unsigned step) {
  first[blockIdx.x * blockDim.x + threadIdx.x] = *count += step;
}
__global__ void before(int *first, int *count) {
  first[blockIdx.x * blockDim.x + threadIdx.x] = ++count[0];
}
";

/// An atomic operation gives the value that the update had.
#[test]
fn an_update_whose_value_is_used_becomes_atomic() {
    if clang::find::Program::find().is_none() {
        return;
    }
    let home = folder(&[("k.cu", SLOTS)]);
    let run = alpinist_in(home.path(), &["repair", "--jobs", "1", "k.cu"]);
    for says in [
        "with `atomicAdd(count, 1)` at k.cu:4",
        "`(atomicAdd(count, step) + step)` at k.cu:9",
        "`(atomicAdd(&count[0], 1) + 1)` at k.cu:12",
        "`--atomics` applies it",
    ] {
        assert!(run.stderr.contains(says), "no `{says}` in\n{}", run.stderr);
    }
    let args = ["repair", "--jobs", "1", "--atomics", "--in-place", "k.cu"];
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let text = std::fs::read_to_string(home.path().join("k.cu")).unwrap();
    assert!(text.contains("int slot = atomicAdd(count, 1);"), "{text}");
    let run = alpinist_in(home.path(), &["races", "k.cu"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    // What is not what the operation gives: another type, a value that is not there twice, a plain read beside it.
    for (old, new) in [
        ("*count += step", "*count += in()"),
        ("unsigned step", "float step"),
        // It would be read behind the update.
        ("*count += step", "*count += *count"),
        ("= ++count[0]", "= count[0] + ++count[0]"),
    ] {
        let text = SLOTS.replace(old, new);
        let text = format!("__device__ unsigned in();\n{text}");
        std::fs::write(home.path().join("k.cu"), &text).unwrap();
        let run = alpinist_in(home.path(), &["repair", "--jobs", "1", "k.cu"]);
        let kernel = if old.starts_with('=') { "12" } else { "9" };
        let line = kernel.parse::<usize>().unwrap() + 1;
        let said = format!("` at k.cu:{line}");
        assert!(!run.stderr.contains(&said), "{new}\n{}", run.stderr);
    }
}

const STRINGS: &str = "import cupy
turn = cupy.RawKernel(r'''
extern \"C\" __global__ void turn(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[63 - threadIdx.x];
}
''', 'turn')
fine = cupy.RawKernel(r'''
extern \"C\" __global__ void fine(int *a) {
  a[threadIdx.x] = 1;
}
''', 'fine')
back = cupy.RawKernel(r'''
extern \"C\" __global__ void back(int *a) {
  __shared__ int s[64];
  s[63 - threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[threadIdx.x];
}
''', 'back')
";

/// Each string of a Python file sees what was changed in those before.
#[test]
fn the_kernels_of_several_strings_are_repaired() {
    if clang::find::Program::find().is_none() {
        return;
    }
    let home = folder(&[("k.py", STRINGS)]);
    let sizes = ["--block", "64", "--grid", "1"];
    let run = |more: &[&str]| {
        alpinist_in(
            home.path(),
            &[&["repair"], more, &sizes, &["k.py"]].concat(),
        )
    };
    let shown = run(&[]);
    assert_eq!(shown.status, 5, "{}", shown.stderr);
    assert_eq!(shown.stdout.matches("+  __syncthreads();").count(), 2);
    assert_eq!(
        std::fs::read_to_string(home.path().join("k.py")).unwrap(),
        STRINGS
    );
    let written = run(&["--in-place"]);
    assert_eq!(written.status, 0, "{}", written.stderr);
    let text = std::fs::read_to_string(home.path().join("k.py")).unwrap();
    let wanted = STRINGS
        .replace(
            "  a[threadIdx.x] = s[63",
            "  __syncthreads();\n  a[threadIdx.x] = s[63",
        )
        .replace(
            "  a[threadIdx.x] = s[threadIdx.x]",
            "  __syncthreads();\n  a[threadIdx.x] = s[threadIdx.x]",
        );
    assert_eq!(text, wanted);
    // One of them that cannot be repaired is none of the others' business.
    let text = STRINGS.replace("a[threadIdx.x] = 1", "a[0] = threadIdx.x");
    std::fs::write(home.path().join("k.py"), &text).unwrap();
    let run = run(&["--in-place"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let text = std::fs::read_to_string(home.path().join("k.py")).unwrap();
    assert_eq!(text.matches("__syncthreads();").count(), 2, "{text}");
}
