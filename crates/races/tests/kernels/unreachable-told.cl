// verified --local_size=64 --num_groups=1 --unknown-is-null
__kernel void k(__global int *a) {
  if (get_local_id(0) == 64) __builtin_unreachable();
  a[get_local_id(0)] = 1;
}
