// wrong:Race --local_size=64 --num_groups=1
// Bardsley and others, The GPUVerify method (2014), Figure 5.
__kernel void foo(__local int *A, int idx) {
  int tid = get_local_id(0);
  int x;
  int y;
  x = A[tid + idx];
  y = A[tid];
  A[tid] = x + y;
}
