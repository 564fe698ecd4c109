//args: --local_size=64 --num_groups=1
//expect: CLANG_ERROR
//says: implicit declaration of function 'foo' is invalid
__kernel void k(__global int *p) { p[get_local_id(0)] = foo(1); }
