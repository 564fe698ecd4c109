//! Shuffles, votes and reductions have the values that CUDA says, in every order of the threads.

use crate::small::{SCHEDULES, outcome, values};

/// A kernel that puts what each of its threads gets for each of these into an array; `t` is the thread's
/// number.
fn all_of(cases: &[(&str, [u128; 4])]) -> String {
    let lines = cases.iter().enumerate();
    let lines: Vec<String> = lines
        .map(|(at, (e, _))| format!("out[{} + t] = (int)({e});", 4 * at))
        .collect();
    format!(
        "#include <cooperative_groups.h>
         namespace cg = cooperative_groups;
         __global__ void k(int *a, int *out) {{ int t = threadIdx.x; {} }}",
        lines.join("\n")
    )
}

pub fn exchanges_have_their_values() {
    let cases: [(&str, [u128; 4]); 22] = [
        ("__shfl_sync(15u, t + 10, 2)", [12; 4]),
        ("__shfl_sync(15u, t + 10, 3 - t)", [13, 12, 11, 10]),
        ("__shfl_sync(15u, t + 10, 1, 2)", [11, 11, 13, 13]),
        ("__shfl_up_sync(15u, t, 1)", [0, 0, 1, 2]),
        ("__shfl_up_sync(15u, t, 1, 2)", [0, 0, 2, 2]),
        ("__shfl_down_sync(15u, t, 2, 4)", [2, 3, 2, 3]),
        ("__shfl_xor_sync(15u, t, 1)", [1, 0, 3, 2]),
        ("__any_sync(15u, t == 2)", [1; 4]),
        ("__any_sync(15u, t == 9)", [0; 4]),
        ("__all_sync(15u, t < 3)", [0; 4]),
        ("__all_sync(0xffffffffu, t < 4)", [1; 4]),
        ("__ballot_sync(15u, t & 1)", [10; 4]),
        ("__match_any_sync(15u, t / 2)", [3, 3, 12, 12]),
        ("__reduce_add_sync(15u, t)", [6; 4]),
        ("__reduce_max_sync(15u, t - 2)", [1; 4]),
        ("__reduce_max_sync(15u, (unsigned)t - 2) > 9", [1; 4]),
        ("__syncthreads_count(t > 0)", [3; 4]),
        ("__syncthreads_or(t == 3)", [1; 4]),
        ("__syncthreads_and(t == 3)", [0; 4]),
        (
            "cg::tiled_partition<2>(cg::this_thread_block()).shfl(t, 0)",
            [0, 0, 2, 2],
        ),
        (
            "cg::tiled_partition<2>(cg::this_thread_block()).ballot(t != 2)",
            [3, 3, 2, 2],
        ),
        // Two places of one exchange.
        (
            "t < 2 ? __shfl_sync(15u, t, 3) : __shfl_sync(15u, t, 0)",
            [3, 3, 0, 0],
        ),
    ];
    let text = all_of(&cases);
    for schedule in SCHEDULES {
        let Some(outcome) = outcome(&text, 4, 1, schedule) else {
            return;
        };
        assert!(!outcome.arbitrary);
        for (found, (e, expected)) in values(&outcome).chunks(4).zip(cases) {
            assert_eq!(found, expected, "{e}");
        }
    }
}

pub fn what_a_warp_adds_up_is_the_sum() {
    let text = "__global__ void k(int *a, int *out) {
        int x = a[threadIdx.x];
        for (int d = 4; d > 0; d /= 2) x += __shfl_down_sync(0xffu, x, d);
        if (threadIdx.x == 0) out[0] = x; }";
    for schedule in SCHEDULES {
        let Some(outcome) = outcome(text, 8, 1, schedule) else {
            return;
        };
        assert_eq!(values(&outcome), [28]);
    }
}

pub fn who_does_not_come_is_told_of() {
    // A GPU was seen to wait for ever: the others are at the barrier. The lane that is read is there.
    let text = "__global__ void k(int *a, int *out) {
        int x = 0;
        if (threadIdx.x >= 2) x = __shfl_sync(15u, 7, 3);
        __syncthreads();
        out[threadIdx.x] = x; }";
    for schedule in SCHEDULES {
        let Some(outcome) = outcome(text, 4, 1, schedule) else {
            return;
        };
        assert_eq!((outcome.word(), outcome.arbitrary), ("divergence", false));
    }
}

pub fn who_has_ended_is_not_waited_for() {
    let text = "__global__ void k(int *a, int *out) {
        if (threadIdx.x < 2) return;
        out[threadIdx.x] = __shfl_sync(15u, 7, 3); }";
    for schedule in SCHEDULES {
        let Some(outcome) = outcome(text, 4, 1, schedule) else {
            return;
        };
        assert_eq!(values(&outcome), [7, 7]);
    }
}

pub fn functions_keep_their_addresses_in_memory() {
    let text = "__device__ int one(int x) { return x + 1; }
        __device__ int two(int x) { return x + 2; }
        __global__ void k(int *a, int *out) {
            void *p[2] = {(void *)one, (void *)two};
            out[threadIdx.x] = ((int (*)(int))p[threadIdx.x & 1])(10); }";
    for schedule in SCHEDULES {
        let Some(outcome) = outcome(text, 4, 1, schedule) else {
            return;
        };
        assert_eq!(values(&outcome), [11, 12, 11, 12]);
    }
}
