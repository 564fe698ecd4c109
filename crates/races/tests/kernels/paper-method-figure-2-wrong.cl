// wrong:Race --local_size=64 --num_groups=1
// Bardsley and others, The GPUVerify method (2014), Figure 2.
__kernel void add_neighbour(__local int *A, int offset) {
  int tid = get_local_id(0);
  A[tid] = A[tid] + A[tid + offset];
}
