//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//In a vector what is true has all bits.
__kernel void k(__global int *a, int m) {
  bool b = m == 5;
  int4 w = (int4)b;
  if (w.y == -1) a[0] = get_global_id(0);
}
