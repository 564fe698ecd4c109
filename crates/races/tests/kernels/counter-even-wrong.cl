// wrong:Race --local_size=64 --num_groups=1
// The step is even, and half of it is lost: two threads get one place.
__kernel void k(__local int *a, __local int *m) {
  a[atomic_add(m, 1 << 24) >> 25] = get_local_id(0);
}
