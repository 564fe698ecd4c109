// wrong:Assertion --local_size=64 --num_groups=4
// The loop may be left behind the store.
__kernel void k(__global int *p) {
  __local int a[64];
  a[get_local_id(0)] = 7;
  for (int i = 0; i < 10; i++) {
    if (p[i] == 3) {
      a[get_local_id(0)] = 8;
      break;
    }
  }
  __assert(a[get_local_id(0)] == 7);
}
