// wrong:Assertion --local_size=64 --num_groups=4
// It is known of threads of one group.
__kernel void k(__global int *p) {
  __local int a[64];
  a[get_local_id(0)] = get_local_id(0);
  __barrier_invariant_binary_1(a[get_local_id(0)] != a[__other_int(get_local_id(0))],
    get_local_id(0), __other_int(get_local_id(0)));
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[get_local_id(0)] != a[__other_int(get_local_id(0))]);
}
