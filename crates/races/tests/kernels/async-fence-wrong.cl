// wrong:Race --local_size=64 --num_groups=4 --wait-completes-nothing
// The barrier after the wait orders local memory, and the copy read global memory.
kernel void k(global int *a) {
  local int s[64];
  event_t e = async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = s[63 - get_local_id(0)];
}
