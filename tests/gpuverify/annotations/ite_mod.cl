//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p, int n) { __assert(__ite(n > 3, n, 4) > 3); __assert(__mod_pow2(13, 4) == 1); __assert(__add_noovfl_int(2, 3) == 5); __assert(__add_noovfl(2, 3, 4)); }
