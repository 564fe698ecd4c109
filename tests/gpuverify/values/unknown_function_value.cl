//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
int f(int);
__kernel void k(__global int *p) { p[f(3)] = get_local_id(0); }
