//args: --local_size=64 --num_groups=1
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p, __local int *l) { event_t e = async_work_group_strided_copy(l, p, 64, 2, 0); p[2 * get_local_id(0)] = 4; wait_group_events(1, &e); barrier(CLK_LOCAL_MEM_FENCE); int x = l[get_local_id(0)]; }
