//args: --local_size=64 --num_groups=2 --no-inline
//expect: pass
__global int *f(__global int *p) { __ensures(__return_val_ptr() == p); return p; }
__kernel void k(__global int *p) { f(p)[get_global_id(0)] = 1; }
