// verified --local_size=64 --num_groups=1
// This one orders what the group and others see.
kernel void k(global int *a) {
  local int s[64];
  s[get_local_id(0)] = 1;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);
  a[get_local_id(0)] = s[63 - get_local_id(0)];
}
