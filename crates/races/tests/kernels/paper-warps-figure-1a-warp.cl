// verified --local_size=32 --num_groups=1 --warp-sync=32
// Bardsley and Donaldson, Warps and atomics (2014), Figure 1a with the threads of one warp.
#define N 32
__kernel void add(__local float *A) {
  int tid = get_local_id(0);
  A[tid] = A[tid] + A[(tid + 1) % N];
}
