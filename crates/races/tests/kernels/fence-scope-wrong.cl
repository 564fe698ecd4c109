// wrong:Race --local_size=64 --num_groups=1
// The fence of this barrier orders nothing for other threads.
kernel void k(global int *a) {
  local int s[64];
  s[get_local_id(0)] = 1;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item);
  a[get_local_id(0)] = s[63 - get_local_id(0)];
}
