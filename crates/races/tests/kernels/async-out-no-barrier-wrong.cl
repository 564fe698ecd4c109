// wrong:Race --local_size=64 --num_groups=4
// The first work-item at the call may start the copy.
kernel void k(global int *a) {
  local int s[64];
  s[get_local_id(0)] = get_global_id(0);
  event_t e = async_work_group_copy(a + 64 * get_group_id(0), s, 64, 0);
  wait_group_events(1, &e);
}
