// wrong:Race --local_size=64 --num_groups=64
__kernel void k(__global int *a, __global int *b) {
  a[0] = 5;
  b[get_global_id(0)] = a[0];
}
