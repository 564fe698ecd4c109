//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//says: possible sources are:
__kernel void a(__global int *p, int n) {
  for (int i = 0; i < n; ++i) { p[get_local_id(0)] = i; if (i > 4) p[get_local_id(0)] = 3 * i; }
  if (get_local_id(0) == 0) p[1] = 77;
}
