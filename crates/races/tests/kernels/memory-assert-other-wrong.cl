// wrong:Assertion --local_size=64 --num_groups=4
// What another thread writes in the same interval is not known.
__kernel void k() {
  __local int a[65];
  a[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = a[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_local_id(0)] = 2;
  __assert(a[0] == x);
}
