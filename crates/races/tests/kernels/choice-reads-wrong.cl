// wrong:Race --local_size=64 --num_groups=1
// What stands outside of annotations reads as anything else does.
__kernel void k(__local int *a, __global int *b) {
  b[get_global_id(0)] = __ite(1, a[get_local_id(0) + 1], 0);
  a[get_local_id(0)] = 0;
}
