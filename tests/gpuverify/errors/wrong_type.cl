//args: --local_size=64 --num_groups=1
//expect: CLANG_ERROR
__kernel void k(__global int *p) { int4 v = (int4)(1, 2); p[get_local_id(0)] = v.x; }
