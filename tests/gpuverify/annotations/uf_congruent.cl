//args: --local_size=64 --num_groups=2
//expect: pass
DECLARE_UF_BINARY(f, int, int, int);
__kernel void k(__global int *p, int a, int b) { if (a == b) __assert(f(a, 1) == f(b, 1)); }
