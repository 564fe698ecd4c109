//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int3 *p) {
  p[get_local_id(0)] = (int3)(get_local_id(0), 2, 3);
  __global int *q = (__global int *)p;
  q[4 * (get_local_id(0) + 1)] = 77;
}
