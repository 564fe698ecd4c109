//args: --local_size=64 --num_groups=2 --no-inline
//expect: pass
void f(__global int *p) { __requires(get_local_id(0) > 3); p[get_global_id(0)] = 1; }
__kernel void k(__global int *p) { if (get_local_id(0) > 3) f(p); }
