// wrong --local_size=64 --num_groups=2
__kernel void k(int c) {
  __local int a[64]; __local int b[64];
  a[get_local_id(0)] = 1; b[get_local_id(0)] = 1;
  __local int *p = c ? a : b;
  p[get_local_id(0)] = 2;
  __assert(a[get_local_id(0)] == 1);
}
