//args: --local_size=64 --num_groups=1
//expect: pass
int f(int x);
__kernel void k(__global int *p) { p[f(get_local_id(0))] = get_local_id(0); }
int f(int x) { return x + 1; }
