// wrong:Assertion --local_size=64 --num_groups=4
// There is no thread 64, so nothing is known of it.
__kernel void k(__global int *out) {
  __local int a[65];
  a[get_local_id(0)] = 1;
  __barrier_invariant_1(a[get_local_id(0)] == 1, get_local_id(0) + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[get_local_id(0) + 1] == 1);
}
