// verified --local_size=64 --num_groups=4
// All work-items of a group agree.
kernel void k(global int *a) {
  local int s[64], t[64];
  local int *l = get_group_id(0) == 1 ? s : t;
  if (get_group_id(0) < 3) {
    event_t e = async_work_group_copy(l, a + 64 * get_group_id(0), 64, 0);
    wait_group_events(1, &e);
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = s[get_local_id(0)] + t[get_local_id(0)];
}
