// unknown:AsyncCopy --local_size=64 --num_groups=4
// The event stands for the copies of all iterations, which is not followed.
kernel void k(global int *a, global int *b, int n) {
  local int s[64];
  event_t e = 0;
  for (int i = 0; i < n && i < 64; i++)
    e = async_work_group_copy(s + i, a + i, 1, e);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(0)] = s[63 - get_local_id(0)];
}
