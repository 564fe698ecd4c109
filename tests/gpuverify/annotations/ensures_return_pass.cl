//args: --local_size=64 --num_groups=2 --no-inline
//expect: pass
int f(int x) { __ensures(__return_val_int() == __old_int(x) + 1); x++; return x; }
__kernel void k(__global int *p) { int y = f(3); __assert(y == 4); }
