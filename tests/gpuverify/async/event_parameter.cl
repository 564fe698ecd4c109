//args: --local_size=64 --num_groups=1
//expect: pass
event_t start(__local int *l, __global int *p) { return async_work_group_copy(l, p, 64, 0); }
__kernel void k(__global int *p, __local int *l) { event_t e = start(l, p); wait_group_events(1, &e); barrier(CLK_LOCAL_MEM_FENCE); int x = l[get_local_id(0)]; }
