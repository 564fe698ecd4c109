// wrong:Race --local_size=64 --num_groups=2
// A wait is for the copies of the own group.
kernel void k(global int *a, global int *b) {
  local int s[64];
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(a + 64 * get_group_id(0), s, 64, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = a[(get_global_id(0) + 64) % 128];
}
