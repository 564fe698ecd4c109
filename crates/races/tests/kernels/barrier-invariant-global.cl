// verified --local_size=64 --num_groups=4
__kernel void k(__global int *p) {
  p[get_global_id(0)] = 1;
  __barrier_invariant_1(p[get_global_id(0)] == 1, 0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(p[get_group_id(0) * 64] == 1);
}
