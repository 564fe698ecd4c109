// wrong:Race --local_size=64 --num_groups=1 --warp-sync=32
// Bardsley and Donaldson, Warps and atomics (2014), Figure 1a with two warps: threads 31 and 32.
#define N 64
__kernel void add(__local float *A) {
  int tid = get_local_id(0);
  A[tid] = A[tid] + A[(tid + 1) % N];
}
