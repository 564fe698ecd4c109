//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p) { __local int A[0]; A[0] = get_local_id(0); }
