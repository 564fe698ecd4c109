// verified --local_size=64 --num_groups=4
__kernel void k(int n, int m) {
  __local int a[64];
  a[get_local_id(0)] = 7;
  for (int i = 0; __invariant(a[get_local_id(0)] == 7), i < n; i++) {
    for (int j = 0; __invariant(a[get_local_id(0)] == 7), j < m; j++) {
      a[get_local_id(0)] = a[get_local_id(0)] + 1;
      a[get_local_id(0)] = a[get_local_id(0)] - 1;
    }
  }
  __assert(a[get_local_id(0)] == 7);
}
