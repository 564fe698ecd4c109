// wrong:Permission --local_size=64 --num_groups=4
// Each thread reads what its neighbour writes, so it sees an old value or a new one.
__kernel void k(__global int *out) {
  __local int a[65];
  a[get_local_id(0)] = 0;
  __barrier_invariant_1(a[get_local_id(0)] == 0, get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_local_id(0)] = 1;
  __barrier_invariant_1(__implies(get_local_id(0) > 0, a[get_local_id(0) - 1] == 0), get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
}
