// unknown:AsyncCopy --local_size=1 --num_groups=1
// Even a single work-item races with the copy that it started.
kernel void k(global int *a) {
  local int s[4];
  event_t e = async_work_group_copy(s, a, 4, 0);
  s[0] = 1;
  wait_group_events(1, &e);
}
