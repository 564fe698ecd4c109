//args: --local_size=64 --num_groups=2 --no-inline
//expect: NOT_ALL_VERIFIED
int f(int x) { __global_ensures(get_local_id(0) < 63); return x; }
__kernel void k(__global int *p) { p[get_global_id(0)] = f(1); }
