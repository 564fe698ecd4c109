//args: --local_size=64 --num_groups=2 --no-inline
//expect: pass
int4 f(int x) { __ensures(__return_val_int4().x == x); return (int4)(x, 0, 0, 0); }
__kernel void k(__global int *p) { int4 v = f(3); __assert(v.x == 3); }
