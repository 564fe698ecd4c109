// wrong:Divergence --local_size=64 --num_groups=1
// Collingbourne and others, Interleaving and lock-step semantics (2013), Figure 1b.
__kernel void scan(__global int *sum) {
  int tid = get_local_id(0);
  int offset = 1, temp;
  while (offset <= tid) {
    temp = sum[tid - offset];
    barrier(CLK_GLOBAL_MEM_FENCE);
    sum[tid] = sum[tid] + temp;
    barrier(CLK_GLOBAL_MEM_FENCE);
    offset *= 2;
  }
}
