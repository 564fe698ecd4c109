// verified --local_size=64 --num_groups=4
__kernel void k(int n) {
  __local int a[64];
  a[get_local_id(0)] = 1;
  if (get_local_id(0) < n) a[get_local_id(0)] = 2;
  __assert(a[get_local_id(0)] == 1 || get_local_id(0) < n);
}
