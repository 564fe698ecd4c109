// wrong:Assertion --local_size=64 --num_groups=4
__kernel void k(volatile __local int *a) {
  __assert(a[get_local_id(0)] == a[get_local_id(0)] + 0 * a[0] && a[0] == 1);
}
