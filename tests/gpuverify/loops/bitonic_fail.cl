//args: --local_size=128 --num_groups=16
//expect: NOT_ALL_VERIFIED
void order(__local uint *a, __local uint *b, uint up) {
  if ((*a > *b) == up) {
    uint t = *a;
    *a = *b;
    *b = t;
  }
}
__kernel void sort(__global uint *data, uint n) {
  __requires(n == 256);
  __local uint key[256];
  uint i = get_local_id(0);
  data += get_group_id(0) * 256 + i;
  key[i] = data[0];
  key[i + 128] = data[128];
  for (uint size = 2; size < n; size <<= 1) {
    uint up = (i & (size / 2)) != 0;
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint at = 2 * i - (i & (stride - 2));
      order(&key[at], &key[at + stride], up);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[0] = key[i];
  data[128] = key[i + 128];
}
