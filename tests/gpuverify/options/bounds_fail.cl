//args: --local_size=65 --num_groups=1 --check-array-bounds
//expect: NOT_ALL_VERIFIED
//says: possible array out-of-bounds access on array A by work item 64
__kernel void k(void) { __local int A[64]; A[get_local_id(0)] = 1; }
