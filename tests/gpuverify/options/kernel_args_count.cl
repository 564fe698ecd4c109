//args: --local_size=64 --num_groups=1 --kernel-args=k,0x00000003,0x00000004
//expect: unknown
__kernel void k(__global int *p, int n) {
  p[get_local_id(0)] = n;
}
