// wrong:Arguments --local_size=64 --num_groups=4
// Work-items of a group give different arguments.
kernel void k(global int *a) {
  local int s[64];
  event_t e = async_work_group_copy(s, a + get_local_id(0), 1, 0);
  wait_group_events(1, &e);
}
