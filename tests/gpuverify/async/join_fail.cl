//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p, __local int *l, __local int *m) { event_t e = async_work_group_copy(l, p, 64, 0); event_t f = async_work_group_copy(m, p + 64, 64, 0); wait_group_events(1, &f); barrier(CLK_LOCAL_MEM_FENCE); int x = l[get_local_id(0)] + m[get_local_id(0)]; }
