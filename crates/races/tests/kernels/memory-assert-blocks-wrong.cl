// wrong:Assertion --local_size=64 --num_groups=4
// Another group may write there.
__kernel void k(__global int *p) {
  if (get_group_id(0) == 0) p[get_local_id(0)] = 1;
  else p[get_local_id(0)] = 1;
  __assert(p[get_local_id(0)] == 1);
}
