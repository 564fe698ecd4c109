// verified: the barriers fence the memory that holds the data
// options: --block 64 --grid 1

__kernel void reverse(__global int *p) {
  int i = get_local_id(0);
  p[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  int other = p[63 - i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[i] = other;
}
