// wrong:Race --local_size=32 --num_groups=1 --warp-sync=32
// Bardsley and Donaldson, Warps and atomics (2014), Section 3.1: which branch a warp goes through first
// is not said.
__kernel void k(__local int *A, int o) {
  int tid = get_local_id(0);
  if (tid < 16) { A[o] = 1; } else { A[o] = 2; }
}
