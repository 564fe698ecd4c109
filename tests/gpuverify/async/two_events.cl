//args: --local_size=64 --num_groups=2
//expect: pass
__kernel void k(__global int *p, __local int *l, __local int *m) { event_t e[2]; e[0] = async_work_group_copy(l, p, 64, 0); e[1] = async_work_group_copy(m, p + 64, 64, 0); wait_group_events(2, e); barrier(CLK_LOCAL_MEM_FENCE); int x = l[get_local_id(0)] + m[get_local_id(0)]; }
