// unknown --local_size=64 --num_groups=4
// The invariant does not stand at the barrier.
__kernel void k(__global int *p) {
  __local int a[64];
  a[get_local_id(0)] = 1;
  __barrier_invariant_1(a[get_local_id(0)] == 1, get_local_id(0));
  a[get_local_id(0)] = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[get_local_id(0)] == 1);
}
