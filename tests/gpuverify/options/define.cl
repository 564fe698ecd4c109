//args: --local_size=64 --num_groups=1 -DN=4 -D M=2
//expect: pass
__kernel void k(__global int *p) { __assert(N == 4 && M == 2); p[get_local_id(0)] = 1; }
