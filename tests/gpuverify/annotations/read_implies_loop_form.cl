//args: --local_size=64 --num_groups=2
//expect: pass
#define tid get_global_id(0)
__kernel void k(__global int *p, int n) {
  for (unsigned i = tid; __invariant(__write_implies(p, __write_offset_bytes(p) / sizeof(int) % 128 == tid)), __invariant(__read_implies(p, __read_offset_bytes(p) / sizeof(int) % 128 == tid)), i < n; i += 128) p[i] += i;
}
