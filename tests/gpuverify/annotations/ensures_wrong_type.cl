//args: --local_size=64 --num_groups=2 --no-inline
//expect: BUGLE_ERROR
//says: Type of __return_val function does not match return type
float f(int x) { __ensures(__return_val_int() == x); return x; }
__kernel void k(__global float *p) { p[get_global_id(0)] = f(3); }
