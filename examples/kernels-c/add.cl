// verified: the size of work groups is the one the kernel demands
// options: --grid *

__attribute__((reqd_work_group_size(64, 1, 1)))
__kernel void add(__global const float *a, __global const float *b, __global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
