// wrong:Assertion --local_size=1 --num_groups=4
__kernel void k() {
  __local int a[2];
  a[get_local_id(0)] = 1;
  __barrier_invariant_2(a[get_local_id(0)] == 1, 0, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(a[1] == 1);
}
