//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global float *p) { printf("%d\n", (int)get_local_id(0)); p[get_local_id(0)] = 1; }
