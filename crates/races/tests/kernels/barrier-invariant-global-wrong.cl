// wrong:Permission --local_size=64 --num_groups=4
// Other groups write there.
__kernel void k(__global int *p) {
  p[get_local_id(0)] = 1;
  __barrier_invariant_1(p[get_local_id(0)] == 1, get_local_id(0));
  barrier(CLK_GLOBAL_MEM_FENCE);
}
