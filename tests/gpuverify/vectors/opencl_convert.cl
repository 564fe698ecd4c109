//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global uchar4 *p, __global float4 *q) { uchar4 c = convert_uchar4_sat(q[get_local_id(0)]); p[get_local_id(0)] = c; int4 i = convert_int4(c); uint4 u = convert_uint4((int4)(3)); __assert(u.y == 3); char x = convert_char_sat(300); }
