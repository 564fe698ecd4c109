//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p, int n) { int x; switch (n) { case 1: x = 1; break; case 2: x = 2; default: x = 3; } __assert(x == 1 || x == 3); p[get_local_id(0)] = x; }
