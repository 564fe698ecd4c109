// wrong:Race --local_size=64 --num_groups=2
// Bardsley and Donaldson, Warps and atomics (2014), Figure 3. The paper takes the numbers that a counter
// gives to be distinct. That they do not wrap is not shown here.
__kernel void k(__global int *c, __global int *in, __global int *out, int MAX) {
  int i = atomic_inc(c);
  while (i < MAX) {
    out[i] = in[i];
    i = atomic_inc(c);
  }
}
