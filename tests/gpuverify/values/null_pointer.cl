//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: possible null pointer access for work item
__kernel void k(__global int *p) { __global int *q = 0; if (get_local_id(0) == 3) q[0] = 1; }
