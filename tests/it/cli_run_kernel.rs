//! `alpinist run` of kernels: what is printed, and the exit status.

use crate::common::{Run, alpinist_in};
use clang::find::Program;

const KERNELS: &str = "\
__global__ void copy(const int *a, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] * 2;
}
__global__ void racy(int *a, int n) {
  if (threadIdx.x < n) a[threadIdx.x] = a[threadIdx.x + 1];
}
__global__ void divergent(int n) {
  if (threadIdx.x < n) __syncthreads();
}
__device__ void unknown(int *a);
__global__ void external(int *a) { unknown(a); }
";

fn run(words: &[&str]) -> Option<Run> {
    Program::find()?;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("k.cu"), KERNELS).unwrap();
    let mut args = vec!["run", "k.cu"];
    args.extend(words);
    Some(alpinist_in(folder.path(), &args))
}

#[test]
fn values_are_printed_with_who_wrote_them() {
    let words = "--kernel copy --block 2 --grid 2 --arg n=3 --array a=[5,-6,7] --values";
    let words: Vec<&str> = words.split(' ').collect();
    let Some(found) = run(&words) else { return };
    assert_eq!(found.status, 0, "{}", found.stderr);
    assert_eq!(
        found.stdout,
        "copy(n = 3): 2 blocks of 2 threads
out[0] = 10    (thread 0 of block 0, line 3)
out[1] = -12    (thread 1 of block 0, line 3)
out[2] = 14    (thread 0 of block 1, line 3)
1 schedule ended and violated nothing
"
    );
}

#[test]
fn faults_have_places_and_statuses() {
    let one = ["--block", "4", "--grid", "1", "--arg", "n=3"];
    let with = |first: &[&str]| run(&[first, &one].concat());
    let Some(racy) = with(&["racy"]) else { return };
    assert_eq!(racy.status, 1, "{}", racy.stdout);
    assert!(racy.stderr.contains("R003"), "{}", racy.stderr);
    assert!(racy.stderr.contains("writes a["), "{}", racy.stderr);
    let small = with(&["racy", "--array", "a=iota:2"]).unwrap();
    assert_eq!(small.status, 1);
    let divergent = with(&["divergent"]).unwrap();
    assert_eq!(divergent.status, 1);
    assert!(divergent.stderr.contains("R004"), "{}", divergent.stderr);
    let external = run(&["external"]).unwrap();
    assert_eq!(external.status, 3, "{}", external.stderr);
    assert!(external.stderr.contains("R010"), "{}", external.stderr);
}

#[test]
fn what_is_not_there_is_said() {
    for (words, code) in [
        (vec!["--kernel", "none"], "R015"),
        (vec![], "R015"),
        (vec!["copy", "--arg", "m=3"], "R014"),
        (vec!["copy", "--arg", "n=x"], "R014"),
        (vec!["copy", "--array", "a=some:3"], "R014"),
        (vec!["copy", "--array", "b=iota"], "R014"),
    ] {
        let Some(found) = run(&words) else { return };
        assert_eq!(found.status, 2, "{words:?}: {}", found.stderr);
        assert!(found.stderr.contains(code), "{words:?}: {}", found.stderr);
    }
}
