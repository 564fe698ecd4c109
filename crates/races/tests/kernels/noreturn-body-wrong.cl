// wrong:Race --local_size=64 --num_groups=1
// A function with a body is what its body does.
__attribute__((noreturn)) void f(__global int *a, int n) { if (n) for (;;) ; }
__kernel void k(__global int *a, int n) { f(a, n); a[0] = get_local_id(0); }
