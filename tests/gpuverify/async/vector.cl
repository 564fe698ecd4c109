//args: --local_size=64 --num_groups=1
//expect: pass
__kernel void k(__global float4 *p, __local float4 *l) { event_t e = async_work_group_copy(l, (const __global float4 *)p, 64, 0); wait_group_events(1, &e); barrier(CLK_LOCAL_MEM_FENCE); float4 x = l[get_local_id(0)]; }
