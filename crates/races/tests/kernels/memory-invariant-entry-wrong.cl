// wrong:Entry --local_size=64 --num_groups=4
__kernel void k() {
  __local int a[64];
  a[get_local_id(0)] = 1;
  for (int i = 0; __invariant(a[get_local_id(0)] == i), i < 100; i++) {
    a[get_local_id(0)]++;
  }
}
