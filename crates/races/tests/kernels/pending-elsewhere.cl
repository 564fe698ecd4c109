// verified --local_size=32 --num_groups=1
// Threads that have left the inner loop have passed as many barriers.
__kernel void k(__local int *a) {
  int t = get_local_id(0);
  a[t] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int c = t; __global_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == 31 - t)), c < 32; c += 16)
    a[31 - t] = c;
}
