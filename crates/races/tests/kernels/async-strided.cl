// verified --local_size=64 --num_groups=4
// Each group gathers a column.
kernel void k(global const float *a, global float *b, int n) {
  local float s[64];
  event_t e = async_work_group_strided_copy(s, a + get_group_id(0), 64, 4, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = s[63 - get_local_id(0)];
}
