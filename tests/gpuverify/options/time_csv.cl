//args: --local_size=64 --num_groups=1 --time-as-csv=label
//expect: pass
//says: label
__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }
