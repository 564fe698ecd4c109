//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, __local int *l, __local int *m) { event_t e = async_work_group_copy(l, p, 64, 0); e = async_work_group_copy(m, p + 64, 64, e); wait_group_events(1, &e); barrier(CLK_LOCAL_MEM_FENCE); int x = l[get_local_id(0)] + m[get_local_id(0)]; }
