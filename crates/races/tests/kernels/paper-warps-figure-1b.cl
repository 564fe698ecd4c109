// verified --local_size=64 --num_groups=1
// Bardsley and Donaldson, Warps and atomics (2014), Figure 1b.
#define N 64
__kernel void add(__local float *A) {
  int tid = get_local_id(0);
  float temp = A[(tid + 1) % N];
  barrier(CLK_LOCAL_MEM_FENCE);
  A[tid] = A[tid] + temp;
}
