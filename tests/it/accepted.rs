//! Findings that are accepted: by comments, by `alpinist.toml`, and what can never be.

use crate::common::schema::violations;
use crate::common::{Run, alpinist_in, folder, no_clang, root, say};
use serde_json::Value;

/// All threads write one value, which a person has accepted.
const FLAG: &str =
    "__global__ void flag(int *p) {\n  p[0] = 1; // alpinist: allow K301 one value\n}\n";

/// The same without the comment.
const BARE: &str = "__global__ void flag(int *p) {\n  p[0] = 1;\n}\n";

/// What a run over one file says.
fn races(text: &str, args: &[&str]) -> Option<Run> {
    with("", text, args)
}

/// The same beside settings of a project.
fn with(config: &str, text: &str, args: &[&str]) -> Option<Run> {
    if let Some(why) = no_clang() {
        say(&why);
        return None;
    }
    let home = folder(&[("k.cu", text), ("alpinist.toml", config)]);
    let args = [&["races", "--jobs", "1", "k.cu"], args].concat();
    Some(alpinist_in(home.path(), &args))
}

/// The status of a run, and whether it says all of this.
fn says(run: Option<Run>, status: i32, words: &[&str]) {
    let Some(run) = run else { return };
    assert_eq!(run.status, status, "{}", run.stderr);
    for word in words {
        assert!(run.stderr.contains(word), "{word}\n{}", run.stderr);
    }
}

#[test]
fn an_accepted_finding_stays_and_decides_nothing() {
    let words = [
        "note[K301]",
        "accepted (k.cu:2): one value",
        "kernel `flag`: wrong, accepted;",
        "1 kernel in 1 file: 0 verified, 1 wrong but accepted",
    ];
    says(races(FLAG, &[]), 0, &words);
}

#[test]
fn the_line_before_is_the_one_of_a_comment_that_stands_alone() {
    let before =
        "__global__ void k(int *p) {\n  // alpinist: allow K301 one value\n  p[0] = 1;\n}\n";
    says(races(before, &[]), 0, &["wrong, accepted"]);
    let behind = "__global__ void k(int *p) {\n  int i = 0; // alpinist: allow K301 one value\n  p[i] = 1;\n}\n";
    says(races(behind, &[]), 1, &["kernel `k`: wrong, 1 finding"]);
    let far =
        "__global__ void k(int *p) {\n  // alpinist: allow K301 one value\n\n  p[0] = 1;\n}\n";
    says(races(far, &[]), 1, &["kernel `k`: wrong, 1 finding"]);
}

#[test]
fn accepted_findings_are_denied_by_their_kind() {
    let words = [
        "error[K301]",
        "accepted (k.cu:2), which is denied: one value",
        "wrong, 1 finding;",
    ];
    says(races(FLAG, &["--deny", "accepted"]), 1, &words);
    let config = "deny = [\"accepted\"]\n";
    says(with(config, FLAG, &[]), 1, &["which is denied"]);
}

#[test]
fn what_else_is_wrong_counts() {
    let two = "__global__ void k(int *p, int *q) {\n  p[0] = 1; // alpinist: allow K301 one value\n  \
               q[threadIdx.x] = 2;\n}\n";
    says(races(two, &[]), 1, &["wrong, 1 finding, 1 accepted"]);
}

#[test]
fn another_code_is_another_finding() {
    let other = "__global__ void k(int *p) {\n  p[0] = 1; // alpinist: allow K305 one value\n}\n";
    says(races(other, &[]), 1, &["wrong, 1 finding;"]);
}

/// What is unknown, or not understood, is never accepted.
#[test]
fn nothing_that_is_unknown_becomes_a_yes() {
    let address = "__global__ void k(int **p, int *q) {\n  // alpinist: allow K401,K301 fine\n  \
                   p[threadIdx.x][0] = 1;\n}\n";
    let words = ["[K016]", "K401 is not the code of a finding", "unknown"];
    says(races(address, &[]), 3, &words);
    let both = "__global__ void k(int **p, int *q) {\n  p[threadIdx.x][0] = 1;\n  \
                q[0] = 1; // alpinist: allow K301 one value\n}\n";
    says(races(both, &[]), 3, &["[K401]", "kernel `k`: unknown"]);
    let broken = "__global__ void k(int *p) {\n  p[0] = nowhere; // alpinist: allow K002 fine\n}\n";
    says(races(broken, &[]), 2, &["[K002]", "[K016]"]);
    let external = "__device__ void f(int *p);\n__global__ void k(int *p) {\n  f(p);\n  \
                    p[0] = 1; // alpinist: allow K301 one value\n}\n";
    says(races(external, &[]), 3, &["[K403]"]);
}

