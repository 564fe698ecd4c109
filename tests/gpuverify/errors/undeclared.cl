//args: --local_size=64 --num_groups=1
//expect: CLANG_ERROR
//says: undeclared.cl:4:57: error: use of undeclared identifier 'foo'
__kernel void k(__global int *p) { p[get_local_id(0)] = foo; }
