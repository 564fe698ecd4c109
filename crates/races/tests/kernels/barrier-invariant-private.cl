// verified --local_size=64 --num_groups=4
__kernel void k(__global int *p) {
  __local int a[64];
  int x = p[get_global_id(0)];
  a[get_local_id(0)] = x;
  __barrier_invariant_1(a[get_local_id(0)] == x, get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[get_local_id(0)] == x);
}
