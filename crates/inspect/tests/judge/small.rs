//! Small kernels with the outcome that each must have.

use clang::find::Program;
use clang::types::Target;
use executor::{Contents, Fault, Launch, Options, Outcome, Schedule, Value};

/// The outcome of the only kernel of a text, with a block of `block` and a grid of `grid`.
pub fn outcome(text: &str, block: u32, grid: u32, schedule: Schedule) -> Option<Outcome> {
    Program::find()?;
    let (module, kernels) = super::kernels(&super::request("k.cu", text, Target::Bits64)).unwrap();
    let mut launch = Launch::new(kernels[0], [block, 1, 1], [grid, 1, 1], 1);
    launch.arguments.insert("n".to_owned(), Value::Bits(10));
    for (number, array) in module.arrays.iter().enumerate() {
        if array.name == "a" {
            let id = kernel_graph::ArrayId(u32::try_from(number).unwrap());
            launch.contents.insert(id, Contents::Iota);
        }
    }
    Some(executor::run(
        &module,
        &launch,
        &Options {
            steps: 50_000,
            ..Options::default()
        },
        schedule,
    ))
}

/// The values that were written to the last array that was.
pub fn values(outcome: &Outcome) -> Vec<u128> {
    assert_eq!(outcome.word(), "done", "{outcome:?}");
    let last = outcome.arrays.last().unwrap();
    last.elements.iter().map(|e| e.value.bits()).collect()
}

/// Some orders of the threads.
pub const SCHEDULES: [Schedule; 3] = [
    Schedule::Forward,
    Schedule::Backward,
    Schedule::Random {
        seed: 7,
        once_in: 1,
    },
];

pub fn a_reduction_has_its_sum_in_every_order() {
    let text = "__global__ void k(int *a, int *out) {
        __shared__ int s[8];
        s[threadIdx.x] = a[threadIdx.x];
        __syncthreads();
        for (int d = 4; d > 0; d /= 2) {
            if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
            __syncthreads();
        }
        if (threadIdx.x == 0) out[0] = s[0];
    }";
    for schedule in SCHEDULES {
        let Some(outcome) = outcome(text, 8, 1, schedule) else {
            return;
        };
        assert_eq!(values(&outcome), [28]);
    }
}

pub fn a_missing_barrier_is_a_race_in_every_order() {
    let text = "__global__ void k(int *a, int *out) {
        __shared__ int s[8];
        s[threadIdx.x] = a[threadIdx.x];
        out[threadIdx.x] = s[(threadIdx.x + 1) % 8];
    }";
    for schedule in SCHEDULES {
        let Some(outcome) = outcome(text, 8, 1, schedule) else {
            return;
        };
        assert_eq!(outcome.word(), "race");
    }
}

pub fn faults_have_their_kinds() {
    let shared = "__shared__ int s[4];";
    let cases = [
        ("s[threadIdx.x + 1] = 0;", "bounds"),
        ("if (threadIdx.x < 2) __syncthreads();", "divergence"),
        ("int *p = nullptr; *p = 1;", "null"),
        ("a[threadIdx.x / 2] = threadIdx.x;", "race"),
        ("atomicAdd(&a[0], 1);", "done"),
        (
            "atomicAdd(&a[0], 1); if (threadIdx.x == 1) a[0] = 1;",
            "race",
        ),
        ("s[0] = 1 / (a[0]);", "division"),
        (
            "if (threadIdx.x == 3) return; __syncthreads();",
            "divergence",
        ),
        ("while (n) { s[threadIdx.x] = 1; }", "limit"),
        ("if (n == 10) __trap();", "trap"),
        (
            "s[threadIdx.x] = 1; __syncwarp(); a[threadIdx.x] = s[3 - threadIdx.x];",
            "done",
        ),
        (
            "int *p[2]; p[0] = s; p[1] = a; p[n - 9][threadIdx.x] = 1;",
            "done",
        ),
    ];
    for (body, word) in cases {
        let text = format!("__global__ void k(int *a, int n) {{ {shared} {body} }}");
        for schedule in SCHEDULES {
            let Some(outcome) = outcome(&text, 4, 1, schedule) else {
                return;
            };
            assert_eq!(outcome.word(), word, "{body}: {:?}", outcome.stop);
        }
    }
}

pub fn what_a_specification_does_is_not_known() {
    let text = "__device__ void __spec_f(int *p) { __ensures(false); }
        __global__ void k(int *a, int n) { __spec_f(a); __assert(false); }";
    let Some(found) = outcome(text, 4, 1, Schedule::Forward) else {
        return;
    };
    assert_eq!(found.word(), "unsupported", "{found:?}");
}

pub fn blocks_are_ordered_by_nothing() {
    let text = "__global__ void k(int *a, int n) { a[threadIdx.x] = 1; }";
    let Some(found) = outcome(text, 4, 2, Schedule::Forward) else {
        return;
    };
    let Some(Fault::Race { first, second, .. }) = found.fault() else {
        panic!("{found:?}");
    };
    assert_ne!(first.who.unwrap().block, second.who.unwrap().block);
}

pub fn what_atomics_find_in_fresh_shared_memory_is_not_known() {
    // A GPU was seen to have other values.
    let text = "__global__ void k(int *a, int n) {
        __shared__ int s[4]; atomicAdd(&s[threadIdx.x], 1); __syncthreads();
        a[threadIdx.x] = s[threadIdx.x]; }";
    let Some(found) = outcome(text, 4, 1, Schedule::Forward) else {
        return;
    };
    assert_eq!((found.word(), found.arbitrary), ("done", true));
    assert_eq!(found.warnings.len(), 1);
}
