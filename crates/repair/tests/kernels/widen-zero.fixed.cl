__kernel void k(__local int *l) {
    int i = get_local_id(0);
    l[i] = i;
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    l[i + 1] = i;
}
