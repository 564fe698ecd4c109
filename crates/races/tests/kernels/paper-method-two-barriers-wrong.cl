// wrong:Divergence --local_size=64 --num_groups=1
// Bardsley and others, The GPUVerify method (2014), Section 2: threads wait at different barriers.
__kernel void k() {
  int tid = get_local_id(0);
  if (tid == 0) barrier(CLK_LOCAL_MEM_FENCE); else barrier(CLK_LOCAL_MEM_FENCE);
}
