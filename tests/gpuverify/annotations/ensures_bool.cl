//args: --local_size=64 --num_groups=2 --no-inline
//expect: pass
bool f(int x) { __ensures(__return_val_bool() == (x > 2)); return x > 2; }
__kernel void k(__global int *p) { bool y = f(3); __assert(y); }
