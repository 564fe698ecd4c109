// wrong:Divergence --local_size=64 --num_groups=4
kernel void k(global int *a) {
  local int s[64];
  if (get_local_id(0) < 13)
    async_work_group_copy(s, a, 64, 0);
}
