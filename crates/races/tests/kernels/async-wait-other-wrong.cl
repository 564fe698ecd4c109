// wrong:Race --local_size=64 --num_groups=1
// The wait is for another copy.
kernel void k(global int *a, global int *b) {
  local int s[64], t[64];
  event_t e = async_work_group_copy(s, a, 64, 0);
  event_t f = async_work_group_copy(t, a, 64, 0);
  wait_group_events(1, &f);
  b[get_local_id(0)] = s[63 - get_local_id(0)];
  wait_group_events(1, &e);
}
