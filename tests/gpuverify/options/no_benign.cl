//args: --local_size=64 --num_groups=1 --no-benign-tolerance
//expect: NOT_ALL_VERIFIED
//says: possible write-write race on p\[0\]
__kernel void k(__global int *p) { p[0] = 1; }
