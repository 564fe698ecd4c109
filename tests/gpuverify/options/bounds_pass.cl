//args: --local_size=64 --num_groups=1 --check-array-bounds
//expect: pass
//says: no out-of-bounds array accesses \(for arrays where size information is available\)
__kernel void k(void) { __local int A[64]; A[get_local_id(0)] = 1; }
