// wrong --local_size=64 --num_groups=2
__kernel void k(int c) {
  __local int4 a[64];
  __local int *q = (__local int *)a;
  q[4 * get_local_id(0)] = 5;
  a[get_local_id(0)] = (int4)(1, 2, 3, 4);
  __assert(q[4 * get_local_id(0)] == 5);
}
