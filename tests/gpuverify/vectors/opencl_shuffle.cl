//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int4 *p) { int4 a = (int4)(1, 2, 3, 4); uint4 m = (uint4)(3, 2, 1, 0); int4 b = shuffle(a, m); p[get_local_id(0)] = b; }
