//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
//says: loop invariant might not
__kernel void k(__global int *p, int n) {
  for (int i = get_local_id(0); __invariant(__uniform_bool(__enabled())), i < n; ++i) {
    p[get_global_id(0)] = i;
  }
}
