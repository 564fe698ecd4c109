// wrong --local_size=64 --num_groups=2
// as atomic-block-scope: memory_scope_work_group across work-groups (and memory_scope_work_item within one).
__kernel void k(__global atomic_int *A) {
  atomic_fetch_add_explicit(A, 1, memory_order_relaxed, memory_scope_work_group);
}
