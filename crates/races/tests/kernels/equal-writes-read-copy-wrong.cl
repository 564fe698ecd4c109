// wrong --local_size=64 --num_groups=1 --tolerate-equal-writes
// async copy writes it
__kernel void k(__local int *a, __global int *b, __global int *c) {
  a[0] = 5;
  event_t e = async_work_group_copy(a, c, 4, 0);
  b[get_local_id(0)] = a[0];
  wait_group_events(1, &e);
}
