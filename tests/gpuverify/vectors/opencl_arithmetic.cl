//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int4 *p, __global float4 *q) {
  int4 a = (int4)(1, 2, 3, 4); a = a * 2 + (int4)(1); __assert(a.x == 3 && a.w == 9); a.xy = a.wz; __assert(a.x == 9 && a.y == 7);
  __assert(a.s0 == 9); a.hi = a.lo; __assert(a.z == 9); __assert(a.even.x == 9);
  p[get_local_id(0)] = a; q[get_local_id(0)] = normalize(q[get_local_id(0)]) * dot(q[get_local_id(0)], (float4)(1.0f));
  int4 m = a > (int4)(8); __assert(m.x == -1 && m.y == 0); int4 s = select(a, -a, m);
}
