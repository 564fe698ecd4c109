//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
//says: assert_fail.cl:4:36: error: this assertion might not hold for work item
__kernel void k(__global int *p) { __assert(get_local_id(0) > 0); }
