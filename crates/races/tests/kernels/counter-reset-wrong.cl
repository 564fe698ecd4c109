// wrong:Race --local_size=64 --num_groups=1
// A thread sets the counter back while others count.
__kernel void k(__local int *b, __local int *m) {
  int i = atomic_inc(m);
  if (i == 7) *m = 0;
  b[i] = get_local_id(0);
}
