//args: --local_size=64 --num_groups=1 --kernel-args=k,0x00000003,0x0000000000000005,0x3f800000
//expect: pass
__kernel void k(__global int *p, int n, long m, float f) {
  __assert(n == 3);
  __assert(m == 5);
  p[get_local_id(0) * n] = get_local_id(0);
}
