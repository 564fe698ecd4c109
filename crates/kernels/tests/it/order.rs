//! Expressions whose operands disturb one another, and those whose operands do not.

use clang::find::Program;
use clang::tree::Language;
use clang::{Request, read};

/// How many such expressions the kernels of a text reach.
fn doubtful(text: &str) -> Option<usize> {
    if Program::find().is_none() {
        eprintln!("skipped: there is no clang (./x setup)");
        return None;
    }
    let reading = read(&Request::new("k.cu", text, Language::Cuda));
    let graphs = kernels::lower(&reading.unit);
    assert!(graphs.refused.is_empty(), "{text}\n{:?}", graphs.refused);
    let kernels = graphs.module.functions.iter().filter(|f| f.kernel);
    Some(kernels.map(|kernel| kernel.order_matters.len()).sum())
}

const FUNCTIONS: &str = "
__device__ int sum(int v, int *s) { s[threadIdx.x] = v; __syncthreads(); return s[0]; }
__device__ int meet(int v) { __syncthreads(); return v; }
__device__ int next(int *state) { *state = *state * 5 + 1; return *state; }
__device__ int deep(int *state) { return next(state) + 1; }
__device__ int get(const int *from, int i) { return from[i]; }
struct V { int x, y; };
__device__ V operator+(const V &a, const V &b) { V c; c.x = a.x + b.x; c.y = a.y + b.y; return c; }
__device__ V twice(V a) { a.x += a.x; a.y += a.y; return a; }
__device__ int square(int a) { return a * a; }
";

fn demand(body: &str, expected: usize) {
    let text = format!(
        "{FUNCTIONS}__global__ void k(int *a, int *b, V *v) {{ __shared__ int s[64]; __shared__ int t[64]; \
         int i = threadIdx.x; int state = i; int other = 3; {body} }}"
    );
    if let Some(found) = doubtful(&text) {
        assert_eq!(found, expected, "{body}");
    }
}

pub fn operands_that_wait_beside_accesses_are_noted() {
    demand("a[i] = t[i] + meet(1);", 1);
    demand("a[i] = meet(1) * t[i];", 1);
    demand("a[i] = sum(i, s) + sum(i, t);", 1);
    demand("a[i] = max(t[i], meet(2));", 1);
    demand("t[i] += meet(1);", 1);
    demand("a[t[i]] = meet(1);", 1);
}

pub fn operands_that_write_what_others_read_are_noted() {
    demand("a[i] = next(&state) + state;", 1);
    demand("a[i] = state + deep(&state);", 1);
    demand("a[i] = next(&state) + next(&state);", 1);
    demand("a[0] = i++ + i;", 1);
    demand("a[i] = i++;", 1);
    demand("a[i] = get(a, i) + atomicAdd(&a[3], 1);", 1);
    demand(
        "int *p = i > 3 ? &state : &other; a[i] = next(p) + other;",
        1,
    );
    demand("a[i] = get(a, next(a)) + 1;", 0);
    demand("a[i] = next(a) + get(b, 1) + get(a, 1);", 1);
}

pub fn operands_that_do_not_disturb_one_another_are_not() {
    demand("a[i] = sum(i, s) / 3;", 0);
    demand("a[i] = i + meet(1);", 0);
    demand("a[i] = next(&state) + other;", 0);
    demand("a[i] = next(&state) + next(&other);", 0);
    demand("a[i++] = b[other++];", 0);
    demand("v[i] = v[i] + twice(v[i + 1]) + twice(twice(v[i]));", 0);
    demand("V x = v[0]; V y = v[1]; v[i] = twice(x + y) + (y + x);", 0);
    demand("a[i] = square(i) + square(b[i]) * b[i + 1];", 0);
    demand("int x = 0; x += sum(i, s); a[i] = x;", 0);
    demand("a[i] = i > 3 ? next(&state) : state;", 0);
    demand("if (next(&state) > 3 && state > 5) a[i] = 1;", 0);
    demand("if (!(next(&state) > 3 || state > 5)) a[i] = 1;", 0);
    demand("next(&state), a[i] = state;", 0);
    demand(
        "int *p = &state; int *q = &other; a[i] = next(p) + next(q);",
        0,
    );
    demand("a[i] = atomicAdd(&a[0], 1) + atomicAdd(&b[0], 1);", 0);
}

/// Whether a barrier in `get` would make the order of operands matter.
fn is_beside(body: &str) -> Option<bool> {
    let text =
        format!("{FUNCTIONS}__global__ void k(int *a, int *b) {{ int i = threadIdx.x; {body} }}");
    Program::find()?;
    let reading = read(&Request::new("k.cu", &text, Language::Cuda));
    let graphs = kernels::lower(&reading.unit);
    let mut functions = graphs.module.functions.iter();
    Some(functions.find(|f| f.name == "get")?.beside_accesses)
}

pub fn functions_whose_results_are_used_beside_accesses_are_noted() {
    for (body, expected) in [
        ("int x = get(a, i); b[i] = x;", false),
        ("b[i] = get(a, i);", false),
        ("b[i] = i + get(a, b[i]);", false),
        ("if (get(a, i) > 3 && get(b, i)) b[i] = 1;", false),
        ("b[i] = get(a, i) + b[1];", true),
        ("b[i] = get(a, i) + get(b, i);", true),
        ("b[i] += get(a, i);", true),
        ("b[i] = get(a, 1); b[i] = max(a[i], get(a, i));", true),
    ] {
        if let Some(found) = is_beside(body) {
            assert_eq!(found, expected, "{body}");
        }
    }
}
