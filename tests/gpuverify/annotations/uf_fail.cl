//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
DECLARE_UF_BINARY(f, int, int, int);
__kernel void k(__global int *p, int a, int b) { __assert(f(a, b) == f(b, a)); }
