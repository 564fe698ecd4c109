// verified --local_size=1 --num_groups=1
kernel void k(global int *a) {
  local int s[4];
  event_t e = async_work_group_copy(s, a, 4, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  s[0] = 1;
}
