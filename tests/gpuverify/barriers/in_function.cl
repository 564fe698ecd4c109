//args: --local_size=64 --num_groups=1 --no-inline
//expect: pass
void f(__local int *l) { l[get_local_id(0)] = 1; barrier(CLK_LOCAL_MEM_FENCE); }
__kernel void k(__local int *l) { f(l); int x = l[63 - get_local_id(0)]; }
