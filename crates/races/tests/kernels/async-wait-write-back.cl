// verified --local_size=64 --num_groups=4
kernel void k(global float *a) {
  local float s[64];
  event_t e = async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
  wait_group_events(1, &e);
  s[get_local_id(0)] *= 2.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(a + 64 * get_group_id(0), s, 64, 0);
  wait_group_events(1, &e);
}
