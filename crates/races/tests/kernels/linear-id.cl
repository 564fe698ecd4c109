// verified --local_size=8,4 --num_groups=3,2
// Each work-item has a number of its own in the grid, and the launch has two dimensions.
kernel void k(global int *a) {
  a[get_global_linear_id()] = get_work_dim();
  __assert(get_work_dim() >= 1 && get_work_dim() <= 3);
}
