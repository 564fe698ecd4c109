// wrong K301: the barrier fences local memory, and the data is in global memory
// options: --block 64 --grid 1

__kernel void reverse(__global int *p) {
  int i = get_local_id(0);
  p[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  int other = p[63 - i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  p[i] = other;
}
