// wrong:Assertion --local_size=64 --num_groups=4
// Behind a barrier in a loop other threads' writes are seen.
__kernel void k(int n) {
  __local int a[64];
  a[get_local_id(0)] = 1;
  for (int i = 0; i < n; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    a[63 - get_local_id(0)] = 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[get_local_id(0)] == 1);
}
