// wrong:Race --local_size=64 --num_groups=1
// So many operations wrap.
__kernel void k(__local int *a, __local int *m, long n) {
  for (long i = 0; i < n; i++) a[atomic_inc(m)] = get_local_id(0);
}
