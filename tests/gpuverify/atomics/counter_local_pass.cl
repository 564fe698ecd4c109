//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__local int *q) { volatile __local int c; if (get_local_id(0) == 0) c = 0; barrier(CLK_LOCAL_MEM_FENCE); int i = atomic_inc(&c); q[i] = get_global_id(0); }
