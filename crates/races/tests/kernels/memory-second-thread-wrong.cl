// wrong --local_size=64 --num_groups=2
__kernel void k(__local int *a, __global int *p) {
  a[get_local_id(0)] = 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) a[1] = 5;
  __assert(__implies(__same_group, a[get_local_id(0)] == a[__other_int(get_local_id(0))]));
}
