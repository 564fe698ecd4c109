//args: --local_size=64 --num_groups=1
//expect: pass
typedef struct { int a; float f; int4 v; } S;
__kernel void k(__global S *p) { S s = p[get_local_id(0)]; s.v.y = 3; p[get_local_id(0)] = s; }
