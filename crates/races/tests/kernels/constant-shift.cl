// wrong:Race --local_size=64 --num_groups=2
// OpenCL shifts by the amount modulo the width: K is 2.
__constant int K = 1 << 33;
__kernel void k(__global int *p) { int t = get_global_id(0); p[K ? 0 : t] = t; }
