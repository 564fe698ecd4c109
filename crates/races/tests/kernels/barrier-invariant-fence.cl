// unknown --local_size=64 --num_groups=4
// The barrier orders global memory alone.
__kernel void k(__global int *p) {
  __local int a[64];
  a[get_local_id(0)] = 1;
  __barrier_invariant_1(a[get_local_id(0)] == 1, get_local_id(0));
  barrier(CLK_GLOBAL_MEM_FENCE);
}
