//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
//A double that is made of a float has the bytes of the float.
__constant double d = 0.1f;
__kernel void k(__global int *a) {
  ulong u = *(__constant ulong*)&d;
  if (u == 0x3FB99999A0000000UL) a[0] = get_global_id(0);
}
