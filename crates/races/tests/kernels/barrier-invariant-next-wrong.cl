// wrong:Assertion --local_size=64 --num_groups=4
// Behind the second barrier the first one's invariant is not known any more.
__kernel void k(__global int *out) {
  __local int a[64];
  a[get_local_id(0)] = 1;
  __barrier_invariant_1(a[get_local_id(0)] == 1, get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  a[63 - get_local_id(0)] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[get_local_id(0)] == 1);
}
