// wrong:Race --local_size=64 --num_groups=4
// Between the call and the wait the source may be read at any time.
kernel void k(global int *a) {
  local int s[64];
  event_t e = async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
  a[get_global_id(0)] = 1;
  wait_group_events(1, &e);
}
