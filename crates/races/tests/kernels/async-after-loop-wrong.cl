// wrong:Race --local_size=64 --num_groups=4
// After the loop only the copy of the last iteration is waited for.
kernel void k(global int *a, global int *b) {
  local int s[64];
  event_t e;
  int i = 0;
  do {
    e = async_work_group_copy(s + 8 * i, a + 8 * i, 8, 0);
    i++;
  } while (i < 8);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] = s[63 - get_local_id(0)];
}
