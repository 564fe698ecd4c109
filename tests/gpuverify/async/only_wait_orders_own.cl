//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p, __local int *l) { event_t e = async_work_group_copy(l, p, 64, 0); barrier(CLK_LOCAL_MEM_FENCE); l[get_local_id(0)] = 1; wait_group_events(1, &e); }
