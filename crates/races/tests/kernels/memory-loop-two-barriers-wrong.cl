// wrong --local_size=64 --num_groups=2
__kernel void k(int n) {
  __local int a[64];
  a[get_local_id(0)] = 1;
  for (int i = 0; i < n; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = a[get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[63 - get_local_id(0)] = x + 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[get_local_id(0)] == 1);
}
