//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p, int n) { __assert(max(3, 4) == 4); __assert(min(n, 4) <= 4); __assert(clamp(n, 0, 9) >= 0); __assert(abs(-3) == 3); __assert(mul24(3, 4) == 12); __assert(mad24(3, 4, 5) == 17); int s = rotate(n, 2) + add_sat(n, 1) + hadd(n, 5); __assert(s == rotate(n, 2) + add_sat(n, 1) + hadd(n, 5)); s += popcount(7) + clz(1); s += mul_hi(n, 3); p[get_local_id(0)] = n; }
