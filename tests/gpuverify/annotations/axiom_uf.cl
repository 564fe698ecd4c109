//args: --local_size=64 --num_groups=2
//expect: pass
DECLARE_UF_UNARY(f, int, int);
__axiom(f(0) == 3);
__kernel void k(__global int *p) { __assert(f(0) == 3); }
