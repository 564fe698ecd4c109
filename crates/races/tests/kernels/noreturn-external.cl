// unknown:External --local_size=64 --num_groups=1
void f(__global int *a) __attribute__((noreturn));
__kernel void k(__global int *a) { f(a); }
