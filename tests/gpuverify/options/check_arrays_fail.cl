//args: --local_size=64 --num_groups=2 --vcgen-opt=/checkArrays:p
//expect: NOT_ALL_VERIFIED
//says: write-write race on p
__kernel void k(__global int *p, __global int *q) {
  p[0] = get_global_id(0);
  q[0] = get_global_id(0);
}
