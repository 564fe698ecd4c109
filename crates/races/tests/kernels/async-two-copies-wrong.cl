// wrong:Race --local_size=64 --num_groups=4
// Two copies to one place at one time.
kernel void k(global int *a, global int *b) {
  local int s[64];
  event_t e = async_work_group_copy(s, a, 64, 0);
  e = async_work_group_copy(s + 32, b, 32, e);
  wait_group_events(1, &e);
}
