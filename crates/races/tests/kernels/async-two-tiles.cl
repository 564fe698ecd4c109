// verified --local_size=64 --num_groups=4
kernel void k(global const float *a, global const float *b, global float *out, int n) {
  local float s[64], t[64];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    event_t e[2];
    e[0] = async_work_group_copy(s, a + 64 * i, 64, 0);
    e[1] = async_work_group_copy(t, b + 64 * i, 64, 0);
    wait_group_events(2, e);
    sum += s[get_local_id(0)] * t[63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
