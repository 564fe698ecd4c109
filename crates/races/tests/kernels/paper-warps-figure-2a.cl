// verified --local_size=64 --num_groups=1
// Bardsley and Donaldson, Warps and atomics (2014), Figure 2a.
__kernel void histo(__local int *A, __local int *B) {
  int tid = get_local_id(0);
  int t = A[tid];
  atomic_inc(&B[t]);
}
