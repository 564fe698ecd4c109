// wrong:Race --local_size=64 --num_groups=4
// The event of the first copy is lost.
kernel void k(global int *a, global int *b) {
  local int s[64], t[64];
  event_t e = async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
  e = async_work_group_copy(t, b + 64 * get_group_id(0), 64, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  a[get_global_id(0)] = s[63 - get_local_id(0)] + t[63 - get_local_id(0)];
}
