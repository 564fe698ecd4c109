// wrong:Race --local_size=64 --num_groups=1
kernel void k(global int *a, global int *b, int c) {
  local int s[64];
  event_t e = async_work_group_copy(s, a, 64, 0);
  if (c) wait_group_events(1, &e);
  b[get_local_id(0)] = s[63 - get_local_id(0)];
}
