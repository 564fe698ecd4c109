//args: --local_size=64 --num_groups=2
//expect: pass
DECLARE_UF_UNARY(f, char, char);
DECLARE_UF_UNARY(g, short, int);
__kernel void k(__global int *p, char a) { char b = a; __assert(f(a) == f(b)); __assert(g((short)a) == g((short)b)); }
