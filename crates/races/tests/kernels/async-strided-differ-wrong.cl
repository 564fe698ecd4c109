// wrong:Divergence --local_size=64 --num_groups=1
kernel void k(global const float *a) {
  local float s[64];
  event_t e = async_work_group_strided_copy(s, a, 64, get_local_id(0), 0);
  wait_group_events(1, &e);
}
