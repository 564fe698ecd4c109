// wrong:Race --local_size=64 --num_groups=1 --tolerate-equal-writes
// What the thread wrote lies beside what it reads.
__kernel void k(__local int *a, __global int *b) {
  a[get_local_id(0)] = 5;
  b[get_local_id(0)] = a[(get_local_id(0) + 1) % 64];
}
