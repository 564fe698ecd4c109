//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int3 *p) {
  __assert(sizeof(int3) == 16);
  p[get_local_id(0)] = (int3)(1, 2, 3);
  __global int *q = (__global int *)p;
  int x = q[4 * get_local_id(0) + 1];
}
