//args: --local_size=64 --num_groups=1
//expect: CLANG_ERROR
__kernel void a(__global const int *p) { p[get_local_id(0)] = 1; }
