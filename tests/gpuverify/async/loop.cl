//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global int *p, __local int *l, int n) { for (int i = 0; i < n; ++i) { event_t e = async_work_group_copy(l, p + i * 64, 64, 0); wait_group_events(1, &e); barrier(CLK_LOCAL_MEM_FENCE); int x = l[get_local_id(0)]; barrier(CLK_LOCAL_MEM_FENCE); } }
