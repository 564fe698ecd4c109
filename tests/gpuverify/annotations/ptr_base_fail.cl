//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p, __global int *r) { __global int *q = get_local_id(0) == 0 ? p : r; __assert(__ptr_base(q) == __other_ptr_base(q)); }
