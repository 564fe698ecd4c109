// wrong:Race --local_size=32 --num_groups=1 --warp-sync=32
// Lock-step orders what threads do, not what the group copies beside them.
kernel void k(global int *a) {
  local int s[32];
  event_t e = async_work_group_copy(s, a, 32, 0);
  s[get_local_id(0)] = 1;
  wait_group_events(1, &e);
}
