// wrong:Race --local_size=64 --num_groups=1
// Another statement takes away again.
__kernel void k(__local int *a, __local int *m) {
  a[atomic_inc(m)] = get_local_id(0);
  atomic_dec(m);
}
