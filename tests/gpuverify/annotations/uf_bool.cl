//args: --local_size=64 --num_groups=2
//expect: pass
DECLARE_UF_BINARY(f, int, int, bool);
__kernel void k(__global int *p, int a) { __requires(f(a, 1)); __assert(f(a, 1)); }
