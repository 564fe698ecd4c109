// verified --local_size=64 --num_groups=2
__kernel void k(__global float *in, __global float *out) {
  __local float tile[128];
  __local float *cur = tile, *next = tile + 64;
  int i = get_local_id(0);
  cur[i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int off = 1; off < 64; off <<= 1) {
    next[i] = i >= off ? cur[i] + cur[i - off] : cur[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    __local float *t = cur; cur = next; next = t;
  }
  out[get_global_id(0)] = cur[i];
}
