// verified --local_size=64 --num_groups=4
// A loop between the call and the wait.
kernel void k(global int *a, global int *b, int n) {
  local int s[64];
  for (int j = 0; j < n; j++) {
    event_t e = async_work_group_copy(s, a + j, 64, 0);
    int x = 0;
    for (int i = 0; i < n; i++)
      x += i;
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    b[get_global_id(0)] = s[63 - get_local_id(0)] + x;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
