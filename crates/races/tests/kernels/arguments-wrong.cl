// wrong:Race --local_size=64 --num_groups=4 --kernel-args=k,0x3,*
__kernel void k(__local int *a, int m, int n) {
  if (n == 3) a[get_local_id(0)] = m;
  else a[0] = get_local_id(0);
}
