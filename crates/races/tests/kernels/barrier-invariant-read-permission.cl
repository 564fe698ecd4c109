// verified --local_size=64 --num_groups=4
__kernel void k() {
  __local int a[64];
  a[get_local_id(0)] = 0;
  __barrier_invariant_1(a[get_local_id(0)] == 0, get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  __read_permission(int, a[get_local_id(0)]);
  __barrier_invariant_1(a[get_local_id(0)] == 0, get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[get_local_id(0)] == 0);
}
