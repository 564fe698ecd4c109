//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: race on 0-sized array A:
__kernel void k(__global int *p) { __local int A[0]; A[0] = get_local_id(0); }
