//args: --local_size=64 --num_groups=1
//expect: unknown
//says: K407
__kernel void k(__global unsigned *c, __global int *q) {
  unsigned i = atomic_inc(c);
  q[i] = get_local_id(0);
  __assert(__implies(__write(q), __atomic_has_taken_value(c, 0, __write_offset_bytes(q) / 4)));
}