/// An assumption that is denied leaves the kernel unknown, whatever is accepted.
#[test]
fn denied_assumptions_count_beside_accepted_findings() {
    says(races(FLAG, &["--deny", "addresses"]), 3, &["[C024]"]);
}

/// A check that has found three races of an array looks for no more.
#[test]
fn findings_beyond_the_first_three_are_looked_for() {
    let lines = |last: &str| {
        format!(
            "__global__ void k(int *p) {{\n  p[0] = 1; // alpinist: allow K301 a\n  \
             p[1] = 1; // alpinist: allow K301 b\n  p[2] = 1; // alpinist: allow K301 c\n  \
             p[3] = 1; // alpinist: allow K301 d\n  p[4] = 1;{last}\n}}\n"
        )
    };
    says(races(&lines(""), &[]), 1, &["k.cu:6:3", "4 accepted"]);
    let all = lines(" // alpinist: allow K301 e");
    says(races(&all, &[]), 0, &["wrong, accepted"]);
}

/// What is found in a launch of the file is not all that may be wrong in others.
#[test]
fn all_launches_are_looked_at_beside_what_is_accepted() {
    let text = "__global__ void k(int *p, int *q, int n) {\n  p[0] = 1; // alpinist: allow K301 one value\n  \
                if (n > 7) q[0] = threadIdx.x;\n}\nvoid start(int *p, int *q) { k<<<1, 64>>>(p, q, 1); }\n";
    says(races(text, &[]), 1, &["wrong, 1 finding, 1 accepted"]);
}

#[test]
fn comments_in_strings_macros_and_dead_code_are_not_obeyed() {
    let text = "#define W(p) p[0] = 1 /* alpinist: allow K301 one value */\n\
                __global__ void k(int *p) {\n  W(p);\n}\n";
    says(
        races(text, &[]),
        1,
        &["[K016]", "the body of a macro", "wrong, 1 finding;"],
    );
    let text = "__device__ const char *s =\n  \"// alpinist: allow K301 one value\"; __global__ void k(int *p) { p[0] = 1; }\n";
    says(races(text, &[]), 1, &["wrong, 1 finding;"]);
    let text = "__global__ void k(int *p) {\n#if 0\n  // alpinist: allow K301 one value\n#endif\n  p[0] = 1;\n}\n";
    says(races(text, &[]), 1, &["wrong, 1 finding;"]);
    let text = "__global__ void k(int *p) {\n#if 1 // alpinist: allow K301 one value\n  p[0] = 1;\n#endif\n}\n";
    says(races(text, &[]), 1, &["[K016]", "wrong, 1 finding;"]);
}

#[test]
fn entries_of_settings_accept_by_line_kernel_and_file() {
    let entry = |place: &str| {
        format!(
            "[[allow]]\nplace = \"{place}\"\ncode = \"K301\"\nreason = \"one value\"\ndate = 2026-11-29\n"
        )
    };
    for place in ["k.cu", "k.cu:2", "flag", "k.cu:flag"] {
        let words = [
            "accepted (alpinist.toml:1, 2026-11-29): one value",
            "wrong, accepted;",
        ];
        says(with(&entry(place), BARE, &[]), 0, &words);
    }
    let fine = BARE.replace("[0]", "[blockIdx.x * blockDim.x + threadIdx.x]");
    let words = ["[K017]", "alpinist.toml:1: this entry accepts nothing"];
    says(with(&entry("k.cu:2"), &fine, &[]), 0, &words);
    says(with(&entry("k.cu:1"), BARE, &[]), 1, &["wrong, 1 finding;"]);
    says(with(&entry("other"), BARE, &[]), 1, &["wrong, 1 finding;"]);
    says(
        with(&entry("other.cu"), BARE, &[]),
        2,
        &["[C013]", "no file `other.cu`"],
    );
}

#[test]
fn entries_without_a_reason_a_date_or_a_code_are_mistakes() {
    let whole = "[[allow]]\nplace = \"k.cu\"\ncode = \"K301\"\nreason = \"one value\"\ndate = \"2026-11-29\"\n";
    says(with(whole, BARE, &[]), 0, &[]);
    for (old, new, why) in [
        ("reason = \"one value\"\n", "", "missing field `reason`"),
        ("\"one value\"", "\" - \"", "`reason` says nothing"),
        ("date = \"2026-11-29\"\n", "", "missing field `date`"),
        ("2026-11-29", "yesterday", "`date` is a day"),
        ("K301", "K999", "there is no code `K999`"),
        ("K301", "K410", "K410 is not the code of a finding"),
        ("[[allow]]\n", "[[allow]]\nuntil = 1\n", "until"),
    ] {
        let config = whole.replace(old, new);
        says(with(&config, BARE, &[]), 2, &["[C013]", why]);
    }
}

