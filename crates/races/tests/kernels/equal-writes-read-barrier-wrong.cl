// wrong:Race --local_size=64 --num_groups=1 --tolerate-equal-writes
// What the thread wrote is of another interval: the last thread's write is new to those that read.
__kernel void k(__local int *a, __global int *b) {
  a[0] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_local_id(0)] = a[0];
  if (get_local_id(0) == 63) a[0] = 6;
}
