//args: --local_size=64 --num_groups=1 --adversarial-abstraction
//expect: NOT_ALL_VERIFIED
__kernel void k(__local int *p, __global int *q) {
  p[get_local_id(0)] = get_local_id(0);
  q[p[get_local_id(0)]] = get_local_id(0);
}
