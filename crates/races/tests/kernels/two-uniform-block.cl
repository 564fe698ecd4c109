// verified --local_size=64 --num_groups=4
__kernel void k(int n) {
  int x = get_group_id(0);
  __assert(__implies(__same_group, __uniform_int(x)));
}
