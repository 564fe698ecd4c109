// verified --local_size=64 --num_groups=1
// Bardsley and Donaldson, Warps and atomics (2014), Figure 2b.
#define N 64
__kernel void histo(__local int *A, __local int *B) {
  int tid = get_local_id(0);
  int t = A[tid];
  for (int j = 0; j < N; j++) {
    if (tid == j) B[t]++;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
