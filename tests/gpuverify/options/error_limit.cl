//args: --local_size=64 --num_groups=1 --error-limit=1
//expect: NOT_ALL_VERIFIED
//says: 0 verified, 1 error
__kernel void k(__global int *p) { __assert(get_local_id(0) < 1); __assert(get_local_id(0) > 1); }
