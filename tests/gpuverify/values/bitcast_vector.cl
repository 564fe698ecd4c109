//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p) {
  int4 v = (int4)(1, 2, 3, 4);
  float4 f = as_float4(v);
  int4 w = as_int4(f);
  __assert(w.z == 3);
  short2 s = as_short2(0x00020001);
  __assert(s.x == 1 && s.y == 2);
  uchar4 c = as_uchar4(0x04030201);
  __assert(c.w == 4);
}
