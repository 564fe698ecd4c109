// OpenCL: a loop over unsigned numbers, and one that divides.
//:: --unroll all@b --block 16 --grid 2
//:: --merge 4@b --block 16 --grid 2
//:: --unroll 2@v --guard --block 16 --grid 2
//:: --merge 2@v --block 16 --grid 2

__kernel void count(__global const uint *in, __global uint *out) {
  size_t i = get_global_id(0);
  uint sum = 0;
  for (uint b = 0; b < 8; b++) {
    sum += (in[i] >> b) & 1;
  }
  uint steps = 0;
  uint v = 9;
  while (v > 1) {
    v /= 2;
    steps += sum;
  }
  out[i] = steps;
}
