// wrong:Race --local_size=64 --num_groups=4
// Where the loop is left early, the copy is not waited for.
kernel void k(global int *a, global int *b, int n) {
  local int s[64];
  for (int i = 0; i < 8; i++) {
    event_t e = async_work_group_copy(s, a, 64, 0);
    if (i == n)
      break;
    wait_group_events(1, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    b[get_global_id(0)] = s[63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] += s[get_local_id(0)];
}
