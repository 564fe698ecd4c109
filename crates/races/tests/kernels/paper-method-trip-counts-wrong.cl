// wrong:Divergence --local_size=64 --num_groups=1
// Bardsley and others, The GPUVerify method (2014), Section 2: threads make different numbers of
// iterations.
__kernel void k() {
  int tid = get_local_id(0);
  int x = tid == 0 ? 4 : 1;
  int y = tid == 0 ? 1 : 4;
  int i = 0;
  while (i < x) {
    int j = 0;
    while (j < y) {
      barrier(CLK_LOCAL_MEM_FENCE);
      j++;
    }
    i++;
  }
}
