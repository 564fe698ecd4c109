// wrong:Broken(Assertion) --local_size=32 --num_groups=1 --warp-sync=32
// Bardsley and Donaldson, Warps and atomics (2014), Section 3.3: a third thread wrote, too.
__kernel void k(__local int *A) {
  int tid = get_local_id(0);
  if (tid == 0) { A[0] = 1; A[1] = 1; A[2] = 1; }
  A[tid] = 0;
  if (tid == 0) {
    __assert(A[0] == 1 | A[1] == 1 | A[2] == 1);
  }
}
