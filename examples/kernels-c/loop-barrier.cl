// verified: all work items make the same number of iterations
// options: --block 32 --grid *

__kernel void rounds(__local int *s, int n) {
  int i = get_local_id(0);
  for (int round = 0; round < n; round++) {
    s[i] = round;
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = s[31 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[i] = other;
  }
}
