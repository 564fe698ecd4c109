//args: --local_size=64 --num_groups=1
//expect: pass
int f(int);
__kernel void k(__global int *p) { p[get_local_id(0)] = f(3); }
