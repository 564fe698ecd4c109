// verified --local_size=64 --num_groups=4
// Each group scatters to a column of its own.
kernel void k(global float *a) {
  local float s[64];
  s[get_local_id(0)] = get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(a + get_group_id(0), s, 64, 4, 0);
  wait_group_events(1, &e);
}
