// verified --local_size=64 --num_groups=64 --tolerate-equal-writes
// Each thread reads what it wrote itself; what the others write there is the same.
__kernel void k(__global int *a, __global int *b) {
  a[0] = 5;
  b[get_global_id(0)] = a[0];
}
