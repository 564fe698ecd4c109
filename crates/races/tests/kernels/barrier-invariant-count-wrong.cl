// wrong --local_size=64 --num_groups=2
__kernel void k(__global int *p, int m) {
  __local int a[64];
  int j = 0;
  for (int i = 0; i < p[get_global_id(0)]; i++) j++;
  a[get_local_id(0)] = j;
  __barrier_invariant_1(a[get_local_id(0)] == j, 5);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[5] == j);
}
