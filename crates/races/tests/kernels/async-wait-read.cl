// verified --local_size=64 --num_groups=4
// For a work-item that has waited the copy is complete.
kernel void k(global int *a, global int *b) {
  local int s[64];
  event_t e = async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = s[63 - get_local_id(0)];
}
