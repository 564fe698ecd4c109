//args: --local_size=64 --num_groups=1
//expect: unknown
//says: K403
void f(__global int *);
__kernel void k(__global int *p) { f(p); }
