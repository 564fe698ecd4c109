// wrong:Race --local_size=64 --num_groups=4 --wait-completes-nothing
// A wait is no barrier, as GPUVerify sees it.
kernel void k(global int *a) {
  local int s[64];
  event_t e = async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
  wait_group_events(1, &e);
  a[get_global_id(0)] = 1;
}
