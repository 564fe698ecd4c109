// wrong --local_size=64 --num_groups=2 --tolerate-equal-writes
// the other block writes another value in another interval
__kernel void k(__global int *a, __global int *b) {
  a[0] = 5;
  b[get_global_id(0)] = a[0];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[0] = 6;
}
