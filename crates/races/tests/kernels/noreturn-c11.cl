// unknown:External --local_size=64 --num_groups=1
_Noreturn void f(__global int *a);
__kernel void k(__global int *a, int n) { if (n) f(a); a[get_local_id(0)] = 0; }
