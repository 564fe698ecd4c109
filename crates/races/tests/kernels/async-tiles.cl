// verified --local_size=64 --num_groups=4
kernel void k(global const float *a, global float *out, int n) {
  local float tile[64];
  float sum = 0;
  for (int t = 0; t < n; ++t) {
    event_t e = async_work_group_copy(tile, a + 64 * t, 64, 0);
    wait_group_events(1, &e);
    for (int i = 0; i < 64; ++i) sum += tile[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
