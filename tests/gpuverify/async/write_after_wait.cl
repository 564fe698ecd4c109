//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p, __local int *l) { event_t e = async_work_group_copy(l, p, 64, 0); wait_group_events(1, &e); barrier(CLK_GLOBAL_MEM_FENCE); p[get_local_id(0)] = 3; }
