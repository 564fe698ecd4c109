//args: --local_size=64 --num_groups=4
//expect: NOT_ALL_VERIFIED
__kernel void butterfly(__global float *a, int step) {
  __requires(step == 1 | step == 4 | step == 63 | step == 256);
  uint i = get_global_id(0);
  uint low = i & (step - 1), at = ((i - low) << 1) + low;
  float x = a[at], y = a[at + step];
  a[at] = x + y;
  a[at + step] = x - y;
}
