// verified --local_size=64 --num_groups=4
// What every thread shows at the barrier is known behind it for the neighbour.
__kernel void k(__global int *out) {
  __local int a[64];
  __local int b[64];
  a[get_local_id(0)] = (get_local_id(0) + 1) % 64;
  __barrier_invariant_1(a[get_local_id(0)] == (get_local_id(0) + 1) % 64, get_local_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  b[a[get_local_id(0)]] = 1;
}
