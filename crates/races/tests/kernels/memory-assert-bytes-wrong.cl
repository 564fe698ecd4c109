// wrong:Assertion --local_size=64 --num_groups=4
// A write of one byte changes the word.
__kernel void k() {
  __local int a[64];
  a[get_local_id(0)] = 1;
  ((__local char *)a)[4 * get_local_id(0) + 1] = 1;
  __assert(a[get_local_id(0)] == 1);
}
