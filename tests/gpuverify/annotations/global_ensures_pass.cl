//args: --local_size=64 --num_groups=2 --no-inline
//expect: pass
int f(int x) { __global_ensures(get_local_id(0) < 64); return x; }
__kernel void k(__global int *p) { p[get_global_id(0)] = f(1); }
