// wrong K302: each work item makes another number of iterations
// options: --block 32 --grid *

__kernel void rounds(__local int *s) {
  int i = get_local_id(0);
  for (int round = 0; round < i; round++) {
    s[i] = round;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
