// wrong:Race --local_size=8,4 --num_groups=3,2
// The number in the group is not one in the grid.
kernel void k(global int *a) {
  a[get_local_linear_id()] = get_group_id(0);
}
