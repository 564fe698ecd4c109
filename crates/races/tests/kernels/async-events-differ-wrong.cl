// wrong:Arguments --local_size=64 --num_groups=4
kernel void k(global int *a, global int *b) {
  local int s[64], t[64];
  event_t e = async_work_group_copy(s, a, 64, 0);
  event_t f = async_work_group_copy(t, b, 64, 0);
  event_t *p = get_local_id(0) > 13 ? &f : &e;
  wait_group_events(1, p);
}