#[test]
fn places_where_assumptions_are_allowed_stand_beside_accepted_findings() {
    let config = "allow = [\"k.cu:flag\", { place = \"flag\", code = \"K301\", reason = \"one value\", date = 2026-11-29 }]\n";
    says(
        with(config, BARE, &["--deny", "addresses"]),
        0,
        &["wrong, accepted"],
    );
}

#[test]
fn a_launch_that_violates_the_contract_is_accepted_too() {
    let kernel = "__global__ void k(int *out, const int *in) {\n  __shared__ int s[64];\n  \
                  s[threadIdx.x] = in[threadIdx.x];\n  __syncthreads();\n  \
                  out[blockIdx.x * blockDim.x + threadIdx.x] = s[63 - threadIdx.x];\n}\n";
    let start = "void start(int *out, const int *in) {\n  k<<<1, 128>>>(out, in);\n}\n";
    let accepted = start.replace(";\n}", "; // alpinist: allow K310 never called\n}");
    says(races(&format!("{kernel}{start}"), &[]), 1, &["[K310]"]);
    let words = ["note[K310]", "kernel `k`: verified;", "which is accepted"];
    says(races(&format!("{kernel}{accepted}"), &[]), 0, &words);
}

#[test]
fn stale_comments_are_warned_of_where_all_is_decided() {
    let text = "__global__ void k(int *p) {\n  // alpinist: allow K301 one value\n  \
                p[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n}\n";
    says(
        races(text, &[]),
        0,
        &["warning[K017]", "no K301 is found in line 3"],
    );
    if let Some(run) = races(text, &["--block", "64"]) {
        assert!(!run.stderr.contains("[K017]"), "{}", run.stderr);
    }
    // Of four races three are told, for something else is wrong.
    let line = "  p[0] = 1; // alpinist: allow K301 a\n";
    let many = format!(
        "__global__ void k(int *p, int *q) {{\n{}  q[0] = 1;\n}}\n",
        line.repeat(4)
    );
    if let Some(run) = races(&many, &[]) {
        assert!(!run.stderr.contains("[K017]"), "{}", run.stderr);
    }
    let unknown =
        "__global__ void k(int **p) {\n  // alpinist: allow K301 one value\n  p[0][0] = 1;\n}\n";
    if let Some(run) = races(unknown, &[]) {
        assert!(!run.stderr.contains("[K017]"), "{}", run.stderr);
    }
}

#[test]
fn accepted_findings_stand_in_every_form() {
    let Some(json) = races(FLAG, &["--format", "json"]) else {
        return;
    };
    let report: Value = serde_json::from_str(&json.stdout).unwrap();
    let schema = std::fs::read_to_string(root().join("docs/kernels.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    assert_eq!(violations(&schema, &report), Vec::<String>::new());
    let kernel = &report["files"][0]["kernels"][0];
    assert_eq!(kernel["verdict"], "wrong, accepted");
    let accepted = &kernel["findings"][0]["accepted"];
    assert_eq!(accepted["reason"], "one value");
    assert_eq!(accepted["place"]["line"], 2);
    let of = |format: &str| races(FLAG, &["--format", format]).unwrap().stdout;
    let sarif: Value = serde_json::from_str(&of("sarif")).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["level"], "note");
    let suppression = &result["suppressions"][0];
    assert_eq!(suppression["kind"], "inSource");
    assert_eq!(suppression["justification"], "one value");
    let junit = of("junit");
    assert!(
        junit.contains("<skipped message=\"wrong, accepted; accepted: K301"),
        "{junit}"
    );
    let github = of("github");
    assert!(github.starts_with("::notice file=k.cu,line=2,"), "{github}");
    assert!(github.contains("accepted (k.cu:2): one value"), "{github}");
}

/// What is accepted is repaired all the same: who asks for a repair wants one.
#[test]
fn repairs_do_not_read_what_is_accepted() {
    if let Some(why) = no_clang() {
        return say(&why);
    }
    let text = "__global__ void k(int *out) {\n  __shared__ int s[65];\n  \
                s[threadIdx.x] = 1; // alpinist: allow K301 a\n  \
                out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x + 1];\n}\n";
    let home = folder(&[("k.cu", text)]);
    let args = ["repair", "--block", "64", "--grid", "1", "k.cu"];
    let run = alpinist_in(home.path(), &args);
    assert_eq!(run.status, 5, "{}", run.stderr);
}
