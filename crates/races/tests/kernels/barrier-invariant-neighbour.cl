// verified --local_size=64 --num_groups=4
__kernel void k(__global int *out) {
  __local int a[65];
  a[get_local_id(0)] = 1;
  __barrier_invariant_1(a[get_local_id(0)] == 1, get_local_id(0) + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(__implies(get_local_id(0) < 63, a[get_local_id(0) + 1] == 1));
}
