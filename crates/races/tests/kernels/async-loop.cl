// verified --local_size=64 --num_groups=4
kernel void k(global int *a, global int *b, int n) {
  local int s[64];
  int sum = 0;
  for (int i = 0; i < n; i++) {
    event_t e = async_work_group_copy(s, a + 64 * i, 64, 0);
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += s[63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  b[get_global_id(0)] = sum;
}
