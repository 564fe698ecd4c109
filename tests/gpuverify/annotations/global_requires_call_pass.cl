//args: --local_size=64 --num_groups=2 --no-inline
//expect: pass
void f(__global int *p, int n) { __global_requires(n == 4); p[get_global_id(0) * n] = 1; }
__kernel void k(__global int *p) { f(p, 4); }
