//args: --local_size=64 --num_groups=1 --no-inline
//expect: pass
int f(int x) { __requires(x > 0); __ensures(__return_val_int() == x + 1); return x + 1; }
__kernel void k(__global int *p) { int y = f(4); __assert(y == 5); p[get_local_id(0)] = y; }
