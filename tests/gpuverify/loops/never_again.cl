//args: --local_size=64 --num_groups=4
//expect: pass
// The loop within runs once more with each turn of the one around, at first not at all.
__kernel void merge(__global int *out, __local int *t) {
  int i = get_local_id(0);
  t[i] = out[get_global_id(0)];
  for (int size = 1; size < 64; size <<= 1)
    for (int by = size >> 1; by > 0; by >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int v = t[i ^ by];
      barrier(CLK_LOCAL_MEM_FENCE);
      t[i] += v;
    }
  out[get_global_id(0)] = t[i];
}
