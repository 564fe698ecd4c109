//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
typedef struct { int n; int tail[0]; } S;
__kernel void k(__global S *p) { p->tail[0] = get_local_id(0); }
