// wrong:Race --local_size=64 --num_groups=4
// A barrier does not end a copy.
kernel void k(global int *a, global int *b) {
  local int s[64];
  async_work_group_copy(s, a + 64 * get_group_id(0), 64, 0);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  b[get_global_id(0)] = s[63 - get_local_id(0)];
}
