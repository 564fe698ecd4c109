//args: --local_size=64 --num_groups=1
//expect: pass
__constant int4 C = (int4)(1, 2, 3, 4);
__constant float2 D[2] = {(float2)(1.0f, 2.0f), (float2)(3.0f, 4.0f)};
__kernel void k(__global int *p) { __assert(C.x == 1 && C.w == 4); float y = D[1].x; p[get_local_id(0)] = y; }
