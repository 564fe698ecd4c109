// verified --local_size=64 --num_groups=1
// A kernel's own postcondition is asserted where it returns.
__kernel void k(__global int *a, int n) {
  __ensures(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == get_global_id(0)));
  if (n < 0) return;
  a[get_global_id(0)] = n;
}
