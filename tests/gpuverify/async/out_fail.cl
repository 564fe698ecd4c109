//args: --local_size=64 --num_groups=2
//expect: NOT_ALL_VERIFIED
__kernel void k(__global int *p, __local int *l) { l[get_local_id(0)] = get_local_id(0); event_t e = async_work_group_copy(p + 64 * get_group_id(0), l, 64, 0); wait_group_events(1, &e); }
