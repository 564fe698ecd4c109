//args: --local_size=64 --num_groups=1 --kernel-arrays=k,256 --check-array-bounds
//expect: unknown
//says: --kernel-arrays
__kernel void k(__global int *p) {
  p[get_local_id(0)] = 1;
}
