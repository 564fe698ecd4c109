// wrong:Race --local_size=64 --num_groups=1
kernel void k(global const float *a, global float *b, int n) {
  local float s[64];
  event_t e = async_work_group_strided_copy(s, a, 64, 4, 0);
  b[get_global_id(0)] = s[63 - get_local_id(0)];
  wait_group_events(1, &e);
}
