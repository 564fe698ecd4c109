//args: --local_size=4 --num_groups=1
//expect: pass
__kernel void k(__global int4 *p) { if (get_local_id(0) == 0) p[0].x = 1; if (get_local_id(0) == 1) p[0].y = 2; }
