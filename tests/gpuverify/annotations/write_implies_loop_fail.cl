//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
//says: loop invariant might not be maintained
#define tid get_global_id(0)
__kernel void k(__global int *p, int n) {
  for (int i = tid; __invariant(__write_implies(p, __write_offset_bytes(p) / sizeof(int) % 256 == tid)), i < n; i += 128) p[i] = i;
}
