//args: --local_size=64 --num_groups=4
//expect: pass
// Half as many threads go on after each level.
__kernel void haar(__global float *low, __global float *high, __local float *t, uint levels) {
  __requires(levels == 6);
  uint i = get_local_id(0), group = get_group_id(0), active = 64;
  t[i] = low[group * 128 + i];
  t[i + 64] = low[group * 128 + 64 + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint level = 0; level < levels; ++level) {
    float a, b;
    if (i < active) {
      a = t[2 * i];
      b = t[2 * i + 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < active) {
      t[i] = a + b;
      high[active * get_num_groups(0) + group * active + i] = a - b;
    }
    active >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i == 0) low[group * 128] = t[0];
}
